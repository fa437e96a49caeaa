// batch_leaf: an adapter of a pruned butterfly with deterministic routing: AXI4-Stream in, AXI4-Stream out.
//
//   s_axis --> [ next round ]                        [ A, B ] --> up    two words of the stage, fetched ahead
//   m_axis <-- [ this round: own words, arrivals ]   <----------- down
//
//   One RAM of nibbles holds all words: a link, then destination, source and payload. A round's words have indices
//   0, 1, ..: first the leaf's own, then arrivals in the order in which they came. Half of the RAM is this round's,
//   the other half the next one's. As no word comes to a leaf twice in a round, N D indices are enough. Nothing is
//   freed. Words that travel on are linked, newest first, in one list for each bit of their destination that differs
//   first from the leaf's address. The others are delivered: m_axis looks at all words in turn.
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
    output reg  [1:0]              up,
    output reg                     up_strobe,
    input  wire [1:0]              down,
    input  wire                    down_strobe,
    input  wire                    command,
    input  wire                    number_valid,
    input  wire                    prefix,
    input  wire                    batches,
    output reg                     sum,
    output reg                     sum_valid,
    output reg                     max,
    output reg                     max_valid,
    output reg                     ready,
    output reg                     wish,
    // the leaf
    input  wire [PAYLOAD_BITS-1:0] s_axis_tdata,
    input  wire [LABEL_BITS-1:0]   s_axis_tdest,
    input  wire                    s_axis_tvalid,
    output wire                    s_axis_tready,
    output wire [PAYLOAD_BITS-1:0] m_axis_tdata,
    output wire [LABEL_BITS-1:0]   m_axis_tuser,
    output reg                     m_axis_tvalid,
    input  wire                    m_axis_tready
);
    localparam L = LABEL_BITS;
    localparam P = PAYLOAD_BITS;
    localparam C = COUNT_BITS;
    localparam [31:0] WORDS = ROUND_WORDS << L;             // of a round, at most
    localparam [31:0] BODY = (2 * L + P + 3) / 4;           // nibbles
    localparam PAD = 4 * BODY - 2 * L - P;                  // bits in front of the destination
    localparam IW  = $clog2(WORDS);                         // bits of an index
    localparam [31:0] LINK = IW <= 8 ? 2 : (IW + 3) / 4;    // nibbles of a link, an index
    localparam [31:0] STRIDE = LINK + BODY;                 // nibbles of a word
    localparam LB  = $clog2(L);                             // bits of a list's number
    localparam NB  = $clog2(STRIDE);                        // bits of a nibble's number
    localparam KB  = LINK <= 2 ? 1 : LINK <= 4 ? 2 : 3;     // .. in a link
    localparam IB  = $clog2(C + 1);
    localparam DB  = $clog2(ROUND_WORDS + 1);
    localparam PB  = $clog2(L + PAD + 1);                   // bits of a number of shifts
    localparam RB  = (L - 1) / 2 + 2;                       // bits of a rank's number: 0 .. vertices
    localparam [31:0] FILL = L + PAD - 1;                   // shifts until the destination is in the delay line
    localparam [31:0] HIGHEST = L - 1, LAST_SAID = C - 2, LAST_NIBBLE = STRIDE - 1, LAST_LINK = LINK - 1;
    localparam [31:0] LAST_WORD = ROUND_WORDS - 1;

    // ---- commands: the start bit is on the wire; then these, one clock each ---------------------------------------

    reg          has_start, has_kind, kind;
    reg          hears;                                     // has_start | has_kind
    reg          parity;                                    // of the round: the half of the RAM that is its own
    reg [LB-1:0] below, below_next;                         // a = L-1-i of this and the next stage i
    wire         count_comes = has_start & ~command;
    wire         count_now   = has_kind & ~kind & ~command;
    wire         slot_now    = has_kind & kind & ~command;
    wire         round_now   = has_kind & kind & command;
    reg          slot;                                      // the M bits are on `up` in the next clock

    always @(posedge clk) begin
        has_start <= command & ~hears;
        hears     <= command & ~hears | has_start;
        has_kind  <= has_start;
        kind      <= command;
        slot      <= slot_now;
        if (round_now)
            parity <= ~parity;
        if (count_now)
            below <= below_next;
        if (round_now)
            below_next <= HIGHEST[LB-1:0];
        else if (count_now)
            below_next <= below_next - 1'b1;
        if (rst) begin
            has_start  <= 1'b0;
            hears      <= 1'b0;
            has_kind   <= 1'b0;
            slot       <= 1'b0;
            parity     <= 1'b0;
            below      <= {LB{1'b0}};
            below_next <= HIGHEST[LB-1:0];
        end
    end

    // ---- the store ------------------------------------------------------------------------------------------------

    reg  [IW-1:0] read_index;
    reg  [NB-1:0] read_nibble;
    wire [3:0]    read;                                     // what lies there, two clocks later
    reg           write, write_half;
    reg  [IW-1:0] write_index;
    reg  [NB-1:0] write_nibble;
    reg  [3:0]    written;

    batch_store #(.BITS(1 + IW + NB)) store (
        .clk(clk), .read_at({parity, read_index, read_nibble}), .read(read),
        .write_at({write_half, write_index, write_nibble}), .write(write), .written(written)
    );

    // ---- words that arrive ----------------------------------------------------------------------------------------

    reg           after_1, after_2;                         // clocks after the strobe
    reg           comes, ends;                              // nibbles come; the last one has
    reg  [1:0]    bit_in;                                   // bits of a nibble that have come
    reg  [NB-1:0] nibble_in;
    reg           starts;                                   // the first bit has come
    reg           second_in;                                // lane 1's nibble is due
    reg           last_in;
    reg           first_in;                                 // lane 0's nibble is written
    reg  [4:0]    lane_0;
    reg  [5:0]    lane_1;
    reg           on_0, on_1;                               // there is a word on the lane
    reg           in_destination;
    reg  [LB-1:0] bit_number;
    reg           same_0, same_1;                           // so far the destination is this leaf's address
    reg  [LB-1:0] list_0, list_1;
    reg           link_0, link_1;                           // the word is to be linked
    reg           counts;                                   // the words become the round's
    reg           next_1;                                   // lane 1 is meant, and its word comes after lane 0's
    // Words come, or the last have.
    wire          coming      = after_1 | after_2 | comes | first_in | last_in | ends | counts;
    wire          differs_0   = in_destination & same_0 & lane_0[0] != address[bit_number];
    wire          differs_1   = in_destination & same_1 & lane_1[0] != address[bit_number];
    wire          nibble_now  = comes & (&bit_in);
    wire          linked_0, linked_1;                       // the last nibble of its link is written
    wire          both        = on_0 & on_1;
    reg           write_lanes;                              // first_in & on_0 | second_in & on_1
    wire          stored_now  = ends & ~link_0 & ~link_1 & ~write_lanes;    // all of them
    reg  [C-1:0]  stored;                                   // words of the round: the leaf's own, and arrivals
    localparam [1:0] FIRST_BIT = PAD[1:0];                  // the pad counts as bits that have come

    always @(posedge clk) begin
        lane_0  <= {lane_0[3:0], down[0]};
        lane_1  <= {lane_1[4:0], down[1]};
        after_1 <= down_strobe;
        after_2 <= after_1;
        write_lanes <= nibble_now & (starts ? lane_0[2] : on_0) | first_in & on_1;
        first_in  <= nibble_now;
        second_in <= first_in;
        starts    <= after_2;
        if (starts) begin
            on_0 <= lane_0[2];
            on_1 <= lane_1[2];
        end
        last_in   <= first_in & nibble_in == LAST_NIBBLE[NB-1:0];
        if (after_2) begin
            bit_in    <= FIRST_BIT;
            nibble_in <= LINK[NB-1:0];
        end else begin
            bit_in <= bit_in + 1'b1;
            if (second_in)
                nibble_in <= nibble_in + 1'b1;
        end
        if (after_2)
            comes <= lane_0[1] | lane_1[1];
        else if (nibble_now & nibble_in == LAST_NIBBLE[NB-1:0])
            comes <= 1'b0;
        if (last_in)
            ends <= 1'b1;
        else if (stored_now)
            ends <= 1'b0;
        counts     <= stored_now;

        if (after_2) begin
            in_destination <= lane_0[1] | lane_1[1];
            bit_number     <= HIGHEST[LB-1:0];
        end else begin
            in_destination <= in_destination & bit_number != 0;
            bit_number     <= bit_number - 1'b1;
        end
        same_0 <= after_2 ? lane_0[1] : same_0 & ~differs_0;
        same_1 <= after_2 ? lane_1[1] : same_1 & ~differs_1;
        if (differs_0)
            list_0 <= bit_number;
        if (differs_1)
            list_1 <= bit_number;
        link_0 <= differs_0 | link_0 & ~linked_0;
        link_1 <= differs_1 | link_1 & ~linked_1;
        if (rst) begin
            after_1        <= 1'b0;
            after_2        <= 1'b0;
            comes          <= 1'b0;
            ends           <= 1'b0;
            counts         <= 1'b0;
            write_lanes    <= 1'b0;
            first_in       <= 1'b0;
            second_in      <= 1'b0;
            last_in        <= 1'b0;
            in_destination <= 1'b0;
            link_0         <= 1'b0;
            link_1         <= 1'b0;
            on_0           <= 1'b0;
            on_1           <= 1'b0;
        end
    end

    // ---- lists ----------------------------------------------------------------------------------------------------

    // Of each list the newest word's index, and how many words there are.
    reg  [IW+C-1:0] lists [0:(2<<LB)-1];
    reg  [LB:0]     list_at;                                // the list in question; highest bit: the round's parity
    reg             cleans;                                 // after reset: all lists get empty
    reg  [LB-1:0]   list_taken;                             // its list
    reg             linking, links_1, links_taken;          // a word is linked: lane 1's, that from s_axis
    reg             sets;                                   // it becomes the newest one of its list
    reg  [KB-1:0]   link_number;
    reg             says_sum, says_max;                     // y is on its way out
    reg  [IB-1:0]   said;
    reg  [C-1:0]    y;
    wire            quiet       = ~(command | hears);        // no command comes
    wire            wants_link;                             // the word from s_axis
    wire            may_link    = ~links_taken | link_number != 0 | quiet;
    wire            link_now    = linking & ~write_lanes & may_link;
    wire            link_last   = link_now & link_number == 0;
    wire            link_taken  = link_last & links_taken;
    wire [IW+C-1:0] list        = lists[list_at];
    wire [IW-1:0]   newest      = list[C +: IW];
    wire [C-1:0]    count       = list[C-1:0];
    reg  [C-1:0]    count_late, count_up;                   // a clock later; one more, two later: at most N D + 1 < 2^C
    // y goes out from its lowest bit on, then (y + 1) / 2 from its highest bit on: meanwhile the list says y + 1.
    reg             sum_end, told;                          // of says_sum, of says_max the last clock
    wire [4*LINK-1:0] newest_padded = {{(4*LINK-IW){1'b0}}, newest};
    wire [3:0]      newest_nibble = newest_padded[4*link_number +: 4];
    wire [(1<<IB)-1:0] count_padded    = {{((1<<IB)-C){1'b0}}, count_late};

    assign linked_0 = link_last & ~links_1 & ~links_taken;
    assign linked_1 = link_last & links_1;
    always @(posedge clk) begin
        count_late <= count;
        count_up   <= count_late + 1'b1;
        if (sets | sum_end | told | cleans)
            lists[list_at] <= {write_index, count_up & {C{sets | sum_end}}};
        sets <= link_last;
        if (cleans)
            list_at <= list_at + 1'b1;
        else if (count_comes)
            list_at <= {parity, below_next};
        else if (~linking & ~sets & ~says_sum & ~says_max & ~has_kind)
            list_at <= link_0 ? {parity, list_0} : link_1 ? {parity, list_1} : {~parity, list_taken};
        if (~linking & ~sets & ~says_sum & ~says_max & quiet) begin
            linking     <= link_0 | link_1 | wants_link;
            links_1     <= ~link_0 & link_1;
            links_taken <= ~link_0 & ~link_1;
        end else if (link_last | links_taken & (link_0 | link_1 | count_comes | round_now))
            linking <= 1'b0;
        if (~linking)
            link_number <= LAST_LINK[KB-1:0];
        else if (link_now)
            link_number <= link_number - 1'b1;

        says_sum <= count_now | says_sum & ~sum_end;
        sum_end  <= says_sum & said == LAST_SAID[IB-1:0];
        told     <= says_max & said == 2;
        says_max <= sum_end | says_max & ~told;
        if (says_sum)
            said <= said + 1'b1;
        else if (says_max)
            said <= said - 1'b1;
        if (says_sum)
            y <= {count_padded[said], y[C-1:1]};
        sum       <= says_sum & count_padded[said];
        sum_valid <= says_sum;
        max       <= says_max & count_padded[said];
        max_valid <= says_max;
        if (cleans & (&list_at))
            cleans <= 1'b0;
        if (rst) begin
            list_at     <= {(LB+1){1'b0}};
            cleans      <= 1'b1;
            linking     <= 1'b0;
            links_1     <= 1'b0;
            links_taken <= 1'b0;
            sets        <= 1'b0;
            says_sum    <= 1'b0;
            says_max    <= 1'b0;
            sum_end     <= 1'b0;
            told        <= 1'b0;
            said        <= {IB{1'b0}};
            sum         <= 1'b0;
            sum_valid   <= 1'b0;
            max         <= 1'b0;
            max_valid   <= 1'b0;
        end
    end

    // ---- words from s_axis ----------------------------------------------------------------------------------------

    reg              writes, links;                         // the word is written, is linked
    reg              looked;                                // the destination's entry has been read
    reg              taken;                                 // the word leaves s_axis
    reg  [BODY-1:0]  take_at;                               // which nibble of the body follows `nibble`
    reg  [NB-1:0]    nibble_taken;
    reg  [DB-1:0]    admitted;                              // words of the next round
    reg  [3:0]       nibble, nibble_at;
    localparam [BODY:0] FIRST_TAKEN = 1;
    wire             fresh;                                 // no word of the next round has this destination
    // Its destination, from the clock in which it has been looked at until the next word is: list, route and round follow from
    // the same one, whatever s_axis shows meanwhile.
    reg  [L-1:0]     to;
    wire             own        = to == address;
    wire             take_now   = writes & ~(write_lanes | linking & may_link);     // a nibble is written
    wire             take_last  = take_now & take_at[0];
    reg              room;                                  // in the next round: ~cleans & admitted != D
    wire             starts_taking = looked & s_axis_tvalid & fresh & room;
    wire             commit     = link_taken | links & own & quiet;
    wire [4*BODY+3:0] whole     = {{(PAD+4){1'b0}}, to, address, s_axis_tdata};
    integer          at, bit_at;

    assign wants_link    = links & ~own;
    assign s_axis_tready = taken;

    always @* begin
        nibble_at = 4'd0;
        for (at = 0; at < BODY; at = at + 1)
            nibble_at = nibble_at | whole[4*(BODY-1-at) +: 4] & {4{take_at[at]}};
    end
    always @* begin
        list_taken = {LB{1'b0}};
        for (bit_at = 0; bit_at < L; bit_at = bit_at + 1)
            if (to[bit_at] != address[bit_at])
                list_taken = bit_at[LB-1:0];
    end

    generate
        if (ORDERED != 0 && ROUND_WORDS > 1) begin : order
            // The round of the last word to a destination, modulo 16: an old entry can delay a word by a round.
            // The RAM of an ECP5 has 4 bits at each address.
            (* no_rw_check *)
            reg  [3:0] rounds [0:(1<<L)-1];
            reg  [3:0] round_read, round_next;
            integer    entry;

            initial
                for (entry = 0; entry < (1 << L); entry = entry + 1)
                    rounds[entry] = 4'd0;
            always @(posedge clk) begin
                round_read <= rounds[s_axis_tdest];
                if (commit)
                    rounds[to] <= round_next;
                if (round_now)
                    round_next <= round_next + 4'd1;
                if (rst)
                    round_next <= 4'd1;
            end
            assign fresh = round_read != round_next;
        end else begin : no_order
            assign fresh = 1'b1;
        end
    endgenerate

    always @(posedge clk) begin
        looked <= s_axis_tvalid & ~taken & ~writes & ~links & ~starts_taking;
        if (~writes & ~links & ~starts_taking)
            to <= s_axis_tdest;
        taken  <= commit;          // no round begins in the next clock
        writes <= starts_taking | writes & ~take_last;
        links  <= take_last | links & ~commit;
        if (~writes | take_now)
            nibble <= nibble_at;
        if (starts_taking | take_now & ~take_at[0])
            take_at <= {take_at[BODY-2:0], take_at[BODY-1]};
        if (rst | round_now)
            take_at <= FIRST_TAKEN[BODY-1:0];
        if (~writes)
            nibble_taken <= LINK[NB-1:0];
        else if (take_now)
            nibble_taken <= nibble_taken + 1'b1;
        room <= cleans ? &list_at : round_now | room & ~(commit & admitted == LAST_WORD[DB-1:0]);
        if (round_now)
            admitted <= {DB{1'b0}};
        else if (commit)
            admitted <= admitted + 1'b1;
        // What is not committed belongs to the round after this one.
        if (rst | round_now) begin
            writes <= 1'b0;
            links  <= 1'b0;
        end
        // A word that is only held back by an old entry needs a round, too.
        wish <= admitted != 0 | (looked & s_axis_tvalid & ~fresh);
        if (rst) begin
            looked   <= 1'b0;
            taken    <= 1'b0;
            admitted <= {DB{1'b0}};
            wish     <= 1'b0;
        end
    end

    // ---- writing --------------------------------------------------------------------------------------------------

    wire          for_lanes = write_lanes | linking & ~links_taken;
    wire [C:0]    index     = {stored, 1'b1} + {{(C-1){1'b0}}, next_1, counts};
    wire [C-1:0]  next_own  = {{(C-DB){1'b0}}, admitted};
    wire          unused_carry = index[0];

    always @(posedge clk) begin
        // In the next clock both are counted, or lane 1's nibble is due, or lane 0's is, or one is linked.
        next_1      <= both & (stored_now | first_in | ~nibble_now & (linking ? links_1 : ~link_0 & link_1));
        write       <= write_lanes | link_now | take_now;
        write_half  <= parity ^ ~for_lanes;
        write_index <= for_lanes ? index[IW:1] : next_own[IW-1:0];
        if (write_lanes) begin
            write_nibble <= nibble_in;
            written      <= first_in ? lane_0[4:1] : lane_1[5:2];
        end else if (linking) begin
            write_nibble <= {{(NB-KB){1'b0}}, link_number};
            written      <= newest_nibble;
        end else begin
            write_nibble <= nibble_taken;
            written      <= nibble;
        end
        if (rst)
            stored <= {C{1'b0}};
        else if (round_now)
            stored <= next_own;
        else if (counts)
            stored <= index[C:1];
        if (rst)
            write <= 1'b0;
    end

    // ---- the words of the next slot -------------------------------------------------------------------------------

    reg  [4*LINK-1:0] fetched;                              // an index
    reg  [IW-1:0]     next_a, next_b;                       // the newest two words that have not been sent
    reg  [IW-1:0]     word_a, word_b;                       // the words whose nibbles are read
    reg  [1:0]        to_fetch;                             // links
    reg               asks_link;
    reg  [KB-1:0]     link_asked;
    reg               to_change, may_change;                // word_a and word_b have been read; the slot has come
    reg               hungry;                               // nibble_a and nibble_b are to be read
    reg               hungry_b;
    reg  [NB-1:0]     nibble_asked;
    reg               full, is_first, is_last;              // nibble_a and nibble_b; nibbles of the word
    reg  [3:0]        nibble_a, nibble_b, shift_a, shift_b;
    reg  [1:0]        bit_out;
    reg               shift_empty, shift_last;
    reg               filling;                              // the destination enters the delay line
    reg  [PB-1:0]     fill;                                 // shifts that follow
    reg               last_bit;                             // of the nibble is in place
    reg  [L-1:0]      delay_a, delay_b;
    reg               body, flush;                          // the message's body leaves
    // What is asked for is got a clock later, comes out of the RAM, and is there.
    reg               got_a, got_b, got_link;
    reg               comes_a, comes_b, comes_link, comes_link_last;
    reg               has_a, has_b, has_link, has_link_last;
    reg               got_out, comes_out, has_out;
    reg               fetch_end;
    wire [1:0]        words;                                // of this leaf in the slot
    wire              sends_some = slot & words != 0;
    wire              fetch_now  = count_now | sends_some | fetch_end & to_fetch == 2'd2;
    wire              unused     = &{fetched, unused_carry, 1'b0};
    wire              got_link_last = got_link & link_asked == 0;
    wire              shifts     = body | flush | filling;
    wire              spent      = shifts & last_bit;
    wire              loads      = full & (shift_empty | spent);
    wire              word_end   = spent & shift_last & ~shift_empty;
    wire              ask_a      = (hungry | loads) & ~to_change;
    wire              ask_b      = hungry_b;
    wire              ask_link   = asks_link & ~ask_a & ~ask_b;
    wire              change_now = to_change & may_change & to_fetch == 0;

    always @(posedge clk) begin
        // links
        if (has_link)
            fetched <= {fetched[4*LINK-5:0], read};
        fetch_end <= has_link_last & ~count_now;
        if (fetch_end)
            next_a <= next_b;
        if (count_now | fetch_end)
            next_b <= count_now ? newest : fetched[IW-1:0];
        if (count_now)
            to_fetch <= 2'd1;
        else if (sends_some)
            to_fetch <= words;
        else if (fetch_end)
            to_fetch <= to_fetch - 2'd1;
        asks_link <= fetch_now | asks_link & ~got_link_last;
        if (fetch_now)
            link_asked <= LAST_LINK[KB-1:0];
        else if (got_link)
            link_asked <= link_asked - 1'b1;
        to_change  <= count_now | got_b & nibble_asked == LAST_NIBBLE[NB-1:0] | to_change & ~change_now;
        may_change <= count_now | sends_some | may_change & ~change_now;
        if (change_now) begin
            word_a <= next_a;
            word_b <= next_b;
        end

        // nibbles
        hungry   <= count_now | (hungry | loads) & to_change;
        hungry_b <= ask_a & ~count_now;
        if (count_now)
            nibble_asked <= LINK[NB-1:0];
        else if (got_b)
            nibble_asked <= nibble_asked == LAST_NIBBLE[NB-1:0] ? LINK[NB-1:0] : nibble_asked + 1'b1;
        if (got_b) begin
            is_first <= nibble_asked == LINK[NB-1:0];
            is_last  <= nibble_asked == LAST_NIBBLE[NB-1:0];
        end
        if (has_a)
            nibble_a <= read;
        if (has_b)
            nibble_b <= read;
        full <= (comes_b | full & ~loads) & ~count_now;

        // bits
        if (loads) begin
            shift_a <= nibble_a;
            shift_b <= has_b ? read : nibble_b;
            bit_out <= 2'd0;
            last_bit <= 1'b0;
        end else if (shifts) begin
            shift_a <= {shift_a[2:0], 1'b0};
            shift_b <= {shift_b[2:0], 1'b0};
            bit_out <= bit_out + 1'b1;
            last_bit <= bit_out == 2'd2;
        end
        shift_empty <= count_now | (shift_empty | spent) & ~full;
        if (loads)
            shift_last <= is_last;
        filling <= ~count_now & (loads & is_first | filling & fill != 0);
        fill <= loads & is_first ? FILL[PB-1:0] : fill - 1'b1;
        if (shifts) begin
            delay_a <= {delay_a[L-2:0], shift_a[3]};
            delay_b <= {delay_b[L-2:0], shift_b[3]};
        end
        if (rst) begin
            to_fetch    <= 2'd0;
            asks_link   <= 1'b0;
            fetch_end   <= 1'b0;
            to_change   <= 1'b1;
            may_change  <= 1'b0;
            hungry      <= 1'b0;
            hungry_b    <= 1'b0;
            full        <= 1'b0;
            shift_empty <= 1'b1;
            shift_last  <= 1'b0;
            bit_out     <= 2'd0;
            filling     <= 1'b0;
            last_bit    <= 1'b0;
        end
    end

    // ---- sending --------------------------------------------------------------------------------------------------

    wire [RB-1:0] first;                                    // the number of the first of them in its batch
    reg  [1:0]    sends;                                    // each wire
    reg           crossed;                                  // word a is on wire 1
    reg  [RB-2:0] rank;                                     // of wire 1's word, without its lowest bit
    reg           carry;                                    // of wire 0's it is one more
    reg           ranks, marks, destinations;               // parts of a message: rank, S, destination
    reg  [LB-1:0] part;                                     // bits of it that follow
    wire          bit_a  = destinations ? delay_a[part] : delay_a[L-1];
    wire          bit_b  = destinations ? delay_b[part] : delay_b[L-1];
    wire          no_ranks = below >> 1 == 0;

    batch_ranks #(.COUNT_BITS(C), .RANK_BITS(RB)) numbers (
        .clk(clk), .rst(rst), .clear(count_now), .valid(number_valid), .prefix(prefix), .batches(batches), .y(y),
        .slot(slot), .words(words), .first(first)
    );

    always @(posedge clk) begin
        up_strobe <= slot;
        if (slot) begin
            sends   <= {words[1] | words[0] & first[0], words[1] | words[0] & ~first[0]};
            crossed <= first[0];
            rank    <= first[RB-1:1];
            carry   <= first[0];
            up      <= {words[1] | words[0] & first[0], words[1] | words[0] & ~first[0]};
        end else begin
            up <= sends & (marks ? 2'b11
                           : ranks ? {rank[0], rank[0] ^ carry}
                           : destinations | body | flush ? (crossed ? {bit_a, bit_b} : {bit_b, bit_a})
                           : 2'b00);
            if (ranks) begin
                rank  <= rank >> 1;
                carry <= carry & rank[0];
            end
        end
        if (sends_some) begin
            ranks <= ~no_ranks;
            marks <= no_ranks;
        end else begin
            if (part == 0)
                ranks <= 1'b0;
            marks <= ranks & part == 0;
        end
        destinations <= marks & below != 0 | destinations & part != 0;
        body         <= marks & below == 0 | destinations & part == 0 | body & ~word_end;
        flush        <= body & word_end | flush & part != 0;
        if (slot)
            part <= (below >> 1) - 1'b1;
        else if (marks)
            part <= below - 1'b1;
        else if (body)
            part <= HIGHEST[LB-1:0];
        else
            part <= part - 1'b1;
        if (rst) begin
            up_strobe    <= 1'b0;
            up           <= 2'b00;
            sends        <= 2'b00;
            ranks        <= 1'b0;
            marks        <= 1'b0;
            destinations <= 1'b0;
            body         <= 1'b0;
            flush        <= 1'b0;
        end
    end

    // ---- words that are delivered ---------------------------------------------------------------------------------

    reg  [C-1:0]     out_at;                                // the next word to look at
    reg              looks;                                 // its nibbles are read
    reg              comes_last, has_last, judges;          // the last of them comes, has come, is in place
    reg  [NB-1:0]    nibble_looked;
    reg  [2*L+P-1:0] out_word;                              // destination, source, payload
    wire             ask_out  = looks & ~ask_a & ~ask_b & ~asks_link;
    wire             got_last = got_out & nibble_looked == LAST_NIBBLE[NB-1:0];
    wire             all_out  = out_at == stored;
    wire             idle     = ~looks & ~comes_last & ~has_last & ~judges & ~m_axis_tvalid;

    assign m_axis_tdata = out_word[P-1:0];
    assign m_axis_tuser = out_word[P +: L];

    always @(posedge clk) begin
        looks <= idle & ~all_out & ~cleans | looks & ~got_last;
        if (~looks)
            nibble_looked <= LINK[NB-1:0];
        else if (got_out)
            nibble_looked <= nibble_looked + 1'b1;
        comes_last <= got_last;
        has_last   <= comes_last;
        judges     <= has_last;
        if (rst | round_now)
            out_at <= {C{1'b0}};
        else if (got_last)
            out_at <= out_at + 1'b1;
        if (has_out)
            out_word <= {out_word[2*L+P-5:0], read};
        if (judges)
            m_axis_tvalid <= out_word[P+L +: L] == address;
        else if (m_axis_tready)
            m_axis_tvalid <= 1'b0;
        ready <= idle & all_out & ~cleans & ~coming;
        if (rst) begin
            looks         <= 1'b0;
            comes_last    <= 1'b0;
            has_last      <= 1'b0;
            judges        <= 1'b0;
            m_axis_tvalid <= 1'b0;
            ready         <= 1'b0;
        end
    end

    // ---- reading --------------------------------------------------------------------------------------------------

    reg           got_word;                                 // got_a | got_b
    reg  [IW-1:0] word, other;                              // known in the clock before

    always @* begin
        read_index  = got_word ? word : other;
        read_nibble = got_link ? {{(NB-KB){1'b0}}, link_asked} : got_out ? nibble_looked : nibble_asked;
    end

    always @(posedge clk) begin
        got_word        <= ask_a | ask_b;
        word            <= ask_b ? word_b : word_a;
        other           <= asks_link ? next_b : out_at[IW-1:0];
        got_a           <= ask_a;
        got_b           <= ask_b;
        got_link        <= ask_link & ~got_link_last;
        got_out         <= ask_out & ~got_last;
        comes_a         <= got_a;
        comes_b         <= got_b;
        comes_link      <= got_link;
        comes_link_last <= got_link_last;
        comes_out       <= got_out;
        has_a           <= comes_a;
        has_b           <= comes_b;
        has_link        <= comes_link;
        has_link_last   <= comes_link_last;
        has_out         <= comes_out;
        // Discard reads requested in the previous stage.
        if (rst | count_now) begin
            got_a           <= 1'b0;
            got_b           <= 1'b0;
            got_link        <= 1'b0;
            comes_a         <= 1'b0;
            comes_b         <= 1'b0;
            comes_link      <= 1'b0;
            comes_link_last <= 1'b0;
            has_a           <= 1'b0;
            has_b           <= 1'b0;
            has_link        <= 1'b0;
            has_link_last   <= 1'b0;
        end
        if (rst) begin
            got_out   <= 1'b0;
            comes_out <= 1'b0;
            has_out   <= 1'b0;
        end
    end
endmodule

`default_nettype wire
