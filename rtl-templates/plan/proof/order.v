// order: of two words, most significant bit first, the smaller one leaves on `first` and the larger one on `second`.
//
//   After each strobe two words of any length come in. After every bit, the words sent out so far are the words
//   received so far, straight or crossed, and the word on `first` is not the larger. This holds for ever, by temporal
//   induction; the induction ties the element's two flip-flops to the words so far.
//! proves compare_exchange as order
//! what "compare-exchange element"
//! claim "of two words of any length the smaller leaves on `first`, unchanged"
//! steps 8
//! induction
//! cells 6
//! expose decided
//! expose crossed
//! show bits "of a, b, first, second (0 to 3) these were 1 in the last clock"
`default_nettype none

module order (
    input  wire clk,
    input  wire any_start,          // free in every clock
    input  wire a,
    input  wire b,
    // the claim, for every clock, and values to show if it fails
    output wire ok,
    output wire [3:0] bits
);
    wire start;
    wire first;
    wire second;
    wire decided;                   // the element's flip-flops
    wire crossed;

    circuit circuit (.clk(clk), .start(start), .a(a), .b(b), .first(first), .second(second), .decided(decided),
                     .crossed(crossed));

    assign bits = {second, first, b, a};

    reg begun = 1'b0;               // there has been a strobe
    reg straight = 1'b1;            // (first, second) has been (a, b) since
    reg turned = 1'b1;              // (first, second) has been (b, a) since
    reg less = 1'b0;                // the word on `first` is less
    reg more = 1'b0;                // the word on `first` is more

    assign start = any_start;

    wire still_straight = straight & first == a & second == b;
    wire still_turned   = turned & first == b & second == a;

    always @(posedge clk)
        if (start) begin
            begun    <= 1'b1;
            straight <= 1'b1;
            turned   <= 1'b1;
            less     <= 1'b0;
            more     <= 1'b0;
        end else begin
            straight <= still_straight;
            turned   <= still_turned;
            less     <= less | (~more & ~first & second);
            more     <= more | (~less & first & ~second);
        end

    wire words_so_far = decided ? (crossed ? turned & ~straight : straight & ~turned) & less
                                : straight & turned & ~less;

    assign ok = ~begun | (words_so_far & ~more & (still_straight | still_turned) & (less | ~(first & ~second)));
endmodule

`default_nettype wire
