// chips: trees a meet at their roots and come up; a and b, a and c have other labels, or other words, and both say so.
`timescale 1ns / 1ps
`default_nettype none

module chips;
    reg        clk_0, clk_1, rst;
    wire [2:0] up_0, up_1, differs_0, differs_1, tx_0, tx_1;
    wire [3:0] pins_0 [0:2], pins_1 [0:2];
    genvar     k;

    generate
        for (k = 0; k < 3; k = k + 1) begin : near
            a chip (
                .clk(clk_0), .rst(rst), .s_axis_tdata(48'd0), .s_axis_tdest(12'd0), .s_axis_tvalid(4'd0), .s_axis_tready(), .m_axis_tdata(),
                .m_axis_tuser(), .m_axis_tvalid(), .m_axis_tready(4'd0), .link_tx_clk(tx_0[k]), .link_tx_pins(pins_0[k]),
                .link_rx_clk(tx_1[k]), .link_rx_pins(pins_1[k]), .link_up(up_0[k]), .link_differs(differs_0[k]), .link_locked(),
                .link_bad(), .link_again(), .link_lost()
            );
        end
    endgenerate
    a equal (
        .clk(clk_1), .rst(rst), .s_axis_tdata(48'd0), .s_axis_tdest(12'd0), .s_axis_tvalid(4'd0), .s_axis_tready(), .m_axis_tdata(),
        .m_axis_tuser(), .m_axis_tvalid(), .m_axis_tready(4'd0), .link_tx_clk(tx_1[0]), .link_tx_pins(pins_1[0]), .link_rx_clk(tx_0[0]),
        .link_rx_pins(pins_0[0]), .link_up(up_1[0]), .link_differs(differs_1[0]), .link_locked(), .link_bad(), .link_again(), .link_lost()
    );
    b labels (
        .clk(clk_1), .rst(rst), .s_axis_tdata(80'd0), .s_axis_tdest(32'd0), .s_axis_tvalid(8'd0), .s_axis_tready(), .m_axis_tdata(),
        .m_axis_tuser(), .m_axis_tvalid(), .m_axis_tready(8'd0), .link_tx_clk(tx_1[1]), .link_tx_pins(pins_1[1]), .link_rx_clk(tx_0[1]),
        .link_rx_pins(pins_0[1]), .link_up(up_1[1]), .link_differs(differs_1[1]), .link_locked(), .link_bad(), .link_again(), .link_lost()
    );
    c words (
        .clk(clk_1), .rst(rst), .s_axis_tdata(52'd0), .s_axis_tdest(12'd0), .s_axis_tvalid(4'd0), .s_axis_tready(), .m_axis_tdata(),
        .m_axis_tuser(), .m_axis_tvalid(), .m_axis_tready(4'd0), .link_tx_clk(tx_1[2]), .link_tx_pins(pins_1[2]), .link_rx_clk(tx_0[2]),
        .link_rx_pins(pins_0[2]), .link_up(up_1[2]), .link_differs(differs_1[2]), .link_locked(), .link_bad(), .link_again(), .link_lost()
    );

    always #5 clk_0 = !clk_0;
    always #5.003 clk_1 = !clk_1;

    task expect_state;
        input integer pair;
        input         up;
        input [127:0] what;
        if ({up_0[pair], up_1[pair], differs_0[pair], differs_1[pair]} === {up, up, !up, !up})
            $display("ok - %0s", what);
        else
            $display("not ok - %0s: up %b%b, differs %b%b", what, up_0[pair], up_1[pair], differs_0[pair], differs_1[pair]);
    endtask

    initial begin
        {clk_0, clk_1, rst} = 3'b001;
        #1000 rst = 1'b0;
        #150000 expect_state(0, 1'b1, "equal trees");
        expect_state(1, 1'b0, "other labels");
        expect_state(2, 1'b0, "other words");
        $finish(0);
    end
endmodule

`default_nettype wire
