// sorting_writes: which bits of words the banks of a node of a sorting fat-tree write, and when.
//
//   A step's words have their places in the clock of `kept`, and are written from the next one on, a bit in a clock.
//   In a pass the bits that all words share are left out. From the `kept` of the step of `fills` on, a column is
//   marked in each clock: its first bit is written. The last column of both halves ends that.
`default_nettype none

module sorting_writes #(
    parameter COLUMN_BITS = 2,
    parameter BEAT_BITS   = 6,
    parameter LAST_BEAT   = 40,
    parameter SHARED      = 2
) (
    input  wire                 clk,
    input  wire                 rst,
    input  wire                 kept,
    input  wire                 passing,
    input  wire                 fills,
    input  wire [COLUMN_BITS:0] tail,           // the column to be marked
    output wire                 fills_now,      // it is
    output wire                 fills_last,     // it is the last one
    output wire                 keep,           // words, or marks, get their places
    output reg                  write,
    output reg  [BEAT_BITS-1:0] write_beat
);
    localparam [BEAT_BITS-1:0] ZERO = {BEAT_BITS{1'b0}};
    localparam [31:0]          JUMP = SHARED + 2;

    reg filling, filled;
    reg last_fill;              // the next column to be marked is the last one
    wire ends = filled | write_beat == LAST_BEAT;

    assign fills_now  = fills & (kept | filling);
    assign fills_last = fills_now & last_fill;
    assign keep       = fills ? fills_now : kept;

    always @(posedge clk) begin
        filling   <= ~rst & fills_now & ~fills_last;
        filled    <= ~rst & fills_last;
        last_fill <= ~rst & fills_now & ~tail[0] & (&tail[COLUMN_BITS:1]);
        if (rst)
            write <= 1'b0;
        else if (keep)
            write <= 1'b1;
        else if (ends)
            write <= 1'b0;
        if (keep)
            write_beat <= ZERO;
        else if (~ends)
            write_beat <= passing & write_beat == ZERO ? JUMP[BEAT_BITS-1:0] : write_beat + 1'b1;
    end
endmodule

`default_nettype wire
