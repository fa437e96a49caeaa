// sorting_command: the control part of a node of a sorting fat-tree.
//
//   Commands come bit by bit and go on to the children a clock later. Three clocks behind the first bit is a strobe:
//     1 0 0  RANK   the next level's words are counted
//     1 0 1  STAGE
//     1 1 0  SORT
//     1 1 1  ROUND
//   Up: whether all below is done, all terminals have room, one wishes for a round.
//   Ranks, BATCH_BITS each, lowest bit first, beside the first bit a mark: up come the words below, and go on added; the
//   left child's are kept until the words to the left of this node come down, DELAY clocks later. The left child has these to
//   its left, the right one the kept ones, too. The root has none to its left.
//   Every output is a register.
`default_nettype none

module sorting_command #(
    parameter RANKED = 1,
    parameter DELAY  = 2,
    parameter ROOT   = 0
) (
    input  wire       clk,
    input  wire       rst,
    // the node
    output reg        round,
    output reg        stage,
    output reg        sort_now,
    output reg        rank,
    input  wire       idle,
    // from above and back
    input  wire       command,
    input  wire       prefix,
    input  wire       prefix_first,
    output reg        done,
    output reg        ready,
    output reg        wish,
    output wire       sum,
    output wire       sum_first,
    // from the children, and to them
    input  wire [1:0] child_done,       // left, right
    input  wire [1:0] child_ready,
    input  wire [1:0] child_wish,
    input  wire [1:0] child_sum,
    input  wire       child_sum_first,
    output reg        child_command,
    output wire [1:0] child_prefix,
    output wire       child_prefix_first
);
    reg second, third;                  // this is the second bit of a command, the third
    reg kind;                           // the second bit

    always @(posedge clk) begin
        second        <= command & ~second & ~third;
        third         <= second;
        kind          <= command;
        child_command <= command;
        rank     <= third & ~kind & ~command;
        stage    <= third & ~kind & command;
        sort_now <= third & kind & ~command;
        round    <= third & kind & command;
        done     <= idle & (&child_done);
        ready    <= &child_ready;
        wish     <= |child_wish;
        if (rst)
            {second, third, kind, child_command, rank, stage, sort_now, round, done, ready, wish} <= 11'd0;
    end

    generate
        if (RANKED != 0) begin : ranked
            reg        total, total_first, carry;
            reg  [1:0] left;            // of either child
            reg        left_first, left_carry;
            wire       carried      = carry & ~child_sum_first;
            wire       kept;            // the left child's sum
            wire       number, number_first;
            wire       left_carried = left_carry & ~number_first;

            if (DELAY > 0) begin : later
                reg [DELAY-1:0] keep;

                assign kept = keep[0];
                if (DELAY > 1) begin : line
                    always @(posedge clk)
                        keep <= rst ? {DELAY{1'b0}} : {child_sum[0], keep[DELAY-1:1]};
                end else begin : single
                    always @(posedge clk)
                        keep <= child_sum[0] & ~rst;
                end
            end else begin : at_once
                assign kept = child_sum[0];
            end
            if (ROOT != 0 && DELAY > 0) begin : root_later
                reg [DELAY-1:0] marks;

                assign number_first = marks[0];
                if (DELAY > 1) begin : line
                    always @(posedge clk)
                        marks <= rst ? {DELAY{1'b0}} : {child_sum_first, marks[DELAY-1:1]};
                end else begin : single
                    always @(posedge clk)
                        marks <= child_sum_first & ~rst;
                end
            end else begin : mark
                assign number_first = ROOT != 0 ? child_sum_first : prefix_first;
            end
            assign number             = ROOT == 0 & prefix;
            assign sum                = total;
            assign sum_first          = total_first;
            assign child_prefix       = left;
            assign child_prefix_first = left_first;

            always @(posedge clk) begin
                total       <= child_sum[0] ^ child_sum[1] ^ carried;
                carry       <= (child_sum[0] & child_sum[1]) | (carried & (child_sum[0] | child_sum[1]));
                total_first <= child_sum_first;
                left        <= {number ^ kept ^ left_carried, number};
                left_carry  <= (number & kept) | (left_carried & (number | kept));
                left_first  <= number_first;
                if (rst)
                    {total, carry, total_first, left, left_carry, left_first} <= 7'd0;
            end
        end else begin : single_batch
            assign sum                = 1'b0;
            assign sum_first          = 1'b0;
            assign child_prefix       = 2'd0;
            assign child_prefix_first = 1'b0;
        end
    endgenerate
    wire unused = &{prefix, prefix_first, child_sum, child_sum_first, 1'b0};
endmodule

`default_nettype wire
