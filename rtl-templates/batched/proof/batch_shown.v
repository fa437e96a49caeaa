// batch_shown: batch_delivered.v gives m_axis each word that is for the leaf once, in the order in which they are listed.
//
//   One number stands for all: the `at`-th word of a round, counted from 0, is watched in each round; `at` is free, and stays. First
//   come the leaf's own words, then those that come. The place of that word is `out_at` when m_axis has been given `at` words, in the
//   second clock behind a word that was listed, or read, or a round that began. `lost` says that a word came and DEGREE were listed.
//   Free are all words, places and clocks, but for this:
//     - Words come whole at least three clocks apart. No word comes, and none is committed in the three clocks before, as a round
//       begins; then all words have been read.
//     - No more than DEGREE words are committed in a round.
//     - m_axis reads a word only if there is one.
//   By induction over the clocks (still.v).
//! proves batch_delivered as shown
//! given DEGREE INDEX_BITS
//! what "list of {DEGREE} delivered words"
//! claim "m_axis is given the words for this leaf, each once, in order; a further one is lost, and said to be"
//! steps 3
//! skip 2
//! cells 200
//! watches still
//! expose *
//! show parts "claims that held, of 0 to 4"
//! show at_shown "bits of the number of the word"
`default_nettype none

module batch_shown #(
    parameter DEGREE     = 3,
    parameter INDEX_BITS = 3
) (
    input  wire                  clk,
    // free in every clock
    input  wire                  rst,
    input  wire                  any_round,
    input  wire                  any_whole,
    input  wire                  two,
    input  wire [1:0]            mine,
    input  wire [INDEX_BITS-1:0] any_1, any_2, own,
    input  wire                  any_commit,
    input  wire                  any_read,
    input  wire [1:0]            any_at,
    // the claim, and values to show if it fails
    output wire                  ok,
    output wire [4:0]            parts,
    output wire [1:0]            at_shown
);
    localparam IW = INDEX_BITS, DB = $clog2(DEGREE + 1);

    reg           known, parity;
    reg  [1:0]    at;
    reg  [2:0]    here, next, read;             // words listed in the round, committed for the next one, read
    reg  [IW-1:0] place, place_next;            // of the watched one
    reg           second, second_mine;          // the second word's clock
    reg  [IW-1:0] second_at;
    reg  [1:0]    whole_ago, commit_ago;        // clocks ago, at most 3
    wire          lost, late, late_mine, self_waits, all_out;
    wire [IW-1:0] late_at, out_at, self;
    wire [DB-1:0] listed, listed_next, out;
    wire [IW-1:0] row_0, row_1, row_2, row_3, row_4, row_5, row_6, row_7;
    wire [8*IW-1:0] rows = {row_7, row_6, row_5, row_4, row_3, row_2, row_1, row_0};

    wire          round_now = any_round & whole_ago == 2'd3 & commit_ago == 2'd3 & read == here;
    wire          whole     = any_whole & whole_ago == 2'd3 & ~round_now;
    wire          commit    = any_commit & next < DEGREE & ~round_now & commit_ago == 2'd3;
    wire          got_last  = any_read & read < here & ~round_now;
    wire [IW-1:0] now_1 = any_1, now_2 = second ? second_at : any_2;

    circuit circuit (
        .clk(clk), .rst(rst), .round_now(round_now), .parity(parity), .whole(whole), .two(two), .mine(mine), .now_1(now_1),
        .now_2(now_2), .lost(lost), .late_at(late_at), .commit(commit), .own(own), .got_last(got_last),
        .all_out(all_out), .out_at(out_at), .late(late), .late_mine(late_mine), .self_waits(self_waits), .self(self),
        .listed(listed), .listed_next(listed_next), .out(out), .\list[0] (row_0), .\list[1] (row_1), .\list[2] (row_2),
        .\list[3] (row_3), .\list[4] (row_4), .\list[5] (row_5), .\list[6] (row_6), .\list[7] (row_7)
    );

    wire lists_1 = whole & mine[0], lists_2 = second & second_mine;
    wire comes   = lists_1 | lists_2, adds = comes & here < DEGREE;
    wire [IW-1:0] added = second ? second_at : now_1;

    always @(posedge clk) begin
        known      <= known | rst;
        parity     <= parity ^ round_now;
        whole_ago  <= whole ? 2'd1 : whole_ago == 2'd3 ? 2'd3 : whole_ago + 2'd1;
        commit_ago <= commit ? 2'd1 : commit_ago == 2'd3 ? 2'd3 : commit_ago + 2'd1;
        second      <= whole & two;
        second_mine <= mine[1];
        second_at   <= any_2;
        here  <= round_now ? next : here + adds;
        next  <= round_now ? 3'd0 : next + commit;
        read  <= round_now ? 3'd0 : read + got_last;
        if (round_now)
            place <= place_next;
        else if (adds & here == at)
            place <= added;
        if (commit & next == at)
            place_next <= own;
        if (rst) begin
            parity <= 1'b0;
            at     <= any_at < DEGREE ? any_at : 2'd0;
            {here, next, read} <= 9'd0;
            second <= 1'b0;
            whole_ago  <= 2'd3;
            commit_ago <= 2'd3;
        end
    end

    wire [2:0]    mine_at = {parity, at}, next_at = {~parity, at};
    wire [IW-1:0] row = rows[mine_at*IW +: IW], row_next = rows[next_at*IW +: IW];
    // The last word committed waits for its row.
    wire          due = self_waits & next == listed_next + 1;
    reg           steady;                       // nothing was listed, read or begun in the clock before
    always @(posedge clk)
        steady <= ~rst & ~adds & ~got_last & ~round_now;

    assign parts = {
        at < DEGREE & commit_ago != 0 & whole_ago != 0 & (~second | whole_ago == 2'd1)
            & (~self_waits | commit_ago == 2'd1 | whole_ago == 2'd2 | commit_ago == 2'd2 & whole_ago == 2'd1),
        listed == here & out == read & read <= here & here <= DEGREE & next <= DEGREE & all_out == (read == here),
        (self_waits ? due : listed_next == next) & late == second & (~second | late_mine == second_mine),
        lost == (comes & here == DEGREE) & (~comes | late_at == added),
        (here <= at | row == place) & (next <= at | (due & listed_next == at ? self : row_next) == place_next)
            & (~steady | read != at | here <= at | out_at == place)
    };
    assign at_shown = at;
    still #(.CLOCKS(2)) all_still (.clk(clk), .claim(~known | (&parts)), .ok(ok));
endmodule

`default_nettype wire
