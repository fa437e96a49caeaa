// rotor_bank: the queues of a bin, one for each of its leaves, in RAM.
//
//   A word whose queue is full is not taken; `answer` says so in the next clock, and the word asks again. Nothing is reserved
//   for words under way, so a queue may be as short as two words.
//
//   The bank visits its queues one by one, none twice in four clocks: rotor_visits.v. A queue that has a word gives it if the leaf
//   is free.
//
//   A queue is full when its tail is two halves ahead of its head, until the head reaches the next half: so two bits of the
//   pointers say so, in one LUT of the longest path. A full queue has more than half of its words. In block RAM, where rows are
//   at hand, it is three quarters of its rows, and more than two of them: so a pointer has no more bits than a row's number.
//
//   Pointers: the tail counts what came, the head what was given, in POINTER bits; the words between them are in the queue.
//   Each is in two RAMs, for it is read at the visit and at a decision. The tail of a full queue is at the first word of a half, or
//   of a quarter: so `full` is in the path of its lowest bit only, where it has more bits than those two, and not in that of the
//   write. The RAM of words is written a clock later, when the body is here.
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
    parameter TO_BITS      = PLACE_BITS + BANK_BITS,
    parameter BODY         = PLACE_BITS + PAYLOAD_BITS,
    parameter POINTER      = BLOCK_RAM ? QUEUE_BITS : QUEUE_BITS + 1
) (
    input  wire                     clk,
    input  wire                     clear,      // empty one queue in each clock
    input  wire [BIN_BITS-1:0]      turn,       // see rotor_timer.v
    input  wire [TO_BITS:0]         head,       // {place, bus, valid}
    input  wire [BODY-1:0]          body,       // {sender, payload}, a clock later
    output reg                      answer,     // the word that came a clock ago is taken
    input  wire [TO_BITS-1:0]       visited,    // the place and the bus that are visited now, ..
    input  wire [TO_BITS-1:0]       visited_1,  // .. a clock ago, ..
    input  wire [TO_BITS-1:0]       visited_2,  // .. and two clocks ago
    input  wire                     exists,     // the place that is visited now has a leaf
    input  wire                     free,       // the leaf there had room a clock ago
    output reg                      has,        // its queue had a word
    output reg                      idle,       // no word is given; else to `visited_2` ..
    output wire [BIN_BITS+BODY-1:0] word        // .. {source, sender, payload}, in the next clock
);
    localparam ROWS       = 1 << TO_BITS;
    localparam [1:0] MOST = BLOCK_RAM ? 2'd3 : 2'd2;
    localparam [31:0] END = PLACES, FIRST = BIN - 4 - STAGES;

    // ---- words come
    /* verilator lint_off UNUSEDPARAM */        // only the attribute reads it
    localparam STYLE = BLOCK_RAM ? "auto" : "distributed";
    /* verilator lint_on UNUSEDPARAM */

    (* ram_style = STYLE *)                     // few rows would be flip-flops, whose decoder is a LUT more of the longest path
    reg  [POINTER-1:0]    tails [0:ROWS-1], tails_visited [0:ROWS-1];
    (* ram_style = STYLE *)
    reg  [POINTER-1:0]    fronts [0:ROWS-1], fronts_met [0:ROWS-1];  // heads of queues
    wire                  comes = head[0];
    wire [TO_BITS-1:0]    place = head[TO_BITS:1];
    wire [POINTER-1:0]    tail  = tails[place];
    wire [1:0]            front = fronts_met[place][POINTER-1 -: 2];
    wire [1:0]            parts = tail[POINTER-1 -: 2] - front;     // halves, or quarters
    wire                  full  = parts == MOST;
    wire                  moves = clear || comes && (POINTER > 2 || !full)
                                  && {1'b0, place[TO_BITS-1:BANK_BITS]} < END[PLACE_BITS:0];    // others are lost
    wire [TO_BITS-1:0]    at    = clear ? visited : place;
    wire [POINTER-1:0]    more  = tail + 1'b1;
    wire [POINTER-1:0]    moved = clear ? {POINTER{1'b0}} : {more[POINTER-1:1], more[0] & ~(POINTER > 2 && full)};
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
    reg  [POINTER-1:0]    front_2, next;
    reg                   fronts_move;
    wire                  gives = has && free;

    always @(posedge clk) begin
        front_2     <= fronts[visited];
        has         <= tails_visited[visited] != fronts[visited] && exists;
        idle        <= clear | ~gives;
        fronts_move <= gives | clear;
        next        <= clear ? {POINTER{1'b0}} : front_2 + 1'b1;
        if (fronts_move) begin
            fronts[visited_2]     <= next;
            fronts_met[visited_2] <= next;
        end
    end

    rotor_words #(.ADDRESS_BITS(TO_BITS + QUEUE_BITS), .WIDTH(BIN_BITS + BODY), .BLOCK_RAM(BLOCK_RAM)) store (
        .clk(clk), .write(answer), .write_address({place_1, tail_1}), .in({source, body}),
        .read_address({visited_1, front_2[QUEUE_BITS-1:0]}), .out(word)
    );
endmodule

`default_nettype wire
