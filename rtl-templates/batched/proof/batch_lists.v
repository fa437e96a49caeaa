// batch_lists: batch_leaf.v loses no word between s_axis, the network and m_axis, writes none over another, and counts right.
//
//   A round's words are numbered: first those that the leaf had taken from s_axis when the round began, then arrivals, in the
//   order in which they came, wire 0 first. Whatever comes and whenever:
//     contents   Of any word of either half of the RAM, any nibble of its body is what came, from when the word is whole until
//                the half's round is over: none is written over another, none is lost as a round begins
//     counts     `stored` and `admitted` are the words of this round and the next one: at most N D and D. Each list has as
//                many words as have come for it, and `sum` and `max` say this number, bit by bit, in the clocks of batched.h
//     links      The link of a word is the word that was the newest one of its list before; then the word itself is
//     rounds     ROUND finds all words that came whole, looked at once each and delivered, and all lists empty
//     looks      m_axis looks at each word of the round once, in their order, and reads that word
//   One nibble, one list and one number of a word stand for all: `at`, `list` and `half` are free, and stay.
//   Free are all words and the clocks of s_axis and m_axis, of commands and of words that come, but for this:
//     - s_axis holds a word until it is taken.
//     - A round is L COUNTs; COUNTs are 2 L + 2 C + 6 clocks apart, or more. A word that comes in stage i is for this leaf or
//       for one that differs first below level i. No word comes twice in a round, nor to its source: at most (N - 1) D come.
//     - Words come at least PERIOD clocks apart, and COUNT comes PERIOD + 2 clocks behind them: batched_stage_clocks(). By then
//       those before are stored and linked.
//     - ROUND comes when `ready` was high in a clock behind the second one after the last words, as the timer waits.
//   The store itself and the ranks are cut out. By induction over the clocks (still.v), with the leaf's state in view.
//! given LEAVES PERIOD
//! what "leaf of {LEAVES}, {ROUND_WORDS} words of a round, {PAYLOAD_BITS} bits of payload"
//! cells 12 * COUNT_BITS + 900
//! reads batch_commands batch_lane batch_arrivals batch_intake batch_fresh batch_writer batch_halves batch_linker
//! reads batch_teller batch_fetcher batch_shifter batch_sender batch_deliverer batch_reader
//! cuts batch_store batch_ranks
//! watches still
//! expose *
//! show parts "claims that held, of 0 to 13"
//! show age_shown "bits of the clocks since words came"
//! show gap_shown "bits of the clocks since COUNT"
//! proves batch_leaf as lists
//! claim "no word is lost or overwritten from round to round, and each list counts its words"
//! steps 2
//! skip 1
//! bind TIMED = 0
//! proves batch_leaf as stores
//! claim "words are stored and linked before the next ones come"
//! steps PERIOD + 1
//! skip PERIOD
//! bind TIMED = 1
`default_nettype none

module batch_lists #(
    parameter LABEL_BITS   = 4,
    parameter PAYLOAD_BITS = 8,
    parameter ROUND_WORDS  = 4,
    parameter COUNT_BITS   = 7,
    parameter PERIOD       = 34,
    parameter TIMED        = 0              // 1: claims, instead, that words are stored and linked PERIOD clocks after they came
) (
    input  wire                    clk,
    // free in every clock
    input  wire                    rst,
    input  wire [LABEL_BITS-1:0]   any_address,
    input  wire                    any_half,
    input  wire [7:0]              any_list, any_at, any_nibble,
    input  wire                    any_start,
    input  wire [1:0]              any_kind,
    input  wire                    any_strobe,
    input  wire [1:0]              any_m,
    input  wire [2*LABEL_BITS+PAYLOAD_BITS-1:0] any_0, any_1,
    input  wire [1:0]              any_bits,
    input  wire                    any_number, any_prefix, any_batches,
    input  wire [1:0]              words,
    input  wire [(LABEL_BITS-1)/2+1:0] first,
    input  wire [3:0]              read,
    input  wire [PAYLOAD_BITS-1:0] any_data,
    input  wire [LABEL_BITS-1:0]   any_dest,
    input  wire                    any_valid,
    input  wire                    m_ready,
    // the claim, and values to show if it fails
    output wire                    ok,
    output wire [13:0]             parts,
    output wire [7:0]              age_shown,
    output wire [7:0]              gap_shown
);
    localparam L = LABEL_BITS, P = PAYLOAD_BITS, C = COUNT_BITS, D = ROUND_WORDS;
    localparam WORDS = ROUND_WORDS << L;
    localparam BODY = (2 * L + P + 3) / 4;
    localparam PAD  = 4 * BODY - 2 * L - P;
    localparam IW   = $clog2(WORDS);
    localparam LINK = IW <= 8 ? 2 : (IW + 3) / 4;
    localparam STRIDE = LINK + BODY;
    localparam LB   = $clog2(L);
    localparam NB   = $clog2(STRIDE);
    localparam KB   = LINK <= 2 ? 1 : LINK <= 4 ? 2 : 3;
    localparam IB   = $clog2(C + 1);
    localparam DB   = $clog2(ROUND_WORDS + 1);
    localparam W    = 2 * L + P;
    localparam QUIET = 2 * L + 2 * C + 6;
    localparam [7:0] PAST = PERIOD + 2, LONG = QUIET;

    // ---- what is watched: it stays until the next reset

    reg  [L-1:0]  address;
    reg           half;
    reg  [LB-1:0] list;
    reg  [IW-1:0] at;
    reg  [NB-1:0] at_nibble;                                // LINK ..: of the body

    // ---- s_axis

    reg           holds;
    reg  [P-1:0]  held_data;
    reg  [L-1:0]  held_dest;
    wire          s_valid = holds | any_valid;
    wire [P-1:0]  s_data  = holds ? held_data : any_data;
    wire [L-1:0]  s_dest  = holds ? held_dest : any_dest;
    wire          s_ready;
    wire          shakes  = s_valid & s_ready;

    // ---- commands and words that come, as of the clock before

    reg           known;                                    // there was a reset
    reg  [1:0]    step;                                     // bits of a command that have come
    reg  [1:0]    sort;                                     // 0 COUNT, 2 SLOT, 3 ROUND
    reg  [7:0]    gap;                                      // clocks since COUNT's start bit, at most LONG
    reg  [7:0]    slot_gap;                                 // likewise, of SLOT's
    reg  [LB:0]   stages;                                   // COUNTs of the round
    reg  [7:0]    age;                                      // clocks since words came, at most PAST
    reg           settled;                                  // ready was high then
    reg           stale;                                    // ROUND came a clock ago
    reg           begun;                                    // there was a ROUND
    reg           open;                                     // they are not counted yet
    reg           m_0, m_1;                                 // the words
    reg  [W-1:0]  word_0, word_1;
    reg           turns;                                    // the round's parity
    reg  [C:0]    own, came;                                // words of the round: the leaf's own; that came
    reg  [DB:0]   takes;                                    // of the next round
    reg           late_0, late_1;                           // they are not in their list yet
    reg  [C-1:0]  due;                                      // words of the watched list
    reg  [C:0]    told_due;                                 // .. when it was announced
    reg           told_watched;
    reg  [C:0]    looked_at;                                // words that m_axis has looked at
    reg  [3:0]    kept, should;                             // the watched nibble of the RAM; what it should be
    reg           chained;                                  // the watched word's link is written

    wire          ready;
    wire [1:0]    kind    = any_kind == 2'd1 ? 2'd0 : any_kind;
    wire          quiet   = ~open & age == PAST;
    wire          may     = step == 2'd0 & ((kind == 2'd0 & stages != L & gap == LONG & quiet)
                                            | (kind == 2'd2 & begun & stages != 0 & gap >= 2 * C + 6 & slot_gap >= PERIOD)
                                            | (kind == 2'd3 & stages == L & gap == LONG & settled));
    wire          starts_now = any_start & may;
    wire [1:0]    which   = step == 2'd0 ? kind : sort;
    wire          command = starts_now | (step == 2'd1 & sort[1]) | (step == 2'd2 & sort[0]);
    wire          count_bit = step == 2'd2 & sort == 2'd0, round_bit = step == 2'd2 & sort == 2'd3;
    wire          amid    = (starts_now | step != 2'd0) & which != 2'd2;
    wire [LB:0]   below   = L - stages;                     // a word that comes differs first below this bit
    wire [C+1:0]  all_came = came + any_m[0] + any_m[1];
    wire          comes_fit = all_came <= WORDS - D;
    wire [L-1:0]  differs_any_0 = any_0[W-1 -: L] ^ address, differs_any_1 = any_1[W-1 -: L] ^ address;
    wire          fits_0 = ~any_m[0] | (differs_any_0 >> below) == 0, fits_1 = ~any_m[1] | (differs_any_1 >> below) == 0;
    wire          strobe  = any_strobe & age >= PERIOD & ~open & ~amid & begun & stages != 0 & gap >= 2 * C + 6 & comes_fit & fits_0 & fits_1;
    wire [1:0]    down;
    assign down[0] = strobe ? any_m[0] : age >= 2 & age < W + 2 ? word_0[W + 1 - age] : any_bits[0];
    assign down[1] = strobe ? any_m[1] : age >= 2 & age < W + 2 ? word_1[W + 1 - age] : any_bits[1];

    function [LB-1:0] top_bit(input [L-1:0] bits);
        integer k;
        begin
            top_bit = 0;
            for (k = 0; k < L; k = k + 1)
                if (bits[k])
                    top_bit = k;
        end
    endfunction

    // ---- the leaf

    wire          has_start, has_kind, hears, leaf_kind, parity, sum, sum_valid, max, max_valid, wish, m_valid;
    wire [LB-1:0] leaf_below, below_next;
    wire          write, write_half;
    wire [IW-1:0] write_index;
    wire [NB-1:0] write_nibble;
    wire [3:0]    written;
    wire          after_1, after_2, comes, ends, starts, second_in, last_in, first_in, on_0, on_1, in_destination;
    wire          same_0, same_1, link_0, link_1, counts, write_lanes, next_1;
    wire [1:0]    bit_in;
    wire [NB-1:0] nibble_in;
    wire [4:0]    lane_0;
    wire [5:0]    lane_1;
    wire [LB-1:0] bit_number, list_0, list_1;
    wire [C-1:0]  stored;
    wire [8*(IW+C)-1:0] lists;
    wire [LB:0]   list_at;
    wire          cleans, linking, links_1, links_taken, sets, says_sum, says_max;
    wire [KB-1:0] link_number;
    wire [IB-1:0] said;
    wire [C-1:0]  count_late, count_up;
    wire          sum_end, told, writes, links, looked, taken, room;
    wire [L-1:0]  to;
    wire [BODY-1:0] take_at;
    wire [NB-1:0] nibble_taken;
    wire [DB-1:0] admitted;
    wire [3:0]    nibble;
    wire [C-1:0]  out_at;
    wire          looks, got_out, comes_last, has_last, judges;
    wire [IW-1:0] read_index;

    circuit circuit (
        .clk(clk), .rst(rst), .address(address), .up(), .up_strobe(), .down(down), .down_strobe(strobe),
        .command(command), .number_valid(any_number), .prefix(any_prefix), .batches(any_batches), .sum(sum),
        .sum_valid(sum_valid), .max(max), .max_valid(max_valid), .ready(ready), .wish(wish), .s_axis_tdata(s_data),
        .s_axis_tdest(s_dest), .s_axis_tvalid(s_valid), .s_axis_tready(s_ready), .m_axis_tdata(), .m_axis_tuser(),
        .m_axis_tvalid(m_valid), .m_axis_tready(m_ready), .\numbered.store.read (read), .\numbers.words (words),
        .\numbers.first (first), .\commands.has_start (has_start), .has_kind(has_kind), .\commands.hears (hears),
        .\commands.kind (leaf_kind), .parity(parity), .below(leaf_below), .below_next(below_next), .write(write),
        .\numbered.write_half (write_half), .write_index(write_index), .write_nibble(write_nibble), .written(written),
        .\arrivals.after_1 (after_1), .\arrivals.after_2 (after_2), .\arrivals.comes (comes), .\arrivals.ends (ends),
        .\arrivals.starts (starts), .\arrivals.second_in (second_in), .\arrivals.last_in (last_in),
        .\arrivals.first_in (first_in), .\arrivals.lane_0.on (on_0), .\arrivals.lane_1.on (on_1),
        .\arrivals.in_destination (in_destination), .\arrivals.lane_0.same (same_0), .\arrivals.lane_1.same (same_1),
        .\arrivals.lane_0.waits (link_0), .\arrivals.lane_1.waits (link_1), .counts(counts), .write_lanes(write_lanes),
        .next_1(next_1), .\arrivals.bit_in (bit_in), .nibble_in(nibble_in), .\arrivals.lane_0.bits (lane_0),
        .\arrivals.lane_1.bits (lane_1), .\arrivals.bit_number (bit_number), .list_0(list_0), .list_1(list_1),
        .\numbered.stored (stored), .\linker.list_at (list_at), .cleans(cleans), .linking(linking), .links_1(links_1),
        .\linker.links_own (links_taken), .\linker.sets (sets), .\teller.says_sum (says_sum),
        .\teller.says_max (says_max), .link_number(link_number), .\teller.said (said), .count_late(count_late),
        .\linker.count_up (count_up), .sum_end(sum_end), .told(told), .\intake.room (room), .\intake.to (to),
        .\intake.writes (writes), .\intake.whole (links), .\intake.looked (looked), .\intake.taken (taken),
        .\intake.take_at (take_at), .nibble_taken(nibble_taken), .admitted(admitted), .\intake.nibble (nibble),
        .\linker.lists[0] (lists[0*(IW+C) +: IW+C]), .\linker.lists[2] (lists[1*(IW+C) +: IW+C]),
        .\linker.lists[4] (lists[2*(IW+C) +: IW+C]), .\linker.lists[6] (lists[3*(IW+C) +: IW+C]),
        .\linker.lists[1] (lists[4*(IW+C) +: IW+C]), .\linker.lists[3] (lists[5*(IW+C) +: IW+C]),
        .\linker.lists[5] (lists[6*(IW+C) +: IW+C]), .\linker.lists[7] (lists[7*(IW+C) +: IW+C]),
        .\numbered.out_at (out_at), .looks(looks), .\deliverer.comes_last (comes_last), .\deliverer.has_last (has_last),
        .\deliverer.judges (judges), .got_out(got_out), .read_index(read_index)
    );

    // ---- what happens

    wire          differs_0 = word_0[W-1 -: L] != address, differs_1 = word_1[W-1 -: L] != address;
    wire [LB-1:0] top_0 = top_bit(word_0[W-1 -: L] ^ address), top_1 = top_bit(word_1[W-1 -: L] ^ address);
    wire          s_differs = s_dest != address;
    wire [LB-1:0] s_top = top_bit(s_dest ^ address);
    wire [LB:0]   watched = {half, list};
    wire          sets_0 = sets & ~links_1 & ~links_taken, sets_1 = sets & links_1 & ~links_taken, sets_s = sets & links_taken;
    wire          joins_0 = strobe & any_m[0] & differs_any_0 != 0 & {turns, top_bit(differs_any_0)} == watched;
    wire          joins_1 = strobe & any_m[1] & differs_any_1 != 0 & {turns, top_bit(differs_any_1)} == watched;
    wire          joins_s = shakes & s_differs & {~turns, s_top} == watched;
    wire          telling = told_watched & gap >= 3 & gap <= 2 * C + 2;

    // Nibbles of the words, as the RAM has them.
    wire [4*BODY-1:0] bits_s = {s_dest, address, s_data}, bits_0 = any_0, bits_1 = any_1;
    wire [NB-1:0]     body_at = STRIDE - 1 - at_nibble;     // from the word's end
    wire              in_body = at_nibble >= LINK & at_nibble < STRIDE;
    wire [3:0]        nibble_s = bits_s >> 4 * body_at, nibble_0 = bits_0 >> 4 * body_at, nibble_1 = bits_1 >> 4 * body_at;
    wire [3:0]        mask = at_nibble == LINK ? 4'hf >> PAD : 4'hf;
    wire              hit = write & {write_half, write_index, write_nibble} == {half, at, at_nibble};
    wire [3:0]        kept_now = hit ? written : kept;

    wire [C:0]        all = own + came;
    wire              is_s = half != turns & at == takes;   // the watched word is that on s_axis
    wire              is_0 = half == turns & open & m_0 & at == stored;
    wire              is_1 = half == turns & open & m_1 & at == stored + m_0;
    wire              whole = half == turns ? at < stored : at < takes;
    wire [IW+C-1:0]   set_list = lists[list_at * (IW + C) +: IW + C];
    wire [IW-1:0]     set_newest = set_list[C +: IW];
    wire [3:0]        link_nibble = {{4*LINK{1'b0}}, set_newest} >> 4 * at_nibble;
    wire              chains = sets_s & is_s | sets_0 & is_0 | sets_1 & is_1;

    always @(posedge clk) begin
        known   <= known | rst;
        holds   <= s_valid & ~s_ready & ~rst;
        held_data <= s_data;
        held_dest <= s_dest;
        // commands
        step <= starts_now ? 2'd1 : step == 2'd1 ? 2'd2 : 2'd0;
        if (starts_now)
            sort <= kind;
        gap <= starts_now & kind == 2'd0 ? 8'd1 : gap == LONG ? LONG : gap + 8'd1;
        slot_gap <= starts_now & kind == 2'd2 ? 8'd1 : slot_gap == PAST ? PAST : slot_gap + 8'd1;
        if (count_bit) begin
            stages       <= stages + 1'b1;
            told_due     <= due;
            told_watched <= {turns, below[LB-1:0] - 1'b1} == watched;
        end
        // words that come
        age <= strobe ? 8'd1 : age == PAST ? PAST : age + 8'd1;
        if (strobe) begin
            {m_1, m_0} <= any_m;
            word_0 <= any_0;
            word_1 <= any_1;
            came   <= all_came;
        end
        open   <= strobe ? any_m != 0 : open & ~counts;
        late_0 <= strobe ? any_m[0] & differs_any_0 != 0 : late_0 & ~sets_0;
        late_1 <= strobe ? any_m[1] & differs_any_1 != 0 : late_1 & ~sets_1;
        settled <= ~strobe & (settled | (ready & age >= 2 & stages == L & begun) | (ready & ~begun));
        stale   <= round_bit;
        takes  <= takes + shakes;
        due    <= telling & gap == 2 * C + 2 ? 0 : due + joins_0 + joins_1 + joins_s;
        looked_at <= looked_at + judges;
        // the watched nibble
        kept <= kept_now;
        if (in_body & (shakes & is_s))
            should <= nibble_s;
        else if (in_body & (strobe & half == turns & any_m[0] & at == all))
            should <= nibble_0;
        else if (in_body & (strobe & half == turns & any_m[1] & at == all + any_m[0]))
            should <= nibble_1;
        else if (~in_body & chains)
            should <= link_nibble;
        chained <= chained | chains;
        if (round_bit) begin
            turns   <= ~turns;
            own     <= takes;
            takes   <= 0;
            came    <= 0;
            stages  <= 0;
            settled <= 1'b0;
            begun   <= 1'b1;
            looked_at <= 0;
            if (half == turns)
                chained <= 1'b0;
        end
        if (rst) begin
            address   <= any_address;
            half      <= any_half;
            list      <= any_list[LB-1:0] < L ? any_list : 0;
            at        <= any_at;
            at_nibble <= any_nibble;
            step    <= 2'd0;
            gap     <= LONG;
            slot_gap <= PAST;
            stages  <= L;
            age     <= PAST;
            settled <= 1'b0;
            stale   <= 1'b0;
            begun   <= 1'b0;
            open    <= 1'b0;
            {m_1, m_0, late_1, late_0} <= 4'd0;
            turns   <= 1'b0;
            own     <= 0;
            came    <= 0;
            takes   <= 0;
            due     <= 0;
            told_watched <= 1'b0;
            looked_at <= 0;
            chained <= 1'b0;
        end
    end

    // ---- claims: commands

    wire some = m_0 | m_1;

    wire [23:0] commands_right = {
        (step == 2'd0 | sort != 2'd2 | slot_gap == step),
        slot_gap != 0 & slot_gap <= PAST,
        gap > 2 | (step == gap & sort == 2'd0),
        step != 2'd3, hears == (step != 2'd0), has_start == (step == 2'd1), has_kind == (step == 2'd2), (step != 2'd2 | leaf_kind == sort[1]),
        (step == 2'd0 | sort != 2'd1), parity == turns, stages <= L, (stages == L | below_next == L - 1 - stages),
        (stages == 0 | ~begun | leaf_below == L - stages), gap != 0, gap <= LONG, (step == 2'd0 | sort != 2'd0 | gap == step),
        age != 0, age <= PAST,
        (begun | (step == 2'd0 | sort == 2'd3) & stages == L & gap == LONG & age == PAST & ~some & own == 0 & came == 0),
        (begun | ~cleans | step == 2'd0), (~cleans | ~begun & ~settled & ~ready),
        (~(step != 2'd0 & sort == 2'd3) | settled & gap == LONG & stages == L),
        (~(step != 2'd0 & sort == 2'd0) | ~open & age == PAST & stages != L), (gap > 2 * C + 5 | ~open & age == PAST)
    };

    // ---- words that come: all is said by the clocks since they came

    wire [7:0]  since_first = age - (7 - PAD), since_second = age - (9 - PAD);
    wire [LB:0] seen = age - 3;                             // bits of the destination before this one
    wire [L-1:0] not_same_0 = (word_0[W-1 -: L] ^ address) >> (L - seen), not_same_1 = (word_1[W-1 -: L] ^ address) >> (L - seen);
    wire [W+1:0] wire_0 = {m_0, 1'b0, word_0}, wire_1 = {m_1, 1'b0, word_1};
    wire [W+7:0] lane_bits_0 = {6'd0, wire_0} >> (W + 2 - age), lane_bits_1 = {6'd0, wire_1} >> (W + 2 - age);
    wire [6:0]   age_mask = age >= 7 ? 7'h7f : (7'd1 << age) - 7'd1;
    wire [6:0]   s_mask = age < 2 || age > 8 ? 7'h7f : ~(7'd1 << (age - 2));   // S may be 0 or 1
    // Bit k of a lane is that of age - 1 - k; behind the word anything comes.
    wire [5:0]   lane_mask = age_mask & s_mask;
    wire         lanes_right = age > W + 2 ? age != W + 3 || ((lane_0[4:1] ^ word_0[3:0]) == 0 && (lane_1[4:1] ^ word_1[3:0]) == 0)
                                             || 1'b0
                               : ((lane_0 ^ lane_bits_0[4:0]) & lane_mask[4:0]) == 0 & ((lane_1 ^ lane_bits_1[5:0]) & lane_mask) == 0;
    wire         lanes_late = age != W + 4 || lane_1[5:2] == word_1[3:0];
    wire         first_due = some & age >= 7 - PAD & age <= W + 3 & since_first[1:0] == 0;
    wire         second_due = some & age >= 8 - PAD & age <= W + 4 & since_first[1:0] == 1;
    wire [39:0] arrivals_right = {
        after_1 == (age == 1), after_2 == (age == 2), (~begun | starts == (age == 3)),
        comes == (some & age >= 3 & age <= W + 2), (age < 3 | age > W + 4 | bit_in == ((PAD + age - 3) & 3)),
        first_in == first_due, second_in == second_due, last_in == (some & age == W + 4),
        (~some | age < 3 | age > W + 4 | nibble_in == LINK + (age < 9 - PAD ? 0 : since_second / 4 + 1)), (~open | some),
        (~(ends | counts) | open), ~(ends & counts), (~ends | age >= W + 5), (~counts | age >= W + 6 & ~late_0 & ~late_1),
        (~open | age <= W + 4 | ends | counts), (~some | age > W + 4 | open), ~counts | next_1 == (m_0 & m_1),
        write_lanes == (first_in & on_0 | second_in & on_1), (~(first_in & on_0) | ~next_1), (~(second_in & on_1) | next_1 == m_0),
        (~some | age < 4 | on_0 == m_0 & on_1 == m_1), in_destination == (some & age >= 3 & age <= L + 2),
        (~in_destination | bit_number == L - 1 - seen),
        (~in_destination | same_0 == (m_0 & not_same_0 == 0) & same_1 == (m_1 & not_same_1 == 0)),
        (~late_0 | open & m_0 & differs_0), (~late_1 | open & m_1 & differs_1),
        link_0 == (late_0 & age > L + 2 - top_0 & ~sets_0), link_1 == (late_1 & age > L + 2 - top_1 & ~sets_1),
        (~sets_0 | late_0 & age > L + 2 - top_0), (~sets_1 | late_1 & age > L + 2 - top_1), (~link_0 | list_0 == top_0),
        (~link_1 | list_1 == top_1), (~(m_0 & differs_0 & ~late_0) | age > L + 2 - top_0),
        (~(m_1 & differs_1 & ~late_1) | age > L + 2 - top_1), ~open | stages != 0, came == 0 | stages != 0, ~open | ~(m_0 & differs_0) | below > top_0,
        (~open | ~(m_1 & differs_1) | below > top_1), lanes_right, lanes_late
    };

    // ---- words from s_axis, and links

    wire [NB-1:0] done = nibble_taken - LINK;
    wire [4*BODY-1:0] rest_s = bits_s << 4 * done;
    wire [9:0] takes_right = {
        (~(writes | links | taken | looked) | to == s_dest),
        (~(writes | links | taken | looked) | holds), (~(writes | links | taken) | ~cleans),
        (writes + links + taken + looked <= 1), s_ready == taken, (~writes | nibble_taken >= LINK & nibble_taken < STRIDE),
        (writes ? nibble == rest_s[4*BODY-1 -: 4] & take_at == (done == BODY - 1 ? 1 : 2 << done) : take_at == 1 & (~looked | done == 0)),
        (room == (~cleans & admitted != D) | cleans & list_at == 0 & ~looked),  // a reset leaves it for a clock
        (~(writes | links) | takes < D), (~taken | takes < D)
    };
    wire [LB:0] list_s = {~turns, s_top}, list_of_0 = {turns, top_0}, list_of_1 = {turns, top_1}, list_told = {turns, below[LB-1:0]};
    wire says = says_sum | says_max;
    wire [13:0] links_right = {
        ~(linking & sets), ~(says_sum & says_max), (~says | ~linking & ~sets), (~((linking | sets) & links_taken) | ~links_1),
        (~cleans | ~linking & ~sets & ~says),
        (~linking | (links_taken ? links & s_differs & list_at == list_s : links_1 ? link_1 & list_at == list_of_1 : link_0 & list_at == list_of_0)),
        (~sets | (links_taken ? taken & s_differs & list_at == list_s : links_1 ? late_1 & list_at == list_of_1 : late_0 & list_at == list_of_0)),
        (~sets | write & write_index == (links_taken ? takes : stored + (links_1 & m_0))), (~(taken & s_differs) | sets_s),
        (~linking | link_number < LINK), (~linking | links_taken | write_lanes | next_1 == (links_1 & m_0)),
        (~(step == 2'd2 & sort == 2'd0) | list_at == {turns, below[LB-1:0] - 1'b1} & ~linking & ~sets),
        (~(step == 2'd1) | ~sets_s & ~taken), (~(step == 2'd2) | ~sets_s & ~taken)
    };
    wire [11:0] told_right = {
        sum_end == (says_sum & said == C - 1), told == (says_max & said == 1),
        says_sum == (begun & gap >= 3 & gap <= C + 2), says_max == (begun & gap >= C + 3 & gap <= 2 * C + 2),
        (~says | list_at == list_told), (~says_sum | said == gap - 3), (~says_max | said == 2 * C + 3 - gap),
        (says | said == 0), (~telling | gap < 3 | list_told == watched),
        (~telling | told_due == due), (~(says & list_at == watched) | told_watched),
        (gap < 3 | ~told_watched | gap > 2 * C + 3 | list_told == watched)
    };
    wire [C:0] say_sum = told_due >> (gap - 4), say_max = (told_due + 1'b1) >> (2 * C + 4 - gap);
    wire [3:0] numbers_right = {
        sum_valid == (begun & gap >= 4 & gap <= C + 3), max_valid == (begun & gap >= C + 4 & gap <= 2 * C + 3),
        (~(sum_valid & told_watched) | sum == say_sum[0]),
        (~(max_valid & told_watched) | max == say_max[0])
    };

    // ---- counts and lists

    wire [IW+C-1:0] entry = lists[watched * (IW + C) +: IW + C];
    wire [C:0]      in_list = entry[C-1:0];
    wire [C:0]      coming_0 = late_0 & list_of_0 == watched, coming_1 = late_1 & list_of_1 == watched;
    wire [C:0]      most = half == turns ? all : takes;
    wire [7:0] counts_right = {
        own <= D, came <= WORDS - D, stored == all - (open ? m_0 + m_1 : 0), (~open | all >= m_0 + m_1 + own),
        admitted == takes + taken, admitted <= D, out_at <= stored, list < L
    };
    wire            at_it = list_at == watched;
    wire [6:0] lists_right = {
        (~(linking & link_number != LINK - 1 & at_it) | count_late == in_list), (~(sets & at_it) | count_up == in_list + 1'b1),
        (~(says & gap != C + 3 & at_it) | count_late == in_list), (~(says_sum & gap > 3 & at_it) | count_up == in_list + 1'b1),
        (cleans ? due == 0 & takes == 0 & (list_at <= watched | in_list == 0) : in_list + coming_0 + coming_1 == due + (says_max & at_it)),
        due <= most, (telling | half != turns | list < below | due == 0)
    };

    // ---- contents

    wire same_bits = ((kept_now ^ should) & mask) == 0;
    wire [7:0] body_nibble = at_nibble - LINK;
    wire safe = ~write | (write_half == turns ? write_index >= stored : write_index >= takes);
    wire contents_right = ~(in_body & whole) | same_bits;
    wire [4*BODY-1:0] all_0 = word_0, all_1 = word_1;
    wire [3:0] came_0 = all_0 >> 4 * body_at, came_1 = all_1 >> 4 * body_at;
    wire [4:0] fills_right = {
        ~(in_body & is_1) | should == came_1,
        ~(in_body & is_0) | should == came_0,
        (~(in_body & is_0 & age >= 8 - PAD + 4 * body_nibble) | same_bits),
        (~(in_body & is_1 & age >= 9 - PAD + 4 * body_nibble) | same_bits),
        (~(in_body & is_s & (links | taken | writes & body_nibble < done)) | kept_now == nibble_s)
    };
    wire linking_it = linking & (links_taken ? is_s : links_1 ? is_1 : is_0);
    wire [2:0] chains_right = {
        (~(at_nibble < LINK & chained) | kept_now == should),
        (~(at_nibble < LINK & linking_it & at_nibble > link_number | at_nibble < LINK & chains) | kept_now == link_nibble),
        (~chained | whole | is_0 & ~late_0 | is_1 & ~late_1)
    };

    // ---- m_axis, and rounds
    wire over = ~open & out_at == stored & ~looks & ~comes_last & ~has_last & ~judges & ~m_valid;
    wire [3:0] looks_right = {
        (looks + comes_last + has_last + judges + m_valid <= 1), (~got_out | looks & read_index == out_at),
        (~looks | out_at < stored),
        looked_at + (comes_last | has_last | judges) == out_at
    };
    wire [4:0] rounds_right = {
        (~settled | over), (~(ready & age >= 2 & ~stale) | over), (~stale | stages == 0), (~settled | ~cleans),
        (~(step == 2'd2 & sort == 2'd3) | over & looked_at == all & ~(shakes | taken | sets))
    };

    assign age_shown = age;
    assign gap_shown = gap;
    assign parts = {&rounds_right, &looks_right, &chains_right, &fills_right, contents_right, safe, &lists_right, &counts_right,
                    &numbers_right, &told_right, &links_right, &takes_right, &arrivals_right, &commands_right};
    generate
        if (TIMED != 0) begin : timed
            reg [PERIOD-1:0] began;                         // words came, and all else was right, so many clocks ago

            always @(posedge clk)
                began <= {began[PERIOD-2:0], strobe & known & (&parts)};
            assign ok = ~began[PERIOD-1] | ~open;
        end else begin : always_so
            still #(.CLOCKS(1)) all_still (.clk(clk), .claim(~known | (&parts)), .ok(ok));
        end
    endgenerate
endmodule

`default_nettype wire
