// sorting_command: the control part of a node of a sorting fat-tree.
//
//   Commands come bit by bit and go on to the children a clock later. Three clocks behind the first bit is a strobe:
//     1 0 0  RANK   the next level's words are counted
//     1 0 1  STAGE
//     1 1 0  SORT
//     1 1 1  ROUND
//   Up: whether all below is done, all terminals have room, one wishes for a round.
//   Ranks: sorting_ranks.v.
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
            sorting_ranks #(.DELAY(DELAY), .ROOT(ROOT)) adder (
                .clk(clk), .rst(rst), .prefix(prefix), .prefix_first(prefix_first), .sum(sum), .sum_first(sum_first),
                .child_sum(child_sum), .child_sum_first(child_sum_first), .child_prefix(child_prefix),
                .child_prefix_first(child_prefix_first)
            );
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
