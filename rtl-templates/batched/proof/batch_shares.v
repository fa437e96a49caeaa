// batch_shares: batch_ranks.v finds a leaf's share of each slot, whatever its ranks are.
//
//   Of the slots of a stage, the first A are the leaf's. In slot t let s be the number for which d = s A + t - x is at least 0
//   and less than A. Then `first` is s, and `words` says how many of d and d + A are less than y. As rank s A + t is x + d,
//   these are the ranks that lie in x .. x + y - 1 and are t modulo A: y is at most 2 A, so there is no third one. In slot t,
//   d is (d of slot 0, plus t) modulo A: each of the A distances occurs once, so each rank is sent once. All slots together
//   therefore say y words. Later slots say none.
//   Free are x, y and A, with y <= 2 A, x <= A 2^(RANK_BITS - 1), A <= 2^(COUNT_BITS - 1) and x + y < 2^COUNT_BITS (A may be 0), the
//   clocks of `clear`, of the numbers after it, and of the slots: the first one at least 2 C + 3 clocks after the last bit of the
//   numbers, then at least GAP clocks apart, at most 2^(COUNT_BITS - 1) of them in a stage. After a reset, and after other numbers,
//   nothing is claimed until `clear`.
//   By induction over the clocks (still.v), with the circuit's state in view.
//! proves batch_ranks as shares
//! what "slots of a leaf"
//! claim "in each slot the leaf sends its ranks of that slot, and no others"
//! steps 2
//! skip 1
//! cells 12 * COUNT_BITS + 40
//! watches still
//! expose state
//! expose comes
//! expose borrow
//! expose wraps
//! expose begun
//! expose one
//! expose two
//! expose divisor
//! expose rest
//! expose begin_rest
//! expose level
//! expose takes_y
//! expose subtracts
//! expose carry
//! show parts "claims that held, of 0 to 4"
//! show x_shown "bits of the first rank"
//! show y_shown "bits of the number of words"
//! show slots_shown "bits of the slots before"
//! fixed GAP
`default_nettype none

module batch_shares #(
    parameter COUNT_BITS = 7,
    parameter RANK_BITS  = 3,
    parameter GAP        = 7
) (
    input  wire                  clk,
    // free in every clock
    input  wire                  rst,
    input  wire                  clear,
    input  wire                  any_valid,
    input  wire                  prefix,
    input  wire                  batches,
    input  wire [COUNT_BITS-1:0] any_y,
    input  wire                  any_slot,
    // the claim, and values to show if it fails
    output wire                  ok,
    output wire [4:0]            parts,
    output wire [COUNT_BITS-1:0] x_shown,
    output wire [COUNT_BITS-1:0] y_shown,
    output wire [COUNT_BITS-1:0] slots_shown
);
    localparam C = COUNT_BITS;
    localparam [31:0] MOST = 1 << (RANK_BITS - 1);                      // of s
    localparam D = MOST + 3 <= 2 * C ? 0 : RANK_BITS - 2;               // doublings
    localparam W = C + RANK_BITS + 2;                                   // bits that hold all numbers here, with their signs
    localparam LEVEL_BITS = D < 2 ? 1 : $clog2(D + 1);
    localparam WAIT = 2 * C + 3;                                        // clocks from the last bit to the first slot
    localparam [1:0] NONE = 2'd0, NUMBERS = 2'd1, SLOTS = 2'd2;         // nothing is claimed; numbers come; slots come
    localparam [3:0] WAITS = 4'd0, DOUBLES = 4'd1, DIVIDES = 4'd2, ADDS = 4'd3, TESTS = 4'd4, RETURNS = 4'd5, BACK = 4'd6,
                     AHEAD = 4'd7, CHOOSES = 4'd8, KNOWN = 4'd9;

    reg  [1:0]   phase;
    reg  [7:0]   bits;                                                  // of the numbers that have come
    reg  [7:0]   age;                                                   // clocks since the last one came, at most WAIT
    reg  [C-1:0] x, a, y_kept, slots;                                   // slots that have begun
    reg  [3:0]   gap;                                                   // clocks since the last one began, at most GAP
    reg  [RANK_BITS-1:0] s;
    reg  signed [W-1:0]  product, d;                                    // s A, or s times its multiple; s A + t - x

    wire         valid = any_valid & ~clear & (phase == NUMBERS || phase == NONE) | phase == NUMBERS && bits != 0 && !clear;
    wire         last  = phase == NUMBERS && valid && bits == C - 1;
    wire [C-1:0] y     = phase == SLOTS ? y_kept : any_y;
    wire [C-1:0] x_now = {prefix, x[C-1:1]}, a_now = {a[C-2:0], batches};
    wire         slot  = any_slot && (phase == NONE || phase == SLOTS && age == WAIT && gap == GAP && !slots[C-1]);
    // Allowed numbers.
    wire         given = {1'b0, y_kept} <= {a, 1'b0} && {1'b0, x} + {1'b0, y_kept} < 1 << C && a <= 1 << (C - 1)
                         && {{RANK_BITS{1'b0}}, x} <= a << (RANK_BITS - 1);
    wire         fine  = {1'b0, y} <= {a_now, 1'b0} && {1'b0, x_now} + {1'b0, y} < 1 << C && a_now <= 1 << (C - 1)
                         && {{RANK_BITS{1'b0}}, x_now} <= a_now << (RANK_BITS - 1);

    wire [1:0]           words;
    wire [RANK_BITS-1:0] first;
    wire [3:0]           state;
    wire                 comes, borrow, wraps, begun, one, two, takes_y, subtracts, carry;
    wire [C+D-1:0]       divisor;
    wire [C:0]           rest;
    wire [C-1:0]         begin_rest;
    wire [LEVEL_BITS-1:0] level;

    circuit circuit (.clk(clk), .rst(rst), .clear(clear), .valid(valid), .prefix(prefix), .batches(batches), .y(y), .slot(slot),
                     .words(words), .first(first), .state(state), .comes(comes), .borrow(borrow), .wraps(wraps), .begun(begun),
                     .one(one), .two(two), .takes_y(takes_y), .subtracts(subtracts), .carry(carry), .divisor(divisor), .rest(rest), .begin_rest(begin_rest), .level(level));

    // Signed numbers of W bits. The circuit finds the words of slot T, or knows them: its clocks after ADDS.
    wire signed [W-1:0] A = a, X = x, Y = y, R = {{W{rest[C]}}, rest}, MULTIPLE = divisor;

    always @(posedge clk) begin
        y_kept <= y;
        if (valid) begin
            x    <= x_now;
            a    <= a_now;
            bits <= bits + 1'b1;
        end
        age <= last ? 8'd1 : age == WAIT ? age : age + 8'd1;
        gap <= slot ? 4'd1 : gap == GAP ? gap : gap + 4'd1;
        if (slot)
            slots <= slots + 1'b1;
        // s grows while s A is less than x, and falls when d would be A; s A with it.
        if (state == DIVIDES) begin
            if (level == 0 ? product < X : product + MULTIPLE < X) begin
                s       <= s + 1'b1;
                product <= product + MULTIPLE;
            end else if (level != 0)
                s <= s << 1;
            else
                d <= product - X;
        end else if (state == KNOWN && (begun || slot)) begin
            d <= d + 1 < A ? d + 1 : d + 1 - A;
            if (d + 1 >= A) begin
                s       <= s - 1'b1;
                product <= product - A;
            end
        end
        if (last) begin
            phase <= fine ? SLOTS : NONE;
            slots <= 0;
            s     <= 0;
            product <= 0;
            gap   <= GAP;
        end
        if (clear) begin
            phase <= NUMBERS;
            bits  <= 0;
            a     <= 0;
        end
        if (rst)
            phase <= NONE;
    end

    wire signed [W-1:0] T = slots - begun;
    wire [C-1:0]        d_begin = ~begin_rest;                          // of slot 0
    wire signed [W-1:0] d_0 = d_begin;
    wire [3:0]          step = state - ADDS;
    wire                comes_right, divides_right, finds_right, in_time, works, adds_right;

    assign works = state >= ADDS && state <= KNOWN;

    // The adder's inputs beforehand.
    assign adds_right = state == WAITS || takes_y == (state == ADDS || state == RETURNS)
                        && subtracts == (state != ADDS && state != BACK && state != AHEAD)
                        && carry == (subtracts && state != RETURNS);

    // Numbers that come: low bits of x, of x - 1, and high bits of A.
    wire [C-1:0] mask = (1 << bits) - 1;
    wire [C-1:0] x_come = x >> (C - bits), rest_come = rest[C-1:0] >> (C - bits);

    assign comes_right = bits < C && state == WAITS && comes == (bits != 0) && !begun && first == 0 && !one && !two && level == 0
                         && borrow == (x_come == 0) && rest_come == ((x_come - 1'b1) & mask) && (bits == 0 || rest[C] == borrow)
                         && (a & ~mask) == 0 && (D > 0 ? divisor == a : ((divisor ^ a) & mask) == 0);

    // The division: before it, of multiples of A, and of A; how many clocks it may take.
    wire [7:0] latest = D == 0 ? 8'd2 + first
                        : 8'd2 + 3 * D - 2 * level + (level == 0 && R < 0 ? 8'd2 : first[0]);
    wire       idles = slots == 0 && !begun && !one && !two;

    assign divides_right =
        (age == 1) == (state == WAITS && comes)
        && (age != 1 || idles && first == 0 && s == 0 && product == 0 && level == 0 && MULTIPLE == A && R == X - 1)
        && (state != DOUBLES || idles && D > 0 && first == 0 && s == 0 && product == 0 && level < D && age == 2 + level && MULTIPLE == A << level && R == X - 1)
        && (state != DIVIDES
            || idles && first == s && first <= MOST && level <= D && age > 1 && age <= latest
               && (D == 0 ? product == first * a : level != 0 ? first < 2 << (D - level)
                   : first <= (R < 0 ? MOST : first[0] ? MOST - 1 : MOST - 2)) && MULTIPLE == A << level && R == X - 1 - product
               && (R >= 0 || first == 0 && X == 0 && product == 0 || level == 0 && R + A >= 0)
               && (D == 0 || R < MULTIPLE << 1 && (!first[0] || R < MULTIPLE)));

    // The words of slot T, and the rest for the next one.
    wire signed [W-1:0] r = - d - 1;
    wire signed [W-1:0] next = r - 1 + A;
    wire signed [W-1:0] due_rest = state == ADDS ? r : state == TESTS ? r + Y : state == RETURNS ? r + Y - A
                                   : state == BACK ? r - 1 - A : state == AHEAD ? r - 1 : state == CHOOSES || next < 0 ? next : r - 1;

    assign finds_right = first == s && d == product + T - X && level == 0 && divisor == a && (a == 0 ? d_0 == 0 : d >= 0 && d < A && d_0 < A && T < A)
                         && d == (a == 0 || d_0 + T < A ? d_0 + T : d_0 + T - A)
                         && rest == due_rest[C:0] && (state != KNOWN || wraps == (next < 0))
                         && (step < 3 || one == (d < Y) && two == (d + A < Y)) && (step != 2 || one == (d < Y));
    // No slot comes before its words are known.
    assign in_time = slots == 0 ? !begun && (step >= 3 || age <= (D == 0 ? 8'd3 + first : 8'd3 * D + 8'd5) + step)
                     : begun ? step >= 4 && gap <= step - 3 : step >= 3 || gap <= step + 4;

    // The contract.
    wire signed [W-1:0] due = product + slots - X;
    wire [1:0]          due_words = (due < Y ? 2'd1 : 2'd0) + (due + A < Y ? 2'd1 : 2'd0);

    assign x_shown = x;
    assign y_shown = y;
    assign slots_shown = slots;
    assign parts = {
        phase != SLOTS || adds_right && (!works || in_time),
        phase != SLOTS || (works ? finds_right : state != WAITS || comes || a != 0 && slots >= a && !one && !two),
        phase != SLOTS || state <= KNOWN && given && slots <= 1 << (C - 1) && age != 0 && age <= WAIT && gap != 0 && gap <= GAP && divides_right,
        phase != NUMBERS || comes_right,
        !(phase == SLOTS && slot) || (slots < a ? due >= 0 && due < A && words == due_words : words == 2'd0)
    };
    still #(.CLOCKS(1)) all (.clk(clk), .claim(phase == NONE || &parts), .ok(ok));
endmodule

`default_nettype wire
