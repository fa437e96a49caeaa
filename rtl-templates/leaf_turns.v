// leaf_turns.v: how a leaf with one lane takes turns: words for one leaf do not pass those that wait longer.
//
//   token_in --> [token] --> token_out      from leaf to leaf, a clock each; rests where a word is late
//
//   Whoever has the token at the first `mark` of a slot owns the next slot and announces where its word goes. All words
//   for the same leaf are held in that slot. A word is late when it has waited from one tick to the next, or was held.
//   When its turn has passed it is late no more, and the token moves on.
//   A tick is a one on the line while `load_body` is high; announcements are not heard then.
`default_nettype none

module leaf_turns #(
    parameter ADDRESS_BITS = 4     // L, bits of a label, 1 .. 20
) (
    input  wire                    clk,
    input  wire                    rst,        // synchronous, active high
    input  wire                    line,       // as in leaf_announce.v
    input  wire                    label_bit,
    input  wire                    announced,
    input  wire                    apart,
    input  wire                    load_body,  // the words of a slot are on their way
    input  wire                    answering,  // between the arrivals of a data and an acknowledge part
    input  wire                    broadcast,  // the slot is for broadcasts: no turn passes
    input  wire [ADDRESS_BITS-1:0] address,    // of this leaf; leaf 0 begins
    input  wire                    waiting,    // there is a word, and its meaning is known
    input  wire                    away,       // the word is for another leaf
    input  wire                    done,       // the word has been delivered or discarded
    input  wire                    token_in,   // from the leaf before this one
    output wire                    token_out,
    output reg                     line_up,    // to the line of all leaves
    output reg                     hold        // a word chosen now is not sent
);
    reg  token, late, seen;                     // seen: waits since the last tick
    reg  over;                                  // there is no word that could wait, or no longer

    assign token_out = token & ~late;

    always @(posedge clk) begin
        token   <= token_in | token & late;
        line_up <= token & late & label_bit;
        // This holds the word behind one that has just been delivered, too: nobody goes twice.
        hold    <= announced & ~(token & ~over) & ~answering & ~apart;
        over    <= done || !waiting || !away || apart || rst;
        if (load_body) begin
            late <= (late | announced | seen & line) & ~(token & announced & ~broadcast);
            seen <= seen | line;
        end
        if (over) begin
            late <= 1'b0;
            seen <= 1'b0;
        end
        if (rst)
            token <= ~|address;
    end
endmodule

`default_nettype wire
