// elements: in place of a mesh, in proofs of what is around it: only its wires.
`default_nettype none

module elements #(
    parameter SIDE = 4
) (
    input  wire                   clk,
    input  wire                   load,
    input  wire                   step,
    input  wire                   chain_in,
    output wire                   chain_out,
    input  wire [4*SIDE-1:0]      border_in,
    output wire [4*SIDE-1:0]      border_out,
    output wire [SIDE*SIDE-1:0]   latches,
    output wire [4*SIDE*SIDE-1:0] sides
);
    proof_elements #(.SIDE(SIDE)) elements (
        .load(load), .step(step), .chain_in(chain_in), .chain_out(chain_out), .border_in(border_in),
        .border_out(border_out), .latches(latches), .sides(sides));
endmodule

module proof_elements #(
    parameter SIDE = 4
) (
    input  wire                   load,
    input  wire                   step,
    input  wire                   chain_in,
    output wire                   chain_out,
    input  wire [4*SIDE-1:0]      border_in,
    output wire [4*SIDE-1:0]      border_out,
    output wire [SIDE*SIDE-1:0]   latches,
    output wire [4*SIDE*SIDE-1:0] sides
);
endmodule

`default_nettype wire
