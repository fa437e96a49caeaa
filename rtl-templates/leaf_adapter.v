// leaf_adapter.v: a leaf of the fat-tree: words with a destination in, words with their source out, each exactly once
// and in order per pair of leaves (docs/protocol.md).
//
//                 +----------------------------------------------------+
//   s_axis  ----> | [ dispatch ] --> word --> lane 0 --> up[0]         |
//                 |              \-> word --> lane 1 --> up[1]  ..     |     LANES = 1: no dispatch, no word register
//                 |                                                    |
//   m_axis <----- |   payload, source <-- lane 0 <------ down[0]       |
//                 |     ^ move up                                      |
//                 |   payload, source <-- lane 1 <------ down[1]  ..   |
//                 +----------------------------------------------------+
//
//   s_axis_tready: with one lane a word stays on s_axis until its outcome is known, so s_axis_tready says that it has
//   arrived (or, when no leaf has that label, that it is discarded). With several lanes each has a register for a word.
//   To use every slot the next word must follow in the clock after s_axis_tready.
//   m_axis: a message is refused, and so sent again, while one of an earlier slot has not been taken from m_axis.
//   tvalid never waits for tready; m_axis is steady while m_axis_tvalid && !m_axis_tready.
`default_nettype none

module leaf_adapter #(
    parameter TIMING_BITS  = 5,         // width of `timing`: 5, with broadcasts 6 + TREES
    parameter ADDRESS_BITS = 4,         // L, bits of a label, 1 .. 20
    parameter LEAVES       = 16,        // words for labels from here on are discarded, 2 .. 2^L
    parameter LANES        = 1,         // c, wires each way, 1 .. 64
    parameter EXTERNAL     = 0,         // 1: labels have an outside bit on top; with TREES one that says `to all`
    parameter PAYLOAD_BITS = 32,        // P, 1 .. 65535
    parameter TAG_BITS     = 0,         // of acknowledgements, at least ceil(log2 LANES)
    parameter PLAIN        = 0,         // 1: for devices where every flip-flop has a LUT, and few have pins of their own
    // of a generalized fat tree (leaf_path.v); HEIGHT 0: a binary tree, the others do not count
    parameter HEIGHT       = 0,         // h, 0 .. 20
    parameter PATH_BITS    = 0,         // of the digits of the parents
    parameter [3*(HEIGHT > 0 ? HEIGHT : 1)-1:0] CHILD_BITS  = 0,
    parameter [3*(HEIGHT > 0 ? HEIGHT : 1)-1:0] PARENT_BITS = 0,
    parameter [(HEIGHT > 0 ? HEIGHT : 1)-1:0]   TURN_DIGIT  = 0,
    parameter [ADDRESS_BITS-1:0]                LAST_LABEL  = {ADDRESS_BITS{1'b1}}, // every digit at its largest
    parameter [(PATH_BITS > 0 ? PATH_BITS : 1)-1:0] LAST_PATH = {(PATH_BITS > 0 ? PATH_BITS : 1){1'b1}},
    parameter UP_ROUTING   = 0,         // parents by the destination (0), by the source (1), or at random (2)
    parameter DETOUR       = 0,         // 1: a word that was sent in vain may try the next lane, and parents at random
    parameter TREES        = 0,         // LANES: there are slots for broadcasts, by the spanning tree of one lane
    parameter GROUPS       = 0,         // of leaves that a broadcast can be for, 0 .. 64
    parameter GROUP_BITS   = 0          // of the number of a group, ceil(log2(GROUPS + 1)), at most L
) (
    input  wire                             clk,
    input  wire                             rst,            // `leaf_rst` of frame_timer, which is silent meanwhile
    input  wire [TIMING_BITS-1:0]           timing,         // from frame_timer, in step with all other leaves
    input  wire [ADDRESS_BITS+GROUPS-1:0]   address,        // label of this leaf and, above, of which groups it is, constant
    // the channel to the parent node
    output wire [LANES-1:0]                 up,
    output wire                             up_start,       // strobe: M bits are on `up`
    input  wire [LANES-1:0]                 down,
    input  wire                             down_start,
    // words to send
    input  wire [PAYLOAD_BITS-1:0]          s_axis_tdata,
    input  wire [ADDRESS_BITS+EXTERNAL-1:0] s_axis_tdest,
    input  wire                             s_axis_tvalid,
    output wire                             s_axis_tready,
    // words received
    output wire [PAYLOAD_BITS-1:0]          m_axis_tdata,
    output wire [ADDRESS_BITS+EXTERNAL+GROUP_BITS-1:0] m_axis_tuser,      // with groups: theirs on top
    output wire                             m_axis_tvalid,
    input  wire                             m_axis_tready
);
    localparam W         = ADDRESS_BITS + EXTERNAL;
    localparam P         = GROUP_BITS + PAYLOAD_BITS;       // the number of the group goes before the payload
    localparam LANE_BITS = $clog2(LANES);
    localparam SOURCE    = PATH_BITS + W + LANE_BITS;

    // Clocks of leaf_route, and of leaf_label where all labels name leaves and where not.
    localparam ONES         = ADDRESS_BITS - 1 + EXTERNAL;
    localparam ABOVE        = ADDRESS_BITS - CHILD_BITS[2:0];
    localparam PATH_CLOCKS  = ABOVE > 4 ? ($clog2(ABOVE) + 1) / 2 : 1;
    localparam ROUTE_CLOCKS = HEIGHT > 0 ? PATH_CLOCKS : ONES > 0 ? ($clog2(ONES) + 1) / 2 : 0;
    localparam OWN_CLOCKS   = ADDRESS_BITS <= 4 ? 1 : ($clog2(W) + 1) / 2;
    localparam NONE_CLOCKS  = LEAVES == 1 << ADDRESS_BITS ? 0
                            : HEIGHT > 4 ? 2 + ($clog2(HEIGHT) + 1) / 2 : HEIGHT > 0 ? 3
                            : ADDRESS_BITS <= 4 ? 0 : 2 + $clog2((ADDRESS_BITS + 3) / 4);
    localparam KNOWN_CLOCKS = OWN_CLOCKS > NONE_CLOCKS ? OWN_CLOCKS : NONE_CLOCKS;
    localparam LABEL_CLOCKS = ROUTE_CLOCKS > KNOWN_CLOCKS ? ROUTE_CLOCKS : KNOWN_CLOCKS;

    // ---- Timing ----------------------------------------------------------------------------------------------------

    wire load, load_body, load_tag, answering;

    leaf_strobes strobes (
        .clk(clk),
        .start(timing[0]),
        .body(timing[1]),
        .answer(timing[2]),
        .load(load),
        .load_body(load_body),
        .answering(answering),
        .up_start(up_start)
    );

    generate
        if (TAG_BITS > 0) begin : with_tag
            reg strobe;

            always @(posedge clk)
                strobe <= timing[3];
            assign load_tag = strobe;
        end else begin : without_tag
            assign load_tag = 1'b0;
        end
    endgenerate
    wire unused_timing = &{timing, random, 1'b0};

    // ---- Which parents to take ---------------------------------------------------------------------------------------

    // Digits at random: a shift register with feedback (x^16 + x^14 + x^13 + x^11 + 1), which starts differently at each leaf.
    wire [15:0] random;

    genvar i;
    generate
        if (UP_ROUTING == 2 && PATH_BITS > 0 || DETOUR != 0) begin : at_random
            localparam [15:0] SEED = 16'h1d05;
            reg  [15:0] state;
            wire [15:0] seed;

            // Labels of more than 15 bits do not all start differently. 0 would stay 0: bit 0 is always 1.
            assign seed[0] = SEED[0];
            for (i = 1; i < 16; i = i + 1) begin : seed_bit
                assign seed[i] = SEED[i] ^ address[(i - 1) % ADDRESS_BITS];
            end

            always @(posedge clk)
                if (rst)
                    state <= seed;
                else
                    state <= {state[14:0], state[15] ^ state[13] ^ state[12] ^ state[10]};
            assign random = state;
        end else begin : not_at_random
            assign random = 16'd0;
        end
    endgenerate

    // ---- What to send ------------------------------------------------------------------------------------------------

    wire [P-1:0] s_word;

    generate
        if (GROUPS > 0) begin : with_group
            // Of a broadcast the bits of the label name the group.
            assign s_word = {s_axis_tdest[GROUP_BITS-1:0] & {GROUP_BITS{s_axis_tdest[W-1]}}, s_axis_tdata};
        end else begin : without_group
            assign s_word = s_axis_tdata;
        end
    endgenerate

    // ---- Lanes -----------------------------------------------------------------------------------------------------

    wire [LANES-1:0]        word_valid, in_vain, settled, complete, turned;
    wire [LANES*W-1:0]      word_to;
    wire [LANES*P-1:0]      word;
    wire [LANES*SOURCE-1:0] source;
    wire [LANES*P-1:0]      payload;
    wire [LANES:0]          move;       // [i]: lane i stores the message of lane i + 1
    reg  [LANES-1:0]        full;       // lane i holds a message
    wire                    closed, turned_any;
    wire                    broadcast, hold_back;
    wire                    may_refuse; // a broadcast that has come
    wire                    not_open;   // a message is here, or none is to come before the next broadcast
    wire [LANES-1:0]        refuses;
    wire [LANES-1:0]        on_tree;
    wire [LANES-1:0]        arrived;    // a message is complete, and is not a broadcast that is yet to be judged
    wire [LANES-1:0]        confirmed;  // a broadcast that came by this lane is valid
    wire [LANES-1:0]        won;        // the own broadcast in this lane was received by all

    generate
        for (i = 0; i < LANES; i = i + 1) begin : lane
            localparam NEXT = i + 1 < LANES ? i + 1 : i;

            leaf_lane #(
                .ADDRESS_BITS(ADDRESS_BITS),
                .LEAVES(LEAVES),
                .EXTERNAL(EXTERNAL),
                .PAYLOAD_BITS(P),
                .TAG_BITS(TAG_BITS),
                .LABEL_BITS(W),
                .LANE_BITS(LANE_BITS),
                .LANE(i),
                .LABEL_CLOCKS(LABEL_CLOCKS),
                .PLAIN(PLAIN),
                .HEIGHT(HEIGHT),
                .PATH_BITS(PATH_BITS),
                .CHILD_BITS(CHILD_BITS),
                .PARENT_BITS(PARENT_BITS),
                .TURN_DIGIT(TURN_DIGIT),
                .LAST_LABEL(LAST_LABEL),
                .LAST_PATH(LAST_PATH),
                .UP_ROUTING(UP_ROUTING),
                .DETOUR(DETOUR),
                .TREES(TREES)
            ) wires (
                .clk(clk),
                .rst(rst),
                .start(timing[0]),
                .load(load),
                .random(random),
                .load_body(load_body),
                .load_tag(load_tag),
                .answering(answering),
                .broadcast(broadcast),
                .on_tree(on_tree[i] & (~answering | may_refuse)),
                .hold_back(hold_back),
                .refuses(refuses[i]),
                .address(address[ADDRESS_BITS-1:0]),
                .word_valid(word_valid[i]),
                .word_to(word_to[i*W +: W]),
                .word(word[i*P +: P]),
                .in_vain(in_vain[i]),
                .settled(settled[i]),
                .up(up[i]),
                .down(down[i]),
                .down_start(down_start),
                .complete(complete[i]),
                .source(source[i*SOURCE +: SOURCE]),
                .payload(payload[i*P +: P]),
                .closed(not_open),
                .turned(turned[i]),
                .turned_any(turned_any),
                .move(move[i+1]),
                .move_source(source[NEXT*SOURCE +: SOURCE]),
                .move_payload(payload[NEXT*P +: P])
            );
        end
    endgenerate

    // ---- Broadcasts ------------------------------------------------------------------------------------------------

    // All leaves hear the same broadcast, its sender too, who learns thereby that it was his that got through. Then all hear
    // whether anybody could not take it, and all take it or none does.
    generate
        if (TREES > 0) begin : broadcasts
            localparam L = ADDRESS_BITS;
            reg              level, refused, judged, waits;
            reg              blamed, owed, shut;
            reg  [1:0]       heard;
            reg  [LANES-1:0] tree;
            wire             pending;       // a broadcast has come
            wire             mine;          // and it was this leaf's own
            wire             concerned;     // it is to be taken here, if by all
            wire             judge = pending & heard[1] & ~refused;
            wire             had_turn;      // whoever was heard now gives way
            wire             renew;         // nothing is owed any more

            if (GROUPS > 0) begin : to_groups
                wire member;

                leaf_group #(
                    .LANES(LANES),
                    .ADDRESS_BITS(L),
                    .PATH_BITS(PATH_BITS),
                    .LANE_BITS(LANE_BITS),
                    .GROUPS(GROUPS),
                    .GROUP_BITS(GROUP_BITS)
                ) group (
                    .clk(clk),
                    .rst(rst),
                    .level(level),
                    .tree(tree),
                    .down(down),
                    .down_start(down_start),
                    .answering(answering),
                    .address(address[L-1:0]),
                    .members(address[L +: GROUPS]),
                    .heard(pending),
                    .member(member),
                    .mine(mine)
                );
                assign concerned  = member & ~mine;
                assign may_refuse = pending & concerned;
                // Also who was refused: or he would come through and be refused again and again, and no other group would hear
                // anything while a member of his is slow.
                assign had_turn   = pending & heard[1] & mine;

                // He comes back when the others have had their turn. Till then room is kept for him; unless, for it may be that
                // he has been cut off, four slots pass in which nobody broadcasts.
                wire      idle = level & down_start & ~answering & ~|(down & tree);
                reg       met;
                reg [1:0] idles;

                always @(posedge clk) begin
                    met   <= level & may_refuse & ~|refuses | idle & &idles;
                    idles <= (idles + {1'b0, idle}) & {2{owed}};
                end
                assign renew = met;
            end else begin : to_all
                reg              received;
                wire [LANES-1:0] other_sender;

                for (i = 0; i < LANES; i = i + 1) begin : sender
                    leaf_any #(
                        .WIDTH(L)
                    ) differs (
                        .clk(clk),
                        .in(source[i*SOURCE+LANE_BITS +: L] ^ address[L-1:0]),
                        .any(other_sender[i])
                    );
                end

                always @(posedge clk)
                    received <= (received | level & |(complete & tree)) & ~heard[1] & ~rst;
                // With no room it is not known what has come; so all refuse, even the sender.
                assign pending    = received;
                assign mine       = ~|(other_sender & tree);
                assign concerned  = ~mine;
                assign may_refuse = 1'b1;
                assign had_turn   = judge & mine;

                reg again;

                always @(posedge clk)
                    again <= level & load_body;
                assign renew = again;
            end

            always @(posedge clk) begin
                level   <= timing[5];
                tree    <= timing[6 +: LANES];
                judged  <= down_start & answering & level;
                heard   <= {heard[0], judged};
                if (down_start & answering)
                    refused <= |(down & tree);
                // Who has been heard gives way until nobody else wants to be.
                waits   <= (waits | had_turn) & ~(level & down_start & ~answering & ~|(down & tree)) & ~rst;
                // Who has refused one because of another message takes no more of those until the next slot for broadcasts, or a
                // slow reader with much to read would never hear one, and so nobody would.
                blamed  <= level & |refuses & may_refuse;
                owed    <= (owed | blamed & ~m_axis_tuser[W-1]) & ~renew & ~rst;
                shut    <= closed | owed & ~level;
            end
            assign not_open  = shut;
            assign broadcast = level;
            assign on_tree   = tree;
            assign hold_back = waits;
            assign arrived   = complete & ~{LANES{level}};
            assign confirmed = tree & {LANES{judge & concerned}};
            assign won       = tree & {LANES{judge & mine}};
        end else begin : no_broadcasts
            wire unused_refuses = &{refuses, 1'b0};

            assign not_open  = closed;
            assign may_refuse = 1'b1;
            assign broadcast = 1'b0;
            assign on_tree   = {LANES{1'b0}};
            assign hold_back = 1'b0;
            assign arrived   = complete;
            assign confirmed = {LANES{1'b0}};
            assign won       = {LANES{1'b0}};
        end
    endgenerate

    // ---- m_axis: the message of lane 0; the others move up ----------------------------------------------------------

    assign m_axis_tdata         = payload[PAYLOAD_BITS-1:0];
    assign m_axis_tuser[W-1:0]  = source[LANE_BITS +: W];
    generate
        if (GROUPS > 0) begin : group_received
            assign m_axis_tuser[W +: GROUP_BITS] = payload[PAYLOAD_BITS +: GROUP_BITS];
        end
    endgenerate
    assign m_axis_tvalid        = full[0];
    // move[i+1] frees lane i + 1 and fills lane i; so move[0] is the reader.
    assign move[0]       = m_axis_tready;
    assign move[LANES]   = 1'b0;

    generate
        if (LANES == 1) begin : one_lane
            // ---- s_axis, one lane ----------------------------------------------------------------------------------
            reg ready, tried;

            always @(posedge clk) begin
                // Whoever hears an acknowledgement has sent something.
                ready <= down_start & answering & (down[0] & ~broadcast | settled[0]) | won[0];
                full  <= full & ~move[0] | arrived | confirmed;
                if (down_start & answering)
                    tried <= s_axis_tvalid & ~down[0] & ~settled[0];
                if (rst) begin
                    full  <= 1'b0;
                    tried <= 1'b0;
                end
            end
            assign s_axis_tready = ready;
            assign word_valid    = s_axis_tvalid;
            assign word_to       = s_axis_tdest;
            assign word          = s_word;
            assign in_vain       = tried;
            assign closed        = full;
            assign turned_any    = turned;
            wire unused = &{load_tag, on_tree, 1'b0};
        end else begin : several_lanes
            // ---- s_axis, several lanes -----------------------------------------------------------------------------
            wire [LANES-1:0] take, acknowledged;
            reg  [LANES-1:0] done;
            wire             move_on;
            wire             at_tree;       // a word to all is where it can be sent
            reg  [LANES-1:0] won_it;
            reg              decided;
            reg  [LANES-1:0] down_now;
            reg              heard, answered, decide;

            leaf_dispatch #(
                .LANES(LANES),
                .ADDRESS_BITS(ADDRESS_BITS),
                .EXTERNAL(EXTERNAL),
                .DETOUR(DETOUR)
            ) dispatch (
                .clk(clk),
                .rst(rst),
                .s_axis_tdest(s_axis_tdest),
                .s_axis_tvalid(s_axis_tvalid),
                .s_axis_tready(s_axis_tready),
                .take(take),
                .pending(word_valid),
                .to(word_to),
                // By chance: else two leaves in each other's way would change lanes in step. Not behind a slot for
                // broadcasts, or a word might always be in the same lane when it is sent.
                .decided(decided & random[15] & ~at_tree & ~broadcast),
                .done(done),
                .move_on(move_on)
            );

            leaf_tags #(
                .LANES(LANES),
                .LANE_BITS(LANE_BITS),
                .TAG_BITS(TAG_BITS)
            ) tags (
                .clk(clk),
                .heard(heard),
                .bit_in(down_now),
                .acknowledged(acknowledged)
            );

            wire unused = &{source, 1'b0};      // the lanes' numbers

            // Messages of two slots must not mix, or they would overtake each other on their way to lane 0: so
            // all lanes are closed while one holds a message.
            leaf_any #(
                .WIDTH(LANES)
            ) any_full (
                .clk(clk),
                .in(full),
                .any(closed)
            );
            leaf_any #(
                .WIDTH(LANES)
            ) any_turned (
                .clk(clk),
                .in(turned),
                .any(turned_any)
            );

            wire [LANES-1:0] to_all;

            // Who gives way lets his other words move on, or with always something to say to all they would be stuck.
            assign at_tree = |(on_tree & word_valid & to_all) & ~hold_back;
            for (i = 0; i < LANES; i = i + 1) begin : words
                assign to_all[i] = TREES > 0 && word_to[i*W + W-1];
                reg [W-1:0] to;
                reg [P-1:0] data;
                reg         last_bit;
                reg         tried;
                localparam BEFORE = (i + LANES - 1) % LANES;

                always @(posedge clk) begin
                    if (take[i]) begin
                        to   <= s_axis_tdest;
                        data <= s_word;
                    end else if (move_on) begin
                        to   <= word_to[BEFORE*W +: W];
                        data <= word[BEFORE*P +: P];
                    end
                    tried    <= ~take[i] & (tried | move_on);
                    last_bit <= arrived[i] | confirmed[i];
                end
                assign word_to[i*W +: W] = to;
                assign word[i*P +: P]    = data;
                assign in_vain[i]        = tried;

                always @(posedge clk)
                    full[i] <= full[i] & ~move[i] & ~rst | last_bit | move[i+1];
            end
            for (i = 1; i < LANES; i = i + 1) begin : moves
                reg go;

                // Not before the sources have been answered and the last lane may have become full.
                always @(posedge clk)
                    go <= full[i] & ~full[i-1] & ~go & ~answered;
                assign move[i] = go;
            end

            always @(posedge clk) begin
                heard    <= down_start & answering;
                down_now <= down;
                answered <= answering;
                decide   <= timing[4];
                decided  <= decide;
                won_it   <= (won_it | won) & ~{LANES{decided | rst}};
                done     <= {LANES{decide}} & (acknowledged & ~{LANES{broadcast}} | settled | won_it);
            end
        end
    endgenerate
endmodule

`default_nettype wire
