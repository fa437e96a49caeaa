// leaf_broadcast: a leaf's part in broadcasts: when to send its own, and whether to accept a received one.
//
//   All leaves, the sender included, receive the same broadcast; the sender thus learns that its own got through. Then
//   all leaves learn whether any leaf refused the broadcast. Either all accept it or none does. leaf_to_all.v and
//   leaf_group.v say what was received and which leaves it concerns.
//
//   With TREES = LANES, lane t is for broadcasts by spanning tree t: each is judged by itself, and several may come in a
//   slot. All are taken at the verdict, and leave by lane 0 in the order of the trees: the same at all leaves.
`default_nettype none

module leaf_broadcast #(
    parameter LANES = 2,                        // one or several
    parameter TREES = 1                         // broadcasts at once: 1, by any lane, or LANES
) (
    input  wire             clk,
    input  wire             leaf_rst,           // from the network's reset on, for a slot
    input  wire             slot,               // the next slot is for broadcasts ..
    input  wire [LANES-1:0] slot_tree,          // .. by these lanes: one of each tree's at most
    input  wire             answering,          // between the arrivals of a data and an acknowledge part
    input  wire [LANES-1:0] down,
    input  wire             down_start,
    input  wire [LANES-1:0] complete,           // a message has come
    input  wire [LANES-1:0] refuses,            // a message of this slot could not be taken
    input  wire             turned_any,         // a message of this slot is this leaf's own
    input  wire             holds,              // a message is here ..
    input  wire             holds_broadcast,    // .. and is a broadcast
    // from leaf_to_all.v or leaf_group.v, of each tree
    input  wire [TREES-1:0] pending,            // a broadcast has come
    input  wire [TREES-1:0] mine,               // the broadcast was this leaf's own
    input  wire [TREES-1:0] concerned,          // this leaf accepts it if all do
    input  wire [TREES-1:0] may_refuse,
    input  wire [TREES-1:0] had_turn,           // the sender must now give way
    input  wire [TREES-1:0] renew,              // cancel `owed`
    output reg              broadcast,          // the words chosen now, or sent, go to all leaves, ..
    output reg  [LANES-1:0] tree,               // .. by these lanes, ..
    output wire [LANES-1:0] on_tree,            // .. and so does a refusal
    output reg  [TREES-1:0] hold_back,          // other leaves want to broadcast
    output wire             verdict,            // `judge` is valid
    output wire [TREES-1:0] judge,              // all have taken the broadcast
    output wire             silence,            // no leaf broadcasts in this slot
    output reg              owed,               // a refused broadcast will be repeated; room is reserved for it
    output reg              closed,             // accept no message: one is here, or room is reserved for a broadcast
    output wire [LANES-1:0] arrived,            // a unicast has come, or a broadcast is accepted
    output wire [LANES-1:0] won                 // all have received this leaf's broadcast
);
    localparam EACH = LANES / TREES;            // lanes of a tree

    reg              judged, blamed, came, starved;
    wire             unicast_first = TREES > 1 && starved;
    reg  [TREES-1:0] refused;
    reg  [1:0]       heard;
    wire [TREES-1:0] bits;                      // something comes by the tree
    wire [TREES-1:0] silent = ~bits & {TREES{broadcast & down_start & ~answering}};
    wire [LANES-1:0] may, taken, own;           // by lanes

    genvar t;
    generate
        for (t = 0; t < TREES; t = t + 1) begin : each
            assign bits[t]                = |(down[t*EACH +: EACH] & tree[t*EACH +: EACH]);
            assign may[t*EACH +: EACH]    = {EACH{may_refuse[t]}};
            assign taken[t*EACH +: EACH]  = {EACH{judge[t] & concerned[t]}};
            assign own[t*EACH +: EACH]    = {EACH{judge[t] & mine[t]}};
        end
    endgenerate

    assign silence = &silent;
    assign on_tree = tree & ({LANES{~answering}} | may);
    assign verdict = heard[1];
    assign judge   = pending & {TREES{verdict}} & ~refused;
    assign arrived = complete & ~{LANES{broadcast}} | tree & taken;
    assign won     = tree & own;

    always @(posedge clk) begin
        broadcast <= slot;
        tree      <= slot_tree;
        judged    <= down_start & answering & broadcast;
        heard     <= {heard[0], judged};
        if (down_start & answering)
            refused <= bits;
        // A leaf whose broadcast got through gives way until no other leaf wants to broadcast by this tree.
        hold_back <= (hold_back | had_turn) & ~silent & ~{TREES{leaf_rst}};
        // A leaf that refused a broadcast because its buffer was full accepts no unicast until the next broadcast slot.
        // Otherwise one slow, busy reader could refuse every broadcast, and no leaf would ever receive one.
        blamed    <= broadcast & |(refuses & may) & ~unicast_first;
        owed      <= (owed | blamed & ~holds_broadcast) & ~|renew & ~leaf_rst;
        closed    <= holds | (broadcast ? unicast_first : owed);
        // Where each such slot may bring broadcasts: a leaf that was full of them when a unicast came refuses the next ones.
        came      <= down_start & ~answering & ~broadcast;
        starved   <= (came ? |refuses & ~turned_any & ~owed : starved) & ~leaf_rst;
    end
endmodule

`default_nettype wire
