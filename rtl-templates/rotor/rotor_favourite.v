// rotor_favourite: which leaf of a source is the favourite: the next one, once the favourite's word is taken or it has none, or
//   it has been the favourite for the whole time between two ticks: then the reader of its word has stopped.
`default_nettype none

module rotor_favourite #(
    parameter PLACES     = 4,
    parameter PLACE_BITS = 2
) (
    input  wire                  clk,
    input  wire                  clear,
    input  wire                  tick,          // see rotor_timer.v
    input  wire [PLACES-1:0]     valid,         // it has a word
    input  wire                  sent,          // in the next clock the word of ..
    input  wire [PLACE_BITS-1:0] sender,        // .. this leaf is answered
    input  wire                  answer,        // the word that is answered now is taken
    output reg  [PLACE_BITS-1:0] favourite
);
    localparam [31:0] LAST = PLACES - 1;

    reg  own;                                   // the favourite's word is answered now
    reg  taken, empty, moved;
    reg  old, late;                             // it is the favourite since a tick, or since two
    wire waits;                                 // the favourite has a word
    wire asks = sent && sender == favourite;
    wire move = taken | (empty & ~moved)        // `empty` behind a move is that of the favourite before
                | (late & ~own & ~asks);        // no answer is due that would move the next one

    rotor_select #(.INPUTS(PLACES), .SELECT_BITS(PLACE_BITS), .WIDTH(1)) of_favourite (
        .in(valid), .select(favourite), .out(waits)
    );
    always @(posedge clk) begin
        own   <= asks;
        taken <= own && answer;
        empty <= ~waits;
        moved <= move;
        old   <= ~move & (old | tick);
        late  <= ~move & (late | old & tick);
        if (move)
            favourite <= favourite == LAST[PLACE_BITS-1:0] ? {PLACE_BITS{1'b0}} : favourite + 1'b1;
        if (clear) begin
            own       <= 1'b0;
            taken     <= 1'b0;
            empty     <= 1'b0;
            moved     <= 1'b1;
            old       <= 1'b0;
            late      <= 1'b0;
            favourite <= {PLACE_BITS{1'b0}};
        end
    end
endmodule

`default_nettype wire
