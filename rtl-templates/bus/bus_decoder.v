// bus_decoder: turns the address of an access into the label of the leaf whose slave has it.
//
//   The map is a list of blocks. Block b has 2^COUNT_BITS leaves with 2^SIZE_BITS bytes each, side by side from BASE on, which
//   is a multiple of all their bytes; their labels go up from FIRST. So a block is hit by the upper bits of an address, and
//   the bits below them count its leaves. `limit` is the most accesses that a master may have under way to such a leaf.
//   The address of a fence is no slave's.
`default_nettype none

module bus_decoder #(
    parameter ADDRESS_BITS = 32,                            // of a byte, 3 .. 32
    parameter LABEL_BITS   = 4,
    parameter LIMIT_BITS   = 1,
    parameter FENCED       = 0,                             // 1: there is a fence
    parameter [31:0] FENCE = 0,
    parameter BLOCKS       = 1,
    parameter [32*BLOCKS-1:0] BASE       = 0,               // of block b at [32*b +: 32], and so on
    parameter [32*BLOCKS-1:0] FIRST      = 0,
    parameter [8*BLOCKS-1:0]  SIZE_BITS  = 12,
    parameter [8*BLOCKS-1:0]  COUNT_BITS = 4,
    parameter [8*BLOCKS-1:0]  LIMIT      = 1
) (
    input  wire [ADDRESS_BITS-1:0] address,
    output wire                    mapped,                  // a slave has it
    output wire                    fence,
    output wire [LABEL_BITS-1:0]   label,                   // while `mapped`
    output wire [LIMIT_BITS-1:0]   limit
);
    wire [31:0]                  whole = {{(32-ADDRESS_BITS){1'b0}}, address};
    wire [BLOCKS-1:0]            hits;
    wire [BLOCKS*LABEL_BITS-1:0] labels;                    // of the blocks that are hit
    wire [BLOCKS*LIMIT_BITS-1:0] limits;

    genvar b;
    generate
        for (b = 0; b < BLOCKS; b = b + 1) begin : block
            localparam [31:0] SIZE  = {24'd0, SIZE_BITS[8*b +: 8]};
            localparam [31:0] COUNT = {24'd0, COUNT_BITS[8*b +: 8]};
            localparam [31:0] MASK  = (32'd1 << COUNT) - 32'd1;
            localparam [31:0] LABEL = FIRST[32*b +: 32];
            localparam [7:0]  MOST  = LIMIT[8*b +: 8];
            wire [31:0] index = whole >> SIZE & MASK;
            wire [31:0] found;
            wire        unused = &{found, 1'b0};

            assign hits[b] = (whole ^ BASE[32*b +: 32]) >> (SIZE + COUNT) == 32'd0;
            if ((LABEL & MASK) == 32'd0) begin : beside     // no carry
                assign found = LABEL | index;
            end else begin : added
                assign found = LABEL + index;
            end
            assign labels[b*LABEL_BITS +: LABEL_BITS] = found[LABEL_BITS-1:0] & {LABEL_BITS{hits[b] | BLOCKS == 1}};
            assign limits[b*LIMIT_BITS +: LIMIT_BITS] = MOST[LIMIT_BITS-1:0] & {LIMIT_BITS{hits[b]}};
        end
    endgenerate

    // At most one block is hit.
    reg [LABEL_BITS-1:0] any_label;
    reg [LIMIT_BITS-1:0] any_limit;
    integer              k;

    always @* begin
        any_label = {LABEL_BITS{1'b0}};
        any_limit = {LIMIT_BITS{1'b0}};
        for (k = 0; k < BLOCKS; k = k + 1) begin
            any_label = any_label | labels[k*LABEL_BITS +: LABEL_BITS];
            any_limit = any_limit | limits[k*LIMIT_BITS +: LIMIT_BITS];
        end
    end

    assign fence  = FENCED != 0 && whole[31:2] == FENCE[31:2];
    assign mapped = |hits;
    assign label  = any_label;
    assign limit  = any_limit;
endmodule

`default_nettype wire
