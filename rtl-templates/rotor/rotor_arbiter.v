// rotor_arbiter: picks one of the leaves that ask: a tournament, in which the bits of `favor` break ties.
//
//   In each game of a level the upper half wins if it asks, and `favor` has a 1 at this level or the lower half does not ask.
//   So the leaf whose number is `favor` wins whoever else asks.
`default_nettype none

module rotor_arbiter #(
    parameter PLACES     = 4,                   // 2 or more
    parameter PLACE_BITS = 2
) (
    input  wire                  clk,
    input  wire                  clear,
    input  wire [PLACES-1:0]     asks,
    input  wire [PLACE_BITS-1:0] favor,
    output reg                   any,           // one has won ..
    output reg  [PLACE_BITS-1:0] winner         // .. this
);
    localparam ALL = 1 << PLACE_BITS;

    // A tree: node 1 is the root, the halves of node k are 2k and 2k + 1, leaves follow the nodes.
    reg  [2*ALL-1:1] asked;
    reg  [ALL-1:0]   upper;                     // of a node: its upper half wins
    reg  [ALL-1:0]   choice;                    // of the nodes of a level, the lowest for that which may win
    reg  [PLACE_BITS-1:0] last;                 // the leaf that the root's choice leads to
    integer          node, level, above;

    always @* begin
        asked = {2*ALL-1{1'b0}};
        asked[ALL +: PLACES] = asks;
        upper[0] = 1'b0;
        for (level = PLACE_BITS - 1; level >= 0; level = level - 1)
            for (node = 1 << level; node < 2 << level; node = node + 1) begin
                asked[node] = asked[2*node] | asked[2*node+1];
                upper[node] = asked[2*node+1] & (favor[PLACE_BITS-1-level] | ~asked[2*node]);
            end
        // By shifts: of a constant that is chosen, as a node's number, synthesis makes a reset of `winner`, which comes late.
        for (level = 0; level < PLACE_BITS; level = level + 1) begin
            choice = upper >> (1 << level);
            for (above = 0; above < level; above = above + 1)
                choice = last[PLACE_BITS-1-above] ? choice >> (1 << (level - 1 - above)) : choice;
            last[PLACE_BITS-1-level] = choice[0];
        end
    end

    always @(posedge clk) begin
        any    <= asked[1] & ~clear;
        winner <= last;
    end
endmodule

`default_nettype wire
