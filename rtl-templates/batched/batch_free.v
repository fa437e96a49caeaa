// batch_free: the places of a leaf's store that hold no word, and those that are at hand for the next words.
//
//   left --> waits --> stack --> front --+--> own                            for the next word from s_axis
//                                        +--> first, second --> now_1, now_2  for the next words that come at once
//
//   A place is in one of these, or holds a word. Places that words have left wait until they are put into `front` if that is
//   empty in the next clock, else on the stack, one each clock; else the stack gives a place to `front`, and this to what is
//   empty: to `own` first, at most DEGREE times for a round, words that wait for a later one among them, then to `first`, then
//   to `second`. Words that come leave as many places as s_axis may still need for the next round. The stack has no room for two of
//   the places: those are in `front` and `second`, or with words.
//   `takes_own` says that a word has that place. `takes` says that a word, or two, come: they get `now_1` and `now_2`. After a
//   reset all places are put there, while `fills` is high.
`default_nettype none

module batch_free #(
    parameter PLACES     = 38,
    parameter DEGREE     = 4,               // words from s_axis in a round
    parameter INDEX_BITS = 6                // of a place
) (
    input  wire                  clk,
    input  wire                  rst,
    input  wire                  round_now,
    input  wire [$clog2(DEGREE+1)-1:0] kept,    // words from s_axis that no round has taken
    input  wire                  left_a,    // words that were sent have left these places,
    input  wire                  left_b,
    input  wire [INDEX_BITS-1:0] word_a,
    input  wire [INDEX_BITS-1:0] word_b,
    input  wire                  left_out,  // a word for m_axis this one,
    input  wire [INDEX_BITS-1:0] out_at,
    input  wire                  left_late, // one that came and is lost this one
    input  wire [INDEX_BITS-1:0] late_at,
    input  wire                  takes_own,
    input  wire [1:0]            takes,
    output reg                   fills,
    output reg                   has_own,
    output wire [1:0]            room,      // for words that come at once, as a number of ones
    output reg  [INDEX_BITS-1:0] own,
    output reg  [INDEX_BITS-1:0] now_1,
    output reg  [INDEX_BITS-1:0] now_2
);
    localparam IW = INDEX_BITS, SB = $clog2(PLACES + 1), AB = $clog2(PLACES - 2), RB = $clog2(DEGREE + 1);
    localparam [31:0] LAST = PLACES - 1, ALL = DEGREE, REST = DEGREE - 1;

    (* no_rw_check *)
    reg  [IW-1:0] stack [0:PLACES-3];
    reg  [SB-1:0] depth;                                    // places on it
    reg  [IW-1:0] front, first, second, wait_a, wait_b, wait_out, wait_late, filled;
    reg           has_front, has_first, has_second, waits_a, waits_b, waits_out, waits_late;
    reg  [RB-1:0] reserve;                                  // times that `own` may still be given a place for the round
    wire [31:0]   deep      = {{(32-SB){1'b0}}, depth}, needs = {{(32-RB){1'b0}}, reserve};
    wire          waits     = waits_late | waits_out | waits_a | waits_b, puts = waits | fills;
    wire [IW-1:0] put       = waits_late ? wait_late : waits_out ? wait_out : waits_a ? wait_a : waits_b ? wait_b : filled;
    wire [SB-1:0] below     = depth - 1'b1;
    wire          draws     = ~puts & ~has_front & depth != 0;
    wire          moves     = has_second & ~has_first;
    wire          gives_own = has_front & ~has_own & reserve != 0;
    wire          gives     = has_front & ~gives_own & ~has_second & deep >= needs;  // to words that come
    wire          passes    = puts & (~has_front | gives_own | gives);  // into `front`
    wire          piles     = puts & ~passes;
    wire          unused    = &{below, 1'b0};

    assign room = {has_first & has_second, has_first};

    always @(posedge clk) begin
        if (piles)
            stack[depth[AB-1:0]] <= put;
        if (passes)
            front <= put;
        else if (draws)
            front <= stack[below[AB-1:0]];
        if (piles)
            depth <= depth + 1'b1;
        else if (draws)
            depth <= below;
        has_front <= draws | passes | has_front & ~gives_own & ~gives;
        waits_late <= left_late;
        waits_out  <= left_out | waits_out & waits_late;
        waits_a    <= left_a | waits_a & (waits_late | waits_out);
        waits_b    <= left_b | waits_b & (waits_late | waits_out | waits_a);
        if (left_late)
            wait_late <= late_at;
        if (left_out)
            wait_out <= out_at;
        if (left_a)
            wait_a <= word_a;
        if (left_b)
            wait_b <= word_b;
        if (fills & ~waits) begin
            filled <= filled + 1'b1;
            fills  <= filled != LAST[IW-1:0];
        end
        has_own <= gives_own | has_own & ~takes_own;
        if (gives_own)
            own <= front;
        if (round_now)
            reserve <= (has_own | gives_own ? REST[RB-1:0] : ALL[RB-1:0]) - kept;
        else if (gives_own)
            reserve <= reserve - 1'b1;
        has_first  <= moves | gives & ~has_first | has_first & ~takes[0];
        has_second <= gives & has_first | has_second & ~takes[1] & ~moves;
        if (takes[0]) begin
            now_1 <= first;
            now_2 <= second;
        end
        if (moves)
            first <= second;
        else if (gives & ~has_first)
            first <= front;
        if (gives & has_first)
            second <= front;
        if (rst) begin
            depth      <= {SB{1'b0}};
            filled     <= {IW{1'b0}};
            fills      <= 1'b1;
            has_front  <= 1'b0;
            waits_late <= 1'b0;
            waits_out  <= 1'b0;
            waits_a    <= 1'b0;
            waits_b    <= 1'b0;
            has_own    <= 1'b0;
            has_first  <= 1'b0;
            has_second <= 1'b0;
            reserve    <= ALL[RB-1:0];
        end
    end
endmodule

`default_nettype wire
