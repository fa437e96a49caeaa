// xor_sink.v: makes every wire of `in` matter to one output, at the price of a LUT and a flip-flop per three wires and
// of no path longer than one LUT: a shift register into which three wires are mixed at every step.
`default_nettype none

module xor_sink #(
    parameter WIDTH = 16
) (
    input  wire             clk,
    input  wire [WIDTH-1:0] in,
    output wire             sink
);
    localparam STEPS = (WIDTH + 2) / 3;

    wire [3*STEPS-1:0] padded = {{3*STEPS-WIDTH{1'b0}}, in};
    reg  [STEPS-1:0]   fold;
    reg  [STEPS:0]     moved;       // a flip-flop between two steps, which may be as far apart as their wires

    genvar i;
    generate
        for (i = 0; i < STEPS; i = i + 1) begin : step
            always @(posedge clk) begin
                fold[i]  <= moved[i] ^ (^padded[3*i +: 3]);
                moved[i+1] <= fold[i];
            end
        end
    endgenerate
    always @(posedge clk)
        moved[0] <= 1'b0;
    assign sink = moved[STEPS];
endmodule

`default_nettype wire
