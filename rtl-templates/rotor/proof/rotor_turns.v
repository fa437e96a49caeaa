// rotor_turns: a stage of the rotor, rotor_turn.v: each position takes what the digit of the turn says, heads with the turn of
//   their clock, bodies with that of two clocks before, those of the last stage at once; the turns count.
//
//   From any state. `who` is any position, the same in all clocks that are compared.
//! proves rotor_turn as turns
//! within rotor
//! given STAGE HEAD BODY
//! subject "stage_{STAGE}"
//! what "stage {STAGE} of the rotor"
//! claim "each position takes what its turn says; a body follows its head"
//! steps 4
//! skip 3
//! cells (HEAD + BODY) * 4 << BIN_BITS
//! reads rotor_select
//! expose turn
//! show parts "claims that held, of 0 to 2"
//! show who "the position"
//! show turn "the turn's number"
`default_nettype none

module rotor_turns #(
    parameter BIN_BITS = 2,
    parameter STAGE    = 0,
    parameter HEAD     = 3,
    parameter BODY     = 34,
    parameter BINS     = 1 << BIN_BITS,
    parameter COUNT    = 2 * STAGE + 2 > BIN_BITS ? BIN_BITS : 2 * STAGE + 2
) (
    input  wire                 clk,
    // free in every clock
    input  wire                 rst,
    input  wire [BINS*HEAD-1:0] heads,
    input  wire [BINS*BODY-1:0] bodies,
    input  wire [BIN_BITS-1:0]  who,
    // the claim, and values to show if it fails
    output wire                 ok,
    output wire [2:0]           parts,
    output wire [COUNT-1:0]     turn
);
    localparam LOW = 2 * STAGE, LAST = LOW + 2 >= BIN_BITS;
    localparam [31:0] FIRST = -(3 + STAGE);

    wire [BINS*HEAD-1:0] turned_heads;
    wire [BINS*BODY-1:0] turned_bodies;

    circuit circuit (.clk(clk), .rst(rst), .heads(heads), .bodies(bodies), .turned_heads(turned_heads),
                     .turned_bodies(turned_bodies), .turn(turn));

    reg  [BINS*HEAD-1:0] heads_1;
    reg  [BINS*BODY-1:0] bodies_1;
    reg  [COUNT-1:0]     turn_1, turn_2, turn_3;
    reg                  rst_1;

    always @(posedge clk) begin
        heads_1  <= heads;
        bodies_1 <= bodies;
        turn_1   <= turn;
        turn_2   <= turn_1;
        turn_3   <= turn_2;
        rst_1    <= rst;
    end

    // The digit of a turn moves a position by as many steps of 4^STAGE.
    wire [BIN_BITS-1:0] digit_1   = (turn_1 >> LOW) << LOW;
    wire [BIN_BITS-1:0] digit_body = ((LAST ? turn_2 : turn_3) >> LOW) << LOW;
    wire [BIN_BITS-1:0] from_head = who + digit_1, from_body = who + digit_body;
    wire [BINS*BODY-1:0] came = LAST ? bodies : bodies_1;

    assign parts = {
        turn == (rst_1 ? FIRST[COUNT-1:0] : turn_1 + 1'b1),
        turned_bodies[who*BODY +: BODY] == came[from_body*BODY +: BODY],
        turned_heads[who*HEAD +: HEAD] == heads_1[from_head*HEAD +: HEAD]
    };
    assign ok = &parts;
endmodule

`default_nettype wire
