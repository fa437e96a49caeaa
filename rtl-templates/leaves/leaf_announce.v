// leaf_announce: a lane's label as a series of bits, to announce it to all leaves and to compare it with one that is
// announced.
//
//   to --> [index] --> [label_bit]      an announcement: a one, then the label's bits in the order of `index`, again
//   line ----------------> = ---> [announced]               and again
//
//   `mark` comes twice for each announcement: when the owner's one is on the line, and, when it comes back, a multiple
//   of 2^INDEX_BITS clocks later. 2^INDEX_BITS + 2 clocks after the second one, `announced` is known. It then stays as
//   it is while the owner goes on and the word stays.
`default_nettype none

module leaf_announce #(
    parameter ADDRESS_BITS = 4,                 // L, bits of a label, 1 .. 20
    parameter INDEX_BITS   = 2,                 // ceil(log2 L), at least 1
    parameter EXTERNAL     = 0                  // 1: destinations have a bit on top; words with it take no part
) (
    input  wire                             clk,
    input  wire                             mark,       // the announcement begins, or has come back
    input  wire [INDEX_BITS-1:0]            index,      // counts on and on
    input  wire                             line,       // what the owner of the turn says
    input  wire                             waiting,    // there is a word ..
    input  wire [ADDRESS_BITS+EXTERNAL-1:0] word_to,    // .. for the leaf with this label
    output wire                             apart,      // the word takes no part
    output reg                              label_bit,
    output reg                              announced   // the label on the line is the word's
);
    localparam HALF = 1 << (INDEX_BITS - 1);

    wire [2*HALF:0]       padded = {{2*HALF+1-ADDRESS_BITS{1'b0}}, word_to[ADDRESS_BITS-1:0]};
    reg  [HALF-1:0]       pair;                 // of each two bits one: in two steps, as the way from `word_to` is long
    wire [HALF:0]         choices = {1'b0, pair};
    wire [INDEX_BITS-1:0] place = index >> 1;
    wire                  unused = &{padded[2*HALF], choices[HALF], 1'b0};

    generate
        if (EXTERNAL != 0) begin : top_bit
            assign apart = word_to[ADDRESS_BITS];
        end else begin : no_top_bit
            assign apart = 1'b0;
        end
    endgenerate

    integer k;

    always @(posedge clk) begin
        for (k = 0; k < HALF; k = k + 1)
            pair[k] <= index[0] ? padded[2*k+1] : padded[2*k];
        // Gates: Yosys would turn multiplexers into resets, which few flip-flops share.
        label_bit <= mark | choices[place];
        announced <= mark | announced & waiting & ~(line ^ label_bit);
    end
endmodule

`default_nettype wire
