// flexible_widths: what a flexible sorter looks up: the least width with room, and of a width its last column, the depth of its
// recursion, and where the rows of a move begin. Three look-ups, each with inputs of its own.
`default_nettype none

module flexible_widths #(
    parameter COLUMN_BITS = 2,
    parameter ROW_BITS    = 6,          // of a row of the table
    parameter WIDTHS      = 4,
    parameter WIDTH_BITS  = 2,          // at least 1
    parameter MOVE_BITS   = 3,
    // by width, the least one lowest: its last column, the depth of its recursion
    parameter [WIDTHS*COLUMN_BITS-1:0] LASTS  = 8'b11_10_01_00,
    parameter [WIDTHS*3-1:0]           DEPTHS = 12'b010_001_001_000,
    // by width, then move: the first of its rows
    parameter [(WIDTHS<<MOVE_BITS)*ROW_BITS-1:0] ROWS = {(WIDTHS<<MOVE_BITS)*ROW_BITS{1'b0}}
) (
    input  wire [COLUMN_BITS:0]   furthest,     // column with a word
    output reg  [WIDTH_BITS-1:0]  least,
    input  wire [WIDTH_BITS-1:0]  width,
    output reg  [COLUMN_BITS-1:0] found_last,
    output reg  [2:0]             found_depth,
    input  wire [MOVE_BITS-1:0]   move,         // of `width`
    output reg  [ROW_BITS-1:0]    found_row
);
    integer w, e, f;

    always @* begin
        least = {WIDTH_BITS{1'b0}};
        for (w = 0; w < WIDTHS - 1; w = w + 1)
            if (furthest > {1'b0, LASTS[w*COLUMN_BITS +: COLUMN_BITS]})
                least = w[WIDTH_BITS-1:0] + 1'b1;
    end
    // Constants are looked up by comparison: an index would be multiplied by the width of an entry.
    always @* begin
        found_last  = LASTS[0 +: COLUMN_BITS];
        found_depth = DEPTHS[0 +: 3];
        for (e = 1; e < WIDTHS; e = e + 1)
            if (width == e[WIDTH_BITS-1:0]) begin
                found_last  = LASTS[e*COLUMN_BITS +: COLUMN_BITS];
                found_depth = DEPTHS[e*3 +: 3];
            end
    end
    always @* begin
        found_row = {ROW_BITS{1'b0}};
        for (f = 0; f < WIDTHS << MOVE_BITS; f = f + 1)
            if ({width, move} == f[WIDTH_BITS+MOVE_BITS-1:0])
                found_row = ROWS[f*ROW_BITS +: ROW_BITS];
    end
endmodule

`default_nettype wire
