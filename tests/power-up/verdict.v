// verdict.v: takes the place of rtl-templates/bench/bench_verdict.v in a generated testbench: the reset is as short as
// docs/reference/protocol.md allows.
`default_nettype none

module bench_verdict #(
    parameter WANTED   = 48,
    parameter WHAT     = "messages",
    parameter PATIENCE = 100000         // clocks in which all must be done
) (
    output reg         clk,
    output reg         rst,
    output wire        go,
    input  wire [31:0] done,            // not 0 when all is done
    input  wire [31:0] wrong            // errors found
);
    integer clocks, reset, after;

    initial begin
        if (!$value$plusargs("reset=%d", reset))
            reset = 32;
        clk    = 1'b0;
        rst    = 1'b1;
        clocks = 0;
        after  = 0;
    end

    always #5 clk = ~clk;

    always @(negedge clk) begin
        clocks = clocks + 1;
        rst    <= clocks < reset;
        after  = after + (done != 0);
        if (wrong > 5 || clocks == PATIENCE || after == 200) begin
            if (wrong == 0 && after == 200)
                $display("passed in %0d clocks", clocks);
            else
                $display("failed: %0d errors, %0s, in %0d clocks", wrong,
                         done != 0 ? "all done" : "not all done", clocks);
            $finish(0);
        end
    end

    assign go = !rst;
endmodule

`default_nettype wire
