// step: wishbone_step comes by all 2^BITS values of `place`, and back to 0, in 2^BITS steps, for every BITS; a clock without
// `step` does not count.
`default_nettype none

module step;
    reg  clk = 0, rst = 1, step = 0;
    wire [11:1] passed;
    genvar bits;

    always #1 clk = ~clk;

    generate
        for (bits = 1; bits <= 11; bits = bits + 1) begin : of_width
            wire [bits-1:0]    place;
            reg  [(1<<bits)-1:0] been = 0;
            reg                twice = 0;

            wishbone_step #(.BITS(bits)) dut (.clk(clk), .rst(rst), .step(step), .place(place));
            always @(posedge clk)
                if (!rst & step & ~&been) begin
                    twice       <= twice | been[place] | (been == 0 & place != 0);
                    been[place] <= 1'b1;
                end
            assign passed[bits] = &been & ~twice;
        end
    endgenerate

    integer i;
    initial begin
        repeat (2) @(negedge clk);
        rst = 0;
        for (i = 0; i < 6200; i = i + 1) begin
            step = i % 3 != 0;
            @(negedge clk);
        end
        for (i = 1; i <= 11; i = i + 1)
            if (passed[i] === 1'b1)
                $display("ok - all places of a queue of %0d messages", 1 << i);
            else
                $display("not ok - all places of a queue of %0d messages", 1 << i);
        $display("1..11");
        $finish(0);
    end
endmodule

`default_nettype wire
