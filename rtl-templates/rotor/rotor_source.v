// rotor_source: the leaves of one source take turns at its entrance to the rotor.
//
//   In each clock those leaves ask whose word is for the bin that the rotor will join. rotor_arbiter.v picks one. The word
//   stays on s_axis until the bank has answered: then `ready`, or it asks again in the bin's next turn. If that turn comes before
//   the answer, the leaf that was sent does not ask in it; and the favourite, and every second leaf beside it, does not ask in
//   the turn before its own.
//
//   One leaf is the favourite. Where `prefer`, it goes first; else chance decides. It stays the favourite until its word is
//   taken, or it has none, or its time is over. So every word has its time however many others ask.
`default_nettype none

(* keep_hierarchy *)
module rotor_source #(
    parameter BIN_BITS     = 2,
    parameter PLACES       = 4,
    parameter PLACE_BITS   = 2,
    parameter PAYLOAD_BITS = 32,
    parameter STAGES       = 1,                 // of the rotor
    parameter SOURCE       = 0,                 // its number, of those that share a rotor
    parameter TO_BITS      = PLACE_BITS,        // of a place in a bin
    parameter LABEL_BITS   = BIN_BITS + TO_BITS
) (
    input  wire                               clk,
    input  wire                               rst,
    input  wire                               clear,
    input  wire                               prefer,       // the favourite goes first
    input  wire                               rests,        // the next clock is in the turn before that
    input  wire                               tick,         // see rotor_timer.v
    input  wire [BIN_BITS-1:0]                turn,         // see rotor_timer.v
    input  wire [PLACE_BITS-1:0]              random,
    input  wire [PLACES*PAYLOAD_BITS-1:0]     data,
    input  wire [PLACES*LABEL_BITS-1:0]       destination,
    input  wire [PLACES-1:0]                  valid,
    output reg  [PLACES-1:0]                  ready,
    input  wire [(1<<BIN_BITS)-1:0]           answers,      // of all banks, for the words that they met a clock ago
    output wire [TO_BITS:0]                   head,         // {place in the bin, valid}
    output wire [PLACE_BITS+PAYLOAD_BITS-1:0] body          // {sender, payload}, two clocks later
);
    localparam BINS   = 1 << BIN_BITS;
    localparam TRIP   = STAGES + 2;             // clocks from a decision to the answer
    localparam [31:0] FIRST = SOURCE, FIRST_ANSWERED = SOURCE + TRIP + 2;
    localparam WAITS  = BINS < TRIP + 4;        // a word's bin comes round before its answer

    wire [BIN_BITS-1:0]        bin, answering;  // of the words that ask, and of those that are answered now
    reg  [PLACES-1:0]          asks;
    reg  [PLACE_BITS-1:0]      favor;           // first choice among those that ask
    reg  [TRIP*PLACE_BITS-1:0] senders;         // [k]: k clocks after its head was picked
    reg  [TRIP-1:0]            valids;
    reg  [TO_BITS-1:0]         place;
    reg  [PAYLOAD_BITS-1:0]    payload;
    reg                        refused_1;
    wire                       any;
    wire [PLACE_BITS-1:0]      winner, favourite;
    wire [TO_BITS-1:0]         next_place;
    wire [PAYLOAD_BITS-1:0]    next_payload;
    wire [PLACES-1:0]          wants, replied;
    wire                       refused = clear || !answers[answering];     // the word of `last`
    wire [PLACES*TO_BITS-1:0]  wanted;          // places in the bin
    wire [PLACE_BITS-1:0]      last = senders[(TRIP-1)*PLACE_BITS +: PLACE_BITS];
    genvar                     p;

    generate
        if (BIN_BITS == 2) begin : shared       // the LUTs behind take the subtraction in
            wire unused_rst = rst;

            assign bin       = FIRST[BIN_BITS-1:0] - turn;
            assign answering = FIRST_ANSWERED[BIN_BITS-1:0] - turn;
        end else begin : own
            reg [BIN_BITS-1:0] asked, answered;
            wire               unused_turn = |turn;

            assign bin       = asked;
            assign answering = answered;
            always @(posedge clk) begin
                asked    <= rst ? FIRST[BIN_BITS-1:0] : asked - 1'b1;
                answered <= rst ? FIRST_ANSWERED[BIN_BITS-1:0] : answered - 1'b1;
            end
        end
        for (p = 0; p < PLACES; p = p + 1) begin : of_place
            assign wants[p] = valid[p] && destination[p*LABEL_BITS +: BIN_BITS] == bin;
            assign wanted[p*TO_BITS +: TO_BITS] = destination[p*LABEL_BITS+BIN_BITS +: TO_BITS];

            always @(posedge clk)
                if (refused)                    // all leaves' alike: the flip-flops' reset
                    ready[p] <= 1'b0;
                else
                    ready[p] <= replied[p];
        end
        if (WAITS) begin : waiting              // BINS is 4: a word that asked in this bin's last turn has its head in `valids[0]` a clock before
            reg [PLACES-1:0] away, away_1;      // away_1: a clock ago; it spares `replied` LUTs
            reg [1:0]        rest;              // leaves of even, of odd places

            assign replied = away_1;           // TRIP is 3
            always @(posedge clk)
                rest <= {2{rests}} & {favourite[0], ~favourite[0]};
            for (p = 0; p < PLACES; p = p + 1) begin : mark
                localparam [31:0] PLACE = p;

                always @(posedge clk) begin
                    away[p]   <= valids[0] && senders[PLACE_BITS-1:0] == PLACE[PLACE_BITS-1:0];
                    away_1[p] <= away[p];
                    asks[p]   <= wants[p] & ~away[p] & ~rest[p%2];
                    if (clear) begin
                        away[p]   <= 1'b0;
                        away_1[p] <= 1'b0;
                    end
                end
            end
        end else begin : passing
            wire unused_rests = rests;

            for (p = 0; p < PLACES; p = p + 1) begin : decoded
                localparam [31:0] PLACE = p;

                assign replied[p] = valids[TRIP-1] && last == PLACE[PLACE_BITS-1:0];
            end
            always @(posedge clk)
                asks <= wants;
        end
    endgenerate

    rotor_arbiter #(.PLACES(PLACES), .PLACE_BITS(PLACE_BITS)) arbiter (
        .clk(clk), .clear(clear), .asks(asks), .favor(favor), .any(any), .winner(winner)
    );
    rotor_select #(.INPUTS(PLACES), .SELECT_BITS(PLACE_BITS), .WIDTH(TO_BITS)) of_head (
        .in(wanted), .select(winner), .out(next_place)
    );
    rotor_select #(.INPUTS(PLACES), .SELECT_BITS(PLACE_BITS), .WIDTH(PAYLOAD_BITS)) of_body (
        .in(data), .select(senders[PLACE_BITS +: PLACE_BITS]), .out(next_payload)
    );
    rotor_favourite #(.PLACES(PLACES), .PLACE_BITS(PLACE_BITS)) first (
        .clk(clk), .clear(clear), .tick(tick), .valid(valid), .sent(valids[TRIP-1]), .sender(last),
        .answer(!refused_1), .favourite(favourite)
    );

    always @(posedge clk) begin
        favor     <= prefer ? favourite : random;
        senders   <= {senders[(TRIP-1)*PLACE_BITS-1:0], winner};
        place     <= next_place;
        payload   <= next_payload;
        valids    <= {valids[TRIP-2:0], any};
        refused_1 <= refused;
        if (clear)
            valids <= {TRIP{1'b0}};
    end
    assign head  = {place, valids[0]};
    assign body  = {senders[2*PLACE_BITS +: PLACE_BITS], payload};
endmodule

`default_nettype wire
