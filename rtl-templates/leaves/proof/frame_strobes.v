// frame_strobes: frame_timer.v and what is between it and a leaf keep the promises on which the proof of the leaf's stream relies.
//
//   timer --> [relay] --> .. --> [relay] --> [leaf_strobes.v] --> load, load_body, answering, up_start
//                                                                 up_start --> [ ] --> .. --> [ ] --> down_start
//
//   By induction over the clocks, from any reset on, with all registers in view. Beside the circuit runs one counter, of the
//   clocks since the reset: each register of the timer, of the relays and of the strobes' way through the tree is what its
//   clock says. So strobes come in their clocks. Then what is promised of them (monitor leaf_promises.v) holds in every
//   clock behind a reset, if a message is stored for no longer than NETWORK clocks behind its M bit, one of the leaf's
//   own for no longer than OWN behind `load_body`: `network` and `own` are high that long. The promises are those of a
//   leaf that stores whatever may come for as long as it can.
`default_nettype none

module frame_strobes #(
    parameter SLOT           = 64,      // as in frame_timer.v
    parameter ACKNOWLEDGE_AT = 32,
    parameter BODY_AT        = 3,
    parameter ANSWER_FROM    = 8,
    parameter ANSWER_TO      = 48,
    parameter DIGITS         = 3,       // of its counter
    parameter DEPTH          = 4,       // relays
    parameter LATENCY        = 10,      // from a leaf's M bit on `up` to `down`
    parameter NETWORK        = 20,
    parameter OWN            = 20,
    parameter LANES          = 1,       // as in leaf_promises.v
    parameter LEVELS         = 2,
    parameter BROADCAST      = 0,
    parameter CLOSING        = 3,
    parameter SILENT         = 6
) (
    input  wire                       clk,
    // free in every clock
    input  wire                       rst,
    input  wire                       own_comes,    // with `load_body` the first lane gets one of the leaf's own,
    input  wire                       others_come,  // .. to others
    input  wire                       waits,        // words wait, where lanes take one only if none does
    // of the circuit
    input  wire [2*DIGITS-1:0]        now,          // registers of the timer
    input  wire [DIGITS-1:0]          moved,        // [0] is not used
    input  wire [DIGITS-1:0]          wrapped,      // likewise
    input  wire [6*DIGITS-1:0]        match,        // of start, once more, body, answer, its end, and the slot's end
    input  wire [DEPTH+LATENCY+2:0]   starts,       // behind the timer, each relay, leaf_strobes.v, and each register of the tree
    input  wire [DEPTH+1:0]           bodies,
    input  wire [DEPTH+1:0]           answers,
    input  wire [DEPTH:0]             silent,       // `leaf_rst`
    // the claim, and values to show if it fails
    output wire                       ok,
    output wire [5:0]                 parts
);
    localparam BITS = 2 * DIGITS + 1;
    localparam FIRST = DIGITS + 1;      // clocks from the counter to the timer's outputs

    reg            begun;               // there has been a reset
    reg [BITS-1:0] clock;               // of the slot
    reg [1:0]      slots;               // since the reset; 2: or more

    always @(posedge clk) begin
        clock <= clock == SLOT - 1 ? {BITS{1'b0}} : clock + 1'b1;
        if (clock == SLOT - 1 && slots != 2'd2)
            slots <= slots + 2'd1;
        if (rst) begin
            begun <= 1'b1;
            clock <= {BITS{1'b0}};
            slots <= 2'd0;
        end
    end

    // The clock of the slot, `back` clocks ago.
    function [BITS-1:0] ago(input [BITS-1:0] at, input integer back);
        ago = at >= back ? at - back : at + SLOT - back;
    endfunction

    genvar k, e;

    // ---- The timer --------------------------------------------------------------------------------------------------

    wire [DIGITS-1:0]   counts, carries, wraps;
    wire [6*DIGITS-1:0] matches;

    generate
        for (k = 0; k < DIGITS; k = k + 1) begin : digit
            wire [BITS-1:0] then   = slots != 2'd0 || clock >= k ? ago(clock, k) : {BITS{1'b0}};
            wire [BITS-1:0] before = ago(clock, k + 1);
            wire            some   = slots != 2'd0 || clock > k;

            assign counts[k] = now[2*k +: 2] == then[2*k +: 2];
            if (k > 0) begin : later
                assign carries[k] = moved[k] == &then[2*k-1:0];
                assign wraps[k]   = wrapped[k] == (slots != 2'd0 && clock == k - 1);
            end else begin : first
                assign carries[k] = 1'b1;
                assign wraps[k]   = 1'b1;
            end
            for (e = 0; e < 6; e = e + 1) begin : event_at
                localparam [31:0] AT = e == 0 ? 0
                                     : e == 1 ? ACKNOWLEDGE_AT
                                     : e == 2 ? BODY_AT
                                     : e == 3 ? ANSWER_FROM
                                     : e == 4 ? ANSWER_TO
                                     : SLOT - 1 - DIGITS;

                assign matches[e*DIGITS+k] = match[e*DIGITS+k] == (some && before[2*k+1:0] == AT[2*k+1:0]);
            end
        end
    endgenerate

    // ---- The way to the leaf, and through the tree ------------------------------------------------------------------

    wire [DEPTH+LATENCY+2:0] starts_come;
    wire [DEPTH+1:0]         bodies_come, answers_come;
    wire [DEPTH:0]           silence;

    generate
        for (k = 0; k <= DEPTH + LATENCY + 2; k = k + 1) begin : stage
            wire [BITS-1:0] at    = ago(clock, FIRST + k);
            wire            alive = slots == 2'd2 || slots == 2'd1 && clock >= FIRST + k;
            // What was under way in the reset passes on behind the relays.
            wire            old   = k > DEPTH && slots == 2'd0 && clock + DEPTH < k;

            assign starts_come[k] = old || starts[k] == (alive && (at == 0 || at == ACKNOWLEDGE_AT));
            if (k <= DEPTH + 1) begin : leaf
                assign bodies_come[k]  = old || bodies[k] == (alive && at == BODY_AT);
                assign answers_come[k] = answers[k] == ((slots != 2'd0 || clock >= FIRST + k) && at >= ANSWER_FROM && at < ANSWER_TO);
            end
            if (k <= DEPTH) begin : relay
                assign silence[k] = silent[k] == (slots == 2'd0 || slots == 2'd1 && clock < k);
            end
        end
    endgenerate

    // ---- Messages ---------------------------------------------------------------------------------------------------

    wire [BITS-1:0] here   = ago(clock, FIRST + DEPTH + 1);         // since `load`
    wire [BITS-1:0] heard  = ago(clock, FIRST + DEPTH + 2 + LATENCY);
    wire [BITS-1:0] since  = ago(clock, FIRST + DEPTH + 1 + BODY_AT);
    wire            alive  = slots == 2'd2 || slots == 2'd1 && clock >= FIRST + DEPTH + 1;

    // A reset ends all that is under way.
    wire            comes  = slots == 2'd2 || slots == 2'd1 && clock >= FIRST + DEPTH + 2 + LATENCY;
    wire            turns  = slots == 2'd2 || slots == 2'd1 && clock >= FIRST + DEPTH + 1 + BODY_AT;

    wire network  = comes && heard != 0 && heard <= NETWORK;    // a message from the network may be stored
    wire taken    = comes && heard == 1;                        // .. and is taken now
    wire own      = turns && since != 0 && since <= OWN;        // one of the leaf's own may be stored
    wire fresh    = since <= (OWN < 8 ? OWN : 8);               // .. no message can have been whole since it began
    wire settled  = since > 4;                                  // .. and all lanes know of it
    wire own_ends = own && since + 4 >= OWN;                    // .. and may be whole

    // ---- A leaf -----------------------------------------------------------------------------------------------------

    wire load       = starts[DEPTH+1];
    wire load_body  = bodies[DEPTH+1];
    wire answering  = answers[DEPTH+1];
    wire down_start = starts[DEPTH+LATENCY+2];
    wire leaf_rst   = silent[DEPTH];

    reg  mine;                          // a lane stores either its own message or one of the network's
    wire stay, early;                   // early: between `load_body` and `answering`
    wire verdict, promised, loaded;
    wire [LANES-1:0] turned, complete, full;

    always @(posedge clk)
        mine <= ~leaf_rst & (load_body ? own_comes : mine);

    generate
        if (LANES > 1) begin : several
            reg others, staying, between;

            always @(posedge clk) begin
                others  <= ~leaf_rst & (load_body ? others_come : others);
                between <= load_body | between & ~answering;
                staying <= answering | between & (mine | others) & settled;
            end
            assign turned   = {{LANES-1{others}}, mine};
            assign complete = {own_ends, {LANES-1{1'b0}}};
            assign full     = {LANES{waits & ~(mine ? fresh : taken)}};
            assign stay     = staying;
            assign early    = between;
        end else begin : one
            assign turned   = mine;
            assign complete = 1'b0;
            assign full     = 1'b0;
            assign stay     = 1'b0;
            assign early    = 1'b1;
        end
        if (BROADCAST) begin : judging
            reg [2:0] judged;

            always @(posedge clk)
                judged <= {judged[1:0], down_start & answering};
            assign verdict = judged[2];
        end else begin : not_judging
            assign verdict = 1'b0;
        end
    endgenerate

    leaf_promises #(.LANES(LANES), .LEVELS(LEVELS), .BROADCAST(BROADCAST), .CLOSING(CLOSING), .SILENT(SILENT)) leaf (
        .clk(clk), .rst(rst), .leaf_rst(leaf_rst), .down_start(down_start), .load(load), .load_body(load_body),
        .answering(answering), .lane_take(taken & ~mine), .lane_in_source(mine ? own : network & ~taken),
        .lane_in_payload(1'b0), .lane_clear(1'b0), .lane_turning(1'b0), .turned(turned), .verdict(verdict),
        .complete(complete), .move({LANES{1'b0}}), .full(full), .last_bit(1'b0), .stay(stay), .m_axis_tvalid(1'b0),
        .promised(promised), .holds(), .loaded(loaded)
    );

    assign parts = {
        promised,
        !alive || (here == 0 || here > BODY_AT || loaded) && (here <= BODY_AT || here > ANSWER_FROM || early),
        &silence && &answers_come,
        &bodies_come && &starts_come,
        &matches && &counts && &carries && &wraps,
        clock < SLOT && slots != 2'd3
    };
    still #(.CLOCKS(SILENT + CLOSING + 1)) all (.clk(clk), .claim(!begun || &parts), .ok(ok));
endmodule

`default_nettype wire
