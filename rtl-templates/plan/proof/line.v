// line: in place of a delay line, in proofs of what is around it: only its wires and parameters.
`default_nettype none

module line #(
    parameter WIDTH  = 1,
    parameter DEPTH  = 1,
    parameter PASSES = 0
) (
    input  wire clk,
    input  wire [WIDTH-1:0] in,
    output wire [WIDTH-1:0] out
);
    proof_line #(.WIDTH(WIDTH)) line (.in(in), .out(out), .depth(DEPTH), .passes(PASSES));
endmodule

module proof_line #(
    parameter WIDTH = 1
) (
    input  wire [WIDTH-1:0] in,
    input  wire [31:0]      depth,
    input  wire [31:0]      passes,
    output wire [WIDTH-1:0] out
);
endmodule

`default_nettype wire
