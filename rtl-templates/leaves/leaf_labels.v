// leaf_labels: the constant labels of all leaves. A label is the leaf's number in a mixed radix; each digit has its
// own bits. Leaves are numbered from FIRST on.
`default_nettype none

module leaf_labels #(
    parameter LEAVES     = 16,
    parameter LABEL_BITS = 4,                       // of a label, at least 1
    parameter FIRST      = 0,
    parameter DIGITS     = 1,                       // of a label, at least 1
    parameter [32*DIGITS-1:0] RADIX = LEAVES + FIRST  // digit k is below r = RADIX[32*k +: 32], has clog2(r) bits
) (
    output wire [LEAVES*LABEL_BITS-1:0] labels      // leaf i at [i*LABEL_BITS +: LABEL_BITS]
);
    function [LABEL_BITS-1:0] label_of;
        input integer leaf;
        integer k, b, rest, digit, low;
        begin
            label_of = {LABEL_BITS{1'b0}};
            rest     = leaf + FIRST;
            low      = 0;
            for (k = 0; k < DIGITS; k = k + 1) begin
                digit = rest % RADIX[32*k +: 32];
                rest  = rest / RADIX[32*k +: 32];
                for (b = 0; b < $clog2(RADIX[32*k +: 32]); b = b + 1)
                    label_of[low+b] = digit[b];
                low = low + $clog2(RADIX[32*k +: 32]);
            end
        end
    endfunction

    genvar i;
    generate
        for (i = 0; i < LEAVES; i = i + 1) begin : leaf
            assign labels[i*LABEL_BITS +: LABEL_BITS] = label_of(i);
        end
    endgenerate
endmodule

`default_nettype wire
