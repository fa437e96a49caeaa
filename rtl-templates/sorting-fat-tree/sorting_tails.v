// sorting_tails: how many words are in the FIFOs X and Y of a node of a sorting fat-tree; so where the next ones go.
//
//   Words that come are counted behind the sorter, and added to a tail two clocks after the last of them has its
//   place. While places are marked as empty, Y grows by a column in each clock, and is empty at the end.
//   A wave that is sent takes as many words of a FIFO as there are, at most one for each wire; in the next clock they
//   are not there any more. Y has words for the left child only, so its own way up is none.
`default_nettype none

module sorting_tails #(
    parameter LINE_BITS   = 3,
    parameter UP_BITS     = 2,
    parameter COLUMN_BITS = 2,
    parameter TAIL_BITS   = LINE_BITS + COLUMN_BITS + 1
) (
    input  wire                 clk,
    input  wire                 rst,
    input  wire                 clear,      // both
    // words that come; or a column is marked, or the last one
    input  wire [LINE_BITS:0]   x_count,
    input  wire [LINE_BITS:0]   y_count,
    input  wire                 x_counted,
    input  wire                 y_counted,
    input  wire                 adds_next,  // in two clocks
    input  wire                 fills,
    input  wire                 fills_now,
    input  wire                 fills_last,
    // words that are sent
    input  wire                 sends,
    input  wire                 down,
    input  wire                 whole,      // to as many wires as there are lines, not to half as many
    input  wire                 sent,       // a wave begins
    input  wire                 upper,      // from the upper half of the banks
    output reg  [LINE_BITS:0]   x_words,    // of the wave
    output reg  [LINE_BITS-1:0] y_words,
    output reg                  odd,
    output reg                  more,       // words are there
    // the tails, and X's place
    output wire [LINE_BITS-1:0] x_turn,     // lines, to the bank of the next word
    output reg  [TAIL_BITS-1:0] y_tail,     // in the half of the banks where words are appended
    input  wire                 keep,
    output reg  [COLUMN_BITS:0] x_place,
    output reg  [COLUMN_BITS:0] x_carry
);
    localparam [31:0]          HALF  = 1 << (LINE_BITS - 1);
    localparam [31:0]          WHOLE = 1 << UP_BITS;
    localparam [31:0]          LINES = 1 << LINE_BITS;
    localparam [TAIL_BITS-1:0] NONE  = {TAIL_BITS{1'b0}};

    reg  [TAIL_BITS-1:0] x_tail;
    reg  [TAIL_BITS-1:0] x_step, y_step;    // what the next event adds
    reg                  x_full, y_full;    // the next wave to be sent
    reg                  adds;
    wire [TAIL_BITS-1:0] x_wave = whole ? WHOLE[TAIL_BITS-1:0] : HALF[TAIL_BITS-1:0];

    always @(posedge clk) begin
        adds   <= ~rst & adds_next;
        x_full <= whole ? |x_tail[TAIL_BITS-1:LINE_BITS] : |x_tail[TAIL_BITS-1:LINE_BITS-1];
        y_full <= |y_tail[TAIL_BITS-1:LINE_BITS-1];
        more   <= (|x_tail) | (down & (|y_tail));
        if (sends)
            x_step <= NONE - x_wave;
        else if (x_counted)
            x_step <= {{COLUMN_BITS{1'b0}}, x_count};
        if (fills)
            y_step <= LINES[TAIL_BITS-1:0];
        else if (sends)
            y_step <= NONE - HALF[TAIL_BITS-1:0];
        else if (y_counted)
            y_step <= {{COLUMN_BITS{1'b0}}, y_count};
        if (clear | (sent & ~x_full))
            x_tail <= NONE;
        else if (sent | adds)
            x_tail <= x_tail + x_step;
        if (clear | fills_last | (sent & down & ~y_full))
            y_tail <= NONE;
        else if (adds | fills_now | (sent & down))
            y_tail <= y_tail + y_step;
        if (sent) begin
            x_words <= x_full ? x_wave[LINE_BITS:0] : {1'b0, x_tail[LINE_BITS-1:0]};
            y_words <= y_full ? HALF[LINE_BITS-1:0] : y_tail[LINE_BITS-1:0];
            odd     <= upper;
        end
    end

    genvar q;
    wire [COLUMN_BITS:0] x_carries;         // to count the column up

    assign x_carries[0] = 1'b0;
    assign x_turn       = x_tail[LINE_BITS-1:0];
    generate
        for (q = 1; q <= COLUMN_BITS; q = q + 1) begin : carries
            assign x_carries[q] = &x_tail[LINE_BITS +: q];
        end
    endgenerate
    always @(posedge clk)
        if (keep) begin
            x_place <= x_tail[TAIL_BITS-1:LINE_BITS];
            x_carry <= x_carries;
        end
endmodule

`default_nettype wire
