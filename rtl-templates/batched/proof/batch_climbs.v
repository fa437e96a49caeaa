// batch_climbs: a node of a pruned butterfly keeps ranks apart on the way up (Bay's Corollary 1), so no two words meet.
//
//   The words of a batch of the left child have any successive ranks, those of the right child the next ones; no child has
//   more than it has edges, and both together no more than there are edges above. A word of rank h is on edge h of its
//   child's channel, modulo its wires. Then it leaves on edge h of the channel above, likewise: with two parents its route
//   bit has said so. Bodies, here the ranks, stay whole, idle wires are 0, also
//   between two words. While `stop` is high all wires above are 0.
//! proves gather as ranks
//! around
//! given VERTICES CELLS RESETS
//! what "{VERTICES} vertices on the way up, {PARENTS} parent{PARENTS == 1 ? '' : 's'} each"
//! claim "successive ranks keep to their edges: no two words meet"
//! steps $clog2(VERTICES * PARENTS) + PARENTS + 3
//! skip $clog2(VERTICES * PARENTS) + PARENTS + 2
//! cells CELLS
//! resets when RESETS
//! reads gather
//! show parts "claims that held, of 0 to 2"
//! show first "bits of the first rank"
//! show lefts "bits of the number of the left child's words"
//! show rights "bits of the number of the right child's words"
`default_nettype none

module batch_climbs #(
    parameter VERTICES = 2,
    parameter PARENTS  = 2,
    parameter WIRES    = VERTICES * PARENTS,
    parameter BITS     = $clog2(WIRES),
    parameter CLOCKS   = BITS + PARENTS + 3
) (
    input  wire             clk,
    // free
    input  wire [BITS-1:0]  any_first,
    input  wire [BITS:0]    any_left, any_right,
    input  wire             any_stop,
    input  wire [2*VERTICES-1:0] any_before,
    // the claim, for the last clock, and values to show if it fails
    output wire             ok,
    output reg  [BITS-1:0]  first,
    output reg  [BITS:0]    lefts, rights,
    output wire [2:0]       parts
);
    localparam [BITS:0] MOST = VERTICES, ALL = WIRES;
    localparam          M = 1, BODY = M + PARENTS, OUT = M + PARENTS;  // clocks: M bits, bodies; M bits that come out

    reg  [CLOCKS-1:0]     clock = 1;
    reg                   stop_all;
    reg  [2*VERTICES-1:0] in;
    reg  [BITS-1:0]       rank;
    wire [WIRES-1:0]      out;
    wire                  stop = clock[0] ? any_stop : stop_all;
    integer               e, k;

    generate
        if (PARENTS == 2) begin : two
            circuit circuit (.clk(clk), .start(clock[M]), .stop(stop), .in(in), .out(out));
        end else begin : one
            circuit circuit (.clk(clk), .stop(stop), .in(in), .out(out));
        end
    endgenerate

    always @* begin
        rank = 0;
        for (e = 0; e < 2 * VERTICES; e = e + 1) begin
            // the rank of a word on this edge, if one is: the first one of the child that is e modulo its wires
            rank = e < VERTICES ? first : first + lefts;
            rank = rank + ((e - rank) & (VERTICES - 1));
            in[e] = clock[M] | PARENTS == 2 & clock[M+1] & rank[BITS-1];
            for (k = 0; k < BITS; k = k + 1)
                in[e] = in[e] | clock[BODY+k] & rank[BITS-1-k];
            rank = rank - (e < VERTICES ? first : first + lefts);
            if (clock[0])
                in[e] = any_before[e];
            else if (rank >= (e < VERTICES ? lefts : rights))
                in[e] = 1'b0;
        end
    end

    reg  [WIRES-1:0]        message, stray;
    reg  [WIRES*BITS-1:0]   bodies;
    genvar                  g;

    generate
        for (g = 0; g < WIRES; g = g + 1) begin : of_edge
            always @(posedge clk) begin
                // where nothing is to be
                stray[g] <= !clock[0] & stray[g] | (|clock[CLOCKS-1:OUT]) & out[g] & (stop_all | !clock[OUT] & !message[g])
                            | PARENTS == 2 & clock[M+1] & out[g];
                if (clock[OUT])
                    message[g] <= out[g];
                if (|clock[CLOCKS-2:OUT+1])
                    bodies[g*BITS +: BITS] <= {bodies[g*BITS +: BITS], out[g]};
            end
        end
    endgenerate

    wire [BITS:0] l = any_left > MOST ? MOST : any_left;
    wire [BITS:0] r = any_right > MOST ? MOST : any_right;

    always @(posedge clk) begin
        clock <= clock << 1;
        if (clock[0]) begin
            first    <= any_first;
            lefts    <= l;
            rights   <= r > ALL - l ? ALL - l : r;
            stop_all <= any_stop;
        end
    end

    reg  [BITS-1:0] at;
    reg             placed, whole;
    integer         i;

    always @* begin
        {placed, whole} = 2'b11;
        at = 0;
        for (i = 0; i < WIRES; i = i + 1) begin
            at = i - first;
            if (message[i] != (!stop_all && at < lefts + rights))
                placed = 1'b0;
            at = i;
            if (message[i] && bodies[i*BITS +: BITS] != at)
                whole = 1'b0;
        end
    end
    assign parts = { placed, whole, stray == 0 };
    assign ok = !clock[CLOCKS-1] || &parts;
endmodule

`default_nettype wire
