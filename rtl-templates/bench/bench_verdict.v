// bench_verdict: clock and reset of a testbench, and its verdict. For simulators only.
//
//   Everything in a testbench changes at the falling edge, and does not depend on the order of events at the rising
//   one. A good network prints nothing but the verdict. With Icarus Verilog the exit status of a bad one is 1.
`default_nettype none

module bench_verdict #(
    parameter WANTED   = 48,            // items that must arrive
    parameter WHAT     = "messages",
    parameter PATIENCE = 100000         // clocks in which all must arrive
) (
    output reg         clk,
    output reg         rst,
    output wire        go,              // the network has been reset
    input  wire [31:0] done,            // items that have arrived,
    input  wire [31:0] wrong            // those of them with errors
);
    /* verilator lint_off BLKSEQ */             // a testbench goes step by step
    integer clocks;

    initial begin
        clk    = 1'b0;
        rst    = 1'b1;
        clocks = 0;
    end

    always #5 clk = ~clk;

    always @(negedge clk) begin
        clocks <= clocks + 1;
        rst    <= clocks < 40;
    end

    assign go = clocks > 50;

    // Icarus 12 prints where it stopped, unless it is $finish(0).
    always @(posedge clk)
        if (done == WANTED || clocks == PATIENCE || wrong > 20) begin
            if (done == WANTED && wrong == 0) begin
                $display("passed: %0d %0s in %0d clocks", done, WHAT, clocks);
                $finish(0);
            end else begin
                $display("failed: %0d of %0d %0s, %0d of them wrong", done, WANTED, WHAT, wrong);
`ifdef __ICARUS__
                $finish_and_return(1);
`else
                $stop;
`endif
            end
        end
endmodule

`default_nettype wire
