// soc_test.v: runs soc.v until every master is done. Prints "passed", or the error.
`default_nettype none

module soc_test;
    localparam PATIENCE = 100000;           // clocks

    reg     clk = 1'b0;
    reg     rst = 1'b1;
    integer clocks = 0;
    wire    done, wrong;

    soc #(
        .MESSAGES(300)
    ) dut (
        .clk(clk),
        .rst(rst),
        .done(done),
        .wrong(wrong)
    );

    always #5 clk = ~clk;

    always @(posedge clk) begin
        clocks <= clocks + 1;
        rst    <= clocks < 40;
        if (clocks > 50 && (done || wrong || clocks == PATIENCE)) begin
            if (done && !wrong)
                $display("passed: 1200 messages in %0d clocks", clocks);
            else
                $display("failed: wrong %b, done %b after %0d clocks", wrong, done, clocks);
            $finish(0);
        end
    end
endmodule

`default_nettype wire
