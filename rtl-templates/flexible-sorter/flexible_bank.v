// flexible_bank: a line of a flexible sorter, with its bank of words.
//
//   in ------------\                                           bit t of a word is at {half, column, t}
//   [ bank ] --> [ feed ] --> fed --> .. sorter, rotator .. --> rotated --> [ bank ]
//
//   `fed` is three clocks behind a bit's read address, and two behind `in`. The first bit of a word in the bank is 1 if it is
//   none. The column that is written is `next` or, while words come, that of the tail, or the one behind it where `next` is 1.
//! cost let KEPT = KEEPS * (COLUMN_BITS + 1)
//! cost lut4: COLUMN_BITS + 2, (COUNT * KEPT < 32) * KEPT
//! cost ff: KEPT + 2 + WAITS
//! cost lone: 1 + WAITS
//! cost ram_bits: 2 << (COLUMN_BITS + BEAT_BITS)
`default_nettype none

module flexible_bank #(
    parameter COLUMN_BITS = 2,          // of a column's number, at least 1
    parameter BEAT_BITS   = 7,          // of a bit's number
    parameter WAITS       = 1,          // `in` waits a clock; 0: it does not
    parameter KEEPS       = 1           // 0: `next`, `place` and `carry` are steady while a word is written
) (
    input  wire                             clk,
    input  wire [1:0]                       feed,           // 0 bank, 1 `in`, 2 a one
    input  wire                             in,
    output reg                              fed,
    output reg                              held,           // the bank's bit, a clock before it is fed; block RAMs are slow
    input  wire [COLUMN_BITS+BEAT_BITS:0]   read_at,
    input  wire                             rotated,
    input  wire                             write,
    input  wire [BEAT_BITS-1:0]             write_beat,
    input  wire                             keep,           // the next word's column is kept
    input  wire [COLUMN_BITS-1:0]           next,
    input  wire [COLUMN_BITS:0]             place,          // or'd to it: the half, or half and column of the tail
    input  wire [COLUMN_BITS:0]             carry           // into each bit of `place`, if it is counted up; bit 0 is 0
);
    (* no_rw_check, ram_style = "block" *)
    reg                   memory [0:(2 << (COLUMN_BITS + BEAT_BITS)) - 1];
    reg                   read;
    reg                   came;         // a bit of `in`, in step with the bank's
    reg [COLUMN_BITS:0]   column;
    wire [COLUMN_BITS:0]  found   = {1'b0, next} ^ place ^ (carry & {COLUMN_BITS+1{next[0]}});
    wire [COLUMN_BITS:0]  at      = KEEPS != 0 ? column : found;
    wire                  arrives = WAITS != 0 ? came : in;

    // For simulations: block RAMs hold zeros at first, and tools would make a cell of each step of the loop.
`ifndef SYNTHESIS
    integer i;

    initial
        for (i = 0; i < (2 << (COLUMN_BITS + BEAT_BITS)); i = i + 1)
            memory[i] = 1'b0;
`endif

    always @(posedge clk) begin
        if (write)
            memory[{at, write_beat}] <= rotated;
        read <= memory[read_at];
        held <= read;
        came <= in;
        fed  <= feed[1] | (feed[0] ? arrives : held);
        if (keep)
            column <= found;
    end
endmodule

`default_nettype wire
