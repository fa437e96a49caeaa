// sorting_ranks: adds up the words below a node of a sorting fat-tree, and gives each child the number to its left.
//
//   Numbers are serial, lowest bit first, beside the first bit a mark. Up come the words below, and go on added; the left child's are
//   kept until the words to the left of this node come down, DELAY clocks later. The left child has these to its left, the right
//   one the kept ones, too. The root has none to its left. Every output is a register.
`default_nettype none

module sorting_ranks #(
    parameter DELAY = 2,
    parameter ROOT  = 0
) (
    input  wire       clk,
    input  wire       rst,              // synchronous, active high
    // from above and back
    input  wire       prefix,
    input  wire       prefix_first,
    output wire       sum,
    output wire       sum_first,
    // from the children, and to them
    input  wire [1:0] child_sum,        // left, right
    input  wire       child_sum_first,
    output wire [1:0] child_prefix,
    output wire       child_prefix_first
);
    reg        total, total_first, carry;
    reg  [1:0] left;                    // of either child
    reg        left_first, left_carry;
    wire       carried      = carry & ~child_sum_first;
    wire       kept;                    // the left child's sum
    wire       number, number_first;
    wire       left_carried = left_carry & ~number_first;

    generate
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
    endgenerate
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
    wire unused = &{prefix, prefix_first, 1'b0};
endmodule

`default_nettype wire
