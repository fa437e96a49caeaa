// batch_edges: a node of a pruned butterfly keeps Bay's invariant on the way down (Lemma 2), so it holds in the whole tree.
//
//   Active messages come from above on cyclically consecutive edges, in the order of their destinations: any number of
//   them, from any edge on, of which any first part goes left. Other edges carry sidetracked messages, or nothing. The body
//   of each message is its place in the order. Then the active messages to each child are on cyclically consecutive edges, in
//   order: those that go left, from the vertex of the first one on, and those that go right, likewise. If they are more than
//   the child has edges, these are full, and just the last ones have been sidetracked. No message is lost.
//   The sorter begins with this at the turn: idle lines come last.
//! proves spread as edges
//! around
//! given VERTICES CELLS
//! what "{VERTICES} vertices on the way down, {PARENTS} parent{PARENTS == 1 ? '' : 's'} each"
//! claim "words in order on consecutive edges stay so; only from a full channel one is sidetracked"
//! steps $clog2(VERTICES * PARENTS) + 10
//! skip $clog2(VERTICES * PARENTS) + 9
//! cells CELLS
//! resets
//! reads spread
//! show parts "claims that held, of 0 to 3"
//! show first "bits of the first edge"
//! show count "bits of the number of active messages"
//! show lefts "bits of how many of them go left"
`default_nettype none

module batch_edges #(
    parameter VERTICES = 2,
    parameter PARENTS  = 2,
    parameter WIRES    = VERTICES * PARENTS,
    parameter BITS     = $clog2(WIRES),
    parameter CLOCKS   = BITS + 10
) (
    input  wire             clk,
    // free
    input  wire [BITS-1:0]  any_first,
    input  wire [BITS:0]    any_count, any_left,
    input  wire [WIRES-1:0] any_others,
    input  wire [WIRES-1:0] any_bits,
    // the claim, for the last clock, and values to show if it fails
    output wire             ok,
    output reg  [BITS-1:0]  first,
    output reg  [BITS:0]    count, lefts,
    output wire [3:0]       parts
);
    localparam [BITS:0] ALL = WIRES;
    localparam          M = 4;                  // clock of the M bits, behind those of old strobes

    reg  [CLOCKS-1:0]       clock = 1;
    reg  [WIRES-1:0]        others;             // edges with a sidetracked message
    reg  [WIRES-1:0]        in;
    reg  [BITS-1:0]         place;
    wire [2*VERTICES-1:0]   out;
    wire [BITS-1:0]         from = clock[M] ? any_first : first;
    wire [BITS:0]           n = clock[M] ? (any_count > ALL ? ALL : any_count) : count;
    wire [BITS:0]           l = clock[M] ? (any_left > n ? n : any_left) : lefts;
    integer                 e, k;

    circuit circuit (.clk(clk), .start(clock[M]), .turned({2*VERTICES{1'b0}}), .in(in), .out(out));

    always @* begin
        place = 0;
        for (e = 0; e < WIRES; e = e + 1) begin
            place = e - from;
            if (place < n) begin
                in[e] = clock[M] | clock[M+1] | clock[M+2] & place >= l;
                for (k = 0; k < BITS; k = k + 1)
                    in[e] = in[e] | clock[M+3+k] & place[BITS-1-k];
            end else
                in[e] = clock[M] ? any_others[e] : others[e] & !clock[M+1] & any_bits[e];
        end
    end

    reg  [2*VERTICES-1:0]   message, active;
    reg  [2*VERTICES*BITS-1:0] bodies;
    genvar                  g;

    generate
        for (g = 0; g < 2 * VERTICES; g = g + 1) begin : of_edge
            always @(posedge clk) begin
                if (clock[M+3])
                    message[g] <= out[g];
                if (clock[M+4])
                    active[g] <= out[g];
                if (|clock[CLOCKS-2:M+5])
                    bodies[g*BITS +: BITS] <= {bodies[g*BITS +: BITS], out[g]};
            end
        end
    endgenerate

    always @(posedge clk) begin
        clock <= clock << 1;
        if (clock[M]) begin
            {first, count, lefts} <= {from, n, l};
            others <= any_others;
        end
    end

    reg  [BITS-1:0]         at, second;         // edges from the first message's; place of one that goes right
    reg  [BITS:0]           wanted;
    reg                     placed, right_ones;
    reg  [BITS+1:0]         came, left_over;    // messages in and out
    integer                 i;

    always @* begin
        placed = 1'b1;
        came = 0;
        left_over = 0;
        {at, second} = 0;
        wanted = 0;
        right_ones = 1'b1;
        for (i = 0; i < 2 * VERTICES; i = i + 1) begin
            at = i < VERTICES ? i - first : i - VERTICES - first - lefts;
            at = at & (VERTICES - 1);
            wanted = i < VERTICES ? lefts : count - lefts;
            if (active[i] != (at < wanted))
                placed = 1'b0;
            second = lefts + at;
            if (at < wanted && bodies[i*BITS +: BITS] != (i < VERTICES ? at : second))
                right_ones = 1'b0;
            left_over = left_over + message[i];
        end
        for (i = 0; i < WIRES; i = i + 1) begin
            at = i - first;
            came = came + (at < count || others[i]);
        end
    end
    assign parts = { (active & ~message) == 0, placed, right_ones, came == left_over };
    assign ok = !clock[CLOCKS-1] || &parts;
endmodule

`default_nettype wire
