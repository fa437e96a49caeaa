// flexible_table: the moves of a flexible sorter, constant; a row is there two clocks after its number.
//
// A block RAM of an iCE40 reads 0 for some microseconds after configuration: keep the network in reset for 15 us.
//! cost let LOGIC = WIDTH * ROWS <= 4096
//! cost lut4: LOGIC * WIDTH * ROWS / 16
//! cost ff: WIDTH + LOGIC * WIDTH
//! cost lone: WIDTH
//! cost ram_bits: !LOGIC * WIDTH * ROWS
`default_nettype none

module flexible_table #(
    parameter WIDTH    = 12,            // bits of a row
    parameter ROWS     = 8,
    parameter ROW_BITS = 3,             // of a row's number
    /* verilator lint_off UNUSEDPARAM */    // synthesis reads it
    parameter STYLE    = "block",       // "logic" for small tables
    /* verilator lint_on UNUSEDPARAM */
    parameter [WIDTH*ROWS-1:0] CONTENTS = {WIDTH*ROWS{1'b0}}    // row 0 at the least significant end
) (
    input  wire                clk,
    input  wire [ROW_BITS-1:0] row,
    output reg  [WIDTH-1:0]    settings
);
    (* ram_style = STYLE, rom_style = STYLE *)
    reg [WIDTH-1:0] memory [0:ROWS-1];
    reg [WIDTH-1:0] read;               // a register behind a block RAM, which is slow

    integer i;
    initial
        for (i = 0; i < ROWS; i = i + 1)
            memory[i] = CONTENTS[i*WIDTH +: WIDTH];

    always @(posedge clk) begin
        read     <= memory[row];
        settings <= read;
    end
endmodule

`default_nettype wire
