// rotor_timer: what all parts of a rotor share: the end of a reset, chance, and the turns in which favourites go first.
//
//   Favourites go first in one of 2^PREFER_BITS turns of a bin: often enough that no word waits for ever, seldom enough that a
//   favourite whose reader has stopped takes little from the others.
//
//   Between two ticks every source meets each place that becomes free at every visit, in a turn of favourites: PLACE_BITS + 1 bits
//   count the clocks of a round, and one more.
//
//   Readers that have stopped are told from slow ones by a tick of its own: rotor_bus.v.
//
//   A reset of one clock is enough. `clear` lasts from its clock on until every bank has emptied all its queues, one in a
//   clock, and nothing turns in the rotor any more.
`default_nettype none

module rotor_timer #(
    parameter BIN_BITS   = 2,
    parameter PLACE_BITS = 2,
    parameter STAGES     = 1,               // of the rotor
    parameter PREFER_BITS = 4,
    parameter STOP_BITS  = 0                // 0: there is no stop_tick
) (
    input  wire        clk,
    input  wire        rst,                 // synchronous, active high
    output wire        clear,
    output wire [BIN_BITS-1:0] turn,        // the clocks since the reset
    output reg         prefer,              // favourites go first
    output wire        rests,               // the next clock is in the turn before that
    output reg         tick,
    output reg         yields,              // a quarter of the time, turn by turn: rotor_share.v
    output wire        stop_tick,           // once in 2^STOP_BITS clocks
    output reg  [15:0] random               // of a shift register with feedback, never 0
);
    localparam CLOCK_BITS = BIN_BITS + PREFER_BITS + PLACE_BITS + 1;
    localparam COUNT_BITS = (PLACE_BITS > STAGES ? PLACE_BITS : STAGES) + 3;

    reg  [COUNT_BITS-1:0] left;             // clocks for which queues are emptied yet
    reg                   late;             // `clear`, but not in the first clock of a reset
    reg  [CLOCK_BITS-1:0] clocks;
    reg                   quarter;          // `yields` in the next clock

    assign clear  = rst | late;
    assign turn   = clocks[BIN_BITS-1:0];
    assign rests  = &clocks[BIN_BITS +: PREFER_BITS];

    generate
        if (STOP_BITS == 0) begin : no_stops
            assign stop_tick = 1'b0;
        end else begin : stops
            reg [STOP_BITS-1:0] age;
            reg                 due;

            assign stop_tick = due;
            always @(posedge clk) begin
                age <= rst ? {STOP_BITS{1'b0}} : age + 1'b1;
                due <= &age;
            end
        end
    endgenerate
    always @(posedge clk) begin
        late   <= rst || left != {COUNT_BITS{1'b0}};
        left   <= left == {COUNT_BITS{1'b0}} ? left : left - 1'b1;
        clocks <= clocks + 1'b1;
        tick   <= &clocks;
        quarter <= clocks[BIN_BITS +: 2] == 2'd0;
        yields <= quarter;
        prefer <= clocks[BIN_BITS +: PREFER_BITS] == {PREFER_BITS{1'b0}};
        random <= {random[14:0], random[15] ^ random[14] ^ random[12] ^ random[3]};
        if (rst) begin
            left   <= {COUNT_BITS{1'b1}};
            clocks <= {CLOCK_BITS{1'b0}};
            random <= 16'd1;
        end
    end
endmodule

`default_nettype wire
