// batch_shifter: nibbles of two words become bits, which wait in two delay lines of L bits.
//
//   Behind `count_now`, or the change of the words, it asks for nibbles of word a and word b in turn, each pair as soon as the
//   one before has gone to the shift registers. A word's first bits, the pad and the destination, go to the delay lines by
//   themselves: then `delay_a` and `delay_b` have the destination, and `shifts` moves them a bit each clock. `word_end` is high
//   when the last bit has entered them; L more clocks of `shifts` bring it out.
`default_nettype none

module batch_shifter #(
    parameter LABEL_BITS = 4,               // L
    parameter PAD        = 0,               // bits in front of the destination
    parameter LINK       = 2,               // the number of a word's first nibble
    parameter STRIDE     = 12               // behind that of its last one
) (
    input  wire                      clk,
    input  wire                      rst,
    input  wire                      count_now,
    input  wire                      to_change,     // the words have been read, others follow
    // the reader
    output wire                      ask_a,
    output wire                      ask_b,
    output reg  [$clog2(STRIDE)-1:0] nibble_asked,
    output wire                      word_read,     // the last nibbles of both words are read
    input  wire                      got_b,         // nibble b is read,
    input  wire                      comes_b,       // comes,
    input  wire                      has_a,         // nibble a is there,
    input  wire                      has_b,         // nibble b
    input  wire [3:0]                read,
    // the sender
    input  wire                      sends_body,
    output wire                      word_end,
    output reg  [LABEL_BITS-1:0]     delay_a,
    output reg  [LABEL_BITS-1:0]     delay_b
);
    localparam L = LABEL_BITS, NB = $clog2(STRIDE);
    localparam PB = $clog2(L + PAD + 1);                    // bits of a number of shifts
    localparam [31:0] FILL = L + PAD - 1;                   // shifts until the destination is in the delay line
    localparam [31:0] LAST_NIBBLE = STRIDE - 1;

    reg               hungry, hungry_b;                     // nibble_a and nibble_b are to be read
    reg               full, is_first, is_last;              // nibble_a and nibble_b; nibbles of the word
    reg  [3:0]        nibble_a, nibble_b, shift_a, shift_b;
    reg  [1:0]        bit_out;
    reg               last_bit;                             // of the nibble is in place
    reg               shift_empty, shift_last;
    reg               filling;                              // the destination enters the delay line
    reg  [PB-1:0]     fill;                                 // shifts that follow
    wire              shifts   = sends_body | filling;
    wire              spent    = shifts & last_bit;
    wire              loads    = full & (shift_empty | spent);
    wire              asked_last = nibble_asked == LAST_NIBBLE[NB-1:0];

    assign ask_a     = (hungry | loads) & ~to_change;
    assign ask_b     = hungry_b;
    assign word_read = got_b & asked_last;
    assign word_end  = spent & shift_last & ~shift_empty;

    always @(posedge clk) begin
        // nibbles
        hungry   <= count_now | (hungry | loads) & to_change;
        hungry_b <= ask_a & ~count_now;
        if (count_now)
            nibble_asked <= LINK[NB-1:0];
        else if (got_b)
            nibble_asked <= asked_last ? LINK[NB-1:0] : nibble_asked + 1'b1;
        if (got_b) begin
            is_first <= nibble_asked == LINK[NB-1:0];
            is_last  <= asked_last;
        end
        if (has_a)
            nibble_a <= read;
        if (has_b)
            nibble_b <= read;
        full <= (comes_b | full & ~loads) & ~count_now;

        // bits
        if (loads) begin
            shift_a  <= nibble_a;
            shift_b  <= has_b ? read : nibble_b;
            bit_out  <= 2'd0;
            last_bit <= 1'b0;
        end else if (shifts) begin
            shift_a  <= {shift_a[2:0], 1'b0};
            shift_b  <= {shift_b[2:0], 1'b0};
            bit_out  <= bit_out + 1'b1;
            last_bit <= bit_out == 2'd2;
        end
        shift_empty <= count_now | (shift_empty | spent) & ~full;
        if (loads)
            shift_last <= is_last;
        filling <= ~count_now & (loads & is_first | filling & fill != 0);
        fill <= loads & is_first ? FILL[PB-1:0] : fill - 1'b1;
        if (shifts) begin
            delay_a <= {delay_a[L-2:0], shift_a[3]};
            delay_b <= {delay_b[L-2:0], shift_b[3]};
        end
        if (rst) begin
            hungry      <= 1'b0;
            hungry_b    <= 1'b0;
            full        <= 1'b0;
            shift_empty <= 1'b1;
            shift_last  <= 1'b0;
            bit_out     <= 2'd0;
            filling     <= 1'b0;
            last_bit    <= 1'b0;
        end
    end
endmodule

`default_nettype wire
