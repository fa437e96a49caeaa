// sorting_pace: tells the two terminals of a lowest node of a sorting fat-tree when to do what.
//
//   Up stages with an even number, from 0 on, are those of batches 0, 1, .. Clocks behind `stage` of the node:
//     1  child_stage
//     3  child_batch, to the node
//     5  send
//     6  the M bits are on the terminals' wires
//   Ranks: a clock after `rank` is a step, in which the terminals count themselves for a level, and see to the next one.
//   When the ranks of the first level come back, `opens` lets them begin again, as it did when the round began; a step ends
//   the bits of each level.
`default_nettype none

module sorting_pace #(
    parameter BATCH_BITS = 2            // 0: there is one batch
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
    output wire                                         send,
    output wire [(BATCH_BITS > 0 ? BATCH_BITS : 1)-1:0] batch,
    output wire                                         step,
    output wire                                         opens,
    output wire [1:0]                                   child_prefix
);
    reg        rising, odd;
    reg  [3:0] begun;                   // [k]: a batch's stage began k + 1 clocks ago
    wire       last;                    // of the batches

    assign child_batch = begun[1];
    assign send        = begun[3];

    always @(posedge clk) begin
        child_round <= round;
        child_stage <= stage;
        begun       <= {begun[2:0], child_stage & rising & ~odd};
        odd         <= (odd ^ child_stage) & ~child_round;
        rising      <= child_round | (rising & ~(child_stage & odd & last));
        if (rst)
            {child_round, child_stage, begun, odd, rising} <= 8'd0;
    end

    generate
        if (BATCH_BITS > 0) begin : ranked
            reg  [BATCH_BITS-1:0] count;
            reg                   asked, asks, steps, first, opened;
            reg  [BATCH_BITS-1:0] passed;   // [k]: the first bit came k + 1 clocks ago
            reg  [1:0]            later, latest;

            assign last         = &count;
            assign batch        = count;
            assign sum_first    = first;
            assign step         = steps;
            assign opens        = opened;
            assign child_prefix = latest;
            if (BATCH_BITS > 1) begin : line
                always @(posedge clk)
                    passed <= rst ? {BATCH_BITS{1'b0}} : {passed[BATCH_BITS-2:0], prefix_first};
            end else begin : single
                always @(posedge clk)
                    passed <= prefix_first & ~rst;
            end
            always @(posedge clk) begin
                if (child_stage & odd)
                    count <= count + 1'b1;
                if (rst | child_round)
                    count <= {BATCH_BITS{1'b0}};
                asks   <= rank;
                first  <= asks;
                steps  <= rank | passed[BATCH_BITS-1];
                asked  <= rank | (asked & ~prefix_first);
                opened <= child_round | (asked & prefix_first);
                later  <= prefix;
                latest <= later;
                if (rst)
                    {asks, first, steps, asked, opened, later, latest} <= 9'd0;
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
