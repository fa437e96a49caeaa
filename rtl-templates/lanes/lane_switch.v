// lane_switch: a router's way up or down: each output goes to one of the inputs that ask for it, for a whole slot.
//
//   request --> [ arbiters ] -| granted, valid, from: the inputs that have won
//   in      --> [ picks ] ----| out, a clock and a beat later
//   taken   <-- grants and what has been taken behind them
//
//   In the clock after `strobe` the arbiters decide; from the next one on, for a slot, `granted` and `valid` say which
//   won. By these, lane_ask.v asks the next switch in the clock after that. Data come LAG clocks after the numbers of
//   the inputs: when all switches on the way have decided. A message is taken if it wins at every switch. The last
//   switch keeps what it took for a slot; those between have a register on the way back. Leaves ask the first switch
//   without a register: its numbers are a clock later than its grants.
//
//   Packets: bit 0 of a message's beat 0 says that it is not the last of its packet. If such a message has been taken,
//   its input comes first at its output in the next slot, but in slots of `let_go`. A leaf that has got such a message
//   is held until the packet is over: it is asked only for messages that are not the first of a packet, which `goes_on`
//   says to a single switch; where there are several, lane_ask.v of the one before the last sees to it. Only the source
//   of that packet has such ones for the leaf.
//! cost let NUMBER = INPUTS > 1 ? BITS : 0
//! cost let KEPT   = FIRST || !LAST
//! cost let LOADED = OUTPUTS * (1 + (FIRST ? 0 : NUMBER)) + (KEPT ? (INPUTS > 1) * OUTPUTS * INPUTS : INPUTS)
//! cost let RIVALS = (INPUTS > 1) * OUTPUTS * INPUTS * BITS
//! cost lut4: RIVALS * (INPUTS <= 4), RIVALS * (INPUTS == 8), RIVALS * (INPUTS == 16)
//! cost lut4: OUTPUTS * INPUTS * (FIRST && LAST), OUTPUTS * INPUTS * !KEPT
//! cost lut4: !ENABLES * (COUNT * LOADED < 32) * LOADED, (INPUTS > 1) * OUTPUTS * WIDTH * ((INPUTS + 1) / 2)
//! cost lut4: (PACKETS && !LAST && INPUTS > 1) * OUTPUTS * (NUMBER + 1)
//! cost lut4: PACKETS * LAST * OUTPUTS * (1 + FIRST * 2 * INPUTS)
//! cost lut4: INPUTS * (LAST ? (OUTPUTS + 1) / 3 : (2 * OUTPUTS + 1) / 3)
//! cost ff: OUTPUTS * (NUMBER + 1 + (KEPT && INPUTS > 1) * INPUTS) + !FIRST * INPUTS
//! cost ff: INPUTS > 1 ? OUTPUTS * (WIDTH + LAG * BITS) : WIDTH
//! cost ff: PACKETS * OUTPUTS * (LAST ? 1 : INPUTS > 1 ? NUMBER + 1 : 0)
//! cost once ff: 1 + BITS + PACKETS * (BEAT - 1)
//! cost lone: INPUTS > 1 ? OUTPUTS * LAG * BITS : WIDTH, (INPUTS == 2) * OUTPUTS * BITS
//! cost once lone: 1 + BITS + PACKETS * (BEAT - 1)
`default_nettype none

module lane_switch #(
    parameter INPUTS  = 4,                  // 1 or more
    parameter OUTPUTS = 4,                  // 1 or more
    parameter BITS    = 2,                  // of the number of an input: $clog2(INPUTS), at least 1
    parameter WIDTH   = 9,                  // W, of a beat
    parameter LAG     = 1,                  // clocks between the numbers and the data
    parameter FIRST   = 1,                  // 1: inputs are leaves'
    parameter LAST    = 0,                  // 1: outputs are leaves'
    parameter PACKETS = 0,                  // 1: messages form packets
    parameter BEAT    = 4,                  // clocks from `strobe` until beat 0 is on `out`
    parameter SOON    = 0                   // 1: that is the clock of the next `strobe`
) (
    input  wire                      clk,
    input  wire                      strobe,    // in the clock before a decision
    input  wire [BITS-1:0]           favor,     // in the same clock
    input  wire [3:0]                let_go,    // a clock before; all ones: no input is first for its packet
    input  wire                      clear,     // until leaves first ask: no leaf is held
    // from the inputs, number 0 lowest
    input  wire [INPUTS*OUTPUTS-1:0] request,   // at most one output of each
    input  wire [INPUTS-1:0]         goes_on,   // first and last: the message is not the first of its packet
    input  wire [INPUTS*WIDTH-1:0]   in,
    output wire [INPUTS-1:0]         taken,     // of leaves in the last clock of a slot: the message has arrived
    // to the outputs
    output reg  [OUTPUTS*WIDTH-1:0]  out,
    input  wire [OUTPUTS-1:0]        taken_out,
    output wire [OUTPUTS*INPUTS-1:0] granted,   // [output * INPUTS + input]: has won; last, but not first: 0
    output wire [OUTPUTS-1:0]        valid,     // an input has won ..
    output wire [OUTPUTS*BITS-1:0]   from,      // .. this one; a first switch says so a clock later
    input  wire [OUTPUTS-1:0]        busy,      // first and last: the leaf has no room, and is not asked
    output wire [OUTPUTS-1:0]        held       // last: the leaf's packet goes on
);
    localparam PAIRS = (INPUTS + 1) / 2;
    (* keep *) reg            decide;
    reg                       lapse;                // no packet keeps its inputs first
    reg                       cleared;
    (* keep *) reg [BITS-1:0] order;
    wire [INPUTS*OUTPUTS-1:0] got;                  // [input * OUTPUTS + output]: granted, and taken further on
    wire                      shows;                // beat 0 is on `out`
    genvar                    i, o;

    always @(posedge clk) begin
        decide <= strobe;
        order  <= favor;
        lapse  <= &let_go;
        // The first slot after a reset may end with beat 0 of a word that nobody has sent.
        cleared <= clear;
    end

    generate
        if (PACKETS != 0) begin : packets
            reg [BEAT-1:0] since;                   // `strobe`

            always @(posedge clk)
                since <= {since[BEAT-2:0], strobe};
            assign shows = since[BEAT-1];
        end else begin : words
            assign shows = 1'b0;
        end
        for (o = 0; o < OUTPUTS; o = o + 1) begin : output_
            wire [INPUTS-1:0] asks, grant;
            wire [BITS-1:0]   winner, number, first;
            wire [PAIRS-1:0]  pair;
            wire [WIDTH-1:0]  beat;
            reg  [BITS-1:0]   won;                  // the input's number
            reg               some;                 // an input has won

            lane_arbiter #(.INPUTS(INPUTS), .BITS(BITS)) arbiter (.request(asks), .favor(first), .grant(grant));
            for (i = 0; i < BITS; i = i + 1) begin : bit_
                wire [INPUTS-1:0] odd;              // inputs whose numbers have the bit, if they have won
                genvar            j;

                for (j = 0; j < INPUTS; j = j + 1) begin : each
                    assign odd[j] = (j >> i) % 2 == 1 && (FIRST != 0 ? granted[o*INPUTS+j] : grant[j]);
                end
                assign winner[i] = |odd;
            end
            always @(posedge clk) begin
                if (FIRST != 0 || decide)
                    won <= winner;
                if (decide)
                    some <= |asks;
            end

            // packets
            if (PACKETS != 0 && LAST == 0) begin : trains
                reg [BITS-1:0] own;
                reg            more;                // of the packet
                wire           goes = SOON != 0 ? out[o*WIDTH] : more;

                always @(posedge clk) begin
                    if (shows)
                        more <= out[o*WIDTH];
                    own <= taken_out[o] & goes & ~lapse ? won : favor;
                end
                assign first = own;
                wire unused = &{more, 1'b0};
            end else begin : plain
                assign first = order;
            end
            if (PACKETS != 0 && LAST != 0) begin : whole
                reg hold;

                always @(posedge clk) begin
                    if (shows & some)
                        hold <= out[o*WIDTH];
                    if (cleared)
                        hold <= 1'b0;
                end
                assign held[o] = hold;
            end else begin : single
                assign held[o] = 1'b0;
            end

            // the way back
            for (i = 0; i < INPUTS; i = i + 1) begin : each
                assign asks[i] = request[i*OUTPUTS+o] & ~(FIRST != 0 && LAST != 0 && (busy[o] | held[o] & ~goes_on[i]));
                if (FIRST == 0 && LAST != 0) begin : at_once
                    assign granted[o*INPUTS+i] = 1'b0;
                    assign got[i*OUTPUTS+o]    = grant[i];
                end else begin : kept
                    reg for_slot;

                    always @(posedge clk)
                        if (decide)
                            for_slot <= grant[i];
                    assign granted[o*INPUTS+i] = for_slot;
                    assign got[i*OUTPUTS+o]    = for_slot & (LAST != 0 || taken_out[o]);
                end
            end

            // data
            wire [(LAG+1)*BITS-1:0] numbers;        // this clock's lowest, the one before, ..

            assign numbers[BITS-1:0] = won;
            for (i = 0; i < LAG; i = i + 1) begin : ago
                reg [BITS-1:0] then_won;

                always @(posedge clk)
                    then_won <= numbers[i*BITS +: BITS];
                assign numbers[(i+1)*BITS +: BITS] = then_won;
            end
            assign number = numbers[LAG*BITS +: BITS];
            for (i = 0; i < PAIRS; i = i + 1) begin : pair_of
                localparam [31:0] PAIR = i;

                assign pair[i] = PAIRS == 1 || number[BITS-1:BITS > 1 ? 1 : 0] == PAIR[BITS > 1 ? BITS-2 : 0:0];
            end
            lane_pick #(.INPUTS(INPUTS), .WIDTH(WIDTH)) data (.odd(number[0]), .pair(pair), .in(in), .out(beat));
            always @(posedge clk)
                out[o*WIDTH +: WIDTH] <= beat;
            assign valid[o]             = some;
            assign from[o*BITS +: BITS] = won;
        end

        for (i = 0; i < INPUTS; i = i + 1) begin : back
            if (FIRST != 0) begin : at_once
                assign taken[i] = |got[i*OUTPUTS +: OUTPUTS];
            end else begin : later
                reg took;

                always @(posedge clk)
                    if (PACKETS != 0 && LAST != 0 && cleared)
                        took <= 1'b0;
                    else if (LAST == 0 || decide)
                        took <= |got[i*OUTPUTS +: OUTPUTS];
                assign taken[i] = took;
            end
        end
    endgenerate
    wire unused = &{taken_out, busy, goes_on, order, lapse, shows, cleared, 1'b0};
endmodule

`default_nettype wire
