// packet_answers: the answers that an adapter of acknowledged words owes, in order. There are never more than nodes.
//
//   `word_ends` adds one: whether the word is accepted, and its source. `answer_waits` says that `answer` is the oldest one,
//   which `enters_answer` takes away; the next one is there in the next frame. A purge (`silent`) takes all along.
//   While the sequence bits are swept, `newest` counts the nodes.
`default_nettype none

module packet_answers #(
    parameter SEQUENCE = 0                  // 1: there are purges
) (
    input  wire       clk,
    input  wire       restart,
    input  wire       silent,
    input  wire       open,
    input  wire       sweeps,
    input  wire       word_ends,
    input  wire       accepted,
    input  wire [6:0] source,
    input  wire       enters_answer,
    output reg        answer_waits,
    output reg  [7:0] answer,               // {accepted, source of the word}
    output reg  [6:0] newest
);
    // A block RAM takes the place of 16 cells of LUT RAM and of the multiplexers behind them. It is slow: `answer` is a
    // register of its own.
    (* no_rw_check, ram_style = "block" *)
    reg  [7:0] queue [0:127];
    reg  [7:0] read;
    reg        some;
    reg  [6:0] oldest;

    always @(posedge clk) begin
        if (word_ends)
            queue[newest] <= {accepted, source};
        read         <= queue[oldest];
        answer       <= read;
        some         <= oldest != newest & ~silent & open;
        answer_waits <= some;
        if (word_ends | sweeps)
            newest <= newest + 7'd1;
        if (enters_answer)
            oldest <= oldest + 7'd1;
        if (SEQUENCE != 0 && silent && open)
            oldest <= newest;
        if (restart) begin
            newest <= 7'd0;
            oldest <= 7'd0;
        end
    end
endmodule

`default_nettype wire
