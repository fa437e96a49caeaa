// bus_decodes: bus_decoder.v finds the slave that an address belongs to, by the map itself: its first byte and its size.
//
//   Any address. The map's slaves are given one by one; how the decoder joins them to blocks is not.
//! proves bus_decoder as decodes
//! given SLAVES BASES LABELS SIZES LIMITS
//! what "decoder of the bus"
//! claim "an address belongs to the slave that the map says, or to none"
//! steps 1
//! cells 40 * SLAVES
//! show parts "claims that held, of 0 to 3"
//! show shown "the address"
`default_nettype none

module bus_decodes #(
    parameter ADDRESS_BITS = 32,
    parameter LABEL_BITS   = 4,
    parameter LIMIT_BITS   = 1,
    parameter FENCED       = 0,
    parameter [31:0] FENCE = 0,
    parameter SLAVES       = 1,
    parameter [32*SLAVES-1:0] BASES  = 0,
    parameter [32*SLAVES-1:0] LABELS = 0,
    parameter [32*SLAVES-1:0] SIZES  = 4096,                // in bytes
    parameter [8*SLAVES-1:0]  LIMITS = 1
) (
    // free
    input  wire [ADDRESS_BITS-1:0] address,
    // the claim, and values to show if it fails
    output wire                    ok,
    output wire [3:0]              parts,
    output wire [ADDRESS_BITS-1:0] shown
);
    wire                  mapped, fence;
    wire [LABEL_BITS-1:0] label;
    wire [LIMIT_BITS-1:0] limit;

    circuit circuit (.address(address), .mapped(mapped), .fence(fence), .label(label), .limit(limit));

    wire [32:0]           whole = address;
    reg                   found;
    reg  [LABEL_BITS-1:0] its_label;
    reg  [LIMIT_BITS-1:0] its_limit;
    integer               k;

    always @* begin
        found     = 1'b0;
        its_label = {LABEL_BITS{1'b0}};
        its_limit = {LIMIT_BITS{1'b0}};
        for (k = 0; k < SLAVES; k = k + 1)
            if (whole >= {1'b0, BASES[32*k +: 32]} && whole - {1'b0, BASES[32*k +: 32]} < {1'b0, SIZES[32*k +: 32]}) begin
                found     = 1'b1;
                its_label = LABELS[32*k +: 32];
                its_limit = LIMITS[8*k +: 8];
            end
    end

    assign shown = address;
    assign parts = {fence == (FENCED && address >> 2 == FENCE >> 2) && !(fence && mapped), !found || limit == its_limit, !found || label == its_label, mapped == found};
    assign ok    = &parts;
endmodule

`default_nettype wire
