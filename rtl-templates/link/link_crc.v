// link_crc: CRC-16 of CCITT, PINS bits further, of which the uppermost is the first.
//
//   It begins with ones, and its own bits leave 0 behind. It finds up to three wrong bits in a frame of at most 32,751, any odd number of
//   them, and bursts of 16.
`default_nettype none

module link_crc #(
    parameter PINS = 1
) (
    input  wire [15:0]     old,
    input  wire [PINS-1:0] bits,
    output reg  [15:0]     next
);
    integer i;

    always @* begin
        next = old;
        for (i = PINS - 1; i >= 0; i = i - 1)
            next = {next[14:0], 1'b0} ^ (next[15] ^ bits[i] ? 16'h1021 : 16'h0000);
    end
endmodule

`default_nettype wire
