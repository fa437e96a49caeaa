// sorting_control: says what a node of a sorting fat-tree does when. It has no number of the stage: commands and the strobes of its
// channels say.
//
//   up     what comes from the children is parted: words that turn here are appended in the banks Y, in the first half, the others
//          in the banks X. They go up in the next stage: who gets a batch in a stage sends in the next one
//   fill   `sort_now`: the places in Y behind the words are marked as empty, a column in a clock, in both halves
//   sort   passes over the columns, from one half of Y to the other
//   lay    one more pass, into the second half. It turns column c by c / max(1, B / lines), so that words j, j + B, .. lie in banks
//          of their own
//   down   what comes from the parent is parted: words to the left are appended in Y, in the first half, words to the right in X.
//          Behind the parent's waves the node's own words of the batch follow, from the second half. The root gets no batch: in
//          each other stage it begins with its own words
//
//   A wave that comes has its M bits in the clock of `starts`. A wave of the node's own begins as if these were two clocks later.
//   Counted from two clocks before M: bits are fed to the sorter from clock 5, pass the rotators from clock 5 + SORTER, and are
//   written from clock 5 + SORTER + ROTATOR. A wave that is sent is read from its clock 0, and is on the wires from clock 3.
//
//   In Y a word has two key bits in front, 0 0. The next SHARED bits are equal in all words of the node. They are skipped when
//   columns are sorted, and with them the second key bit: empty places have the first one.
`default_nettype none

module sorting_control #(
    parameter LINE_BITS   = 3,          // log2 of the lines
    parameter UP_BITS     = 2,          // log2 of the wires to the parent
    parameter ROOT        = 0,
    parameter COLUMN_BITS = 2,          // of a column's number, in either half of Y, and in X; at least 1
    parameter BEAT_BITS   = 6,          // of a bit's number
    parameter LAST_BEAT   = 40,         // of a word
    parameter SHARED      = 2,
    parameter PERIOD      = 48,         // clocks from wave to wave on a channel
    parameter SORT_PERIOD = 40,         // from column to column; both at least SORTER + ROTATOR + 8
    parameter SORTER      = 2,          // clocks of latency
    parameter ROTATOR     = 1,
    parameter BATCH_BITS  = 1,          // log2 of the batches, at most COLUMN_BITS
    parameter DEPTH       = 1,          // of the deepest recursion, at least 1
    parameter ROW_BITS    = 4,          // of a row of the table of moves
    parameter WIDTHS      = 2,
    parameter WIDTH_BITS  = 1,          // at least 1
    parameter MOVE_BITS   = 2,          // of a move's number
    // see flexible_widths.v
    parameter [WIDTHS*COLUMN_BITS-1:0] LASTS  = {WIDTHS*COLUMN_BITS{1'b0}},
    parameter [WIDTHS*3-1:0]           DEPTHS = {WIDTHS*3{1'b0}},
    parameter [(WIDTHS<<MOVE_BITS)*ROW_BITS-1:0] ROWS = {(WIDTHS<<MOVE_BITS)*ROW_BITS{1'b0}}
) (
    input  wire                        clk,
    input  wire                        rst,         // synchronous, active high
    input  wire                        round,       // commands
    input  wire                        stage,
    input  wire                        sort_now,
    output reg                         idle,
    // channels
    input  wire                        starts,      // of any channel
    input  wire                        batches,     // of any channel
    input  wire                        above_sends,
    input  wire [1:0]                  room,        // of the children
    output reg                         up_start,
    output wire                        up_batch,
    output reg                         down_start,
    output wire                        down_batch,
    output wire                        down_sending,
    // what is read, and fed
    output wire [COLUMN_BITS-1:0]      column,
    output wire [BEAT_BITS-1:0]        beat,
    output wire                        half,        // of Y
    output wire                        feeds,       // the node's words of batch `batch`
    output wire [BATCH_BITS:0]         batch,
    output reg                         wires,       // 0: banks Y are fed
    output wire                        flip,        // M bits are turned into what banks have: 1 if there is no word
    output wire                        part,        // the sorter's keys are made: this bit is the class
    output wire                        ones,        // are fed
    output wire                        sorter_start,
    // counts of the words of a wave that have been sorted, for X and Y
    input  wire [LINE_BITS:0]          x_count,
    input  wire [LINE_BITS:0]          y_count,
    // where words go
    output wire                        turns,       // the rotators take their turns
    output wire [LINE_BITS-1:0]        x_turn,
    output wire                        lays,        // Y's is `lay_turn`
    output wire [LINE_BITS-1:0]        lay_turn,
    output wire [ROW_BITS-1:0]         row,
    output wire                        keep,        // the place in Y, and from the next clock on that in X
    output wire [COLUMN_BITS:0]        x_place,
    output wire [COLUMN_BITS:0]        x_carry,
    output wire [COLUMN_BITS:0]        y_place,
    output wire [COLUMN_BITS:0]        y_carry,
    output wire                        write,
    output wire [BEAT_BITS-1:0]        write_beat,
    // what is sent: so many words of X and of Y; to half as many wires as there are banks from the lower half or, if `odd`, the upper
    output wire [LINE_BITS:0]          x_words,
    output wire [LINE_BITS-1:0]        y_words,
    output wire                        odd,
    output reg                         first,       // bits are M
    output reg                         up_shows,    // bits are of a wave
    output reg                         down_shows
);
    localparam TAIL_BITS = LINE_BITS + COLUMN_BITS + 1;
    localparam KEEPS     = SORTER + ROTATOR + 4;
    localparam ADDS      = KEEPS + 2;

    // phases, see sorting_phases.v
    wire down, begun, sends, waits, feeds_next, fills, sorts, laying, all;
    wire passing = sorts | laying;
    wire parts   = ~(passing | fills);
    // steps, see sorting_steps.v
    wire            rests, ending, at_end, upper, begins;
    wire [2:1]      sent;               // [k]: a wave to be sent began k clocks ago
    wire [ADDS:1]   late;               // [k]: any other step
    // words
    wire                   more, some, over;
    wire [TAIL_BITS-1:0]   y_tail;
    wire                   fills_now, fills_last;
    wire [COLUMN_BITS-1:0] last_column;
    wire                   no_pass, last_pass, pass_half;
    // A wave up has as many words as there are lines, else half as many.
    wire x_up = (ROOT == 0) & (UP_BITS == LINE_BITS) & ~down;

    sorting_phases #(.ROOT(ROOT)) phases (
        .clk(clk), .rst(rst), .round(round), .stage(stage), .sort_now(sort_now), .batches(batches), .above_sends(above_sends),
        .up_batch(up_batch), .down_batch(down_batch), .down_sending(down_sending), .filled(fills_last), .sorted(no_pass),
        .pass_ends(ending & at_end), .last_pass(last_pass), .rests(rests), .more(more), .some(some), .over(over), .down(down),
        .begun(begun), .sends(sends), .waits(waits), .feeds(feeds), .fills(fills), .sorts(sorts), .laying(laying),
        .feeds_next(feeds_next), .all(all)
    );

    sorting_steps #(
        .COLUMN_BITS(COLUMN_BITS), .BEAT_BITS(BEAT_BITS), .SHARED(SHARED), .PERIOD(PERIOD), .SORT_PERIOD(SORT_PERIOD),
        .LATE(ADDS)
    ) steps (
        .clk(clk), .rst(rst), .starts(starts), .sends(sends), .passing(passing), .fills(fills), .fills_last(fills_last),
        .feeds(feeds), .feeds_next(feeds_next), .all(all), .some(some), .more(more), .room(~down | (&room)), .whole(x_up),
        .last_column(last_column), .rests(rests), .ending(ending), .sent_1(sent[1]), .sent_2(sent[2]), .late({late, begins}),
        .beat(beat), .column(column), .at_end(at_end), .upper(upper)
    );

    sorting_batches #(.LINE_BITS(LINE_BITS), .COLUMN_BITS(COLUMN_BITS), .ROOT(ROOT), .BATCH_BITS(BATCH_BITS)) own_words (
        .clk(clk), .rst(rst), .round(round), .sort_now(sort_now), .tail(y_tail), .begins(begins), .all(all), .feeds(feeds),
        .batch(batch), .over(over), .some(some)
    );

    sorting_tails #(.LINE_BITS(LINE_BITS), .UP_BITS(UP_BITS), .COLUMN_BITS(COLUMN_BITS)) tails (
        .clk(clk), .rst(rst), .clear(rst | round), .x_count(x_count), .y_count(y_count), .x_counted(late[SORTER+5]),
        .y_counted(late[SORTER+6]), .adds_next(parts & late[ADDS-1]), .fills(fills), .fills_now(fills_now),
        .fills_last(fills_last), .sends(sends), .down(down), .whole(x_up), .sent(sent[1]), .upper(upper), .x_words(x_words),
        .y_words(y_words), .odd(odd), .more(more), .x_turn(x_turn), .y_tail(y_tail), .keep(keep), .x_place(x_place),
        .x_carry(x_carry)
    );

    sorting_passes #(
        .LINE_BITS(LINE_BITS), .COLUMN_BITS(COLUMN_BITS), .DEPTH(DEPTH), .ROW_BITS(ROW_BITS), .WIDTHS(WIDTHS),
        .WIDTH_BITS(WIDTH_BITS), .MOVE_BITS(MOVE_BITS), .LASTS(LASTS), .DEPTHS(DEPTHS), .ROWS(ROWS)
    ) sorting (
        .clk(clk), .clear(rst | round), .sort_now(sort_now), .tail(y_tail), .begins(fills_last), .sorts(sorts), .laying(laying),
        .ending(ending), .at_end(at_end), .last_column(last_column), .none(no_pass), .last_pass(last_pass), .half(pass_half),
        .row(row)
    );

    sorting_writes #(.COLUMN_BITS(COLUMN_BITS), .BEAT_BITS(BEAT_BITS), .LAST_BEAT(LAST_BEAT), .SHARED(SHARED)) writes (
        .clk(clk), .rst(rst), .kept(late[KEEPS]), .passing(passing), .fills(fills), .tail(y_tail[TAIL_BITS-1:LINE_BITS]),
        .fills_now(fills_now), .fills_last(fills_last), .keep(keep), .write(write), .write_beat(write_beat)
    );

    // ---- into the sorter and behind it
    reg wires_soon;

    assign half         = feeds | (sorts & pass_half);
    assign flip         = late[3] & wires;
    assign part         = late[4] & parts;
    assign ones         = fills;
    assign sorter_start = late[4];
    assign turns        = late[SORTER+4];
    assign lays         = laying;
    assign y_place      = passing ? {~pass_half, column & {COLUMN_BITS{laying}}} : y_tail[TAIL_BITS-1:LINE_BITS];

    // The turn of a column that is laid: c / max(1, B / lines).
    localparam STEP = BATCH_BITS > LINE_BITS ? BATCH_BITS - LINE_BITS : 0;
    localparam TURN_BITS = LINE_BITS < COLUMN_BITS - STEP ? LINE_BITS : COLUMN_BITS - STEP;
    generate
        if (BATCH_BITS == 0) begin : straight
            assign lay_turn = {LINE_BITS{1'b0}};
        end else if (TURN_BITS < LINE_BITS) begin : short
            assign lay_turn = {{LINE_BITS-TURN_BITS{1'b0}}, column[STEP +: TURN_BITS]};
        end else begin : long
            assign lay_turn = column[STEP +: LINE_BITS];
        end
    endgenerate

    // The last column of both halves has none behind it.
    genvar q;
    assign y_carry[0] = 1'b0;
    generate
        for (q = 1; q <= COLUMN_BITS; q = q + 1) begin : carries
            assign y_carry[q] = ~passing & ~(&y_tail[TAIL_BITS-1:LINE_BITS]) & (&y_tail[LINE_BITS +: q]);
        end
    endgenerate

    // ---- what the channels see
    always @(posedge clk) begin
        idle       <= ~(stage | sort_now | batches | starts | begun | sends | waits | feeds | fills | passing | (|late)
                        | write);
        wires      <= wires_soon;
        wires_soon <= ~(passing | feeds);
        first      <= sent[1];
        up_start   <= sent[2] & ~down & ~rst;
        down_start <= sent[2] & down & ~rst;
        up_shows   <= ~rst & ~down & (sent[1] | (up_shows & ~rests));
        down_shows <= ~rst & down & (sent[1] | (down_shows & ~rests));
    end
endmodule

`default_nettype wire
