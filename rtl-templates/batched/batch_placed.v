// batch_placed: where words lie in a leaf with a degree, and which words from s_axis a round takes.
//
//   batch_free has the places without words, batch_delivered those of words for m_axis. `index` is the place of the word that is
//   written in the next clock. A word from s_axis `stores` what it has in the place at hand. Without SCAN it is the next round's
//   then; with SCAN it waits in batch_queue until batch_bucket admits it. Should words come for which there is no place, they are
//   lost, and `overflow` stays high.
`default_nettype none

module batch_placed #(
    parameter LABEL_BITS = 4,
    parameter DEGREE     = 4,
    parameter PLACES     = 38,
    parameter INDEX_BITS = 6,
    parameter ORDERED    = 1,
    parameter SCAN       = 1
) (
    input  wire                          clk,
    input  wire                          rst,
    input  wire [LABEL_BITS-1:0]         address,
    input  wire                          quiet,
    input  wire                          round_now,
    input  wire                          parity,
    // words from s_axis
    input  wire                          stores,
    input  wire                          waits_stored,  // for its link, unless it is admitted first
    input  wire [$clog2(LABEL_BITS)-1:0] list_stored,
    input  wire [LABEL_BITS-1:0]         to_stored,
    input  wire                          own_stored,    // for this leaf
    input  wire                          wish_stored,
    output wire                          has_place,
    output wire                          waits_own,     // for its link
    output wire [$clog2(LABEL_BITS)-1:0] list_own,
    input  wire                          linked_own,
    output wire                          wish,
    input  wire [$clog2(DEGREE+1)-1:0]   count_in,
    output wire [$clog2(DEGREE+1)-1:0]   count_out,
    // words that come
    input  wire [1:0]                    takes,
    input  wire                          whole,
    input  wire                          two,
    input  wire [1:0]                    mine,
    input  wire                          lost_now,
    output wire [1:0]                    room,
    // words that leave
    input  wire                          left_a,
    input  wire                          left_b,
    input  wire [INDEX_BITS-1:0]         word_a,
    input  wire [INDEX_BITS-1:0]         word_b,
    input  wire                          got_last,
    output wire                          all_out,
    output wire [INDEX_BITS-1:0]         out_at,
    // writing
    input  wire                          for_lanes,
    input  wire                          next_1,
    input  wire                          linking,
    output wire [INDEX_BITS-1:0]         index,
    output wire                          fills,
    output reg                           overflow
);
    localparam L = LABEL_BITS, IW = INDEX_BITS, DB = $clog2(DEGREE + 1);

    wire          lost, has_one, has_room, commit, own;     // commit: a word from s_axis is the next round's
    wire [IW-1:0] place_own, place_linked, now_1, now_2, late_at;
    wire [DB-1:0] kept;

    batch_free #(.PLACES(PLACES), .DEGREE(DEGREE), .INDEX_BITS(IW)) places (
        .clk(clk), .rst(rst), .round_now(round_now), .kept(kept), .left_a(left_a), .left_b(left_b), .word_a(word_a),
        .word_b(word_b), .left_out(got_last), .out_at(out_at), .left_late(lost), .late_at(late_at), .takes_own(stores),
        .takes(takes), .fills(fills), .has_own(has_one), .room(room), .own(place_own), .now_1(now_1), .now_2(now_2)
    );
    batch_delivered #(.DEGREE(DEGREE), .INDEX_BITS(IW)) delivered (
        .clk(clk), .rst(rst), .round_now(round_now), .parity(parity), .whole(whole), .two(two), .mine(mine), .now_1(now_1),
        .now_2(now_2), .lost(lost), .late_at(late_at), .commit(commit & own), .own(place_linked), .got_last(got_last),
        .all_out(all_out), .out_at(out_at)
    );

    generate
        if (SCAN == 0) begin : promised
            wire unused = &{quiet, address, to_stored, linked_own, count_in, 1'b0};

            assign waits_own    = waits_stored;
            assign list_own     = list_stored;
            assign place_linked = place_own;
            assign commit       = stores;
            assign own          = own_stored;
            assign wish         = wish_stored;
            assign kept         = {DB{1'b0}};
            assign has_room     = 1'b1;
            assign count_out    = {DB{1'b0}};
        end else begin : scanned
            wire [L-1:0] bucket;
            wire         asks, grant;
            wire         unused = &{waits_stored, wish_stored, 1'b0};

            batch_bucket #(.LABEL_BITS(L), .DEGREE(DEGREE)) buckets (
                .clk(clk), .rst(rst), .address(address), .round_now(round_now), .count_in(count_in), .count_out(count_out),
                .bucket(bucket), .asks(asks), .grant(grant)
            );
            batch_queue #(.LABEL_BITS(L), .INDEX_BITS(IW), .WORDS(DEGREE), .ORDERED(ORDERED)) waiting (
                .clk(clk), .rst(rst), .quiet(quiet), .round_now(round_now), .has_room(has_room), .stores(stores),
                .store_to(to_stored), .store_list(list_stored), .store_own(own_stored), .store_at(place_own), .kept(kept),
                .bucket(bucket), .asks(asks), .grant(grant), .waits(waits_own), .list(list_own), .place(place_linked),
                .linked(linked_own), .joins(commit), .own(own), .wish(wish)
            );
        end
    endgenerate

    assign has_place = has_one & has_room;
    assign index     = for_lanes ? (next_1 ? now_2 : now_1) : linking ? place_linked : place_own;

    always @(posedge clk)
        overflow <= (overflow | lost | lost_now) & ~rst;
endmodule

`default_nettype wire
