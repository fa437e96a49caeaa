// leaf_turns: how a leaf with one lane takes turns: words for one leaf do not pass those that wait longer.
//
//   token_in --> [token] --> token_out      from leaf to leaf, a clock each; rests where a word is late
//
//   Whoever has the token at the first `mark` of a slot owns the next slot and announces where its word goes. All words
//   for the same leaf are held in that slot, and until it is their own turn. A word is late when it has waited from one
//   tick to the next, or was held. When its turn has passed it is late no more, and the token moves on.
//   A tick is a one on the line while `load_body` is high; announcements are not heard then.
`default_nettype none

module leaf_turns #(
    parameter ADDRESS_BITS = 4     // L, bits of a label, 1 .. 20
) (
    input  wire                    clk,
    input  wire                    leaf_rst,   // from the network's reset on, for a slot
    input  wire                    mark,       // as in leaf_announce.v
    input  wire                    line,
    input  wire                    label_bit,
    input  wire                    announced,
    input  wire                    apart,
    input  wire                    load_body,  // the words of a slot are on their way
    input  wire                    answering_next, // in the next clock an answer is chosen, if any
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
    reg  bound;                                 // was held, and goes in its turn only
    reg  ticked, binds;                         // late since a clock ago: by a tick; as it was held
    reg  rested;                                // was late and had the token since a tick, and was not heard
    reg  over;                                  // there is no word that could wait, or no longer
    reg  gone;                                  // likewise, or it had its turn
    reg  again;                                 // since the last tick a word has gone where another had the turn
    reg  binding;                               // `again`, or the word was here when the announcement came
    reg  stop;                                  // hold, unless this leaf has the turn

    assign token_out = token & ~late;

    always @(posedge clk) begin
        token   <= token_in | token & late;
        line_up <= token & late & label_bit;
        // This holds the word behind one that has just been delivered, too: nobody goes twice.
        stop    <= announced | bound;
        hold    <= stop & ~(token & ~over) & ~answering_next & ~apart;
        over    <= done || !waiting || !away || apart || leaf_rst;
        ticked  <= load_body & seen & line;
        again   <= (again | binds & ~binding) & ~(load_body & line);
        binding <= mark | again | binding & ~over;
        // A word that changes while it is announced does not hear itself. Its turn passes all the same.
        rested  <= token & (ticked | rested);
        binds   <= load_body & (announced | rested);
        gone    <= over | binds & token & ~broadcast;
        // Gates: Yosys would turn multiplexers into resets, which few flip-flops share.
        seen    <= (seen | load_body & line) & ~gone;
        bound   <= (bound | binds & binding) & ~gone;
        late    <= (late | ticked | binds) & ~gone;
        if (leaf_rst)
            token <= ~|address;
    end
endmodule

`default_nettype wire
