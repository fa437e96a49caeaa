// lfsr: a linear feedback shift register of 8 bits: runs through all 255 states but 0, one a clock
// (x^8 + x^6 + x^5 + x^4 + 1). Starts at 1, without a reset: the image of a device says what it starts from.
`default_nettype none

module lfsr(
    input wire clk,
    output wire [7:0] state
);
    reg [7:0] bits = 8'd1;

    always @(posedge clk)
        bits <= {bits[6:0], bits[7] ^ bits[5] ^ bits[4] ^ bits[3]};
    assign state = bits;
endmodule

`default_nettype wire
