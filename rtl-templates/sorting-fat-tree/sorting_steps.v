// sorting_steps: the steps of a node of a sorting fat-tree: a wave that is sent, or a column that is read, in clocks.
//
//   A step begins when the one before has ended, if words are to be sent and there is room for them, or if a column
//   is `wanted`.
//   sent_k    a wave to be sent began k clocks ago
//   late[k]   likewise any other step; a wave that comes counts as one that began two clocks before its `starts`
//   beat      of the bit that is read. A wave that is sent leaves out the first one, a column those that all words
//             share
//   column    from 0 on. Waves of half as many words as there are lines take two steps in each column, the second one
//             `upper`
`default_nettype none

module sorting_steps #(
    parameter COLUMN_BITS = 2,
    parameter BEAT_BITS   = 6,
    parameter SHARED      = 2,
    parameter PERIOD      = 48,         // clocks of a wave that is sent
    parameter SORT_PERIOD = 40,         // of a column
    parameter LATE        = 9           // clocks for which a step is followed
) (
    input  wire                   clk,
    input  wire                   rst,
    input  wire                   starts,       // a wave comes
    // phases
    input  wire                   sends,
    input  wire                   passing,      // sorts, or lays
    input  wire                   fills,
    input  wire                   fills_last,   // that phase ends, and with it its step
    input  wire                   feeds,
    input  wire                   feeds_next,
    input  wire                   all,          // sent, or fed: columns begin again
    // words
    input  wire                   some,         // to be fed
    input  wire                   more,         // to be sent
    input  wire                   room,         // for them
    input  wire                   whole,        // a wave that is sent has a word of each line
    input  wire [COLUMN_BITS-1:0] last_column,  // of a pass
    // the step
    output reg                    rests,        // the next one may begin
    output reg                    ending,       // this is its last clock
    output reg                    sent_1,
    output reg                    sent_2,
    output wire [LATE:0]          late,         // 0: it begins
    output reg  [BEAT_BITS-1:0]   beat,
    output reg  [COLUMN_BITS-1:0] column,
    output reg                    at_end,       // the column is the last one
    output reg                    upper
);
    localparam [BEAT_BITS-1:0] SECOND = {{BEAT_BITS-1{1'b0}}, 1'b1};
    localparam [31:0]          JUMP     = SHARED + 2;
    localparam [31:0]          SORT_END = SHARED + SORT_PERIOD - 1;
    localparam [31:0]          SEND_END = PERIOD - 1;

    reg  eager, has_room;               // to send words; there is room
    reg  own;                           // the node's own words are to be fed
    reg  [LATE:1] ago;
    wire wanted    = fills | passing | own;
    wire sends_now = rests & eager & has_room;
    wire begins    = rests & wanted;
    wire [BEAT_BITS-1:0] first = {{BEAT_BITS-1{1'b0}}, sends};

    assign late = {ago, begins};

    always @(posedge clk) begin
        eager    <= ~rst & sends & more;
        has_room <= room;
        own      <= ~rst & some & (feeds | feeds_next);
        sent_1   <= ~rst & sends_now;
        sent_2   <= ~rst & sent_1;
        ago      <= rst ? {LATE{1'b0}} : {ago[LATE-1:3], ago[2] | starts, ago[1], begins};
    end

    // bits
    always @(posedge clk) begin
        ending <= ~rst & beat == (sends ? SEND_END[BEAT_BITS-1:0] : SORT_END[BEAT_BITS-1:0]);
        if (rst)
            rests <= 1'b1;
        else if (begins | sends_now)
            rests <= 1'b0;
        else if (ending | fills_last)
            rests <= 1'b1;
        if (rst)
            beat <= {BEAT_BITS{1'b0}};
        else if (begins | sends_now)
            beat <= sends ? SECOND + 1'b1 : JUMP[BEAT_BITS-1:0];
        else if (ending | fills_last | rests)
            beat <= first;
        else if (~fills)
            beat <= beat + 1'b1;
    end

    // columns
    always @(posedge clk) begin
        at_end <= column == last_column;
        if (rst | all)
            {column, upper} <= {COLUMN_BITS+1{1'b0}};
        else if (ending & passing)
            column <= at_end ? {COLUMN_BITS{1'b0}} : column + 1'b1;
        else if (ending & (feeds | whole))
            column <= column + 1'b1;
        else if (ending)
            {column, upper} <= {column, upper} + 1'b1;
    end
endmodule

`default_nettype wire
