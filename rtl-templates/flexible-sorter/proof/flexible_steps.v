// flexible_steps: flexible_control.v does in each clock what a flexible sorter must do, for batches of any size in any waves.
//
//   The monitor knows the phase, how long ago the step began, and how many words have come. All else follows:
//     load   a step for each wave: its words are appended behind those that have come
//     fill   a column in each clock, from the first one without words to the last one of the width. The width is the least one
//            that holds the words
//     sort   4^depth passes of a step for each column. A pass reads one half of the banks and writes the other; its move follows
//            from the digits 3 at the end of its number in base 4, and the rows of the table from width, move and column
//     show   a step for each wave of words, at least one, as soon as the receiver has room
//   A step takes PERIOD clocks, to fill takes what it takes. In a step the bits are read in their order from clock 0, the sorter
//   starts in clock 2, the rotator turns in clock SORTER + 2, and the next clock after SORTER + ROTATOR + 2 writes the first bit.
//   The words of a wave are counted in clock SORTER + ROTATOR + 4; a step that fills marks its first column in the next one.
//   The words of a sorted wave are on the first lines, and no batch has more words than fit.
//   By induction over the clocks: nothing is claimed before the first reset, so a claim that holds still holds (still.v). The
//   control's registers are in view, to say that they count what the monitor counts.
//! proves flexible_control as steps
//! given LINES COLUMNS PASSES FIRSTS
//! what "control of {COLUMNS} column{COLUMNS == 1 ? '' : 's'} of {LINES} words"
//! claim "each clock does its part: of loading, filling, 4^depth passes, showing"
//! steps 2
//! skip 1
//! cells 300
//! reads flexible_count flexible_move flexible_widths
//! watches still
//! expose load
//! expose fill*
//! expose sort
//! expose show
//! expose ended
//! expose rests
//! expose ending
//! expose beat
//! expose late
//! expose half
//! expose column
//! expose ahead
//! expose tail
//! expose none
//! expose furthest
//! expose width
//! expose last_column
//! expose passes
//! expose feed_soon
//! expose unasked
//! expose more
//! expose aligned
//! expose at_end
//! expose last_pass
//! expose written
//! expose step
//! expose columns
//! expose first_row when PASSES
//! expose own_row when PASSES
//! expose next_move when PASSES
//! show parts "claims that held, of 0 to 11"
//! show age_shown "bits of the clocks since the step began"
//! show words_shown "bits of the number of words"
`default_nettype none

module flexible_steps #(
    parameter LINE_BITS   = 4,
    parameter COLUMN_BITS = 2,
    parameter BEAT_BITS   = 7,
    parameter BITS        = 65,
    parameter PERIOD      = 65,
    parameter SORTER      = 2,
    parameter ROTATOR     = 1,
    parameter DEPTH       = 2,
    parameter ROW_BITS    = 6,
    parameter WIDTHS      = 4,
    parameter WIDTH_BITS  = 2,
    parameter MOVE_BITS   = 3,
    // by width, the least one lowest: columns less one, depth of the recursion, first row of the table
    parameter [WIDTHS*COLUMN_BITS-1:0] LASTS  = 8'b11_10_01_00,
    parameter [WIDTHS*3-1:0]           DEPTHS = 12'b010_001_001_000,
    parameter [WIDTHS*ROW_BITS-1:0]    FIRSTS = {WIDTHS*ROW_BITS{1'b0}}
) (
    input  wire               clk,
    // free in every clock
    input  wire               rst,
    input  wire               start,
    input  wire               last,
    input  wire               out_ready,
    input  wire [LINE_BITS:0] any_words,
    // the claim, and values to show if it fails
    output wire               ok,
    output wire [11:0]        parts,
    output wire [15:0]        age_shown,
    output wire [15:0]        words_shown
);
    localparam [1:0] LOAD = 2'd0, FILL = 2'd1, SORT = 2'd2, SHOW = 2'd3;
    localparam       LINES = 1 << LINE_BITS;
    localparam       KEEPS = SORTER + ROTATOR + 2;
    localparam       LATE  = KEEPS + 2;         // words are counted
    localparam       MARKS = KEEPS + 3;
    localparam       PASS_BITS = 2 * DEPTH + 1;
    localparam       MOST  = (LASTS[(WIDTHS-1)*COLUMN_BITS +: COLUMN_BITS] + 1) << LINE_BITS;

    // ---- what the monitor knows
    reg                   begun;
    reg [1:0]             phase;
    reg                   rest;                 // the next step may begin
    reg [15:0]            age;                  // clocks since the step began; to fill, at most MARKS + 1
    reg                   is_last;              // the wave is the last one
    reg [15:0]            words, new_words;
    reg [15:0]            marked;               // columns, while they are filled
    reg [15:0]            col, pass;
    reg [15:0]            since;                // clocks since the first bit was written, at most BITS
    reg [1:0]             fed_soon, fed;        // the phase one and two clocks ago: {fill, load}

    // ---- what follows from the number of words
    reg  [15:0] width_of, last_col, depth_of, first_of;
    integer     k;
    always @* begin
        width_of = 0;
        for (k = 0; k < WIDTHS - 1; k = k + 1)
            if (words > (LASTS[k*COLUMN_BITS +: COLUMN_BITS] + 16'd1) << LINE_BITS)
                width_of = k + 1;
        last_col = LASTS[width_of*COLUMN_BITS +: COLUMN_BITS];
        depth_of = DEPTHS[width_of*3 +: 3];
        first_of = FIRSTS[width_of*ROW_BITS +: ROW_BITS];
    end
    wire [15:0] pass_count = depth_of == 0 ? 16'd0 : 16'd1 << 2 * depth_of;
    wire [15:0] last_wave  = words == 0 ? 16'd0 : (words - 16'd1) >> LINE_BITS;

    // The move behind a pass: three for each digit 3 at the end of its number, and the digit before them.
    function [15:0] move_behind;
        input [15:0] number;
        reg   [15:0] digits;
        reg          ends;
        integer      j;
        begin
            digits = number;
            move_behind = 0;
            ends = 1'b1;
            for (j = 0; j < DEPTH; j = j + 1) begin
                if (ends)
                    move_behind = move_behind + (digits[1:0] == 2'd3 ? 3 : {14'd0, digits[1:0]});
                ends = ends && digits[1:0] == 2'd3;
                digits = digits >> 2;
            end
        end
    endfunction
    wire [15:0] next_pass    = phase == SORT ? pass + 16'd1 : 16'd0;
    wire [15:0] row_of_next  = first_of + move_behind(next_pass) * (last_col + 16'd1);
    wire [15:0] row_now      = first_of + move_behind(pass) * (last_col + 16'd1) + col;

    // ---- what happens in this clock
    wire        begins = rest && (phase == LOAD ? start : phase == SHOW ? out_ready : 1'b1);
    wire        ends   = !rest && phase != FILL && age == PERIOD - 1;
    wire [15:0] to     = (words >> LINE_BITS) + (phase == FILL ? marked : 16'd0);  // the column that is filled next
    wire        marks  = phase == FILL && !rest && age >= MARKS;
    wire        done   = marks && to > last_col;
    wire        keeps  = phase == FILL ? marks && !done : phase != SHOW && !rest && age == KEEPS;
    wire [15:0] room   = MOST - words;
    wire [15:0] coming = any_words > LINES ? LINES : any_words;
    wire [15:0] come   = coming > room ? room : coming;

    // ---- the control
    wire [LINES-1:0]                 sorted = {LINES{1'b1}} << come;
    wire                             ready, out_start, out_last, sorter_start, turns, keep, write;
    wire                             load, fill, sort, show, unasked, ended, rests, ending, half, filling, filled, more;
    wire                             aligned, at_end, last_pass, written;
    wire [LINES-1:0]                 none;
    wire [LINE_BITS:0]               step;
    wire [COLUMN_BITS:0]             columns;
    wire [1:0]                       feed, feed_soon;
    wire [COLUMN_BITS+BEAT_BITS:0]   read_at;
    wire [ROW_BITS-1:0]              row, first_row, own_row;
    wire [COLUMN_BITS:0]             place, carry, furthest;
    wire [BEAT_BITS-1:0]             write_beat, beat;
    wire [LATE:1]                    late;
    wire [COLUMN_BITS-1:0]           column, last_column;
    wire [PASS_BITS-1:0]             ahead, passes;
    wire [LINE_BITS+COLUMN_BITS:0]   tail;
    wire [WIDTH_BITS-1:0]            width;
    wire [MOVE_BITS-1:0]             next_move;

    // With one column there are no passes, and no registers of rows.
    `define COMMON_PORTS \
        .clk(clk), .rst(rst), .start(start), .last(last), .ready(ready), .out_start(out_start), .out_last(out_last), \
        .out_ready(out_ready), .feed(feed), .read_at(read_at), .sorter_start(sorter_start), .sorted(sorted), .row(row), \
        .turns(turns), .keep(keep), .place(place), .carry(carry), .write(write), .write_beat(write_beat), \
        .load(load), .fill(fill), .sort(sort), .show(show), .ended(ended), .rests(rests), .ending(ending), .beat(beat), \
        .late(late), .half(half), .column(column), .ahead(ahead), .tail(tail), .none(none), .furthest(furthest), .width(width), \
        .last_column(last_column), .passes(passes), .filling(filling), .feed_soon(feed_soon), .unasked(unasked), .filled(filled), \
        .more(more), .aligned(aligned), .at_end(at_end), .last_pass(last_pass), .written(written), .step(step), .columns(columns)
    generate
        if (ROW_BITS > LINE_BITS) begin : moves
            circuit circuit (`COMMON_PORTS, .first_row(first_row), .own_row(own_row), .next_move(next_move));
        end else begin : none
            circuit circuit (`COMMON_PORTS);
            assign {first_row, own_row, next_move} = 0;
        end
    endgenerate

    always @(posedge clk) begin
        {fed, fed_soon} <= {fed_soon, fill, load};
        since <= keeps ? 16'd0 : done || since >= BITS ? BITS : since + 16'd1;
        if (begins) begin
            rest  <= 1'b0;
            age   <= 16'd1;
            is_last <= last;
        end else if (!rest && !(phase == FILL && age > MARKS))
            age <= age + 16'd1;
        if (phase == LOAD && !rest && age == SORTER + 3)
            new_words <= come;
        if (phase == LOAD && !rest && age == LATE)
            words <= words + new_words;
        if (keeps && phase == FILL)
            marked <= marked + 16'd1;
        if (done) begin
            rest  <= 1'b1;
            phase <= pass_count == 0 ? SHOW : SORT;
        end
        if (ends) begin
            rest <= 1'b1;
            if (phase == LOAD) begin
                phase <= is_last ? FILL : LOAD;
                {marked, col, pass} <= 48'd0;
            end else if (col != (phase == SORT ? last_col : last_wave)) begin
                col <= col + 16'd1;
            end else begin
                col <= 16'd0;
                pass <= pass + 16'd1;
                if (phase == SHOW || pass + 16'd1 == pass_count)
                    phase <= phase == SHOW ? LOAD : SHOW;
                if (phase == SHOW)
                    {words, pass} <= 32'd0;
            end
        end
        if (rst) begin
            begun <= 1'b1;
            phase <= LOAD;
            rest  <= 1'b1;
            since <= BITS;
            {words, col, pass, marked} <= 64'd0;
        end
    end

    // ---- both agree
    wire        behind    = phase == SORT || phase == SHOW;     // of the step that fills; it began so many clocks ago:
    wire        later_2   = !rest && age >= 2 || behind;
    wire        later_3   = !rest && age >= 3 || behind;
    wire        later_4   = !rest && age >= 4 || behind;
    wire        later_5   = !rest && age >= 5 || behind;
    wire        sought    = phase == SORT && next_pass < pass_count;
    wire [LATE:1] steps   = rest || age > LATE ? {LATE{1'b0}} : {{LATE-1{1'b0}}, 1'b1} << (age - 16'd1);
    wire [15:0] follows   = to + 16'd1;
    wire        fills     = keeps && phase == FILL;
    wire [15:0] tail_to   = to + fills;             // the tail is a column ahead
    wire        comes     = phase == LOAD && !rest && age > SORTER + 3 && age <= LATE;

    assign age_shown   = age;
    assign words_shown = words;
    assign parts = {
        // what the monitor counts stays in its bounds
        words <= MOST && (rest || age != 0 && age <= (phase == FILL ? MARKS + 1 : PERIOD - 1)) && since <= BITS
            && (phase == SORT ? pass < pass_count && col <= last_col : phase == SHOW ? col <= last_wave : col == 0)
            && (phase == LOAD || phase == FILL ? pass == 0 : 1'b1)
            && (phase != FILL || to <= last_col + 16'd1 && (!rest || marked == 0) && (rest || age > MARKS || marked == 0))
            && (!comes || words + new_words <= MOST && new_words <= LINES),
        // the step
        {load, fill, sort, show} == 4'b1000 >> phase && rests == rest && (rest || phase != LOAD || ended == is_last)
            && unasked == (phase == FILL || phase == SORT),
        (phase == FILL && !rest || beat == (rest ? 0 : age)) && ending == ends && late == steps,
        filling == fills && filled == done && (phase != FILL || rest || age < 6 || more == (tail_to <= last_col)),
        {feed, feed_soon} == {fed, fed_soon},
        // what is read and written
        half == (phase == SORT && pass[0]) && column == col && read_at == {half, column, beat},
        phase == FILL || phase == LOAD
            ? tail == words + (phase == FILL ? marked + fills << LINE_BITS : 0) && ahead == 0
              && (!comes || none == {LINES{1'b1}} << new_words) && (!comes || age == SORTER + 4 || step == new_words)
              && (phase == LOAD || rest || step == LINES && (age > 1 || aligned == (words != 0 && words % LINES == 0)))
            : (phase == SHOW || ahead == next_pass && (rest || last_pass == (next_pass == pass_count)))
              && (rest || at_end == (col == (phase == SORT ? last_col : last_wave))),
        write == (since < BITS) && (!write || write_beat == since && written == (since == BITS - 1)),
        phase == LOAD || (!later_2 || furthest == last_wave) && (!later_3 || width == width_of)
            && (!later_4 || last_column == last_col && passes == pass_count) && (!later_5 || columns == last_col + 16'd1),
        // the table
        (phase == LOAD ? rest || next_move == 0 : phase == FILL ? next_move == 0
             : !sought || rest && col == 0 || next_move == move_behind(next_pass))
            && (phase == FILL ? rest || age < 4 || pass_count == 0 || first_row == row_of_next
                : !sought || col == 0 && (rest || age < 2) || first_row == row_of_next)
            && (phase != FILL || rest || age < 5 || pass_count == 0 || own_row == row_of_next)
            && (phase != SORT || own_row == row_now),
        // the inputs of the parts
        ready == (phase == LOAD && rest) && keep == keeps && turns == (!rest && age == SORTER + 2)
            && sorter_start == (!rest && age == 2)
            && (phase == SHOW || rest || phase == LOAD && age == LATE + 1 || row == (phase == SORT ? row_now : words & (LINES - 1)))
            && (!keeps || place == (phase == SORT ? (half ? 0 : 1 << COLUMN_BITS) : to))
            && (!keeps || carry == (phase == SORT ? 0 : (to ^ follows ^ 16'd1) & ((2 << COLUMN_BITS) - 1))),
        out_start == (phase == SHOW && !rest && age == SORTER + 2) && out_last == (out_start && col == last_wave)
    };
    still #(.CLOCKS(1)) all (.clk(clk), .claim(!begun || &parts), .ok(ok));
endmodule

`default_nettype wire
