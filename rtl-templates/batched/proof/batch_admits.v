// batch_admits: batch_bucket.v in four leaves: no more than DEGREE words of a round are admitted for a leaf.
//
//   One leaf stands for all: `to` is free, and stays; `given` is the number of words admitted for it since ROUND. Its bucket is at
//   one leaf, and holds that number. A leaf that asks is granted a word unless the bucket that it holds is full, or a round begins.
//   Leaf k holds the bucket k before that of leaf 0. That of leaf 0 behind the n-th ROUND is n STEP + n / (4 / STEP), modulo 4.
//   Free in every clock are ROUND, and who asks. By induction over the clocks (still.v).
//! proves batch_bucket as admits
//! given DEGREE
//! fixed STEP
//! what "buckets of 4 leaves"
//! claim "no leaf gets more words of a round than the degree, and each leaf has its turn to be the first"
//! steps 2
//! skip 1
//! cells 200
//! watches still
//! expose turn
//! show parts "claims that held, of 0 to 4"
//! show given "words for the leaf"
`default_nettype none

module batch_admits #(
    parameter DEGREE = 2,
    parameter STEP   = 2                    // 2^floor(lg DEGREE), 2 at most
) (
    input  wire       clk,
    // free in every clock
    input  wire       rst,
    input  wire       any_round,
    input  wire [3:0] asks,
    input  wire [1:0] any_to,
    // the claim, and values to show if it fails
    output wire       ok,
    output wire [4:0] parts,
    output reg  [2:0] given
);
    localparam CB = $clog2(DEGREE + 1);

    reg            known, fresh;            // there was a reset; ROUND or a reset was in the clock before
    reg  [1:0]     to, rounds;
    wire [3:0]     grant, has;
    wire [CB-1:0]  out_0, out_1, out_2, out_3;
    wire [1:0]     b_0, b_1, b_2, b_3, turn_0, turn_1, turn_2, turn_3;

    circuit leaf_0 (.clk(clk), .rst(rst), .address(2'd0), .round_now(any_round), .count_in(out_3), .count_out(out_0), .bucket(b_0),
                    .asks(asks[0]), .grant(grant[0]), .turn(turn_0));
    circuit leaf_1 (.clk(clk), .rst(rst), .address(2'd1), .round_now(any_round), .count_in(out_0), .count_out(out_1), .bucket(b_1),
                    .asks(asks[1]), .grant(grant[1]), .turn(turn_1));
    circuit leaf_2 (.clk(clk), .rst(rst), .address(2'd2), .round_now(any_round), .count_in(out_1), .count_out(out_2), .bucket(b_2),
                    .asks(asks[2]), .grant(grant[2]), .turn(turn_2));
    circuit leaf_3 (.clk(clk), .rst(rst), .address(2'd3), .round_now(any_round), .count_in(out_2), .count_out(out_3), .bucket(b_3),
                    .asks(asks[3]), .grant(grant[3]), .turn(turn_3));

    assign has = {b_3 == to, b_2 == to, b_1 == to, b_0 == to};
    wire [CB-1:0] held = has[0] ? out_3 : has[1] ? out_0 : has[2] ? out_1 : out_2;
    wire [3:0]    start = rounds * STEP + rounds / (4 / STEP);

    always @(posedge clk) begin
        known  <= known | rst;
        fresh  <= rst | any_round;
        rounds <= rst ? 2'd0 : rounds + any_round;
        given  <= rst | any_round ? 3'd0 : given + ((has & grant) != 0);
        if (rst)
            to <= any_to;
    end

    assign parts = {
        b_1 == b_0 - 2'd1 & b_2 == b_0 - 2'd2 & b_3 == b_0 - 2'd3,
        held == given, given <= DEGREE,
        turn_0 == rounds + 2'd1 & turn_1 == turn_0 & turn_2 == turn_0 & turn_3 == turn_0 & (~fresh | b_0 == start[1:0]),
        (has & grant) == (any_round | given == DEGREE ? 4'd0 : has & asks)
    };
    still #(.CLOCKS(1)) all_still (.clk(clk), .claim(~known | (&parts)), .ok(ok));
endmodule

`default_nettype wire
