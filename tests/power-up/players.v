// players.v: a testbench for a network that plays a schedule: `play` is high before the first clock; each word must
// arrive once, and no handshake may be undefined once the reset is over. The schedule is played until three words a
// wire have come.
//
//   +unknown   inputs are undefined during the reset
`default_nettype none

module players_bench #(
    parameter WIRES   = 16,
    parameter PAYLOAD = 16,
    parameter CYCLE   = 1               // bits of received_cycle
) (
    output reg                      clk,
    output reg                      rst,
    output reg                      play,
    output reg  [WIRES*PAYLOAD-1:0] s_axis_tdata,
    output wire [WIRES-1:0]         s_axis_tvalid,
    input  wire [WIRES-1:0]         s_axis_tready,
    input  wire [WIRES*PAYLOAD-1:0] m_axis_tdata,
    input  wire [WIRES-1:0]         m_axis_tvalid,
    input  wire                     playing,
    input  wire [CYCLE-1:0]         received_cycle
);
    localparam P = PAYLOAD, MOST = 1024;

    reg [P-1:0] sent [0:MOST-1];        // that have not arrived
    integer     i, k, count, arrived, clocks, found;

    assign s_axis_tvalid = {WIRES{1'b1}};

    task fail;
        begin
            $display("failed: clock %0d, playing %b, s_axis_tready %b, m_axis_tvalid %b, m_axis_tdata %h, cycle %b",
                     clocks, playing, s_axis_tready, m_axis_tvalid, m_axis_tdata, received_cycle);
            $finish(0);
        end
    endtask

    task draw;
        input integer wire_;
        s_axis_tdata[wire_*P +: P] = $random;
    endtask

    task take;
        input [P-1:0] word;
        begin
            found = -1;
            for (k = 0; k < count; k = k + 1)
                if (sent[k] === word)
                    found = k;
            if (found < 0 || ^received_cycle === 1'bx) begin
                fail;
            end else begin
                count       = count - 1;
                sent[found] = sent[count];
                arrived     = arrived + 1;
            end
        end
    endtask

    initial begin
        clk     = 1'b0;
        rst     = 1'b1;
        play    = $test$plusargs("unknown") ? 1'bx : 1'b1;
        count   = 0;
        arrived = 0;
        s_axis_tdata = {WIRES*P{1'bx}};
        for (clocks = 0; rst || play !== 1'b0 || playing === 1'b1; clocks = clocks + 1) begin
            #1 if (!rst) begin
                if (^{playing, s_axis_tready, m_axis_tvalid} === 1'bx)
                    fail;
                for (i = 0; i < WIRES; i = i + 1)
                    if (m_axis_tvalid[i])
                        take(m_axis_tdata[i*P +: P]);
                for (i = 0; i < WIRES; i = i + 1)
                    if (s_axis_tready[i]) begin
                        sent[count] = s_axis_tdata[i*P +: P];
                        count = count + 1;
                    end
            end
            found = s_axis_tready;
            #1 clk = 1'b1;
            #1 clk = 1'b0;
            for (i = 0; i < WIRES && !rst; i = i + 1)
                if (found[i])
                    draw(i);
            if (clocks == 31) begin
                rst  = 1'b0;
                play = 1'b1;
                for (i = 0; i < WIRES; i = i + 1)
                    draw(i);
            end
            if (arrived >= 3 * WIRES || clocks > 4000)
                play = 1'b0;
        end
        if (count == 0 && arrived > 0)
            $display("passed: %0d words in %0d clocks", arrived, clocks);
        else
            fail;
        $finish(0);
    end
endmodule

`default_nettype wire
