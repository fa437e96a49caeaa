// lane_switches: lane_switch.v gives each output to one input for a slot, passes its beats, and reports to it what has been
//   taken; lane_ask.v asks the next switch for it.
//
//   A slot from any state, with packets two, with any favors, requests, digits, beats and busy leaves, in which an input
//   asks for one output at most. The switch decides in clock 1. Of the inputs that ask for an output one wins by the rule
//   of lane_winner.v.
//   All that follows is compared for as long as it is that of the slot:
//
//     taken         of the winner: what is behind its output has taken the word, a clock ago or, if the switch is the
//                   first one, now; of all others 0
//     request_out   for the output of the winner's digit, a clock ago, unless a busy leaf is there; without a winner none
//     out           the beats of the winner, a clock later: S of them, of which the first comes in DATA clocks
//     valid, from   of the last switch: whether some input has won, and which one
//
//   With packets, also of the second slot:
//
//     who wins      by the rule; but if the word that won in the first slot has been taken, and was not the last of its
//                   packet, and `let_go` did not say otherwise, its input comes first. Which input that was is seen in
//                   what comes back: in clock 2 all is taken.
//     request_out   for a leaf that is held only if the word is not the first of its packet
//     held          of the last switch: whether the word that it has taken last was not the last of its packet
//
//   No register is in view.
//! around
//! given LEVEL DOWN SLOT ONE DIGIT_BITS REST_BITS NEXT NEXT_LAST GOES_ON OUTSIDE
//! what "switch of level {LEVEL}, {DOWN ? 'down' : 'up'}: {INPUTS} input{INPUTS == 1 ? '' : 's'}, {OUTPUTS} output{OUTPUTS == 1 ? '' : 's'}"
//! claim "each output is one input's for a slot: requests, beats, what is taken"
//! steps BEAT + (PACKETS ? 2 : 1) * SLOT
//! cells OUTPUTS * (INPUTS * (WIDTH / 2 + 3) + WIDTH)
//! reads lane_switch lane_arbiter lane_pick lane_link
//! reads lane_ask when LAST == 0
//! watches lane_winner
//! bind OUTPUT_BITS = OUTPUTS > 2 ? $clog2(OUTPUTS) : 1
//! bind DATA = BEAT - 2
//! show parts "claims that held, of 0 to 4"
//! show clock_shown "bits of the clock since the strobe"
//! proves lane_switch as switches when ONE == OUTPUTS
//! proves lane_switch as switches_{ONE} when ONE < OUTPUTS
`default_nettype none

module lane_switches #(
    parameter INPUTS      = 4,
    parameter OUTPUTS     = 4,
    parameter OUTPUT_BITS = 2,          // of an output's number, at least 1
    parameter BITS        = 2,
    parameter WIDTH       = 7,
    parameter DIGIT_BITS  = 2,
    parameter REST_BITS   = 0,
    parameter NEXT        = 4,
    parameter FIRST       = 1,
    parameter LAST        = 0,
    parameter NEXT_LAST   = 1,
    parameter SLOT        = 5,
    parameter DATA        = 2,          // clocks from the decision until beat 0 is on `in`
    parameter PACKETS     = 0,
    parameter GOES_ON     = 0,
    parameter OUTSIDE     = 0,
    parameter ONE         = OUTPUTS,    // of a large switch: the output that is compared; OUTPUTS: all
    parameter ALL_DIGITS  = DIGIT_BITS + GOES_ON + REST_BITS > 0 ? DIGIT_BITS + GOES_ON + REST_BITS : 1,
    parameter MORE        = REST_BITS > 0 ? REST_BITS : 1
) (
    input  wire                          clk,
    // free in every clock
    input  wire [BITS-1:0]               favor,
    input  wire [INPUTS-1:0]             asks,
    input  wire [INPUTS*OUTPUT_BITS-1:0] goal,          // the output that each input asks for
    input  wire [INPUTS*ALL_DIGITS-1:0]  digits,
    input  wire [INPUTS*WIDTH-1:0]       in,
    input  wire [OUTPUTS-1:0]            taken_out,
    input  wire [OUTPUTS*NEXT-1:0]       busy, held_behind,
    input  wire [3:0]                    let_go,
    input  wire                          clear,
    // the claim, and values to show if it fails
    output wire                          ok,
    output wire [4:0]                    parts,
    output wire [15:0]                   clock_shown
);
    reg  [15:0] clock = 16'd0;
    reg  [15:0] phase = 16'd0;
    localparam  BEFORE  = PACKETS != 0 ? SLOT : 0;      // clocks before the slot that is compared
    wire        decides = clock == BEFORE + 1;
    wire        strobe  = phase == 16'd0;

    wire [INPUTS*OUTPUTS-1:0] request;
    wire [INPUTS-1:0]         taken;
    wire [OUTPUTS*NEXT-1:0]   request_out;
    wire [OUTPUTS*MORE-1:0]   digits_out;
    wire [OUTPUTS*WIDTH-1:0]  out;
    wire [OUTPUTS-1:0]        valid;
    wire [OUTPUTS*BITS-1:0]   from;
    wire [OUTPUTS-1:0]        held;
    wire [OUTPUTS-1:0]        taken_in;         // what is behind the outputs takes nothing if they have sent nothing

    generate
        if (LAST != 0) begin : to_leaves
            circuit circuit (
                .clk(clk), .strobe(strobe), .favor(favor), .request(request), .digits(digits), .in(in), .taken(taken),
                .out(out), .valid(valid), .from(from), .busy(busy), .held(held), .let_go(let_go), .clear(clear)
            );
            assign request_out = {OUTPUTS*NEXT{1'b0}};
            assign digits_out  = {OUTPUTS*MORE{1'b0}};
        end else begin : to_switches
            circuit circuit (
                .clk(clk), .strobe(strobe), .favor(favor), .request(request), .digits(digits), .in(in), .taken(taken),
                .out(out), .request_out(request_out), .digits_out(digits_out), .taken_out(taken_in), .busy(busy),
                .held_behind(held_behind), .let_go(let_go), .clear(clear)
            );
            assign valid = {OUTPUTS{1'b0}};
            assign from  = {OUTPUTS*BITS{1'b0}};
            assign held  = {OUTPUTS{1'b0}};
        end
    endgenerate

    // What was a clock ago.
    reg [BITS-1:0]              order;
    reg [INPUTS*ALL_DIGITS-1:0] old_digits;
    reg [INPUTS*WIDTH-1:0]      old_in;
    reg [OUTPUTS-1:0]           old_taken;
    reg [OUTPUTS*NEXT-1:0]      old_busy, old_held;
    reg                         lapse, late_clear, old_clear, cleared;

    always @(posedge clk) begin
        clock      <= clock + 16'd1;
        phase      <= phase == SLOT - 1 ? 16'd0 : phase + 16'd1;
        order      <= favor;
        old_digits <= digits;
        old_in     <= in;
        old_taken  <= taken_in;
        old_held   <= held_behind;
        lapse      <= &let_go;
        late_clear <= clear;
        old_clear  <= late_clear;
        cleared    <= late_clear || cleared && !decides;
        old_busy   <= busy;
    end

    wire in_slot  = clock >= BEFORE + 2 && clock <= BEFORE + SLOT + 1;        // what the last switch knows is that of the slot
    wire in_round = clock >= BEFORE + 3 && clock <= BEFORE + SLOT + 2;        // what comes back, and what goes on to the next switch
    wire in_data  = clock >= BEFORE + DATA + 2 && clock <= BEFORE + DATA + SLOT + 1;

    wire in_hold  = clock >= BEFORE + DATA + 3 && clock <= BEFORE + SLOT + 1;

    reg  [INPUTS-1:0]             asked;                        // in the clock of the decision
    reg  [INPUTS*OUTPUT_BITS-1:0] wish;
    wire [OUTPUTS-1:0]            good_taken, good_request, good_data, good_valid, good_held;
    genvar                        o, i, n;

    always @(posedge clk)
        if (decides || clock == 16'd1) begin
            asked <= asks;
            wish  <= goal;
        end

    generate
        for (i = 0; i < INPUTS; i = i + 1) begin : input_
            for (o = 0; o < OUTPUTS; o = o + 1) begin : ask
                assign request[i*OUTPUTS+o] = asks[i] && (OUTPUTS == 1 || goal[i*OUTPUT_BITS +: OUTPUT_BITS] == o);
            end
        end
        for (o = 0; o < OUTPUTS; o = o + 1) begin : output_
            reg  [INPUTS-1:0]     wanted, won;
            wire [INPUTS-1:0]     first;
            reg  [ALL_DIGITS-1:0] digit;
            reg  [WIDTH-1:0]      beat;
            wire [NEXT-1:0]       due;
            reg                   good;
            integer               j, m, q;

            // The first slot: who has won, and whether its packet goes on; so who comes first in the second one.
            wire [BITS-1:0]       own;
            reg                   was_held, next_held;

            if (PACKETS != 0 && LAST == 0) begin : trains
                reg  [INPUTS-1:0] former;
                reg  [BITS-1:0]   number, then;
                reg               more, goes;
                integer           f, g, h;

                assign taken_in[o] = clock == 16'd2 || taken_out[o] && (clock != SLOT || former != {INPUTS{1'b0}});
                assign own         = then;
                always @* begin
                    goes = clock == DATA + 2 ? 1'b0 : more;
                    for (g = 0; g < INPUTS; g = g + 1)
                        if (clock == DATA + 2 && former[g])
                            goes = old_in[g*WIDTH];
                end
                always @* begin
                    number = {BITS{1'b0}};
                    for (h = 0; h < INPUTS; h = h + 1)
                        if (former[h])
                            number = h;
                end
                always @(posedge clk) begin
                    if (clock == (FIRST != 0 ? 16'd2 : 16'd3))
                        for (f = 0; f < INPUTS; f = f + 1)
                            former[f] <= taken[f] && asked[f] && (OUTPUTS == 1 || wish[f*OUTPUT_BITS +: OUTPUT_BITS] == o);
                    more <= goes;
                    then <= taken_in[o] && goes && !lapse ? number : favor;
                end
            end else begin : words
                assign taken_in[o] = taken_out[o];
                assign own         = order;
            end
            always @*
                for (j = 0; j < INPUTS; j = j + 1)
                    wanted[j] = request[j*OUTPUTS+o]
                                && !(FIRST != 0 && LAST != 0
                                     && (busy[o*NEXT] || held[o] && !(GOES_ON != 0 && digits[j*ALL_DIGITS])));
            lane_winner #(.INPUTS(INPUTS), .BITS(BITS)) rule (.asks(wanted), .favor(own), .wins(first));
            always @(posedge clk)
                if (decides)
                    won <= first;
            always @* begin
                digit = {ALL_DIGITS{1'b0}};
                beat  = {WIDTH{1'b0}};
                for (m = 0; m < INPUTS; m = m + 1)
                    if (won[m]) begin
                        digit = digit | old_digits[m*ALL_DIGITS +: ALL_DIGITS];
                        beat  = beat | old_in[m*WIDTH +: WIDTH];
                    end
            end
            for (n = 0; n < NEXT; n = n + 1) begin : ask
                assign due[n] = won != {INPUTS{1'b0}} && !(NEXT_LAST != 0 && old_busy[o*NEXT+n])
                                && !(GOES_ON != 0 && old_held[o*NEXT+n] && !digit[0])
                                && (OUTSIDE != 0 && n == NEXT - 1 ? digit[ALL_DIGITS-1] : DIGIT_BITS == 0 || digit[ALL_DIGITS-1 -: DIGIT_BITS > 0 ? DIGIT_BITS : 1] == n);
            end
            // What the leaf has got last: before the decision, and once beat 0 of the winner has passed.
            always @(posedge clk) begin
                if (decides)
                    was_held <= held[o];
                if (clock == BEFORE + DATA + 2)
                    next_held <= won == {INPUTS{1'b0}} ? was_held : beat[0];
            end
            // An input that has asked for nothing gets nothing; one that has asked for this output gets what it has won.
            always @* begin
                good = 1'b1;
                for (q = 0; q < INPUTS; q = q + 1)
                    if (taken[q] != (won[q] && (LAST != 0 || (FIRST != 0 ? taken_in[o] : old_taken[o])))
                        && (!asked[q] || OUTPUTS == 1 || wish[q*OUTPUT_BITS +: OUTPUT_BITS] == o))
                        good = 1'b0;
            end
            if (ONE == OUTPUTS || ONE == o) begin : compared
                assign good_taken[o]   = !(FIRST != 0 ? in_slot : in_round) || LAST != 0 && (!in_slot || PACKETS != 0 && cleared) || good;
                assign good_request[o] = LAST != 0 || !in_round
                                         || request_out[o*NEXT +: NEXT] == due
                                            && (REST_BITS == 0 || won == {INPUTS{1'b0}}
                                                || digits_out[o*MORE +: MORE] == digit[MORE-1:0]);
                assign good_data[o]    = !in_data || won == {INPUTS{1'b0}} || out[o*WIDTH +: WIDTH] == beat;
                assign good_valid[o]   = LAST == 0 || !in_slot
                                         || valid[o] == (won != {INPUTS{1'b0}})
                                            && (!in_round || !valid[o] || (won >> from[o*BITS +: BITS]) == 1);
                assign good_held[o]    = PACKETS == 0 || LAST == 0 || clock <= 16'd1
                                         || (old_clear ? !held[o] : !in_hold || cleared || held[o] == next_held);
            end else begin : others
                assign {good_taken[o], good_request[o], good_data[o], good_valid[o], good_held[o]} = 5'b11111;
            end
        end
    endgenerate

    assign clock_shown = clock;
    assign parts       = {&good_held, &good_valid, &good_data, &good_request, &good_taken};
    assign ok          = &parts;
endmodule

`default_nettype wire
