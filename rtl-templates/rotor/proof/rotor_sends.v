// rotor_sends: in rotor_source.v each word asks in its bin's turn, and only then; it is sent as a head and a body, and taken from
//   s_axis if, and only if, its bank has taken it. No word is under way twice. Where favourites go first, the arbiter favours the
//   favourite, else chance. With four bins a word does not ask in the turn before its answer comes, nor in the turn before that of
//   favourites, if it stands at an even place and the favourite, too, or both at odd ones.
//
//   Leaves obey AXI4-Stream: a word stays until it is taken. `answers` are free. `clear` comes at any time, and always with
//   `rst` and in the clock behind it. By induction over the clocks. `who` is any leaf, always the same.
//! proves rotor_source as sends
//! within rotor
//! given STAGES SOURCE
//! subject "source"
//! what "source of {PLACES} leaves"
//! claim "a word is sent in its bin's turn, and taken if and only if its bank takes it"
//! steps STAGES + 8
//! skip STAGES + 7
//! watches still
//! cells 2 * PLACES * (PAYLOAD_BITS + 10)
//! reads rotor_arbiter rotor_favourite rotor_select
//! expose bin
//! expose asks
//! expose favor
//! expose first.favourite
//! expose answering
//! show parts "claims that held, of 0 to 6"
`default_nettype none

module rotor_sends #(
    parameter BIN_BITS     = 2,
    parameter PLACES       = 4,
    parameter PLACE_BITS   = 2,
    parameter PAYLOAD_BITS = 32,
    parameter STAGES       = 1,
    parameter SOURCE       = 0,
    parameter TO_BITS      = PLACE_BITS,                    // of a place in a bin
    parameter LABEL_BITS   = BIN_BITS + TO_BITS
) (
    input  wire                           clk,
    // free in every clock
    input  wire                           rst, any_clear, prefer, rests, tick,
    input  wire [PLACE_BITS-1:0]          random, who,
    input  wire [PLACES*PAYLOAD_BITS-1:0] any_data,
    input  wire [PLACES*LABEL_BITS-1:0]   any_destination,
    input  wire [PLACES-1:0]              any_valid,
    input  wire [(1<<BIN_BITS)-1:0]       answers,
    // the claim, and values to show if it fails
    output wire                           ok,
    output wire [6:0]                     parts
);
    localparam BODY = PLACE_BITS + PAYLOAD_BITS;
    localparam TRIP = STAGES + 2;                           // clocks from a head to `ready`
    localparam ALL  = TRIP + 4;
    localparam [31:0] AHEAD = TRIP + 2;                     // turns from a decision to its answer
    localparam [31:0] ASKED = 5;                            // clocks from its turn to its body

    // Streams: what was offered and not taken stays.
    reg  [PLACES*PAYLOAD_BITS-1:0] data;
    reg  [PLACES*LABEL_BITS-1:0]   destination;
    reg  [PLACES-1:0]              valid;
    wire [PLACES-1:0]              ready;
    wire [TO_BITS:0]               head;
    wire [BODY-1:0]                body;
    wire [BIN_BITS-1:0]            bin, answering;
    wire [PLACES-1:0]              asks;
    wire [PLACE_BITS-1:0]          favor, favourite;
    reg                            rst_1, known;            // known: since the first reset
    reg  [BIN_BITS-1:0]            turn;
    wire                           clear = rst || rst_1 || any_clear;
    integer                        i;

    always @(posedge clk)
        turn <= rst ? {BIN_BITS{1'b0}} : turn + 1'b1;
    always @(posedge clk)
        for (i = 0; i < PLACES; i = i + 1)
            if (!valid[i] || ready[i] || rst) begin
                valid[i] <= any_valid[i];
                data[i*PAYLOAD_BITS +: PAYLOAD_BITS] <= any_data[i*PAYLOAD_BITS +: PAYLOAD_BITS];
                destination[i*LABEL_BITS +: LABEL_BITS] <= any_destination[i*LABEL_BITS +: LABEL_BITS];
            end

    circuit circuit (
        .clk(clk), .rst(rst), .clear(clear), .prefer(prefer), .rests(rests), .tick(tick), .turn(turn), .random(random), .data(data), .destination(destination),
        .valid(valid), .ready(ready), .answers(answers), .head(head), .body(body), .bin(bin), .answering(answering),
        .asks(asks), .favor(favor), .\first.favourite (favourite)
    );

    // What went out in the last clocks: [k]: k clocks ago. A body tells whose head came two clocks before it.
    reg  [ALL:1]          heads;
    reg  [ALL*TO_BITS-1:0] places;
    reg  [ALL:1]          whose;                            // [k]: the head of k + 2 clocks ago was of `who`
    reg  [PLACE_BITS-1:0] who_1;
    reg                   wanted, rested_1, rested;         // a clock ago: `who` had a word for the bin; two: it was to rest
    reg  [1:0]            cleared;                          // a clock ago, and two
    reg  [PLACE_BITS-1:0] chosen;                           // a clock ago, whom to favour
    reg                   answered;                         // a clock ago by the bank of `who`'s word
    wire [LABEL_BITS-1:0] label = destination[who*LABEL_BITS +: LABEL_BITS];
    wire                  own   = heads[2] && body[PAYLOAD_BITS +: PLACE_BITS] == who;

    always @(posedge clk) begin
        who_1    <= who;
        wanted   <= valid[who] && label[BIN_BITS-1:0] == bin;
        rested_1 <= rests && favourite[0] == who[0];
        rested   <= rested_1;
        chosen   <= prefer ? favourite : random;
        cleared  <= {cleared[0], clear};
        heads    <= {heads[ALL-1:1], head[0]};
        places   <= {places, head[TO_BITS:1]};
        whose    <= {whose[ALL-1:1], own};
        answered <= answers[label[BIN_BITS-1:0]];
        rst_1    <= rst;
        if (clear) begin
            heads <= {ALL{1'b0}};
            whose <= {ALL{1'b0}};
            answered <= 1'b0;
        end
        if (rst)
            known <= 1'b1;
        if (who != who_1)
            known <= 1'b0;
    end

    wire [BIN_BITS-1:0] asked = bin + ASKED[BIN_BITS-1:0];
    wire                sent  = whose[TRIP-2];              // TRIP clocks ago went the head of `who`'s word

    wire                rest    = (1 << BIN_BITS) < TRIP + 4 && (own || rested);

    assign parts = {
        favor == chosen,
        cleared != 2'd0 || asks[who] == (wanted && !rest),
        answering == bin + AHEAD[BIN_BITS-1:0],
        // the turns agree; what is sent is the word that stands there, in its turn
        !own || valid[who] && asked == label[BIN_BITS-1:0] && places[TO_BITS +: TO_BITS] == label[LABEL_BITS-1:BIN_BITS]
                && body[PAYLOAD_BITS-1:0] == data[who*PAYLOAD_BITS +: PAYLOAD_BITS],
        // not twice at a time
        !own || (whose[TRIP-1:1] == {TRIP-1{1'b0}}),
        // it is taken if its bank has taken it ..
        !sent || ready[who] == answered,
        // .. and only then
        sent || !ready[who]
    };
    still #(.CLOCKS(ALL)) induction (.clk(clk), .claim(!known || who != who_1 || who >= PLACES || (&parts)), .ok(ok));
endmodule

`default_nettype wire
