// sorting_times: sorting_timer.v says the commands of a round in their order, each in its clock, and none too soon.
//
//   The monitor knows which command of the round is the next one, and how long ago the last one was. The order is ROUND, RANKS
//   times RANK, ORDER + STAGES times STAGE, SORT, STAGES + 1 times STAGE. A command is said, in three clocks, behind the first
//   clock in which
//     - the last one is LEAST or, if it was ROUND and ranks follow, or another RANK does, LEAST_RANK clocks ago, or more;
//     - all nodes are done, unless it is RANK;
//     - all terminals have room and one wishes, if it is ROUND.
//   So no command but RANK comes before all are done, and none is left out. By induction over the clocks: nothing is claimed
//   before the first reset, so a claim that holds still holds (still.v). The timer's state is in view, to say that it counts
//   what the monitor counts.
//! proves sorting_timer as times
//! given LEAST LEAST_RANK
//! what "timer"
//! claim "each command comes in its turn and clock, and none before all are done"
//! steps 2
//! skip 1
//! cells 60
//! watches still
//! expose resting
//! expose ranking
//! expose rising
//! expose left
//! expose last
//! expose clocks
//! expose over
//! expose bits
//! show parts "claims that held, of 0 to 5"
//! show next_shown "bits of the number of the next command"
//! show since_shown "bits of the clocks since the last one"
`default_nettype none

module sorting_times #(
    parameter STAGES     = 4,
    parameter ORDER      = 0,
    parameter RANKS      = 2,
    parameter COUNT_BITS = 3,           // of the timer
    parameter CLOCK_BITS = 5,           // likewise
    parameter LEAST      = 21,
    parameter LEAST_RANK = 3
) (
    input  wire        clk,
    // free in every clock
    input  wire        rst,
    input  wire        done,
    input  wire        ready,
    input  wire        wish,
    // the claim, and values to show if it fails
    output wire        ok,
    output wire [5:0]  parts,
    output wire [15:0] next_shown,
    output wire [15:0] since_shown
);
    localparam SORT = RANKS + ORDER + STAGES + 1, LAST = SORT + STAGES + 1;

    reg         begun;
    reg  [15:0] next;                   // command of the round, from 0 on
    reg  [15:0] since;                  // clocks since the last one, at most LEAST
    reg  [2:0]  said;                   // bits of the last one that are still to be said, the next on top

    wire        is_round = next == 16'd0;
    wire        is_rank  = !is_round && next <= RANKS;
    wire [15:0] least    = is_rank ? LEAST_RANK : LEAST;
    wire        now      = since >= least && (is_rank || done) && (!is_round || ready && wish);
    wire [2:0]  bits     = is_round ? 3'b111 : is_rank ? 3'b100 : next == SORT ? 3'b110 : 3'b101;

    wire                  command, vacant, resting, ranking, rising, last, over;
    wire [COUNT_BITS-1:0] left;
    wire [CLOCK_BITS-1:0] clocks;
    wire [2:0]            shown;

    circuit circuit (.clk(clk), .rst(rst), .done(done), .ready(ready), .wish(wish), .command(command), .vacant(vacant),
                     .resting(resting), .ranking(ranking), .rising(rising), .left(left), .last(last), .clocks(clocks), .over(over),
                     .bits(shown));

    always @(posedge clk) begin
        since <= now ? 16'd1 : since >= LEAST ? LEAST : since + 16'd1;
        said  <= now ? bits : said << 1;
        if (now)
            next <= next == LAST ? 16'd0 : next + 16'd1;
        if (rst) begin
            begun <= 1'b1;
            {next, since, said} <= {16'd0, 16'd1, 3'd0};
        end
    end

    wire [15:0] more   = next > SORT ? LAST - next : is_rank ? RANKS - next : SORT - next;
    wire [15:0] to_go  = since + 16'd1 >= least ? 16'd0 : least - 16'd1 - since;

    assign next_shown  = next;
    assign since_shown = since;
    assign parts = {
        // what the monitor counts stays in its bounds
        next <= LAST && since >= 16'd1 && since <= LEAST && (since < 16'd4 || said == 3'd0)
            && (since < 16'd3 || since > 16'd3 || said[1:0] == 2'd0) && (since != 16'd2 || !said[0]),
        command == said[2] && shown == said,
        {resting, ranking, rising} == {is_round, is_rank, !is_round && !is_rank && next <= SORT},
        is_round || left == more[COUNT_BITS-1:0],
        (since < 16'd2 || last == (is_round || more == 16'd0)) && clocks == to_go[CLOCK_BITS-1:0] && over == (since >= least),
        vacant == (is_round && since >= LEAST && done && ready)
    };
    still #(.CLOCKS(1)) all (.clk(clk), .claim(!begun || &parts), .ok(ok));
endmodule

`default_nettype wire
