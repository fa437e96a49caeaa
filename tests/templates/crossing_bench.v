// crossing_bench: words through crossing_fifo.v, between two clocks with any periods and jitter, from a reset on. Prints how many came
//   out, how many of them were wrong, and how many came per 1000 clocks of the slower side.
`timescale 1ps/1ps
`default_nettype none

module crossing_bench;
    parameter PLACES = 8;
    localparam JITTER = 300;

    integer     in_period, out_period, words, take;
    reg         in_clk, out_clk, rst, in_valid, out_ready;
    reg  [15:0] in;
    wire [15:0] out;
    wire        held, leaf_rst, in_ready, out_valid;
    reg  [15:0] sent [0:63];
    integer     came, went, wrong, began, seed;

    crossing_reset resets (.clk(in_clk), .rst(rst), .held(held), .leaf_clk(out_clk), .leaf_rst(leaf_rst));
    crossing_fifo #(.WIDTH(16), .PLACES(PLACES), .METASTABLE(1)) fifo (
        .in_clk(in_clk), .in_rst(held), .in(in), .in_valid(in_valid), .in_ready(in_ready),
        .out_clk(out_clk), .out_rst(leaf_rst), .out(out), .out_valid(out_valid), .out_ready(out_ready)
    );

    initial begin
        {in_clk, out_clk, in_valid, out_ready, in} = 0;
        rst = 1'b1;
        {came, went, wrong, began} = 0;
        seed = 1;
        if (!$value$plusargs("in=%d", in_period) || !$value$plusargs("out=%d", out_period) || !$value$plusargs("words=%d", words)
            || !$value$plusargs("take=%d", take))
            $finish(0);
        #200000 rst = 1'b0;
    end
    always #(in_period / 2 + $random(seed) % JITTER) in_clk = ~in_clk;
    always #(out_period / 2 + $random(seed) % JITTER) out_clk = ~out_clk;

    always @(posedge in_clk)
        if (!held) begin
            if (in_valid && in_ready) begin
                sent[came % 64] = in;
                came = came + 1;
            end
            in_valid <= 1'b1;
            if (!in_valid || in_ready)
                in <= $random(seed);
        end
    always @(posedge out_clk)
        if (!leaf_rst) begin
            if (out_valid === 1'b1 && out_ready) begin
                if (went == 0)
                    began = $time;
                if (out !== sent[went % 64] || went >= came)
                    wrong = wrong + 1;
                went = went + 1;
            end else if (out_valid !== 1'b0 && out_valid !== 1'b1) begin
                wrong = wrong + 1;
            end
            out_ready <= $unsigned($random(seed)) % 100 < take;
            if (went == words) begin
                $display("%0d words, %0d wrong, %0d in 1000 clocks", went, wrong,
                         went * 1000 / (($time - began) / (in_period > out_period ? in_period : out_period)));
                $finish(0);
            end
        end
    initial #2000000000 begin
        $display("stuck: %0d words, %0d wrong", went, wrong);
        $finish(0);
    end
endmodule

`default_nettype wire
