// leaf_label_gap: decides whether a word goes into the network, where labels from LEAVES on name no leaf.
//
//   A word for no leaf is discarded, and one for another leaf goes into the network.
//
//   For labels of up to 4 bits: one 4-input LUT per answer. For longer labels: leaf_label_gap_long.v.
//   Latency, while `to` is steady: 1 clock.
`default_nettype none

module leaf_label_gap #(
    parameter ADDRESS_BITS = 4,                         // L, bits of a label, 1 .. 4
    parameter LEAVES       = 15                         // labels from here on name no leaf, 2 .. 2^L - 1
) (
    input  wire                    clk,
    input  wire [ADDRESS_BITS-1:0] address,    // of this leaf
    input  wire [ADDRESS_BITS-1:0] to,
    input  wire                    outside,    // the word is for the outside, through the network
    input  wire                    waiting,    // there is a word, and the answers are steady
    input  wire                    turned,     // the word for this leaf has reached it
    output reg                     away,       // the word goes into the network
    output reg                     settled     // the word needs no acknowledgement
);
    localparam L = ADDRESS_BITS;
    localparam [31:0] LAST = LEAVES - 1;

    reg none;

    always @(posedge clk) begin
        if (outside) begin
            none <= 1'b0;
            away <= 1'b1;
        end else begin
            none <= to > LAST[L-1:0];
            away <= to != address && to <= LAST[L-1:0];
        end
        settled <= turned | waiting & none;
    end
endmodule

`default_nettype wire
