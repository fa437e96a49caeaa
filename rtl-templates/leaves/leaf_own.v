// leaf_own: is a word for this leaf itself? For labels of up to 4 bits: one 4-input LUT. For longer labels:
// leaf_own_long.v.
//
//   Latency, while `to` is steady: 1 clock.
`default_nettype none

module leaf_own #(
    parameter ADDRESS_BITS = 4,                         // L, bits of a label, 1 .. 4
    parameter EXTERNAL     = 0                          // 1: labels have an outside bit on top
) (
    input  wire                             clk,
    input  wire [ADDRESS_BITS-1:0]          address,    // of this leaf
    input  wire [ADDRESS_BITS+EXTERNAL-1:0] to,
    output wire                             outside,    // the label is an outside one
    output reg                              own
);
    localparam L = ADDRESS_BITS;

    generate
        if (EXTERNAL != 0) begin : outside_bit
            assign outside = to[L];
        end else begin : no_outside
            assign outside = 1'b0;
        end
    endgenerate

    // `outside` uses the register's clear instead of an input of the LUT.
    always @(posedge clk)
        if (outside)
            own <= 1'b0;
        else
            own <= to[L-1:0] == address;
endmodule

`default_nettype wire
