// batch_count: the control part of a node of a pruned butterfly: its role, and the counts of words.
//
//   Commands come bit by bit and go on to the children a clock later:
//     1 0 z  COUNT  z = 1: all nodes above have been the turn. The first node on the way that has not becomes it, and
//                   passes z = 0 on. z = 0: this node is below the turn.
//     1 1 0  SLOT
//     1 1 1  ROUND  no node has been the turn.
//   COUNT is followed by numbers of COUNT_BITS bits, a bit a clock:
//     up, least significant bit first: the sums of the children's words. The left one is kept.
//     up, right behind it, most significant bit first: the larger of what the children say; below the turn, where the
//           channel above is no wider than both below, also the batches for this node's own words: the sum over 2^SHIFT,
//           rounded up. So the turn gets the batches of each child's subtree.
//     down: the turn hands each child its batches, most significant bit first, and in the same clocks 0, least significant
//           bit first: the words left of it. The right child has those of the left one to its left, too.
//   Every output is a register.
`default_nettype none

module batch_count #(
    parameter COUNT_BITS = 5,
    parameter SHIFT      = 1            // lg of the wires of the channel above; 0: the children's channels are narrower
) (
    input  wire clk,
    input  wire rst,
    output reg  turn,
    output reg  below,
    output reg  stop,                   // not below
    // from above and back
    input  wire command,
    input  wire number_valid,
    input  wire prefix,
    input  wire batches,
    output reg  sum,
    output reg  sum_valid,
    output reg  max,
    output reg  max_valid,
    output reg  ready,
    output reg  wish,
    // from the children, and to them
    input  wire [1:0] child_sum,        // left, right
    input  wire       child_sum_valid,
    input  wire [1:0] child_max,
    input  wire       child_max_valid,
    input  wire [1:0] child_ready,
    input  wire [1:0] child_wish,
    output reg        child_command,
    output reg        child_number_valid,
    output reg  [1:0] child_prefix,
    output reg  [1:0] child_batches
);
    // Roles.
    reg  second, third;                 // this is the second bit of a command, the third
    reg  not_count;                     // the second bit was 1
    reg  done;                          // the node has been the turn in this round
    wire count = third & ~not_count;

    always @(posedge clk) begin
        second    <= command & ~second & ~third;
        third     <= second;
        not_count <= command;
        child_command <= command & ~(count & ~done);
        if (count) begin
            turn  <= command & ~done;
            below <= ~command;
            stop  <= command;
            done  <= done | command;
        end else if (third & command)
            done  <= 1'b0;
        ready <= &child_ready;
        wish  <= |child_wish;
        if (rst)
            {second, third, child_command, turn, below, stop, done, ready, wish} <= 9'b000001000;
    end

    // The sum, and the left part of it.
    reg                   carry;
    reg  [COUNT_BITS-1:0] keep;
    wire                  total = child_sum[0] ^ child_sum[1] ^ carry;

    always @(posedge clk) begin
        sum       <= child_sum_valid & total;
        carry     <= child_sum_valid & ((child_sum[0] & child_sum[1]) | (carry & (child_sum[0] | child_sum[1])));
        sum_valid <= child_sum_valid;
        if (child_sum_valid | number_valid)
            keep <= {child_sum[0], keep[COUNT_BITS-1:1]};
        if (rst)
            sum_valid <= 1'b0;
    end

    // The node's own batches.
    wire own;

    generate
        if (SHIFT > 0) begin : odd
            localparam REST = COUNT_BITS - SHIFT;
            reg  [SHIFT-1:0] was_valid; // [k]: there was a bit of the sum k + 1 clocks ago
            reg              rounding;  // a bit that is left out is 1; then the carry of the addition of this
            reg  [REST-1:0]  quotient;
            wire             whole = was_valid[SHIFT-1];
            wire             leading;   // zeros before the carry

            if (SHIFT > 1) begin : more
                assign leading = was_valid[SHIFT-2];
                always @(posedge clk)
                    was_valid <= rst ? {SHIFT{1'b0}} : {was_valid[SHIFT-2:0], child_sum_valid};
            end else begin : single
                assign leading = 1'b0;
                always @(posedge clk)
                    was_valid <= child_sum_valid & ~rst;
            end
            // The quotient fills from the top. While it leaves by the top, its bits move up.
            always @(posedge clk) begin
                if (child_sum_valid)
                    rounding <= whole ? rounding & total : rounding | total;
                else
                    rounding <= rounding & whole;
                if (whole & child_sum_valid)
                    quotient <= {rounding ^ total, quotient[REST-1:1]};
                else if (child_max_valid & ~whole)
                    quotient <= {quotient[REST-2:0], 1'b0};
            end
            assign own = below & child_max_valid & (whole ? rounding & ~leading : quotient[REST-1]);
        end else begin : even
            assign own = 1'b0;
        end
    endgenerate

    // The largest of three: until the first difference either will do.
    reg  decided, right;                // of the children's, the right one
    reg  decided_own, take_own;
    wire children = decided ? (right ? child_max[1] : child_max[0]) : |child_max;

    always @(posedge clk) begin
        decided     <= child_max_valid & (decided | ^child_max);
        decided_own <= child_max_valid & (decided_own | (children ^ own));
        if (!decided)
            right <= child_max[1];
        if (!decided_own)
            take_own <= own;
        max       <= decided_own ? (take_own ? own : children) : children | own;
        max_valid <= child_max_valid & ~rst;
    end

    // Down again. At the turn the children's numbers come back to them, two clocks later.
    reg        back_valid;
    reg  [1:0] back;
    reg        prefix_carry;

    always @(posedge clk) begin
        back       <= child_max & {2{turn}};
        back_valid <= child_max_valid & turn;
        child_number_valid <= (number_valid | back_valid) & ~rst;
        child_batches      <= back | {2{batches}};
        child_prefix[0]    <= prefix;
        child_prefix[1]    <= number_valid & (prefix ^ keep[0] ^ prefix_carry);
        prefix_carry       <= number_valid & ((prefix & keep[0]) | (prefix_carry & (prefix | keep[0])));
    end
endmodule

`default_nettype wire
