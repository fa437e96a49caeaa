// buttons_test.v: presses buttons of a whole board that bounce, and looks at the LEDs: the module chip, which is made of a bitstream. Prints
// "passed", or what is wrong.
`default_nettype none

module buttons_test;
    localparam LOOK    = 100;           // the buttons are looked at once in so many clocks
    localparam PRESSES = 12;
    localparam FIRST   = 4000;          // clocks before the first press: a board's reset takes up to 2,100

    reg        clk = 1'b0;
    reg  [2:0] button = 3'b000;
    wire [4:0] led;
    integer    k, bounce, wrong = 0;

    always #5 clk = ~clk;

    chip dut (
        .clk_pin(clk),
        .button(button),
        .led(led)
    );

    // Moves a button, with contacts that bounce.
    task move(input integer which, input to);
        begin
            for (bounce = 0; bounce < 5; bounce = bounce + 1) begin
                button[which] = to;
                repeat (LOOK / 16) @(negedge clk);
                button[which] = ~to;
                repeat (LOOK / 16) @(negedge clk);
            end
            button[which] = to;
            repeat (5 * LOOK) @(negedge clk);
        end
    endtask

    task expect_leds(input [4:0] wanted);
        if (led !== wanted) begin
            $display("press %0d: the LEDs show %b instead of %b", k, led, wanted);
            wrong = wrong + 1;
        end
    endtask

    // Press k is of button k mod 3, which then has been pressed k / 3 + 1 times.
    initial begin
        repeat (FIRST) @(negedge clk);
        k = 0;
        expect_leds(5'd0);
        while (k < PRESSES) begin
            move(k % 3, 1'b1);
            expect_leds((((k / 3 + 1) % 4) << 3) | (1 << (k % 3)));
            move(k % 3, 1'b0);
            expect_leds((((k / 3 + 1) % 4) << 3) | (1 << (k % 3)));
            k = k + 1;
        end
        if (wrong == 0)
            $display("passed: %0d presses", PRESSES);
        else
            $display("failed: %0d times", wrong);
        $finish(0);
    end
endmodule
`default_nettype wire
