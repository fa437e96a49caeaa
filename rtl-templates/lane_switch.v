// lane_switch: a router's way up or down: each output goes to one of the inputs that ask for it, for a whole slot.
//
//   requests --> [ arbiters ] | grants, numbers of the inputs that won
//   digits   --> [ picks ] ---------> [ decode ] | requests of the next switch
//   data     --> [ picks ] | data, a clock and a beat later
//   taken    <-- grants and what has been taken behind them
//
//   In the clock after `strobe` the arbiters decide; in the next one, the digits of those that won become requests of the
//   next switch. Data come LAG clocks after the numbers: when all switches on the way have decided. A message is taken if
//   it wins at every switch. The last switch keeps what it took for a slot; those between have a register on the way back.
//   Leaves ask the first switch without a register: its numbers are a clock later than its grants.
`default_nettype none

module lane_switch #(
    parameter INPUTS     = 4,               // 1 or more
    parameter OUTPUTS    = 4,               // 1 or more
    parameter BITS       = 2,               // of the number of an input: $clog2(INPUTS), at least 1
    parameter WIDTH      = 9,               // W, of a beat
    parameter DIGIT_BITS = 2,               // by which the next switch is asked; 0: it has one output
    parameter REST_BITS  = 0,               // of the digits after that
    parameter NEXT       = 4,               // outputs of the next switch
    parameter LAG        = 1,               // clocks between the numbers and the data
    parameter FIRST      = 1,               // 1: inputs are leaves'
    parameter LAST       = 0,               // 1: outputs are leaves'
    parameter NEXT_LAST  = 1,               // 1: the outputs of the next switch are leaves'
    parameter ALL_DIGITS = DIGIT_BITS + REST_BITS > 0 ? DIGIT_BITS + REST_BITS : 1,
    parameter MORE       = REST_BITS > 0 ? REST_BITS : 1
) (
    input  wire                         clk,
    input  wire                         strobe,     // in the clock before a decision
    input  wire [BITS-1:0]              favor,      // in the same clock
    // from the inputs, number 0 lowest
    input  wire [INPUTS*OUTPUTS-1:0]    request,    // at most one output of each
    input  wire [INPUTS*ALL_DIGITS-1:0] digits,     // the next one highest
    input  wire [INPUTS*WIDTH-1:0]      in,
    output wire [INPUTS-1:0]            taken,      // of leaves in the last clock of a slot: the message has arrived
    // to the outputs
    output wire [OUTPUTS*NEXT-1:0]      request_out,
    output wire [OUTPUTS*MORE-1:0]      digits_out,
    output reg  [OUTPUTS*WIDTH-1:0]     out,
    input  wire [OUTPUTS-1:0]           taken_out,
    output wire [OUTPUTS-1:0]           valid,      // last: a message comes ..
    output wire [OUTPUTS*BITS-1:0]      from,       // .. from this input
    // leaves behind the outputs, or behind the next switch, that have no room and are not asked
    input  wire [OUTPUTS*NEXT-1:0]      busy
);
    localparam PAIRS = (INPUTS + 1) / 2;
    (* keep *) reg            decide;
    (* keep *) reg [BITS-1:0] order;
    wire [INPUTS*OUTPUTS-1:0] got;                  // [input * OUTPUTS + output]: granted, and taken further on
    genvar                    i, o;

    always @(posedge clk) begin
        decide <= strobe;
        order  <= favor;
    end

    generate
        for (o = 0; o < OUTPUTS; o = o + 1) begin : output_
            wire [INPUTS-1:0] asks, grant, granted;
            wire [BITS-1:0]   winner, number;
            wire [PAIRS-1:0]  pair;
            wire [WIDTH-1:0]  beat;
            reg  [BITS-1:0]   won;                  // the input's number
            reg               some;                 // an input has won

            lane_arbiter #(.INPUTS(INPUTS), .BITS(BITS)) arbiter (.request(asks), .favor(order), .grant(grant));
            for (i = 0; i < BITS; i = i + 1) begin : bit_
                wire [INPUTS-1:0] odd;              // inputs whose numbers have the bit, if they have won
                genvar            j;

                for (j = 0; j < INPUTS; j = j + 1) begin : each
                    assign odd[j] = (j >> i) % 2 == 1 && (FIRST != 0 ? granted[j] : grant[j]);
                end
                assign winner[i] = |odd;
            end
            always @(posedge clk) begin
                if (FIRST != 0 || decide)
                    won <= winner;
                if (decide)
                    some <= |asks;
            end

            // the way back
            for (i = 0; i < INPUTS; i = i + 1) begin : each
                assign asks[i] = request[i*OUTPUTS+o] & ~(FIRST != 0 && LAST != 0 && busy[o*NEXT]);
                if (FIRST == 0 && LAST != 0) begin : at_once
                    assign granted[i]       = 1'b0;
                    assign got[i*OUTPUTS+o] = grant[i];
                end else begin : kept
                    reg for_slot;

                    always @(posedge clk)
                        if (decide)
                            for_slot <= grant[i];
                    assign granted[i]       = for_slot;
                    assign got[i*OUTPUTS+o] = granted[i] & (LAST != 0 || taken_out[o]);
                end
            end

            // the requests of the next switch
            if (LAST != 0) begin : no_request
                assign request_out[o*NEXT +: NEXT] = {NEXT{1'b0}};
                assign digits_out[o*MORE +: MORE] = {MORE{1'b0}};
            end else begin : requests
                wire [INPUTS*ALL_DIGITS-1:0] of_winner;
                wire [ALL_DIGITS-1:0]        picked;
                reg  [NEXT-1:0]              ahead;
                reg  [MORE-1:0]              rest;

                for (i = 0; i < INPUTS; i = i + 1) begin : from_
                    assign of_winner[i*ALL_DIGITS +: ALL_DIGITS] = digits[i*ALL_DIGITS +: ALL_DIGITS]
                                                                   & {ALL_DIGITS{granted[i]}};
                end
                for (i = 0; i < ALL_DIGITS; i = i + 1) begin : digit
                    wire [INPUTS-1:0] alike;
                    genvar            j;

                    for (j = 0; j < INPUTS; j = j + 1) begin : each
                        assign alike[j] = of_winner[j*ALL_DIGITS+i];
                    end
                    assign picked[i] = |alike;
                end
                for (i = 0; i < NEXT; i = i + 1) begin : to
                    localparam [31:0] OUTPUT = i;
                    wire free = ~(NEXT_LAST != 0 && busy[o*NEXT+i]);

                    if (DIGIT_BITS > 0) begin : one
                        always @(posedge clk)
                            ahead[i] <= some & free & picked[ALL_DIGITS-1 -: DIGIT_BITS > 0 ? DIGIT_BITS : 1]
                                                      == OUTPUT[(DIGIT_BITS > 0 ? DIGIT_BITS : 1)-1:0];
                    end else begin : only
                        always @(posedge clk)
                            ahead[i] <= some & free;
                    end
                end
                always @(posedge clk)
                    rest <= picked[MORE-1:0];
                assign request_out[o*NEXT +: NEXT] = ahead;
                assign digits_out[o*MORE +: MORE] = REST_BITS > 0 ? rest : {MORE{1'b0}};
                wire unused = &{picked, rest, 1'b0};
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
            assign valid[o]             = LAST != 0 && some;
            assign from[o*BITS +: BITS] = LAST != 0 ? won : {BITS{1'b0}};
        end

        for (i = 0; i < INPUTS; i = i + 1) begin : back
            if (FIRST != 0) begin : at_once
                assign taken[i] = |got[i*OUTPUTS +: OUTPUTS];
            end else begin : later
                reg took;

                always @(posedge clk)
                    if (LAST == 0 || decide)
                        took <= |got[i*OUTPUTS +: OUTPUTS];
                assign taken[i] = took;
            end
        end
    endgenerate
    wire unused = &{taken_out, busy, digits, 1'b0};
endmodule

`default_nettype wire
