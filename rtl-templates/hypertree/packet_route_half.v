// packet_route_half: where a packet goes from a node of a half ring, by a shortest way.
//
//   At an ancestor of the destination, down. A node has a link across in one direction only, which counts as ahead:
//   across       the destination's ancestor on this level is 1 to 5 places ahead; or the destination is on the level of
//                this node's parent, and 1 or 2 places ahead of it
//   down         the destination is below this node's sibling, on the near side: the child there has a link to it
//   up           otherwise, and where a link is missing
`default_nettype none

module packet_route_half #(
    parameter LEVEL = 2
) (
    input  wire [6:0] address,          // of this node, constant
    input  wire [6:0] nodes,            // the last node, constant
    input  wire [4:0] absent,           // links that the network does not have, constant: across 1, 0, right, left, up
    input  wire [7:0] header,           // {has gone down, path of the destination}
    output wire [5:0] out               // adapter, across 1, across 0, right, left, up: one of them
);
    localparam MOST = LEVEL > 3 ? 5 : (1 << LEVEL) >> 1;        // at most half of the level
    localparam [6:0] BITS = ~(7'd127 >> LEVEL);
    localparam [7:0] PLACE = 8'd128 >> LEVEL;

    wire [6:0] here, last;
    packet_path own_path(.number(address), .path(here));
    packet_path last_path(.number(nodes), .path(last));

    wire [6:0] used    = last | (~last + 7'd1);     // bits that the paths of this network's nodes have
    wire [6:0] path    = header[6:0] & used;
    wire [7:0] rest    = {path, 1'b0};
    wire       reaches = |path[6-LEVEL:0];          // the destination is on this level or below
    wire       below   = |rest[6-LEVEL:0];
    wire       odd     = address[0];                // the link across leads to a higher number, or to the first one

    // A destination on the parent's level looks like the right child of itself. The places are sums of constants.
    wire [6:0] own  = here & BITS;
    wire [6:0] goal = path & BITS;
    wire [5:1] ahead;

    genvar k;
    generate
        for (k = 1; k <= 5; k = k + 1) begin : far
            localparam [7:0] DISTANCE = (k * 128) >> LEVEL;
            wire [6:0] place = odd ? own + DISTANCE[6:0] : own - DISTANCE[6:0];

            assign ahead[k] = k <= MOST && goal == place;
        end
    endgenerate

    wire       above   = reaches & goal == own;
    wire       side    = path[6-LEVEL];
    wire       crosses = reaches ? |ahead : LEVEL > 1 && (odd ? ahead[2] | ahead[4] : ahead[1] | ahead[3]);
    wire       across  = crosses & ~absent[3];
    wire       beside  = LEVEL > 1 && below && goal == (own ^ PLACE[6:0]) && side == odd;
    wire [1:0] turns   = {beside & ~odd, beside & odd} & ~absent[2:1];

    assign out = {above & ~below, 1'b0, across, {2{above & below}} & {side, ~side} | turns, ~above & ~across & ~|turns};

    wire unused = &{header[7], absent, rest, 1'b0};
endmodule

`default_nettype wire
