// messages.v: takes the place of rtl-templates/bench/bench_messages.v in a generated testbench: words are offered before the
// first clock, and no handshake may be undefined once the reset is over.
//
//   Each leaf sends five words. +first=KIND says where the first one goes: 0 to the leaf itself, 1 to a label that
//   names no leaf, 2 to the next leaf, 3 to all leaves, 4 to its mirror image. The others follow at once. Words for no
//   leaf are taken and never seen again; each of the others must arrive once, intact, behind those that the same leaf
//   has sent there before. With packets each is a packet.
//   +outside   a sixth word goes to the outside, where nobody answers
//   +hold      nothing is offered before the first clock after the reset
//   +unknown   all inputs are undefined during the reset: whatever they are then, and the registers before, the network
//              does the same afterwards
`default_nettype none

module bench_messages #(
    parameter LEAVES       = 16,
    parameter LABEL_BITS   = 4,
    parameter PAYLOAD_BITS = 32,
    parameter TO_BITS      = 4,
    parameter FROM_BITS    = 4,
    parameter PACKETS      = 0
) (
    input  wire                           clk,
    input  wire                           rst,
    input  wire                           go,
    input  wire [LEAVES*LABEL_BITS-1:0]   labels,
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
    input  wire [LEAVES-1:0]              mislabelled,
    output reg  [31:0]                    done,         // 1: all words have been delivered
    output reg  [31:0]                    wrong         // errors found
);
    localparam P      = PAYLOAD_BITS;
    localparam ROUNDS = 5;
    localparam NONE = -1, ALL = -2;
    localparam ITSELF = 0, NO_LEAF = 1, NEXT = 2, TO_ALL = 3, MIRROR = 4, OUTSIDE = 5;

    integer first, gap;                 // gap: a label that names no leaf, or NONE
    reg     hold, outside, unknown;

    function integer label_of;
        input integer leaf;
        label_of = labels[leaf*LABEL_BITS +: LABEL_BITS];
    endfunction

    function integer kind_of;
        input integer round;
        case (round)
        0:       kind_of = first;
        1:       kind_of = NEXT;
        2:       kind_of = ITSELF;
        3:       kind_of = NO_LEAF;
        4:       kind_of = MIRROR;
        default: kind_of = OUTSIDE;
        endcase
    endfunction

    // The leaf that a word goes to, NONE or ALL. Where every label names a leaf, a leaf keeps the words for none.
    function integer receiver;
        input integer leaf, round;
        case (kind_of(round))
        NO_LEAF: receiver = gap == NONE ? leaf : NONE;
        NEXT:    receiver = (leaf + 1) % LEAVES;
        TO_ALL:  receiver = leaf == 0 ? ALL : leaf;
        MIRROR:  receiver = LEAVES - 1 - leaf;
        OUTSIDE: receiver = ALL;
        default: receiver = leaf;
        endcase
    endfunction

    function [TO_BITS-1:0] destination;
        input integer leaf, round;
        case (receiver(leaf, round))
        ALL:     destination = 1 << LABEL_BITS;
        NONE:    destination = gap;
        default: destination = label_of(receiver(leaf, round));
        endcase
    endfunction

    function comes_to;
        input integer leaf, round, to;
        comes_to = receiver(leaf, round) == to || receiver(leaf, round) == ALL && leaf != to;
    endfunction

    function [P-1:0] payload;
        input integer leaf, round;
        integer at;
        reg [31:0] x;
        begin
            x = (leaf * ROUNDS + round + 1) * 32'h9e3779b1;
            for (at = 0; at < P; at = at + 1) begin
                payload[at] = x[31];
                x = {x[30:0], x[31] ^ x[21] ^ x[1] ^ x[0]};
            end
        end
    endfunction

    integer          round [0:LEAVES-1];
    reg [ROUNDS-1:0] got   [0:LEAVES*LEAVES-1];         // [to * LEAVES + from]: the words that have come
    integer          i, k, left;
    reg [LEAVES-1:0] taken;
    reg              over;                              // the words behind the reset are offered

    // The first word that the sender `from` has for `to`, alone or among all, and that has not come; ROUNDS: none. A
    // word to one leaf may overtake one to all.
    function integer next_of;
        input integer to, from;
        input reg to_all;
        begin
            next_of = 0;
            while (next_of < ROUNDS && (got[to*LEAVES+from][next_of] || !comes_to(from, next_of, to)
                                        || to_all != (receiver(from, next_of) == ALL)))
                next_of = next_of + 1;
        end
    endfunction

    task take;
        input integer to;
        integer from, kind, word, found;
        begin
            found = NONE;
            for (from = 0; from < LEAVES; from = from + 1)
                for (kind = 0; kind < 2; kind = kind + 1) begin
                    word = next_of(to, from, kind);
                    if (word < ROUNDS && m_axis_tuser[to*FROM_BITS +: LABEL_BITS] === label_of(from)
                        && m_axis_tdata[to*P +: P] === payload(from, word) && found == NONE) begin
                        found = word;
                        got[to*LEAVES+from][word] = 1'b1;
                    end
                end
            left = left - 1;
            if (found == NONE || m_axis_tlast[to] !== 1'b1 || ^m_axis_tuser[to*FROM_BITS +: FROM_BITS] === 1'bx) begin
                $display("leaf %0d got %b from %b, which nobody sent", to, m_axis_tdata[to*P +: P],
                         m_axis_tuser[to*FROM_BITS +: FROM_BITS]);
                wrong = wrong + 1;
            end
        end
    endtask

    task offer;
        input integer leaf, at;
        begin
            s_axis_tvalid[leaf] = at < ROUNDS + outside;
            s_axis_tlast[leaf] = s_axis_tvalid[leaf] ? 1'b1 : 1'bx;
            s_axis_tdata[leaf*P +: P] = s_axis_tvalid[leaf] ? payload(leaf, at) : {P{1'bx}};
            s_axis_tdest[leaf*TO_BITS +: TO_BITS] = s_axis_tvalid[leaf] ? destination(leaf, at) : {TO_BITS{1'bx}};
        end
    endtask

    initial begin
        #0;
        if (!$value$plusargs("first=%d", first))
            first = ITSELF;
        hold    = $test$plusargs("hold");
        outside = $test$plusargs("outside");
        unknown = $test$plusargs("unknown");
        gap     = NONE;
        for (k = 0; k < 1 << LABEL_BITS; k = k + 1) begin
            over = 1'b1;
            for (i = 0; i < LEAVES; i = i + 1)
                over = over && label_of(i) != k;
            if (over)
                gap = k;
        end
        over  = 1'b0;
        done  = 0;
        wrong = 0;
        left  = 0;
        taken = 0;
        for (i = 0; i < LEAVES; i = i + 1) begin
            round[i] = 0;
            m_axis_tready[i] = 1'b1;
            offer(i, hold ? ROUNDS + 1 : 0);
            for (k = 0; k < LEAVES; k = k + 1)
                got[i*LEAVES+k] = 0;
            for (k = 0; k < ROUNDS; k = k + 1)
                left = left + (receiver(i, k) == ALL ? LEAVES : receiver(i, k) == NONE ? 1 : 2);
        end
        if (unknown) begin
            s_axis_tdata  = {LEAVES*P{1'bx}};
            s_axis_tdest  = {LEAVES*TO_BITS{1'bx}};
            s_axis_tlast  = {LEAVES{1'bx}};
            s_axis_tvalid = {LEAVES{1'bx}};
            m_axis_tready = {LEAVES{1'bx}};
        end
    end

    // Outputs are read before a rising edge, inputs change behind the falling one.
    always @(negedge clk) if (!rst) begin
        for (i = 0; i < LEAVES; i = i + 1) begin
            if (taken[i]) begin
                left = left - (round[i] < ROUNDS);
                round[i] = round[i] + 1;
            end
            if (taken[i] || !over)
                offer(i, round[i]);
            m_axis_tready[i] = 1'b1;
        end
        over = 1'b1;
    end

    always @(posedge clk) begin
        taken = rst ? 0 : s_axis_tvalid & s_axis_tready;
        if (!rst) begin
            if (^s_axis_tready === 1'bx || ^m_axis_tvalid === 1'bx || |mislabelled !== 1'b0) begin
                $display("undefined: s_axis_tready %b, m_axis_tvalid %b, wrong labels %b", s_axis_tready, m_axis_tvalid,
                         mislabelled);
                wrong = wrong + 1;
            end
            for (i = 0; i < LEAVES; i = i + 1)
                if ((m_axis_tvalid[i] & m_axis_tready[i]) === 1'b1)
                    take(i);
            done = left == 0;
        end
    end
endmodule

`default_nettype wire
