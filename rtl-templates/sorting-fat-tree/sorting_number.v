// sorting_number: a word's number among those of its peak level, for its batch.
//
//   Behind each `opens` the levels are counted, the lowest first, one at each `step`. The first one at which the word turns is its
//   own: there it counts itself the first time, and gets its number the second time, lowest bit first.
`default_nettype none

module sorting_number #(
    parameter BATCH_BITS = 2            // at least 1
) (
    input  wire                  clk,
    input  wire                  rst,           // synchronous, active high
    input  wire                  round,
    input  wire                  opens,
    input  wire                  step,
    input  wire                  prefix,        // a bit of the number
    input  wire                  counts,        // there is a word that climbs
    input  wire                  turns_here,    // at this level or at a lower one
    output reg                   sum,           // a clock behind a step: the word turns at its level
    output reg  [BATCH_BITS-1:0] number
);
    reg  seeks;
    wire here = seeks & turns_here;

    always @(posedge clk) begin
        sum   <= here & step;
        seeks <= (seeks & ~(turns_here & step)) | (opens & counts);
        if (rst)
            {seeks, sum} <= 2'b00;
    end
    generate
        if (BATCH_BITS > 1) begin : bits
            always @(posedge clk)
                if (rst | round)
                    number <= {BATCH_BITS{1'b0}};
                else if (here)
                    number <= {prefix, number[BATCH_BITS-1:1]};
        end else begin : single
            always @(posedge clk)
                if (rst | round)
                    number <= 1'b0;
                else if (here)
                    number <= prefix;
        end
    endgenerate
endmodule

`default_nettype wire
