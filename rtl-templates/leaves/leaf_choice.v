// leaf_choice: chooses what a lane of a leaf sends in the next part of a slot: its word, or the answer to a received
// message.
//
//   to   ---> [other] ---> route             m: the lane sends something
//   from --/
//
//   A word waits at the input until its outcome is known: nothing is copied, and a retry is the next load.
//   `hold`: the word is not sent in the next slot. It is 0 while answers are chosen.
//   A word for this leaf itself takes the place of a message from the network, and `m` stays 0.
//   Latency: `answering` to `other` and `m` 1 clock.
`default_nettype none

module leaf_choice #(
    parameter OTHER_BITS   = 4,         // of a label; in a generalized fat tree, the parents' digits above it
    parameter LABEL_CLOCKS = 1,         // until the route to a label and its meaning are known
    parameter ROUTED       = 1,         // 0: there is no route; the message is loaded together with the M bit
    parameter KEEPS        = 0,         // 1: a word can change while it is sent; what is chosen stays
    parameter OWN_LATE     = 0          // LABEL_CLOCKS, less the clocks from `to` to `own`, where words can change
) (
    input  wire                  clk,
    input  wire                  leaf_rst,      // from the network's reset on, for a slot
    input  wire                  load,          // the M bits of a part are on `up` in the next clock
    input  wire                  load_body,     // the start bit of a data part is to follow the route
    input  wire                  answering,     // between the arrivals of a data and an acknowledge part
    input  wire                  answering_next, // KEEPS: `answering` in the next clock; `to` is chosen where it ends
    // the word to send
    input  wire                  word_valid,
    input  wire [OTHER_BITS-1:0] to,
    input  wire                  own,           // the word is for this leaf
    input  wire                  away,          // the word is for another leaf
    input  wire                  hold,          // .. and lets others go first
    // the message received
    input  wire [OTHER_BITS-1:0] from,
    input  wire                  take,          // the message begins
    output reg                   accepted,      // the message came in this slot and is to be acknowledged
    input  wire                  answer,        // `accepted`, or the answer to a broadcast
    input  wire                  closed,        // take no message: an earlier one is still here
    input  wire                  no_turn,       // take no message from this leaf itself
    // to send
    output wire                  waiting,       // there is a word, and its meaning is known
    output reg  [OTHER_BITS-1:0] other,         // destination of the word, or source of the message to answer
    output reg                   m,
    output wire                  turning,       // the word is for this leaf itself
    output reg                   turned         // the message of this slot comes from this leaf itself
);
    reg  [LABEL_CLOCKS-1:0] here;               // [k]: the word has been here for k + 1 clocks
    wire [LABEL_CLOCKS:0]   here_next = {here, word_valid};
    reg                     turn, turn_loaded;

    // All that is loaded follows from the label of one clock: a route is whole whatever the word becomes, and a word turns
    // only with the route of one that does.
    wire [OWN_LATE:0] own_before;
    wire              own_then = own_before[OWN_LATE];

    assign own_before[0] = own;

    genvar k;
    generate
        for (k = 0; k < OWN_LATE; k = k + 1) begin : late
            reg was;

            always @(posedge clk)
                was <= own_before[k];
            assign own_before[k+1] = was;
        end
        if (KEEPS != 0) begin : keep
            always @(posedge clk)
                if (answering)
                    other <= answering_next ? from : to;
        end else begin : follow
            wire unused = answering_next;

            always @(posedge clk)
                other <= answering ? from : to;
        end
    endgenerate

    assign waiting = here_next[LABEL_CLOCKS];
    assign turning = ROUTED != 0 ? turn_loaded : turn;

    always @(posedge clk) begin
        here     <= here_next[LABEL_CLOCKS-1:0];
        m        <= answering ? answer : waiting & away;
        // A reset, which costs no LUT.
        if (hold)
            m <= 1'b0;
        accepted <= accepted & ~load_body | take & ~turned;
        // Never in two slots in a row: otherwise words to itself could block messages from the network.
        turn     <= waiting & own_then & ~closed & ~no_turn;
        if (load)
            turn_loaded <= turn;
        if (load_body)
            turned <= turning;
        // `turn` depends on `turned`, which comes from `turn`: what is undefined here would stay so.
        if (leaf_rst)
            turned <= 1'b0;
    end
endmodule

`default_nettype wire
