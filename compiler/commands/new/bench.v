// @NAME@_test: the light of @NAME@ is on, off, on and off, each time for half a second of 4,000 clocks a second.
`timescale 1ns / 1ns
module @NAME@_test;
    localparam CLOCK_HZ = 4000, CHANGES = 4;

    reg     clk = 1'b0, rst = 1'b1;
    wire    led;
    integer changes = 0, last = 0, clocks = 0;

    @NAME@ #(.CLOCK_HZ(CLOCK_HZ)) top (.clk(clk), .rst(rst), .led(led));

    always #5 clk = ~clk;
    always @(posedge clk) clocks <= clocks + 1;

    always @(led)
        if (!rst) begin
            $display("clock %0d: the light is %0s", clocks, led ? "on" : "off");
            if (changes > 0 && (clocks - last < CLOCK_HZ / 2 - 200 || clocks - last > CLOCK_HZ / 2 + 200)) begin
                $display("failed: after %0d clocks, expected %0d", clocks - last, CLOCK_HZ / 2);
                $finish;
            end
            changes = changes + 1;
            last = clocks;
            if (changes == CHANGES) begin
                $display("passed");
                $finish;
            end
        end

    initial begin
        $dumpfile("@NAME@_test.vcd");
        $dumpvars(1, @NAME@_test, top);
        repeat (64) @(posedge clk);
        rst <= 1'b0;
        repeat ((CHANGES + 1) * CLOCK_HZ) @(posedge clk);
        $display("failed: the light changed %0d times, expected %0d", changes, CHANGES);
        $finish;
    end
endmodule
