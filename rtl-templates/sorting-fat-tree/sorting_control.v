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
    output reg                         up_batch,
    output reg                         down_start,
    output reg                         down_batch,
    output reg                         down_sending,
    // what is read, and fed
    output reg  [COLUMN_BITS-1:0]      column,
    output reg  [BEAT_BITS-1:0]        beat,
    output wire                        half,        // of Y
    output reg                         feeds,       // the node's words of batch `batch`
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
    output reg  [COLUMN_BITS:0]        x_place,
    output reg  [COLUMN_BITS:0]        x_carry,
    output wire [COLUMN_BITS:0]        y_place,
    output wire [COLUMN_BITS:0]        y_carry,
    output reg                         write,
    output reg  [BEAT_BITS-1:0]        write_beat,
    // what is sent: so many words of X and of Y; to half as many wires as there are banks from the lower half or, if `odd`, the upper
    output reg  [LINE_BITS:0]          x_words,
    output reg  [LINE_BITS-1:0]        y_words,
    output reg                         odd,
    output reg                         first,       // bits are M
    output reg                         up_shows,    // bits are of a wave
    output reg                         down_shows
);
    localparam PASS_BITS = 2 * DEPTH + 1;
    localparam TAIL_BITS = LINE_BITS + COLUMN_BITS + 1;
    localparam KEEPS     = SORTER + ROTATOR + 4;
    localparam ADDS      = KEEPS + 2;
    localparam [BEAT_BITS-1:0] ZERO  = {BEAT_BITS{1'b0}};
    localparam [BEAT_BITS-1:0] ONE   = {{BEAT_BITS-1{1'b0}}, 1'b1};
    localparam [31:0]          JUMP  = SHARED + 2;
    localparam [31:0]          SORT_END = SHARED + SORT_PERIOD - 1;
    localparam [31:0]          SEND_END = PERIOD - 1;
    localparam [31:0]          HALF  = 1 << (LINE_BITS - 1);
    localparam [31:0]          WHOLE = 1 << UP_BITS;
    localparam [31:0]          LINES = 1 << LINE_BITS;

    reg                  down;          // behind the sort
    reg                  holds;         // a batch has come, to be sent in the next stage
    reg                  begun;         // a stage in which the node sends: now its batch is announced
    reg                  sends, fills, sorts, laying;
    reg                  waits;         // for the parent's waves to pass
    reg                  begun_sending; // for a clock
    reg                  eager;         // to send words
    reg                  has_room;      // who gets them
    reg                  at_end;        // the column is the last one
    reg                  own;           // words are to be fed
    reg                  rests;         // the next step may begin
    reg                  more;          // words to be sent
    reg                  some;          // the node has words for this batch, to be fed
    reg                  all;           // are sent, or fed
    reg                  ending;        // the last clock of a step
    reg [2:1]            sent;          // [k]: a wave to be sent began k clocks ago
    reg [ADDS:1]         late;          // [k]: any other step
    reg [TAIL_BITS-1:0]     x_tail;        // words in X
    reg [TAIL_BITS-1:0]     y_tail;        // in Y, in the half where they are appended
    reg [TAIL_BITS-1:0]  x_step, y_step;    // what the next event adds to them
    reg [TAIL_BITS-1:0]     words;         // of the node's own
    reg [COLUMN_BITS:0]  furthest;      // column with a word
    reg [WIDTH_BITS-1:0] width;
    reg [COLUMN_BITS-1:0] last_column;
    reg [PASS_BITS-1:0]  passes, ahead; // of all; the pass after this one
    reg [MOVE_BITS-1:0]  next_move;
    reg [ROW_BITS-1:0]   first_row, own_row;
    reg                  pass_half;     // from which columns are read
    reg                  upper;         // the next to be sent are banks of the upper half
    reg                  filling, filled;
    reg                  last_fill;     // the next column to be marked is the last one
    reg                  adds;          // words that have come
    reg                  x_full, y_full;    // the next wave to be sent
    reg                  wires_soon;

    wire [MOVE_BITS-1:0]   move;
    wire [WIDTH_BITS-1:0]  least;
    wire [COLUMN_BITS-1:0] found_last;
    wire [2:0]             found_depth;
    wire [ROW_BITS-1:0]    found_row;

    flexible_move #(.DEPTH(DEPTH), .MOVE_BITS(MOVE_BITS)) mover (.pass(ahead), .move(move));
    flexible_widths #(
        .COLUMN_BITS(COLUMN_BITS), .ROW_BITS(ROW_BITS), .WIDTHS(WIDTHS), .WIDTH_BITS(WIDTH_BITS), .MOVE_BITS(MOVE_BITS),
        .LASTS(LASTS), .DEPTHS(DEPTHS), .ROWS(ROWS)
    ) widths (
        .furthest(furthest), .least(least), .width(width), .found_last(found_last), .found_depth(found_depth),
        .move(next_move), .found_row(found_row)
    );

    wire passing    = sorts | laying;
    wire parts      = ~(passing | fills);
    wire sends_now  = rests & eager & has_room;
    wire begins     = rests & (fills | passing | own);
    wire fills_now  = fills & (late[KEEPS] | filling);
    wire fills_last = fills_now & last_fill;

    // Root: all batches are fed.
    wire over;
    wire own_batch = (ROOT != 0) & stage & down & ~holds & ~over;
    wire sends_batch = stage & holds;

    // Batches.
    generate
        if (ROOT != 0) begin : counted
            reg  [BATCH_BITS:0]   number;

            assign over  = number[BATCH_BITS];
            assign batch = number;
            always @(posedge clk)
                if (rst | round)
                    number <= {BATCH_BITS+1{1'b0}};
                else if (all & feeds)
                    number <= number + 1'b1;
        end else if (BATCH_BITS > 0) begin : told
            reg  [BATCH_BITS-1:0] number;

            assign over  = 1'b0;
            assign batch = {1'b0, number};
            always @(posedge clk)
                if (rst | round)
                    number <= {BATCH_BITS{1'b0}};
                else if (all & feeds)
                    number <= number + 1'b1;
        end else begin : single
            assign over  = 1'b0;
            assign batch = 1'b0;
        end
    endgenerate

    // Wave t of batch j begins with word t B lines + j.
    reg  [COLUMN_BITS-BATCH_BITS:0] group;
    wire [TAIL_BITS-1:0]               begin_group;

    generate
        if (BATCH_BITS > 0) begin : several
            assign begin_group = {group, {LINE_BITS{1'b0}}, batch[BATCH_BITS-1:0]};
        end else begin : one
            assign begin_group = {group, {LINE_BITS{1'b0}}};
        end
    endgenerate

    // Words to be sent, and those of the next wave.
    wire x_up   = (ROOT == 0) & (UP_BITS == LINE_BITS) & ~down;      // as many as lines, else half as many
    wire [TAIL_BITS-1:0] x_wave = x_up ? WHOLE[TAIL_BITS-1:0] : HALF[TAIL_BITS-1:0];

    assign half         = feeds | (sorts & pass_half);
    assign flip         = late[3] & wires;
    assign part         = late[4] & parts;
    assign ones         = fills;
    assign sorter_start = late[4];
    assign turns        = late[SORTER+4];
    assign x_turn       = x_tail[LINE_BITS-1:0];
    assign lays         = laying;
    assign keep         = fills ? fills_now : late[KEEPS];
    assign y_place      = passing ? {~pass_half, column & {COLUMN_BITS{laying}}} : y_tail[TAIL_BITS-1:LINE_BITS];
    generate
        if (ROW_BITS > LINE_BITS) begin : wide
            assign row = sorts ? own_row : {{ROW_BITS-LINE_BITS{1'b0}}, y_tail[LINE_BITS-1:0]};
        end else begin : narrow
            assign row = y_tail[LINE_BITS-1:0];
        end
    endgenerate

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
    wire [COLUMN_BITS:0] x_carries;
    assign x_carries[0] = 1'b0;
    assign y_carry[0] = 1'b0;
    generate
        for (q = 1; q <= COLUMN_BITS; q = q + 1) begin : carries
            assign x_carries[q] = &x_tail[LINE_BITS +: q];
            assign y_carry[q] = ~passing & ~(&y_tail[TAIL_BITS-1:LINE_BITS]) & (&y_tail[LINE_BITS +: q]);
        end
    endgenerate

    always @(posedge clk) begin
        idle         <= ~(stage | sort_now | batches | starts | begun | sends | waits | feeds | fills | passing | (|late) | write);
        begun        <= sends_batch;
        up_batch     <= begun & ~down;
        down_batch   <= begun & down;
        down_sending <= down & (sends | sends_batch);
        begun_sending <= sends;
        eager        <= sends & more;
        has_room     <= ~down | (&room);
        at_end       <= column == last_column;
        own          <= some & (feeds | (waits & ~above_sends));
        all          <= rests & ~all & ((feeds & ~some) | (sends & begun_sending & ~more));
        sent         <= {sent[1], sends_now};
        late         <= {late[ADDS-1:3], late[2] | starts, late[1], begins};
        {wires, wires_soon} <= {wires_soon, ~(passing | feeds)};
        up_start     <= sent[2] & ~down;
        down_start   <= sent[2] & down;
        up_shows     <= ~down & (sent[1] | (up_shows & ~rests));
        down_shows   <= down & (sent[1] | (down_shows & ~rests));
        first        <= sent[1];
        x_full       <= x_up ? |x_tail[TAIL_BITS-1:LINE_BITS] : |x_tail[TAIL_BITS-1:LINE_BITS-1];
        y_full       <= |y_tail[TAIL_BITS-1:LINE_BITS-1];
        adds         <= parts & late[ADDS-1];
        more         <= (|x_tail) | (down & (|y_tail));
        some         <= begin_group < words;

        // steps
        ending <= sends ? beat == SEND_END[BEAT_BITS-1:0] : beat == SORT_END[BEAT_BITS-1:0];
        if (begins | sends_now)
            {rests, beat} <= {1'b0, sends ? ONE + 1'b1 : JUMP[BEAT_BITS-1:0]};
        else if (ending | fills_last)
            {rests, beat} <= {1'b1, ZERO | {{BEAT_BITS-1{1'b0}}, sends}};
        else if (rests)
            beat <= ZERO | {{BEAT_BITS-1{1'b0}}, sends};
        else if (~fills)
            beat <= beat + 1'b1;

        // words that come, and go: how many more or fewer there are after the next such event
        if (sends)
            x_step <= {TAIL_BITS{1'b0}} - x_wave;
        else if (late[SORTER+5])
            x_step <= {{COLUMN_BITS{1'b0}}, x_count};
        if (fills)
            y_step <= LINES[TAIL_BITS-1:0];
        else if (sends)
            y_step <= {TAIL_BITS{1'b0}} - HALF[TAIL_BITS-1:0];
        else if (late[SORTER+6])
            y_step <= {{COLUMN_BITS{1'b0}}, y_count};
        if (sent[1]) begin
            x_words <= x_full ? x_wave[LINE_BITS:0] : {1'b0, x_tail[LINE_BITS-1:0]};
            y_words <= y_full ? HALF[LINE_BITS-1:0] : y_tail[LINE_BITS-1:0];
            odd     <= upper;
        end
        if (sent[1] & ~x_full)
            x_tail <= {TAIL_BITS{1'b0}};
        else if (sent[1] | adds)
            x_tail <= x_tail + x_step;
        if ((sent[1] & down & ~y_full) | fills_last)
            y_tail <= {TAIL_BITS{1'b0}};
        else if ((sent[1] & down) | adds | fills_now)
            y_tail <= y_tail + y_step;

        // what the words need
        if (sort_now) begin
            words    <= y_tail;
            furthest <= y_tail[TAIL_BITS-1:LINE_BITS]
                        - {{COLUMN_BITS{1'b0}}, y_tail[LINE_BITS-1:0] == {LINE_BITS{1'b0}} && y_tail != {TAIL_BITS{1'b0}}};
        end
        width       <= least;
        last_column <= found_last;
        passes      <= found_depth == 3'd0 ? {PASS_BITS{1'b0}} : {{PASS_BITS-1{1'b0}}, 1'b1} << {found_depth, 1'b0};
        next_move   <= move;
        first_row   <= found_row;
        filling     <= fills_now & ~fills_last;
        filled      <= fills_last;
        last_fill   <= fills_now & ~y_tail[LINE_BITS] & (&y_tail[TAIL_BITS-1:LINE_BITS+1]);

        // what is written
        if (keep)
            {x_place, x_carry} <= {x_tail[TAIL_BITS-1:LINE_BITS], x_carries};
        if (keep)
            {write, write_beat} <= {1'b1, ZERO};
        else if (filled | write_beat == LAST_BEAT)
            write <= 1'b0;
        else
            write_beat <= passing & write_beat == ZERO ? JUMP[BEAT_BITS-1:0] : write_beat + 1'b1;

        // from step to step
        if (~sorts)
            own_row <= first_row;
        else if (ending)
            own_row <= at_end ? first_row : own_row + 1'b1;
        if (fills_last)
            {fills, sorts, laying, ahead} <= {1'b0, passes != {PASS_BITS{1'b0}}, passes == {PASS_BITS{1'b0}},
                                              {{PASS_BITS-1{1'b0}}, 1'b1}};
        if (ending) begin
            if (passing)
                column <= at_end ? {COLUMN_BITS{1'b0}} : column + 1'b1;
            else if (feeds | x_up)
                column <= column + 1'b1;
            else
                {column, upper} <= {column, upper} + 1'b1;
        end
        if (ending & sorts & at_end) begin
            pass_half <= ~pass_half;
            ahead     <= ahead + 1'b1;
            if (ahead == passes)
                {sorts, laying} <= 2'b01;
        end
        if (ending & laying & at_end)
            {laying, down, ahead} <= {2'b01, {PASS_BITS{1'b0}}};
        if (begins & feeds)
            group <= group + 1'b1;
        if (all)
            {feeds, sends, upper, column, group} <= {3'b000, {COLUMN_BITS{1'b0}}, {COLUMN_BITS-BATCH_BITS+1{1'b0}}};

        // commands and batches
        if (waits & ~above_sends)
            {waits, feeds} <= 2'b01;
        if (sends_batch)
            {sends, holds} <= 2'b10;
        if (batches | own_batch)
            {holds, waits} <= {1'b1, down};
        if (sort_now)
            {fills, holds} <= 2'b10;
        if (rst | round) begin
            {down, holds, pass_half} <= 3'b000;
            x_tail <= {TAIL_BITS{1'b0}};
            y_tail <= {TAIL_BITS{1'b0}};
            ahead  <= {PASS_BITS{1'b0}};
        end
        if (rst) begin
            {sends, waits, feeds, fills, sorts, laying, rests, ending, begun} <= 9'b000000100;
            {filling, filled, adds, write, up_start, up_batch, down_start, down_batch, down_sending} <= 9'd0;
            {up_shows, down_shows, upper, all, eager, own, last_fill} <= 7'd0;
            sent   <= 2'd0;
            late   <= {ADDS{1'b0}};
            beat   <= ZERO;
            column <= {COLUMN_BITS{1'b0}};
            group  <= {COLUMN_BITS-BATCH_BITS+1{1'b0}};
        end
    end
endmodule

`default_nettype wire
