// batch_named: keeps order: whether no word of the next round has a destination yet.
//
//   It remembers the destinations of the words of the next round, at most WORDS. `fresh` is about the destination that s_axis
//   showed a clock ago. With `commit` a word to `to` belongs to the next round.
`default_nettype none

module batch_named #(
    parameter LABEL_BITS = 4,
    parameter WORDS      = 4                // at least 2
) (
    input  wire                  clk,
    input  wire                  rst,
    input  wire                  round_now,
    input  wire [LABEL_BITS-1:0] destination,
    input  wire [LABEL_BITS-1:0] to,
    input  wire                  commit,
    output reg                   fresh
);
    localparam L = LABEL_BITS;

    reg  [WORDS*L-1:0] names;                               // the newest lowest
    reg  [WORDS-1:0]   there, same;
    integer            k;

    always @*
        for (k = 0; k < WORDS; k = k + 1)
            same[k] = there[k] & names[k*L +: L] == destination;

    always @(posedge clk) begin
        fresh <= round_now | same == 0;
        if (commit) begin
            names <= {names[(WORDS-1)*L-1:0], to};
            there <= {there[WORDS-2:0], 1'b1};
        end
        if (rst | round_now)
            there <= {WORDS{1'b0}};
    end
endmodule

`default_nettype wire
