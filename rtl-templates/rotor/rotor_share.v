// rotor_share: a bus shares its leaves' rate between its two banks.
//
//   A leaf that takes longer for a word than the next bank takes to come by is ready for one bank only, always the same, as long
//   as that has words. So the bus keeps two bits for each place: which bank gave last, and whether the other one, with a word, has
//   been turned away since. In a quarter of the time, while `yields`, the one that gave last then holds back, and the other gives
//   when it comes. Leaves that take each word at once turn nobody away, and lose nothing.
`default_nettype none

module rotor_share #(
    parameter PLACE_BITS = 2
) (
    input  wire                  clk,
    input  wire                  clear,
    input  wire [PLACE_BITS-1:0] place,         // that is visited now, while `clear` each in turn
    input  wire                  room,          // the leaf there is free
    // a clock later
    input  wire                  yields,
    input  wire [PLACE_BITS-1:0] place_1,       // the place ..
    input  wire                  bank_1,        // .. was visited by this bank ..
    output wire                  free,          // .. for which the leaf was free ..
    input  wire                  has            // .. and which has a word for it
);
    reg  [1:0]            turns [0:(1<<PLACE_BITS)-1];      // {owed, last}
    reg                   room_1, owed_1, last_1;

    assign free = room_1 & ~(yields & owed_1 & (bank_1 == last_1));

    always @(posedge clk) begin
        room_1  <= room;
        {owed_1, last_1} <= turns[place];
        if (clear || has)
            turns[clear ? place : place_1] <= clear  ? 2'd0
                                            : free   ? {1'b0, bank_1}
                                                     : {owed_1 | (~room_1 & (bank_1 != last_1)), last_1};
    end
endmodule

`default_nettype wire
