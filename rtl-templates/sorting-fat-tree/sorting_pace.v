// sorting_pace: sets the pace of the two terminals of a lowest node of a sorting fat-tree, or of its two blocks.
//
//   Up stages with an even number, from 0 on, are those of batches 0, 1, .. Clocks behind `stage` of the node:
//     1  child_stage
//     3  child_batch, to the node
//     5  send
//     6  the M bits are on the terminals' wires
//   Blocks have a stage before these: two clocks behind `stage` is `order`. While `rises`, their words are in the round.
//   Ranks: a clock after `rank` is a step, in which the terminals count themselves for a level, and see to the next one.
//   When the ranks of the first level come back, `opens` lets them begin again, as it did when the round began; a step ends
//   the bits of each level. Two clocks behind the mark, and WAIT more, they are at the terminals.
`default_nettype none

module sorting_pace #(
    parameter BATCH_BITS = 2,           // 0: there is one batch
    parameter BLOCKS     = 0,           // 1: the children are blocks, which delay ranks themselves
    parameter WAIT       = 0
) (
    input  wire                                         clk,
    input  wire                                         rst,
    // from the node's control part, and back
    input  wire                                         round,
    input  wire                                         stage,
    input  wire                                         rank,
    input  wire [1:0]                                   prefix,
    input  wire                                         prefix_first,
    output wire                                         sum_first,
    output wire                                         child_batch,
    // to the terminals
    output reg                                          child_round,
    output reg                                          child_stage,
    output wire                                         order,
    output wire                                         rises,
    output wire                                         send,
    output wire [(BATCH_BITS > 0 ? BATCH_BITS : 1)-1:0] batch,
    output wire                                         step,
    output wire                                         opens,
    output wire [1:0]                                   child_prefix
);
    reg        rising, odd;
    reg  [3:0] begun;                   // [k]: a batch's stage began k + 1 clocks ago
    wire       last;                    // of the batches
    wire       fresh;                   // no stage of the round has begun
    wire       next = child_stage & ~fresh;

    assign child_batch = begun[1];
    assign send        = begun[3];
    assign rises       = rising;

    always @(posedge clk) begin
        child_round <= round;
        child_stage <= stage;
        begun       <= {begun[2:0], next & rising & ~odd};
        odd         <= (odd ^ next) & ~child_round;
        rising      <= child_round | (rising & ~(next & odd & last));
        if (rst)
            {child_round, child_stage, begun, odd, rising} <= 8'd0;
    end

    generate
        if (BLOCKS != 0) begin : blocks
            reg unordered, orders;

            assign fresh = unordered;
            assign order = orders;
            always @(posedge clk) begin
                unordered <= child_round | (unordered & ~child_stage);
                orders    <= unordered & child_stage;
                if (rst)
                    {unordered, orders} <= 2'b00;
            end
        end else begin : terminals
            assign fresh = 1'b0;
            assign order = 1'b0;
        end
    endgenerate

    generate
        if (BATCH_BITS > 0) begin : ranked
            reg  [BATCH_BITS-1:0] count;
            reg                   asked, asks, steps, first, opened;
            reg  [BATCH_BITS-1:0] passed;   // [k]: the first bit came k + 1 clocks ago
            wire                  comes;    // two clocks before it is there

            assign last         = &count;
            assign batch        = count;
            assign sum_first    = first;
            assign step         = steps;
            assign opens        = opened;
            if (WAIT > 0) begin : waits
                reg [WAIT-1:0] marks;

                assign comes = marks[0];
                if (WAIT > 1) begin : line
                    always @(posedge clk)
                        marks <= rst ? {WAIT{1'b0}} : {prefix_first, marks[WAIT-1:1]};
                end else begin : single
                    always @(posedge clk)
                        marks <= prefix_first & ~rst;
                end
            end else begin : at_once
                assign comes = prefix_first;
            end
            if (BATCH_BITS > 1) begin : line
                always @(posedge clk)
                    passed <= rst ? {BATCH_BITS{1'b0}} : {passed[BATCH_BITS-2:0], comes};
            end else begin : single
                always @(posedge clk)
                    passed <= comes & ~rst;
            end
            always @(posedge clk) begin
                if (next & odd)
                    count <= count + 1'b1;
                if (rst | child_round)
                    count <= {BATCH_BITS{1'b0}};
                asks   <= rank;
                first  <= asks;
                steps  <= rank | passed[BATCH_BITS-1];
                asked  <= rank | (asked & ~comes);
                opened <= child_round | (asked & comes);
                if (rst)
                    {asks, first, steps, asked, opened} <= 5'd0;
            end
            if (BLOCKS == 0) begin : numbers
                reg [1:0] later, latest;

                assign child_prefix = latest;
                always @(posedge clk)
                    {later, latest} <= rst ? 4'd0 : {prefix, later};
            end else begin : direct
                assign child_prefix = 2'd0;
            end
        end else begin : single_batch
            assign last         = 1'b1;
            assign batch        = 1'b0;
            assign sum_first    = 1'b0;
            assign step         = 1'b0;
            assign opens        = 1'b0;
            assign child_prefix = 2'd0;
        end
    endgenerate
    wire unused = &{rank, prefix, prefix_first, 1'b0};
endmodule

`default_nettype wire
