// lane_sender: lane_leaf.v shows the word of s_axis beat by beat, asks for its destination, and lets it go if it is taken.
//
//   A slot from any state. The source keeps the word until it is taken, as AXI demands; words that come amid a slot may
//   change at will, for they are not asked for. With packets, destination and tlast may change at any time: those of clock 0
//   count, and behind the first word of a packet its destination. Beat b of the word that is there in clock 0 is on `out` in clock DELAY + b:
//   its label, without the bits that the last switch knows, lowest, then its payload; with packets below them whether it is
//   not the last of its packet. The word is said not to be the first of its packet if, and only if, the last one that was
//   taken was not the last of its own. No register is in view.
//! proves lane_leaf as sender
//! around
//! given ROOT
//! what "adapter of a {ROOT ? 'stream of the outside' : 'leaf'}"
//! claim "the word on s_axis is sent beat by beat, and leaves when it is taken"
//! steps DELAY + SLOT
//! cells 3 * SLOT * WIDTH + 2 * LABEL_BITS + 20
//! reads lane_leaf lane_pick lane_link
//! show parts "claims that held, of 0 to 4"
//! show clock_shown "bits of the clock in the slot"
`default_nettype none

module lane_sender #(
    parameter PAYLOAD_BITS = 32,
    parameter LABEL_BITS   = 4,
    parameter DIGIT_BITS   = 2,
    parameter ASKS         = 4,
    parameter OUTSIDE      = 0,
    parameter FROM_BITS    = 2,
    parameter KNOWN_BITS   = 2,
    parameter WIDTH        = 7,
    parameter SLOT         = 5,
    parameter PAIRS        = 3,
    parameter PACKETS      = 0,
    parameter DELAY        = 2
) (
    input  wire                    clk,
    // free in every clock
    input  wire [PAYLOAD_BITS-1:0] any_word,
    input  wire [LABEL_BITS-1:0]   any_goal, any_label,
    input  wire                    any_last, any_offer, any_turn, taken, rst,
    input  wire [1:0]              any_timing,
    input  wire                    valid, ready,
    input  wire [FROM_BITS-1:0]    from,
    input  wire [WIDTH-1:0]        in,
    // the claim, and values to show if it fails
    output wire                    ok,
    output wire [4:0]              parts,
    output wire [15:0]             clock_shown
);
    localparam ALL_BITS = SLOT * WIDTH;

    reg  [15:0]             clock = 16'd0;
    reg  [15:0]             phase = 16'd0;
    reg  [PAYLOAD_BITS-1:0] kept_word;
    reg  [LABEL_BITS-1:0]   kept_goal, kept_label;
    reg                     kept;               // there is a word in clock 0
    wire                    begins = clock == 16'd0;
    wire                    stays  = kept && clock < SLOT && !begins;
    wire [LABEL_BITS-1:0]   label  = begins ? any_label : kept_label;
    wire [PAYLOAD_BITS-1:0] word   = stays ? kept_word : any_word;
    wire [LABEL_BITS-1:0]   goal   = stays && PACKETS == 0 ? kept_goal : any_goal;
    wire                    last   = any_last;
    wire                    offer  = stays || any_offer;
    wire                    turn   = any_turn && phase == SLOT - 1;

    reg  [PAIRS-1:0]        pair;
    integer                 p;

    always @*
        for (p = 0; p < PAIRS; p = p + 1)
            pair[p] = phase >> 1 == p;

    wire [ASKS-1:0]         request;
    wire [LABEL_BITS-1:0]   digits;
    wire [WIDTH-1:0]        out;
    wire                    s_ready, goes_on;

    circuit circuit (
        .clk(clk), .rst(rst), .timing({pair, phase[0], any_timing, turn}), .label(label), .request(request), .digits(digits),
        .out(out), .taken(taken), .valid(valid), .from(from), .in(in), .busy(), .s_axis_tdata(word),
        .s_axis_tdest(goal), .s_axis_tlast(last), .s_axis_tvalid(offer), .s_axis_tready(s_ready), .m_axis_tdata(), .m_axis_tuser(),
        .m_axis_tlast(), .m_axis_tvalid(), .m_axis_tready(ready), .goes_on(goes_on)
    );

    reg  [ALL_BITS-1:0]               rest;     // what `out` has not shown, as far as it is on time
    wire [PAYLOAD_BITS+LABEL_BITS-1:0] labelled = {word, label};
    wire [PAYLOAD_BITS+LABEL_BITS:0]   headed   = {labelled >> KNOWN_BITS, !last};
    reg                               was_rst, was_taken, went_on;              // a clock ago
    reg                               slot_last;                                // in the first clock of the slot, ..
    reg  [LABEL_BITS-1:0]             slot_aim;                                 // .. and where its word goes
    wire [LABEL_BITS-1:0]             aim = goes_on ? digits : goal;
    wire                              shows    = clock >= DELAY && clock < DELAY + SLOT;

    always @(posedge clk) begin
        was_rst   <= rst;
        was_taken <= s_ready;
        went_on   <= goes_on;
        clock <= clock + 16'd1;
        phase <= phase == SLOT - 1 ? 16'd0 : phase + 16'd1;
        if (phase == 16'd0) begin
            slot_last <= last;
            slot_aim  <= aim;
        end
        if (begins) begin
            kept       <= offer;
            kept_word  <= word;
            kept_goal  <= goal;
            kept_label <= label;
            rest       <= PACKETS != 0 ? headed : labelled >> KNOWN_BITS;
        end else if (shows)
            rest <= rest >> WIDTH;
    end

    reg  [ASKS-1:0] due;
    integer         k;

    always @*
        for (k = 0; k < ASKS; k = k + 1)
            due[k] = offer && (OUTSIDE != 0 && k == ASKS - 1 ? aim[LABEL_BITS-1] : aim >> (LABEL_BITS - DIGIT_BITS)
                               == (DIGIT_BITS > 0 ? k : aim >> LABEL_BITS - DIGIT_BITS));

    assign clock_shown = clock;
    assign parts = {
        begins || goes_on == (PACKETS != 0 && !was_rst && (was_taken ? !slot_last : went_on)),
        s_ready == (turn && taken),
        PACKETS == 0 ? digits == goal : begins || digits == slot_aim,
        request == due,
        !shows || !kept || out == rest[WIDTH-1:0]
    };
    assign ok = &parts;
endmodule

`default_nettype wire
