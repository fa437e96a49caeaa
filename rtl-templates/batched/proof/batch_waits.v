// batch_waits: batch_queue.v keeps each word from s_axis until it is the next round's, once, and admits it if it was granted.
//
//   Two places stand for all, `one` and `other`, free and different. What is stored at `one` is an entry, once and unchanged, until a
//   ROUND that finds it the next round's. Of words at both places the older one is the entry of the lower number; with the same
//   destination, and ORDERED, no two are admitted to a round, and the newer one only when the older one has gone.
//   Words are admitted by `grant` alone, one each time, of the bucket's destination. Those that are the next round's were admitted to
//   it, one for each `joins`. `kept` is the number of the others. One word at most is picked, and it is the one that is shown.
//   Free are all words, places and clocks, but for this:
//     - A word is stored only if there is room, at no place at which one waits, and never twice at a time.
//     - Only a word that waits is linked, and none as a round begins: `quiet` is low then.
//     - `grant` comes only if the queue asks, and not as a round begins.
//   By induction over the clocks (still.v).
//! proves batch_queue as waits
//! given WORDS ORDERED
//! what "{WORDS} waiting words"
//! claim "each word waits until it is admitted, joins one round, and passes no older one of its pair"
//! steps 3
//! skip 2
//! cells 400
//! watches still
//! expose *
//! show parts "claims that held, of 0 to 5"
//! show one_shown "bits of the place"
`default_nettype none

module batch_waits #(
    parameter WORDS   = 3,
    parameter ORDERED = 1
) (
    input  wire       clk,
    // free in every clock
    input  wire       rst,
    input  wire       any_quiet, any_round, any_stores, any_grant, any_linked,
    input  wire [1:0] store_to, bucket,
    input  wire       store_list, store_own,
    input  wire [2:0] store_at, any_one, any_other,
    // the claim, and values to show if it fails
    output wire       ok,
    output wire [5:0] parts,
    output wire [2:0] one_shown
);
    localparam W = WORDS, ENTRY = 7, KB = $clog2(WORDS + 1);

    reg               known;
    reg  [2:0]        one, other;
    reg               in_one, in_other, older;              // there are words there; that at `one` is the older one
    reg  [3:0]        word;                                 // destination, list, own
    reg  [3:0]        grants, joinings;                     // since ROUND
    wire              has_room, asks, waits, joins, own, wish, list, chosen;
    wire [2:0]        place;
    wire [KB-1:0]     kept;
    wire [W*ENTRY-1:0] entries;
    wire [W-1:0]      there, admitted, picked, joined;

    wire round_now = any_round & ~any_quiet;
    wire stores    = any_stores & has_room & ~(in_one & store_at == one) & ~(in_other & store_at == other);
    wire grant     = any_grant & asks & ~round_now;
    wire linked    = any_linked & waits & any_quiet;

    circuit circuit (
        .clk(clk), .rst(rst), .quiet(any_quiet), .round_now(round_now), .has_room(has_room), .stores(stores), .store_to(store_to),
        .store_list(store_list), .store_own(store_own), .store_at(store_at), .kept(kept), .bucket(bucket), .asks(asks),
        .grant(grant), .waits(waits), .list(list), .place(place), .linked(linked), .joins(joins), .own(own), .wish(wish),
        .entries(entries), .there(there), .admitted(admitted), .picked(picked), .joined(joined), .chosen(chosen)
    );

    reg  [W-1:0]      is_one, is_other;                     // the entry is the word there
    reg  [3:0]        all_admitted, all_joined, all_waiting;
    reg               same_entry, read;                     // the entry of `one` is as stored; the picked one is as shown
    reg  [ENTRY-1:0]  entry;
    reg  [1:0]        other_dest;
    integer           k;

    always @* begin
        {all_admitted, all_joined, all_waiting} = 12'd0;
        {same_entry, read} = 2'b11;
        other_dest = 2'd0;
        for (k = 0; k < W; k = k + 1) begin
            entry = entries[k*ENTRY +: ENTRY];
            is_one[k]    = there[k] & entry[2:0] == one;
            is_other[k]  = there[k] & entry[2:0] == other;
            other_dest   = other_dest | entry[6:5] & {2{is_other[k]}};
            same_entry   = same_entry & (~is_one[k] | entry[6:3] == word);
            read         = read & (~(chosen & picked[k]) | {list, own, place} == entry[4:0]);
            all_admitted = all_admitted + (there[k] & admitted[k]);
            all_joined   = all_joined + (there[k] & joined[k]);
            all_waiting  = all_waiting + (there[k] & ~joined[k]);
        end
    end

    wire admits = |(is_one & admitted), admits_other = |(is_other & admitted), went = |(is_one & joined), went_other = |(is_other & joined);
    reg  was_admitted, may_admit, other_to_same;

    always @(posedge clk) begin
        known    <= known | rst;
        grants   <= rst | round_now ? 4'd0 : grants + grant;
        joinings <= rst | round_now ? 4'd0 : joinings + joins;
        in_one   <= ~rst & (stores & store_at == one | in_one & ~(round_now & went));
        in_other <= ~rst & (stores & store_at == other | in_other & ~(round_now & went_other));
        if (stores & store_at == one)
            word <= {store_to, store_list, store_own};
        if (stores & store_at == one)
            older <= 1'b0;
        else if (stores & store_at == other)
            older <= 1'b1;
        if (stores & store_at == one)
            other_to_same <= |is_other & other_dest == store_to;
        else if (stores & store_at == other)
            other_to_same <= store_to == word[3:2];
        was_admitted <= admits;
        may_admit    <= grant & bucket == word[3:2];
        if (rst) begin
            one   <= any_one;
            other <= any_other;
        end
    end

    wire one_once = in_one ? is_one != 0 & (is_one & (is_one - 1'b1)) == 0 : is_one == 0;
    wire other_once = in_other ? is_other != 0 & (is_other & (is_other - 1'b1)) == 0 : is_other == 0;
    wire both = in_one & in_other & one != other, pair = both & other_to_same & ORDERED != 0;

    assign parts = {
        one_once & other_once & same_entry,
        (picked & (picked - 1'b1)) == 0 & (picked & ~(there & admitted & ~joined)) == 0 & (~chosen | picked != 0) & read,
        kept == all_waiting & all_admitted == grants & all_joined == joinings,
        ~both | (older ? is_one < is_other : is_other < is_one),
        ~both | other_to_same == (other_dest == word[3:2]),
        (there & joined & ~admitted) == 0 & ~(pair & admits & admits_other) & ~(pair & (older ? admits_other : admits))
            & (~admits | was_admitted | may_admit)
    };
    assign one_shown = one;
    still #(.CLOCKS(2)) all_still (.clk(clk), .claim(~known | (&parts)), .ok(ok));
endmodule

`default_nettype wire
