// batch_leaf: an adapter of a pruned butterfly with deterministic routing: AXI4-Stream in, AXI4-Stream out.
//
//   s_axis --> intake --+--> writer --> [ store ] --> reader --+--> fetcher, shifter --> sender --> up
//   down --> arrivals --+--> linker --> teller                 +--> deliverer --> m_axis
//
//   One RAM of nibbles holds all words: a link, then destination, source and payload. Words that travel on are linked,
//   newest first, in one list for each bit of their destination that differs first from the leaf's address. The others
//   are delivered.
//
//     DEGREE 0   Half of the RAM is this round's, the other half the next one's. A round's words have indices 0, 1, ..: first
//                the leaf's own, then arrivals in the order in which they came. As no word comes to a leaf twice in a
//                round, N D indices are enough. Nothing is freed. m_axis looks at all words in turn.
//     DEGREE d   (Bay.) At most d words go from a leaf and to a leaf in a round. The RAM has as many places as such a round needs:
//                (d + 1) L + d for sidetracked words (Lemma 8), d for the leaf's own, d for those of the next round, d for
//                delivered ones, and two, as two words may come while two others leave. A word takes a free place, and frees
//                it when it has left. m_axis looks at delivered words. See batch_placed.
//
//   The parts share the RAM's two ports: who waits for whom stands in batch_writer, batch_linker and batch_reader.
`default_nettype none

module batch_leaf #(
    parameter LABEL_BITS   = 4,             // L, at least 2
    parameter PAYLOAD_BITS = 32,            // at least 1
    parameter ROUND_WORDS  = 4,             // D, 1 .. 64
    parameter COUNT_BITS   = 7,             // C: bits of the number N D
    parameter ORDERED      = 1,             // a round takes no two words with the same destination
    parameter DEGREE       = 0,             // 0, or D: no more come for a leaf in a round,
    parameter SCAN         = 0              // since leaves admit no more
) (
    input  wire                    clk,
    input  wire                    rst,     // synchronous, active high
    input  wire [LABEL_BITS-1:0]   address, // of this leaf, constant
    // the network
    output wire [1:0]              up,
    output wire                    up_strobe,
    input  wire [1:0]              down,
    input  wire                    down_strobe,
    input  wire                    command,
    input  wire                    number_valid,
    input  wire                    prefix,
    input  wire                    batches,
    output wire                    sum,
    output wire                    sum_valid,
    output wire                    max,
    output wire                    max_valid,
    output wire                    ready,
    output wire                    wish,
    // buckets, from the leaf before and to the leaf behind
    input  wire [(DEGREE > 0 ? $clog2(DEGREE+1) : 1)-1:0] count_in,
    output wire [(DEGREE > 0 ? $clog2(DEGREE+1) : 1)-1:0] count_out,
    // the leaf
    input  wire [PAYLOAD_BITS-1:0] s_axis_tdata,
    input  wire [LABEL_BITS-1:0]   s_axis_tdest,
    input  wire                    s_axis_tvalid,
    output wire                    s_axis_tready,
    output wire [PAYLOAD_BITS-1:0] m_axis_tdata,
    output wire [LABEL_BITS-1:0]   m_axis_tuser,
    output wire                    m_axis_tvalid,
    input  wire                    m_axis_tready,
    output wire                    overflow
);
    localparam L = LABEL_BITS;
    localparam P = PAYLOAD_BITS;
    localparam C = COUNT_BITS;
    localparam [31:0] BODY = (2 * L + P + 3) / 4;           // nibbles
    localparam PAD = 4 * BODY - 2 * L - P;                  // bits in front of the destination
    localparam [31:0] PLACES = DEGREE == 0 ? ROUND_WORDS << L : (DEGREE + 1) * L + 4 * DEGREE + 2;
    localparam IW  = $clog2(PLACES);                        // bits of an index, or of a place
    localparam [31:0] LINK = IW <= 8 ? 2 : (IW + 3) / 4;    // nibbles of a link, an index
    localparam [31:0] STRIDE = LINK + BODY;                 // nibbles of a word
    localparam LB  = $clog2(L);                             // bits of a list's number
    localparam NB  = $clog2(STRIDE);                        // bits of a nibble's number
    localparam KB  = $clog2(LINK);                          // .. in a link
    localparam LC  = DEGREE == 0 || $clog2(PLACES + 2) > C ? C : $clog2(PLACES + 2);   // bits of the number of a list's words
    localparam DB  = $clog2(ROUND_WORDS + 1);
    localparam RB  = (L - 1) / 2 + 2;                       // bits of a rank's number: 0 .. vertices

    // ---- commands, and the store

    wire          quiet, has_kind, count_comes, count_now, round_now, slot, parity;
    wire [LB-1:0] below, below_next;
    wire [IW-1:0] read_index, write_index;
    wire [NB-1:0] read_nibble, write_nibble;
    wire [3:0]    read, written;
    wire          write;
    wire [IW-1:0] index;                                    // of what is written in the next clock

    batch_commands #(.LABEL_BITS(L)) commands (
        .clk(clk), .rst(rst), .command(command), .quiet(quiet), .has_kind(has_kind), .count_comes(count_comes),
        .count_now(count_now), .round_now(round_now), .slot(slot), .parity(parity), .below(below), .below_next(below_next)
    );

    // ---- words come in

    wire          waits_0, waits_1, waits_own;              // for a link
    wire [LB-1:0] list_0, list_1, list_own;
    wire          linking, links_1, links_own, link_now, linked_0, linked_1, linked_own;
    wire [KB-1:0] link_number;
    wire          write_lanes, take_now, next_1, counts, coming, cleans, clean_last;
    wire [NB-1:0] nibble_in, nibble_taken;
    wire [3:0]    nibble_came, nibble_own, newest_nibble;
    wire [DB-1:0] admitted;
    wire [1:0]    room, takes, mine;
    wire          linked_intake = linked_own & SCAN == 0;
    wire          whole, two, lost_now, has_place;
    wire          stores, own_stored, waits_stored, wish_stored;    // a word from s_axis lies in the store
    wire [LB-1:0] list_stored;
    wire [L-1:0]  to_stored;

    batch_arrivals #(.LABEL_BITS(L), .PAD(PAD), .LINK(LINK), .STRIDE(STRIDE)) arrivals (
        .clk(clk), .rst(rst), .address(address), .down(down), .down_strobe(down_strobe), .room(room), .linking(linking),
        .links_1(links_1), .linked_0(linked_0), .linked_1(linked_1), .waits_0(waits_0), .waits_1(waits_1), .list_0(list_0), .list_1(list_1),
        .write_lanes(write_lanes), .nibble_in(nibble_in), .nibble(nibble_came), .next_1(next_1), .coming(coming),
        .counts(counts), .takes(takes), .whole(whole), .two(two), .mine(mine), .lost(lost_now)
    );
    batch_intake #(
        .LABEL_BITS(L), .PAYLOAD_BITS(P), .ROUND_WORDS(ROUND_WORDS), .LINK(LINK), .BODY(BODY), .ORDERED(ORDERED),
        .DEGREE(DEGREE), .SCAN(SCAN)
    ) intake (
        .clk(clk), .rst(rst), .address(address), .quiet(quiet), .round_now(round_now), .cleans(cleans),
        .clean_last(clean_last), .write_lanes(write_lanes), .linking(linking), .linked(linked_intake), .has_place(has_place),
        .s_axis_tdata(s_axis_tdata), .s_axis_tdest(s_axis_tdest), .s_axis_tvalid(s_axis_tvalid),
        .s_axis_tready(s_axis_tready), .waits(waits_stored), .list(list_stored), .take_now(take_now), .nibble(nibble_own),
        .nibble_taken(nibble_taken), .commit(stores), .to(to_stored), .own(own_stored), .admitted(admitted), .wish(wish_stored)
    );
    batch_writer #(.INDEX_BITS(IW), .NIBBLE_BITS(NB), .LINK_BITS(KB)) writer (
        .clk(clk), .rst(rst), .index(index), .write_lanes(write_lanes), .nibble_in(nibble_in), .nibble_came(nibble_came),
        .linking(linking), .link_now(link_now), .link_number(link_number), .newest_nibble(newest_nibble),
        .take_now(take_now), .nibble_taken(nibble_taken), .nibble_own(nibble_own), .write(write),
        .write_index(write_index), .write_nibble(write_nibble), .written(written)
    );

    // ---- lists

    wire          says, sum_end, told;
    wire [IW-1:0] newest;
    wire [LC-1:0] count_late;
    wire [C-1:0]  y;
    wire [C:0]    count_wide = {{(C+1-LC){1'b0}}, count_late};

    batch_linker #(.LABEL_BITS(L), .INDEX_BITS(IW), .COUNT_BITS(LC), .LINK(LINK)) linker (
        .clk(clk), .rst(rst), .quiet(quiet), .has_kind(has_kind), .count_comes(count_comes), .round_now(round_now),
        .parity(parity), .below_next(below_next), .waits_0(waits_0), .waits_1(waits_1), .waits_own(waits_own),
        .list_0(list_0), .list_1(list_1), .list_own(list_own), .write_lanes(write_lanes), .write_index(write_index),
        .linking(linking), .links_1(links_1), .links_own(links_own), .link_now(link_now), .link_number(link_number),
        .newest_nibble(newest_nibble), .linked_0(linked_0), .linked_1(linked_1), .linked_own(linked_own), .says(says),
        .sum_end(sum_end), .told(told), .newest(newest), .count_late(count_late), .cleans(cleans), .clean_last(clean_last)
    );
    batch_teller #(.COUNT_BITS(C)) teller (
        .clk(clk), .rst(rst), .count_now(count_now), .count(count_wide[C-1:0]), .says(says), .sum_end(sum_end), .told(told), .y(y),
        .sum(sum), .sum_valid(sum_valid), .max(max), .max_valid(max_valid)
    );

    // ---- words go out

    wire [IW-1:0] next_b, word_a, word_b;
    wire [KB-1:0] link_asked;
    wire [NB-1:0] nibble_asked, nibble_looked;
    wire [IW-1:0] out_index;                                // of the word to look at
    wire          all_out, got_last, fills, left_a, left_b;
    wire          asks_link, ask_a, ask_b, looks, look_last, to_change, word_read, sends_body, word_end;
    wire          got_b, got_link, got_link_last, got_out, comes_b, has_a, has_b, has_link, has_link_last, has_out;
    wire [1:0]    words;                                    // of this leaf in the slot
    wire [RB-1:0] first;
    wire [L-1:0]  delay_a, delay_b;

    batch_ranks #(.COUNT_BITS(C), .RANK_BITS(RB)) numbers (
        .clk(clk), .rst(rst), .clear(count_now), .valid(number_valid), .prefix(prefix), .batches(batches), .y(y),
        .slot(slot), .words(words), .first(first)
    );
    batch_fetcher #(.INDEX_BITS(IW), .LINK(LINK)) fetcher (
        .clk(clk), .rst(rst), .count_now(count_now), .newest(newest), .slot(slot), .words(words), .asks_link(asks_link),
        .link_asked(link_asked), .got_link(got_link), .got_link_last(got_link_last), .has_link(has_link),
        .has_link_last(has_link_last), .read(read), .word_read(word_read), .to_change(to_change), .next_b(next_b),
        .word_a(word_a), .word_b(word_b), .left_a(left_a), .left_b(left_b)
    );
    batch_shifter #(.LABEL_BITS(L), .PAD(PAD), .LINK(LINK), .STRIDE(STRIDE)) shifter (
        .clk(clk), .rst(rst), .count_now(count_now), .to_change(to_change), .ask_a(ask_a), .ask_b(ask_b),
        .nibble_asked(nibble_asked), .word_read(word_read), .got_b(got_b), .comes_b(comes_b), .has_a(has_a), .has_b(has_b),
        .read(read), .sends_body(sends_body), .word_end(word_end), .delay_a(delay_a), .delay_b(delay_b)
    );
    batch_sender #(.LABEL_BITS(L), .RANK_BITS(RB)) sender (
        .clk(clk), .rst(rst), .slot(slot), .words(words), .first(first), .below(below), .delay_a(delay_a),
        .delay_b(delay_b), .word_end(word_end), .sends_body(sends_body), .up(up), .up_strobe(up_strobe)
    );
    batch_deliverer #(.LABEL_BITS(L), .PAYLOAD_BITS(P), .LINK(LINK), .STRIDE(STRIDE)) deliverer (
        .clk(clk), .rst(rst), .address(address), .cleans(cleans | fills), .coming(coming), .all_out(all_out), .looks(looks),
        .nibble_looked(nibble_looked), .got_out(got_out), .has_out(has_out), .read(read), .look_last(look_last),
        .got_last(got_last), .ready(ready), .m_axis_tdata(m_axis_tdata), .m_axis_tuser(m_axis_tuser),
        .m_axis_tvalid(m_axis_tvalid), .m_axis_tready(m_axis_tready)
    );
    batch_reader #(.INDEX_BITS(IW), .NIBBLE_BITS(NB), .LINK_BITS(KB)) reader (
        .clk(clk), .rst(rst), .count_now(count_now), .ask_a(ask_a), .ask_b(ask_b), .word_a(word_a), .word_b(word_b),
        .nibble_asked(nibble_asked), .got_b(got_b), .comes_b(comes_b), .has_a(has_a), .has_b(has_b), .asks_link(asks_link),
        .next_b(next_b), .link_asked(link_asked), .got_link(got_link), .got_link_last(got_link_last), .has_link(has_link),
        .has_link_last(has_link_last), .looks(looks), .out_at(out_index), .nibble_looked(nibble_looked),
        .look_last(look_last), .got_out(got_out), .has_out(has_out), .read_index(read_index), .read_nibble(read_nibble)
    );

    // ---- where words lie

    wire for_lanes = write_lanes | linking & ~links_own;
    wire unused    = &{count_wide[C], counts, takes, whole, two, mine, lost_now, stores, own_stored, left_a, left_b, admitted, to_stored,
                       count_in, 1'b0};

    generate
        if (DEGREE == 0) begin : numbered
            wire         write_half;
            wire [C-1:0] out_at, stored;
            wire         unused_bit = &{out_at, stored, 1'b0};  // a number of words has a bit more than an index

            batch_halves #(.INDEX_BITS(IW), .COUNT_BITS(C), .ADMITTED_BITS(DB)) halves (
                .clk(clk), .rst(rst), .round_now(round_now), .parity(parity), .for_lanes(for_lanes), .next_1(next_1),
                .counts(counts), .admitted(admitted), .got_last(got_last), .write_half(write_half), .index(index),
                .all_out(all_out), .out_at(out_at), .stored(stored)
            );
            batch_store #(.INDEX_BITS(1 + IW), .NIBBLE_BITS(NB)) store (
                .clk(clk), .read_index({parity, read_index}), .read_nibble(read_nibble), .read(read),
                .write_index({write_half, write_index}), .write_nibble(write_nibble), .write(write), .written(written)
            );
            assign out_index = out_at[IW-1:0];
            assign room      = 2'b11;
            assign has_place = 1'b1;
            assign waits_own = waits_stored;
            assign list_own  = list_stored;
            assign wish      = wish_stored;
            assign count_out = 1'b0;
            assign fills     = 1'b0;
            assign overflow  = 1'b0;
        end else begin : placed
            batch_placed #(
                .LABEL_BITS(L), .DEGREE(DEGREE), .PLACES(PLACES), .INDEX_BITS(IW), .ORDERED(ORDERED), .SCAN(SCAN)
            ) words_in_places (
                .clk(clk), .rst(rst), .address(address), .quiet(quiet), .round_now(round_now), .parity(parity), .stores(stores),
                .waits_stored(waits_stored), .list_stored(list_stored), .to_stored(to_stored), .own_stored(own_stored),
                .wish_stored(wish_stored), .has_place(has_place), .waits_own(waits_own), .list_own(list_own),
                .linked_own(linked_own), .wish(wish), .count_in(count_in), .count_out(count_out), .takes(takes), .whole(whole),
                .two(two), .mine(mine), .lost_now(lost_now), .room(room), .left_a(left_a), .left_b(left_b), .word_a(word_a),
                .word_b(word_b), .got_last(got_last), .all_out(all_out), .out_at(out_index), .for_lanes(for_lanes),
                .next_1(next_1), .linking(linking), .index(index), .fills(fills), .overflow(overflow)
            );
            batch_store #(.INDEX_BITS(IW), .NIBBLE_BITS(NB), .WORDS(PLACES), .STRIDE(STRIDE)) store (
                .clk(clk), .read_index(read_index), .read_nibble(read_nibble), .read(read), .write_index(write_index),
                .write_nibble(write_nibble), .write(write), .written(written)
            );
        end
    endgenerate
endmodule

`default_nettype wire
