// broadcast_trees: leaf_broadcast.v judges the broadcast of each spanning tree by what came by this tree.
//
//   The monitor has its own memory of each tree: whether a leaf refused, and whether this leaf gives way. By induction over the
//   clocks, from a reset and the first answers on, for any inputs: at the verdict a broadcast is taken, and the leaf's
//   own is done, if it came and no leaf refused it, whatever the other trees brought; a leaf whose broadcast took place by a
//   tree gives way there, and only there, until the tree is silent. After a refusal by any tree no unicast is taken.
//! proves leaf_broadcast as trees
//! subject "leaf_broadcast"
//! what "broadcasts of a leaf, {TREES} in a slot"
//! claim "each tree's broadcast is judged by itself"
//! steps 2
//! skip 1
//! cells 20 * LANES
//! expose refused
//! expose judged
//! expose heard
//! expose blamed
//! expose starved
//! show parts "claims that held, of 0 to 4"
`default_nettype none

module broadcast_trees #(
    parameter LANES = 2,
    parameter TREES = 2
) (
    input  wire             clk,
    // free in every clock
    input  wire             leaf_rst, slot, answering, down_start, turned_any, holds, holds_broadcast,
    input  wire [LANES-1:0] slot_tree, down, complete, refuses,
    input  wire [TREES-1:0] pending, mine, concerned, may_refuse, had_turn, renew,
    // the claim, and values to show if it fails
    output wire             ok,
    output wire [4:0]       parts
);
    localparam EACH = LANES / TREES;

    wire             broadcast, verdict, silence, owed, closed, judged, blamed, starved;
    wire [1:0]       heard;
    wire [LANES-1:0] tree, on_tree, arrived, won;
    wire [TREES-1:0] hold_back, judge, refused;

    circuit circuit (
        .clk(clk), .leaf_rst(leaf_rst), .slot(slot), .slot_tree(slot_tree), .answering(answering), .down(down),
        .down_start(down_start), .complete(complete), .refuses(refuses), .turned_any(turned_any), .holds(holds), .holds_broadcast(holds_broadcast),
        .pending(pending), .mine(mine), .concerned(concerned), .may_refuse(may_refuse), .had_turn(had_turn), .renew(renew),
        .broadcast(broadcast), .tree(tree), .on_tree(on_tree), .hold_back(hold_back), .verdict(verdict), .judge(judge),
        .silence(silence), .owed(owed), .closed(closed), .arrived(arrived), .won(won),
        .refused(refused), .judged(judged), .heard(heard), .blamed(blamed), .starved(starved)
    );

    // What came by each tree, in the answers that came last; who gives way; when they were answers to broadcasts.
    reg  [LANES-1:0] answers, answers_by;
    reg  [TREES-1:0] gives_way;
    reg              answered, known, blamed_1, kept;
    reg  [2:0]       judging;
    reg  [LANES-1:0] taken, done, speaks, may;
    reg  [TREES-1:0] no_one, quiet;
    integer          i;

    always @* begin
        no_one = {TREES{1'b1}};
        quiet = {TREES{1'b1}};
        for (i = 0; i < LANES; i = i + 1) begin
            if (answers[i] && answers_by[i])
                no_one[i/EACH] = 1'b0;
            if (down[i] && tree[i])
                quiet[i/EACH] = 1'b0;
        end
        for (i = 0; i < LANES; i = i + 1) begin
            taken[i] = tree[i] && verdict && pending[i/EACH] && no_one[i/EACH] && concerned[i/EACH];
            done[i] = tree[i] && verdict && pending[i/EACH] && no_one[i/EACH] && mine[i/EACH];
            may[i] = may_refuse[i/EACH];
            speaks[i] = tree[i] && (!answering || may[i]);
        end
    end

    wire in_step = {judged, heard, blamed} == {judging, blamed_1} && (refused == ~no_one || !answered);
    wire same    = in_step && hold_back == gives_way;
    wire outcome = !verdict || !answered || (arrived == (taken | complete & ~{LANES{broadcast}}) && won == done);
    wire before  = verdict || (won == 0 && (!broadcast || arrived == 0));
    wire says    = on_tree == speaks && silence == (broadcast && down_start && !answering && &quiet);
    wire room    = !kept || closed;
    wire legal   = same && outcome && before && says && room;

    always @(posedge clk) begin
        known    <= leaf_rst && in_step || known && legal;
        answered <= down_start && answering || answered && !leaf_rst;
        if (down_start && answering)
            {answers, answers_by} <= {down, tree};
        gives_way <= leaf_rst ? {TREES{1'b0}}
                     : (gives_way | had_turn) & ~(quiet & {TREES{broadcast && down_start && !answering}});
        judging   <= {down_start && answering && broadcast, judging[1:0] << 1 | judging[2]};
        blamed_1  <= broadcast && |(refuses & may) && !(TREES > 1 && starved);
        kept      <= (broadcast ? TREES > 1 && starved : owed) || holds;
    end

    assign ok    = !known || legal;
    assign parts = {room, says, before, outcome, same};
endmodule

`default_nettype wire
