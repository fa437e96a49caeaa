// flexible_control: says what a flexible sorter does when.
//
//   load   waves come, and are appended behind the tail: `start`, `last`, `ready`
//   fill   the columns behind the tail are marked as empty, one in a clock, up to the width that the words need
//   sort   passes over the columns, from one half of the banks to the other
//   show   the columns are sorted on the way out: `out_start`, `out_last`, `out_ready`
//
//   All go in steps of PERIOD clocks. In a step, `begins` is high in clock 0. From then on the bits of a column are read, or
//   from clock 1 a wave comes and waits a clock; they pass the sorter from clock 3, the rotator from clock 3 + SORTER, and are
//   written from clock 3 + SORTER + ROTATOR. The next step may read what this one writes, and begins behind the words that have
//   been counted: PERIOD is at least two clocks more.
//! cost let LINES = 1 << LINE_BITS
//! cost let REGISTERS = 2 * (LINE_BITS + BEAT_BITS) + 7 * COLUMN_BITS + 3 * ROW_BITS + 4 * DEPTH + MOVE_BITS
//! cost lut4: 1, LINES, REGISTERS, (WIDTHS << MOVE_BITS) * ROW_BITS / 16, (LINES < 32) * LINES
//! cost ff: 1, LINES + SORTER + ROTATOR + REGISTERS
//! cost lone: 1, (LINES >= 32) * LINES
`default_nettype none

module flexible_control #(
    parameter LINE_BITS   = 4,          // log2 of the lines
    parameter COLUMN_BITS = 2,          // of a column's number, at least 1
    parameter BEAT_BITS   = 7,          // of a clock's number in a step
    parameter BITS        = 65,         // of a word in a bank
    parameter PERIOD      = 65,
    parameter SORTER      = 2,          // clocks of latency
    parameter ROTATOR     = 1,
    parameter DEPTH       = 2,          // of the deepest recursion, at least 1
    parameter ROW_BITS    = 6,          // of a row of the table
    parameter WIDTHS      = 4,
    parameter WIDTH_BITS  = 2,          // at least 1
    parameter MOVE_BITS   = 3,          // of a move's number
    // by width, the least one lowest: its last column, the depth of its recursion
    parameter [WIDTHS*COLUMN_BITS-1:0] LASTS  = 8'b11_10_01_00,
    parameter [WIDTHS*3-1:0]           DEPTHS = 12'b010_001_001_000,
    // by width, then move: the first of its rows
    parameter [(WIDTHS<<MOVE_BITS)*ROW_BITS-1:0] ROWS = {(WIDTHS<<MOVE_BITS)*ROW_BITS{1'b0}}
) (
    input  wire                           clk,
    input  wire                           rst,          // synchronous, active high
    input  wire                           start,
    input  wire                           last,
    output wire                           ready,
    output reg                            out_start,
    output reg                            out_last,
    input  wire                           out_ready,

    output reg  [1:0]                     feed,         // see flexible_bank.v; so below
    output wire [COLUMN_BITS+BEAT_BITS:0] read_at,
    output wire                           sorter_start,
    input  wire [(1<<LINE_BITS)-1:0]      sorted,
    output reg  [ROW_BITS-1:0]            row,
    output wire                           turns,        // the rotator takes its turn
    output reg                            keep,
    output reg  [COLUMN_BITS:0]           place,
    output reg  [COLUMN_BITS:0]           carry,
    output reg                            write,
    output reg  [BEAT_BITS-1:0]           write_beat
);
    localparam LATE      = SORTER + ROTATOR + 4;
    localparam KEEPS     = SORTER + ROTATOR + 2;
    localparam PASS_BITS = 2 * DEPTH + 1;
    localparam TAIL_BITS = LINE_BITS + COLUMN_BITS + 1;
    // Cut to size below: linters count the bits of PERIOD, which may be one more than those of PERIOD - 2.
    localparam [31:0] ENDS_SOON    = PERIOD - 2;
    localparam [31:0] WRITTEN_SOON = BITS - 2;

    reg                   load, fill, sort, show;
    reg                   ended;        // the wave is the last one
    reg                   unasked;      // fill or sort: no step waits
    reg                   rests;        // the next step may begin
    reg                   ending;       // the last clock of a step
    reg [BEAT_BITS-1:0]   beat;
    reg [LATE:1]          late;         // [k]: a step began k clocks ago
    reg                   half;         // from which columns are read
    reg [COLUMN_BITS-1:0] column;
    reg [PASS_BITS-1:0]   ahead;        // the pass after this one
    reg [TAIL_BITS-1:0]   tail;         // words that have come
    reg                   aligned;      // they fill whole columns, at least one
    reg [(1<<LINE_BITS)-1:0] none;      // lines of this wave without a word
    reg [LINE_BITS:0]     step;         // what is added to `tail` next
    reg [COLUMN_BITS:0]   furthest;     // column with a word
    reg [WIDTH_BITS-1:0]  width;
    reg [COLUMN_BITS-1:0] last_column;
    reg [COLUMN_BITS:0]   columns;
    reg [PASS_BITS-1:0]   passes;
    reg [ROW_BITS-1:0]    first_row;    // of pass `ahead`
    reg [ROW_BITS-1:0]    own_row;
    reg                   at_end;       // the column is the last one
    reg                   last_pass;
    reg                   more;         // columns to be marked
    reg                   filling;
    reg                   filled;
    reg                   written;      // the last bit of a word is written
    reg [1:0]             feed_soon;

    wire asked  = (load & start) | (show & out_ready);
    wire begins = rests & (asked | unasked);
    wire fills  = fill & (late[LATE] | filling);
    wire marks  = fills & more;         // a column, in the next clock
    wire sorts  = passes != {PASS_BITS{1'b0}};

    wire [COLUMN_BITS:0] tail_column = tail[TAIL_BITS-1:LINE_BITS];

    assign ready        = load & rests;
    assign sorter_start = late[2];
    assign turns        = late[SORTER+2];
    assign read_at      = {half, column, beat};

    wire [ROW_BITS-1:0]    next_row;
    generate
        if (ROW_BITS > LINE_BITS) begin : wide
            assign next_row = sort ? own_row : {{ROW_BITS-LINE_BITS{1'b0}}, tail[LINE_BITS-1:0]};
        end else begin : narrow
            assign next_row = tail[LINE_BITS-1:0];
        end
    endgenerate

    genvar q;
    wire [COLUMN_BITS:0]   carries;     // to count `tail_column` up
    assign carries[0] = 1'b0;
    generate
        for (q = 1; q <= COLUMN_BITS; q = q + 1) begin : each
            assign carries[q] = &tail[LINE_BITS +: q];
        end
    endgenerate

    wire [LINE_BITS:0]     count;           // of the words of a sorted wave
    wire [MOVE_BITS-1:0]   move;            // behind pass `ahead`
    wire [WIDTH_BITS-1:0]  least;
    wire [COLUMN_BITS-1:0] found_last;
    wire [2:0]             found_depth;
    wire [ROW_BITS-1:0]    found_row;
    reg  [MOVE_BITS-1:0]   next_move;

    flexible_count #(.LINE_BITS(LINE_BITS)) counter (.none(none), .count(count));
    flexible_move #(.DEPTH(DEPTH), .MOVE_BITS(MOVE_BITS)) mover (.pass(ahead), .move(move));
    flexible_widths #(
        .COLUMN_BITS(COLUMN_BITS), .ROW_BITS(ROW_BITS), .WIDTHS(WIDTHS), .WIDTH_BITS(WIDTH_BITS), .MOVE_BITS(MOVE_BITS),
        .LASTS(LASTS), .DEPTHS(DEPTHS), .ROWS(ROWS)
    ) widths (
        .furthest(furthest), .least(least), .width(width), .found_last(found_last), .found_depth(found_depth),
        .move(next_move), .found_row(found_row)
    );

    always @(posedge clk) begin
        late      <= {late[LATE-1:1], begins};
        {feed, feed_soon} <= {feed_soon, fill, load};
        out_start <= late[SORTER+1] & show;
        out_last  <= late[SORTER+1] & show & at_end;
        ending    <= beat == ENDS_SOON[BEAT_BITS-1:0] && ~fill;
        at_end    <= column == (show ? furthest[COLUMN_BITS-1:0] : last_column);
        last_pass <= ahead == passes;
        rests <= rests ? ~(asked | unasked) : ending | filled;
        if (rests)
            ended <= last;
        if (ending | filled)
            beat <= {BEAT_BITS{1'b0}};
        else if (~rests | asked | unasked)
            beat <= beat + 1'b1;

        // words that come
        if (late[SORTER+3])
            none <= sorted;
        step <= fill ? {1'b1, {LINE_BITS{1'b0}}} : count;
        if (load & late[LATE] | marks)
            tail <= tail + {{COLUMN_BITS{1'b0}}, step};
        aligned <= tail[LINE_BITS-1:0] == {LINE_BITS{1'b0}} && tail_column != {COLUMN_BITS+1{1'b0}};
        if (fill & late[1])
            furthest <= tail_column - {{COLUMN_BITS{1'b0}}, aligned};
        width       <= least;
        last_column <= found_last;
        columns     <= {1'b0, last_column} + 1'b1;
        passes      <= found_depth == 3'd0 ? {PASS_BITS{1'b0}} : {{PASS_BITS-1{1'b0}}, 1'b1} << {found_depth, 1'b0};
        next_move   <= move;
        first_row   <= found_row;
        more        <= tail_column != (marks ? {1'b0, last_column} : columns);
        filling     <= marks;
        filled      <= fills & ~more;

        // what is written
        keep    <= marks | (late[KEEPS-1] & (load | sort));
        place   <= sort ? {~half, {COLUMN_BITS{1'b0}}} : tail_column;
        carry   <= carries & {COLUMN_BITS+1{~sort}};
        row     <= next_row;
        written <= write_beat == WRITTEN_SOON[BEAT_BITS-1:0] && ~keep;
        if (keep)
            {write, write_beat} <= {1'b1, {BEAT_BITS{1'b0}}};
        else begin
            write      <= write & ~(filled | written);
            write_beat <= write_beat + 1'b1;
        end

        // from step to step
        if (~sort)
            own_row <= first_row;
        else if (ending)
            own_row <= at_end ? first_row : own_row + 1'b1;
        if (ending & load & ended)
            {load, fill, unasked} <= 3'b011;
        if (filled)
            {fill, sort, show, unasked, ahead} <= {1'b0, sorts, ~sorts, sorts, {{PASS_BITS-1{1'b0}}, 1'b1}};
        if (ending & (sort | show))
            column <= at_end ? {COLUMN_BITS{1'b0}} : column + 1'b1;
        if (ending & sort & at_end) begin
            half  <= ~half;
            ahead <= ahead + 1'b1;
            if (last_pass)
                {sort, show, unasked} <= 3'b010;
        end
        if (ending & show & at_end)
            {show, load, tail, ahead} <= {2'b01, {TAIL_BITS{1'b0}}, {PASS_BITS{1'b0}}};
        if (rst) begin
            {load, fill, sort, show} <= 4'b1000;
            {ended, rests, ending, unasked, filling, filled, keep, write, half, out_start, out_last} <= 11'b01000000000;
            beat   <= {BEAT_BITS{1'b0}};
            late   <= {LATE{1'b0}};
            column <= {COLUMN_BITS{1'b0}};
            ahead  <= {PASS_BITS{1'b0}};
            tail   <= {TAIL_BITS{1'b0}};
        end
    end
endmodule

`default_nettype wire
