// meets: ends of a link meet. Ends with other words, or another number of words in a frame, both say so and stay down; equal ones come up. A far end
//   that goes into reset, and one whose clock stops, takes the other one down.
`timescale 1ns / 1ps
`default_nettype none

module meets;
    reg  clk_0, clk_1, rst_0, rst_1, stop;
    wire [3:0] up_0, up_1, differs_0, differs_1;
    genvar k;

    // 0: equal; 1: wider words; 2: more of them; 3: both
    generate
        for (k = 0; k < 4; k = k + 1) begin : pair
            wire        tx_clk_0, tx_clk_1;
            wire [3:0]  tx_0, tx_1;
            wire [23:0] out_0;
            wire [25:0] out_1;
            link_end #(.WIDTH(24), .WORDS(3), .PINS(4), .SILENCE(7)) end_0 (
                .clk(clk_0), .rst(rst_0), .s_axis_tdata(24'd1), .s_axis_tvalid(1'b1), .s_axis_tready(), .m_axis_tdata(out_0), .m_axis_tvalid(),
                .m_axis_tready(1'b1), .tx_clk(tx_clk_0), .tx_pins(tx_0), .rx_clk(tx_clk_1 && !stop), .rx_pins(tx_1), .up(up_0[k]),
                .differs(differs_0[k]), .locked(), .bad(), .again(), .lost()
            );
            link_end #(.WIDTH(24 + 2 * (k % 2)), .WORDS(3 + k / 2), .PINS(4), .SILENCE(7)) end_1 (
                .clk(clk_1), .rst(rst_1), .s_axis_tdata({24 + 2 * (k % 2){1'b0}}), .s_axis_tvalid(1'b1), .s_axis_tready(),
                .m_axis_tdata(out_1[23+2*(k%2):0]), .m_axis_tvalid(), .m_axis_tready(1'b1), .tx_clk(tx_clk_1), .tx_pins(tx_1),
                .rx_clk(tx_clk_0), .rx_pins(tx_0), .up(up_1[k]), .differs(differs_1[k]), .locked(), .bad(), .again(), .lost()
            );
        end
    endgenerate

    always #5 clk_0 = !clk_0;
    always #5.003 clk_1 = !clk_1;

    // An end in reset says nothing.
    task expect_state;
        input [3:0]   up, differs;
        input [127:0] when;
        if ({up_0, up_1, differs_0, differs_1} === {up, up, differs, rst_1 ? 4'd0 : differs})
            $display("ok - %0s", when);
        else
            $display("not ok - %0s: up %b %b, other parameters %b %b", when, up_0, up_1, differs_0, differs_1);
    endtask

    initial begin
        {clk_0, clk_1, stop} = 3'b000;
        {rst_0, rst_1} = 2'b11;
        #1000 rst_0 = 1'b0;
        #7000 rst_1 = 1'b0;
        #40000 expect_state(4'b0001, 4'b1110, "met");
        rst_1 = 1'b1;
        #80000 expect_state(4'b0000, 4'b1110, "a far reset");
        rst_1 = 1'b0;
        #40000 expect_state(4'b0001, 4'b1110, "met again");
        stop = 1'b1;
        #80000 expect_state(4'b0000, 4'b1110, "a clock stops");
        stop = 1'b0;
        // The search for the begin of a frame may end a session once more, as these ends are soon out of patience.
        repeat (40)
            if ({up_0, up_1} !== 8'h11)
                #10000;
        expect_state(4'b0001, 4'b1110, "it is back");
        $finish(0);
    end
endmodule

`default_nettype wire
