// packet_ring: which way a packet walks on a level of a full ring: the shorter one, if it has at most 3 links.
//
//   The goal is the destination's ancestor on this level. On a ring of four nodes two links are as far either way; there a
//   packet goes upwards, to the higher number. The two nodes of level 1 have one link, which counts as downwards.
`default_nettype none

module packet_ring #(
    parameter LEVEL = 2                 // 0 .. 6
) (
    input  wire [6:0] here,             // path of the node on this level that the packet is at, constant
    input  wire [6:0] path,             // of the destination
    output wire       reaches,          // the destination is on this level or below
    output wire       same,             // the goal has the node's bits
    output wire       upwards,
    output wire       downwards,
    output wire       wraps             // this way passes the place where the level's numbers begin again
);
    localparam MOST_UP   = LEVEL > 2 ? 3 : LEVEL == 2 ? 2 : 0;
    localparam MOST_DOWN = LEVEL > 2 ? 3 : LEVEL == 0 ? 0 : 1;
    localparam [6:0] BITS = ~(7'd127 >> LEVEL);

    // The places are sums of constants: no carry chain is left.
    wire [6:0] own  = here & BITS;
    wire [6:0] goal = path & BITS;
    wire [3:1] up, down, up_wraps, down_wraps;

    genvar k;
    generate
        for (k = 1; k <= 3; k = k + 1) begin : far
            localparam [7:0] DISTANCE = (k * 128) >> LEVEL;
            wire [7:0] above = {1'b0, own} + DISTANCE, below = {1'b0, own} - DISTANCE;

            assign up[k]         = k <= MOST_UP && goal == above[6:0];
            assign down[k]       = k <= MOST_DOWN && goal == below[6:0];
            assign up_wraps[k]   = above[7];
            assign down_wraps[k] = below[7];
        end
    endgenerate

    assign reaches   = |path[6-LEVEL:0];
    assign same      = goal == own;
    assign upwards   = |up;
    assign downwards = |down;
    assign wraps     = LEVEL > 1 && |(up & up_wraps | down & down_wraps);
endmodule

`default_nettype wire
