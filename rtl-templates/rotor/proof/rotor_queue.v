// rotor_queue: rotor_bank.v keeps the words of each place in order and whole, says rightly which it takes, and gives each once.
//
//   Any heads and bodies, any leaves that are free, `clear` at any time. The visits promise what rotor_rounds.v proves: no place
//   that exists is visited twice in three clocks. Where they break it, nothing is claimed. By induction over the clocks, with the
//   bank's pointers in view. `who` is any place, always the same. Its words are followed from the clock on in which its queue is
//   emptied; one of them, any, is `marked`: once the words before it have been given, and not earlier, it comes out as it came.
//   Beside that: a word is taken if, and only if, the queue has room; one that has no place is taken, too, and lost; at a visit a
//   queue gives a word if, and only if, it has one and the leaf is free. Behind the last word of a half of the queue there is room
//   for each word that comes in as many clocks as a half has words, in block RAM a quarter: on that rests the bound of a wait
//   (docs/explanation/rotor.md).
//
//   Of the RAM of words, which rotor_keeps.v proves, one row is in view, any, always the same: `row`. What other rows give, or
//   the row if it is written in the clock in which it is read or in the next, is free. The word that is marked is one that this row gets.
`default_nettype none

module rotor_queue #(
    parameter BIN_BITS     = 2,
    parameter PLACES       = 4,
    parameter PLACE_BITS   = 2,
    parameter BANK_BITS    = 0,
    parameter QUEUE_BITS   = 1,
    parameter PAYLOAD_BITS = 32,
    parameter BLOCK_RAM    = 0,
    parameter TO_BITS      = PLACE_BITS + BANK_BITS,
    parameter BODY         = PLACE_BITS + PAYLOAD_BITS,
    parameter WORD         = BIN_BITS + BODY,
    parameter Q            = BLOCK_RAM ? QUEUE_BITS : QUEUE_BITS + 1,   // bits of a pointer
    parameter CLOCKS       = 3                              // of the induction
) (
    input  wire                     clk,
    // free in every clock
    input  wire                     clear, mark, any_exists,
    input  wire [TO_BITS:0]         head,
    input  wire [BODY-1:0]          body,
    input  wire                     free,
    input  wire [TO_BITS-1:0]       who, visited,
    input  wire [TO_BITS+QUEUE_BITS-1:0] row,
    input  wire [WORD-1:0]          any_word,
    // to the circuit
    output wire                     exists,
    output reg  [TO_BITS-1:0]       visited_1, visited_2,
    output reg  [WORD-1:0]          out,                    // of the RAM
    // from the circuit: ports, and registers
    input  wire                     answer, idle,
    input  wire [WORD-1:0]          word,
    input  wire [TO_BITS-1:0]       place_1,
    input  wire                     write,                  // to the RAM of words
    input  wire [TO_BITS+QUEUE_BITS-1:0] write_address, read_address,
    input  wire [WORD-1:0]          in,
    input  wire [QUEUE_BITS-1:0]    tail_1,
    input  wire [Q-1:0]             front_2, next,
    input  wire                     has,
    input  wire [BIN_BITS-1:0]      source,
    input  wire [(Q<<TO_BITS)-1:0]  tails, tails_visited, fronts, fronts_met,
    // the claim, and values to show if it fails
    output wire                     ok,
    output wire [12:0]              parts
);
    localparam [31:0] HALF = 1 << (Q - 2), FULL = BLOCK_RAM ? 3 : 2, WORDS = FULL * HALF;

    // ---- the queue of `who`: pointers, in RAM
    wire [Q-1:0]          tail  = tails[who*Q +: Q], front = fronts[who*Q +: Q];
    wire [Q-1:0]          count = tail - front;
    wire                  comes = head[0] && head[TO_BITS:1] == who;
    wire [1:0]            halves = tail[Q-1 -: 2] - front[Q-1 -: 2];
    wire                  room  = halves != FULL[1:0];
    wire                  is_leaf = who[TO_BITS-1:BANK_BITS] < PLACES;
    wire                  joins = comes && room && is_leaf && !clear;
    wire                  leaves = !idle && visited_2 == who;

    // The words from the first place of the half that the head is in to the tail; clocks since the head came there.
    wire [Q-1:0]          offset = tail - (front & ~(HALF[Q-1:0] - 1'b1));
    reg  [Q-1:0]          front_1;
    reg  [Q-1:0]          age;
    wire                  enters = (front & ~(HALF[Q-1:0] - 1'b1)) != (front_1 & ~(HALF[Q-1:0] - 1'b1));
    wire [Q-1:0]          since  = enters ? {Q{1'b0}} : age;

    assign exists = any_exists && visited[TO_BITS-1:BANK_BITS] < PLACES;

    // ---- the RAM of words
    reg  [TO_BITS-1:0]    who_1;
    reg  [TO_BITS+QUEUE_BITS-1:0] row_1;
    reg                   reads;                            // the row, and it was not written
    wire                  written = write && write_address == row;
    reg  [WORD-1:0]       there;                            // in the row
    wire                  same = who == who_1 && row == row_1;

    always @(posedge clk) begin
        row_1 <= row;
        reads <= read_address == row && !written;
        if (written)
            there <= in;
        out   <= reads && !written ? there : any_word;
    end

    // ---- since when it is followed, and what is marked
    reg                   known, emptied, emptied_1, was_emptied, clear_1;
    reg                   joined, marked, gone;             // joined: a clock ago; gone: the marked word, a clock ago
    reg  [Q-1:0]          tail_0, at;                       // the tail of a clock ago; that of the marked word
    reg  [WORD-1:0]       kept;
    reg                   came, had_room;                   // a clock ago: a word for `who`; its queue had room
    reg                   seen, had_words, gives, free_1;   // `who` was visited a clock ago; its queue had words; two clocks ago both
    reg                   seen_1, exists_1, exists_2;
    wire                  visits = exists && visited == who;
    wire                  goes  = leaves && marked && front == at;
    wire                  fresh = joined && marked && at == tail_0;     // it is being written

    always @(posedge clk) begin
        clear_1     <= clear;
        front_1     <= front;
        age         <= since >= HALF[Q-1:0] ? since : since + 1'b1;
        who_1       <= who;
        // The tail at the visit, the head two clocks behind it.
        emptied     <= clear && visited == who;
        emptied_1   <= clear && emptied && who == who_1;
        was_emptied <= clear && emptied_1 && who == who_1;
        known       <= same && (was_emptied && clear || known && !(clear && !clear_1)) && !(visits && (seen || seen_1));
        joined      <= joins;
        tail_0      <= tail;
        came        <= comes;
        had_room    <= room;
        free_1      <= free;
        visited_1   <= visited;
        visited_2   <= visited_1;
        exists_1    <= exists;
        exists_2    <= exists_1;
        seen        <= visits;
        seen_1      <= seen;
        had_words   <= count != 0;
        gives       <= seen && had_words;
        gone        <= goes && known && same && !clear;
        if (fresh)
            kept <= {source, body};
        if (joins && mark && !marked && row == {who, tail[QUEUE_BITS-1:0]}) begin
            marked <= 1'b1;
            at     <= tail;
        end else if (goes)
            marked <= 1'b0;
        if (clear || !known)
            marked <= 1'b0;
    end

    // ---- what holds
    wire [Q-1:0]          before  = at - front;

    assign parts = {
        !known || clear_1 || offset <= WORDS[Q-1:0],
        !known || clear_1 || since >= HALF[Q-1:0] || offset <= WORDS[Q-1:0] - HALF[Q-1:0] + since && room,
        (!has || exists_1) && (idle || exists_2),
        !known || clear_1 || leaves == (gives && free_1),
        !clear_1 || next == 0,
        !(was_emptied || known && (clear_1 || !is_leaf)) || tail == 0 && front == 0,
        !(was_emptied || known) || tails_visited[who*Q +: Q] == tail && fronts_met[who*Q +: Q] == front && count <= WORDS[Q-1:0],
        !known || !leaves || count != 0 && next == front + 1'b1 && (row != {who, front[QUEUE_BITS-1:0]} || reads),
        !known || !seen || front_2 == front && has == had_words && (!has || count != 0),
        !known || clear_1 || !came || answer == (had_room || !is_leaf),
        !known || !joined || answer && place_1 == who && tail_1 == tail_0[QUEUE_BITS-1:0] && tail == tail_0 + 1'b1,
        !known || !marked || row == {who, at[QUEUE_BITS-1:0]} && before < count && (fresh || there == kept) && !(fresh && goes),
        !gone || word == kept
    };
    still #(.CLOCKS(CLOCKS)) induction (.clk(clk), .claim((&parts) || !same), .ok(ok));
endmodule

`default_nettype wire
