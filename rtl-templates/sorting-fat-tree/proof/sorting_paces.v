// sorting_paces: sorting_pace.v announces batches and levels to terminals: each once, in its clock.
//
//   Stages are numbered from 0 on from each ROUND. Of stages 0, 2, .. 2 B - 2, and of no others, the terminals have to
//   send, with the number of the batch, 0, 1, .. B - 1; and the node that a batch begins. Blocks put their words in order in a
//   stage before these. Stages come at least 6 clocks apart, as sorting_times.v has it, and none with a ROUND or right behind
//   it. A step comes behind each RANK, and when the bits of each level's number have come. The terminals begin with the first
//   level behind each ROUND, and when the numbers of the first level come. Bits of numbers wait until the terminals can take
//   them. By induction over the clocks: nothing is claimed before the first reset, so a claim that holds still holds (still.v).
//   The registers are in view.
//! proves sorting_pace as paces
//! what "pace of two terminals"
//! claim "each batch and each level is announced once, in its clock"
//! steps (BATCH_BITS > 0 ? BATCH_BITS : 1) + WAIT + 3
//! skip (BATCH_BITS > 0 ? BATCH_BITS : 1) + WAIT + 2
//! cells 40
//! watches still
//! expose rising
//! expose odd
//! expose begun
//! expose ranked.asked when BATCH_BITS > 0
//! expose blocks.unordered when BLOCKS
//! show parts "claims that held, of 0 to 5"
//! show stage_shown "bits of the number of stages of the round"
`default_nettype none

module sorting_paces #(
    parameter BATCH_BITS = 2,
    parameter BLOCKS     = 0,           // of sorting_pace.v
    parameter WAIT       = 0,
    parameter BITS       = BATCH_BITS > 0 ? BATCH_BITS : 1
) (
    input  wire            clk,
    // free in every clock
    input  wire            rst, any_round, any_stage, rank, prefix_first,
    input  wire [1:0]      prefix,
    // the claim, and values to show if it fails
    output wire            ok,
    output wire [5:0]      parts,
    output wire [15:0]     stage_shown
);
    localparam BATCHES = 1 << BATCH_BITS, GAP = 6;

    reg         begun;
    reg         in_round;
    reg  [15:0] stages;                 // of the round that have begun, at most 2 B
    reg  [15:0] gap;                    // clocks since the last ROUND or stage, at most GAP
    reg  [4:0]  sending;                // [k]: the terminals' stage came k + 1 clocks ago, and a batch's it was
    reg  [15:0] index;                  // of that batch
    reg         round_1, stage_1, rank_1, rank_2, asks, opens_due;
    reg  [1:0]  prefix_1, prefix_2;
    reg  [BITS+WAIT:0] firsts;          // [k]: the first bit came k + 1 clocks ago
    reg         fresh, order_due;       // blocks: no stage of the round has begun

    wire        round = any_round && gap == GAP;
    wire        stage = any_stage && gap == GAP && !round;
    wire        counts = stage_1 && !fresh;
    wire        batch_begins = counts && in_round && !stages[0] && stages < 2 * BATCHES;

    wire            sum_first, child_batch, child_round, child_stage, send, step, opens, rising, odd;
    wire [BITS-1:0] batch;
    wire [1:0]      child_prefix;
    wire [3:0]      begins;

    wire            asked, fresh_now, order, rises;
    wire [BITS+WAIT+1:0] all_firsts = {firsts, prefix_first};
    wire            comes = all_firsts[WAIT];           // WAIT clocks ago

    `define COMMON_PORTS \
        .order(order), .rises(rises), \
        .clk(clk), .rst(rst), .round(round), .stage(stage), .rank(rank), .prefix(prefix), .prefix_first(prefix_first), \
        .sum_first(sum_first), .child_batch(child_batch), .child_round(child_round), .child_stage(child_stage), .send(send), \
        .batch(batch), .step(step), .opens(opens), .child_prefix(child_prefix), .rising(rising), .odd(odd), .begun(begins)
    generate
        if (BATCH_BITS > 0 && BLOCKS != 0) begin : several_of_blocks
            circuit circuit (`COMMON_PORTS, .\ranked.asked (asked), .\blocks.unordered (fresh_now));
        end else if (BATCH_BITS > 0) begin : several
            circuit circuit (`COMMON_PORTS, .\ranked.asked (asked));
            assign fresh_now = fresh;
        end else if (BLOCKS != 0) begin : one_of_blocks
            circuit circuit (`COMMON_PORTS, .\blocks.unordered (fresh_now));
            assign asked = asks;
        end else begin : one
            circuit circuit (`COMMON_PORTS);
            assign {asked, fresh_now} = {asks, fresh};
        end
    endgenerate

    always @(posedge clk) begin
        {round_1, stage_1} <= {round, stage};
        gap <= round || stage ? 16'd1 : gap == GAP ? GAP : gap + 16'd1;
        if (counts && stages < 2 * BATCHES)
            stages <= stages + 16'd1;
        if (batch_begins)
            index <= stages >> 1;
        if (round_1)
            {in_round, stages} <= {1'b1, 16'd0};
        sending   <= {sending, batch_begins};
        {rank_1, rank_2, prefix_1, prefix_2} <= {rank, rank_1, prefix, prefix_1};
        firsts    <= {firsts, prefix_first};
        asks      <= rank || asks && !comes;
        opens_due <= round_1 || asks && comes;
        order_due <= stage_1 && fresh;
        fresh     <= BLOCKS != 0 && (round_1 || fresh && !stage_1);
        if (rst) begin
            begun <= 1'b1;
            {in_round, round_1, stage_1, asks, opens_due, rank_1, rank_2, prefix_1, prefix_2, fresh, order_due} <= 13'd0;
            sending <= 5'd0;
            firsts  <= {BITS+WAIT+1{1'b0}};
            {stages, index, gap} <= {32'd0, 16'd1};
        end
    end

    wire more = in_round && stages < 2 * BATCHES;
    wire ranked = BATCH_BITS > 0;

    assign stage_shown = stages;
    assign parts = {
        stages <= 2 * BATCHES && gap <= GAP && gap != 16'd0 && index < BATCHES && (!(stage_1 || round_1) || gap == 16'd1)
            && !(round_1 && stage_1) && begins == sending[3:0] && (sending & ~(16'd1 << gap >> 2)) == 16'd0,
        rising == more && rises == more && order == order_due && fresh_now == fresh && (!fresh || in_round && stages == 16'd0)
            && (!more || odd == stages[0]),
        {child_round, child_stage, send, child_batch} == {round_1, stage_1, sending[3], sending[1]},
        !ranked || (!more || batch == stages >> 1) && (sending == 5'd0 || in_round && stages[0] && index == stages >> 1),
        !send || !ranked || batch == index,
        !ranked || step == (rank_1 || firsts[BITS+WAIT]) && opens == opens_due && asked == asks && sum_first == rank_2
            && (BLOCKS != 0 || child_prefix == prefix_2)
    };
    still #(.CLOCKS(BITS + WAIT + 2)) all (.clk(clk), .claim(!begun || &parts), .ok(ok));
endmodule

`default_nettype wire
