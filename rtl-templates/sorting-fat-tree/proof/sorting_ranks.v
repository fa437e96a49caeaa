// sorting_ranks: sorting_ranks.v, in sorting_command.v, adds the words of a level below a node, and gives each child the number
//   to its left.
//
//   From any state, whatever came before: each child says a number of BITS bits, lowest bit first, with a mark beside the first
//   bit. Their sum, without a carry beyond BITS bits, goes up a clock later, with its mark. Any number comes from above DELAY
//   clocks behind the first bit, with a mark; to the root comes none, and it stands for 0. A clock later the left child gets
//   this number, the right one more by the words of the left one, with a mark. In all other clocks anything comes, but a mark
//   in these. So numbers of levels that follow each other BITS clocks apart do not disturb each other.
//! given BITS
//! what "ranks of {BITS} bits, {DELAY} clocks on their way"
//! claim "words are added on their way up, and those to the left on their way down"
//! steps DELAY + BITS + 2
//! cells 40 + DELAY
//! reads sorting_ranks
//! show parts "claims that held, of 0 to 3"
//! show left "bits of the left child's number"
//! show right "bits of the right child's"
//! show number "bits of the number from above"
//! proves sorting_command as ranks when ROOT
//! subject "sorting_command_root"
//! proves sorting_command as ranks when !ROOT
//! subject "sorting_command_{DELAY}"
`default_nettype none

module sorting_ranks #(
    parameter BITS   = 1,
    parameter DELAY  = 0,
    parameter ROOT   = 0,
    parameter CLOCKS = DELAY + BITS + 2         // with those from the first bit on
) (
    input  wire            clk,
    // free in every clock
    input  wire            any_mark, any_prefix_mark, any_command, any_prefix,
    input  wire [1:0]      any_sum,
    input  wire [BITS-1:0] any_left, any_right, any_number,
    // the claim, and values to show if it fails
    output wire            ok,
    output wire [3:0]      parts,
    output reg  [BITS-1:0] left, right, number
);
    reg  [15:0] clock = 16'd0;

    function in_time;
        input [15:0] from;
        in_time = clock >= from && clock < from + BITS;
    endfunction
    function bit_of;
        input [BITS-1:0] of;
        input [15:0]     from;
        bit_of = of >> (clock - from) & 1'b1;
    endfunction

    wire [BITS-1:0] now_left   = clock == 16'd0 ? any_left : left;
    wire [BITS-1:0] now_right  = clock == 16'd0 ? any_right : right;
    wire [BITS-1:0] now_number = clock == 16'd0 ? any_number : number;
    wire [1:0]      child_sum  = in_time(0) ? {bit_of(now_right, 0), bit_of(now_left, 0)} : any_sum;
    wire            mark       = clock == 16'd0 || !in_time(0) && any_mark;
    wire            prefix     = in_time(DELAY) ? bit_of(now_number, DELAY) : any_prefix;
    wire            prefix_first = clock == DELAY || !in_time(DELAY) && any_prefix_mark;
    wire            sum, sum_first, child_prefix_first;
    wire [1:0]      child_prefix;

    circuit circuit (.clk(clk), .rst(1'b0), .round(), .stage(), .sort_now(), .rank(), .idle(1'b0), .command(any_command),
                     .prefix(prefix), .prefix_first(prefix_first), .done(), .ready(), .wish(), .sum(sum), .sum_first(sum_first),
                     .child_done(2'b00), .child_ready(2'b00), .child_wish(2'b00), .child_sum(child_sum), .child_sum_first(mark),
                     .child_command(), .child_prefix(child_prefix), .child_prefix_first(child_prefix_first));

    always @(posedge clk) begin
        clock <= clock + 16'd1;
        {left, right, number} <= {now_left, now_right, now_number};
    end

    wire [BITS-1:0] above = ROOT != 0 ? {BITS{1'b0}} : number;
    wire [BITS-1:0] words = left + right;
    wire [BITS-1:0] further = above + left;

    assign parts = {
        !in_time(1) || sum == bit_of(words, 1) && sum_first == (clock == 16'd1),
        !in_time(DELAY + 1) || child_prefix_first == (clock == DELAY + 1),
        !in_time(DELAY + 1) || child_prefix[0] == bit_of(above, DELAY + 1),
        !in_time(DELAY + 1) || child_prefix[1] == bit_of(further, DELAY + 1)
    };
    assign ok = &parts;
endmodule

`default_nettype wire
