// packet_leaf_acknowledged: an adapter whose words are answered: each is kept until its receiver has accepted it.
//
//   s_axis --> [ multiplexer of bytes ] ----> data_in --> input port
//                   \--> [ slots ] ------------^ ^
//                                     [ answers ]
//   m_axis <-- [ word ] <-- [ bytes ] <-- data_out <-- crossbar
//
//   A word enters the network as its bytes go into a free slot, and stays there. The answer frees the slot, or says that
//   there was no room: then the slot is due, and the word enters again. Slots take turns, and so do words and answers. What
//   comes is always taken from the network: a word has room if none waits behind the one that m_axis shows.
//
//   With SEQUENCE, a purge may take words and answers along: slots that have been sent are then due. A bit for each
//   destination, and one for each source, distinguish words that come again from new ones: packet_sequences, which also knows
//   which slot has a word for a destination. Without it, packet_destinations compares the destinations of all slots.
`default_nettype none

module packet_leaf_acknowledged #(
    parameter PAYLOAD_BITS = 64,
    parameter LEVEL        = 2,         // of the node
    parameter SYMMETRIC    = 2,         // not 0: packets for lower levels are
    parameter OUTSTANDING  = 1,         // slots, 1 .. 4
    parameter SEQUENCE     = 0,         // 1: there are purges
    parameter ROW_BITS     = 4
) (
    input  wire                    clk,
    input  wire                    rst,         // synchronous, active high: m_axis obeys it at once
    input  wire                    restart,     // a clock later: so does the node, with all the rest
    input  wire                    silent,      // nothing enters: the reset, frame 0, and purges
    input  wire                    any_dead,    // in the network: no packet is symmetric
    input  wire                    dead,        // this node is
    input  wire [6:0]              address,     // of this node, constant
    input  wire [6:0]              nodes,       // the last node, constant
    // from the frame
    input  wire [ROW_BITS-1:0]     row,
    input  wire [ROW_BITS-1:0]     write_row,
    input  wire                    first,
    input  wire                    head,
    input  wire                    third,
    input  wire                    look,
    input  wire                    last,
    // the node
    output wire [7:0]              data_in,
    input  wire                    room_in,
    input  wire [7:0]              data_out,
    output wire [6:0]              sent_path,   // path of the destination of the packet that enters, or may
    input  wire                    wraps,       // bit 3 of byte 0 is 1 with this destination, as of symmetric packets
    // the processor
    input  wire [PAYLOAD_BITS-1:0] s_axis_tdata,
    input  wire [6:0]              s_axis_tdest,
    input  wire                    s_axis_tvalid,
    output wire                    s_axis_tready,
    output reg  [PAYLOAD_BITS-1:0] m_axis_tdata,
    output reg  [6:0]              m_axis_tuser,
    output reg                     m_axis_tvalid,
    input  wire                    m_axis_tready,
    output reg                     bad_destination
);
    localparam BYTES       = (PAYLOAD_BITS + 7) / 8;
    localparam BYTE_BITS   = BYTES == 1 ? 1 : $clog2(BYTES);
    localparam ALL_BYTES   = 1 << BYTE_BITS;
    localparam PADDING     = 8 * BYTES - PAYLOAD_BITS;
    localparam SLOT_BITS   = OUTSTANDING == 1 ? 0 : OUTSTANDING == 2 ? 1 : 2;
    localparam NUMBER_BITS = OUTSTANDING > 2 ? 2 : 1;   // of a slot's number, which is 0 if there is one
    localparam PLACE_BITS  = BYTE_BITS + SLOT_BITS;

    // What comes: in clock 0 its kind is known, in clock 2 its source.
    reg  word_comes, answer_comes, waiting;
    wire word_ends;                         // whether the word is accepted is known in this clock ..
    wire accepted;                          // .. and this says it
    wire [6:0] source;                      // of the word

    // The slots. The word in one that is used is due, or else under way.
    reg  [OUTSTANDING-1:0] due, used;
    reg  [OUTSTANDING-1:0] late;                // come before the others: behind the last one to enter
    wire [OUTSTANDING-1:0] late_then;           // .. behind `pick`
    wire [NUMBER_BITS-1:0] pick, answered_slot;
    reg  [NUMBER_BITS-1:0] slot;
    wire                   answered, accepts;   // it becomes free, or due again
    wire                   is_taken;            // a slot has a word for s_axis_tdest
    wire [6:0]             due_destination;     // of slot `pick`
    wire                   open;                // sequence bits are 0
    wire                   answer_waits;
    reg                    has_answered;
    wire [7:0]             answer;              // the oldest: {accepted, source of the word}
    wire                   sweeps;              // the sequence bits become 0
    wire [6:0]             newest;
    wire                   again;               // the word that comes has been accepted before
    wire                   bad    = s_axis_tdest == 7'd0 || !(&nodes) && s_axis_tdest > nodes;
    wire                   fits   = s_axis_tvalid & ~bad & ~is_taken;
    wire [OUTSTANDING-1:0] ready  = due | ~used & {OUTSTANDING{fits}};
    wire                   is_due = due[pick];
    wire                   opens  = first & ~silent & open & ~dead;
    wire                   gives_answer  = answer_waits & (~|ready | ~has_answered);
    wire                   enters_answer = opens & room_in & gives_answer;
    wire                   enters_word   = opens & room_in & ~gives_answer & |ready;
    wire                   enters_new    = enters_word & ~is_due;
    wire [NUMBER_BITS-1:0] changed_slot  = first ? pick : answered_slot;
    // The bits that numbers of nodes have: synthesis learns from them that RAMs need no more places.
    wire [6:0]             used_bits = nodes | nodes >> 1 | nodes >> 2 | nodes >> 3 | nodes >> 4 | nodes >> 5 | nodes >> 6;
    integer                k;

    packet_pick #(.OUTSTANDING(OUTSTANDING)) turns (.ready(ready), .late(late), .pick(pick), .late_then(late_then));

    always @(posedge clk) begin
        if (enters_word)
            late <= late_then;
        for (k = 0; k < OUTSTANDING; k = k + 1)
            if ((enters_word | answered) && changed_slot == k[NUMBER_BITS-1:0]) begin
                due[k]  <= ~first & ~accepts;
                used[k] <= first | ~accepts;
            end
        if (enters_word | enters_answer)
            has_answered <= enters_answer;
        if (SEQUENCE != 0 && silent)
            due <= used;
        if (restart) begin
            late         <= {OUTSTANDING{1'b0}};
            due          <= {OUTSTANDING{1'b0}};
            used         <= {OUTSTANDING{1'b0}};
            has_answered <= 1'b0;
        end
    end

    // The packet that enters.
    wire [6:0] word_destination = is_due ? due_destination : s_axis_tdest;
    wire [6:0] destination      = gives_answer ? answer[6:0] & used_bits : word_destination;
    packet_path to(.number(destination), .path(sent_path));
    wire       symmetric = SYMMETRIC != 0 && !any_dead && destination >> (LEVEL + 1) != 0;
    wire       enters    = enters_word | enters_answer;
    wire       sequence_bit;
    reg  [6:0] path_now;
    reg        taking, new_word, old_word, payload, accepts_now;

    // The byte for row i is in place i modulo ALL_BYTES.
    wire [PAYLOAD_BITS+7:0] padded = {s_axis_tdata, 8'd0};
    wire [8*ALL_BYTES-1:0]  bytes;
    genvar i;
    generate
        for (i = 0; i < ALL_BYTES; i = i + 1) begin : place
            localparam PLACE = (i + 3) % ALL_BYTES;
            if (i < BYTES) begin : used
                assign bytes[8*PLACE +: 8] = padded[PAYLOAD_BITS-8*i +: 8];
            end else begin : rest
                assign bytes[8*PLACE +: 8] = 8'd0;
            end
        end
    endgenerate

    // A slot has the byte for row i in place i - 1: it is read a clock ahead.
    (* no_rw_check *)
    reg  [7:0]           slots [0:(1 << PLACE_BITS) - 1];
    reg  [7:0]           kept;
    wire [7:0]           fresh   = bytes[8*row[BYTE_BITS-1:0] +: 8];
    wire [BYTE_BITS+NUMBER_BITS-1:0] to_slot   = {slot, write_row[BYTE_BITS-1:0]};
    wire [BYTE_BITS+NUMBER_BITS-1:0] from_slot = {slot, row[BYTE_BITS-1:0]};

    assign s_axis_tready = taking & last;
    assign data_in = {enters, 2'b0, enters_answer, enters & (symmetric | wraps), 3'b0} | {sequence_bit, path_now} & {8{head}}
                     | {accepts_now, address} & {8{third}} | fresh & {8{payload & new_word}}
                     | kept & {8{payload & old_word}};

    always @(posedge clk) begin
        if (first) begin
            path_now    <= sent_path;
            slot        <= pick;
            taking      <= enters_new | opens & s_axis_tvalid & bad;
            new_word    <= enters_new;
            old_word    <= enters_word & ~enters_new;
            accepts_now <= enters_answer & answer[7];
        end else if (last) begin
            taking <= 1'b0;
        end
        if (third | last)
            payload <= third;
        if (opens & s_axis_tvalid & bad)
            bad_destination <= 1'b1;
        if (payload & new_word)
            slots[to_slot[PLACE_BITS-1:0]] <= fresh;
        kept <= slots[from_slot[PLACE_BITS-1:0]];
        if (restart) begin
            taking          <= 1'b0;
            payload         <= 1'b0;
            bad_destination <= 1'b0;
        end
    end

    // Words that come.
    reg  [8*BYTES+7:0] come;                // the source, and the payload
    reg                coming;
    wire               keeps = coming & ~again;
    wire               moves = waiting & (~m_axis_tvalid | m_axis_tready);

    always @(posedge clk) begin
        if (coming)
            come <= {come[8*BYTES-1:0], data_out};
        if (first) begin
            word_comes   <= data_out[7] & ~data_out[4] & ~silent;
            answer_comes <= data_out[7] & data_out[4] & ~silent;
        end
        coming  <= head ? word_comes & ~waiting : keeps & ~last;
        waiting <= last & keeps | waiting & ~moves;
        if (moves)
            {m_axis_tuser, m_axis_tdata} <= come[8*BYTES+6:PADDING];
        m_axis_tvalid <= waiting | m_axis_tvalid & ~m_axis_tready;
        if (restart) begin
            word_comes    <= 1'b0;
            answer_comes  <= 1'b0;
        end
        // `coming`, if it is set once more before the node restarts, falls in clock 1 of frame 0.
        if (rst) begin
            coming        <= 1'b0;
            waiting       <= 1'b0;
            m_axis_tvalid <= 1'b0;
        end
    end

    packet_answers #(.SEQUENCE(SEQUENCE)) answers (
        .clk(clk), .restart(restart), .silent(silent), .open(open), .sweeps(sweeps), .word_ends(word_ends),
        .accepted(accepted), .source(source), .enters_answer(enters_answer), .answer_waits(answer_waits), .answer(answer),
        .newest(newest)
    );

    generate
        if (SEQUENCE != 0) begin : purged
            packet_sequences #(.OUTSTANDING(OUTSTANDING)) sequences (
                .clk(clk), .restart(restart), .first(first), .head(head), .look(look), .destination(s_axis_tdest),
                .used_bits(used_bits), .pick(pick), .slot(slot), .is_due(is_due), .enters_word(enters_word),
                .enters_new(enters_new), .new_word(new_word), .open(open), .sequence_bit(sequence_bit), .is_taken(is_taken),
                .due_destination(due_destination), .data_out(data_out), .word_comes(word_comes),
                .answer_comes(answer_comes), .coming(coming), .word_ends(word_ends), .again(again), .accepted(accepted),
                .source(source), .answered(answered), .accepts(accepts), .answered_slot(answered_slot), .newest(newest),
                .sweeps(sweeps)
            );
        end else begin : never_purged
            packet_destinations #(.OUTSTANDING(OUTSTANDING)) by_slot (
                .clk(clk), .first(first), .third(third), .destination(s_axis_tdest), .used(used), .pick(pick),
                .enters_new(enters_new), .is_taken(is_taken), .due_destination(due_destination), .data_out(data_out),
                .word_comes(word_comes), .answer_comes(answer_comes), .coming(coming), .word_ends(word_ends),
                .accepted(accepted), .source(source), .answered(answered), .accepts(accepts), .answered_slot(answered_slot)
            );
            assign open         = 1'b1;
            assign sweeps       = 1'b0;
            assign sequence_bit = 1'b0;
            assign again        = 1'b0;
        end
    endgenerate
    wire unused = &{come[8*BYTES+7], padded, row, write_row, silent, look, newest, to_slot, from_slot, 1'b0};
endmodule

`default_nettype wire
