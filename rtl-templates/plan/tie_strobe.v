// tie_strobe: decides for a row of `choose` who goes on where two messages meet: the one on a, or by chance that on b.
//
//   clock    -1    0     1
//   soon      1    0     0         the strobe one clock before the row's; NOW: not used
//   start     0    1     0         the row's
//   chance    .    r     .         random
//   favor     0    1     not r
//
//   With NOW there is no earlier strobe; `favor` then passes a LUT.
`default_nettype none

module tie_strobe #(
    parameter NOW = 0
) (
    input  wire clk,
    input  wire soon,
    input  wire start,
    input  wire chance,
    output wire favor
);
    reg kept;

    always @(posedge clk)
        kept <= (soon & (NOW == 0)) | (start & ~chance);
    assign favor = kept | (start & (NOW != 0));
endmodule

`default_nettype wire
