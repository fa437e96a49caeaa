// eight_test.v: runs eight_cores in any simulator.
`default_nettype none
module eight_test;
    reg     clk = 1'b0, rst = 1'b1;
    wire    done, wrong;
    integer clocks = 0;

    eight_cores cores (.clk(clk), .rst(rst), .done(done), .wrong(wrong));

    always #5 clk = ~clk;
    always @(posedge clk) begin
        clocks <= clocks + 1;
        if (clocks == 40)
            rst <= 1'b0;
        if (!rst && (done || clocks > 10000)) begin
            if (done && !wrong)
                $display("8 cores: every word and byte was stored and loaded, in %0d clocks", clocks - 40);
            else
                $display("FAILED: %s", done ? "a word is wrong" : "no end");
            $finish(0);
        end
    end
endmodule
`default_nettype wire
