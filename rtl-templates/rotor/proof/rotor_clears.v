// rotor_clears: rotor_timer.v clears all parts from the first clock of a reset on, for 2^COUNT_BITS clocks behind its last one, and no
//   longer: so every bank visits each of its places while it is cleared. Favourites go first in one of 2^PREFER_BITS turns, and
//   a tick comes once in 2^CLOCK_BITS clocks.
//
//   By induction over the clocks, from any state, resets at any time.
//! proves rotor_timer as clears
//! within rotor
//! given STAGES
//! subject "timer"
//! what "timer"
//! claim "a reset clears all parts until the queues are empty; favourites have their turns, and their time"
//! steps 2
//! skip 1
//! cells 100
//! watches still
//! expose left
//! expose late
//! expose clocks
//! show parts "claims that held, of 0 to 3"
`default_nettype none

module rotor_clears #(
    parameter BIN_BITS    = 2,
    parameter PLACE_BITS  = 2,
    parameter STAGES      = 1,
    parameter PREFER_BITS = 4,
    parameter CLOCK_BITS  = BIN_BITS + PREFER_BITS + PLACE_BITS + 1,
    parameter COUNT_BITS  = (PLACE_BITS > STAGES ? PLACE_BITS : STAGES) + 3
) (
    input  wire       clk,
    input  wire       rst,                              // free in every clock
    // the claim, and values to show if it fails
    output wire       ok,
    output wire [3:0] parts
);
    wire                            clear, prefer, rests, tick, late;
    wire [COUNT_BITS-1:0]           left;
    wire [CLOCK_BITS-1:0]           clocks;
    wire [BIN_BITS-1:0]             turn;

    circuit circuit (.clk(clk), .rst(rst), .clear(clear), .turn(turn), .prefer(prefer), .rests(rests), .tick(tick), .random(), .left(left), .late(late),
                     .clocks(clocks));

    // The clocks behind the last one of a reset: as many as are told apart, and all modulo the turns.
    reg                             begun;
    reg  [COUNT_BITS:0]             since;
    reg  [CLOCK_BITS-1:0]           count, count_1;
    wire                            over = since[COUNT_BITS];

    always @(posedge clk) begin
        since   <= over ? since : since + 1'b1;
        count   <= count + 1'b1;
        count_1 <= count;
        if (rst) begin
            begun <= 1'b1;
            since <= {COUNT_BITS+1{1'b0}};
            count <= {CLOCK_BITS{1'b0}};
        end
    end

    assign parts = {
        clocks == count && turn == count[BIN_BITS-1:0] && rests == &count[BIN_BITS +: PREFER_BITS],
        since == 0 || prefer == (count_1[BIN_BITS +: PREFER_BITS] == 0) && tick == (&count_1) && count == count_1 + 1'b1,
        late == !over && left == (over ? {COUNT_BITS{1'b0}} : ~since[COUNT_BITS-1:0]) && (!over || since[COUNT_BITS-1:0] == 0),
        clear == (rst || !over)
    };
    still #(.CLOCKS(1)) induction (.clk(clk), .claim(!begun || (&parts)), .ok(ok));
endmodule

`default_nettype wire
