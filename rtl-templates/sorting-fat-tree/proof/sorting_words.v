// sorting_words: a terminal of a sorting fat-tree sends each word that it accepts once, whole, in its batch; and shows each
//   word that comes once, whole, till it is taken.
//
//   Beside the terminal stands what it has: a word that is to be sent, and a word that comes or is shown.
//     sending    s_axis is ready if, and only if, there is no word. A word waits for ROUND, then for its batch, then goes: M, a
//                bit for each node from below (1: on, 0: it turns), destination, source, payload, and zeros. It is there until
//                the stage is over
//     ranks      behind `opens` the terminal counts itself once, in the level in which its word turns, and finds its batch in
//                the last bits that come before that level's step. A word to the terminal itself is not counted
//     receiving  behind an M bit come source and payload; then m_axis is valid, and shows them until they are taken. `room`
//                says that there is no such word. A word to the terminal itself comes as if from the network
//   Assumed is what others prove, or what the network's rounds are: s_axis and m_axis_tready do what AXI4-Stream allows. `send`
//   comes when the levels have been counted once around, and `opens` before that. No word comes or sets out, and no other bit,
//   while there is one; a stage does not end while a word goes. By induction over the clocks: nothing is claimed before the
//   first reset, so a claim that holds still holds (still.v). The terminal's registers are in view.
//! proves sorting_terminal as words
//! what "terminal"
//! claim "each word is sent once, in its batch; each that comes is shown once"
//! steps 2
//! skip 1
//! cells 60 + 3 * (4 * LABEL_BITS + 2 * PAYLOAD_BITS)
//! reads sorting_receiver
//! reads sorting_number when BATCH_BITS > 0
//! watches still
//! expose mine
//! expose goes
//! expose own
//! expose climb
//! expose rest
//! expose receiver.bits
//! expose ranked.counter.seeks when BATCH_BITS > 0
//! expose ranked.counter.number when BATCH_BITS > 0
//! show parts "claims that held, of 0 to 7"
//! show sending_shown "bits of the word to be sent: 0 none, 1 waits, 2 in a round, 3 goes"
//! show coming_shown "bits of the word that comes: 0 none, 1 comes, 2 is shown"
`default_nettype none

module sorting_words #(
    parameter LABEL_BITS   = 4,
    parameter PAYLOAD_BITS = 8,
    parameter BATCH_BITS   = 1,
    parameter BITS         = BATCH_BITS > 0 ? BATCH_BITS : 1
) (
    input  wire                    clk,
    // free in every clock
    input  wire                    rst, round, any_stage, any_send, step, any_opens, prefix, any_down, any_down_start,
    input  wire                    s_valid, m_ready,
    input  wire [BITS-1:0]         batch,
    input  wire [LABEL_BITS-1:0]   any_address, s_dest,
    input  wire [PAYLOAD_BITS-1:0] s_data,
    // the claim, and values to show if it fails
    output wire                    ok,
    output wire [7:0]              parts,
    output wire [1:0]              sending_shown, coming_shown
);
    localparam       BODY = LABEL_BITS + PAYLOAD_BITS, WORD = 2 * LABEL_BITS + BODY;
    localparam [1:0] NONE = 2'd0, WAITS = 2'd1, IN_ROUND = 2'd2, GOES = 2'd3;
    localparam [1:0] ROOM = 2'd0, COMES = 2'd1, SHOWN = 2'd2;

    reg                    begun;
    reg [LABEL_BITS-1:0]   address;
    // ---- the word that is sent
    reg [1:0]              sending;
    reg [LABEL_BITS-1:0]   destination;
    reg [PAYLOAD_BITS-1:0] data;
    reg [15:0]             gone;                        // bits behind M that have been sent, at most WORD
    reg [15:0]             turned;                      // levels that have been counted, once around
    reg                    seeks, sum_due, up_due, up_start_due;
    reg [BITS-1:0]         number;
    reg                    fresh;                       // behind a reset

    // The level at which the word turns, and the bits for nodes from below.
    wire [LABEL_BITS-1:0]  differs = destination ^ address;
    wire                   own     = differs == {LABEL_BITS{1'b0}};
    reg  [15:0]            peak;
    reg  [LABEL_BITS-1:0]  climbs;
    integer                k;
    always @* begin
        peak = LABEL_BITS - 1;
        for (k = LABEL_BITS - 1; k >= 0; k = k - 1)
            if (differs[LABEL_BITS-1-k])
                peak = k;
        climbs = {LABEL_BITS{1'b0}};
        for (k = 0; k < LABEL_BITS; k = k + 1)
            climbs[k] = !own && k > peak;
    end
    wire [WORD-1:0]        word   = {climbs, destination, address, data};
    wire                   here   = seeks && turned == LABEL_BITS - 1 - peak;
    wire                   ranked = BATCH_BITS > 0;

    // ---- the word that comes
    reg [1:0]              coming;
    reg [15:0]             come;                        // bits behind M
    reg [BODY-1:0]         body;

    // ---- what may happen
    wire send       = any_send && (sending != IN_ROUND || turned == 16'd0 && !seeks && !step && !any_opens && coming == ROOM);
    wire stage      = any_stage && (sending != GOES || own || gone == WORD);
    wire opens      = any_opens && !step && turned == 16'd0;
    wire loops      = sending == GOES && own && coming == COMES;
    wire go         = send && sending == IN_ROUND && (!ranked || batch == number);
    wire down_start = any_down_start && coming == ROOM && !(go && own);
    wire down       = any_down && !loops && !(go && own) && (coming != ROOM || down_start);

    // ---- the terminal
    wire                          sum, wish, up, up_start, room, s_ready, m_valid, mine, goes, is_own, seeks_now;
    wire [LABEL_BITS-1:0]         m_user, climb;
    wire [PAYLOAD_BITS-1:0]       m_data;
    wire [LABEL_BITS+BODY-1:0]    rest;
    wire [BODY:0]                 register;
    wire [BITS-1:0]               number_now;

    `define COMMON_PORTS \
        .clk(clk), .rst(rst), .address(address), .round(round), .stage(stage), .send(send), .step(step), .opens(opens), \
        .batch(batch), .prefix(prefix), .sum(sum), .wish(wish), .up(up), .up_start(up_start), .down(down), \
        .down_start(down_start), .room(room), .s_axis_tdata(s_data), .s_axis_tdest(s_dest), .s_axis_tvalid(s_valid), \
        .s_axis_tready(s_ready), .m_axis_tdata(m_data), .m_axis_tuser(m_user), .m_axis_tvalid(m_valid), .m_axis_tready(m_ready), \
        .mine(mine), .goes(goes), .own(is_own), .climb(climb), .rest(rest), .\receiver.bits (register)
    generate
        if (BATCH_BITS > 0) begin : several
            circuit circuit (`COMMON_PORTS, .\ranked.counter.seeks (seeks_now), .\ranked.counter.number (number_now));
        end else begin : one
            circuit circuit (`COMMON_PORTS);
            assign {seeks_now, number_now} = {seeks, number};
        end
    endgenerate

    wire takes = s_valid && s_ready;
    wire leaves = m_valid && m_ready;
    wire ends  = sending == GOES && (own ? coming == SHOWN : stage);
    wire bit_in = loops ? word[BODY-1-come] : down;

    always @(posedge clk) begin
        case (sending)
            NONE:     if (takes) sending <= WAITS;
            WAITS:    if (round) sending <= IN_ROUND;
            IN_ROUND: if (go) sending <= GOES;
            default:  if (ends) sending <= NONE;
        endcase
        if (takes)
            {destination, data} <= {s_dest, s_data};
        gone  <= go ? 16'd0 : gone == WORD ? WORD : gone + 16'd1;
        fresh <= rst;
        if (step && sending == IN_ROUND)
            turned <= turned == LABEL_BITS - 1 ? 16'd0 : turned + 16'd1;
        up_due       <= !own && (go || sending == GOES && gone < WORD && word[WORD-1-gone]);
        up_start_due <= go && !own;
        if (here)
            number <= {prefix, number} >> 1;
        seeks   <= seeks && !(here && step) || opens && sending == IN_ROUND && !own;
        sum_due <= here && step;
        if (round)
            number <= {BITS{1'b0}};

        if (coming == COMES) begin
            body   <= {body, bit_in};
            come   <= come + 16'd1;
            coming <= come == BODY - 1 ? SHOWN : COMES;
        end
        if (down_start && down || go && own)
            {coming, come} <= {COMES, 16'd0};
        if (leaves)
            coming <= ROOM;
        if (rst) begin
            begun   <= 1'b1;
            address <= any_address;
            {sending, coming, gone, turned, come} <= {NONE, ROOM, 48'd0};
            {seeks, sum_due, up_due, up_start_due} <= 4'd0;
            number  <= {BITS{1'b0}};
        end
    end

    wire [2*LABEL_BITS-1:0]    around = {climbs, climbs} << turned;
    wire [WORD-1:0]            shifted = word << gone;
    wire [WORD-1:0]            held   = sending == GOES ? shifted
                                        : {around[2*LABEL_BITS-1:LABEL_BITS], destination, address, data};
    wire [BODY:0]              filled = coming == ROOM ? {BODY+1{1'b0}}
                                        : ({{BODY{1'b0}}, 1'b1} << come) | (body & ~({BODY{1'b1}} << come));
    wire                       stays  = sending != NONE;

    assign sending_shown = sending;
    assign coming_shown  = coming;
    assign parts = {
        // what the monitor counts stays in its bounds
        gone <= WORD && turned < LABEL_BITS && (sending == IN_ROUND || turned == 16'd0 && !seeks) && coming != 2'd3
            && (coming != COMES || come < BODY) && (coming != SHOWN || come == BODY)
            && (sending != GOES || !own || coming == SHOWN || coming == COMES && gone == come)
            && (!seeks || !own && turned <= LABEL_BITS - 1 - peak),
        // sending
        {s_ready, wish, mine, goes} == {sending == NONE && !fresh, sending == WAITS, sending == IN_ROUND, sending == GOES},
        !stays || is_own == own && {climb, rest} == held,
        up == up_due && up_start == up_start_due,
        // ranks
        !ranked || sum == sum_due && seeks_now == seeks && number_now == number,
        // receiving
        room == (coming == ROOM) && m_valid == (coming == SHOWN),
        register == filled,
        coming != SHOWN || {m_user, m_data} == body
    };
    still #(.CLOCKS(1)) all (.clk(clk), .claim(!begun || &parts), .ok(ok));
endmodule

`default_nettype wire
