// wishbone_step: steps through all 2^BITS values of `place`, from 0, in an order of its own.
//
//   place <= {place, next bit}
//
//   A shift register whose next bit is the sum of some bits, by a primitive polynomial, runs through all values but 0; the
//   sum is turned before and behind the value with only its highest bit set, so that 0 has its turn there. That takes
//   a LUT or three, where a counter takes one a bit.
`default_nettype none

module wishbone_step #(
    parameter BITS = 4                      // 1 .. 11
) (
    input  wire            clk,
    input  wire            rst,             // synchronous, active high
    input  wire            step,
    output reg  [BITS-1:0] place
);
    // The bits that are summed: the exponents of the polynomial but 0, less 1.
    localparam [10:0] SUMMED = BITS == 1 ? 11'h001 : BITS == 2 ? 11'h003 : BITS == 3 ? 11'h006 : BITS == 4 ? 11'h00c
                             : BITS == 5 ? 11'h014 : BITS == 6 ? 11'h030 : BITS == 7 ? 11'h060 : BITS == 8 ? 11'h0b8
                             : BITS == 9 ? 11'h110 : BITS == 10 ? 11'h240 : 11'h500;

    wire [BITS:0] longer = {place, ^(place & SUMMED[BITS-1:0]) ^ ~|(place << 1)};
    wire          unused = longer[BITS];

    always @(posedge clk)
        if (rst)
            place <= {BITS{1'b0}};
        else if (step)
            place <= longer[BITS-1:0];
endmodule

`default_nettype wire
