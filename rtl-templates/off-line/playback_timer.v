// playback_timer: plays a schedule: counts the clocks of a delivery cycle, and the cycles of a round.
//
//   play --> running --> [ count 0 .. PERIOD-1 ] --+--> timing[0]   begin: a cycle's M bits leave the leaves
//                                                  +--> timing[1]   end: leaves take the words of the previous cycle
//                                                  +--> cycle       address of the settings RAM; moves on when the root
//                                                                   has the settings of this cycle, at ADVANCE_AT
//
//   If `play` is high at the end of a round, another follows without a gap. The last round, and a reset, are followed
//   by a cycle without `begin`, in which messages still under way arrive.
`default_nettype none

module playback_timer #(
    parameter CYCLE_BITS = 4,               // of `cycle`
    parameter PERIOD     = 40,              // clocks of a delivery cycle, at least 4
    parameter END_AT     = 1,               // `end` this many clocks after the M bits of the next cycle, 0 .. PERIOD-3
    parameter ADVANCE_AT = 10,              // 1 .. PERIOD-1
    parameter FALL_AT    = 0                // 0 .. PERIOD-1
) (
    input  wire                  clk,
    input  wire                  rst,       // synchronous, active high
    input  wire                  play,
    input  wire [CYCLE_BITS-1:0] last_cycle,
    output reg                   playing,   // from a round's start, or a reset, until all messages have arrived
    output reg  [1:0]            timing,
    output reg  [CYCLE_BITS-1:0] cycle,
    output reg  [CYCLE_BITS-1:0] received_cycle,    // whose messages arrive at `end`
    // of settings that travel in the messages
    output reg                   restart,   // a clock behind `begin`, and in cycles without one: heads wait again on the way up
    output reg                   fall,      // the same on the way down: when the count is FALL_AT
    output wire                  first      // `cycle` is 0
);
    localparam BITS = $clog2(PERIOD);
    localparam [31:0] LAST_COUNT = PERIOD - 1, END_COUNT = END_AT + 1, ADVANCE_COUNT = ADVANCE_AT, FALL_COUNT = FALL_AT;

    reg  [BITS-1:0]       count;
    reg                   sends;            // not the cycle after the last one
    reg                   last;             // this is the last cycle of a round
    reg  [CYCLE_BITS-1:0] sent_cycle;
    wire                  over = count == LAST_COUNT[BITS-1:0];

    assign first = cycle == {CYCLE_BITS{1'b0}};

    always @(posedge clk) begin
        timing[0] <= playing & sends & count == {BITS{1'b0}};
        timing[1] <= playing & count == END_COUNT[BITS-1:0];
        restart   <= playing & count == {{BITS-1{1'b0}}, 1'b1};
        fall      <= playing & count == FALL_COUNT[BITS-1:0];
        count     <= (over | !playing) ? {BITS{1'b0}} : count + 1'b1;

        if (playing && count == {BITS{1'b0}}) begin
            sent_cycle     <= cycle;
            received_cycle <= sent_cycle;
            last           <= cycle == last_cycle;
        end
        if (playing && sends && count == ADVANCE_COUNT[BITS-1:0])
            cycle <= last ? {CYCLE_BITS{1'b0}} : cycle + 1'b1;

        if (!playing) begin
            playing <= play;
            sends   <= 1'b1;
        end else if (over) begin
            playing <= sends;
            sends   <= sends & (play | !last);
        end
        if (rst) begin
            playing <= 1'b1;
            sends   <= 1'b0;
            count   <= {BITS{1'b0}};
            cycle   <= {CYCLE_BITS{1'b0}};
            timing  <= 2'b00;
            restart <= 1'b0;
            fall    <= 1'b0;
        end
    end
endmodule

`default_nettype wire
