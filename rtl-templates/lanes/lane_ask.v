// lane_ask: asks the next switch for what an output of a switch, lane_switch.v, has: the message of the input that won.
//
//   digits --> [ pick ] --+--> [ decode ] | request_out     by the highest digit: one output of the next switch
//                         `-------------- | digits_out      the digits for the switches behind that one
//
//   `some` and `granted` say from the clock after a decision on, for a slot, whether an input has won, and which one. A
//   clock later, for a slot, `request_out` asks for the output of its message, if an input has won and a leaf behind
//   that output is asked at all: one that has no room is not, and one that is held is asked only for messages that are
//   not the first of a packet. The lowest digit says so, `goes_on`, which ends here.
//! cost let PICKED = DIGIT_BITS + GOES_ON + REST_BITS
//! cost lut4: NEXT, NEXT * (DIGIT_BITS + NEXT_LAST > 3), NEXT * GOES_ON
//! cost lut4: INPUTS > 1 ? PICKED * ((2 * INPUTS + 1) / 3) : REST_BITS
//! cost ff: NEXT + REST_BITS
`default_nettype none

module lane_ask #(
    parameter INPUTS     = 4,               // 1 or more
    parameter DIGIT_BITS = 2,               // by which the next switch is asked; 0: it has one output
    parameter REST_BITS  = 0,               // of the digits after that, unless they are `goes_on`
    parameter NEXT       = 4,               // outputs of the next switch
    parameter NEXT_LAST  = 1,               // 1: they are leaves'
    parameter PACKETS    = 0,               // 1: messages form packets
    parameter GOES_ON    = 0,               // 1: the lowest digit is `goes_on`
    parameter OUTSIDE    = 0,               // 1: the last output is asked for by the highest bit alone
    parameter ALL_DIGITS = DIGIT_BITS + GOES_ON + REST_BITS > 0 ? DIGIT_BITS + GOES_ON + REST_BITS : 1,
    parameter MORE       = REST_BITS > 0 ? REST_BITS : 1
) (
    input  wire                         clk,
    // the switch: of each input, number 0 lowest
    input  wire                         some,           // an input has won ..
    input  wire [INPUTS-1:0]            granted,        // .. this one
    input  wire [INPUTS*ALL_DIGITS-1:0] digits,         // the next one highest
    // the next switch
    output wire [NEXT-1:0]              request_out,
    output wire [MORE-1:0]              digits_out,
    // leaves behind it: those that have no room, and those of which it says that they are held
    input  wire [NEXT-1:0]              busy,
    input  wire [NEXT-1:0]              held_behind
);
    localparam CHOOSING = DIGIT_BITS > 0 ? DIGIT_BITS : 1;
    wire [ALL_DIGITS-1:0] picked;
    wire                  goes_on = GOES_ON != 0 && picked[0];
    reg  [NEXT-1:0]       ahead;
    reg  [MORE-1:0]       rest;
    genvar                i, j;

    generate
        for (i = 0; i < ALL_DIGITS; i = i + 1) begin : digit
            wire [INPUTS-1:0] of_winner;

            for (j = 0; j < INPUTS; j = j + 1) begin : each
                assign of_winner[j] = digits[j*ALL_DIGITS+i] & granted[j];
            end
            assign picked[i] = |of_winner;
        end
        for (i = 0; i < NEXT; i = i + 1) begin : to
            localparam [31:0] OUTPUT = i;
            wire free = NEXT_LAST == 0 || ~busy[i] & (~held_behind[i] | goes_on | PACKETS == 0);
            wire meant;

            if (OUTSIDE != 0 && i == NEXT - 1) begin : outside
                assign meant = picked[ALL_DIGITS-1];
            end else if (DIGIT_BITS > 0) begin : one
                assign meant = picked[ALL_DIGITS-1 -: CHOOSING] == OUTPUT[CHOOSING-1:0];
            end else begin : only
                assign meant = 1'b1;
            end
            always @(posedge clk)
                ahead[i] <= meant & some & free;
        end
    endgenerate
    always @(posedge clk)
        rest <= picked[MORE-1:0];
    assign request_out = ahead;
    assign digits_out  = REST_BITS > 0 ? rest : {MORE{1'b0}};
    wire unused = &{picked, rest, busy, held_behind, 1'b0};
endmodule

`default_nettype wire
