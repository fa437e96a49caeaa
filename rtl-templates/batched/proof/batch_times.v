// batch_times: batch_timer.v says what it must in each clock, whatever the leaves want and however many batches there are.
//
//   The monitor knows the last command, or the end of a round, and how long ago it was, and from this what comes next and when:
//     ROUND     COUNT of stage 0 after 3 clocks
//     COUNT     with batches: SLOT after FIRSTS[stage] clocks; without: the next COUNT, or the end of the round, 2 clocks behind
//               the last bit of their number and one more
//     SLOT      with batches left: SLOT after PERIODS[stage] clocks; else the next COUNT, or the end, after DRAINS[stage]
//     the end   ROUND after REST clocks or more, one clock behind a clock in which all are ready and one wishes
//   Numbers of batches come from the root LEAD clocks after COUNT; their bits are free.
//   By induction over the clocks: nothing is claimed before the first reset, so a claim that holds still holds (still.v). The
//   timer's state is in view, to say that it counts what the monitor counts.
//! proves batch_timer as times
//! given LEAD REST FIRSTS PERIODS DRAINS
//! what "timer"
//! claim "each command comes in its clock, for any numbers of batches"
//! steps COUNT_BITS + 10
//! skip COUNT_BITS + 9
//! cells 12 * CLOCK_BITS + 4 * COUNT_BITS + 40
//! watches still
//! expose resting
//! expose counting
//! expose sending
//! expose rested
//! expose some
//! expose over
//! expose sent
//! expose sent_last
//! expose rests
//! expose stage
//! expose clocks
//! expose left
//! expose set
//! bind TIME_BITS = CLOCK_BITS + 1
//! show parts "claims that held, of 0 to 7"
//! show age_shown "bits of the clocks since the last command"
//! show kind_shown "which it was, in bits: 0 ROUND, 1 COUNT, 0 and 1 SLOT"
`default_nettype none

module batch_times #(
    parameter STAGES     = 2,
    parameter STAGE_BITS = 1,
    parameter COUNT_BITS = 5,
    parameter CLOCK_BITS = 9,           // of the timer
    parameter TIME_BITS  = 10,          // of FIRSTS, PERIODS and DRAINS
    parameter LEAD       = 13,
    parameter REST       = 7,
    parameter [STAGES*TIME_BITS-1:0] FIRSTS  = {STAGES*TIME_BITS{1'b1}},
    parameter [STAGES*TIME_BITS-1:0] PERIODS = {STAGES*TIME_BITS{1'b1}},
    parameter [STAGES*TIME_BITS-1:0] DRAINS  = {STAGES*TIME_BITS{1'b1}}
) (
    input  wire        clk,
    // free in every clock
    input  wire        rst,
    input  wire        ready,
    input  wire        wish,
    input  wire        any_max,
    // the claim, and values to show if it fails
    output wire        ok,
    output wire [7:0]  parts,
    output wire [15:0] age_shown,
    output wire [1:0]  kind_shown
);
    localparam [1:0] END = 2'd0, ROUND = 2'd1, COUNT = 2'd2, SLOT = 2'd3;
    localparam       KNOWN = LEAD + COUNT_BITS + 2;     // clocks from COUNT to the next if there are no batches

    // The last command, or the end, as of the clock before.
    reg                  begun;
    reg [1:0]            last_kind;
    reg [15:0]           since;                         // clocks ago, at most REST + 1 for the end
    reg [STAGE_BITS-1:0] last_at;                       // the stage
    reg [COUNT_BITS-1:0] batches, last_sent;
    reg                  asked;                         // all were ready, and one wished

    wire [TIME_BITS-1:0]  first = FIRSTS[last_at*TIME_BITS +: TIME_BITS];
    wire [TIME_BITS-1:0]  period = PERIODS[last_at*TIME_BITS +: TIME_BITS];
    wire [TIME_BITS-1:0]  drain = DRAINS[last_at*TIME_BITS +: TIME_BITS];
    wire                  is_last = last_at == STAGES - 1;
    wire                  known = since >= KNOWN;
    wire                  starts = last_kind == END && since >= REST && asked;
    wire                  first_count = last_kind == ROUND && since == 16'd3;
    wire                  sends = last_kind == COUNT && since == first && batches != 0
                                  || last_kind == SLOT && since == period && last_sent != batches;
    wire                  ends = last_kind == COUNT && since == KNOWN && batches == 0
                                 || last_kind == SLOT && since == drain && last_sent == batches;

    // The same, as of this clock.
    wire                  now = starts | first_count | sends | ends;
    wire [1:0]            kind = starts ? ROUND : sends ? SLOT : first_count ? COUNT : ends ? (is_last ? END : COUNT) : last_kind;
    wire [15:0]           age = now ? 16'd0 : since;
    wire [STAGE_BITS-1:0] at = starts ? 0 : ends ? last_at + 1'b1 : last_at;
    wire [COUNT_BITS-1:0] sent = sends ? last_sent + 1'b1 : now ? 0 : last_sent;
    wire                  due = now && kind != END
                                || age == 16'd1 && (kind == ROUND || kind == SLOT)
                                || age == 16'd2 && (kind == ROUND || kind == COUNT);
    wire                  max_valid = kind == COUNT && age >= LEAD && age < LEAD + COUNT_BITS;
    wire                  max = max_valid & any_max;

    wire                  command, resting, counting, sending, rested, some, over, sent_slot, sent_last, rests;
    wire [STAGE_BITS-1:0] stage;
    wire [CLOCK_BITS-1:0] clocks;
    wire [COUNT_BITS-1:0] left;
    wire [2:0]            set;

    circuit circuit (.clk(clk), .rst(rst), .ready(ready), .wish(wish), .max(max), .max_valid(max_valid), .command(command),
                     .resting(resting), .counting(counting), .sending(sending), .rested(rested), .some(some), .over(over),
                     .sent(sent_slot), .sent_last(sent_last), .rests(rests), .stage(stage), .clocks(clocks), .left(left),
                     .set(set));

    always @(posedge clk) begin
        last_kind <= kind;
        last_at   <= at;
        last_sent <= sent;
        since     <= kind == END && age > REST ? age : age + 16'd1;
        asked     <= ready & wish;
        if (max_valid)
            batches <= {batches[COUNT_BITS-2:0], max};
        if (now && kind != SLOT)
            batches <= 0;
        if (rst) begin
            begun     <= 1'b1;
            last_kind <= END;
            since     <= 16'd0;
        end
    end

    // What the timer counts: from ROUND for stage 0.
    wire [15:0]           waited = kind == COUNT && at == 0 ? age + 16'd3 : age;
    wire [TIME_BITS-1:0]  wait_first = FIRSTS[at*TIME_BITS +: TIME_BITS];
    wire [TIME_BITS-1:0]  wait_period = PERIODS[at*TIME_BITS +: TIME_BITS];
    wire [TIME_BITS-1:0]  wait_drain = DRAINS[at*TIME_BITS +: TIME_BITS];
    wire [15:0]           whole = kind == END ? REST : kind == SLOT ? (sent == batches ? wait_drain : wait_period)
                                  : wait_first + (at == 0 ? 3 : 0);
    wire [15:0]           to_go = whole - waited - 16'd2;
    wire                  in_time = waited <= whole;

    assign age_shown = age;
    assign kind_shown = kind;
    assign parts = {
        since <= (last_kind == END ? REST + 2 : 16'h7fff) && (last_kind != ROUND || since <= 3)
            && (last_kind != COUNT || since <= first && (!known || batches != 0 || since == KNOWN))
            && (last_kind != SLOT || since <= (last_sent == batches ? drain : period) && last_sent <= batches && last_sent != 0)
            && (last_kind == END || {16'd0, last_at} < STAGES) && (last_kind != ROUND || last_at == 0)
            && (last_kind == END || last_kind == SLOT || last_sent == 0),
        command == due,
        {resting, counting, sending} == {kind == END, kind == ROUND || kind == COUNT, kind == SLOT},
        {rests, sent_slot} == {kind == END, kind == SLOT} && sent_last == (kind == SLOT && sent == batches),
        kind == END || stage == at,
        kind == END ? rested == (age >= REST) : !rested,
        kind == SLOT ? left == batches - sent && some == (sent != batches)
            : kind != COUNT || age <= LEAD ? !some : age < KNOWN - 1 || left == batches && some == (batches != 0),
        set == (waited == 0 ? 3'd1 : waited == 1 ? 3'd2 : waited == 2 ? 3'd4 : 3'd0)
            && (waited < 3 || !in_time || clocks == to_go[CLOCK_BITS-1:0])
            && (!in_time || over == (waited + 16'd1 == whole))
    };
    still #(.CLOCKS(COUNT_BITS + 8)) all (.clk(clk), .claim(!begun || &parts), .ok(ok));
endmodule

`default_nettype wire
