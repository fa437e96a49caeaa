// flexible_places: a bank of flexible_bank.v gives back each bit from the place at which it was written.
//
//   In any state and with any inputs: what was written is read a clock later at its place, and what is at any other place
//   stays. As every state is a first one, a bit stays until its place is written again. What is read is on `held` after two
//   clocks, and on `fed` after three. `in` is on `fed` after two clocks or, if it does not wait, after one, as `feed` says. `keep`
//   takes the column of the next word: `place` with `next` instead of a column, or, while words come, `place` or the one behind
//   it. If it is not kept, that is the column in every clock. flexible_control.v gives `carry` so (monitor flexible_steps.v).
//! given BITS
//! what "bank of {BITS} bits"
//! claim "each bit is read from the place at which it was written, and only from there"
//! steps 3
//! skip 2
//! cells BITS + 10
//! any-state
//! expose read
//! expose column when KEEPS
//! expose found when !KEEPS
//! show parts "claims that held, of 0 to 4"
//! show read_shown "bits of the place that is read"
//! proves flexible_bank as places when WAITS
//! proves flexible_bank as places when !WAITS
//! subject "{KEEPS ? 'y' : 'x'}_bank_{COLUMN_BITS}_{BEAT_BITS}"
`default_nettype none

module flexible_places #(
    parameter COLUMN_BITS = 2,
    parameter BEAT_BITS   = 7,
    parameter WAITS       = 1,          // of flexible_bank.v
    parameter KEEPS       = 1
) (
    input  wire                           clk,
    // free in every clock
    input  wire [1:0]                     feed,
    input  wire                           in,
    input  wire [COLUMN_BITS+BEAT_BITS:0] read_at,
    input  wire                           rotated,
    input  wire                           write,
    input  wire [BEAT_BITS-1:0]           write_beat,
    input  wire                           keep,
    input  wire [COLUMN_BITS-1:0]         next,
    input  wire [COLUMN_BITS:0]           place,
    input  wire [COLUMN_BITS:0]           carry,
    // the claim, for the last clock, and values to show if it fails
    output wire                           ok,
    output wire [4:0]                     parts,
    output wire [COLUMN_BITS+BEAT_BITS:0] read_shown
);
    localparam A = COLUMN_BITS + BEAT_BITS + 1;

    wire                 fed, held, read;
    wire [COLUMN_BITS:0] column;        // in which bits are written

    generate
        if (KEEPS != 0) begin : kept
            circuit circuit (.clk(clk), .feed(feed), .in(in), .fed(fed), .held(held), .read_at(read_at), .rotated(rotated),
                             .write(write), .write_beat(write_beat), .keep(keep), .next(next), .place(place), .carry(carry),
                             .read(read), .column(column));
        end else begin : steady
            circuit circuit (.clk(clk), .feed(feed), .in(in), .fed(fed), .held(held), .read_at(read_at), .rotated(rotated),
                             .write(write), .write_beat(write_beat), .keep(keep), .next(next), .place(place), .carry(carry),
                             .read(read), .found(column));
        end
    endgenerate

    // [k]: k clocks ago
    reg [1:0]             feed_1;
    reg                   in_1, in_2, read_bit_1, held_1;
    reg [A-1:0]           read_1, read_2, written_1, written_2;
    reg                   write_1, write_2, bit_1, bit_2, keep_1;
    reg [COLUMN_BITS-1:0] next_1;
    reg [COLUMN_BITS:0]   place_1, carry_1, column_1;

    always @(posedge clk) begin
        {feed_1, in_1, in_2, read_bit_1, held_1} <= {feed, in, in_1, read, held};
        {read_1, read_2, written_1, written_2} <= {read_at, read_1, column, write_beat, written_1};
        {write_1, write_2, bit_1, bit_2} <= {write, write_1, rotated, bit_1};
        {keep_1, next_1, place_1, carry_1, column_1} <= {keep, next, place, carry, column};
    end

    wire wrote = write_2 && written_2 == read_1;
    // The column is that of the clock before, if it is kept.
    wire                   takes = KEEPS == 0 || keep_1;
    wire [COLUMN_BITS-1:0] due_next  = KEEPS != 0 ? next_1 : next;
    wire [COLUMN_BITS:0]   due_place = KEEPS != 0 ? place_1 : place;
    wire [COLUMN_BITS:0]   due_carry = KEEPS != 0 ? carry_1 : carry;
    wire [COLUMN_BITS:0]   follows   = due_place + 1'b1;

    assign read_shown = read_1;
    assign parts = {
        !wrote || read == bit_2,
        wrote || read_2 != read_1 || read == read_bit_1,
        held == read_bit_1,
        fed == (feed_1[1] || (feed_1[0] ? (WAITS != 0 ? in_2 : in_1) : held_1)),
        takes ? (due_carry != 0 || column == ({1'b0, due_next} ^ due_place))
                && (due_carry != (due_place ^ follows ^ 1'b1) || due_next > 1 || column == (due_next == 1 ? follows : due_place))
              : column == column_1
    };
    assign ok = &parts;
endmodule

`default_nettype wire
