// lane_timer: the slots of a network of lanes: what happens in which clock of S, and which requests come first.
//
//   A ring of S flip-flops with one 1. `timing` is a clock early: it passes a register at each place.
//
//   In the first slot after a reset nothing has been decided, and nothing is taken. Slots may begin LATE clocks behind the reset: those of
//   the outside do, as leaves' words come to the roots by then.
//
//   Favors are successive bits of a shift register with feedback, which moves once a slot. Its period is 2^STATE_BITS - 1;
//   in each period all combinations of fewer successive bits occur.
//! cost lut4: 1, (SLOT <= 8 ? SLOT / 2 : 1) + (SLOT / 2 + 1) / 3, !ENABLES * STATE_BITS
//! cost ff: SLOT + STATE_BITS + 2
//! cost lone: SLOT
`default_nettype none

module lane_timer #(
    parameter SLOT       = 5,               // S, at least 4
    parameter SWITCHES   = 2,               // switches on the way from leaf to leaf
    parameter PAIRS      = 3,               // see lane_leaf
    parameter CATCH_AT   = 1,               // the clocks before those of `catch` and `done`
    parameter DONE_AT    = 3,
    parameter STATE_BITS = 5,               // more than FAVORS
    parameter TAP        = 3,               // x^STATE_BITS + x^TAP + 1 is primitive
    parameter FAVORS     = 4,
    parameter LATE       = 0                // clocks from the reset to the first slot, fewer than SLOT
) (
    input  wire                 clk,
    input  wire                 rst,        // synchronous, active high
    output wire [SWITCHES-1:0]  strobes,    // switch k on the way decides in the next clock
    output wire [FAVORS-1:0]    favors,
    output wire                 quiet,      // until leaves ask for the first time
    output wire [3+PAIRS:0]     timing      // {pair, odd, done, catch, turn}
);
    reg  [SLOT-1:0]       clocks;           // [c]: it is clock c of the slot
    reg  [STATE_BITS-1:0] state;
    wire [SLOT-1:0]       odds;
    wire [PAIRS-1:0]      pair;
    reg                   late;             // the first slot has not begun
    reg                   once;             // a slot is over: switches know what they have granted
    reg                   twice;            // the next one, too, or almost: `valid` is what they have decided
    genvar                k;

    generate
        for (k = 0; k < SWITCHES; k = k + 1) begin : of_switch
            assign strobes[k] = clocks[(SLOT-1+2*k) % SLOT];
        end
        // what leaves pick in the next clock
        for (k = 0; k < PAIRS; k = k + 1) begin : of_pair
            if (2 * k + 1 < SLOT) begin : both
                assign pair[k] = clocks[(2*k+SLOT-1) % SLOT] | clocks[2*k];
            end else begin : one
                assign pair[k] = clocks[(2*k+SLOT-1) % SLOT];
            end
        end
        for (k = 0; k < SLOT; k = k + 1) begin : of_clock
            assign odds[k] = k % 2 == 0 && k + 1 < SLOT && clocks[k];
        end
    endgenerate
    assign favors = state[FAVORS-1:0];
    assign quiet  = ~once;

    always @(posedge clk) begin
        clocks <= {clocks[SLOT-2:0], clocks[SLOT-1]};
        if (clocks[SLOT-3]) begin
            state <= {state[STATE_BITS-2:0], state[STATE_BITS-1] ^ state[TAP-1]};
            twice <= once;
        end
        if (clocks[SLOT-1]) begin
            late <= 1'b0;
            once <= ~late;
        end
        if (rst) begin
            clocks <= {{SLOT-1{1'b0}}, 1'b1} << (SLOT - LATE) % SLOT;
            late   <= LATE != 0;
            state  <= {{STATE_BITS-1{1'b0}}, 1'b1};
            once   <= 1'b0;
            twice  <= 1'b0;
        end
    end
    // Behind a reset, which reaches leaves at once, nothing is caught or taken that was under way.
    assign timing = {pair, |odds, clocks[DONE_AT], clocks[CATCH_AT] & twice & ~rst, clocks[SLOT-2] & once & ~rst};
endmodule

`default_nettype wire
