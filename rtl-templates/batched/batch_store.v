// batch_store: the words of a leaf of a pruned butterfly, in nibbles: a RAM with one port to read and one to write.
//
//   A word has 2^NIBBLE_BITS rows, or as many fewer as the greatest power of two that leaves room for STRIDE: one subtraction
//   then finds a row.
`default_nettype none

module batch_store #(
    parameter INDEX_BITS  = 7,
    parameter NIBBLE_BITS = 4,
    parameter WORDS       = 1 << INDEX_BITS,    // of INDEX_BITS; what lies behind them is anything
    parameter STRIDE      = 1 << NIBBLE_BITS    // nibbles of a word
) (
    input  wire                   clk,
    input  wire [INDEX_BITS-1:0]  read_index,
    input  wire [NIBBLE_BITS-1:0] read_nibble,
    output reg  [3:0]             read,         // what lies there, two clocks later
    input  wire [INDEX_BITS-1:0]  write_index,
    input  wire [NIBBLE_BITS-1:0] write_nibble,
    input  wire                   write,
    input  wire [3:0]             written
);
    localparam NB = NIBBLE_BITS, B = INDEX_BITS + NIBBLE_BITS;
    localparam SHIFT = $clog2((1 << NB) - STRIDE + 1);      // of the power of two, and one more; 0: none
    localparam ROWS  = WORDS * ((1 << NB) - (1 << SHIFT) / 2), BITS = $clog2(ROWS);

    // No clock reads the nibble that it writes.
    (* no_rw_check *)
    reg  [3:0]   memory [0:ROWS-1];
    reg  [3:0]   comes;                     // late in the clock: nothing but a register follows
    wire [B:0]   read_less  = {{(NB+1){1'b0}}, read_index} << SHIFT, write_less = {{(NB+1){1'b0}}, write_index} << SHIFT;
    wire [B-1:0] read_at    = {read_index, read_nibble} - (SHIFT == 0 ? {B{1'b0}} : read_less[B:1]);
    wire [B-1:0] write_at   = {write_index, write_nibble} - (SHIFT == 0 ? {B{1'b0}} : write_less[B:1]);
    wire         unused     = &{read_less[0], write_less[0], read_at, write_at, 1'b0};      // their highest bits

    always @(posedge clk) begin
        comes <= memory[read_at[BITS-1:0]];
        read  <= comes;
        if (write)
            memory[write_at[BITS-1:0]] <= written;
    end
endmodule

`default_nettype wire
