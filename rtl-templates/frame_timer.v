// frame_timer.v: counts the clocks of a frame slot and tells all leaf adapters what it is time for.
//
//   digit 0 --carry--> digit 1 --carry--> digit 2 ..       a counter of 2-bit digits, least significant first,
//      |                  |                  |             with a register between every two digits
//   [ = V0 ] ---------> [ = V1 ] ---------> [ = V2 ] --->  it was clock V of the slot
//
//   Digit k shows digit k of what the count was k clocks ago, and so does stage k of a comparison: however long the
//   slot is, no path is longer than one 4-input LUT. All comparisons come out DIGITS clocks late, which shifts
//   every slot alike. Latency: the first `start` is DIGITS + 1 clocks after the last clock with `rst`.
//
//   timing[0]  start   1 clock   the M bits of a part are on the leaves' wires two clocks later
//   timing[1]  answer  level     leaves answer what they have received, and what arrives are answers
//   timing[2]  decide  1 clock   all tags of acknowledgements are in (for leaves with several lanes)
`default_nettype none

module frame_timer #(
    parameter TIMING_BITS    = 3,   // width of `timing`: 3
    parameter SLOT_CLOCKS    = 64,  // length of a slot, 4 .. 2^30
    parameter ACKNOWLEDGE_AT = 32,  // second `start` of the slot, 1 .. SLOT_CLOCKS-1 clocks after the first
    parameter ANSWER_FROM    = 8,   // `answer` rises so many clocks after the first `start`, 1 .. SLOT_CLOCKS-1
    parameter ANSWER_TO      = 48,  // and falls so many after it, ANSWER_FROM+1 .. SLOT_CLOCKS-1
    parameter DECIDE_AT      = 50   // `decide`, 0 .. SLOT_CLOCKS-1
) (
    input  wire                   clk,
    input  wire                   rst,      // synchronous, active high
    // to the leaf adapters: the same number of registers on the way to each of them
    output wire [TIMING_BITS-1:0] timing
);
    localparam DIGITS  = ($clog2(SLOT_CLOCKS) + 1) / 2;
    localparam EVENTS  = 6;
    localparam WRAP    = 5;

    // ---- The counter -----------------------------------------------------------------------------------------------

    wire [2*DIGITS-1:0] count;
    wire [DIGITS-1:0]   carry;      // digit k moves on
    wire [DIGITS-1:0]   wrap;       // digit k starts again
    wire [EVENTS-1:0]   found;

    assign carry[0] = 1'b1;
    assign wrap[0]  = found[WRAP];

    genvar k, e;
    generate
        for (k = 0; k < DIGITS; k = k + 1) begin : digit
            reg [1:0] now;

            always @(posedge clk)
                if (rst || wrap[k])
                    now <= 2'd0;
                else
                    now <= now + {1'b0, carry[k]};
            assign count[2*k +: 2] = now;

            if (k > 0) begin : after
                reg moved, wrapped;         // what the digit before did one clock ago

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
            localparam [31:0] AT = e == 0 ? 0
                                 : e == 1 ? ACKNOWLEDGE_AT
                                 : e == 2 ? ANSWER_FROM
                                 : e == 3 ? ANSWER_TO
                                 : e == 4 ? DECIDE_AT
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
                    match[k] <= so_far && count[2*k +: 2] == AT[2*k +: 2] && !rst;
            end
            assign found[e] = match[DIGITS-1];
        end
    endgenerate

    // ---- What the leaves hear --------------------------------------------------------------------------------------

    reg start, answer, decide;

    always @(posedge clk) begin
        start  <= found[0] | found[1];
        answer <= (answer | found[2]) & ~found[3];
        decide <= found[4];
        if (rst) begin
            start  <= 1'b0;
            answer <= 1'b0;
            decide <= 1'b0;
        end
    end

    assign timing = {decide, answer, start};
endmodule

`default_nettype wire
