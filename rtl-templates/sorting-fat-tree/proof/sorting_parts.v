// sorting_parts: a node of a sorting fat-tree parts a wave into the words of either class, counts both, and appends both in
//   order in banks of their own, however many words the banks have.
//
//   From any state in which a wave begins to be parted, as `late` says, while nothing else is done. Words are on any lines,
//   with any classes:
//     keys     each line gets two key bits: the class twice or, without a word, 0 1. So the sorter, which sorts all words
//              (sorts.v, order.v), brings class 0 to the first lines, class 1 to the last ones, and no word between
//     append   given such lines, whatever the tail: word k of a wave goes to bank (tail + k) modulo the lines, in column
//              (tail + k) / lines. X counts the lines from the last one. So no two words have one place
//     counts   the tails then grow by the numbers of words of the two classes, and by nothing else
//   In any clock of any state:
//     rows     two clocks behind a row's number the tables show this row of the moves of columns
//     ways     the rotators turn the lines as their turns say. Turns and places stay until the next wave. Bits are written one
//              behind the other, to the last one, in all banks alike; what is fed to Y's banks is on the wires
//   Y has no column behind the last one of its second half: no words come there, only marks of empty places.
`default_nettype none

module sorting_parts #(
    parameter LINE_BITS   = 2,
    parameter UP          = 2,
    parameter ROOT        = 0,
    parameter COLUMN_BITS = 2,
    parameter BEAT_BITS   = 5,
    parameter LAST_BEAT   = 18,
    parameter SHARED      = 2,
    parameter SORTER      = 1,
    parameter ROTATOR     = 1,
    parameter LINES       = 1 << LINE_BITS,
    // the table of moves
    parameter WIDTH       = 6,          // bits of a row
    parameter ROWS        = 4,
    parameter ROW_BITS    = 2,          // of a row's number
    parameter [WIDTH*ROWS-1:0] CONTENTS = {WIDTH*ROWS{1'b0}}    // row 0 at the least significant end
) (
    input  wire               clk,
    // free in every clock; of a register that a constant held still, Yosys would choose the contents
    input  wire               rst, round, stage, sort_now, any_start, any_batch, any_sending,
    input  wire [LINES-1:0]   any_words, any_bits, any_in,
    input  wire [LINE_BITS:0] any_firsts, any_lasts,
    input  wire [UP-1:0]      any_down,
    // the claim, and values to show if it fails
    output wire               ok,
    output wire [11:0]        parts,
    output reg  [LINE_BITS:0] firsts, lasts,
    output wire [15:0]        clock_shown
);
    localparam TAIL_BITS = LINE_BITS + COLUMN_BITS + 1;
    localparam PLACE     = COLUMN_BITS + 1;
    localparam LATE      = SORTER + ROTATOR + 6;
    localparam ARRIVES   = SORTER + 2;                  // the first key bits leave the sorter
    localparam WRITTEN   = ARRIVES + ROTATOR;           // .. and the rotators

    // ---- a wave; in clock 0 its M bits are in the entry
    reg  [15:0]          clock = 16'd0;
    reg  [LINES-1:0]     words, classes, bits;
    reg  [TAIL_BITS-1:0] x_before, y_before;
    reg                  was_calm;

    wire                 sorts, laying, fills, sends, adds, wires, turns, filled, sorter_start;
    wire [LATE:1]        late;
    wire [TAIL_BITS-1:0] x_tail, y_tail;
    wire [1:0]           sent;
    wire [LINE_BITS-1:0] x_turn, y_turn;
    wire [LINES-1:0]     fed, x_rotated, y_rotated, x_write, x_keep, y_write, y_keep, y_in;
    wire [2*LINES-1:0]           y_feed;
    wire [ROW_BITS-1:0]          row;
    wire [WIDTH-1:0]             settings;
    wire [LINES*BEAT_BITS-1:0]   x_write_beat, y_write_beat;
    wire [LINES*COLUMN_BITS-1:0] x_next, y_next;
    wire [LINES*PLACE-1:0]       x_place, x_carry, y_place, y_carry;

    // M bits come as they are from the wires, and turned from the banks. Any bits are the classes a clock later.
    wire [LINES-1:0]     entered  = clock == 16'd0 ? any_words ^ {LINES{~wires}} : any_bits;
    // Any sorted classes; what leaves the sorter behind them is any bits.
    wire [LINES-1:0]     key_1    = ~({LINES{1'b1}} >> lasts);
    wire [LINES-1:0]     key_0    = {LINES{1'b1}} << firsts;
    wire [LINES-1:0]     sorted   = clock == ARRIVES ? key_1 : clock == ARRIVES + 1 ? key_0 : any_bits;

    circuit circuit (
        .clk(clk), .rst(rst), .round(round), .stage(stage), .sort_now(sort_now), .idle(), .up(), .up_start(), .up_batch(),
        .down(any_down), .down_start(any_start), .down_batch(any_batch), .down_sending(any_sending), .child_up(any_in),
        .child_start(2'b00), .child_batch(2'b00), .child_down(), .child_down_start(), .child_down_batch(),
        .child_down_sending(), .child_room(2'b11), .sorter_start(sorter_start), .fed(fed), .sorted(sorted),
        .x_feed(), .x_in(), .x_fed(any_in), .x_held(any_in), .x_read_at(), .x_rotated(x_rotated), .x_write(x_write),
        .x_write_beat(x_write_beat), .x_keep(x_keep), .x_next(x_next), .x_place(x_place), .x_carry(x_carry),
        .y_feed(y_feed), .y_in(y_in), .y_fed(entered), .y_held(any_in), .y_read_at(), .y_rotated(y_rotated), .y_write(y_write),
        .y_write_beat(y_write_beat), .y_keep(y_keep), .y_next(y_next), .y_place(y_place), .y_carry(y_carry),
        .\dut.x_turn (x_turn), .\dut.y_turn (y_turn), .\dut.control.turns (turns), .\dut.control.writes.filled (filled),
        .\dut.control.sorts (sorts), .\dut.control.laying (laying), .\dut.control.fills (fills), .\dut.control.sends (sends),
        .\dut.control.late (late), .\dut.control.sent (sent), .\dut.control.tails.x_tail (x_tail), .\dut.control.y_tail (y_tail),
        .\dut.row (row), .\dut.settings (settings), .\dut.control.tails.adds (adds), .\dut.control.wires (wires)
    );

    wire quiet = !rst && !round && !sort_now && !any_start && !sorts && !laying && !fills && !sends && sent == 2'd0
                 && late == {{LATE-1{1'b0}}, 1'b1} << (clock + 16'd2) && (clock != 16'd0 || !adds);
    wire calm  = quiet && (clock == 16'd0 || was_calm);

    always @(posedge clk) begin
        clock    <= clock + 16'd1;
        was_calm <= calm;
        if (clock == 16'd0) begin
            words  <= any_words;
            firsts <= any_firsts > LINES ? LINES : any_firsts;
            lasts  <= any_firsts > LINES ? 0 : any_lasts > LINES - any_firsts ? LINES - any_firsts : any_lasts;
            {x_before, y_before} <= {x_tail, y_tail};
        end
        if (clock == 16'd1)
            classes <= any_bits;
        if (clock == 16'd2)
            bits <= any_bits;
    end

    // ---- the places of the words
    // The column that a bank takes (flexible_places.v).
    function [PLACE-1:0] column;
        input [COLUMN_BITS-1:0] next;
        input [PLACE-1:0]       place, carry;
        column = {1'b0, next} ^ place ^ (carry & {PLACE{next[0]}});
    endfunction

    reg  [LINES-1:0]     x_right, y_right;
    reg  [TAIL_BITS-1:0] x_at, y_at;
    integer              b;

    always @* begin
        x_right = {LINES{1'b0}};
        y_right = {LINES{1'b0}};
        for (b = 0; b < LINES; b = b + 1) begin
            x_at = x_before + ((b - x_before) & (LINES - 1));
            y_at = y_before + ((b - y_before) & (LINES - 1));
            x_right[b] = column(x_next[b*COLUMN_BITS +: COLUMN_BITS], x_place[b*PLACE +: PLACE], x_carry[b*PLACE +: PLACE])
                         == x_at[TAIL_BITS-1:LINE_BITS];
            y_right[b] = column(y_next[b*COLUMN_BITS +: COLUMN_BITS], y_place[b*PLACE +: PLACE], y_carry[b*PLACE +: PLACE])
                         == y_at[TAIL_BITS-1:LINE_BITS];
        end
    end
    wire beyond = &y_before[TAIL_BITS-1:LINE_BITS];

    // ---- the ways of all bits
    reg  [LINES*ROTATOR-1:0]     was_sorted;            // the clock before lowest
    reg  [LINE_BITS*ROTATOR-1:0] was_x_turn, was_y_turn;
    reg  [LINE_BITS-1:0]         x_turn_1, y_turn_1;
    reg  [LINES*COLUMN_BITS-1:0] x_next_1;
    reg  [LINES*PLACE-1:0]       x_place_1, x_carry_1;
    reg                          turns_1, keep_1, write_1, ended_1, passing_1;
    reg  [BEAT_BITS-1:0]         beat_1;
    reg  [ROW_BITS-1:0]          row_1, row_2;

    always @(posedge clk) begin
        was_sorted <= {was_sorted, sorted};
        was_x_turn <= {was_x_turn, x_turn};
        was_y_turn <= {was_y_turn, y_turn};
        {x_turn_1, y_turn_1, x_next_1, x_place_1, x_carry_1} <= {x_turn, y_turn, x_next, x_place, x_carry};
        {turns_1, keep_1, write_1, ended_1, passing_1} <= {turns, x_keep[0], x_write[0], filled | rst, sorts | laying};
        beat_1 <= x_write_beat[0 +: BEAT_BITS];
        {row_1, row_2} <= {row, row_1};
    end

    wire [LINES-1:0]     turning = was_sorted[LINES*(ROTATOR-1) +: LINES];
    wire [LINES-1:0]     reversed;
    wire [2*LINES-1:0]   x_copies = {reversed, reversed} << was_x_turn[LINE_BITS*(ROTATOR-1) +: LINE_BITS];
    wire [2*LINES-1:0]   y_copies = {turning, turning} << was_y_turn[LINE_BITS*(ROTATOR-1) +: LINE_BITS];
    wire [BEAT_BITS-1:0] jump = SHARED + 2;
    wire [BEAT_BITS-1:0] beat = x_write_beat[0 +: BEAT_BITS];
    wire                 ends = beat_1 == LAST_BEAT;
    wire [LINES-1:0]     from_above = ROOT != 0 ? 0 : any_down;
    genvar               k;

    generate
        for (k = 0; k < LINES; k = k + 1) begin : line
            assign reversed[k] = turning[LINES-1-k];
        end
    endgenerate

    // ---- all
    // The state is any one, so the ways of one clock are those of all.
    wire known = clock == 16'd1;

    assign clock_shown = clock;
    assign parts = {
        // keys, and the first bit behind them
        !calm || sorter_start == (clock == 16'd1) && (clock != 16'd2 || fed == (words & classes))
            && (clock != 16'd3 || fed == (~words | classes)) && (clock != 16'd4 || fed == bits),
        // places: Y's banks keep them, and X's a clock later
        !calm || clock != SORTER + ROTATOR + 1 || (beyond || (&y_right)) && (&y_keep) && (&x_keep),
        !calm || clock != WRITTEN || (&x_right),
        !calm || clock != ARRIVES || x_turn == x_before[LINE_BITS-1:0] && y_turn == y_before[LINE_BITS-1:0],
        !calm || clock != WRITTEN || x_write[0] && beat == {BEAT_BITS{1'b0}},
        // counts
        !calm || clock != WRITTEN + 2 || x_tail == x_before + lasts,
        !calm || clock != WRITTEN + 2 || y_tail == y_before + firsts,
        // rows
        clock != 16'd2 || row_2 >= ROWS || settings == CONTENTS[row_2*WIDTH +: WIDTH],
        // ways
        clock != ROTATOR || x_rotated == x_copies[LINES +: LINES] && y_rotated == y_copies[LINES +: LINES],
        !known || (turns_1 || x_turn == x_turn_1 && y_turn == y_turn_1)
            && (keep_1 || x_next == x_next_1 && x_place == x_place_1 && x_carry == x_carry_1),
        !known || !write_1 || keep_1 || ended_1
            || (ends ? !x_write[0] : x_write[0] && beat == (passing_1 && beat_1 == 0 ? jump : beat_1 + 1'b1)),
        clock != 16'd0 || x_write == {LINES{x_write[0]}} && y_write == x_write && x_keep == {LINES{x_keep[0]}} && y_keep == x_keep
            && x_write_beat == {LINES{beat}} && y_write_beat == x_write_beat && y_in == (any_in | from_above)
            && y_feed == {LINES{1'b0, wires}}
    };
    assign ok = &parts;
endmodule

`default_nettype wire
