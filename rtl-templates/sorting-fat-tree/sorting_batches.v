// sorting_batches: which of its own words a node of a sorting fat-tree feeds next.
//
//   Batch j has the words j, j + B, j + 2 B, .. of all that were counted with `sort_now`. Wave t of it begins with word
//   t B lines + j: `some` says a clock later whether there is one. The root counts its batches further than B, to be
//   `over`.
`default_nettype none

module sorting_batches #(
    parameter LINE_BITS   = 3,
    parameter COLUMN_BITS = 2,
    parameter ROOT        = 0,
    parameter BATCH_BITS  = 1,          // log2 of the batches, at most COLUMN_BITS
    parameter TAIL_BITS   = LINE_BITS + COLUMN_BITS + 1
) (
    input  wire                 clk,
    input  wire                 rst,
    input  wire                 round,          // batches begin again
    input  wire                 sort_now,
    input  wire [TAIL_BITS-1:0] tail,           // words to be sorted
    input  wire                 begins,         // a wave is fed
    input  wire                 all,            // waves are over
    input  wire                 feeds,          // they were fed
    output wire [BATCH_BITS:0]  batch,
    output wire                 over,
    output reg                  some            // words for the next wave
);
    localparam GROUP_BITS = COLUMN_BITS - BATCH_BITS + 1;

    reg  [TAIL_BITS-1:0]  words;
    reg  [GROUP_BITS-1:0] group;                // of the wave
    wire [TAIL_BITS-1:0]  first;                // its first word

    generate
        if (ROOT != 0) begin : counted
            reg  [BATCH_BITS:0] number;

            assign over  = number[BATCH_BITS];
            assign batch = number;
            always @(posedge clk)
                if (rst | round)
                    number <= {BATCH_BITS+1{1'b0}};
                else if (all & feeds)
                    number <= number + 1'b1;
        end else if (BATCH_BITS > 0) begin : told
            reg  [BATCH_BITS-1:0] number;

            assign over  = 1'b0;
            assign batch = {1'b0, number};
            always @(posedge clk)
                if (rst | round)
                    number <= {BATCH_BITS{1'b0}};
                else if (all & feeds)
                    number <= number + 1'b1;
        end else begin : single
            wire unused = &{1'b0, round};

            assign over  = 1'b0;
            assign batch = 1'b0;
        end
        if (BATCH_BITS > 0) begin : several
            assign first = {group, {LINE_BITS{1'b0}}, batch[BATCH_BITS-1:0]};
        end else begin : one
            assign first = {group, {LINE_BITS{1'b0}}};
        end
    endgenerate

    always @(posedge clk) begin
        some <= first < words;
        if (sort_now)
            words <= tail;
        if (rst | all)
            group <= {GROUP_BITS{1'b0}};
        else if (begins & feeds)
            group <= group + 1'b1;
    end
endmodule

`default_nettype wire
