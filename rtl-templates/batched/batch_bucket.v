// batch_bucket: counts the words of the next round for each leaf, so that no leaf gets more than DEGREE.
//
//   There is a bucket for each leaf, a number of words. The buckets go round through all leaves, one leaf each clock: leaf k hands
//   on what it holds to leaf k + 1, the last one to the first. While a leaf holds bucket `bucket`, it may admit one word for
//   that leaf if the bucket is not full: `asks` says that it has one, `grant` that the word is admitted. A bucket passes all leaves in
//   as many clocks.
//   ROUND empties all buckets, and says anew which leaf holds which. At bucket b, the leaves come in the order s - b, s - b + 1, ..:
//   in N rounds s takes all values. It moves on by a power of two, STEP <= DEGREE, and after a whole turn by one more. So any leaf
//   is among the first STEP ones, for each bucket, in one of 2 N / STEP successive rounds.
`default_nettype none

module batch_bucket #(
    parameter LABEL_BITS = 4,
    parameter DEGREE     = 4
) (
    input  wire                        clk,
    input  wire                        rst,
    input  wire [LABEL_BITS-1:0]       address,
    input  wire                        round_now,
    input  wire [$clog2(DEGREE+1)-1:0] count_in,    // of the bucket that this leaf holds
    output reg  [$clog2(DEGREE+1)-1:0] count_out,   // of the one that it hands on
    output reg  [LABEL_BITS-1:0]       bucket,
    input  wire                        asks,
    output wire                        grant
);
    localparam L = LABEL_BITS, CB = $clog2(DEGREE + 1), HIGHEST = $clog2(DEGREE + 1) - 1;
    localparam B = HIGHEST < L ? HIGHEST : L - 1;           // lg STEP
    localparam [31:0] ALL = DEGREE;

    reg  [L-1:0]   turn;                                    // the number of the next round
    wire [2*L-1:0] twice = {turn, turn};
    wire [L-1:0]   start = twice[L-B +: L];                 // its lowest bits are on top
    wire           unused = &{twice, 1'b0};                 // its outer bits

    assign grant = asks & ~round_now & count_in != ALL[CB-1:0];

    always @(posedge clk) begin
        count_out <= round_now ? {CB{1'b0}} : grant ? count_in + 1'b1 : count_in;
        bucket    <= round_now ? start - address : bucket + 1'b1;
        if (round_now)
            turn <= turn + 1'b1;
        if (rst) begin
            count_out <= {CB{1'b0}};
            bucket    <= {L{1'b0}} - address;
            turn      <= {{(L-1){1'b0}}, 1'b1};
        end
    end
endmodule

`default_nettype wire
