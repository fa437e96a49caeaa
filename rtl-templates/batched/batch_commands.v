// batch_commands: hears the commands of the network, and knows the stage of the round.
//
//   A command is three bits, one each clock: COUNT 1 0 0, SLOT 1 1 0, ROUND 1 1 1. Clock 0 has the start bit on the wire.
//   In clock 1 `count_comes` says that it is COUNT. In clock 2, with the last bit on the wire, `count_now` or `round_now`
//   says what came; `slot` is high in clock 3. `quiet` is low in clocks 0, 1 and 2. A start bit may follow in clock 3.
//   COUNT begins a stage: words that differ from the address first at bit `below` are sent in it. ROUND begins a round.
`default_nettype none

module batch_commands #(
    parameter LABEL_BITS = 4                // L, at least 2
) (
    input  wire                          clk,
    input  wire                          rst,
    input  wire                          command,
    output wire                          quiet,         // no command comes
    output reg                           has_kind,      // clock 2
    output wire                          count_comes,
    output wire                          count_now,
    output wire                          round_now,
    output reg                           slot,          // the M bits are on `up` in the next clock
    output reg                           parity,        // of the round: the half of the RAM that is its own
    output reg  [$clog2(LABEL_BITS)-1:0] below,         // L - 1 - i in stage i
    output reg  [$clog2(LABEL_BITS)-1:0] below_next     // that of the stage which COUNT begins
);
    localparam LB = $clog2(LABEL_BITS);
    localparam [31:0] HIGHEST = LABEL_BITS - 1;

    reg has_start, kind;                                // clock 1; its bit, in clock 2
    reg hears;                                          // has_start | has_kind

    assign quiet       = ~(command | hears);
    assign count_comes = has_start & ~command;
    assign count_now   = has_kind & ~kind & ~command;
    assign round_now   = has_kind & kind & command;

    always @(posedge clk) begin
        has_start <= command & ~hears;
        hears     <= command & ~hears | has_start;
        has_kind  <= has_start;
        kind      <= command;
        slot      <= has_kind & kind & ~command;
        if (round_now)
            parity <= ~parity;
        if (count_now)
            below <= below_next;
        if (round_now)
            below_next <= HIGHEST[LB-1:0];
        else if (count_now)
            below_next <= below_next - 1'b1;
        if (rst) begin
            has_start  <= 1'b0;
            hears      <= 1'b0;
            has_kind   <= 1'b0;
            slot       <= 1'b0;
            parity     <= 1'b0;
            below      <= {LB{1'b0}};
            below_next <= HIGHEST[LB-1:0];
        end
    end
endmodule

`default_nettype wire
