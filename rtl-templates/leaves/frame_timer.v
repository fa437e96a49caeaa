// frame_timer: counts the clocks of a frame slot and sends the timing signals to all leaf adapters.
//
//   digit 0 --carry--> digit 1 --carry--> digit 2 ..       a counter of 2-bit digits, least significant first,
//      |                  |                  |             with a register between every two digits
//   [ = V0 ] ---------> [ = V1 ] ---------> [ = V2 ] --->  it was clock V of the slot
//
//   Digit k, and stage k of each comparison, lag k clocks behind. No path is longer than one 4-input LUT, however long
//   the slot is. All comparisons are DIGITS clocks late, which shifts every slot by the same time.
//
//   timing[0]  start   1 clock   the M bits of a part are on the leaves' wires two clocks later
//   timing[1]  body    1 clock   source and payload of a data part follow the route
//   timing[2]  answer  level     leaves answer the messages of this slot, and answers arrive
//   timing[3]  tag     1 clock   as `body`, for the tags of an acknowledge part
//   timing[4]  decide  1 clock   all tags of acknowledgements are in (for leaves with several lanes)
//   slot               1 clock   between the outcomes of a slot and the first words of the next (for broadcast_timer;
//                                where nothing reads it, synthesis removes its comparison)
//   mark               1 clock   twice in each slot, for leaves that take turns (leaf_announce.v); likewise
//
//   The first slot after reset is silent, and `leaf_rst` stays high until its end. Strobes that were under way leave
//   the tree meanwhile, and no leaf sees them: nothing in the tree needs a reset. The first `start` comes
//   SLOT_CLOCKS + DIGITS + 1 clocks after the last clock with `rst`.
`default_nettype none

module frame_timer #(
    parameter SLOT_CLOCKS    = 64,  // length of a slot, 4 .. 2^30; the other numbers are clocks after `start`
    parameter ACKNOWLEDGE_AT = 32,  // `start` of the acknowledge part, 1 .. SLOT_CLOCKS-1
    parameter BODY_AT        = 3,   // `body`, 0 .. SLOT_CLOCKS-1
    parameter TAG_AT         = 35,  // `tag`, 0 .. SLOT_CLOCKS-1
    parameter ANSWER_FROM    = 8,   // `answer` rises, 1 .. SLOT_CLOCKS-1
    parameter ANSWER_TO      = 48,  // `answer` falls, ANSWER_FROM+1 .. SLOT_CLOCKS-1
    parameter DECIDE_AT      = 50,  // `decide`, 0 .. SLOT_CLOCKS-1
    parameter BROADCAST_AT   = 0,   // `slot`, 0 .. SLOT_CLOCKS-1
    parameter MARK_AT        = 0,   // `mark`, 0 .. SLOT_CLOCKS-1, ..
    parameter MARK_AGAIN_AT  = 1    // .. and once more, 0 .. SLOT_CLOCKS-1
) (
    input  wire       clk,
    input  wire       rst,          // synchronous, active high
    // to the leaf adapters, with equally many registers on the way to each
    output wire [4:0] timing,
    output wire       leaf_rst,     // from the clock after `rst` until the first slot is over
    output reg        slot,
    output reg        mark
);
    localparam DIGITS = ($clog2(SLOT_CLOCKS) + 1) / 2;

    // The events, each at its own clock of the slot.
    localparam START_DATA   = 0;
    localparam START_ANSWER = 1;
    localparam BODY         = 2;
    localparam ANSWER_ON    = 3;
    localparam ANSWER_OFF   = 4;
    localparam TAG          = 5;
    localparam DECIDE       = 6;
    localparam LAST         = 7;
    localparam SLOT         = 8;
    localparam MARK         = 9;
    localparam MARK_AGAIN   = 10;
    localparam EVENTS       = 11;

    // ---- The counter -----------------------------------------------------------------------------------------------

    wire [2*DIGITS-1:0] count;
    wire [DIGITS-1:0]   carry;      // digit k moves on
    wire [DIGITS-1:0]   wrap;       // digit k starts again
    wire [EVENTS-1:0]   found;

    assign carry[0] = 1'b1;
    assign wrap[0]  = found[LAST];

    genvar k, e;
    generate
        for (k = 0; k < DIGITS; k = k + 1) begin : digit
            reg [1:0] now;

            // A gate, not a second reset: `rst` reaches the reset pins without a LUT.
            always @(posedge clk)
                if (rst)
                    now <= 2'd0;
                else
                    now <= (now + {1'b0, carry[k]}) & {2{~wrap[k]}};
            assign count[2*k +: 2] = now;

            if (k > 0) begin : after
                reg moved, wrapped;         // `carry` and `wrap` of the digit before, one clock ago

                always @(posedge clk) begin
                    moved   <= &count[2*k-2 +: 2] & carry[k-1];
                    wrapped <= wrap[k-1];
                    if (rst) begin
                        moved   <= 1'b0;
                        wrapped <= 1'b0;
                    end
                end
                assign carry[k] = moved;
                assign wrap[k]  = wrapped;
            end
        end
    endgenerate

    // ---- The comparisons -------------------------------------------------------------------------------------------

    generate
        for (e = 0; e < EVENTS; e = e + 1) begin : event_at
            localparam [31:0] AT = e == START_DATA ? 0
                                 : e == START_ANSWER ? ACKNOWLEDGE_AT
                                 : e == BODY ? BODY_AT
                                 : e == ANSWER_ON ? ANSWER_FROM
                                 : e == ANSWER_OFF ? ANSWER_TO
                                 : e == TAG ? TAG_AT
                                 : e == DECIDE ? DECIDE_AT
                                 : e == SLOT ? BROADCAST_AT
                                 : e == MARK ? MARK_AT
                                 : e == MARK_AGAIN ? MARK_AGAIN_AT
                                 : SLOT_CLOCKS - 1 - DIGITS;    // found in the last clock of the slot
            reg [DIGITS-1:0] match;         // [k]: digits k .. 0 were those of AT

            for (k = 0; k < DIGITS; k = k + 1) begin : stage
                wire so_far;

                if (k == 0) begin : first
                    assign so_far = 1'b1;
                end else begin : later
                    assign so_far = match[k-1];
                end
                always @(posedge clk)
                    if (rst)
                        match[k] <= 1'b0;
                    else
                        match[k] <= so_far && count[2*k +: 2] == AT[2*k +: 2];
            end
            assign found[e] = match[DIGITS-1];
        end
    endgenerate

    // ---- The signals to the leaves ---------------------------------------------------------------------------------

    reg awake;                      // the first slot is over
    reg start, body, answer, tag, decide;

    always @(posedge clk) begin
        awake  <= awake | found[LAST];
        start  <= (found[START_DATA] | found[START_ANSWER]) & awake;
        body   <= found[BODY] & awake;
        // Even in the silent slot: where it ends, a leaf with one lane chooses its first word.
        answer <= (answer | found[ANSWER_ON]) & ~found[ANSWER_OFF];
        tag    <= found[TAG] & awake;
        decide <= found[DECIDE] & awake;
        slot   <= found[SLOT];
        mark   <= found[MARK] | found[MARK_AGAIN];
        if (rst) begin
            awake  <= 1'b0;
            start  <= 1'b0;
            body   <= 1'b0;
            answer <= 1'b0;
            tag    <= 1'b0;
            decide <= 1'b0;
            slot   <= 1'b0;
            mark   <= 1'b0;
        end
    end

    assign leaf_rst = ~awake;
    assign timing   = {decide, tag, answer, body, start};
endmodule

`default_nettype wire
