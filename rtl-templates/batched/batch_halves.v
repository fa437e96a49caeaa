// batch_halves: where a leaf's words lie in a store that has room for any set of words: those of the round in one half, those of
// the next round in the other.
//
//   Words of the round have indices below `stored`: first the leaf's own, then arrivals in the order in which they came; m_axis
//   looks at one after the other. Words that come, and their links, go to the next one or two. Words of the next round have
//   indices below `admitted`. ROUND makes those the round's, `counts` those that came. `index` is that of what is written in
//   the next clock, in half `write_half`.
`default_nettype none

module batch_halves #(
    parameter INDEX_BITS    = 6,
    parameter COUNT_BITS    = 7,
    parameter ADMITTED_BITS = 3
) (
    input  wire                     clk,
    input  wire                     rst,
    input  wire                     round_now,
    input  wire                     parity,
    input  wire                     for_lanes,          // a word that came is written or linked, else one from s_axis
    input  wire                     next_1,             // it is behind another word that came
    input  wire                     counts,
    input  wire [ADMITTED_BITS-1:0] admitted,
    input  wire                     got_last,           // the next word has been looked at
    output reg                      write_half,
    output wire [INDEX_BITS-1:0]    index,
    output wire                     all_out,            // there is no next word
    output reg  [COUNT_BITS-1:0]    out_at,             // the next word
    output reg  [COUNT_BITS-1:0]    stored              // words of the round: the leaf's own, and arrivals
);
    localparam C = COUNT_BITS;

    wire [C:0]   next     = {stored, 1'b1} + {{(C-1){1'b0}}, next_1, counts};
    wire [C-1:0] next_own = {{(C-ADMITTED_BITS){1'b0}}, admitted};
    wire         unused   = next[0];

    assign index   = for_lanes ? next[INDEX_BITS:1] : next_own[INDEX_BITS-1:0];
    assign all_out = out_at == stored;

    always @(posedge clk) begin
        write_half <= parity ^ ~for_lanes;
        if (rst)
            stored <= {C{1'b0}};
        else if (round_now)
            stored <= next_own;
        else if (counts)
            stored <= next[C:1];
        if (rst | round_now)
            out_at <= {C{1'b0}};
        else if (got_last)
            out_at <= out_at + 1'b1;
    end
endmodule

`default_nettype wire
