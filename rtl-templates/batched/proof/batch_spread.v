// batch_spread: spread.v sends two messages down by the table of its header, however long they are.
//
//   The monitor sends any messages by the wires of the parents: strobes come at least LEAST clocks apart, wires without a
//   message are 0, and of the rest every bit is free. It says for each bit where it must be: by the order of the whole
//   messages where both want one edge, else by who is active, and by a direction that turns with each lone message that has
//   been sidetracked. What turns at the node is free while nothing comes from above, and is or'd in.
//   By induction over the clocks: nothing is claimed before the first reset, so a claim that holds still holds (still.v).
//   In view are `flip`, which outlasts messages, and `open` and `crossed`, which may wait for a difference for ever.
//! proves spread as table
//! subject "spread_{PARENTS}"
//! what "vertex on the way down, {PARENTS == 2 ? 'two parents' : 'one parent'}"
//! claim "messages of any length leave by the table, none lost or made"
//! steps 12
//! skip 11
//! cells 31
//! watches still
//! expose flip
//! expose crossed
//! expose two.open when PARENTS == 2
//! show parts "claims that held, of 0 to 3"
//! show age_shown "bits of the clocks since the M bits"
//! show messages "S and M of b (0, 1), S and M of a (2, 3)"
//! fixed LEAST
`default_nettype none

module batch_spread #(
    parameter PARENTS = 2,
    parameter LEAST   = 5
) (
    input  wire       clk,
    // free in every clock
    input  wire       wish,             // for a strobe
    input  wire       reset,
    input  wire       any_a,
    input  wire       any_b,
    input  wire       turned_left,
    input  wire       turned_right,
    // the claim, and values to show if it fails
    output wire       ok,
    output wire [3:0] parts,
    output wire [3:0] age_shown,
    output wire [3:0] messages          // M and S of a, M and S of b
);
    reg        begun;
    reg  [3:0] age;                     // clocks since the M bits, at most LEAST
    wire       rst   = reset & (!begun | age == LEAST);
    wire       start = wish & begun & age == LEAST & !reset;
    reg        sent;                    // there has been a strobe since the reset
    reg  [1:0] settled;                 // clocks since the reset, at most 3
    reg        m_a, s_a, d_a, m_b, s_b, d_b;
    wire       a = any_a & (start | m_a);
    wire       b = any_b & (start | m_b) & PARENTS == 2;
    wire       left, right, flip, crossed, open;

    generate
        if (PARENTS == 2) begin : two
            circuit circuit (.clk(clk), .rst(rst), .at_s(begun & age == 4'd1), .at_d(begun & age == 4'd2),
                             .after_d(begun & age == 4'd3), .a(a), .b(b), .turned_left(turned_left),
                             .turned_right(turned_right), .left(left), .right(right), .flip(flip), .crossed(crossed),
                             .\two.open (open));
        end else begin : one
            circuit circuit (.clk(clk), .rst(rst), .at_s(begun & age == 4'd1), .at_d(begun & age == 4'd2),
                             .after_d(begun & age == 4'd3), .a(a), .b(b), .turned_left(turned_left),
                             .turned_right(turned_right), .left(left), .right(right), .flip(flip), .crossed(crossed));
            assign open = 1'b0;
        end
    endgenerate

    reg  [1:0] a_before, b_before;      // bits of the last clocks
    reg        turns, turned_to;        // where the next lone one goes, where the last one went
    reg        differ, a_larger;        // of the bits behind d
    reg        late_left, late_right;   // what turned

    wire       contest = s_a & s_b & d_a == d_b;
    wire       alone   = (m_a ^ m_b) & !s_a & !s_b;
    // The way by what has come so far, for the bits that came a clock ago and before.
    wire       goes_right = s_a & !contest ? d_a
                          : contest        ? (a_larger ^ d_a)
                          : s_b            ? !d_b
                          : alone          ? (m_a ? turned_to : !turned_to)
                          : 1'b0;

    always @(posedge clk) begin
        a_before   <= {a_before[0], a};
        b_before   <= {b_before[0], b};
        late_left  <= turned_left;
        late_right <= turned_right;
        age        <= start ? 4'd1 : age == LEAST ? age : age + 4'd1;
        if (settled != 2'd3)
            settled <= settled + 2'd1;
        if (start) begin
            sent <= 1'b1;
            {m_a, m_b} <= {a, b};
            {s_a, s_b} <= 2'b00;
        end
        if (begun && !start) begin
            if (age == 4'd1)
                {s_a, s_b} <= {a, b};
            if (age == 4'd2) begin
                {d_a, d_b} <= {a, b};
                {differ, a_larger} <= 2'b00;
                turned_to <= turns;
                if (alone)
                    turns <= !turns;
            end
            if (age >= 4'd3 && !differ) begin
                differ   <= a ^ b;
                a_larger <= a & !b;
            end
        end
        if (rst) begin
            begun <= 1'b1;
            age   <= LEAST;
            {sent, settled, turns, m_a, s_a, m_b, s_b} <= 8'd0;
        end
    end

    // In age 3 and 4 the M and S bits are due, from 5 on the bits that came two clocks ago; the last ones in ages 0 and 1.
    reg        old_right;               // goes_right of the message before
    reg        e_left, e_right;

    always @(posedge clk)
        if (begun && age >= 4'd3)
            old_right <= goes_right;

    always @* begin
        {e_left, e_right} = 2'b00;
        if (age == 4'd3)
            {e_left, e_right} = goes_right ? {m_b, m_a} : {m_a, m_b};
        else if (age == 4'd4)
            {e_left, e_right} = contest ? {!d_a, d_a} : goes_right ? {s_b, s_a} : {s_a, s_b};
        else if (age == 4'd1)
            {e_left, e_right} = old_right ? {b_before[1], a_before[1]} : {a_before[1], b_before[1]};
        else if (age == LEAST)
            {e_left, e_right} = goes_right ? {b_before[1], a_before[1]} : {a_before[1], b_before[1]};
    end

    assign age_shown = age;
    assign messages = {m_a, s_a, m_b, s_b};
    assign parts = {
        age <= LEAST && age != 4'd0 && (m_a || !s_a) && (m_b || !s_b) && (sent || !m_a && !m_b),
        flip == turns && (age < 4'd3 || !sent || open == (contest & !differ)
            && (!m_a && !m_b || crossed == (open ? d_a : goes_right))),
        settled != 2'd3 || left == (e_left | late_left),
        settled != 2'd3 || right == (e_right | late_right)
    };
    still #(.CLOCKS(10)) all (.clk(clk), .claim(!begun || &parts), .ok(ok));
endmodule

`default_nettype wire
