// sorting_node: a node of a sorting fat-tree, but for the sorter of its lines.
//
//   children (lines)  --\                                          /--> rotator --> banks X --> parent, or right child
//   parent (UP wires)  --+--> entry, part --> fed .. sorter .. sorted
//   own words, banks Y --/                                         \--> rotator --> banks Y --> left child
//
//   Every line of the sorter has a bank X and a bank Y. Words of class 0 leave the sorter on the first lines and are appended in
//   Y, words of class 1 leave it on the last ones and are appended in X, whose rotator gets the lines in reverse. On the way up
//   class 0 turns at this node; on the way down it goes to the left. See sorting_control.v.
//
//   A word on wires: M, class bit, rest. In the sorter and in the banks: two key bits, rest. Both key bits are the class; a line
//   without a word has 0 1, which comes between the classes.
`default_nettype none

module sorting_node #(
    parameter LINE_BITS   = 3,          // log2 of the lines; a child has half as many wires
    parameter UP          = 4,          // wires to the parent: as many as lines, or half as many; a root has unused ones
    parameter UP_BITS     = 2,          // log2 of them
    parameter ROOT        = 0,
    parameter COLUMN_BITS = 2,          // see sorting_control.v; so below
    parameter BEAT_BITS   = 6,
    parameter LAST_BEAT   = 40,
    parameter SHARED      = 2,
    parameter PERIOD      = 48,
    parameter SORT_PERIOD = 40,
    parameter SORTER      = 2,
    parameter STAGE       = 2,          // layers of a rotator between registers
    parameter ROTATOR     = 2,          // clocks of latency
    parameter BATCH_BITS  = 1,
    parameter DEPTH       = 1,
    parameter ROW_BITS    = 4,
    parameter ROW_COUNT   = 10,         // of the table of moves
    parameter MOVE_COLUMN_BITS = 1,     // of a column's number there, at most COLUMN_BITS
    parameter STYLE       = "logic",    // of the table
    // Bits of a row in a table of their own; all, if there is one table. MOVES has all rows of the first table, then the other's.
    parameter LOW_MOVE_BITS = LINE_BITS + (MOVE_COLUMN_BITS << LINE_BITS),
    parameter WIDTHS      = 2,
    parameter WIDTH_BITS  = 1,
    parameter MOVE_BITS   = 2,
    parameter [WIDTHS*COLUMN_BITS-1:0] LASTS  = {WIDTHS*COLUMN_BITS{1'b0}},
    parameter [WIDTHS*3-1:0]           DEPTHS = {WIDTHS*3{1'b0}},
    parameter [(WIDTHS<<MOVE_BITS)*ROW_BITS-1:0] ROWS = {(WIDTHS<<MOVE_BITS)*ROW_BITS{1'b0}},
    parameter [ROW_COUNT*(LINE_BITS+(MOVE_COLUMN_BITS<<LINE_BITS))-1:0] MOVES =
        {ROW_COUNT*(LINE_BITS+(MOVE_COLUMN_BITS<<LINE_BITS)){1'b0}}
) (
    input  wire                      clk,
    input  wire                      rst,               // synchronous, active high
    // commands, and whether they are done
    input  wire                      round,
    input  wire                      stage,
    input  wire                      sort_now,
    output wire                      idle,
    // the parent's channel; `start` in the clock of a wave's M bits, `batch` at the beginning of a stage
    output wire [UP-1:0]             up,
    output wire                      up_start,
    output wire                      up_batch,
    input  wire [UP-1:0]             down,
    input  wire                      down_start,
    input  wire                      down_batch,
    input  wire                      down_sending,      // waves of the batch may come
    // the children's channels, left one low
    input  wire [(1<<LINE_BITS)-1:0] child_up,
    input  wire [1:0]                child_start,
    input  wire [1:0]                child_batch,
    output wire [(1<<LINE_BITS)-1:0] child_down,
    output wire                      child_down_start,
    output wire                      child_down_batch,
    output wire                      child_down_sending,
    input  wire [1:0]                child_room,        // a wave may begin
    // the sorter
    output wire                      sorter_start,
    output wire [(1<<LINE_BITS)-1:0] fed,
    input  wire [(1<<LINE_BITS)-1:0] sorted
);
    localparam LINES      = 1 << LINE_BITS;
    localparam TABLE_BITS = LINE_BITS + MOVE_COLUMN_BITS * LINES;
    localparam LOW        = LOW_MOVE_BITS;

    wire [COLUMN_BITS-1:0] column;
    wire [BEAT_BITS-1:0]   beat, write_beat;
    wire                   half, feeds, wires, flip, part, ones, turns, lays, keep, write, odd, first, up_shows, down_shows;
    wire [BATCH_BITS:0]    batch;               // the last bit is for the control
    wire                   unused_bits = &{1'b0, batch};
    wire [LINE_BITS:0]     x_count, y_count, x_words;
    wire [LINE_BITS-1:0]   y_words, x_next_turn, lay_turn;
    wire [ROW_BITS-1:0]    row;
    wire [COLUMN_BITS:0]   x_place, x_carry, y_place, y_carry;
    wire [TABLE_BITS-1:0]  settings;
    wire [LINES-1:0]       reversed, x_turned, y_turned, x_bits, y_bits, entered;
    wire [LINES-1:0]       from_above;
    genvar                 i;

    // ---- into the sorter
    reg  [LINES-1:0] parted, into;

    generate
        if (ROOT != 0) begin : top
            wire unused_down = &{1'b0, down};

            assign from_above = {LINES{1'b0}};
        end else if (UP == LINES) begin : wide
            assign from_above = down;
        end else begin : narrow
            assign from_above = {{LINES-UP{1'b0}}, down};
        end
        for (i = 0; i < LINES; i = i + 1) begin : reverse
            assign reversed[i] = sorted[LINES-1-i];
        end
    endgenerate

    assign fed = into;
    always @(posedge clk) begin
        parted <= part ? entered | parted : entered ^ {LINES{flip}};
        into   <= {LINES{ones}} | (part ? entered & ~parted : parted);
    end

    flexible_count #(.LINE_BITS(LINE_BITS)) x_counter (.none(~reversed), .count(x_count));
    flexible_count #(.LINE_BITS(LINE_BITS)) y_counter (.none(sorted), .count(y_count));

    // ---- behind it
    reg [LINE_BITS-1:0] x_turn, y_turn;

    always @(posedge clk)
        if (turns) begin
            x_turn <= x_next_turn;
            y_turn <= lays ? lay_turn : settings[LINE_BITS-1:0];
        end

    flexible_rotator #(.LAYERS(LINE_BITS), .STAGE(STAGE)) x_rotator (.clk(clk), .turn(x_turn), .in(reversed), .out(x_turned));
    flexible_rotator #(.LAYERS(LINE_BITS), .STAGE(STAGE)) y_rotator (.clk(clk), .turn(y_turn), .in(sorted), .out(y_turned));

    generate
        if (LOW < TABLE_BITS) begin : halves
            localparam HIGH = TABLE_BITS - LOW;

            flexible_table #(
                .WIDTH(LOW), .ROWS(ROW_COUNT), .ROW_BITS(ROW_BITS), .STYLE(STYLE), .CONTENTS(MOVES[0 +: ROW_COUNT*LOW])
            ) low (
                .clk(clk), .row(row), .settings(settings[LOW-1:0])
            );
            flexible_table #(
                .WIDTH(HIGH), .ROWS(ROW_COUNT), .ROW_BITS(ROW_BITS), .STYLE(STYLE), .CONTENTS(MOVES[ROW_COUNT*LOW +: ROW_COUNT*HIGH])
            ) high (
                .clk(clk), .row(row), .settings(settings[TABLE_BITS-1:LOW])
            );
        end else begin : whole
            flexible_table #(
                .WIDTH(TABLE_BITS), .ROWS(ROW_COUNT), .ROW_BITS(ROW_BITS), .STYLE(STYLE), .CONTENTS(MOVES)
            ) moves (
                .clk(clk), .row(row), .settings(settings)
            );
        end
    endgenerate

    generate
        for (i = 0; i < LINES; i = i + 1) begin : line
            wire [COLUMN_BITS-1:0] own;         // the column of the node's words of a batch
            wire [COLUMN_BITS-1:0] x_next, y_next;
            reg                    x_below;     // the word goes into the next column
            wire                   unused_fed;

            if (BATCH_BITS == 0) begin : single
                assign own = column;
            end else begin : several
                // Of B lines in a row each has its own column, and so have all lines if there are fewer than B.
                localparam        FEW  = BATCH_BITS < LINE_BITS ? BATCH_BITS : LINE_BITS;
                localparam [31:0] HERE = i;
                wire [FEW-1:0]        low     = HERE[FEW-1:0] - batch[FEW-1:0];
                wire [BATCH_BITS-1:0] columns;

                if (BATCH_BITS > LINE_BITS) begin : more
                    assign columns = {low, batch[BATCH_BITS-1:FEW]};
                end else begin : fewer
                    assign columns = low;
                end
                if (COLUMN_BITS > BATCH_BITS) begin : groups
                    assign own = {column[COLUMN_BITS-BATCH_BITS-1:0], columns};
                end else begin : group
                    assign own = columns;
                end
            end
            if (COLUMN_BITS > 1) begin : extended
                assign x_next[COLUMN_BITS-1:1] = {COLUMN_BITS-1{1'b0}};
            end
            assign x_next[0] = x_below;
            always @(posedge clk)
                if (keep)
                    x_below <= i < {{32-LINE_BITS{1'b0}}, x_next_turn};
            if (COLUMN_BITS > MOVE_COLUMN_BITS) begin : beyond
                assign y_next = {{COLUMN_BITS-MOVE_COLUMN_BITS{1'b0}}, settings[LINE_BITS+i*MOVE_COLUMN_BITS +: MOVE_COLUMN_BITS]};
            end else begin : whole
                assign y_next = settings[LINE_BITS+i*MOVE_COLUMN_BITS +: MOVE_COLUMN_BITS];
            end

            flexible_bank #(.COLUMN_BITS(COLUMN_BITS), .BEAT_BITS(BEAT_BITS), .WAITS(0), .KEEPS(0)) x_bank (
                .clk(clk), .feed(2'b00), .in(1'b0), .fed(unused_fed), .held(x_bits[i]), .read_at({1'b0, column, beat}), .rotated(x_turned[i]),
                .write(write), .write_beat(write_beat), .keep(keep), .next(x_next), .place(x_place), .carry(x_carry)
            );
            flexible_bank #(.COLUMN_BITS(COLUMN_BITS), .BEAT_BITS(BEAT_BITS), .WAITS(0)) y_bank (
                .clk(clk), .feed({1'b0, wires}), .in(child_up[i] | from_above[i]), .fed(entered[i]),
                .held(y_bits[i]), .read_at({half, feeds ? own : column, beat}), .rotated(y_turned[i]),
                .write(write), .write_beat(write_beat), .keep(keep), .next(y_next), .place(y_place), .carry(y_carry)
            );
        end
    endgenerate

    // ---- out of the banks
    sorting_waves #(.LINE_BITS(LINE_BITS), .UP(UP), .ROOT(ROOT)) waves (
        .clk(clk), .x_bits(x_bits), .y_bits(y_bits), .x_words(x_words), .y_words(y_words), .odd(odd), .first(first),
        .up_shows(up_shows), .down_shows(down_shows), .up(up), .child_down(child_down)
    );

    sorting_control #(
        .LINE_BITS(LINE_BITS), .UP_BITS(UP_BITS), .ROOT(ROOT), .COLUMN_BITS(COLUMN_BITS), .BEAT_BITS(BEAT_BITS), .LAST_BEAT(LAST_BEAT),
        .SHARED(SHARED), .PERIOD(PERIOD), .SORT_PERIOD(SORT_PERIOD), .SORTER(SORTER), .ROTATOR(ROTATOR), .BATCH_BITS(BATCH_BITS),
        .DEPTH(DEPTH), .ROW_BITS(ROW_BITS), .WIDTHS(WIDTHS), .WIDTH_BITS(WIDTH_BITS), .MOVE_BITS(MOVE_BITS), .LASTS(LASTS),
        .DEPTHS(DEPTHS), .ROWS(ROWS)
    ) control (
        .clk(clk), .rst(rst), .round(round), .stage(stage), .sort_now(sort_now), .idle(idle),
        .starts(down_start | (|child_start)), .batches(down_batch | (|child_batch)), .above_sends(down_sending), .room(child_room),
        .up_start(up_start), .up_batch(up_batch), .down_start(child_down_start), .down_batch(child_down_batch),
        .down_sending(child_down_sending), .column(column), .beat(beat), .half(half), .feeds(feeds), .batch(batch), .wires(wires),
        .flip(flip), .part(part), .ones(ones), .sorter_start(sorter_start), .x_count(x_count), .y_count(y_count), .turns(turns),
        .x_turn(x_next_turn), .lays(lays), .lay_turn(lay_turn), .row(row), .keep(keep), .x_place(x_place), .x_carry(x_carry),
        .y_place(y_place), .y_carry(y_carry), .write(write), .write_beat(write_beat), .x_words(x_words), .y_words(y_words), .odd(odd),
        .first(first), .up_shows(up_shows), .down_shows(down_shows)
    );
endmodule

`default_nettype wire
