// sorting_timer: says what a sorting fat-tree does when, at its root. It sees no words: only whether all nodes are done, all
// terminals have room, and one wishes for a round.
//
//   ROUND (1 1 1); RANKS times RANK (1 0 0), 3 or SPACING clocks apart; ORDER + STAGES times STAGE (1 0 1); SORT (1 1 0);
//   STAGES + 1 times STAGE. All others follow as soon as all nodes are done, but no sooner than PAUSE + 2 clocks behind the one before: by
//   then `done` is low if some node has to do anything.
`default_nettype none

module sorting_timer #(
    parameter STAGES     = 4,           // up
    parameter ORDER      = 0,           // 1: one stage more before these, in which blocks order their words
    parameter RANKS      = 2,           // levels; 0: there is one batch
    parameter COUNT_BITS = 3,           // of STAGES + ORDER and RANKS
    parameter CLOCK_BITS = 5,           // of PAUSE and SPACING
    parameter PAUSE      = 19,
    parameter SPACING    = 1            // clocks from RANK to RANK, less 2
) (
    input  wire clk,
    input  wire rst,                    // synchronous, active high
    input  wire done,
    input  wire ready,
    input  wire wish,
    output wire command,
    output wire vacant                  // a round may begin, but for a wish
);
    localparam [31:0] PAUSE_CLOCKS = PAUSE, SPACING_CLOCKS = SPACING, UP_STAGES = STAGES + ORDER, DOWN_STAGES = STAGES, MORE_RANKS = RANKS == 0 ? 0 : RANKS - 1;
    localparam        RANKED = RANKS > 0;

    reg                   resting, ranking, rising;     // none: down stages
    reg  [COUNT_BITS-1:0] left;                         // commands of this kind beside the next one
    reg                   last;                         // there is none
    reg  [CLOCK_BITS-1:0] clocks;
    reg                   over;
    reg  [2:0]            bits;
    wire                  next = over & (ranking | done) & ~(resting & ~(ready & wish));
    wire                  ends = next & last;           // of a kind of commands; SORT is the last one up

    assign command = bits[2];
    assign vacant  = resting & over & done & ready;

    always @(posedge clk) begin
        bits <= next ? {1'b1, resting | (rising & last), ~ranking & ~(rising & last)} : {bits[1:0], 1'b0};
        over <= clocks == {CLOCK_BITS{1'b0}} & ~next;
        if (next)
            clocks <= RANKED & (resting | (ranking & ~last)) ? SPACING_CLOCKS[CLOCK_BITS-1:0] : PAUSE_CLOCKS[CLOCK_BITS-1:0];
        else if (clocks != {CLOCK_BITS{1'b0}})
            clocks <= clocks - 1'b1;
        if (ends)
            left <= resting & RANKED ? MORE_RANKS[COUNT_BITS-1:0] : rising ? DOWN_STAGES[COUNT_BITS-1:0] : UP_STAGES[COUNT_BITS-1:0];
        else if (next)
            left <= left - 1'b1;
        last <= resting | left == {COUNT_BITS{1'b0}};
        if (ends)
            {resting, ranking, rising} <= {~resting & ~ranking & ~rising, resting & RANKED, ranking | (resting & ~RANKED)};
        if (rst) begin
            {resting, ranking, rising, over, bits} <= 7'b1000000;
            clocks <= PAUSE_CLOCKS[CLOCK_BITS-1:0];
        end
    end
endmodule

`default_nettype wire
