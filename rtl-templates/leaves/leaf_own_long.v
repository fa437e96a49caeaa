// leaf_own_long: is a word for this leaf itself? leaf_own.v for labels of more than 4 bits.
//
//   Latency: ceil(log4 of the bits), the same for all bits: the answer is that to one clock's label.
`default_nettype none

module leaf_own_long #(
    parameter ADDRESS_BITS = 4,                         // L, bits of a label, 1 .. 20
    parameter EXTERNAL     = 0                          // 1: labels have an outside bit on top
) (
    input  wire                             clk,
    input  wire [ADDRESS_BITS-1:0]          address,    // of this leaf
    input  wire [ADDRESS_BITS+EXTERNAL-1:0] to,
    output wire                             outside,    // the label is an outside one
    output wire                             own
);
    localparam L = ADDRESS_BITS;

    localparam WHOLE = L + EXTERNAL <= 16 ? 16 : 64;    // a power of 4: all inputs of leaf_any are equally deep

    wire [WHOLE-1:0]      difference;
    wire                  differs;

    assign difference[L-1:0] = to[L-1:0] ^ address;
    assign own = ~differs;

    generate
        if (EXTERNAL != 0) begin : outside_bit
            assign outside = to[L];
            assign difference[WHOLE-1:L] = {{WHOLE-L-1{1'b0}}, to[L]};
        end else begin : no_outside
            assign outside = 1'b0;
            assign difference[WHOLE-1:L] = {WHOLE-L{1'b0}};
        end
    endgenerate

    leaf_any #(
        .WIDTH(WHOLE)
    ) compare (
        .clk(clk),
        .in(difference),
        .any(differs)
    );
endmodule

`default_nettype wire
