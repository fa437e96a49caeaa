// wakes: an end of a link whose far end is not there yet: its clock and pins stand at 0 or 1, or are noise, as of an FPGA that is being configured.
//   The end stays down, takes and gives no word, and sends none. Then the far end comes out of reset, and each word comes once, in order, both
//   ways. A far end that is reset, or configured again, while words are under way: those that come later are of the new session, in order.
`timescale 1ns / 1ps
`default_nettype none

module wakes;
    localparam WIDTH = 24, WORDS = 3, PINS = 4;
    reg              clk_0, clk_1, rst_0, rst_1, there, noise_clk;
    reg  [1:0]       idle;                  // of a far end that is not there: 0: at 0, 1: at 1, 2: noise
    reg  [PINS-1:0]  noise;
    wire             tx_clk_0, tx_clk_1, up_0, up_1, ready_0, ready_1, valid_0, valid_1;
    wire [PINS-1:0]  tx_0, tx_1;
    wire [WIDTH-1:0] out_0, out_1;
    reg  [WIDTH-1:0] sent_0, sent_1, due_0, due_1;
    reg  [WIDTH-1:0] first_0, first_1;      // that an end took in its last session
    reg              bad, was_0, was_1;
    integer          early, came_0, came_1;

    wire            off_clk  = idle == 2'd2 ? noise_clk : idle[0];
    wire [PINS-1:0] off_pins = idle == 2'd2 ? noise : {PINS{idle[0]}};

    link_end #(.WIDTH(WIDTH), .WORDS(WORDS), .PINS(PINS), .SILENCE(7)) end_0 (
        .clk(clk_0), .rst(rst_0), .s_axis_tdata(sent_0), .s_axis_tvalid(1'b1), .s_axis_tready(ready_0), .m_axis_tdata(out_0),
        .m_axis_tvalid(valid_0), .m_axis_tready(1'b1), .tx_clk(tx_clk_0), .tx_pins(tx_0), .rx_clk(there ? tx_clk_1 : off_clk),
        .rx_pins(there ? tx_1 : off_pins), .up(up_0), .differs(), .locked(), .bad(), .again(), .lost()
    );
    link_end #(.WIDTH(WIDTH), .WORDS(WORDS), .PINS(PINS), .SILENCE(7)) end_1 (
        .clk(clk_1), .rst(rst_1), .s_axis_tdata(sent_1), .s_axis_tvalid(1'b1), .s_axis_tready(ready_1), .m_axis_tdata(out_1),
        .m_axis_tvalid(valid_1), .m_axis_tready(1'b1), .tx_clk(tx_clk_1), .tx_pins(tx_1), .rx_clk(tx_clk_0),
        .rx_pins(tx_0), .up(up_1), .differs(), .locked(), .bad(), .again(), .lost()
    );

    always #5 clk_0 = !clk_0;
    always #5.003 clk_1 = !clk_1;
    always #3.7 {noise_clk, noise} = $random;

    // What comes from an end that is not there must not be taken for words, nor may words be taken for it: they would be lost. Words that come
    // are the next ones, or the first of a later session.
    always @(posedge clk_0)
        if (!rst_0) begin
            if (!there && (up_0 !== 1'b0 || valid_0 !== 1'b0 || ready_0 !== 1'b0))
                early = early + 1;
            if (ready_0 === 1'b1)
                sent_0 <= sent_0 + 1'b1;
            was_0 <= up_0;
            if (up_0 && !was_0)
                first_0 = sent_0;
            if (valid_0 === 1'b1) begin
                if (first_1 > due_0 && out_0 === first_1)
                    due_0 = first_1;
                bad    = bad || out_0 !== due_0 || out_0 >= sent_1;
                due_0  = due_0 + 1'b1;
                came_0 = came_0 + 1;
            end
        end
    always @(posedge clk_1)
        if (!rst_1) begin
            if (ready_1 === 1'b1)
                sent_1 <= sent_1 + 1'b1;
            was_1 <= up_1;
            if (up_1 && !was_1)
                first_1 = sent_1;
            if (valid_1 === 1'b1) begin
                if (first_0 > due_1 && out_1 === first_0)
                    due_1 = first_0;
                bad    = bad || out_1 !== due_1 || out_1 >= sent_0;
                due_1  = due_1 + 1'b1;
                came_1 = came_1 + 1;
            end
        end

    // Waits for the link, and looks at what comes by it. Some 45 words are under way.
    task work;
        input [127:0] name;
        begin
            came_0 = 0;
            came_1 = 0;
            #40000;
            $display("%0s - words in order behind %0s", !bad && {up_0, up_1} === 2'b11 && came_0 > 100 && came_1 > 100 && sent_0 - due_1 < 100
                     && sent_1 - due_0 < 100 ? "ok" : "not ok", name);
        end
    endtask

    // The far end goes away for `clocks`, and comes back after a reset.
    task leave;
        input [1:0]   how;
        input integer clocks;
        input [127:0] name;
        begin
            idle  = how;
            there = 1'b0;
            rst_1 = 1'b1;
            // Its session ends first.
            repeat (20)
                if (up_0 !== 1'b0)
                    #2000;
            // What had come by then has been read.
            #1000 early = 0;
            #(10 * clocks) $display("%0s - nothing is taken, given or up beside %0s", early == 0 ? "ok" : "not ok", name);
            there = 1'b1;
            #600 rst_1 = 1'b0;
            work(name);
        end
    endtask

    initial begin
        {clk_0, clk_1, noise_clk, noise} = 0;
        {sent_0, sent_1, due_0, due_1, first_0, first_1, bad, was_0, was_1} = 0;
        {rst_0, rst_1, there, idle} = 5'b11000;
        #500 rst_0 = 1'b0;
        leave(2'd0, 4000, "pins at 0");
        leave(2'd1, 4000, "pins at 1");
        leave(2'd2, 20000, "noise");
        // The near end cannot see that the far one is in reset before it is over.
        #333 rst_1 = 1'b1;
        #400 rst_1 = 1'b0;
        #40000 work("a short reset");
        $finish(0);
    end
endmodule

`default_nettype wire
