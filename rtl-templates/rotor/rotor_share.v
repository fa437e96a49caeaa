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
    input  wire                  yields,
    input  wire [PLACE_BITS-1:0] place,         // that is visited now, while `clear` each in turn
    input  wire                  bank,          // by this bank
    input  wire                  room,          // the leaf there is free
    output wire                  free,          // .. for this bank
    input  wire                  has            // the bank that visited a clock ago has a word for that place
);
    reg  [1:0]            turns [0:(1<<PLACE_BITS)-1];      // {owed, last}
    reg  [PLACE_BITS-1:0] place_1;
    reg                   bank_1, room_1, free_1, owed_1, last_1;
    wire                  owed, last;

    assign {owed, last} = turns[place];
    assign free = room & ~(yields & owed & (bank == last));

    always @(posedge clk) begin
        place_1 <= place;
        bank_1  <= bank;
        room_1  <= room;
        free_1  <= free;
        owed_1  <= owed;
        last_1  <= last;
        if (clear || has)
            turns[clear ? place : place_1] <= clear  ? 2'd0
                                            : free_1 ? {1'b0, bank_1}
                                                     : {owed_1 | (~room_1 & (bank_1 != last_1)), last_1};
    end
endmodule

`default_nettype wire
