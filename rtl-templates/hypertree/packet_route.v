// packet_route: where a packet goes from a node: Goodman and Sequin's rule, by the node's own number and level.
//
//   plain        at an ancestor of the destination, down; else across if that makes a bit equal to the destination's;
//                else up. A link across that is missing is replaced by the way up.
//   symmetric    the reverse of the plain way from the destination. Up, until all bits that differ can be made equal here
//                or further down; then across if this is the last level where this bit can be; else down.
//
//   Bit b of a path is in bit 7 - b of the vectors, the final 1 of a destination of level l in bit 6 - l. What is said of
//   levels depends on the kind of network and this node's level alone. The last level may be unfinished: `nodes` says so.
`default_nettype none

module packet_route #(
    parameter LEVEL     = 2,
    // Bits that links across flip, ascending; 0: no such link.
    parameter BIT_0     = 1,
    parameter BIT_1     = 0,
    // [3 * b +: 3], b = 1 .. LEVEL: the first level from LEVEL on that has links across for bit b; 7: none.
    parameter [20:0] FLIPS = 21'o7777747,
    // The next such level after this one, for BIT_0 and BIT_1.
    parameter AGAIN_0   = 4,
    parameter AGAIN_1   = 7,
    // 1: packets may be symmetric. 2: and they count with links of an unfinished last level, where these exist.
    parameter SYMMETRIC = 2
) (
    input  wire [6:0] address,          // of this node, constant
    input  wire [6:0] nodes,            // the last node, constant
    input  wire [1:0] absent,           // links across that the network does not have, constant
    input  wire [7:0] header,           // {symmetric, path of the destination}
    output wire [5:0] out               // adapter, across 1, across 0, right, left, up: one of them
);
    wire [6:0] here, last;
    packet_path own_path(.number(address), .path(here));
    packet_path last_path(.number(nodes), .path(last));

    wire [7:0] used      = {last | (~last + 7'd1), 1'b0};       // bits that the paths of this network's nodes have
    wire       finished  = last == used[7:1];                   // the last level has all its nodes
    wire [6:0] path      = header[6:0] & used[7:1];
    wire [7:0] differ    = {1'b0, path ^ here};
    wire       symmetric = SYMMETRIC != 0 && header[7];

    // [a]: the destination is on level a or below. The last level of the network is level a.
    wire [8:0] reaches;
    wire [7:0] ends;
    // [b]: a destination on the last level has a link across for bit b. The bit can be made equal here or further down.
    wire [6:0] exists, flips;
    genvar     a, b;
    generate
        for (a = 0; a < 7; a = a + 1) begin : levels
            assign reaches[a] = |path[6-a:0];
            assign ends[a]    = used[7-a] & ~used[6-a];
        end
        for (b = 1; b < 7; b = b + 1) begin : bits
            localparam integer FLIP = b > LEVEL ? 7 : {29'd0, FLIPS[3*b +: 3]};
            localparam [6:0]   PLACE = 7'd64 >> (b - 1);

            assign exists[b] = finished | (SYMMETRIC == 2 && (path ^ PLACE) <= last);
            assign flips[b]  = reaches[FLIP+1] | reaches[FLIP] & (~ends[FLIP] | exists[b]);
        end
    endgenerate
    assign {reaches[8:7], ends[7], exists[0], flips[0]} = 5'd0;

    wire [6:0] bits_above = ~(7'd127 >> LEVEL);
    wire [6:0] flippable  = {flips[1], flips[2], flips[3], flips[4], flips[5], flips[6], flips[0]};
    wire       above      = reaches[LEVEL] & ~|(differ[6:0] & bits_above);
    wire       can        = reaches[LEVEL] & ~|(differ[6:0] & bits_above & ~flippable);
    wire       arrived    = ~reaches[LEVEL+1];              // if `above`

    // Across for either bit: in plain and in symmetric packets.
    wire [1:0] bit_differs = {differ[7-BIT_1], differ[7-BIT_0]};
    wire [1:0] nears       = {reaches[BIT_1], reaches[BIT_0]} & bit_differs;
    wire [1:0] again       = {reaches[AGAIN_1+1] | reaches[AGAIN_1] & (~ends[AGAIN_1] | exists[BIT_1]),
                              reaches[AGAIN_0+1] | reaches[AGAIN_0] & (~ends[AGAIN_0] | exists[BIT_0])};
    wire [1:0] turns       = ~again & bit_differs;

    wire       down   = symmetric ? can & ~|turns : above;
    wire [1:0] across = symmetric ? {can & turns[1], can & turns[0] & ~turns[1]}
                                  : {~above & nears[1] & ~nears[0], ~above & nears[0]} & ~absent;

    assign out = {down & arrived, across, down & ~arrived & path[6-LEVEL], down & ~arrived & ~path[6-LEVEL],
                  ~down & ~|across};
endmodule

`default_nettype wire
