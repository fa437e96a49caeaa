// rotor_shares: rotor_share.v lets a bank give to a leaf that has room, but for one that gave last and holds back, while `yields`,
//   for the other, which has been turned away with a word since: so it has that word still, and its turn comes. Where none is ever
//   turned away, none holds back.
//
//   The banks promise what rotor_queue.v proves: no place is visited twice in four clocks, and no queue has
//   a word when all have been emptied. `clear` comes at any time. By induction
//   over the clocks, with the rows in view. `who` is any place, always the same, from the clock on in which it is cleared.
`default_nettype none

module rotor_shares #(
    parameter PLACE_BITS = 2
) (
    input  wire                  clk,
    // free in every clock, as is what the circuit gets
    input  wire                  clear, yields, bank, room, has,
    input  wire [PLACE_BITS-1:0] place, who,
    // to the circuit
    output reg  [PLACE_BITS-1:0] place_1,
    output reg                   bank_1,
    // from the circuit: its port, and its rows
    input  wire                  free,
    input  wire [(2<<PLACE_BITS)-1:0] turns,
    // the claim, and values to show if it fails
    output wire                  ok,
    output wire [3:0]            parts
);
    reg  visited, room_1, clear_1;
    wire [1:0] row = turns[who*2 +: 2];

    // What has come to pass at `who`: which bank gave last; whether the other one was turned away since, with a word; whether any
    // bank ever was.
    reg                  known, gave, turned, ever;
    reg  [PLACE_BITS-1:0] who_1;
    reg                  recent;                            // it was visited two clocks ago
    wire                 visits = place == who;
    wire                 gives  = visited && has && free, away = visited && has && !room_1;

    always @(posedge clk) begin
        place_1 <= place;
        visited <= visits;
        recent  <= visited;
        bank_1  <= bank;
        room_1  <= room;
        clear_1 <= clear;
        who_1   <= who;
        if (clear && visits) begin
            known  <= 1'b1;
            gave   <= 1'b0;
            turned <= 1'b0;
            ever   <= 1'b0;
        end else if (!clear && gives) begin
            gave   <= bank_1;
            turned <= 1'b0;
        end else if (!clear && away) begin
            ever   <= 1'b1;
            turned <= turned || bank_1 != gave;
        end
        // A promise is broken, or `who` another place.
        if (!clear && visits && (visited || recent) || clear_1 && !clear && has || who != who_1)
            known <= 1'b0;
    end

    assign parts = {
        !free || room_1,
        !known || row == {turned, gave},
        !known || !turned || ever,
        !known || !visited || clear_1 || free == (room_1 && !(yields && turned && bank_1 == gave))
    };
    still #(.CLOCKS(3)) induction (.clk(clk), .claim((&parts) || who != who_1), .ok(ok));
endmodule

`default_nettype wire
