// leaf_turns_many: how a lane takes turns, in a leaf with several lanes: leaf_turns.v, where a word can
// move to the next lane between the slot that announces it and its turn. Lane v of all leaves has a token and a line.
//
//   passed of all lanes --> [ OR ] --> passed_any      words that come behind those are held: nobody goes twice
`default_nettype none

module leaf_turns_many #(
    parameter ADDRESS_BITS = 4     // L, bits of a label, 1 .. 20
) (
    input  wire                    clk,
    input  wire                    leaf_rst,   // from the network's reset on, for a slot
    input  wire                    line,       // as in leaf_announce.v
    input  wire                    label_bit,
    input  wire                    announced,
    input  wire                    apart,
    input  wire                    load_body,  // the words of a slot are on their way
    input  wire                    answering,  // between the arrivals of a data and an acknowledge part
    input  wire                    decide,     // the announcement has been compared
    input  wire                    done,       // the word has been delivered or discarded
    input  wire                    fresh,      // another word comes
    input  wire                    move_on,    // the words move on to the next lane
    input  wire                    broadcast,  // the slot is for broadcasts: no turn passes
    input  wire [ADDRESS_BITS-1:0] address,    // of this leaf; leaf 0 begins
    input  wire                    waiting,    // there is a word, and its meaning is known
    input  wire                    away,       // the word is for another leaf
    input  wire                    token_in,   // from the leaf before this one
    output wire                    token_out,
    output reg                     line_up,    // to the line of all leaves
    output wire                    hold,       // a word chosen now is not sent
    output reg                     passed,     // a word went where others wait to go
    input  wire                    passed_any, // .. from this lane or another one
    // what moves with a word: late; waits since the last tick; not to be sent in the next slot; owns the next slot
    input  wire [3:0]              kept_before,// from the lane before
    output wire [3:0]              kept
);
    reg  token, late, seen, held, turn;

    assign token_out = token & ~late;
    assign hold      = held & ~answering & ~apart;
    assign kept      = {turn, held, seen, late};

    always @(posedge clk) begin
        token   <= token_in | token & late;
        line_up <= token & late & label_bit;
        if (decide) begin
            held <= (announced | held & ~turn) & ~token;
            turn <= announced & token;
            passed <= 1'b0;
        end
        if (done)
            passed <= held | turn;
        // With `turn` it is held in one slot only.
        if (fresh) begin
            held <= passed_any;
            turn <= passed_any;
        end
        if (load_body) begin
            late <= (late | held | seen & line) & ~(turn & ~held & ~broadcast);
            seen <= seen | line;
        end
        if (!waiting || !away || apart) begin
            late <= 1'b0;
            seen <= 1'b0;
        end
        if (move_on)
            {turn, held, seen, late} <= kept_before;
        if (leaf_rst) begin
            token <= ~|address;
            late  <= 1'b0;
            seen  <= 1'b0;
            held  <= 1'b0;
            turn  <= 1'b0;
            passed <= 1'b0;
        end
    end
endmodule

`default_nettype wire
