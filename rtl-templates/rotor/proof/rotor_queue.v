// rotor_queue: rotor_bank.v keeps the words of each place in order and whole, says rightly which it takes, and gives each once.
//
//   Any heads and bodies, any leaves that are free, `clear` at any time, and always with `rst`. By induction over the clocks, with
//   the bank's RAMs in view. `who` is any place, always the same. Its words are followed from the clock on in which
//   its queue is emptied; one of them, any, is `marked`: once the words before it have been given, and not earlier, it comes out as
//   it came. Beside that:
//   a word is taken if, and only if, the queue has room; one that has no place is taken, too, and lost; a place is visited once
//   in PERIOD clocks; then its queue gives a word if, and only if, it has one and the leaf is free.
`default_nettype none

module rotor_queue #(
    parameter BIN_BITS     = 2,
    parameter PLACES       = 4,
    parameter PLACE_BITS   = 2,
    parameter QUEUE_BITS   = 1,
    parameter PAYLOAD_BITS = 32,
    parameter BODY         = PLACE_BITS + PAYLOAD_BITS,
    parameter WORD         = BIN_BITS + BODY,
    parameter CLOCKS       = 3,                             // of the induction
    parameter PERIOD       = PLACES % 2 == 0 ? PLACES + 1 : PLACES + 2,
    parameter VISIT_BITS   = PERIOD > 1 << PLACE_BITS ? PLACE_BITS + 1 : PLACE_BITS
) (
    input  wire                     clk,
    // free in every clock
    input  wire                     rst, any_clear, mark,
    input  wire [PLACE_BITS:0]      head,
    input  wire [BODY-1:0]          body,
    input  wire                     free,
    input  wire [PLACE_BITS-1:0]    who,
    // to the circuit
    output wire                     clear,
    // from the circuit: ports, and registers
    input  wire                     answer, pop,
    input  wire [PLACE_BITS-1:0]    visited, popped,
    input  wire [WORD-1:0]          word,
    input  wire [VISIT_BITS-1:0]    visit,
    input  wire [PLACE_BITS-1:0]    place_1, place_2,
    input  wire [PLACE_BITS+QUEUE_BITS-1:0] read,           // of the RAM of words: the address
    input  wire [QUEUE_BITS-1:0]    tail_1,
    input  wire [QUEUE_BITS:0]      tail_2, front_2, next,
    input  wire                     exists,
    input  wire [BIN_BITS-1:0]      source,
    input  wire [((QUEUE_BITS+1)<<PLACE_BITS)-1:0] tails, tails_visited, fronts, fronts_met,
    input  wire [(WORD<<(PLACE_BITS+QUEUE_BITS))-1:0] words,
    // the claim, and values to show if it fails
    output wire                     ok,
    output wire [11:0]              parts
);
    localparam Q    = QUEUE_BITS + 1;
    localparam [31:0] LAST = PERIOD - 1, WORDS = 1 << QUEUE_BITS;

    // ---- the queue of `who`: pointers, in RAM
    wire [Q-1:0]          tail  = tails[who*Q +: Q], front = fronts[who*Q +: Q];
    wire [Q-1:0]          count = tail - front;
    wire                  comes = head[0] && head[PLACE_BITS:1] == who;
    wire                  room  = count != WORDS[Q-1:0];
    wire                  is_leaf = who < PLACES;
    wire                  joins = comes && room && is_leaf && !clear;
    wire                  leaves = pop && popped == who;

    assign clear = rst || any_clear;

    // ---- since when it is followed, and what is marked
    reg                   known, was_emptied, clear_1;
    reg  [PLACE_BITS-1:0] who_1;
    reg                   joined, marked, gone;             // joined: a clock ago; gone: the marked word, a clock ago
    reg  [Q-1:0]          tail_0, at;                       // the tail of a clock ago; that of the marked word
    reg  [WORD-1:0]       kept;
    reg                   came, had_room;                   // a clock ago: a word for `who`; its queue had room
    reg                   seen, had_words, gives, free_1;   // `who` was visited a clock ago; its queue had words; two clocks ago both
    reg  [VISIT_BITS-1:0] visit_1, visit_2;
    wire                  goes  = leaves && marked && front == at;
    wire                  fresh = joined && marked && at == tail_0;     // it is being written

    always @(posedge clk) begin
        clear_1     <= clear;
        who_1       <= who;
        was_emptied <= clear && clear_1 && visited == who && who == who_1;
        known       <= who == who_1 && (was_emptied && clear || known && !(clear && !clear_1));
        joined      <= joins;
        tail_0      <= tail;
        came        <= comes;
        had_room    <= room;
        free_1      <= free;
        visit_1     <= visit;
        visit_2     <= visit_1;
        seen        <= visit == who;
        had_words   <= count != 0;
        gives       <= seen && had_words;
        gone        <= goes && known && who == who_1 && !clear;
        if (fresh)
            kept <= {source, body};
        if (joins && mark && !marked) begin
            marked <= 1'b1;
            at     <= tail;
        end else if (goes)
            marked <= 1'b0;
        if (clear || !known)
            marked <= 1'b0;
    end

    // ---- what holds
    wire [WORD-1:0]       there   = words[{who, at[QUEUE_BITS-1:0]}*WORD +: WORD];
    wire [Q-1:0]          before  = at - front, met = tail_2 - front;
    wire [VISIT_BITS-1:0] after   = visit_1 + 1'b1;

    assign parts = {
        clear_1 || visit == (visit_1 == LAST[VISIT_BITS-1:0] ? {VISIT_BITS{1'b0}} : after),
        place_2 == visit_1[PLACE_BITS-1:0] && exists == (visit_1 < PLACES) && popped == visit_2[PLACE_BITS-1:0]
            && (!pop || visit_2 < PLACES),
        !known || clear_1 || leaves == (gives && free_1),
        !clear_1 || next == 0,
        !(was_emptied || known && (clear_1 || !is_leaf)) || tail == 0 && front == 0,
        !(was_emptied || known) || tails_visited[who*Q +: Q] == tail && fronts_met[who*Q +: Q] == front && count <= WORDS[Q-1:0],
        !known || !leaves || count != 0 && next == front + 1'b1 && read == {who, front[QUEUE_BITS-1:0]},
        !known || !(exists && place_2 == who) || front_2 == front && met <= count && (met != 0) == had_words,
        !known || clear_1 || !came || answer == (had_room || !is_leaf),
        !known || !joined || answer && place_1 == who && tail_1 == tail_0[QUEUE_BITS-1:0] && tail == tail_0 + 1'b1,
        !known || !marked || before < count && (fresh || there == kept) && !(fresh && goes),
        !gone || word == kept
    };
    still #(.CLOCKS(CLOCKS)) induction (.clk(clk), .claim((&parts) || who != who_1), .ok(ok));
endmodule

`default_nettype wire
