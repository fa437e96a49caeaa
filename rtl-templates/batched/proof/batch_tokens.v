// batch_tokens: batch_free.v gives out each place of a store to one word at a time, and loses none.
//
//   One place stands for all: `place` is free, and stays. It is in one of these, and only once: not yet put there behind a
//   reset, on the stack, in `front`, `own`, `first` or `second`, among those that wait for the stack, or with a word. Nor are there
//   ever more places on the stack than it has rows, two less than all, and `own` gets no more than DEGREE for a round.
//   Words come and go as they like, but for this:
//     - Only words that have a place leave it, once. Not more than one of each kind leaves until the last one's is on the stack.
//     - Of the words that no round has taken, and `own`, there are no more than DEGREE.
//     - A word takes `own` only if there is one, those that come only as many as `room` says. No two kinds of words take theirs as
//       a round begins.
//   By induction over the clocks (still.v).
//! proves batch_free as tokens
//! given PLACES DEGREE INDEX_BITS
//! what "free list of {PLACES} places"
//! claim "each place is free or has one word: none is given twice, none is lost"
//! steps 2
//! skip 1
//! cells 300
//! watches still
//! expose *
//! show parts "claims that held, of 0 to 4"
//! show place_shown "bits of the place"
`default_nettype none

module batch_tokens #(
    parameter PLACES     = 10,
    parameter DEGREE     = 2,
    parameter INDEX_BITS = 4
) (
    input  wire                  clk,
    // free in every clock
    input  wire                  rst,
    input  wire                  any_round,
    input  wire                  any_a, any_b, any_out, any_late, any_own,
    input  wire [1:0]            any_takes,
    input  wire [INDEX_BITS-1:0] word_a, word_b, out_at, late_at,
    input  wire [INDEX_BITS-1:0] any_place,
    input  wire [$clog2(DEGREE+1)-1:0] any_kept,
    // the claim, and values to show if it fails
    output wire                  ok,
    output wire [4:0]            parts,
    output wire [INDEX_BITS-1:0] place_shown
);
    localparam IW = INDEX_BITS, SB = $clog2(PLACES + 1), RB = $clog2(DEGREE + 1);

    reg                   known;                // there was a reset
    reg  [IW-1:0]         place;
    reg                   with_word;            // it has a word
    reg  [7:0]            words;                // so many places do
    reg  [7:0]            given;                // to s_axis for the round

    wire                  fills, has_own, has_front, has_first, has_second, waits_a, waits_b, waits_out, waits_late;
    wire [1:0]            room;
    wire [IW-1:0]         own, now_1, now_2, front, first, second, wait_a, wait_b, wait_out, wait_late, filled;
    wire [SB-1:0]         depth;
    wire [RB-1:0]         reserve;
    wire [IW-1:0]         on_0, on_1, on_2, on_3, on_4, on_5, on_6, on_7;
    wire [8*IW-1:0]       stack = {on_7, on_6, on_5, on_4, on_3, on_2, on_1, on_0};

    // Of what leaves at once each place is another one, and `place` is among them only if it has a word.
    wire left_a    = any_a & ~waits_a & words > 8'd0;
    wire left_b    = any_b & ~waits_b & words > {7'd0, left_a};
    wire left_out  = any_out & ~waits_out & words > {6'd0, {1'b0, left_a} + left_b};
    wire left_late = any_late & ~waits_late & words > {6'd0, {1'b0, left_a} + left_b + left_out};
    wire is_a = left_a & word_a == place, is_b = left_b & word_b == place, is_out = left_out & out_at == place;
    wire is_late = left_late & late_at == place;
    wire lawful = 3'd0 + is_a + is_b + is_out + is_late <= {1'b0, with_word};
    wire gives = has_front & ~has_own & reserve != 0;
    wire [RB-1:0] kept = {{(8-RB){1'b0}}, any_kept} + (has_own | gives) <= DEGREE ? any_kept : {RB{1'b0}};
    wire takes_own = any_own & has_own & ~any_round;
    wire [1:0] takes = any_takes == 2'd3 ? room : any_takes == 2'd1 ? {1'b0, room[0]} : 2'd0;

    circuit circuit (
        .clk(clk), .rst(rst), .round_now(any_round), .kept(kept), .left_a(left_a), .left_b(left_b), .word_a(word_a), .word_b(word_b),
        .left_out(left_out), .out_at(out_at), .left_late(left_late), .late_at(late_at), .takes_own(takes_own),
        .takes(takes), .fills(fills), .has_own(has_own), .room(room), .own(own), .now_1(now_1), .now_2(now_2),
        .front(front), .first(first), .second(second), .wait_a(wait_a), .wait_b(wait_b), .wait_out(wait_out),
        .wait_late(wait_late), .filled(filled), .has_front(has_front), .has_first(has_first), .has_second(has_second),
        .waits_a(waits_a), .waits_b(waits_b), .waits_out(waits_out), .waits_late(waits_late), .depth(depth),
        .reserve(reserve), .\stack[0] (on_0), .\stack[1] (on_1), .\stack[2] (on_2), .\stack[3] (on_3),
        .\stack[4] (on_4), .\stack[5] (on_5), .\stack[6] (on_6), .\stack[7] (on_7)
    );

    wire own_is = takes_own & own == place;
    wire first_is = takes[0] & first == place, second_is = takes[1] & second == place;

    always @(posedge clk) begin
        known     <= known | rst;
        with_word <= with_word & ~(is_a | is_b | is_out | is_late) | own_is | first_is | second_is;
        words     <= words + takes_own + takes[0] + takes[1] - left_a - left_b - left_out - left_late;
        given     <= any_round ? {7'd0, has_own | gives} + kept : given + gives;
        if (rst) begin
            place     <= any_place < PLACES ? any_place : 0;
            with_word <= 1'b0;
            words     <= 8'd0;
            given     <= 8'd0;
        end
    end

    reg  [7:0] times, all;
    integer    k;

    always @* begin
        times = with_word + (has_front & front == place) + (has_own & own == place) + (has_first & first == place)
                + (has_second & second == place) + (waits_a & wait_a == place) + (waits_b & wait_b == place)
                + (waits_out & wait_out == place) + (waits_late & wait_late == place) + (fills & filled <= place);
        for (k = 0; k < PLACES - 2; k = k + 1)
            times = times + (k < depth & stack[k*IW +: IW] == place);
        all = words + depth + has_front + has_own + has_first + has_second + waits_a + waits_b + waits_out + waits_late
              + (fills ? PLACES - filled : 0);
    end

    wire once = times == 8'd1;
    wire full = all == PLACES & words <= PLACES & (~fills | filled < PLACES);
    assign parts = {place < PLACES, given + reserve == DEGREE, depth <= PLACES - 2, full, once};
    assign place_shown = place;

    // What is not lawful is not looked at any more.
    reg  broken;
    always @(posedge clk)
        broken <= ~rst & (broken | ~lawful);
    still #(.CLOCKS(1)) all_still (.clk(clk), .claim(~known | (&parts) | broken), .ok(ok));
endmodule

`default_nettype wire
