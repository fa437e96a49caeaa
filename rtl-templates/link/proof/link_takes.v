// link_takes: link_window.v takes each frame once, and moves on past frames that it has taken only.
//
//   Frames come with any numbers: a header, from the next clock on words, then the end. One frame is followed, `which`, from a
//   clock on in which it is in the window of 16 and has not come, until `expected` has moved past it. The reader, whose place is `room`,
//   reads what has come. The bits of the places are
//   in view; the RAMs that keep them are cut out. `place` is any place, the same in a reset. By induction over the clocks,
//   from the first `clear` on.
//! proves link_window as takes
//! within link_end
//! given LUT_RAM
//! subject "link_window"
//! what "receiving end of a link"
//! claim "a frame is taken once; nothing is written to a place that is to be read, and nothing else to its own; no frame is passed that has not come"
//! steps 2
//! skip 1
//! cells 300
//! cuts bus_words
//! watches still
//! expose fits
//! expose walk
//! show parts "claims that held, of 0 to 9"
`default_nettype none

module link_takes (
    input  wire        clk,
    // free in every clock
    input  wire        restart, rst, any_begins, word, any_take, full, mark, any_reads,
    input  wire [4:0]  any_seq, any_which,
    input  wire [3:0]  any_count, any_place,
    // the claim, and values to show if it fails
    output wire        ok,
    output wire [9:0]  parts
);
    reg  [4:0]  seq, which;
    reg  [3:0]  count, place;
    reg         begins, whole;                              // a frame is under way, behind its header
    reg  [15:0] bits;                                       // of the places
    wire        write, last, told, set, set_bit, again_set, again_bit, fits;
    wire [4:0]  expected;
    reg  [4:0]  room;
    wire [15:0] known;                                      // what is to be read is there
    genvar      p;
    wire [15:0] map;
    wire [3:0]  set_place, seq_place, again_place, walk_place, walk;
    wire        take = any_take && whole && !begins;

    circuit circuit (
        .clk(clk), .rst(restart), .clear(rst), .begins(begins), .seq(seq), .count(count), .word(word && whole && !begins), .take(take),
        .full(full), .room(room), .write(write), .last(last), .expected(expected), .map(map), .told(told), .fits(fits), .walk(walk),
        .\for_seq.write (set), .\for_seq.write_address (set_place), .\for_seq.in (set_bit), .\for_seq.read_address (seq_place),
        .\for_seq.out (bits[seq_place]), .\for_walk.write (again_set), .\for_walk.write_address (again_place), .\for_walk.in (again_bit),
        .\for_walk.read_address (walk_place), .\for_walk.out (bits[walk_place])
    );

    reg         begun, follows, came, rst_1;
    reg  [4:0]  expected_1, reset;                          // clocks of the reset, up to 16
    wire [4:0]  offset = which - expected;
    wire [4:0]  its    = seq - expected;
    wire [3:0]  walked = walk - 4'd1 - place;               // so long ago the walk was at `place`
    wire        starts = mark && !follows && any_which - expected < 5'd16 && bits[any_which[3:0]] != any_which[4];

    generate
        for (p = 0; p < 16; p = p + 1) begin : places
            localparam [31:0] P = p;
            wire [4:0] behind = {1'b0, P[3:0] - room[3:0]}; // the frame in this place, of the 16 from `room` on
            wire [4:0] frame  = room + behind;

            assign known[p] = behind >= expected - room || bits[p] == frame[4];
        end
    endgenerate

    always @(posedge clk) begin
        if (any_reads && room != expected)
            room <= room + 5'd1;
        begins <= any_begins;
        whole  <= begins || whole && !any_take;
        if (any_begins) begin
            seq   <= any_seq;
            count <= any_count;
        end
        if (set)
            bits[set_place] <= set_bit;
        if (starts) begin
            follows <= 1'b1;
            which   <= any_which;
            came    <= set && set_place == any_which[3:0];
        end else if (offset >= 5'd16)
            follows <= 1'b0;
        if (follows && set && set_place == which[3:0])
            came <= 1'b1;
        if (!rst)
            place <= any_place;
        expected_1 <= expected;
        rst_1      <= rst;
        reset      <= !rst || restart || !begun ? 5'd0 : reset == 5'd16 ? reset : reset + 5'd1;
        if (rst) begin
            begun <= 1'b1;
            room  <= 5'd0;
            {begins, whole, follows, came} <= 4'd0;
        end
    end

    assign parts = {
        !(fits && whole && !begins) || its < 5'd16 && bits[seq[3:0]] != seq[4],
        !(follows && offset < 5'd16) || came == (bits[which[3:0]] == which[4]),
        !follows || offset < 5'd16 || offset == 5'd31 && came,
        !(follows && offset < 5'd16 && came) || !(write && seq[3:0] == which[3:0]),
        rst_1 || expected == expected_1 || expected == expected_1 + 5'd1,
        {set, set_place, set_bit} == {again_set, again_place, again_bit},
        {1'b0, walked} >= reset || bits[place],
        expected - room <= 5'd16,
        &known,
        !(fits && whole && !begins) || seq - room < 5'd16
    };
    still #(.CLOCKS(1)) induction (.clk(clk), .claim(!begun || (&parts)), .ok(ok));
endmodule

`default_nettype wire
