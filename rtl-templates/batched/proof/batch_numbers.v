// batch_numbers: batch_count.v adds, divides, compares and hands down numbers, for all numbers and in each role.
//
//   From any state, behind clocks without a number, a COUNT gives the node a role. Then any number of words of each child
//   that have a sum of COUNT_BITS bits, and right behind them any batches of each child. The sum goes up a clock later, then
//   the largest number of batches, with this node's own, the sum over 2^SHIFT rounded up, if the node is below the turn. At
//   the turn the children's batches return to them two clocks later, with prefixes 0. Elsewhere, any prefix and batches from
//   above go down a clock later, the right child's prefix more by the words of the left one. Numbers are compared as wholes.
//! subject "batch_count_{SHIFT}"
//! claim "all numbers are added, divided, compared and handed down"
//! steps SHIFT + 8 + 4 * COUNT_BITS + 6
//! skip SHIFT + 8 + 4 * COUNT_BITS + 5
//! cells 90
//! show parts "claims that held, of 0 to 7"
//! show left "bits of the words of the left child"
//! show right "bits of the words of the right child"
//! show got_max "bits of the batches that go up"
//! proves batch_count as numbers when SHIFT > 0
//! what "counts of {COUNT_BITS} bits, and batches for {1 << SHIFT} wires"
//! proves batch_count as numbers when SHIFT == 0
//! what "counts of {COUNT_BITS} bits"
`default_nettype none

module batch_numbers #(
    parameter COUNT_BITS = 5,
    parameter SHIFT      = 1,
    parameter IDLE       = SHIFT + 8,
    parameter CLOCKS     = IDLE + 4 * COUNT_BITS + 6
) (
    input  wire                  clk,
    // free in every clock
    input  wire                  any_z,
    input  wire [COUNT_BITS-1:0] any_left, any_right, any_left_max, any_right_max, any_prefix, any_batches,
    // the claim, and values to show if it fails
    output wire                  ok,
    output wire [7:0]            parts,
    output reg  [COUNT_BITS-1:0] left, right, got_max
);
    localparam SUM = IDLE, MAX = IDLE + COUNT_BITS, DOWN = MAX + COUNT_BITS + 3;

    reg  [15:0]           clock = 16'd0;
    reg  [COUNT_BITS-1:0] left_max, right_max, prefix, batches;
    reg                   role_turn, role_below;
    wire                  turn, below;

    always @(posedge clk) begin
        clock <= clock + 16'd1;
        if (clock == 16'd0) begin
            // the sum has no more bits
            {left, right} <= {any_left, any_right & {COUNT_BITS{any_right <= ~any_left}}};
            {left_max, right_max, prefix, batches} <= {any_left_max, any_right_max, any_prefix, any_batches};
        end
        if (clock == 16'd6)
            {role_turn, role_below} <= {turn, below};
    end

    function in_time(input [15:0] from);
        in_time = clock >= from && clock < from + COUNT_BITS;
    endfunction
    function bit_of(input [COUNT_BITS-1:0] number, input [15:0] from, input high_first);
        bit_of = in_time(from) && number >> (high_first ? from + COUNT_BITS - 1 - clock : clock - from) & 1'b1;
    endfunction

    wire       sum, sum_valid, max, max_valid, child_number_valid;
    wire [1:0] child_prefix, child_batches;
    wire       command = clock == 16'd3 || clock == 16'd5 && any_z;
    wire       from_above = !role_turn && in_time(DOWN);

    circuit circuit (.clk(clk), .rst(1'b0), .command(command), .number_valid(from_above),
                     .prefix(from_above && bit_of(prefix, DOWN, 1'b0)), .batches(from_above && bit_of(batches, DOWN, 1'b1)),
                     .child_sum({bit_of(right, SUM, 1'b0), bit_of(left, SUM, 1'b0)}), .child_sum_valid(in_time(SUM)),
                     .child_max({bit_of(right_max, MAX, 1'b1), bit_of(left_max, MAX, 1'b1)}),
                     .child_max_valid(in_time(MAX)), .child_ready(2'd0), .child_wish(2'd0), .turn(turn), .below(below),
                     .sum(sum), .sum_valid(sum_valid), .max(max), .max_valid(max_valid),
                     .child_number_valid(child_number_valid), .child_prefix(child_prefix), .child_batches(child_batches));

    // What comes out, as numbers.
    reg  [COUNT_BITS-1:0] got_sum, got_left_prefix, got_right_prefix, got_left_batches, got_right_batches;
    wire [15:0]           back = MAX + 2, down = role_turn ? back : DOWN + 1;
    reg                   timely;

    always @(posedge clk) begin
        if (sum_valid)
            got_sum <= {sum, got_sum[COUNT_BITS-1:1]};
        if (max_valid)
            got_max <= {got_max[COUNT_BITS-2:0], max};
        if (child_number_valid) begin
            got_left_prefix   <= {child_prefix[0], got_left_prefix[COUNT_BITS-1:1]};
            got_right_prefix  <= {child_prefix[1], got_right_prefix[COUNT_BITS-1:1]};
            got_left_batches  <= {got_left_batches[COUNT_BITS-2:0], child_batches[0]};
            got_right_batches <= {got_right_batches[COUNT_BITS-2:0], child_batches[1]};
        end
        timely <= (clock < IDLE || timely) && (clock < IDLE
                  || sum_valid == in_time(SUM + 1) && max_valid == in_time(MAX + 1) && child_number_valid == in_time(down)
                     && (sum_valid || !sum) && (child_number_valid || {child_prefix, child_batches} == 4'd0));
    end

    wire [COUNT_BITS:0]   words = {1'b0, left} + {1'b0, right};
    wire [COUNT_BITS+SHIFT:0] rounded = {{SHIFT{1'b0}}, words} + (1 << SHIFT) - 1;
    wire [COUNT_BITS+SHIFT:0] quotient = SHIFT > 0 && role_below ? rounded >> SHIFT : 0;
    wire [COUNT_BITS-1:0] own = quotient[COUNT_BITS-1:0];
    wire [COUNT_BITS-1:0] larger = left_max > right_max ? left_max : right_max;
    wire [COUNT_BITS-1:0] most = own > larger ? own : larger;
    wire [COUNT_BITS-1:0] further = prefix + left;

    assign parts = {
        {turn, below} == {role_turn, role_below},
        timely,
        got_sum == words[COUNT_BITS-1:0],
        got_max == most,
        got_left_prefix == (role_turn ? {COUNT_BITS{1'b0}} : prefix),
        got_right_prefix == (role_turn ? {COUNT_BITS{1'b0}} : further),
        got_left_batches == (role_turn ? left_max : batches),
        got_right_batches == (role_turn ? right_max : batches)
    };
    assign ok = clock < CLOCKS - 1 || &parts;
endmodule

`default_nettype wire
