// sorting_passes: the passes that sort the words of a node of a sorting fat-tree: how many they need, and the moves
// of each.
//
//   With `sort_now` the words are counted; the number of columns that they fill decides, by a table, how often these
//   are sorted. A pass goes from one half of Y to the other, `half` first. `row` is that of the move behind the
//   column that is read, in the table of moves; while words are appended, that of their first line.
`default_nettype none

module sorting_passes #(
    parameter LINE_BITS   = 3,
    parameter COLUMN_BITS = 2,
    parameter DEPTH       = 1,          // of the deepest recursion, at least 1
    parameter ROW_BITS    = 4,          // of a row of the table of moves
    parameter WIDTHS      = 2,
    parameter WIDTH_BITS  = 1,          // at least 1
    parameter MOVE_BITS   = 2,          // of a move's number
    parameter TAIL_BITS   = LINE_BITS + COLUMN_BITS + 1,
    // see flexible_widths.v
    parameter [WIDTHS*COLUMN_BITS-1:0] LASTS  = {WIDTHS*COLUMN_BITS{1'b0}},
    parameter [WIDTHS*3-1:0]           DEPTHS = {WIDTHS*3{1'b0}},
    parameter [(WIDTHS<<MOVE_BITS)*ROW_BITS-1:0] ROWS = {(WIDTHS<<MOVE_BITS)*ROW_BITS{1'b0}}
) (
    input  wire                   clk,
    input  wire                   clear,
    input  wire                   sort_now,
    input  wire [TAIL_BITS-1:0]   tail,         // words to be sorted; later, where words are appended
    input  wire                   begins,       // the first pass, in the next clock
    input  wire                   sorts,
    input  wire                   laying,
    input  wire                   ending,       // of a column
    input  wire                   at_end,       // it is the last one
    output reg  [COLUMN_BITS-1:0] last_column,
    output wire                   none,         // no pass is needed but the one that lays
    output wire                   last_pass,
    output reg                    half,         // from which columns are read
    output wire [ROW_BITS-1:0]    row
);
    localparam PASS_BITS = 2 * DEPTH + 1;

    reg  [COLUMN_BITS:0]   furthest;            // column with a word
    reg  [WIDTH_BITS-1:0]  width;
    reg  [PASS_BITS-1:0]   passes, ahead;       // of all; the pass after this one
    reg  [MOVE_BITS-1:0]   next_move;
    reg  [ROW_BITS-1:0]    first_row, own_row;

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

    wire no_words     = tail == {TAIL_BITS{1'b0}};
    wire whole_column = tail[LINE_BITS-1:0] == {LINE_BITS{1'b0}};

    assign none      = passes == {PASS_BITS{1'b0}};
    assign last_pass = ahead == passes;

    // what the words need
    always @(posedge clk) begin
        if (sort_now)
            furthest <= tail[TAIL_BITS-1:LINE_BITS] - {{COLUMN_BITS{1'b0}}, whole_column & ~no_words};
        width       <= least;
        last_column <= found_last;
        passes      <= found_depth == 3'd0 ? {PASS_BITS{1'b0}} : {{PASS_BITS-1{1'b0}}, 1'b1} << {found_depth, 1'b0};
        next_move   <= move;
        first_row   <= found_row;
    end

    // from pass to pass
    always @(posedge clk) begin
        if (clear)
            half <= 1'b0;
        else if (ending & sorts & at_end)
            half <= ~half;
        if (clear | (ending & laying & at_end))
            ahead <= {PASS_BITS{1'b0}};
        else if (ending & sorts & at_end)
            ahead <= ahead + 1'b1;
        else if (begins)
            ahead <= {{PASS_BITS-1{1'b0}}, 1'b1};
        if (~sorts)
            own_row <= first_row;
        else if (ending)
            own_row <= at_end ? first_row : own_row + 1'b1;
    end

    generate
        if (ROW_BITS > LINE_BITS) begin : wide
            assign row = sorts ? own_row : {{ROW_BITS-LINE_BITS{1'b0}}, tail[LINE_BITS-1:0]};
        end else begin : narrow
            assign row = tail[LINE_BITS-1:0];
        end
    endgenerate
endmodule

`default_nettype wire
