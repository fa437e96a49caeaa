// many_core_chip.v: the chip with the cores of examples/many-core and the program neighbours: prints what comes over its serial line, until the
// first light says that all cores have stopped; the second one must stay off.
`default_nettype none
`timescale 1ns / 1ps
module many_core_chip #(
    parameter BIT_CLOCKS = 208,
    parameter LIMIT      = 1000000             // clocks
);
    reg        clk = 1'b0;
    wire       tx;
    wire [1:0] led;
    integer    clocks = 0, timer = 0, bytes = 0;
    reg  [8:0] shift = 9'h1ff;

    chip chip (.clk_pin(clk), .uart_tx(tx), .led(led));

    always #5 clk = ~clk;
    always @(posedge clk) begin
        clocks <= clocks + 1;
        if (timer != 0) begin
            timer <= timer - 1;
            if (timer % BIT_CLOCKS == BIT_CLOCKS / 2)
                shift <= {tx, shift[8:1]};
            if (timer == 1) begin
                $write("%c", shift[7:0]);
                bytes <= bytes + 1;
            end
        end else if (tx === 1'b0) begin
            timer <= 9 * BIT_CLOCKS + BIT_CLOCKS / 2;
            if (bytes == 0)
                $display("the first byte is sent after %0d clocks", clocks);
        end
        if (timer == 0 && (led[0] === 1'b1 && bytes > 0 || led[1] === 1'b1 || clocks > LIMIT)) begin
            $display("%s after %0d clocks, lights %b, %0d bytes", led === 2'b01 ? "passed:" : "FAILED:", clocks, led, bytes);
            $finish(0);
        end
    end
endmodule
`default_nettype wire
