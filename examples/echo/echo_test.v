// echo_test.v: queries every leaf and checks every answer. Prints "passed", or the error.
`default_nettype none

module echo_test;
    localparam QUESTIONS = 30;
    localparam PATIENCE  = 50000;       // clocks

    reg         clk = 1'b0;
    reg         rst = 1'b1;
    reg  [31:0] asked = 0, answered = 0;
    reg         asking = 1'b0;
    reg         failed = 1'b0;
    wire        taken, answer_valid;
    wire [31:0] answer;
    wire [3:0]  from;

    // Question k is 1000 k for leaf 1 + k mod 15.
    wire [31:0] question = 1000 * asked;
    wire [31:0] to       = 1 + asked % 15;
    integer     clocks   = 0;

    echo dut (
        .clk(clk),
        .rst(rst),
        .s_axis_tdata(question),
        .s_axis_tdest(to[3:0]),
        .s_axis_tvalid(asking),
        .s_axis_tready(taken),
        .m_axis_tdata(answer),
        .m_axis_tuser(from),
        .m_axis_tvalid(answer_valid),
        .m_axis_tready(1'b1)
    );

    always #5 clk = ~clk;

    // Answers of different leaves may overtake each other: each is checked by itself.
    wire [31:0] number = (answer - 1) / 1000;

    always @(posedge clk) begin
        clocks <= clocks + 1;
        rst    <= clocks < 4;
        if (clocks > 8)
            asking <= asked + (asking && taken) < QUESTIONS;
        if (asking && taken)
            asked <= asked + 1;
        if (answer_valid) begin
            answered <= answered + 1;
            if (answer != 1000 * number + 1 || {28'd0, from} != 1 + number % 15 || number >= asked) begin
                $display("leaf %0d answered %0d", from, answer);
                failed <= 1'b1;
            end
        end
        if (answered == QUESTIONS || clocks == PATIENCE) begin
            if (failed || answered != QUESTIONS)
                $display("failed: %0d answers to %0d questions", answered, asked);
            else
                $display("passed: %0d answers in %0d clocks", answered, clocks);
            $finish(0);
        end
    end
endmodule

`default_nettype wire
