// batch_timer: says what a pruned butterfly does when, at its root. It sees no words: only whether all leaves are ready and
// one wishes for a round, and of each stage the largest number of batches of a subtree.
//
//   A round is ROUND (1 1 1), then for each stage COUNT (1 0 1) and as many SLOTs (1 1 0) as batches. Clocks from start bit
//   to start bit:
//     ROUND to the first COUNT         3
//     COUNT to the first SLOT          FIRSTS[stage] + 5; of stage 0 it counts from ROUND
//     SLOT to SLOT                     PERIODS[stage] + 5
//     the last SLOT to the next COUNT  DRAINS[stage] + 5; behind the last stage a ROUND follows, at least REST + 5 later
//     COUNT to COUNT if no word goes   as soon as this is known
`default_nettype none

module batch_timer #(
    parameter STAGES     = 2,
    parameter STAGE_BITS = 1,
    parameter COUNT_BITS = 5,
    parameter CLOCK_BITS = 9,
    parameter REST       = 7,
    // stage 0 lowest
    parameter [STAGES*CLOCK_BITS-1:0] FIRSTS  = {STAGES*CLOCK_BITS{1'b1}},
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
    output wire vacant                  // a round may begin, but for a wish
);
    reg                   resting, counting, sending;
    reg                   rested;       // long enough
    reg  [STAGE_BITS-1:0] stage;
    reg                   last_stage;
    reg  [5:0]            bits;         // of commands
    reg  [COUNT_BITS-1:0] left;         // batches that are to be sent
    reg  [COUNT_BITS-1:0] fewer;        // one less
    reg                   some;         // there are any
    reg                   last;         // there is one
    reg                   seen, seen_valid;
    reg                   none;         // the number of batches is known, and is 0

    // The clocks until the next event: looked up, chosen, and from the fifth on counted down.
    reg  [CLOCK_BITS-1:0] first, period, drain, chosen, clocks;
    reg                   sent, sent_last, rests;   // what the event was: SLOT, the last SLOT, the end of a round
    reg  [2:0]            set;          // [k]: it was k + 1 clocks ago
    reg                   over;

    wire go    = vacant & wish;
    wire send  = over & (counting | (sending & some));
    wire ends  = (over & sending & ~some) | (none & counting);
    wire event_now = go | send | ends;

    // An index that is a product would become a multiplier.
    function [CLOCK_BITS-1:0] of_stage;
        input [STAGES*CLOCK_BITS-1:0] list;
        input [STAGE_BITS-1:0]        number;
        integer                       k;
        begin
            of_stage = {CLOCK_BITS{1'b0}};
            for (k = 0; k < STAGES; k = k + 1)
                if (number == k[STAGE_BITS-1:0])
                    of_stage = list[k*CLOCK_BITS +: CLOCK_BITS];
        end
    endfunction

    assign command = bits[5];
    assign vacant  = resting & (over | rested) & ready;

    always @(posedge clk) begin
        first      <= of_stage(FIRSTS, stage);
        period     <= of_stage(PERIODS, stage);
        drain      <= of_stage(DRAINS, stage);
        chosen     <= rests ? REST : sent_last ? drain : sent ? period : first;
        set        <= {set[1:0], event_now};
        clocks     <= set[2] ? chosen : clocks - 1'b1;
        over       <= clocks == {CLOCK_BITS{1'b0}} & set == 3'd0 & ~event_now;
        last_stage <= {{32-STAGE_BITS{1'b0}}, stage} == STAGES - 1;
        last       <= left == {{COUNT_BITS-1{1'b0}}, 1'b1};
        fewer      <= left - 1'b1;
        seen       <= max;
        seen_valid <= max_valid;
        none       <= seen_valid & ~max_valid & ~some & ~seen;
        // no command comes before the last one has left
        bits       <= {bits[4] | go | send | (ends & ~last_stage), bits[3] | go | send, bits[2] | go | (ends & ~last_stage),
                       bits[1] | go, bits[0], go};
        rested     <= resting & (rested | over) & ~go;
        if (seen_valid) begin
            left <= {left[COUNT_BITS-2:0], seen};
            some <= some | seen;
        end
        if (event_now)
            {sent, sent_last, rests} <= {send, send & last, ends & last_stage};
        if (go) begin
            stage <= {STAGE_BITS{1'b0}};
            {resting, counting} <= 2'b01;
        end
        if (send) begin
            left  <= fewer;
            some  <= ~last;
            {counting, sending} <= 2'b01;
        end
        if (ends) begin
            stage <= stage + 1'b1;
            {resting, counting, sending} <= {last_stage, ~last_stage, 1'b0};
        end
        if (rst) begin
            {resting, counting, sending, rested, some, seen_valid, none, over} <= 8'h80;
            {set, sent, sent_last, rests, bits} <= {3'd1, 2'd0, 1'b1, 6'd0};
        end
    end
endmodule

`default_nettype wire
