// streams: a network with AXI4-Stream leaves gets random words, readers that stop, and resets amid them. In each clock m_axis of
// every leaf obeys AXI4-Stream: tvalid is low behind a clock with reset, and stays, with the word, until that is taken. Behind a
// reset no word comes from before it. A master shows X beside a tvalid that is low, which no reader sees. The macros NETWORK, LEAVES,
// LABEL and BITS say what the network is: BITS > 4.
`default_nettype none
`timescale 1ns / 1ps

module streams;
    localparam LEAVES = `LEAVES, LABEL = `LABEL, BITS = `BITS;
    localparam RESETS = 3, BETWEEN = 1500, LENGTH = 32;

    reg                     clk = 0, rst = 1;
    reg  [LEAVES*BITS-1:0]  s_data;
    reg  [LEAVES*LABEL-1:0] s_dest;
    reg  [LEAVES-1:0]       s_valid = 0, m_ready = 0;
    wire [LEAVES-1:0]       s_ready, m_valid;
    wire [LEAVES*BITS-1:0]  m_data;
    wire [LEAVES*LABEL-1:0] m_user;
    reg  [LEAVES-1:0]       was_valid = 0, taken;
    reg  [LEAVES*BITS-1:0]  was_data;
    reg  [LEAVES*LABEL-1:0] was_user;
    reg                     was_rst = 0;
    reg  [3:0]              epoch = 0;
    integer                 i, clock, words;

    `NETWORK network (
`ifdef FAULTS
        .fault_shift(1'b0), .fault_in(1'b0),
`endif
        .clk(clk), .rst(rst), .s_axis_tdata(s_data), .s_axis_tdest(s_dest), .s_axis_tvalid(s_valid), .s_axis_tready(s_ready),
        .m_axis_tdata(m_data), .m_axis_tuser(m_user), .m_axis_tvalid(m_valid), .m_axis_tready(m_ready)
    );

    task fail;
        input integer leaf;
        input [8*20-1:0] what;
        begin
            $display("leaf %0d, clock %0d: %0s", leaf, clock, what);
            $finish(0);
        end
    endtask

    // What m_axis shows before the edge of a clock.
    task look;
      begin
        for (i = 0; i < LEAVES; i = i + 1) begin
            if (m_valid[i] === 1'bx && clock > LENGTH || s_ready[i] === 1'bx && clock > LENGTH)
                fail(i, "X");
            if (was_rst && m_valid[i] !== 1'b0)
                fail(i, "valid after a reset");
            if (was_valid[i] && !m_valid[i])
                fail(i, "a word is gone");
            if (was_valid[i] && {m_data[i*BITS +: BITS], m_user[i*LABEL +: LABEL]}
                                !== {was_data[i*BITS +: BITS], was_user[i*LABEL +: LABEL]})
                fail(i, "a word changes");
            if (m_valid[i] && !rst && m_data[i*BITS +: 4] !== epoch)
                fail(i, "an old word");
            if (m_valid[i] && m_ready[i] && !rst)
                words = words + 1;
        end
        was_rst   = rst;
        was_valid = m_valid & ~m_ready & {LEAVES{!rst}};
        was_data  = m_data;
        was_user  = m_user;
        taken     = s_valid & s_ready;
      end
    endtask

    // Masters and readers behind the edge.
    task drive;
        begin
            for (i = 0; i < LEAVES; i = i + 1)
                if (rst)
                    s_valid[i] = 1'b0;
                else if (!s_valid[i] || taken[i]) begin
                    s_valid[i] = $random;
                    s_data[i*BITS +: BITS]   = s_valid[i] ? {$random, epoch} : {BITS{1'bx}};
                    s_dest[i*LABEL +: LABEL] = s_valid[i] ? $random : {LABEL{1'bx}};
                end
            m_ready = clock / BETWEEN % 2 ? {LEAVES{1'b1}} : $random;
        end
    endtask

    initial begin
        words = 0;
        for (clock = 0; clock < RESETS * BETWEEN; clock = clock + 1) begin
            #1 look;
            #1 clk = 1;
            #1 rst = clock % BETWEEN < LENGTH;
            if (clock % BETWEEN == 0)
                epoch = epoch + 1;
            drive;
            #1 clk = 0;
        end
        if (words < LEAVES * RESETS)
            fail(0, "few words");
        $display("passed, %0d words", words);
        $finish(0);
    end
endmodule

`default_nettype wire
