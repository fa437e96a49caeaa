// bench_ready: a testbench part: the test begins when no leaf is in reset any more. For simulators only.
`default_nettype none

module bench_ready #(
    parameter COUNT = 4
) (
    input  wire             clk,
    input  wire             reset_is_over,  // the network's
    input  wire [COUNT-1:0] resets,         // of leaves
    output reg              go
);
    initial go = 1'b0;
    always @(negedge clk)
        if (reset_is_over && resets == {COUNT{1'b0}})
            go <= 1'b1;
endmodule

`default_nettype wire
