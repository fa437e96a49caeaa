// crossing_settles: crossing_sync.v shows a bit behind the second edge of its clock, and not before.
//! proves crossing_sync as settles
//! within crossing_leaf
//! given BITS METASTABLE
//! subject "crossing_sync_{BITS}"
//! what "synchroniser of {BITS} bits"
//! claim "an edge sees, the next one shows: the first flip-flop has a clock to settle"
//! steps 3
//! skip 2
//! any-state
//! cells 4 * BITS
//! show ok "1: the claim held"
`default_nettype none

module crossing_settles #(
    parameter BITS = 3
) (
    input  wire            clk,
    // free in every clock
    input  wire            rst, from_clk,
    input  wire [BITS-1:0] in,
    // the claim
    output wire            ok
);
    wire [BITS-1:0] out;
    reg  [BITS-1:0] in_1, in_2;             // an edge ago, and two

    circuit circuit (.from_clk(from_clk), .in(in), .clk(clk), .rst(rst), .out(out));
    always @(posedge clk) begin
        in_1 <= rst ? {BITS{1'b0}} : in;
        in_2 <= rst ? {BITS{1'b0}} : in_1;
    end
    assign ok = out == in_2;
endmodule

`default_nettype wire
