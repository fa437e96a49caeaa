// host_turns: counts the entries that each leaf of a bank has read, with one adder for all.
//
//        +--> [ ] --> .. --> [ ] --> [ ] --> [ ] --> + advance --+         one register for each turn
//        |                    +--> index                         |
//        +-------------------------------------------------------+
//
// The indices go round in as many clocks as the bank has turns; a missing leaf has one, too. A leaf's index is `index`
// once in a round, and `advance` adds 1 to it two clocks later. `second` makes `index` 1 instead of 2.
`default_nettype none
module host_turns #(
    parameter TURNS = 8                 // at least 4
) (
    input  wire       clk,
    input  wire       rewind,           // all indices to 0
    input  wire       advance,          // adds 1 to the `index` of two clocks before
    input  wire       second,           // the second entries are read
    output wire [7:0] index
);

    reg  [8*TURNS-1:0] indices;
    wire [7:0] shown = indices[8*(TURNS-2)-1 -: 8];
    assign index = {shown[7:2], shown[1] && !second, shown[0] || second};

    always @(posedge clk)
        if (rewind)
            indices <= {8*TURNS{1'b0}};
        else
            indices <= {indices[8*TURNS-9:0], indices[8*TURNS-1 -: 8] + {7'd0, advance}};

endmodule
`default_nettype wire
