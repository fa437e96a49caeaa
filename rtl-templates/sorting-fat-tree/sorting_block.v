// sorting_block: a block of a sorting fat-tree: m x m terminals on m wires each way, but for the sorter of its words.
//
//   terminals --> sorter --> places --> up             places p, p + m, p + 2 m, .. are a chain to wire p
//                               \--turned--\
//   terminals <-- buses (rings) <----------+-- down
//
//   `order`: all words pass the sorter, and are in order of (none, far, batch, rest). Then the words of the block itself leave in
//   waves and turn onto the buses. Behind each `send` the words of batch `batch` leave in waves: each wire whose first word is of
//   the batch sends it, and its chain moves on.
//
//   A word on a bus: bits that distinguish the block's terminals, source, payload. A bus is a ring as long as such a word. At a
//   beat of each turn all terminals look at the label; who has room takes the word of the lowest bus that has one for it. Words
//   that nobody takes go round, and `room` is low until no word does.
`default_nettype none

module sorting_block #(
    parameter LABEL_BITS   = 4,
    parameter SIDE_BITS    = 1,             // log2 m; LABEL_BITS - 2 SIDE_BITS nodes are above
    parameter PAYLOAD_BITS = 32,
    parameter BATCH_BITS   = 1,             // 0: there is one batch
    parameter WAVE         = 46,            // clocks from wave to wave less one, at least the bits of a place
    parameter ORDER        = 48,            // that all words take through the sorter: bits of a place, and its latency
    parameter WAVE_BITS    = 6,             // of numbers up to the greater of both
    parameter RING         = 38,            // bits of a bus; at least 2 SIDE_BITS + 5, and those of a word
    parameter RING_BITS    = 6,
    parameter DELAY        = 4              // of ranks: see sorting_ranks.v
) (
    input  wire                                         clk,
    input  wire                                         rst,        // synchronous, active high
    input  wire [LABEL_BITS-2*SIDE_BITS-1:0]            address,    // the label bits that all terminals here share
    // strobes
    input  wire                                         round,
    input  wire                                         rises,
    input  wire                                         order,
    input  wire                                         send,       // the M bits of batch `batch` are due in the next clock
    input  wire [(BATCH_BITS > 0 ? BATCH_BITS : 1)-1:0] batch,
    input  wire                                         step,
    input  wire                                         opens,
    output reg                                          done,       // all words of the batch have left
    output reg                                          wish,       // a word waits for a round
    // ranks
    input  wire                                         count_first,    // the first bit of `sum` of each terminal
    output wire                                         sum,
    output wire                                         sum_first,
    input  wire                                         prefix,
    input  wire                                         prefix_first,
    // the network
    output reg  [(1<<SIDE_BITS)-1:0]                    up,
    output reg                                          up_start,   // M bits are on `up`
    input  wire [(1<<SIDE_BITS)-1:0]                    down,
    input  wire                                         down_start, // likewise
    output reg                                          room,       // for a wave
    // the sorter
    output wire                                         sorter_start,
    output wire [(1<<2*SIDE_BITS)-1:0]                  fed,
    input  wire [(1<<2*SIDE_BITS)-1:0]                  sorted,
    // the leaves
    input  wire [(PAYLOAD_BITS<<2*SIDE_BITS)-1:0]       s_axis_tdata,
    input  wire [(LABEL_BITS<<2*SIDE_BITS)-1:0]         s_axis_tdest,
    input  wire [(1<<2*SIDE_BITS)-1:0]                  s_axis_tvalid,
    output wire [(1<<2*SIDE_BITS)-1:0]                  s_axis_tready,
    output wire [(PAYLOAD_BITS<<2*SIDE_BITS)-1:0]       m_axis_tdata,
    output wire [(LABEL_BITS<<2*SIDE_BITS)-1:0]         m_axis_tuser,
    output wire [(1<<2*SIDE_BITS)-1:0]                  m_axis_tvalid,
    input  wire [(1<<2*SIDE_BITS)-1:0]                  m_axis_tready
);
    localparam SIDE      = 1 << SIDE_BITS;
    localparam NEAR_BITS = 2 * SIDE_BITS;       // of a label: those that distinguish the block's terminals
    localparam ALL       = 1 << NEAR_BITS;
    localparam KEY       = BATCH_BITS + 2;
    localparam CLIMB     = LABEL_BITS - NEAR_BITS;
    localparam PLACE     = KEY + CLIMB + 2 * LABEL_BITS + PAYLOAD_BITS;
    localparam WORD      = PLACE - KEY;         // behind M
    genvar i, w, l, v;

    // ---- places ----------------------------------------------------------------------------------------------------

    reg               sorting;              // bits pass the sorter
    reg  [SIDE-1:0]   moving;               // chains
    reg               shows;                // their bits are of a word
    reg               near;                 // words of the block leave
    reg               runs, tries;
    reg  [WAVE_BITS-1:0] beat;           // of a wave, or of the sort
    reg  [SIDE-1:0]   turned;
    reg               turned_start;
    wire [ALL*KEY-1:0] keys;
    wire [ALL-1:0]    none, climb_bits, label_bits, sums, prefixes;
    wire [SIDE-1:0]   due;
    wire [KEY-1:0]    wanted;
    wire              ends = runs & beat == (sorting ? ORDER[WAVE_BITS-1:0] : WAVE[WAVE_BITS-1:0]);
    wire              go   = (send | tries) & (|due) & (room | ~near);

    assign sorter_start = order;
    assign fed          = none;
    generate
        if (BATCH_BITS > 0) begin : batches
            assign wanted = {1'b0, ~near, batch};
        end else begin : single
            wire unused = batch;

            assign wanted = {1'b0, ~near};
        end
        for (w = 0; w < SIDE; w = w + 1) begin : head
            assign due[w] = keys[w*KEY +: KEY] == wanted;
        end
    endgenerate

    always @(posedge clk) begin
        sorting <= order | (sorting & ~ends);
        near    <= order | (near & ~(tries & ~(|due)));
        runs    <= order | go | (runs & ~ends);
        beat    <= order | go ? {{WAVE_BITS-1{1'b0}}, 1'b1} : beat + 1'b1;
        tries   <= ends | (tries & (|due) & ~go);
        if (go)
            moving <= due;
        else if (beat == PLACE[WAVE_BITS-1:0])
            moving <= {SIDE{1'b0}};
        shows        <= go | (shows & beat != WORD[WAVE_BITS-1:0]);
        up           <= {SIDE{~near}} & ((due & {SIDE{go}}) | (moving & climb_bits[SIDE-1:0] & {SIDE{shows}}));
        turned       <= {SIDE{near}} & ((due & {SIDE{go}}) | (moving & label_bits[SIDE-1:0] & {SIDE{shows}}));
        up_start     <= go & ~near;
        turned_start <= go & near;
        done         <= ~(order | send | runs | tries);
        wish         <= ~rises & ~(&none);
        if (rst) begin
            {sorting, near, runs, tries, shows, up_start, turned_start, wish} <= 8'd0;
            done   <= 1'b1;
            beat   <= {WAVE_BITS{1'b0}};
            moving <= {SIDE{1'b0}};
            up     <= {SIDE{1'b0}};
            turned <= {SIDE{1'b0}};
        end
    end

    // ---- buses -----------------------------------------------------------------------------------------------------

    reg  [RING_BITS-1:0] turn;              // the beat of a ring
    reg                  again;             // words go round: not the first turn
    reg                  look;
    reg  [SIDE-1:0]      waits;             // words that nobody has taken
    wire                 starts = down_start | turned_start;
    wire [SIDE-1:0]      taken;
    wire [SIDE*NEAR_BITS-1:0] labels;
    wire [SIDE-1:0]      bits;
    wire [ALL*SIDE-1:0]  takes;
    localparam [31:0]    LAST = RING - 2;

    always @(posedge clk) begin
        waits <= starts ? down | turned : waits & ~taken;
        again <= ~starts & (again | turn == RING[RING_BITS-1:0]);
        look  <= turn == NEAR_BITS[RING_BITS-1:0] & ~room;
        if (starts | turn == RING[RING_BITS-1:0])
            turn <= {{RING_BITS-1{1'b0}}, 1'b1};
        else if (~room)
            turn <= turn + 1'b1;
        room <= ~starts & (room | (turn == LAST[RING_BITS-1:0] & ~(|waits)));
        if (rst) begin
            {again, look, room} <= 3'b001;
            turn  <= {RING_BITS{1'b0}};
            waits <= {SIDE{1'b0}};
        end
    end

    generate
        for (w = 0; w < SIDE; w = w + 1) begin : bus
            reg  [RING-1:0] ring;
            wire [ALL-1:0]  takers;

            always @(posedge clk)
                ring <= {ring[RING-2:0], again ? ring[RING-1] : down[w] | turned[w]};
            assign labels[w*NEAR_BITS +: NEAR_BITS] = ring[NEAR_BITS-1:0];
            assign bits[w]  = ring[1];
            assign taken[w] = |takers;
            for (i = 0; i < ALL; i = i + 1) begin : by
                assign takers[i] = takes[i*SIDE+w];
            end
        end
    endgenerate

    // ---- terminals -------------------------------------------------------------------------------------------------

    generate
        for (i = 0; i < ALL; i = i + 1) begin : member
            localparam [31:0] NUMBER = i;
            wire              behind;

            if (i + SIDE < ALL) begin : chained
                assign behind = none[i+SIDE];
            end else begin : last
                assign behind = 1'b1;
            end
            assign none[i] = keys[i*KEY+KEY-1];
            sorting_member #(
                .LABEL_BITS(LABEL_BITS), .SIDE_BITS(SIDE_BITS), .PAYLOAD_BITS(PAYLOAD_BITS), .BATCH_BITS(BATCH_BITS)
            ) terminal (
                .clk(clk), .rst(rst), .address({address, NUMBER[NEAR_BITS-1:0]}), .round(round), .rises(rises), .order(order), .step(step),
                .opens(opens), .prefix(prefixes[i]), .sum(sums[i]), .moves(sorting | moving[i%SIDE]), .from(sorting ? sorted[i] : behind),
                .key(keys[i*KEY +: KEY]), .climb_bit(climb_bits[i]), .label_bit(label_bits[i]), .asks(waits & {SIDE{look}}),
                .labels(labels), .bits(bits), .takes(takes[i*SIDE +: SIDE]),
                .s_axis_tdata(s_axis_tdata[i*PAYLOAD_BITS +: PAYLOAD_BITS]), .s_axis_tdest(s_axis_tdest[i*LABEL_BITS +: LABEL_BITS]),
                .s_axis_tvalid(s_axis_tvalid[i]), .s_axis_tready(s_axis_tready[i]),
                .m_axis_tdata(m_axis_tdata[i*PAYLOAD_BITS +: PAYLOAD_BITS]), .m_axis_tuser(m_axis_tuser[i*LABEL_BITS +: LABEL_BITS]),
                .m_axis_tvalid(m_axis_tvalid[i]), .m_axis_tready(m_axis_tready[i])
            );
        end
    endgenerate

    // ---- ranks: a tree of adders, as the nodes above have; adder v has the children 2 v and 2 v + 1, terminals are ALL + i -----------

    generate
        if (BATCH_BITS > 0) begin : ranked
            wire [2*ALL-1:1] up_sum, up_first, down_prefix;
            wire [ALL-1:0]   down_first;            // of adder v to its children; [0]: to the topmost

            assign sum            = up_sum[1];
            assign sum_first      = up_first[1];
            assign down_prefix[1] = prefix;
            assign down_first[0]  = prefix_first;
            for (l = 0; l < NEAR_BITS; l = l + 1) begin : level
                for (v = 1 << l; v < 2 << l; v = v + 1) begin : place
                    sorting_ranks #(.DELAY(DELAY + 2 * l)) adder (
                        .clk(clk), .rst(rst), .prefix(down_prefix[v]), .prefix_first(down_first[v/2]), .sum(up_sum[v]), .sum_first(up_first[v]),
                        .child_sum(up_sum[2*v+1:2*v]), .child_sum_first(up_first[2*v]), .child_prefix(down_prefix[2*v+1:2*v]),
                        .child_prefix_first(down_first[v])
                    );
                end
            end
            for (i = 0; i < ALL; i = i + 1) begin : leaf
                assign up_sum[ALL+i]   = sums[i];
                assign up_first[ALL+i] = count_first;
                assign prefixes[i]     = down_prefix[ALL+i];
            end
            wire unused = &{up_first, down_first, 1'b0};
        end else begin : unranked
            wire unused = &{sums, count_first, prefix, prefix_first, 1'b0};

            assign sum       = 1'b0;
            assign sum_first = 1'b0;
            assign prefixes  = {ALL{1'b0}};
        end
    endgenerate
    wire unused_bits = &{keys, climb_bits, label_bits, 1'b0};
endmodule

`default_nettype wire
