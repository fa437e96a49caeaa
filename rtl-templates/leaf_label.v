// leaf_label.v: what the destination of a word means to a leaf, where every label names a leaf: that one itself, or
// another. Where some labels name none: leaf_label_gap.v, and leaf_label_digits.v in a generalized fat tree.
`default_nettype none

module leaf_label (
    input  wire own,                    // the word is for this leaf
    input  wire turned,                 // it has reached it
    output wire away,                   // the word goes into the network
    output wire settled                 // the word needs no acknowledgement
);
    assign away    = ~own;
    assign settled = turned;
endmodule

`default_nettype wire
