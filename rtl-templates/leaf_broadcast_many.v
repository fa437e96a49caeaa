// leaf_broadcast_many.v: which words of a leaf with several lanes stay where they are because of broadcasts, and
// which of them are delivered.
`default_nettype none

module leaf_broadcast_many #(
    parameter LANES = 2
) (
    input  wire             clk,
    input  wire             rst,            // synchronous, active high
    input  wire             broadcast,      // the slot is for broadcasts
    input  wire [LANES-1:0] tree,           // they take this lane
    input  wire             hold_back,      // others want to broadcast, too
    input  wire [LANES-1:0] word_valid,
    input  wire [LANES-1:0] to_all,         // the word is a broadcast
    input  wire             coin,
    input  wire             decided,        // the outcomes of a slot are known in the next clock
    input  wire [LANES-1:0] lane_settled,   // the word needs no acknowledgement
    input  wire [LANES-1:0] won,            // pulse: all have received it
    output wire             may_move,
    output wire [LANES-1:0] settled
);
    // A leaf that gives way lets its other words move on: with always a broadcast to send they would be stuck.
    wire             at_tree = |(tree & word_valid & to_all) & ~hold_back;
    reg  [LANES-1:0] won_it;

    // Not behind a slot for broadcasts, or a word might always be in the same lane when it is sent.
    assign may_move = coin & ~at_tree & ~broadcast;
    assign settled  = lane_settled | won_it;

    always @(posedge clk)
        won_it <= (won_it | won) & ~{LANES{decided | rst}};
endmodule

`default_nettype wire
