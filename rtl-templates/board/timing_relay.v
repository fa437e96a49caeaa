// timing_relay: a register on the way of timing signals from the timer to the leaves, one on each level of a tree. A reset
// reaches all of them at once: what came before it reaches no leaf.
//
//   As in leaf_strobes.v, this module's boundary keeps synthesis from merging equal registers, and here the multiplexers of
//   their resets, which would then cost LUTs. Latency: 1 clock.
`default_nettype none

(* keep_hierarchy *)
module timing_relay #(
    parameter WIDTH = 3,                    // at least 1
    parameter [WIDTH-1:0] RESET = {WIDTH{1'b0}} // what the reset makes of `out`
) (
    input  wire             clk,
    input  wire             rst,            // synchronous, active high: the network's reset
    input  wire [WIDTH-1:0] in,
    output reg  [WIDTH-1:0] out
);
    always @(posedge clk)
        if (rst)
            out <= RESET;
        else
            out <= in;
endmodule

`default_nettype wire
