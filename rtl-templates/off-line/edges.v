// edges: a wire behind a stage of switches: the messages of all edges that lead to it. At most one edge has one.
//
//   y[e] ----------------------+
//   code[e] == NUMBERS[e] ? ---+--> (and) --> out        wires idle at 1, as in head.v
//! cost lut4: EDGES * (BITS + 1) / 3, 1
`default_nettype none

module edges #(
    parameter EDGES = 2,                    // at least 1
    parameter BITS  = 1,                    // of a code that an edge looks at, at least 1; an edge may have constants there
    parameter [EDGES*BITS-1:0] NUMBERS = {EDGES*BITS{1'b0}}
) (
    input  wire [EDGES-1:0]      y,         // of the heads
    input  wire [EDGES*BITS-1:0] code,
    output wire                  out
);
    wire [EDGES-1:0] on;
    genvar e;

    generate
        for (e = 0; e < EDGES; e = e + 1) begin : each
            assign on[e] = y[e] | code[e*BITS +: BITS] != NUMBERS[e*BITS +: BITS];
        end
    endgenerate
    assign out = &on;
endmodule

`default_nettype wire
