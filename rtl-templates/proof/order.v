// order: of two words, most significant bit first, the smaller leaves on `first` and the larger on `second`.
//
//   After each strobe two words of any length come in. Up to every bit, the pair that has come out so far is the pair
//   that has gone in, straight or crossed, and the word on `first` is not the larger. This holds for ever: by temporal
//   induction, for which the element's two flip-flops are tied to what the words were so far.
`default_nettype none

module order (
    input  wire clk,
    input  wire any_start,          // free in every clock
    // the element
    output wire start,
    input  wire a,
    input  wire b,
    input  wire first,
    input  wire second,
    input  wire decided,            // its flip-flops
    input  wire crossed,
    // what is proved of every clock
    output wire ok
);
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
