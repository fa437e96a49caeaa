// batch_leaf: an adapter of a pruned butterfly with deterministic routing: AXI4-Stream in, AXI4-Stream out.
//
//   s_axis --> intake --+--> writer --> [ store ] --> reader --+--> fetcher, shifter --> sender --> up
//   down --> arrivals --+--> linker --> teller                 +--> deliverer --> m_axis
//
//   One RAM of nibbles holds all words: a link, then destination, source and payload. A round's words have indices
//   0, 1, ..: first the leaf's own, then arrivals in the order in which they came. Half of the RAM is this round's,
//   the other half the next one's. As no word comes to a leaf twice in a round, N D indices are enough. Nothing is
//   freed. Words that travel on are linked, newest first, in one list for each bit of their destination that differs
//   first from the leaf's address. The others are delivered: m_axis looks at all words in turn.
//   The parts share the RAM's two ports: who waits for whom stands in batch_writer, batch_linker and batch_reader.
`default_nettype none

module batch_leaf #(
    parameter LABEL_BITS   = 4,             // L, at least 2
    parameter PAYLOAD_BITS = 32,            // at least 1
    parameter ROUND_WORDS  = 4,             // D, 1 .. 64
    parameter COUNT_BITS   = 7,             // C: bits of the number N D
    parameter ORDERED      = 1              // a round takes no two words with the same destination
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
    // the leaf
    input  wire [PAYLOAD_BITS-1:0] s_axis_tdata,
    input  wire [LABEL_BITS-1:0]   s_axis_tdest,
    input  wire                    s_axis_tvalid,
    output wire                    s_axis_tready,
    output wire [PAYLOAD_BITS-1:0] m_axis_tdata,
    output wire [LABEL_BITS-1:0]   m_axis_tuser,
    output wire                    m_axis_tvalid,
    input  wire                    m_axis_tready
);
    localparam L = LABEL_BITS;
    localparam P = PAYLOAD_BITS;
    localparam C = COUNT_BITS;
    localparam [31:0] BODY = (2 * L + P + 3) / 4;           // nibbles
    localparam PAD = 4 * BODY - 2 * L - P;                  // bits in front of the destination
    localparam IW  = $clog2(ROUND_WORDS << L);              // bits of an index: of a round's words, at most
    localparam [31:0] LINK = IW <= 8 ? 2 : (IW + 3) / 4;    // nibbles of a link, an index
    localparam [31:0] STRIDE = LINK + BODY;                 // nibbles of a word
    localparam LB  = $clog2(L);                             // bits of a list's number
    localparam NB  = $clog2(STRIDE);                        // bits of a nibble's number
    localparam KB  = $clog2(LINK);                          // .. in a link
    localparam DB  = $clog2(ROUND_WORDS + 1);
    localparam RB  = (L - 1) / 2 + 2;                       // bits of a rank's number: 0 .. vertices

    // ---- commands, and the store

    wire          quiet, has_kind, count_comes, count_now, round_now, slot, parity;
    wire [LB-1:0] below, below_next;
    wire [IW-1:0] read_index, write_index;
    wire [NB-1:0] read_nibble, write_nibble;
    wire [3:0]    read, written;
    wire          write, write_half;

    batch_commands #(.LABEL_BITS(L)) commands (
        .clk(clk), .rst(rst), .command(command), .quiet(quiet), .has_kind(has_kind), .count_comes(count_comes),
        .count_now(count_now), .round_now(round_now), .slot(slot), .parity(parity), .below(below), .below_next(below_next)
    );
    batch_store #(.BITS(1 + IW + NB)) store (
        .clk(clk), .read_at({parity, read_index, read_nibble}), .read(read),
        .write_at({write_half, write_index, write_nibble}), .write(write), .written(written)
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
    wire [C-1:0]  stored;

    batch_arrivals #(.LABEL_BITS(L), .PAD(PAD), .LINK(LINK), .STRIDE(STRIDE)) arrivals (
        .clk(clk), .rst(rst), .address(address), .down(down), .down_strobe(down_strobe), .linking(linking), .links_1(links_1),
        .linked_0(linked_0), .linked_1(linked_1), .waits_0(waits_0), .waits_1(waits_1), .list_0(list_0), .list_1(list_1),
        .write_lanes(write_lanes), .nibble_in(nibble_in), .nibble(nibble_came), .next_1(next_1), .coming(coming),
        .counts(counts)
    );
    batch_intake #(
        .LABEL_BITS(L), .PAYLOAD_BITS(P), .ROUND_WORDS(ROUND_WORDS), .LINK(LINK), .BODY(BODY), .ORDERED(ORDERED)
    ) intake (
        .clk(clk), .rst(rst), .address(address), .quiet(quiet), .round_now(round_now), .cleans(cleans),
        .clean_last(clean_last), .write_lanes(write_lanes), .link_now(link_now), .linked(linked_own),
        .s_axis_tdata(s_axis_tdata), .s_axis_tdest(s_axis_tdest), .s_axis_tvalid(s_axis_tvalid),
        .s_axis_tready(s_axis_tready), .waits(waits_own), .list(list_own), .take_now(take_now), .nibble(nibble_own),
        .nibble_taken(nibble_taken), .admitted(admitted), .wish(wish)
    );
    batch_writer #(.INDEX_BITS(IW), .NIBBLE_BITS(NB), .COUNT_BITS(C), .LINK_BITS(KB), .ADMITTED_BITS(DB)) writer (
        .clk(clk), .rst(rst), .round_now(round_now), .parity(parity), .write_lanes(write_lanes), .nibble_in(nibble_in),
        .nibble_came(nibble_came), .next_1(next_1), .counts(counts), .linking(linking), .links_own(links_own),
        .link_now(link_now), .link_number(link_number), .newest_nibble(newest_nibble), .take_now(take_now),
        .nibble_taken(nibble_taken), .nibble_own(nibble_own), .admitted(admitted), .write(write), .write_half(write_half),
        .write_index(write_index), .write_nibble(write_nibble), .written(written), .stored(stored)
    );

    // ---- lists

    wire          says, sum_end, told;
    wire [IW-1:0] newest;
    wire [C-1:0]  count_late, y;

    batch_linker #(.LABEL_BITS(L), .INDEX_BITS(IW), .COUNT_BITS(C), .LINK(LINK)) linker (
        .clk(clk), .rst(rst), .quiet(quiet), .has_kind(has_kind), .count_comes(count_comes), .round_now(round_now),
        .parity(parity), .below_next(below_next), .waits_0(waits_0), .waits_1(waits_1), .waits_own(waits_own),
        .list_0(list_0), .list_1(list_1), .list_own(list_own), .write_lanes(write_lanes), .write_index(write_index),
        .linking(linking), .links_1(links_1), .links_own(links_own), .link_now(link_now), .link_number(link_number),
        .newest_nibble(newest_nibble), .linked_0(linked_0), .linked_1(linked_1), .linked_own(linked_own), .says(says),
        .sum_end(sum_end), .told(told), .newest(newest), .count_late(count_late), .cleans(cleans), .clean_last(clean_last)
    );
    batch_teller #(.COUNT_BITS(C)) teller (
        .clk(clk), .rst(rst), .count_now(count_now), .count(count_late), .says(says), .sum_end(sum_end), .told(told), .y(y),
        .sum(sum), .sum_valid(sum_valid), .max(max), .max_valid(max_valid)
    );

    // ---- words go out

    wire [IW-1:0] next_b, word_a, word_b;
    wire [KB-1:0] link_asked;
    wire [NB-1:0] nibble_asked, nibble_looked;
    wire [C-1:0]  out_at;
    wire          unused = &{out_at, 1'b0};                 // a number of words has a bit more than an index
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
        .word_a(word_a), .word_b(word_b)
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
    batch_deliverer #(.LABEL_BITS(L), .PAYLOAD_BITS(P), .COUNT_BITS(C), .LINK(LINK), .STRIDE(STRIDE)) deliverer (
        .clk(clk), .rst(rst), .address(address), .round_now(round_now), .cleans(cleans), .coming(coming), .stored(stored),
        .looks(looks), .out_at(out_at), .nibble_looked(nibble_looked), .got_out(got_out), .has_out(has_out), .read(read),
        .look_last(look_last), .ready(ready), .m_axis_tdata(m_axis_tdata), .m_axis_tuser(m_axis_tuser),
        .m_axis_tvalid(m_axis_tvalid), .m_axis_tready(m_axis_tready)
    );
    batch_reader #(.INDEX_BITS(IW), .NIBBLE_BITS(NB), .LINK_BITS(KB)) reader (
        .clk(clk), .rst(rst), .count_now(count_now), .ask_a(ask_a), .ask_b(ask_b), .word_a(word_a), .word_b(word_b),
        .nibble_asked(nibble_asked), .got_b(got_b), .comes_b(comes_b), .has_a(has_a), .has_b(has_b), .asks_link(asks_link),
        .next_b(next_b), .link_asked(link_asked), .got_link(got_link), .got_link_last(got_link_last), .has_link(has_link),
        .has_link_last(has_link_last), .looks(looks), .out_at(out_at[IW-1:0]), .nibble_looked(nibble_looked),
        .look_last(look_last), .got_out(got_out), .has_out(has_out), .read_index(read_index), .read_nibble(read_nibble)
    );
endmodule

`default_nettype wire
