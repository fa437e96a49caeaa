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
//   destination, and one for each source, tell words that come again from new ones.
`default_nettype none

module packet_leaf_acknowledged #(
    parameter PAYLOAD_BITS = 64,
    parameter LEVEL        = 2,         // of the node
    parameter SYMMETRIC    = 2,         // not 0: packets for lower levels are
    parameter LANES        = 1,         // slots, 1 .. 4
    parameter SEQUENCE     = 0,         // 1: there are purges
    parameter ROW_BITS     = 4
) (
    input  wire                    clk,
    input  wire                    rst,         // synchronous, active high
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
    localparam BYTES      = (PAYLOAD_BITS + 7) / 8;
    localparam BYTE_BITS  = BYTES == 1 ? 1 : $clog2(BYTES);
    localparam ALL_BYTES  = 1 << BYTE_BITS;
    localparam PADDING    = 8 * BYTES - PAYLOAD_BITS;
    localparam SLOT_BITS  = LANES == 1 ? 0 : LANES == 2 ? 1 : 2;
    localparam PLACE_BITS = BYTE_BITS + SLOT_BITS;

    // What comes: in clock 0 its kind is known, in clock 2 its source.
    reg  word_comes, answer_comes, waiting;
    wire word_ends;                         // whether the word is accepted is known in this clock ..
    wire accepted;                          // .. and this says it
    wire answered = third & answer_comes;   // the slot for data_out[6:0] is free, or due again
    wire [6:0] source;                      // of the word

    // The slots.
    reg  [LANES-1:0]   due, under_way, turn, slot;
    reg  [7*LANES-1:0] destinations;
    wire [LANES-1:0]   same, answers, ready, pick, now_due;
    wire               open;                // sequence bits are 0
    reg                has_answered, answer_waits;
    reg  [7:0]         answer;              // the oldest: {accepted, source of the word}
    reg  [6:0]         due_destination;
    wire               bad   = s_axis_tdest == 7'd0 || !(&nodes) && s_axis_tdest > nodes;
    wire               fits  = s_axis_tvalid & ~bad & ~|((due | under_way) & same);
    wire               opens = first & ~silent & open & ~dead;
    wire               gives_answer = answer_waits & (~|ready | ~has_answered);
    wire               enters_answer = opens & room_in & gives_answer;
    wire               enters_word   = opens & room_in & ~gives_answer & |ready;
    wire               enters_new    = enters_word & ~|now_due;
    wire [2*LANES-1:0] ready_twice = {ready, ready};
    wire [2*LANES-1:0] chosen      = ready_twice & ~(ready_twice - {{LANES{1'b0}}, turn});
    wire [2*LANES-1:0] pick_twice  = {pick, pick};
    genvar             i;

    assign pick    = chosen[LANES-1:0] | chosen[2*LANES-1:LANES];
    assign ready   = due | ~under_way & {LANES{fits}};
    assign now_due = pick & due;

    generate
        for (i = 0; i < LANES; i = i + 1) begin : of_slot
            assign same[i]    = s_axis_tdest == destinations[7*i +: 7];
            assign answers[i] = under_way[i] & (LANES == 1 || data_out[6:0] == destinations[7*i +: 7]);
            always @(posedge clk)
                if (enters_new & pick[i])
                    destinations[7*i +: 7] <= s_axis_tdest;
        end
    endgenerate

    always @(posedge clk) begin
        if (enters_word) begin
            turn      <= pick_twice[LANES-1 +: LANES];
            due       <= due & ~pick;
            under_way <= under_way | pick;
        end
        if (answered) begin
            due       <= due | answers & {LANES{~data_out[7]}};
            under_way <= under_way & ~answers;
        end
        if (enters_word | enters_answer)
            has_answered <= enters_answer;
        if (SEQUENCE != 0 && silent) begin
            due       <= due | under_way;
            under_way <= {LANES{1'b0}};
        end
        if (rst) begin
            turn         <= 1;
            due          <= {LANES{1'b0}};
            under_way    <= {LANES{1'b0}};
            has_answered <= 1'b0;
        end
    end

    // The packet that enters.
    integer k;
    always @* begin
        due_destination = 7'd0;
        for (k = 0; k < LANES; k = k + 1)
            due_destination = due_destination | destinations[7*k +: 7] & {7{now_due[k]}};
    end
    wire [6:0] word_destination = |now_due ? due_destination : s_axis_tdest;
    wire [6:0] destination      = gives_answer ? answer[6:0] : word_destination;
    wire [6:0] path;
    packet_path to(.number(destination), .path(path));

    wire       symmetric = SYMMETRIC != 0 && !any_dead && destination >> (LEVEL + 1) != 0;
    wire       enters    = enters_word | enters_answer;
    wire       sequence_bit;
    assign     sent_path = path;
    reg  [6:0] path_now;
    reg        taking, new_word, old_word, payload, accepts_now, gives_word;

    // The byte for row i is in place i modulo ALL_BYTES.
    wire [PAYLOAD_BITS+7:0] padded = {s_axis_tdata, 8'd0};
    wire [8*ALL_BYTES-1:0]  bytes;
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
    wire [LANES+2:0]     wide    = {3'd0, slot};
    wire [1:0]           number  = {wide[3] | wide[2], wide[3] | wide[1]};
    wire [BYTE_BITS+1:0] to_slot = {number, write_row[BYTE_BITS-1:0]}, from_slot = {number, row[BYTE_BITS-1:0]};

    assign s_axis_tready = taking & last;
    assign data_in = {enters, 2'b0, enters_answer, enters & (symmetric | wraps), 3'b0} | {sequence_bit, path_now} & {8{head}}
                     | {accepts_now, address} & {8{third}} | fresh & {8{payload & new_word}}
                     | kept & {8{payload & old_word}};

    always @(posedge clk) begin
        if (first) begin
            path_now    <= path;
            slot        <= pick;
            taking      <= enters_new | opens & s_axis_tvalid & bad;
            new_word    <= enters_new;
            old_word    <= enters_word & ~enters_new;
            gives_word  <= enters_word;
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
        if (rst) begin
            taking          <= 1'b0;
            payload         <= 1'b0;
            bad_destination <= 1'b0;
        end
    end

    // The answers that wait. There are never more than nodes. A block RAM takes the place of 16 cells of LUT RAM and of the
    // multiplexers behind them. It is slow: `answer` is a register of its own.
    (* no_rw_check, ram_style = "block" *)
    reg  [7:0] queue [0:127];
    reg  [7:0] read;
    reg        some;
    reg  [6:0] oldest, newest;
    wire       sweeps;                      // newest counts the sequence bits that become 0

    always @(posedge clk) begin
        if (word_ends)
            queue[newest] <= {accepted, source};
        read         <= queue[oldest];
        answer       <= read;
        some         <= oldest != newest & ~silent & open;
        answer_waits <= some;
        if (word_ends | sweeps)
            newest <= newest + 7'd1;
        if (enters_answer)
            oldest <= oldest + 7'd1;
        if (SEQUENCE != 0 && silent && open)
            oldest <= newest;
        if (rst) begin
            newest <= 7'd0;
            oldest <= 7'd0;
        end
    end

    // Words that come.
    reg  [8*BYTES+7:0] come;                // the source, and the payload
    reg                coming;
    wire               again;               // it has been accepted before
    wire               keeps = coming & ~again;
    wire               moves = waiting & (~m_axis_tvalid | m_axis_tready);

    always @(posedge clk) begin
        if (coming)
            come <= {come[8*BYTES-1:0], data_out};
        if (first) begin
            word_comes   <= data_out[7] & ~data_out[4];
            answer_comes <= data_out[7] & data_out[4];
        end
        coming  <= head ? word_comes & ~waiting : keeps & ~last;
        waiting <= last & keeps | waiting & ~moves;
        if (moves)
            {m_axis_tuser, m_axis_tdata} <= come[8*BYTES+6:PADDING];
        m_axis_tvalid <= waiting | m_axis_tvalid & ~m_axis_tready;
        if (rst) begin
            word_comes    <= 1'b0;
            answer_comes  <= 1'b0;
            coming        <= 1'b0;
            waiting       <= 1'b0;
            m_axis_tvalid <= 1'b0;
        end
    end

    generate
        if (SEQUENCE != 0) begin : sequences
            // {expected of a source, of a destination}: read in clock 0 for a word that enters, in clock 2 for what comes
            (* no_rw_check *)
            reg  [1:0] bits [0:127];
            reg  [1:0] found;
            reg  [6:0] from;
            reg        swept, is_open, sent_bit, frees;
            wire       differs = sent_bit != found[1];
            wire       flips   = look & (word_comes & coming & ~differs | frees);

            assign open         = is_open;
            assign sweeps       = ~swept;
            assign sequence_bit = found[0] & gives_word;
            assign word_ends    = look & word_comes;
            assign again        = look & differs;
            assign accepted     = coming | differs;
            assign source       = from;
            always @(posedge clk) begin
                found <= bits[first ? word_destination : data_out[6:0]];
                if (sweeps | flips)
                    bits[sweeps ? newest : from] <= sweeps ? 2'b00 : found ^ {word_comes, frees};
                if (head)
                    sent_bit <= data_out[7];
                from  <= data_out[6:0];
                frees <= answered & data_out[7];
                if (&newest)
                    swept <= 1'b1;
                if (first)
                    is_open <= swept;
                if (rst) begin
                    swept   <= 1'b0;
                    is_open <= 1'b0;
                end
            end
        end else begin : no_sequences
            assign open         = 1'b1;
            assign sweeps       = 1'b0;
            assign sequence_bit = 1'b0;
            assign word_ends    = third & word_comes;
            assign again        = 1'b0;
            assign accepted     = coming;
            assign source       = data_out[6:0];
            wire unused = &{look, gives_word, 1'b0};
        end
    endgenerate
    wire unused = &{come[8*BYTES+7], padded, row, write_row, silent, to_slot, from_slot, pick_twice, wide, 1'b0};
endmodule

`default_nettype wire
