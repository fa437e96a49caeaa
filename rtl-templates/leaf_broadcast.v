// leaf_broadcast.v: a leaf's part in broadcasts: when it sends its own, and whether it takes one that has come.
//
//   All leaves hear the same broadcast, its sender too, which learns in this way that its own got through. Then all
//   hear whether any leaf could not take it: all take it, or none does. leaf_to_all.v and leaf_group.v say what has
//   been heard and whom it concerns.
`default_nettype none

module leaf_broadcast #(
    parameter LANES = 2                         // one or several
) (
    input  wire             clk,
    input  wire             rst,                // synchronous, active high
    input  wire             slot,               // the next slot is for broadcasts ..
    input  wire [LANES-1:0] slot_tree,          // .. by this lane
    input  wire             answering,          // between the arrivals of a data and an acknowledge part
    input  wire [LANES-1:0] down,
    input  wire             down_start,
    input  wire [LANES-1:0] complete,           // a message has come
    input  wire [LANES-1:0] refuses,            // a message of this slot could not be taken
    input  wire             holds,              // a message is here ..
    input  wire             holds_broadcast,    // .. and is a broadcast
    // what has been heard
    input  wire             pending,            // a broadcast has come
    input  wire             mine,               // and it was this leaf's own
    input  wire             concerned,          // it is to be taken here, if by all
    input  wire             may_refuse,
    input  wire             had_turn,           // its sender now gives way
    input  wire             renew,              // nothing is owed any more
    output reg              broadcast,          // the words chosen now, or sent, go to all leaves, ..
    output reg  [LANES-1:0] tree,               // .. by this lane, ..
    output wire [LANES-1:0] on_tree,            // .. and so does a refusal
    output reg              hold_back,          // others want to broadcast, too
    output wire             verdict,            // now `judge` counts
    output wire             judge,              // all have taken the broadcast
    output wire             silence,            // nobody broadcasts in this slot
    output reg              owed,               // a refused broadcast is to come again, and room is kept for it
    output reg              closed,             // a message is here, or none is to come before the next broadcast
    output wire [LANES-1:0] arrived,            // a message has come that is no broadcast, or a broadcast is valid
    output wire [LANES-1:0] won                 // the own broadcast in this lane was received by all
);
    reg       refused, judged, blamed;
    reg [1:0] heard;

    assign silence = broadcast & down_start & ~answering & ~|(down & tree);
    assign on_tree = tree & {LANES{~answering | may_refuse}};
    assign verdict = heard[1];
    assign judge   = pending & verdict & ~refused;
    assign arrived = complete & ~{LANES{broadcast}} | tree & {LANES{judge & concerned}};
    assign won     = tree & {LANES{judge & mine}};

    always @(posedge clk) begin
        broadcast <= slot;
        tree      <= slot_tree;
        judged    <= down_start & answering & broadcast;
        heard     <= {heard[0], judged};
        if (down_start & answering)
            refused <= |(down & tree);
        // A leaf that has been heard gives way until no other wants to be.
        hold_back <= (hold_back | had_turn) & ~silence & ~rst;
        // A leaf that has refused a broadcast because of another message takes no more of those until the next slot for
        // broadcasts. A slow reader with much to read would never hear a broadcast, and then no leaf would.
        blamed    <= broadcast & |refuses & may_refuse;
        owed      <= (owed | blamed & ~holds_broadcast) & ~renew & ~rst;
        closed    <= holds | owed & ~broadcast;
    end
endmodule

`default_nettype wire
