// leaf_label: decides whether a word goes into the network, where every label names a leaf. Where some labels name
// none, leaf_label_gap.v does this, and leaf_label_digits.v in a generalized fat tree.
`default_nettype none

module leaf_label (
    input  wire own,                    // the word is for this leaf
    input  wire turned,                 // the word has reached this leaf itself
    output wire away,                   // the word goes into the network
    output wire settled                 // the word needs no acknowledgement
);
    assign away    = ~own;
    assign settled = turned;
endmodule

`default_nettype wire
