// leaf_lane.v: one wire each way between a leaf and its channel: sends words as messages, receives messages.
//
//   word --> [ 1 | own label, lane | payload ] --> [ route ] --> [up] --> up
//        \-> [other] --------------------------------^  |
//              ^ to answer                              | a word for the own leaf: M stays 0, and the
//   source  ---+                                        v receiver listens to `up`
//   payload <-- [ payload ] <-- [ source ] <--- [bit] <-+-- down
//
//   A word waits at the input until its outcome is known, so nothing is copied and a retry is simply the next load.
//   No counters: what is sent is one shift register, loaded at once; what is received stops where its marker
//   bit arrives.
//   Latency: `load` to the M bit on `up` 1 clock, `down` to the last payload bit in its register 2 clocks.
`default_nettype none

module leaf_lane #(
    parameter ADDRESS_BITS = 4,         // L, bits of a label, 1 .. 20
    parameter LEAVES       = 16,        // labels from here on name no leaf, 2 .. 2^L
    parameter EXTERNAL     = 0,         // 1: labels have an outside bit on top, with TREES one that says `to all`
    parameter PAYLOAD_BITS = 32,        // at least 1
    parameter TAG_BITS     = 0,         // 0 .. LABEL_BITS + LANE_BITS; 0: acknowledgements have no tag
    parameter LABEL_BITS   = 4,         // ADDRESS_BITS + EXTERNAL
    parameter LANE_BITS    = 0,         // bits that name the lane, 0 for one lane
    parameter LANE         = 0,         // number of this lane
    parameter LABEL_CLOCKS = 1,         // until the route to a label and the meaning of it are known
    parameter PLAIN        = 0,         // 1: enable and clear by LUTs, which the flip-flops have anyway
    // of a generalized fat tree: see leaf_adapter.v
    parameter HEIGHT       = 0,
    parameter PATH_BITS    = 0,
    parameter [3*(HEIGHT > 0 ? HEIGHT : 1)-1:0] CHILD_BITS  = 0,
    parameter [3*(HEIGHT > 0 ? HEIGHT : 1)-1:0] PARENT_BITS = 0,
    parameter [(HEIGHT > 0 ? HEIGHT : 1)-1:0]   TURN_DIGIT  = 0,
    parameter [ADDRESS_BITS-1:0]                LAST_LABEL  = {ADDRESS_BITS{1'b1}},
    parameter [(PATH_BITS > 0 ? PATH_BITS : 1)-1:0] LAST_PATH = {(PATH_BITS > 0 ? PATH_BITS : 1){1'b1}},
    parameter UP_ROUTING   = 0,
    parameter DETOUR       = 0,
    parameter TREES        = 0          // for broadcasts: the top bit of a label says that all leaves are meant
) (
    input  wire                            clk,
    input  wire                            rst,         // synchronous, active high, a slot long; no load meanwhile
    // from the timing that all lanes share
    input  wire                            start,       // one clock before `load`
    input  wire [15:0]                     random,
    input  wire                            load,        // the M bits of a part are on `up` in the next clock
    input  wire                            load_body,   // the start bit of a data part is to follow the route
    input  wire                            load_tag,    // the start bit of an acknowledge part is to follow the route
    input  wire                            answering,   // between the arrivals of a data and an acknowledge part
    input  wire                            broadcast,   // the words chosen now, or sent, go to all leaves, ..
    input  wire                            on_tree,     // .. by this lane
    input  wire                            hold_back,   // others want to broadcast, too
    output wire                            refuses,     // a message of this slot could not be taken
    input  wire [ADDRESS_BITS-1:0]         address,     // of this leaf
    // the word to send: steady until its outcome
    input  wire                            word_valid,
    input  wire [LABEL_BITS-1:0]           word_to,
    input  wire [PAYLOAD_BITS-1:0]         word,
    input  wire                            in_vain,     // it has been sent before
    output wire                            settled,     // it needs no acknowledgement: it is delivered or discarded
    // the channel
    output reg                             up,
    input  wire                            down,
    input  wire                            down_start,
    // the message received
    output wire                            complete,    // pulse: the last payload bit is being shifted in
    output reg  [PATH_BITS+LABEL_BITS+LANE_BITS-1:0] source,      // steady until the next message is taken
    output reg  [PAYLOAD_BITS-1:0]         payload,
    input  wire                            closed,      // not to take a message: an earlier one is still here
    output reg                             turned,      // the message of this slot comes from the own leaf
    input  wire                            turned_any,  // this slot had such a message
    // the message of a neighbour to store instead, when there is nothing to receive
    input  wire                            move,
    input  wire [PATH_BITS+LABEL_BITS+LANE_BITS-1:0] move_source,
    input  wire [PAYLOAD_BITS-1:0]         move_payload
);
    localparam L = ADDRESS_BITS;
    localparam S = PATH_BITS + LABEL_BITS + LANE_BITS;
    localparam P = PAYLOAD_BITS;
    localparam LANE_WIDTH = LANE_BITS > 0 ? LANE_BITS : 1;
    localparam [LANE_WIDTH-1:0] LANE_NUMBER = LANE;

    // ---- What to send ----------------------------------------------------------------------------------------------

    reg  [LABEL_BITS-1:0]   other;      // who is to be sent to, or answered
    reg  [LABEL_CLOCKS-1:0] here;       // [k]: the word has been here for k + 1 clocks
    reg                     m;
    reg                     turn, turning;
    reg                     accepted;   // a message came in this slot, and is to be acknowledged
    wire                    own, none, away;
    wire [LABEL_CLOCKS:0]   here_next = {here, word_valid};
    // With L = 1 source and payload are loaded together with the M bit.
    wire                    turn_it   = L == 1 ? turn : turning;
    wire                    waiting   = here_next[LABEL_CLOCKS];

    leaf_label #(
        .ADDRESS_BITS(L),
        .LEAVES(LEAVES),
        .EXTERNAL(EXTERNAL),
        .HEIGHT(HEIGHT),
        .CHILD_BITS(CHILD_BITS),
        .LAST_LABEL(LAST_LABEL)
    ) label (
        .clk(clk),
        .address(address),
        .to(word_to),
        .own(own),
        .none(none),
        .away(away)
    );

    always @(posedge clk) begin
        other    <= to_top ? far : answering ? source[LANE_BITS +: LABEL_BITS] : word_to;
        here     <= here_next[LABEL_CLOCKS-1:0];
        m        <= answering ? answer : waiting & away & right_slot;
        accepted <= accepted & ~load_body | take & ~turned;
        // A word for the own leaf takes the place of a message from the network. Never in two slots in
        // a row, so that it cannot keep the network out.
        turn     <= waiting & own & ~closed & ~turned_any & ~to_top;
        if (load)
            turning <= turn;
        if (load_body)
            turned <= turn_it;
    end

    // ---- Broadcasts ------------------------------------------------------------------------------------------------

    // In a slot for broadcasts a message goes up to the root of a spanning tree, where one of all gets through, and from there
    // to all leaves. A leaf that cannot take it answers in the same way, and then it counts for nobody.
    wire                    to_top;     // in this slot
    wire [LABEL_BITS-1:0]   far;        // every digit differs, so the way leads to the top; the digits down do not matter
    wire                    right_slot; // for the word
    wire                    answer;

    generate
        if (TREES > 0) begin : broadcasts
            reg refused;

            always @(posedge clk)
                refused <= (refused & ~load_body | down_start & down & ~open & ~answering) & ~rst;
            assign refuses    = refused;
            assign to_top     = broadcast;
            assign far        = {1'b0, ~address};
            assign right_slot = broadcast ? word_to[LABEL_BITS-1] & on_tree & ~hold_back : ~word_to[LABEL_BITS-1];
            assign answer     = broadcast ? refused & on_tree : accepted;
        end else begin : no_broadcasts
            wire unused = &{broadcast, on_tree, hold_back, 1'b0};

            assign refuses    = 1'b0;
            assign to_top     = 1'b0;
            assign far        = {LABEL_BITS{1'b0}};
            assign right_slot = 1'b1;
            assign answer     = accepted;
        end
    endgenerate

    generate
        if (LEAVES == 1 << L) begin : all_labels
            wire unused = none;

            assign settled = turned;
        end else begin : some_labels
            reg discard;

            always @(posedge clk)
                discard <= turned | waiting & none;
            assign settled = discard;
        end
    endgenerate

    // ---- The sender ------------------------------------------------------------------------------------------------

    reg  [S+P:0] line;                  // start bit, source, payload; zeros follow
    wire [S+P:1] tag;
    wire [S+P:0] message = {1'b1, own_label, word};
    wire         first;
    wire [S-1:0] own_label;
    wire [(PATH_BITS > 0 ? PATH_BITS : 1)-1:0] path;

    generate
        if (EXTERNAL != 0) begin : with_outside
            assign own_label[LANE_BITS +: LABEL_BITS] = {to_top, address};
        end else begin : without_outside
            assign own_label[LANE_BITS +: LABEL_BITS] = address;
        end
        if (PATH_BITS > 0) begin : with_path
            // The parents of what was sent last: the source of a message begins with them, so that the answer can take
            // the same links back and is never lost.
            reg  [PATH_BITS-1:0] other_path, sent_path;
            wire [PATH_BITS-1:0] wish;

            leaf_parents #(
                .HEIGHT(HEIGHT),
                .LABEL_BITS(L),
                .PATH_BITS(PATH_BITS),
                .OFFSET(LANE_BITS),
                .LANE(LANE),
                .DETOUR(DETOUR),
                .UP_ROUTING(UP_ROUTING),
                .PARENT_BITS(PARENT_BITS),
                .LAST_PATH(LAST_PATH)
            ) parents (
                .address(address),
                .to(word_to[L-1:0]),
                .in_vain(in_vain),
                .random(random),
                .path(wish)
            );

            always @(posedge clk) begin
                // The root of the spanning tree: parent 0 above all lanes.
                other_path <= to_top ? {PATH_BITS{1'b0}} : answering ? source[S-1 -: PATH_BITS] : wish;
                if (load)
                    sent_path <= other_path;
            end
            assign path = other_path;
            assign own_label[S-1 -: PATH_BITS] = sent_path;
        end else begin : without_path
            wire unused = &{random, in_vain, DETOUR == 0, 1'b0};

            assign path = 1'b0;
        end
        if (LANE_BITS > 0) begin : with_lane
            assign own_label[LANE_WIDTH-1:0] = LANE_NUMBER;
        end
        if (TAG_BITS > 0) begin : with_tag
            assign tag = {load_tag, source[TAG_BITS-1:0] & {TAG_BITS{load_tag}}, {S+P-TAG_BITS-1{1'b0}}};
        end else begin : without_tag
            wire unused = load_tag;

            assign tag = {S+P{1'b0}};
        end
    endgenerate

    generate
        if (HEIGHT > 0) begin : general
            wire unused = &{other, 1'b0};

            leaf_path #(
                .HEIGHT(HEIGHT),
                .LABEL_BITS(L),
                .PATH_BITS(PATH_BITS),
                .CHILD_BITS(CHILD_BITS),
                .PARENT_BITS(PARENT_BITS),
                .TURN_DIGIT(TURN_DIGIT)
            ) route (
                .clk(clk),
                .start(start),
                .load(load),
                .address(address),
                .other(other[L-1:0]),
                .path(path),
                .tail(line[S+P]),
                .head(first)
            );
        end else begin : binary
            wire unused = &{start, path, PARENT_BITS, TURN_DIGIT, LAST_PATH, UP_ROUTING == 0, 1'b0};

            leaf_route #(
                .ADDRESS_BITS(L),
                .EXTERNAL(EXTERNAL)
            ) route (
                .clk(clk),
                .load(load),
                .address(address),
                .other(other),
                .tail(line[S+P]),
                .head(first)
            );
        end
    endgenerate


    generate
        if (PLAIN != 0) begin : load_by_luts
            always @(posedge clk)
                line[S+P:1] <= message[S+P:1] & {S+P{load_body}} | (line[S+P-1:0] | tag) & {S+P{~load_body}};
        end else begin : load_by_pins
            always @(posedge clk)
                line[S+P:1] <= load_body ? message[S+P:1] : line[S+P-1:0] | tag;
        end
    endgenerate

    always @(posedge clk) begin
        // As a gate: a multiplexer would become a reset with an inverter before it.
        line[0] <= load_body & message[0];
        up <= load ? m : first;
    end

    // ---- The receiver ----------------------------------------------------------------------------------------------

    localparam [P-1:0] MARKER = 1;
    wire [S:0] source_next  = {source, bit_now};
    wire [P:0] payload_next = {payload, bit_now};
    reg        bit_now;
    reg        open;
    reg        turn_now;
    reg        take;                    // a message begins with the bit after `bit_now`
    reg        in_source, in_payload;   // where `bit_now` goes
    reg        clear;                   // drives nothing but resets, so that it can stand where a global buffer is

    assign complete = in_payload & payload_next[P];

    // A word for the own leaf comes with its route, whose last bit may be a 1: that of a generalized fat tree may be one longer
    // than the way of the start bit past the ways up. There the receiver waits until it has passed.
    generate
        if (HEIGHT > 1) begin : wait_for_route
            reg turn_soon;

            always @(posedge clk) begin
                turn_soon <= load_body & turn_it;
                turn_now  <= turn_soon;
            end
        end else begin : at_once
            always @(posedge clk)
                turn_now <= load_body & turn_it;
        end
    endgenerate

    always @(posedge clk) begin
        bit_now  <= turned ? up : down;
        open     <= ~closed & ~turned & ~answering & ~rst;
        take     <= down_start & down & open | turn_now;

        // The source is complete when its start bit, the first 1, leaves at the top; the payload, when the marker does.
        // All these registers are driven by flip-flops directly, without a LUT before clock enable or reset.
        in_source  <= (take | in_source & ~source_next[S]) & ~rst;
        in_payload <= in_source & source_next[S] | in_payload & ~payload_next[P];
        if (rst)
            in_payload <= 1'b0;
        clear <= take;
    end

    generate
        if (PLAIN != 0 && LANE_BITS == 0) begin : by_luts
            // Gates: multiplexers would become clock enables and resets, and the flip-flops of a tile must share them.
            wire unused = &{move, move_source, move_payload, 1'b0};

            always @(posedge clk) begin
                source  <= (in_source ? source_next[S-1:0] : source) & {S{~take}};
                payload <= (in_payload ? payload_next[P-1:0] : payload) & {P{~clear}} | MARKER & {P{clear}};
            end
        end else begin : by_pins
            always @(posedge clk) begin
                if (take)
                    source <= {S{1'b0}};
                else if (move)
                    source <= move_source;
                else if (in_source)
                    source <= source_next[S-1:0];

                if (clear)
                    payload <= MARKER;
                else if (move)
                    payload <= move_payload;
                else if (in_payload)
                    payload <= payload_next[P-1:0];
            end
        end
    endgenerate
endmodule

`default_nettype wire
