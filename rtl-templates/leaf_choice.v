// leaf_choice.v: what a lane of a leaf sends in the next part of a slot: its word, or the answer to what it has
// received.
//
//   to   ---> [other] ---> route             m: whether anything is sent at all
//   from --/
//
//   A word waits at the input until its outcome is known: nothing is copied, and a retry is the next load.
//   A word for the own leaf takes the place of a message from the network, and `m` stays 0.
//   Latency: `answering` to `other` and `m` 1 clock.
`default_nettype none

module leaf_choice #(
    parameter OTHER_BITS   = 4,         // of a label; in a generalized fat tree also of the parents, above it
    parameter LABEL_CLOCKS = 1,         // until the route to a label and the meaning of it are known
    parameter ROUTED       = 1          // 0: there is no route; the message is loaded together with the M bit
) (
    input  wire                  clk,
    input  wire                  load,          // the M bits of a part are on `up` in the next clock
    input  wire                  load_body,     // the start bit of a data part is to follow the route
    input  wire                  answering,     // between the arrivals of a data and an acknowledge part
    // the word to send
    input  wire                  word_valid,
    input  wire [OTHER_BITS-1:0] to,
    input  wire                  own,           // it is for this leaf
    input  wire                  away,          // it is for another
    // the message received
    input  wire [OTHER_BITS-1:0] from,
    input  wire                  take,          // it begins
    output reg                   accepted,      // it came in this slot, and is to be acknowledged
    input  wire                  answer,        // `accepted`, or what a broadcast is answered with
    input  wire                  closed,        // not to take a message: an earlier one is still here
    input  wire                  no_turn,       // nor one from the own leaf
    // what is sent
    output wire                  waiting,       // there is a word, and what it means is known
    output reg  [OTHER_BITS-1:0] other,         // who is to be sent to, or answered
    output reg                   m,
    output wire                  turning,       // the word is for the own leaf
    output reg                   turned         // the message of this slot comes from the own leaf
);
    reg  [LABEL_CLOCKS-1:0] here;               // [k]: the word has been here for k + 1 clocks
    wire [LABEL_CLOCKS:0]   here_next = {here, word_valid};
    reg                     turn, turn_loaded;

    assign waiting = here_next[LABEL_CLOCKS];
    assign turning = ROUTED != 0 ? turn_loaded : turn;

    always @(posedge clk) begin
        other    <= answering ? from : to;
        here     <= here_next[LABEL_CLOCKS-1:0];
        m        <= answering ? answer : waiting & away;
        accepted <= accepted & ~load_body | take & ~turned;
        // Never in two slots in a row: the own leaf cannot keep the network out.
        turn     <= waiting & own & ~closed & ~no_turn;
        if (load)
            turn_loaded <= turn;
        if (load_body)
            turned <= turning;
    end
endmodule

`default_nettype wire
