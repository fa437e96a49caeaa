// words: every word comes out once, at its leaf, whole, and in order of those from its sender; none from before a reset does.
//
//   Each leaf sends to random leaves, or to leaf 0 alone, and now and then to a leaf that does not exist: such a word is taken,
//   and lost. Some readers take every word, others one in a few clocks, and while an epoch lasts leaf 5 and its like take none.
//   Words fill the queues. Then a reset of one clock ends the epoch: every other sender keeps its word on s_axis, the others
//   withdraw theirs. In the last epoch all readers wake up, and the network must become empty.
//   A word tells its number among those from its sender to its leaf. From the first reset on, no strobe is undefined.
`timescale 1ns / 1ns
`default_nettype none

module words #(
    parameter LEAVES  = 16,
    parameter LABEL   = 4,                      // bits of a leaf's number
    parameter PAYLOAD = 32,
    parameter INSIDE  = 3,                      // words for a leaf that sleeps
    parameter EPOCH   = 300,                    // clocks
    parameter EPOCHS  = 2
);
    localparam ALL = 1 << LABEL;                // numbers of leaves, those of none among them
    localparam MOST = 10 * EPOCH;              // clocks for the network to become empty

    reg                       clk = 1'b0, rst = 1'b1;
    reg  [LEAVES*PAYLOAD-1:0] s_axis_tdata;
    reg  [LEAVES*LABEL-1:0]   s_axis_tdest;
    reg  [LEAVES-1:0]         s_axis_tvalid = 0, m_axis_tready = 0;
    wire [LEAVES-1:0]         s_axis_tready, m_axis_tvalid;
    wire [LEAVES*PAYLOAD-1:0] m_axis_tdata;
    wire [LEAVES*LABEL-1:0]   m_axis_tuser;

    rotor dut (
        .clk(clk), .rst(rst),
        .s_axis_tdata(s_axis_tdata), .s_axis_tdest(s_axis_tdest), .s_axis_tvalid(s_axis_tvalid), .s_axis_tready(s_axis_tready),
        .m_axis_tdata(m_axis_tdata), .m_axis_tuser(m_axis_tuser), .m_axis_tvalid(m_axis_tvalid), .m_axis_tready(m_axis_tready)
    );

    integer                   to [0:ALL*ALL-1], from [0:ALL*ALL-1];     // [sender * ALL + leaf]: offered, arrived
    integer                   seed = 1, clocks = 0, epoch = 0, inside = 0, i, k, target, source;
    integer                   arrived = 0, lost = 0, dead_inside = 0, deepest = 0;
    integer                   held [0:ALL-1];   // words taken for a leaf that have not arrived
    reg                       offers = 1'b1, dead = 1'b1;
    reg  [LEAVES-1:0]         taken, waits = 0;
    reg  [LEAVES*PAYLOAD-1:0] waiting;          // m_axis_tdata that are not taken yet

    function [PAYLOAD-1:0] word(input integer number, input integer sender, input integer leaf);
        reg [63:0] mixed;
        begin
            mixed = number * 64'h9e3779b97f4a7c15 + sender * 64'h0f1e2d3c4b5a6779 + leaf * 64'h0123456789abcdef;
            word = {~mixed[31:0], mixed[63:32], mixed, ~mixed, mixed[7:0] ^ mixed[15:8], mixed[63:8] ^ mixed[55:0]};
        end
    endfunction

    function sleeps(input integer leaf);
        sleeps = dead && leaf % 6 == 5;
    endfunction

    // A new word of leaf i.
    task offer;
        begin
            target = {$random(seed)} % LEAVES;
            if (i % 4 == 1)
                target = 0;
            if (i % 4 == 2 && i % 8 != target % 8)
                target = 5;
            if (i % 4 != 2)                     // the others send to no leaf that sleeps
                while (target % 6 == 5)
                    target = {$random(seed)} % LEAVES;
            if ({$random(seed)} % 8 == 0 && ALL > LEAVES)
                target = LEAVES + {$random(seed)} % (ALL - LEAVES);
            s_axis_tvalid[i] = 1'b1;
            s_axis_tdest[i*LABEL +: LABEL] = target;
            s_axis_tdata[i*PAYLOAD +: PAYLOAD] = word(to[i*ALL + target], i, target);
            to[i*ALL + target] = to[i*ALL + target] + 1;
        end
    endtask

    task complain(input integer leaf);
        begin
            $display("clock %0d: leaf %0d has %h from leaf %0d, expected %h, or none", clocks, leaf,
                     m_axis_tdata[leaf*PAYLOAD +: PAYLOAD], source, word(from[source*ALL + leaf], source, leaf));
            $finish_and_return(1);
        end
    endtask

    // What leaf i takes in this clock.
    task check;
        begin
            source = m_axis_tuser[i*LABEL +: LABEL];
            if (^m_axis_tuser[i*LABEL +: LABEL] === 1'bx || source >= LEAVES)
                complain(i);
            if (from[source*ALL + i] >= to[source*ALL + i]
                || m_axis_tdata[i*PAYLOAD +: PAYLOAD] !== word(from[source*ALL + i], source, i))
                complain(i);
            from[source*ALL + i] = from[source*ALL + i] + 1;
            held[i] = held[i] - 1;
            inside = inside - 1;
            arrived = arrived + 1;
        end
    endtask

    // All that was sent is forgotten, but for the words that stay on s_axis.
    task forget;
        begin
            for (k = 0; k < ALL*ALL; k = k + 1)
                from[k] = to[k];
            for (i = 0; i < LEAVES; i = i + 1)
                if (s_axis_tvalid[i] && i % 2 == 0)
                    from[i*ALL + s_axis_tdest[i*LABEL +: LABEL]] = to[i*ALL + s_axis_tdest[i*LABEL +: LABEL]] - 1;
                else
                    s_axis_tvalid[i] = 1'b0;
            for (k = 0; k < ALL; k = k + 1)
                held[k] = 0;
            inside = 0;
            waits = 0;
        end
    endtask

    task step;
        begin
            for (i = 0; i < LEAVES; i = i + 1) begin
                if (offers && !s_axis_tvalid[i] && (i % 3 != 2 || {$random(seed)} % 8 == 0))
                    offer;
                m_axis_tready[i] = !sleeps(i) && (i % 3 == 0 || {$random(seed)} % (i % 3 == 1 ? 2 : 12) == 0);
            end
            #1 if (^{s_axis_tready, m_axis_tvalid} === 1'bx) begin
                $display("clock %0d: an output is undefined", clocks);
                $finish_and_return(1);
            end
            for (i = 0; i < LEAVES; i = i + 1) begin
                source = m_axis_tuser[i*LABEL +: LABEL];
                if (waits[i] && (!m_axis_tvalid[i]
                                 || m_axis_tdata[i*PAYLOAD +: PAYLOAD] !== waiting[i*PAYLOAD +: PAYLOAD]))
                    complain(i);                // it stays until it is taken
                if (m_axis_tvalid[i] && m_axis_tready[i])
                    check;
            end
            waits = m_axis_tvalid & ~m_axis_tready;
            waiting = m_axis_tdata;
            taken = s_axis_tvalid & s_axis_tready;
            for (i = 0; i < LEAVES; i = i + 1)
                if (taken[i] && s_axis_tdest[i*LABEL +: LABEL] < LEAVES) begin
                    k = s_axis_tdest[i*LABEL +: LABEL];
                    held[k] = held[k] + 1;
                    if (held[k] > deepest)
                        deepest = held[k];
                    inside = inside + 1;
                end else if (taken[i])
                    lost = lost + 1;
            @(posedge clk) #1 clocks = clocks + 1;
            s_axis_tvalid = s_axis_tvalid & ~taken;
        end
    endtask

    always #5 clk = ~clk;

    initial begin
        for (k = 0; k < ALL*ALL; k = k + 1) begin
            to[k] = 0;
            from[k] = 0;
        end
        forget;
        for (epoch = 0; epoch < EPOCHS; epoch = epoch + 1) begin
            rst = 1'b1;
            @(posedge clk) #1 rst = 1'b0;
            forget;
            clocks = 0;
            while (clocks < EPOCH)
                step;
            dead_inside = dead_inside + held[5];
        end
        dead = 1'b0;
        while (clocks < 2 * EPOCH)
            step;
        offers = 1'b0;
        while (clocks < MOST && (inside > 0 || s_axis_tvalid != 0))
            step;
        repeat (100)
            step;
        if (inside != 0 || s_axis_tvalid != 0 || m_axis_tvalid != 0) begin
            $display("%0d words have not arrived after %0d clocks; s_axis_tvalid %b", inside, clocks, s_axis_tvalid);
            $finish_and_return(1);
        end
        // A leaf that sleeps has one word on m_axis, and its queue is full.
        if (dead_inside != EPOCHS * INSIDE || deepest < INSIDE || deepest > INSIDE + 1 || lost == 0 && ALL > LEAVES) begin
            $display("%0d words for leaf 5 when it slept, %0d for a leaf at most, %0d for none", dead_inside, deepest, lost);
            $finish_and_return(1);
        end
        $display("%0d words arrived, %0d were lost, in %0d clocks", arrived, lost, clocks);
        $finish(0);
    end
endmodule

`default_nettype wire
