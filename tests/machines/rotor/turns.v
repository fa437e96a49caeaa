// turns: no word waits on s_axis for longer than MOST clocks when favourites go first in every other turn.
//
//   All leaves but those of place 1 always have a word: for leaf 0, and in a second run for one of three leaves. Readers take
//   each at once. Chance alone would let a word wait longer at once: it goes first in one of eight turns.
`timescale 1ns / 1ns
`default_nettype none

module turns #(
    parameter LEAVES = 20,
    parameter BINS   = 4,
    parameter LABEL  = 5,
    parameter MOST   = 280,
    parameter CLOCKS = 3000                     // of a run
);
    reg                     clk = 1'b0, rst = 1'b1;
    reg  [LEAVES*LABEL-1:0] s_axis_tdest = 0;
    reg  [LEAVES-1:0]       s_axis_tvalid = 0;
    wire [LEAVES-1:0]       s_axis_tready, m_axis_tvalid;
    wire [LEAVES*8-1:0]     m_axis_tdata;
    wire [LEAVES*LABEL-1:0] m_axis_tuser;

    rotor dut (
        .clk(clk), .rst(rst),
        .s_axis_tdata({LEAVES{8'd0}}), .s_axis_tdest(s_axis_tdest), .s_axis_tvalid(s_axis_tvalid), .s_axis_tready(s_axis_tready),
        .m_axis_tdata(m_axis_tdata), .m_axis_tuser(m_axis_tuser), .m_axis_tvalid(m_axis_tvalid), .m_axis_tready({LEAVES{1'b1}})
    );

    integer            waits [0:LEAVES-1];
    integer            seed = 1, clocks, run, i, longest = 0, leaf = 0;
    reg  [LEAVES-1:0]  taken;

    always #5 clk = ~clk;

    initial begin
        for (run = 0; run < 2; run = run + 1) begin
            rst = 1'b1;
            s_axis_tvalid = 0;
            @(posedge clk) #1 rst = 1'b0;
            repeat (100) @(posedge clk);        // the queues become empty
            #1;
            for (clocks = 0; clocks < CLOCKS && longest <= MOST; clocks = clocks + 1) begin
                for (i = 0; i < LEAVES; i = i + 1)
                    if (!s_axis_tvalid[i] && i / BINS != 1) begin
                        s_axis_tvalid[i] = 1'b1;
                        if (run == 1)
                            s_axis_tdest[i*LABEL +: LABEL] = BINS * ({$random(seed)} % 3) % (2 * BINS + 1);
                        waits[i] = 0;
                    end
                #1 taken = s_axis_tvalid & s_axis_tready;
                for (i = 0; i < LEAVES; i = i + 1) begin
                    waits[i] = waits[i] + 1;
                    if (s_axis_tvalid[i] && waits[i] > longest) begin
                        longest = waits[i];
                        leaf = i;
                    end
                end
                @(posedge clk) #1 s_axis_tvalid = s_axis_tvalid & ~taken;
            end
            s_axis_tdest = 0;
        end
        $display("leaf %0d waits %0d clocks, at most %0d are allowed", leaf, longest, MOST);
        $finish_and_return(longest > MOST || longest == 0);
    end
endmodule

`default_nettype wire
