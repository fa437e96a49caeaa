// packet_sequences: what an adapter of acknowledged words knows of each node, where a purge may take words and answers along.
//
//   Of each node the RAM has: {slot, it has a word for this destination, bit expected of this source, bit of this destination},
//   the first two if there are several slots. A word that comes with another bit than the one expected has been accepted
//   before: it is answered once more, and not given to the processor again.
//   A node's bits are read in clock 0 for the word that is offered, in clock 2 for what comes, and change a clock later. In
//   clock 3 what came has an answer (`word_ends`, `accepted`), or the word in `answered_slot` has one (`answered`, `accepts`).
//   After `restart` the bits become 0, one node each clock, while `sweeps` is high; then `open` rises at a frame's beginning.
`default_nettype none

module packet_sequences #(
    parameter OUTSTANDING = 1               // slots, 1 .. 4
) (
    input  wire                     clk,
    input  wire                     restart,
    // from the frame
    input  wire                     first,
    input  wire                     head,
    input  wire                     look,
    // the word that is offered, or enters
    input  wire [6:0]               destination,
    input  wire [6:0]               used_bits,    // that numbers of nodes have
    input  wire [(OUTSTANDING>2):0] pick,
    input  wire [(OUTSTANDING>2):0] slot,
    input  wire                     is_due,
    input  wire                     enters_word,
    input  wire                     enters_new,
    input  wire                     new_word,
    output wire                     open,         // sequence bits are 0
    output wire                     sequence_bit, // of the word that enters
    output wire                     is_taken,     // a slot has a word for `destination`
    output wire [6:0]               due_destination,  // of slot `pick`
    // what comes
    input  wire [7:0]               data_out,
    input  wire                     word_comes,
    input  wire                     answer_comes,
    input  wire                     coming,       // there is room for the word
    output wire                     word_ends,
    output wire                     again,        // it has been accepted before
    output wire                     accepted,
    output wire [6:0]               source,
    output wire                     answered,
    output wire                     accepts,
    output wire [(OUTSTANDING>2):0] answered_slot,
    // the sweep
    input  wire [6:0]               newest,       // the node whose bits become 0
    output wire                     sweeps
);
    localparam SLOT_BITS = OUTSTANDING == 1 ? 0 : OUTSTANDING == 2 ? 1 : 2;
    localparam WIDTH     = OUTSTANDING == 1 ? 2 : 3 + SLOT_BITS;

    (* no_rw_check *)
    reg  [WIDTH-1:0] bits [0:127];
    reg  [7:0]       words [0:OUTSTANDING-1];   // of the slots: {sequence bit, destination}
    reg  [WIDTH-1:0] found;
    wire [WIDTH-1:0] changed;
    reg  [6:0]       from;
    reg              swept, is_open, sent_bit, said, gives_bit;
    wire [6:0]       where   = (first ? destination : data_out[6:0]) & used_bits;
    wire [WIDTH-1:0] seen    = bits[where];
    wire [7:0]       word    = words[pick];
    wire             differs = sent_bit != found[1];
    wire             frees   = answered & said;
    wire             fills   = OUTSTANDING > 1 && head && new_word;
    wire             flips   = look & word_comes & coming & ~differs | frees;

    assign open            = is_open;
    assign sweeps          = ~swept;
    assign sequence_bit    = gives_bit;
    assign word_ends       = look & word_comes;
    assign again           = look & differs;
    assign accepted        = coming | differs;
    assign source          = from;
    assign answered        = look & answer_comes;
    assign accepts         = said;
    assign due_destination = word[6:0];
    assign changed[1:0]    = found[1:0] ^ {word_comes & ~head, frees};
    generate
        if (OUTSTANDING > 1) begin : several
            assign is_taken      = seen[2];
            assign answered_slot = found[WIDTH-1:3];
            assign changed[WIDTH-1:2] = {head ? slot : found[WIDTH-1:3], found[2] ^ (frees | fills)};
        end else begin : one
            wire unused          = &{slot, 1'b0};
            assign is_taken      = 1'b0;
            assign answered_slot = 1'b0;
        end
    endgenerate

    always @(posedge clk) begin
        found <= seen;
        if (sweeps | flips | fills)
            bits[sweeps ? newest : from] <= sweeps ? {WIDTH{1'b0}} : changed;
        if (enters_new)
            words[pick] <= {seen[0], destination};
        gives_bit <= enters_word & (is_due ? word[7] : seen[0]);
        if (head)
            sent_bit <= data_out[7];
        from <= where;
        said <= data_out[7];
        if (&newest)
            swept <= 1'b1;
        if (first)
            is_open <= swept;
        if (restart) begin
            swept   <= 1'b0;
            is_open <= 1'b0;
        end
    end
endmodule

`default_nettype wire
