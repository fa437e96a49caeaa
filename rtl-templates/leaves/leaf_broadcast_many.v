// leaf_broadcast_many: marks the words of a leaf with several lanes that wait because of broadcasts, and which are
// delivered.
`default_nettype none

module leaf_broadcast_many #(
    parameter LANES = 2
) (
    input  wire             clk,
    input  wire             leaf_rst,       // from the network's reset on, for a slot
    input  wire             broadcast,      // the slot is for broadcasts
    input  wire [LANES-1:0] tree,           // the lanes that broadcasts take
    input  wire [LANES-1:0] hold_back,      // other leaves want to broadcast
    input  wire [LANES-1:0] word_valid,
    input  wire [LANES-1:0] to_all,         // the word is a broadcast
    input  wire             coin,
    input  wire             decided,        // the outcomes of a slot are known in the next clock
    input  wire [LANES-1:0] lane_settled,   // the word needs no acknowledgement
    input  wire [LANES-1:0] won,            // pulse: all leaves have received the word
    output wire             may_move,
    output wire [LANES-1:0] settled
);
    // A leaf that gives way lets its other words move on. Otherwise a constant supply of broadcasts would stall them.
    wire             at_tree = |(tree & word_valid & to_all & ~hold_back);
    reg  [LANES-1:0] won_it;

    // Words do not move after a broadcast slot. Otherwise a word could be in the same lane whenever it is sent.
    assign may_move = coin & ~at_tree & ~broadcast;
    assign settled  = lane_settled | won_it;

    always @(posedge clk)
        won_it <= (won_it | won) & ~{LANES{decided | leaf_rst}};
endmodule

`default_nettype wire
