// chances: two streams of random bits: `even` is 1 in half of all clocks, `rare` in one of 32.
//
//   A shift register with feedback by x^17 + x^14 + 1. Its period, 2^17 - 1 clocks, is a prime: whoever looks every S
//   clocks, S < 2^17 - 1, sees a sequence of that period, too, in which every pattern of up to 16 bits recurs.
`default_nettype none

module chances (
    input  wire clk,
    input  wire rst,                // synchronous, active high: begins again
    output wire even,
    output reg  rare
);
    reg [16:0] state;

    assign even = state[16];

    always @(posedge clk) begin
        state <= {state[15:0], state[16] ^ state[13]};
        rare  <= state[0] & state[3] & state[6] & state[9] & state[12];
        if (rst) begin
            state <= 17'h15a3c;
            rare  <= 1'b0;
        end
    end
endmodule

`default_nettype wire
