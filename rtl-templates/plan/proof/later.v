// later: a delay of CLOCKS clocks, for monitors to compare with.
`default_nettype none

module later #(
    parameter W      = 1,           // wires
    parameter CLOCKS = 0            // 0: the wires themselves
) (
    input  wire         clk,
    input  wire [W-1:0] in,
    output wire [W-1:0] out
);
    generate
        if (CLOCKS == 0) begin : now
            assign out = in;
        end else begin : delayed
            reg [CLOCKS*W-1:0] stage;
            wire [(CLOCKS+1)*W-1:0] moving = {stage, in};

            always @(posedge clk)
                stage <= moving[CLOCKS*W-1:0];
            assign out = stage[CLOCKS*W-1 -: W];
        end
    endgenerate
endmodule

`default_nettype wire
