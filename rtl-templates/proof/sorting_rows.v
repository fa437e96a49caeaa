// sorting_rows: a node's tables hold each row of the moves of columns: two clocks behind its number it is there.
//
//   In any state: whatever row is wanted. CONTENTS is what the moves are, which a search has checked.
`default_nettype none

module sorting_rows #(
    parameter LINES    = 4,
    parameter UP       = 2,
    parameter WIDTH    = 6,             // bits of a row
    parameter ROWS     = 4,
    parameter ROW_BITS = 2,             // of a row's number
    parameter [WIDTH*ROWS-1:0] CONTENTS = {WIDTH*ROWS{1'b0}}    // row 0 at the least significant end
) (
    input  wire                clk,
    // free in every clock
    input  wire                rst, round, stage, sort_now, any_start, any_batch,
    input  wire [LINES-1:0]    any_in,
    input  wire [UP-1:0]       any_down,
    // the claim, and values to show if it fails
    output wire                ok,
    output wire [ROW_BITS-1:0] row_shown,
    output wire [WIDTH-1:0]    settings
);
    wire [ROW_BITS-1:0] row;
    reg  [ROW_BITS-1:0] row_1, row_2;

    circuit circuit (
        .clk(clk), .rst(rst), .round(round), .stage(stage), .sort_now(sort_now), .idle(), .up(), .up_start(), .up_batch(),
        .down(any_down), .down_start(any_start), .down_batch(any_batch), .down_sending(1'b1), .child_up(any_in), .child_start(2'b00),
        .child_batch(2'b00), .child_down(), .child_down_start(), .child_down_batch(), .child_down_sending(), .child_room(2'b11),
        .sorter_start(), .fed(), .sorted(any_in),
        .x_feed(), .x_in(), .x_fed(any_in), .x_held(any_in), .x_read_at(), .x_rotated(), .x_write(), .x_write_beat(), .x_keep(),
        .x_next(), .x_place(), .x_carry(),
        .y_feed(), .y_in(), .y_fed(any_in), .y_held(any_in), .y_read_at(), .y_rotated(), .y_write(), .y_write_beat(), .y_keep(),
        .y_next(), .y_place(), .y_carry(),
        .\dut.row (row), .\dut.settings (settings)
    );

    always @(posedge clk)
        {row_1, row_2} <= {row, row_1};

    assign row_shown = row_2;
    assign ok = row_2 >= ROWS || settings == CONTENTS[row_2*WIDTH +: WIDTH];
endmodule

`default_nettype wire
