// packet_destinations: what an adapter of acknowledged words knows of its slots, where nothing is ever purged.
//
//   No word comes twice, so it is answered as it comes: in clock 2 with its source (`word_ends`, `accepted`). In clock 2 an
//   answer finds its slot, too (`answered`, `accepts`): the one that has a word for the answer's source.
`default_nettype none

module packet_destinations #(
    parameter OUTSTANDING = 1               // slots, 1 .. 4
) (
    input  wire                     clk,
    // from the frame
    input  wire                     first,
    input  wire                     third,
    // the word that is offered, or enters
    input  wire [6:0]               destination,
    input  wire [OUTSTANDING-1:0]   used,         // slots that have a word
    input  wire [(OUTSTANDING>2):0] pick,
    input  wire                     enters_new,
    output wire                     is_taken,     // in clock 0: a slot has a word for `destination`
    output wire [6:0]               due_destination,  // of slot `pick`
    // what comes
    input  wire [7:0]               data_out,
    input  wire                     word_comes,
    input  wire                     answer_comes,
    input  wire                     coming,       // there is room for the word
    output wire                     word_ends,
    output wire                     accepted,
    output wire [6:0]               source,
    output wire                     answered,
    output wire                     accepts,
    output reg  [(OUTSTANDING>2):0] answered_slot
);
    localparam NUMBER_BITS = OUTSTANDING > 2 ? 2 : 1;   // of a slot's number, which is 0 if there is one

    reg  [8*OUTSTANDING-1:0] destinations;
    wire [6:0]               where = first ? destination : data_out[6:0];
    wire [OUTSTANDING-1:0]   same;
    integer                  n, o;                  // one for each block, as Yosys wants it
    genvar                   i;

    generate
        for (i = 0; i < OUTSTANDING; i = i + 1) begin : of_slot
            assign same[i] = used[i] && destinations[8*i +: 7] == where;
        end
    endgenerate
    always @* begin
        answered_slot = 0;
        for (n = 0; n < OUTSTANDING; n = n + 1)
            if (same[n])
                answered_slot = answered_slot | n[NUMBER_BITS-1:0];
    end
    assign word_ends       = third & word_comes;
    assign accepted        = coming;
    assign source          = data_out[6:0];
    assign answered        = third & answer_comes;
    assign accepts         = data_out[7];
    assign is_taken        = OUTSTANDING > 1 && |same;
    assign due_destination = destinations[8*pick +: 7];

    always @(posedge clk)
        for (o = 0; o < OUTSTANDING; o = o + 1)
            if (enters_new && pick == o[NUMBER_BITS-1:0])
                destinations[8*o +: 8] <= {1'b0, destination};
endmodule

`default_nettype wire
