// sorting_heads: a wave that a node of a sorting fat-tree sends has the oldest words of its FIFOs, in order, and no others.
//
//   From any state in which a wave begins in clock 1, while nothing comes. X, and Y on the way down, have any numbers of words;
//   a wave has room for so many on each channel as that has wires. Then
//     reads    the banks are read from the second key bit on, a bit in each clock, in the column of the heads
//     wires    three clocks later wire k shows the bits of head k, and 0 if there is none. To the left child, whose words have
//              0 for the second key bit, M is 1. Heads are in the banks from the first one on or, every second time that a wave
//              takes half of them, in the others. The strobe is beside the M bits, only there
//     counts   there are so many words fewer as have been sent, and the node does not say that all are sent before it is so
//   In any clock of any state:
//     next     a wave's banks and its numbers of words stay until it ends. Then the next banks are those behind. When all are
//              sent, the next ones are the first
//   So waves have the words in the order in which they were appended (sorting_parts.v).
`default_nettype none

module sorting_heads #(
    parameter LINE_BITS   = 2,
    parameter UP          = 2,
    parameter ROOT        = 0,
    parameter COLUMN_BITS = 2,
    parameter BEAT_BITS   = 5,
    parameter LATE        = 8,          // of the control
    parameter LINES       = 1 << LINE_BITS
) (
    input  wire             clk,
    // free in every clock; of a register that a constant held still, Yosys would choose the contents
    input  wire             rst, round, stage, sort_now, any_start, any_batch,
    input  wire [1:0]       any_room,
    input  wire [LINES-1:0] x_held, y_held, any_in,
    input  wire [UP-1:0]    any_down,
    // the claim, and values to show if it fails
    output wire             ok,
    output wire [6:0]       parts,
    output reg  [LINE_BITS+COLUMN_BITS:0] x_words_shown, y_words_shown,
    output wire [15:0]      clock_shown
);
    localparam TAIL_BITS = LINE_BITS + COLUMN_BITS + 1, HALF = LINES / 2, READ = COLUMN_BITS + BEAT_BITS + 1;
    localparam ALL_UP = ROOT == 0 && UP == LINES;

    wire                    up_start, down_start, down, sends, feeds, sorts, laying, fills, adds, rests, ending, all, upper;
    wire                    odd, holds;
    wire [2:1]              sent;
    wire [LATE:1]           late;
    wire [COLUMN_BITS-1:0]  column;
    wire [TAIL_BITS-1:0]    x_tail, y_tail;
    wire [LINE_BITS:0]      x_words;
    wire [LINE_BITS-1:0]    y_words;
    wire [UP-1:0]           up;
    wire [LINES-1:0]        child_down;
    wire [LINES*READ-1:0]   x_read_at, y_read_at;

    circuit circuit (
        .clk(clk), .rst(rst), .round(round), .stage(stage), .sort_now(sort_now), .idle(), .up(up), .up_start(up_start),
        .up_batch(), .down(any_down), .down_start(any_start), .down_batch(any_batch), .down_sending(1'b1), .child_up(any_in),
        .child_start(2'b00), .child_batch(2'b00), .child_down(child_down), .child_down_start(down_start), .child_down_batch(),
        .child_down_sending(), .child_room(any_room), .sorter_start(), .fed(), .sorted(any_in),
        .x_feed(), .x_in(), .x_fed(any_in), .x_held(x_held), .x_read_at(x_read_at), .x_rotated(), .x_write(), .x_write_beat(),
        .x_keep(), .x_next(), .x_place(), .x_carry(),
        .y_feed(), .y_in(), .y_fed(any_in), .y_held(y_held), .y_read_at(y_read_at), .y_rotated(), .y_write(), .y_write_beat(),
        .y_keep(), .y_next(), .y_place(), .y_carry(),
        .\dut.control.down (down), .\dut.control.sends (sends), .\dut.control.feeds (feeds), .\dut.control.sorts (sorts),
        .\dut.control.laying (laying), .\dut.control.fills (fills), .\dut.control.tails.adds (adds), .\dut.control.rests (rests),
        .\dut.control.ending (ending), .\dut.control.all (all), .\dut.control.upper (upper), .\dut.control.sent (sent),
        .\dut.control.late (late), .\dut.column (column), .\dut.control.tails.x_tail (x_tail), .\dut.control.y_tail (y_tail),
        .\dut.x_words (x_words), .\dut.y_words (y_words), .\dut.odd (odd), .\dut.control.phases.holds (holds)
    );

    // ---- a wave
    reg  [15:0]            clock = 16'd0;
    reg                    was_calm, on_way_down;
    reg  [COLUMN_BITS-1:0] head_column;
    reg                    head_upper;

    wire calm = !rst && !round && !sort_now && !any_start && sends && !feeds && !sorts && !laying && !fills && late == {LATE{1'b0}}
                && sent == (clock == 16'd2 ? 2'b01 : clock == 16'd3 ? 2'b10 : 2'b00)
                && (clock != 16'd0 || !adds && (rests || ending) && (x_tail != 0 || down && y_tail != 0)) && (clock > 16'd1 || !all)
                && (clock != 16'd1 || rests && !ending)
                && (clock == 16'd0 || was_calm);

    wire [TAIL_BITS-1:0] x_wave  = ALL_UP && !on_way_down ? LINES : HALF;
    wire [TAIL_BITS-1:0] x_sent  = x_words_shown > x_wave ? x_wave : x_words_shown;
    wire [TAIL_BITS-1:0] y_sent  = y_words_shown > HALF ? HALF : y_words_shown;
    reg  [LINES-1:0]     x_held_1, y_held_1;
    wire [LINES-1:0]     x_heads = ALL_UP && !on_way_down || !head_upper ? x_held_1 : x_held_1 >> HALF;
    wire [LINES-1:0]     y_heads = head_upper ? y_held_1 >> HALF : y_held_1;
    wire [LINES-1:0]     x_there = ~({LINES{1'b1}} << x_sent);
    wire [LINES-1:0]     y_there = ~({LINES{1'b1}} << y_sent);
    wire [LINES-1:0]     x_shown = x_heads & x_there;
    wire [LINES-1:0]     y_shown = (clock == 16'd4 ? {LINES{1'b1}} : y_heads) & y_there;
    wire [BEAT_BITS-1:0] beat    = clock;
    wire [COLUMN_BITS-1:0] reads = clock == 16'd1 ? column : head_column;
    wire                 shows   = clock >= 16'd4;

    // ---- from clock to clock
    reg                    sends_1, passes_1, ending_1, sent_1, all_1, upper_1, down_1, odd_1, rst_1, begins_1;
    reg  [COLUMN_BITS-1:0] column_1;
    reg  [LINE_BITS:0]     x_words_1;
    reg  [LINE_BITS-1:0]   y_words_1;
    wire [COLUMN_BITS:0]   follows = {column_1, upper_1} + 1'b1;

    always @(posedge clk) begin
        clock    <= clock + 16'd1;
        was_calm <= calm;
        if (clock == 16'd1)
            {head_column, head_upper, on_way_down} <= {column, upper, down};
        if (clock == 16'd2)
            {x_words_shown, y_words_shown} <= {x_tail, y_tail};
        {x_held_1, y_held_1} <= {x_held, y_held};
        {sends_1, passes_1, ending_1, sent_1, all_1} <= {sends, sorts | laying | feeds, ending, sent[1], all};
        {upper_1, down_1, odd_1, rst_1, begins_1} <= {upper, down, odd, rst, stage & holds};
        {column_1, x_words_1, y_words_1} <= {column, x_words, y_words};
    end

    wire known = clock == 16'd1;                        // of any state

    assign clock_shown = clock;
    assign parts = {
        // reads
        !calm || clock == 16'd0 || x_read_at == {LINES{1'b0, reads, beat}} && y_read_at == x_read_at,
        // wires
        !calm || !shows || on_way_down || ROOT != 0 || up == x_shown[UP-1:0],
        !calm || !shows || !on_way_down || child_down == {x_shown[HALF-1:0], y_shown[HALF-1:0]},
        !calm || clock < 16'd3 || down_start == (clock == 16'd4 && on_way_down)
            && (ROOT != 0 || up_start == (clock == 16'd4 && !on_way_down)),
        // counts
        !calm || clock != 16'd3
            || x_tail == x_words_shown - x_sent && y_tail == (on_way_down ? y_words_shown - y_sent : y_words_shown),
        !calm || clock < 16'd5 || !all || x_tail == {TAIL_BITS{1'b0}} && (!down || y_tail == {TAIL_BITS{1'b0}}),
        // next
        !known || (sent_1 || x_words == x_words_1 && y_words == y_words_1 && odd == odd_1)
            && (!all_1 || {column, upper} == 0 && (rst_1 || !sends || begins_1))
            && (all_1 || rst_1 || !sends_1 || passes_1
                || (!ending_1 ? column == column_1 && upper == upper_1
                    : ALL_UP && !down_1 ? column == column_1 + 1'b1 && upper == upper_1 : {column, upper} == follows))
            && (!sends || sends_1 || begins_1)
    };
    assign ok = &parts;
endmodule

`default_nettype wire
