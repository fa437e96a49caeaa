// batch_timer: says what a pruned butterfly does when, at its root. It sees no words: only whether all leaves are ready and
// one wishes for a round, and of each stage the largest number of batches of a subtree.
//
//   A round is ROUND (1 1 1), then for each stage COUNT (1 0 1) and as many SLOTs (1 1 0) as batches. Clocks from start bit
//   to start bit:
//     ROUND to the first COUNT        3
//     COUNT to the first SLOT         FIRSTS[stage]
//     SLOT to SLOT                    PERIODS[stage]
//     the last SLOT to COUNT          DRAINS[stage]; behind the last stage, a ROUND at least REST clocks later
//     COUNT to COUNT if no word goes  as soon as this is known
`default_nettype none

module batch_timer #(
    parameter STAGES     = 2,
    parameter STAGE_BITS = 1,
    parameter COUNT_BITS = 5,
    parameter CLOCK_BITS = 9,
    parameter REST       = 7,
    parameter [STAGES*CLOCK_BITS-1:0] FIRSTS  = {STAGES*CLOCK_BITS{1'b1}},  // all of them at least 3, stage 0 lowest
    parameter [STAGES*CLOCK_BITS-1:0] PERIODS = {STAGES*CLOCK_BITS{1'b1}},
    parameter [STAGES*CLOCK_BITS-1:0] DRAINS  = {STAGES*CLOCK_BITS{1'b1}}
) (
    input  wire clk,
    input  wire rst,                    // synchronous, active high
    input  wire ready,                  // all leaves are
    input  wire wish,                   // a leaf does
    input  wire max,                    // batches, most significant bit first
    input  wire max_valid,
    output wire command,
    output wire rests                   // a round may begin, but for a wish
);
    localparam RESTING = 2'd0, STARTS = 2'd1, COUNTS = 2'd2, SENDS = 2'd3;
    localparam AHEAD = 2;               // clocks from `clocks` being set to n until `over`, less n
    localparam TO_COUNT = 3;            // clocks of a command

    reg  [1:0]            state;
    reg  [STAGE_BITS-1:0] stage;
    reg  [CLOCK_BITS-1:0] clocks;
    reg                   over;         // `clocks` have passed
    reg                   rested;
    reg  [2:0]            bits;         // of the command
    reg  [COUNT_BITS-1:0] left;         // batches that are to be sent
    reg                   some;         // batches are
    reg                   seen, seen_valid, was_valid;
    wire                  last_stage = {{32-STAGE_BITS{1'b0}}, stage} == STAGES - 1;
    wire                  none = was_valid & ~seen_valid & ~some;
    wire                  go = rests & wish;
    wire                  send = over & (state == COUNTS | (state == SENDS & some));
    wire                  ends = (over & state == SENDS & ~some) | (state == COUNTS & none);
    wire                  count = (over & state == STARTS) | (ends & ~last_stage);
    wire [STAGE_BITS-1:0] next_stage = ends ? stage + 1'b1 : stage;
    wire                  last = left == {{COUNT_BITS-1{1'b0}}, 1'b1};
    wire [CLOCK_BITS-1:0] first = FIRSTS[next_stage*CLOCK_BITS +: CLOCK_BITS];
    wire [CLOCK_BITS-1:0] period = PERIODS[stage*CLOCK_BITS +: CLOCK_BITS];
    wire [CLOCK_BITS-1:0] drain = DRAINS[stage*CLOCK_BITS +: CLOCK_BITS];

    assign command = bits[2];
    assign rests   = state == RESTING & (over | rested) & ready;

    always @(posedge clk) begin
        seen       <= max;
        seen_valid <= max_valid;
        was_valid  <= seen_valid;
        bits       <= {bits[1:0], 1'b0};
        over       <= clocks == {CLOCK_BITS{1'b0}};
        clocks     <= clocks - 1'b1;
        if (seen_valid) begin
            left <= {left[COUNT_BITS-2:0], seen};
            some <= some | seen;
        end
        if (over)
            rested <= 1'b1;
        if (go) begin
            bits   <= 3'b111;
            stage  <= {STAGE_BITS{1'b0}};
            state  <= STARTS;
            clocks <= TO_COUNT - AHEAD;
            over   <= 1'b0;
        end
        if (send) begin
            bits   <= 3'b110;
            left   <= left - 1'b1;
            some   <= ~last;
            state  <= SENDS;
            clocks <= (last ? drain : period) - AHEAD;
            over   <= 1'b0;
        end
        if (ends) begin
            stage  <= next_stage;
            state  <= RESTING;
            rested <= 1'b0;
            clocks <= REST - AHEAD;
            over   <= 1'b0;
        end
        if (count) begin
            bits   <= 3'b101;
            some   <= 1'b0;
            state  <= COUNTS;
            clocks <= first - AHEAD;
            over   <= 1'b0;
        end
        if (rst) begin
            {state, rested, over, bits, some} <= {RESTING, 6'd0};
            {seen_valid, was_valid} <= 2'd0;
            clocks <= REST - AHEAD;
        end
    end
endmodule

`default_nettype wire
