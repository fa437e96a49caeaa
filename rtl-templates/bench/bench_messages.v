// bench_messages: a testbench part: all leaves send, and every received message is checked. For simulators only.
//
//   Each leaf sends three messages: to the next leaf, to the leaf half way round, and to its mirror image. Each message
//   must arrive once, at the right leaf, intact, with its source. Dead leaves send and get none.
//
//   With packets each message is a packet of one to three words. Its words must arrive in order, with none of another
//   packet between them.
`default_nettype none

module bench_messages #(
    parameter LEAVES       = 16,
    parameter LABEL_BITS   = 4,
    parameter PAYLOAD_BITS = 32,
    parameter TO_BITS      = 4,         // of tdest
    parameter FROM_BITS    = 4,         // of tuser
    parameter PACKETS      = 0,         // 1: messages of several words, with tlast
    parameter [LEAVES-1:0] DEAD = {LEAVES{1'b0}}
) (
    input  wire                           clk,
    input  wire                           rst,
    input  wire                           go,
    input  wire [LEAVES*LABEL_BITS-1:0]   labels,       // leaf i at [i*width +: width], as everywhere below
    output reg  [LEAVES*PAYLOAD_BITS-1:0] s_axis_tdata,
    output reg  [LEAVES*TO_BITS-1:0]      s_axis_tdest,
    output reg  [LEAVES-1:0]              s_axis_tlast,
    output reg  [LEAVES-1:0]              s_axis_tvalid,
    input  wire [LEAVES-1:0]              s_axis_tready,
    input  wire [LEAVES*PAYLOAD_BITS-1:0] m_axis_tdata,
    input  wire [LEAVES*FROM_BITS-1:0]    m_axis_tuser,
    input  wire [LEAVES-1:0]              m_axis_tlast,
    input  wire [LEAVES-1:0]              m_axis_tvalid,
    output reg  [LEAVES-1:0]              m_axis_tready,
    input  wire [LEAVES-1:0]              mislabelled,  // leaves that report a wrong label
    output reg  [31:0]                    done,         // messages received
    output reg  [31:0]                    wrong         // errors found
);
    /* verilator lint_off BLKSEQ */             // a testbench goes step by step
    /* verilator lint_off UNUSEDSIGNAL */       // numbers of 32 bits, in small networks
    localparam P      = PAYLOAD_BITS;
    localparam ROUNDS = 3;
    localparam LONGEST = 3;             // words of a packet

    function [31:0] label_of;
        input integer leaf;
        label_of = {{(32-LABEL_BITS){1'b0}}, labels[leaf*LABEL_BITS +: LABEL_BITS]};
    endfunction

    // Destination and source of a leaf's messages in a round.
    function integer receiver;
        input integer leaf, round;
        receiver = round == 0 ? (leaf + 1) % LEAVES : round == 1 ? (leaf + LEAVES / 2) % LEAVES : LEAVES - 1 - leaf;
    endfunction

    function integer sender;
        input integer leaf, round;
        sender = round == 0 ? (leaf + LEAVES - 1) % LEAVES
               : round == 1 ? (leaf + LEAVES - LEAVES / 2) % LEAVES : LEAVES - 1 - leaf;
    endfunction

    function integer words;
        input integer leaf, round;
        words = PACKETS != 0 ? 1 + (leaf + round) % LONGEST : 1;
    endfunction

    function [P-1:0] payload;
        input integer leaf, round, word;
        integer at;
        reg [31:0] x;
        begin
            x = ((leaf * ROUNDS + round) * LONGEST + word + 1) * 32'h9e3779b1;
            for (at = 0; at < P; at = at + 1) begin
                payload[at] = x[31];
                x = {x[30:0], x[31] ^ x[21] ^ x[1] ^ x[0]};
            end
        end
    endfunction

    // A received word must be the next one of a message that the leaf still expects, and of the one that has begun.
    integer got   [0:LEAVES*ROUNDS-1];  // words of it
    integer begun [0:LEAVES-1];         // a round; or ROUNDS: none has

    task take;
        input integer leaf;
        input [FROM_BITS-1:0] from;
        input [P-1:0] word;
        input last;
        integer k, found;
        reg [31:0] source;
        begin
            source = {{(32-FROM_BITS){1'b0}}, from};
            found = -1;
            for (k = ROUNDS - 1; k >= 0; k = k - 1)
                if ((begun[leaf] == k || begun[leaf] == ROUNDS) && got[leaf*ROUNDS+k] < words(sender(leaf, k), k)
                    && source == label_of(sender(leaf, k)) && word === payload(sender(leaf, k), k, got[leaf*ROUNDS+k])
                    && last === (got[leaf*ROUNDS+k] + 1 == words(sender(leaf, k), k)))
                    found = k;
            if (found >= 0) begin
                got[leaf*ROUNDS+found] = got[leaf*ROUNDS+found] + 1;
                begun[leaf] = last ? ROUNDS : found;
            end else begin
                $display("leaf %0d got %h from %h, which nobody sent", leaf, word, from);
                wrong = wrong + 1;
            end
            if (last)
                done = done + 1;
        end
    endtask

    integer          round [0:LEAVES-1];
    integer          sent  [0:LEAVES-1];    // words of the round's message
    integer          i, other;
    reg [31:0]       to;
    reg [LEAVES-1:0] taken;             // valid and ready at the rising edge
    reg [LEAVES-1:0] skipped;           // a dead leaf is at an end of the round's message

    initial begin
        s_axis_tdata  = 0;
        s_axis_tdest  = 0;
        s_axis_tlast  = 0;
        s_axis_tvalid = 0;
        m_axis_tready = {LEAVES{1'b1}};
        taken         = 0;
        skipped       = 0;
        done          = 0;
        wrong         = 0;
        for (i = 0; i < LEAVES; i = i + 1) begin
            round[i] = 0;
            sent[i]  = 0;
            begun[i] = ROUNDS;
        end
        for (i = 0; i < LEAVES * ROUNDS; i = i + 1)
            got[i] = 0;
    end

    always @(negedge clk) begin
        for (i = 0; i < LEAVES; i = i + 1) begin
            sent[i] = sent[i] + (taken[i] ? 1 : 0);
            if (sent[i] == words(i, round[i]) || skipped[i]) begin
                round[i] = round[i] + 1;
                sent[i]  = 0;
            end
            other = receiver(i, round[i]);
            skipped[i] = round[i] < ROUNDS && (DEAD[i] || DEAD[other]);
            s_axis_tvalid[i] = go && round[i] < ROUNDS && !skipped[i];
            s_axis_tdata[i*P +: P] = payload(i, round[i], sent[i]);
            s_axis_tlast[i] = sent[i] + 1 == words(i, round[i]);
            to = label_of(other);
            s_axis_tdest[i*TO_BITS +: TO_BITS] = to[TO_BITS-1:0];
        end
    end

    // A block of its own: what a block with a delay writes passes no `always @*` in Verilator 5.006.
    always @(negedge clk) begin
        #1 taken = s_axis_tvalid & s_axis_tready;
        for (i = 0; i < LEAVES; i = i + 1)
            if (m_axis_tvalid[i] === 1'b1 && !rst)
                take(i, m_axis_tuser[i*FROM_BITS +: FROM_BITS], m_axis_tdata[i*P +: P], m_axis_tlast[i]);
        if (|mislabelled)
            wrong = wrong + 1;
    end
endmodule

`default_nettype wire
