// words: every word comes out once, at its destination, whole, and in order of those from its source.
//
//   Each node sends WORDS words to random nodes, its own among them, one after the other with no pause, or, with SLOW, some
//   of the time; it takes words in one clock of SLOW. A word is {its number among those to that node, source, destination}, xor PATTERN.
//   In every clock after the reset no output is undefined.
`timescale 1ns / 1ns
`default_nettype none

module words #(
    parameter NODES   = 7,
    parameter NUMBER  = 3,                      // bits of a node's number
    parameter PAYLOAD = 64,
    parameter WORDS   = 100,
    parameter SLOW    = 1,
    parameter CLOCKS  = 20000                   // enough for all words
);
    localparam [255:0] PATTERN = 256'h0123456789abcdeffedcba98765432100f1e2d3c4b5a69788796a5b4c3d2e1f0;

    reg                      clk = 1'b0, rst = 1'b1;
    reg  [NODES*PAYLOAD-1:0] s_axis_tdata;
    reg  [NODES*NUMBER-1:0]  s_axis_tdest;
    reg  [NODES-1:0]         s_axis_tvalid, m_axis_tready;
    wire [NODES-1:0]         s_axis_tready, m_axis_tvalid, bad_destination;
    wire [NODES*PAYLOAD-1:0] m_axis_tdata;
    wire [NODES*NUMBER-1:0]  m_axis_tuser;

    network dut (
        .clk(clk), .rst(rst), .bad_destination(bad_destination),
        .s_axis_tdata(s_axis_tdata), .s_axis_tdest(s_axis_tdest), .s_axis_tvalid(s_axis_tvalid), .s_axis_tready(s_axis_tready),
        .m_axis_tdata(m_axis_tdata), .m_axis_tuser(m_axis_tuser), .m_axis_tvalid(m_axis_tvalid), .m_axis_tready(m_axis_tready)
    );

    integer              sent [1:NODES], to [0:(NODES+1)*(NODES+1)-1], from [0:(NODES+1)*(NODES+1)-1];
    integer              seed = 1, arrived = 0, clocks = 0, i, source, target;
    reg  [NODES-1:0]     taken;
    reg  [PAYLOAD-1:0]   wanted;

    // A new word of node i, if it has one left.
    task offer;
        begin
            s_axis_tvalid[i-1] = sent[i] < WORDS;
            if (sent[i] < WORDS) begin
                target = 1 + {$random(seed)} % NODES;
                s_axis_tdest[(i-1)*NUMBER +: NUMBER] = target;
                s_axis_tdata[(i-1)*PAYLOAD +: PAYLOAD] = {to[i*(NODES+1) + target], i[NUMBER-1:0], target[NUMBER-1:0]} ^ PATTERN;
                to[i*(NODES+1) + target] = to[i*(NODES+1) + target] + 1;
                sent[i] = sent[i] + 1;
            end
        end
    endtask

    task complain(input integer node);
        begin
            $display("clock %0d: node %0d has %h from node %0d, expected %h", clocks, node,
                     m_axis_tdata[(node-1)*PAYLOAD +: PAYLOAD], source, wanted);
            $finish_and_return(1);
        end
    endtask

    // What node i takes in this clock.
    task check;
        begin
            source = m_axis_tuser[(i-1)*NUMBER +: NUMBER];
            wanted = {from[source*(NODES+1) + i], source[NUMBER-1:0], i[NUMBER-1:0]} ^ PATTERN;
            if (source < 1 || source > NODES || m_axis_tdata[(i-1)*PAYLOAD +: PAYLOAD] !== wanted)
                complain(i);
            from[source*(NODES+1) + i] = from[source*(NODES+1) + i] + 1;
            arrived = arrived + 1;
        end
    endtask

    always #5 clk = ~clk;

    initial begin
        for (i = 0; i < (NODES+1)*(NODES+1); i = i + 1) begin
            to[i] = 0;
            from[i] = 0;
        end
        m_axis_tready = 0;
        for (i = 1; i <= NODES; i = i + 1) begin
            sent[i] = 0;
            offer;
        end
        repeat (4) @(posedge clk);
        #1 rst = 1'b0;
        while (clocks < CLOCKS && arrived < NODES * WORDS) begin
            for (i = 0; i < NODES; i = i + 1)
                m_axis_tready[i] = {$random(seed)} % SLOW == 0;
            #1 if (^{s_axis_tready, m_axis_tvalid, bad_destination} === 1'bx) begin
                $display("clock %0d: an output is undefined", clocks);
                $finish_and_return(1);
            end
            for (i = 1; i <= NODES; i = i + 1)
                if (m_axis_tvalid[i-1] && m_axis_tready[i-1])
                    check;
            taken = s_axis_tvalid & s_axis_tready;
            @(posedge clk) #1 clocks = clocks + 1;
            for (i = 1; i <= NODES; i = i + 1)
                if (taken[i-1] || !s_axis_tvalid[i-1] && {$random(seed)} % SLOW == 0)
                    offer;
        end
        if (arrived < NODES * WORDS || bad_destination != 0) begin
            $display("%0d of %0d words have arrived after %0d clocks; bad destinations %b", arrived, NODES * WORDS, clocks,
                     bad_destination);
            $finish_and_return(1);
        end
        $display("%0d words in %0d clocks", arrived, clocks);
        $finish(0);
    end
endmodule

`default_nettype wire
