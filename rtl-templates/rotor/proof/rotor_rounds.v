// rotor_rounds: rotor_visits.v visits each place once in a round, those of both buses at the same time, each by one bank and by the
//   other one in the other half; no place twice in four clocks; and, while queues are emptied, all places one behind the other.
//
//   By induction over the clocks, from any state, with the counter in view; a reset clears.
//! proves rotor_visits as rounds
//! within rotor
//! subject "visits"
//! what "visits of {PLACES} places"
//! claim "each place has its turn in each round; while queues are emptied, all places come"
//! steps 6
//! skip 5
//! cells 100
//! watches still
//! expose visit
//! expose half
//! expose other
//! show parts "claims that held, of 0 to 5"
`default_nettype none

module rotor_rounds #(
    parameter PLACES     = 4,
    parameter PLACE_BITS = 2,
    parameter BANK_BITS  = 0,
    parameter VISITED    = (PLACE_BITS + BANK_BITS) << BANK_BITS,
    parameter LONGER     = BANK_BITS == 0 && PLACES % 2 == 1 ? PLACES + 2 : PLACES + 1,     // clocks of the last bus
    parameter BITS       = LONGER > 1 << PLACE_BITS ? PLACE_BITS + 1 : PLACE_BITS
) (
    input  wire       clk,
    // free in every clock
    input  wire       rst, any_clear,
    // the claim, and values to show if it fails
    output wire       ok,
    output wire [5:0] parts
);
    localparam TO = PLACE_BITS + BANK_BITS;
    localparam [31:0] LAST = LONGER - 1, LAST_OF_HALF = PLACES - 1, EVERY = (1 << PLACE_BITS) - 1;

    wire               clear = rst || any_clear;
    wire [VISITED-1:0] visited, visited_1, visited_2;
    wire [PLACES-1:0]  popped;
    wire               exists, half, other;
    wire [BITS-1:0]    visit;

    circuit circuit (.clk(clk), .rst(rst), .clear(clear), .visited(visited), .visited_1(visited_1), .visited_2(visited_2),
                     .popped(popped), .exists(exists), .visit(visit), .half(half), .other(other));

    wire [PLACE_BITS-1:0]   place = visited[VISITED-1 -: PLACE_BITS];
    reg  [3*PLACE_BITS-1:0] places;                         // of the last clocks
    wire [(1<<PLACE_BITS)-1:0] one = 1 << places[PLACE_BITS +: PLACE_BITS];
    reg  [2:0]              existed, resets;
    reg                     begun, cleared, half_1;
    reg  [BITS-1:0]         visit_1;
    reg  [2*VISITED-1:0]    before;
    wire [BITS-1:0]         after = visit_1 + 1'b1;
    wire                    wraps = visit_1 == (BANK_BITS == 0 || half_1 ? LAST[BITS-1:0] : LAST_OF_HALF[BITS-1:0]);
    wire [PLACE_BITS-1:0]   place_1 = places[PLACE_BITS-1:0];

    always @(posedge clk) begin
        if (rst)
            begun <= 1'b1;
        places  <= {places, place};
        existed <= {existed[1:0], exists};
        resets  <= {resets[1:0], rst};
        cleared <= clear;
        half_1  <= half;
        visit_1 <= visit;
        before  <= {before, visited};
    end

    assign parts = {
        {visited_2, visited_1} == before && popped == one[PLACES-1:0],
        exists == (visit < PLACES),
        BANK_BITS == 0 ? visited == visit[PLACE_BITS-1:0] : visited[TO-1:0] == {visit[PLACE_BITS-1:0], half}
            && visited[VISITED-1 -: TO] == {visit[PLACE_BITS-1:0], ~half},
        cleared || visit == (wraps ? {BITS{1'b0}} : after) && (BANK_BITS == 0 || half == (half_1 ^ wraps)),
        resets != 0 || !exists || !(existed[0] && place == place_1) && !(existed[1] && place == places[PLACE_BITS +: PLACE_BITS])
            && !(existed[2] && place == places[2*PLACE_BITS +: PLACE_BITS]),
        !cleared || resets[0] || visit_1 >= EVERY[BITS-1:0] || visit == after && half == half_1
    };
    still #(.CLOCKS(1)) induction (.clk(clk), .claim(!begun || (&parts)), .ok(ok));
endmodule

`default_nettype wire
