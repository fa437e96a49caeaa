// rotor_bank: the queues of a bin, one for each of its leaves, in RAM.
//
//   A word whose queue is full is not taken; `answer` says so in the next clock, and the word asks again. Nothing is reserved
//   for words under way, so a queue may be as short as two words.
//
//   The bank visits its queues one by one, none twice in four clocks. A queue that has a word gives it if the leaf is free. A
//   round takes an odd number of clocks: a place that becomes free at each visit then meets every source in turn, for the rotor
//   takes 2^BIN_BITS.
//
//   Two banks of a bin visit in step: one has the places of bus 0 in the first half of a round, the other those of bus 1. So a
//   bus has one word a clock, and a leaf is visited by both banks, at different times.
//
//   A queue is full when its tail is two halves ahead of its head, until the head reaches the next half: so two bits of the
//   pointers say so, in one LUT of the longest path. A full queue has more than half of its words. In block RAM, where rows are
//   at hand, it is three quarters of its rows, and more than two of them: so a pointer has no more bits than a row's number.
//
//   Pointers: the tail counts what came, the head what was given, in POINTER bits; the words between them are in the queue.
//   Each is in two RAMs, for it is read at the visit and at a decision. The tail of a full queue is not written: so `full` is not
//   in the path of what is written. The RAM of words is written a clock later, when the body is here.
`default_nettype none

// Synthesis that sees the rotor as a whole makes the path from a head to a tail a LUT longer.
(* keep_hierarchy *)
module rotor_bank #(
    parameter BIN_BITS     = 2,
    parameter PLACES       = 4,                 // of a bus
    parameter PLACE_BITS   = 2,
    parameter BANK_BITS    = 0,                 // log2 of the banks, and buses, of a bin: 0 or 1
    parameter QUEUE_BITS   = 1,                 // log2 of the rows of a queue: 1 or more, in block RAM 2
    parameter PAYLOAD_BITS = 32,
    parameter BLOCK_RAM    = 0,                 // see rotor_words.v
    parameter STAGES       = 1,                 // of the rotor
    parameter BIN          = 0,                 // its number
    parameter BANK         = 0,                 // which of the bin's
    parameter TO_BITS      = PLACE_BITS + BANK_BITS,
    parameter BODY         = PLACE_BITS + PAYLOAD_BITS,
    parameter POINTER      = BLOCK_RAM ? QUEUE_BITS : QUEUE_BITS + 1
) (
    input  wire                     clk,
    input  wire                     rst,
    input  wire                     clear,      // empty one queue in each clock
    input  wire [BIN_BITS-1:0]      turn,       // see rotor_timer.v
    input  wire [TO_BITS:0]         head,       // {place, bus, valid}
    input  wire [BODY-1:0]          body,       // {sender, payload}, a clock later
    output reg                      answer,     // the word that came a clock ago is taken
    output wire [TO_BITS-1:0]       visited,    // the place and the bus that are visited now
    input  wire                     free,       // the leaf there had room a clock ago
    output reg                      has,        // its queue had a word
    output reg                      pop,        // a word is given ..
    output reg  [TO_BITS-1:0]       popped,     // .. to this place ..
    output wire [BIN_BITS+BODY-1:0] word        // .. {source, sender, payload}, in the next clock
);
    localparam ROWS       = 1 << TO_BITS;
    localparam [1:0] MOST = BLOCK_RAM ? 2'd3 : 2'd2;
    localparam LONGER     = BANK_BITS == 0 && PLACES % 2 == 1 ? PLACES + 2 : PLACES + 1;    // the round's last bus, with a rest
    localparam VISIT_BITS = LONGER > 1 << PLACE_BITS ? PLACE_BITS + 1 : PLACE_BITS;
    localparam [31:0] LAST = LONGER - 1, END = PLACES, FIRST = BIN - 4 - STAGES;

    // ---- visits; where a queue is emptied, all places come
    reg  [VISIT_BITS-1:0] visit;
    wire                  wraps;

    generate
        if (BANK_BITS == 0) begin : one
            assign wraps   = visit == LAST[VISIT_BITS-1:0] && (!clear || VISIT_BITS > PLACE_BITS);
            assign visited = visit[PLACE_BITS-1:0];
        end else begin : two
            localparam [31:0] EVERY = (1 << PLACE_BITS) - 1, LAST_OF_HALF = LAST - 1, OWN = BANK;

            reg               half;             // of the round
            wire [VISIT_BITS-1:0] last = clear && VISIT_BITS == PLACE_BITS ? EVERY[VISIT_BITS-1:0]
                                         : half ? LAST[VISIT_BITS-1:0] : LAST_OF_HALF[VISIT_BITS-1:0];

            assign wraps   = visit == last;
            assign visited = {visit[PLACE_BITS-1:0], half ^ OWN[0]};
            always @(posedge clk)
                half <= ~rst & (half ^ wraps);
        end
    endgenerate
    always @(posedge clk)
        visit <= rst || wraps ? {VISIT_BITS{1'b0}} : visit + 1'b1;

    // ---- words come
    /* verilator lint_off UNUSEDPARAM */        // only the attribute reads it
    localparam STYLE = BLOCK_RAM ? "auto" : "distributed";
    /* verilator lint_on UNUSEDPARAM */

    (* ram_style = STYLE *)                     // few rows would be flip-flops, whose decoder is a LUT more of the longest path
    reg  [POINTER-1:0]    tails [0:ROWS-1], tails_visited [0:ROWS-1];
    reg  [POINTER-1:0]    fronts [0:ROWS-1], fronts_met [0:ROWS-1];  // heads of queues
    wire                  comes = head[0];
    wire [TO_BITS-1:0]    place = head[TO_BITS:1];
    wire [POINTER-1:0]    tail  = tails[place];
    wire [1:0]            front = fronts_met[place][POINTER-1 -: 2];
    wire [1:0]            parts = tail[POINTER-1 -: 2] - front;     // halves, or quarters
    wire                  full  = parts == MOST;
    wire                  moves = clear || comes && !full && {1'b0, place[TO_BITS-1:BANK_BITS]} < END[PLACE_BITS:0];  // others are lost
    wire [TO_BITS-1:0]    at    = clear ? visited : place;
    wire [POINTER-1:0]    moved = clear ? {POINTER{1'b0}} : tail + 1'b1;
    reg  [TO_BITS-1:0]    place_1;
    reg  [QUEUE_BITS-1:0] tail_1;
    wire [BIN_BITS-1:0]   source = FIRST[BIN_BITS-1:0] + turn;      // of the body that is here

    always @(posedge clk) begin
        if (moves) begin
            tails[at]         <= moved;
            tails_visited[at] <= moved;
        end
        if (comes)                          // the flip-flop's reset: so synthesis has no LUT of both before that of `moves`
            answer <= ~full;
        else
            answer <= 1'b0;
        place_1 <= place;
        tail_1  <= tail[QUEUE_BITS-1:0];
    end

    // ---- words leave: a visit, a clock later the decision, then the head moves
    reg  [TO_BITS-1:0]    place_2;
    reg  [POINTER-1:0]    front_2, next;
    wire                  gives = has && free;
    wire                  fronts_move = clear | pop;
    wire [TO_BITS-1:0]    front_at    = clear ? visited : popped;

    always @(posedge clk) begin
        place_2 <= visited;
        front_2 <= fronts[visited];
        has     <= tails_visited[visited] != fronts[visited] && visit < END[VISIT_BITS-1:0];
        popped  <= place_2;
        pop     <= gives & ~clear;
        next    <= clear ? {POINTER{1'b0}} : front_2 + 1'b1;
        if (fronts_move) begin
            fronts[front_at]     <= next;
            fronts_met[front_at] <= next;
        end
    end

    rotor_words #(.ADDRESS_BITS(TO_BITS + QUEUE_BITS), .WIDTH(BIN_BITS + BODY), .BLOCK_RAM(BLOCK_RAM)) store (
        .clk(clk), .write(answer), .write_address({place_1, tail_1}), .in({source, body}),
        .read_address({place_2, front_2[QUEUE_BITS-1:0]}), .out(word)
    );
endmodule

`default_nettype wire
