// lane_slots: lane_timer.v gives each strobe in its clock of the slot, from any reset on, and favors that pass all states.
//
//   By induction over the clocks: the timer has kept step for as many clocks as a slot has; only its shift register is in
//   view. What leaves get is compared a clock later, behind the register on their way. The shift register moves once a slot,
//   between the strobes for two slots, to the next state of the trinomial, and is never 0: a step that loses no state
//   and begins with 1 never comes to 0.
//! given CATCH DONE ROOT
//! what "timer{ROOT ? ' of the outside' : ''}: slots of {SLOT} clocks, {FAVORS} favors"
//! claim "strobes come in their clocks; favors pass all states but zero"
//! steps SLOT + 2
//! skip SLOT + 1
//! cells SLOT + 2 * STATE_BITS + SWITCHES + 30
//! watches still
//! expose state
//! show parts "claims that held, of 0 to 8"
//! show clock_shown "bits of the clock in the slot"
//! proves lane_timer as slots when ROOT == 0
//! proves lane_timer as outside_slots when ROOT == 1
`default_nettype none

module lane_slots #(
    parameter SLOT       = 5,
    parameter SWITCHES   = 2,
    parameter PAIRS      = 3,
    parameter CATCH      = 2,           // clocks of the slot in which leaves see `catch` and `done`
    parameter DONE       = 4,
    parameter STATE_BITS = 5,
    parameter TAP        = 3,
    parameter FAVORS     = 4,
    parameter LATE       = 0            // clocks from a reset to its first slot
) (
    input  wire        clk,
    input  wire        rst,             // free in every clock
    // the claim, and values to show if it fails
    output wire        ok,
    output wire [8:0]  parts,
    output wire [15:0] clock_shown
);
    reg                   begun;
    reg  [15:0]           clock;        // of the slot
    reg                   early;        // the first slot has not begun
    reg  [1:0]            slots;        // since the reset; 2: or more
    reg  [STATE_BITS-1:0] former;       // the state for the slot whose first switch has decided last
    reg                   was_rst;      // in the clock before
    wire                  last  = clock == SLOT - 1;
    wire                  moved = clock >= SLOT - 2 && !(early && LATE <= 2);

    wire [SWITCHES-1:0]   strobes;
    wire [FAVORS-1:0]     favors;
    wire                  quiet;
    wire [3+PAIRS:0]      timing;
    reg  [3+PAIRS:0]      seen;         // by leaves
    wire [STATE_BITS-1:0] state;

    circuit circuit (.clk(clk), .rst(rst), .strobes(strobes), .favors(favors), .quiet(quiet), .timing(timing), .state(state));

    always @(posedge clk) begin
        seen    <= timing;
        was_rst <= rst;
        clock   <= last ? 16'd0 : clock + 16'd1;
        if (last) begin
            former <= state;
            early  <= 1'b0;
            if (!early && slots != 2'd2)
                slots <= slots + 2'd1;
        end
        if (rst) begin
            begun  <= 1'b1;
            clock  <= (SLOT - LATE) % SLOT;
            early  <= LATE != 0;
            slots  <= 2'd0;
            former <= 1;
        end
    end

    wire [STATE_BITS-1:0] after = {former[STATE_BITS-2:0], former[STATE_BITS-1] ^ former[TAP-1]};
    reg  [SWITCHES-1:0]   due_strobes;
    reg  [PAIRS-1:0]      due_pair;
    integer               k, p;

    always @*
        for (k = 0; k < SWITCHES; k = k + 1)
            due_strobes[k] = clock == (SLOT - 1 + 2 * k) % SLOT;
    always @*
        for (p = 0; p < PAIRS; p = p + 1)
            due_pair[p] = clock >> 1 == p;

    assign clock_shown = clock;
    assign parts = {
        quiet == (slots == 2'd0),
        state != {STATE_BITS{1'b0}} && former != {STATE_BITS{1'b0}},
        state == (moved ? after : former) && favors == state[FAVORS-1:0],
        was_rst || seen[4 +: PAIRS] == due_pair && seen[3] == clock[0],
        was_rst || seen[2] == (clock == DONE),
        seen[1] == (clock == CATCH && slots == 2'd2),
        seen[0] == (last && slots != 2'd0),
        strobes == due_strobes,
        clock < SLOT && slots != 2'd3 && (!was_rst || clock == (SLOT - LATE) % SLOT && slots == 2'd0 && early == (LATE != 0))
            && (!early || slots == 2'd0 && LATE != 0 && clock >= SLOT - LATE)
    };
    still #(.CLOCKS(SLOT + 1)) all (.clk(clk), .claim(!begun || &parts), .ok(ok));
endmodule

`default_nettype wire
