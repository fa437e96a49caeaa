// moving: says whether wires have changed in the last CLOCKS clocks.
`default_nettype none

module moving #(
    parameter W      = 1,           // wires
    parameter CLOCKS = 1            // at least 1
) (
    input  wire         clk,
    input  wire [W-1:0] in,
    output wire         moved
);
    reg  [CLOCKS*W-1:0]     past;
    wire [(CLOCKS+1)*W-1:0] all = {past, in};

    always @(posedge clk)
        past <= all[CLOCKS*W-1:0];

    assign moved = past != {CLOCKS{in}};
endmodule

`default_nettype wire
