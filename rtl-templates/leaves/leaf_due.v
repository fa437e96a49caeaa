// leaf_due: holds the word of a lane until its slot.
//
//   word_slot --> [ = ] --> hold      The word is chosen a clock after `slot_next`, or the word, has changed, or later. Answers are
//   slot_next -----^                  never held.
`default_nettype none

module leaf_due #(
    parameter SLOT_BITS = 1
) (
    input  wire                 clk,
    input  wire                 answering,      // between the arrivals of a data and an acknowledge part
    input  wire [SLOT_BITS-1:0] word_slot,
    input  wire [SLOT_BITS-1:0] slot_next,
    output wire                 hold
);
    reg other;

    always @(posedge clk)
        other <= word_slot != slot_next;
    assign hold = other & ~answering;
endmodule

`default_nettype wire
