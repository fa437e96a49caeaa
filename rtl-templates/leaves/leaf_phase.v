// leaf_phase: numbers the frame slots 0 .. SLOTS - 1, 0, .., for words that wait for theirs. All leaves count alike.
//
//   The first slot behind a reset is not numbered 0: a leaf with several lanes has no time to fill them all before it. So it is
//   the last one of a round, or, if a round has one slot, none.
`default_nettype none

module leaf_phase #(
    parameter SLOTS     = 2,            // at least 1
    parameter SLOT_BITS = 1             // ceil(log2 SLOTS), at least 1
) (
    input  wire                 clk,
    input  wire                 leaf_rst,       // from the network's reset on, for a slot
    input  wire                 load_body,      // a slot's words begin
    output reg  [SLOT_BITS-1:0] slot_next       // the number of the slot for which words are chosen
);
    localparam [31:0] LAST  = SLOTS - 1;
    localparam [31:0] FIRST = SLOTS > 1 ? LAST : 1;

    always @(posedge clk) begin
        if (load_body)
            slot_next <= slot_next == LAST[SLOT_BITS-1:0] ? {SLOT_BITS{1'b0}} : slot_next + 1'b1;
        if (leaf_rst)
            slot_next <= FIRST[SLOT_BITS-1:0];
    end
endmodule

`default_nettype wire
