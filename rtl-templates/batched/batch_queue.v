// batch_queue: the words from s_axis that lie in a leaf's store and are not a round's yet: until they are admitted, and linked.
//
//   Entry 0 is the oldest word; a word goes to the last entry, and moves on while the one before it is free, in each clock by one.
//   `has_room` says that the last one is. With `stores` a word lies in the store, at `store_at`, and becomes an entry.
//   An entry is admitted (`grant`) when the leaf holds the bucket of its destination, the oldest first: one in a clock. With
//   ORDERED no second one of a round has the same destination. Admitted entries are linked one by one: `waits` says that one, at
//   `place`, waits for its link to list `list`; a word for the leaf itself waits for no link, but for `quiet`. `joins` says that it
//   is the next round's. ROUND frees the entries that are, and admits none: those that have not been linked by then wait for
//   another round. `kept` is the number of entries that are not the next round's.
`default_nettype none

module batch_queue #(
    parameter LABEL_BITS = 4,
    parameter INDEX_BITS = 6,
    parameter WORDS      = 4,
    parameter ORDERED    = 1
) (
    input  wire                          clk,
    input  wire                          rst,
    input  wire                          quiet,         // no command comes
    input  wire                          round_now,
    // from s_axis
    output wire                          has_room,
    input  wire                          stores,
    input  wire [LABEL_BITS-1:0]         store_to,
    input  wire [$clog2(LABEL_BITS)-1:0] store_list,
    input  wire                          store_own,     // for the leaf itself
    input  wire [INDEX_BITS-1:0]         store_at,
    output reg  [$clog2(WORDS+1)-1:0]    kept,
    // buckets
    input  wire [LABEL_BITS-1:0]         bucket,
    output wire                          asks,
    input  wire                          grant,
    // the next round
    output wire                          waits,         // for a link
    output reg  [$clog2(LABEL_BITS)-1:0] list,
    output reg  [INDEX_BITS-1:0]         place,
    input  wire                          linked,
    output wire                          joins,
    output reg                           own,           // with `joins`: it is for the leaf itself
    output reg                           wish           // the next round has a word
);
    localparam L = LABEL_BITS, LB = $clog2(L), IW = INDEX_BITS, W = WORDS;
    localparam ENTRY = L + LB + 1 + IW;

    reg  [W*ENTRY-1:0] entries, entries_next;               // destination, list, own, place
    reg  [W-1:0]       there, admitted, picked, joined;
    reg  [W-1:0]       there_next, admitted_next, picked_next, joined_next;
    reg  [W-1:0]       same, moves;
    wire [W-1:0]       first, due;
    reg                chosen;                              // the picked one has been read
    reg  [ENTRY-1:0]   choice;
    integer            k, n;

    assign has_room = ~there[W-1];
    assign asks     = |(first & ~admitted);
    assign waits    = chosen & ~own;
    assign joins    = linked | chosen & own & quiet;

    always @* begin
        choice = {ENTRY{1'b0}};
        for (k = 0; k < W; k = k + 1) begin
            same[k]  = there[k] & entries[k*ENTRY+IW+LB+1 +: L] == bucket & (ORDERED != 0 | ~admitted[k]);
            moves[k] = k == 0 ? 1'b0 : there[k] & ~there[k == 0 ? 0 : k-1];
            choice   = choice | entries[k*ENTRY +: ENTRY] & {ENTRY{picked[k]}};
        end
    end
    assign first = same & ~(same - 1'b1);
    assign due   = there & admitted & ~joined;

    always @* begin
        // as they are after this clock, but for moves
        there_next    = there & ~(joined & {W{round_now}});
        admitted_next = (admitted | first & {W{grant}}) & {W{~round_now}};
        picked_next   = (picked == 0 ? due & ~(due - 1'b1) : picked) & {W{~(joins | round_now)}};
        joined_next   = (joined | picked & {W{joins}}) & {W{~round_now}};
        entries_next  = entries;
        for (n = 0; n + 1 < W; n = n + 1)
            if (moves[n+1]) begin
                entries_next[n*ENTRY +: ENTRY] = entries[(n+1)*ENTRY +: ENTRY];
                there_next[n]    = there_next[n+1];
                admitted_next[n] = admitted_next[n+1];
                picked_next[n]   = picked_next[n+1];
                joined_next[n]   = joined_next[n+1];
                there_next[n+1]  = 1'b0;
                picked_next[n+1] = 1'b0;
            end
        if (stores) begin
            entries_next[(W-1)*ENTRY +: ENTRY] = {store_to, store_list, store_own, store_at};
            there_next[W-1]    = 1'b1;
            admitted_next[W-1] = 1'b0;
            picked_next[W-1]   = 1'b0;
            joined_next[W-1]   = 1'b0;
        end
    end

    always @(posedge clk) begin
        entries  <= entries_next;
        there    <= there_next;
        admitted <= admitted_next;
        picked   <= picked_next;
        joined   <= joined_next;
        chosen   <= picked != 0 & ~(joins | round_now);
        {list, own, place} <= choice[LB+IW:0];
        if (stores != joins)
            kept <= stores ? kept + 1'b1 : kept - 1'b1;
        wish <= |(there & joined);
        if (rst) begin
            there  <= {W{1'b0}};
            picked <= {W{1'b0}};
            chosen <= 1'b0;
            kept   <= {$clog2(W+1){1'b0}};
            wish   <= 1'b0;
        end
    end
endmodule

`default_nettype wire
