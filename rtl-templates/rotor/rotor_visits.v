// rotor_visits: the place that all banks visit: one by one, none twice in four clocks.
//
//   A round takes an odd number of clocks: a place that becomes free at each visit then meets every source in turn, for the rotor
//   takes 2^BIN_BITS. While queues are emptied, all places come, those without a leaf, too.
//
//   Two banks of a bin visit the same place of different buses: bank 0 has the places of bus 0 in the first half of a round. So a
//   bus has one word a clock, and a leaf is visited by both banks, at different times.
`default_nettype none

module rotor_visits #(
    parameter PLACES     = 4,                               // of a bus
    parameter PLACE_BITS = 2,
    parameter BANK_BITS  = 0,                               // log2 of the banks, and buses, of a bin: 0 or 1
    parameter VISITED    = (PLACE_BITS + BANK_BITS) << BANK_BITS
) (
    input  wire               clk,
    input  wire               rst,
    input  wire               clear,
    output wire [VISITED-1:0] visited,                      // by each bank: {place, bus}
    output reg  [VISITED-1:0] visited_1, visited_2,         // a clock ago, and two
    output reg  [PLACES-1:0]  popped,                       // the place of two clocks ago, one of them
    output wire               exists                        // the place has a leaf
);
    localparam LONGER = BANK_BITS == 0 && PLACES % 2 == 1 ? PLACES + 2 : PLACES + 1;    // the round's last bus, with a rest
    localparam BITS   = LONGER > 1 << PLACE_BITS ? PLACE_BITS + 1 : PLACE_BITS;
    localparam [31:0] LAST = LONGER - 1, LAST_OF_HALF = LAST - 1, EVERY = (1 << PLACE_BITS) - 1, END = PLACES;

    reg  [BITS-1:0] visit;
    reg             half, other;                            // of the round, with two banks; and its complement
    wire [BITS-1:0] last  = clear && BITS == PLACE_BITS ? EVERY[BITS-1:0]
                          : half || BANK_BITS == 0 ? LAST[BITS-1:0] : LAST_OF_HALF[BITS-1:0];
    wire            wraps = visit == last;

    always @(posedge clk) begin
        visit     <= rst || wraps ? {BITS{1'b0}} : visit + 1'b1;
        half      <= ~rst & (half ^ wraps);
        other     <= rst | (other ^ wraps);
        visited_1 <= visited;
        visited_2 <= visited_1;
    end
    genvar p;

    generate
        for (p = 0; p < PLACES; p = p + 1) begin : of_place
            localparam [31:0] PLACE = p;

            always @(posedge clk)
                popped[p] <= visited_1[VISITED-1 -: PLACE_BITS] == PLACE[PLACE_BITS-1:0];
        end
    endgenerate
    assign exists = visit < END[BITS-1:0];
    generate
        if (BANK_BITS == 0) begin : one
            wire unused = other;

            assign visited = visit[PLACE_BITS-1:0];
        end else begin : two
            assign visited = {visit[PLACE_BITS-1:0], other, visit[PLACE_BITS-1:0], half};
        end
    endgenerate
endmodule

`default_nettype wire
