// rotor_picks: rotor_arbiter.v picks one leaf that asks, in the next clock; the leaf whose number is `favor` wins whoever else asks.
//
//   From any state, any inputs, two clocks.
//! proves rotor_arbiter as picks
//! within rotor
//! subject "arbiter"
//! what "arbiter of {PLACES} leaves"
//! claim "one leaf that asks is picked; the favoured one wins"
//! steps 2
//! skip 1
//! cells 8 * PLACES
//! show parts "claims that held, of 0 to 3"
//! show asked "leaves that asked"
//! show favored "the favoured leaf"
//! show winner "the leaf that was picked"
`default_nettype none

module rotor_picks #(
    parameter PLACES     = 4,
    parameter PLACE_BITS = 2
) (
    input  wire                  clk,
    // free in every clock
    input  wire [PLACES-1:0]     asks,
    input  wire [PLACE_BITS-1:0] favor,
    input  wire                  clear,
    // the claim, and values to show if it fails
    output wire                  ok,
    output wire [3:0]            parts,
    output reg  [PLACES-1:0]     asked,
    output reg  [PLACE_BITS-1:0] favored,
    output wire [PLACE_BITS-1:0] winner
);
    wire any;
    reg  cleared;

    circuit circuit (.clk(clk), .clear(clear), .asks(asks), .favor(favor), .any(any), .winner(winner));

    always @(posedge clk) begin
        asked   <= asks;
        favored <= favor;
        cleared <= clear;
    end

    wire [(1<<PLACE_BITS)-1:0] all = asked;

    assign parts = {
        !any || !all[favored] || winner == favored,
        !any || all[winner],
        !cleared || !any,
        cleared || any == |asked
    };
    assign ok = &parts;
endmodule

`default_nettype wire
