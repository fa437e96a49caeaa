// packet_detour: where a packet goes from a node, if a single fault is in its way: packet_route, led round what is dead.
//
//   up           dead: across, to any node; from there the packet is forced up.
//   down         dead: a detour begins. Its level is the child's if that is the destination, or the one below. The packet
//                stays, and from now on its goal is the waypoint: the neighbour of the destination's ancestor on that level.
//                From there it goes across, and the detour is over.
//   A second detour is none: the packet is dropped, as where all ways are dead.
//
//   A packet of class 1 has begun a detour. The waypoint's link across is the first one of its level that the network has,
//   dead or not.
`default_nettype none

module packet_detour #(
    parameter LEVEL     = 2,
    // As of packet_route.
    parameter BIT_0     = 1,
    parameter BIT_1     = 0,
    parameter [20:0] FLIPS = 21'o7777747,
    parameter AGAIN_0   = 4,
    parameter AGAIN_1   = 7,
    parameter SYMMETRIC = 2,
    // [3 * m +: 3]: the first and the second bit that links across of level m flip; 0: there is no such link.
    parameter [20:0] FIRST  = 21'o3121110,
    parameter [20:0] SECOND = 21'o0000000
) (
    input  wire [6:0]  address,         // of this node, constant
    input  wire [6:0]  nodes,           // the last node, constant
    input  wire [4:0]  dead,            // across 1, across 0, right, left, up: lead nowhere
    input  wire        any_dead,        // classes mean detours; else they are of symmetric packets on links across
    input  wire [11:0] header,          // {forced, detour, symmetric, path of the destination}
    input  wire        in_class_1,      // of the queue that the packet is in
    input  wire        detoured,        // its detour has begun here
    output wire [5:0]  out,             // adapter, across 1, across 0, right, left, up: one of them
    output wire        stay,            // or none: a detour begins,
    output wire        drop,            // or there is no way
    output wire [4:0]  control          // {class, forced, detour} of the packet from here on
);
    localparam BELOW = LEVEL + 1, FAR = LEVEL + 2;

    wire       forced = header[11];
    wire [6:0] path   = header[6:0];
    wire [6:0] last;
    packet_path last_path(.number(nodes), .path(last));

    // The last level of the network, and whether it lacks nodes.
    wire [7:0] used       = {last | (~last + 7'd1), 1'b0};
    wire       unfinished = last != used[7:1];
    wire [6:0] last_level;              // [m]

    // [m]: the destination is on level m or below.
    wire [8:0] reaches;

    // [m], for a destination on level m: its links across exist.
    wire [8:0] has_first, has_second;

    genvar m, b;
    generate
        for (m = 0; m < 7; m = m + 1) begin : levels
            localparam [6:0] FIRST_PLACE  = FIRST[3*m +: 3] == 0 ? 7'd0 : 7'd64 >> (FIRST[3*m +: 3] - 3'd1);
            localparam [6:0] SECOND_PLACE = SECOND[3*m +: 3] == 0 ? 7'd0 : 7'd64 >> (SECOND[3*m +: 3] - 3'd1);

            assign reaches[m]    = |path[6-m:0];
            assign last_level[m] = used[7-m] & ~used[6-m] & unfinished;
            assign has_first[m]  = FIRST_PLACE != 0 && (~last_level[m] | (path ^ FIRST_PLACE) <= last);
            assign has_second[m] = SECOND_PLACE != 0 && (~last_level[m] | (path ^ SECOND_PLACE) <= last);
        end
    endgenerate
    assign {reaches[8:7], has_first[8:7], has_second[8:7]} = 6'd0;

    // The goal.
    wire       is_child = ~reaches[FAR];        // the destination, if it is below
    wire [2:0] begins   = is_child ? BELOW[2:0] : FAR[2:0];
    wire [2:0] detour   = detoured ? begins : header[10:8];
    wire       second   = ~has_first[{1'b0, detour}];
    wire [6:0] goal;
    generate
        for (b = 1; b <= 7; b = b + 1) begin : bits
            wire [7:0] above, one_more, flip, other_flip;      // [detour]: of this bit of the waypoint
            for (m = 0; m < 8; m = m + 1) begin : detours
                assign above[m]      = m == 0 || b <= m;
                assign one_more[m]      = m != 0 && b == m + 1;
                assign flip[m]       = m != 0 && m != 7 && FIRST[3*(m % 7) +: 3] == b;
                assign other_flip[m] = m != 0 && m != 7 && SECOND[3*(m % 7) +: 3] == b;
            end
            assign goal[7-b] = path[7-b] & above[detour] ^ one_more[detour]
                               ^ (second ? other_flip[detour] : flip[detour]);
        end
    endgenerate

    // The way without faults but for links across.
    wire [5:0] way;
    packet_route #(
        .LEVEL(LEVEL), .BIT_0(BIT_0), .BIT_1(BIT_1), .FLIPS(FLIPS), .AGAIN_0(AGAIN_0), .AGAIN_1(AGAIN_1),
        .SYMMETRIC(SYMMETRIC)
    ) plain(.address(address), .nodes(nodes), .absent(dead[4:3]), .header({header[7], goal}), .out(way));

    wire       had_begun  = in_class_1 | detour != 0;
    wire       at_waypoint = ~forced & detour != 0 & way[5];
    wire       free       = ~forced & ~at_waypoint;
    wire       up         = forced | free & way[0];
    wire       blocked    = free & |(way[2:1] & dead[2:1]);         // the way down
    wire       crosses    = free & way[0] & dead[0];
    wire       exists     = is_child ? has_first[BELOW] | has_second[BELOW] : has_first[FAR] | has_second[FAR];
    wire [1:0] across     = {2{free}} & way[4:3] | {2{at_waypoint}} & {second, ~second} & ~dead[4:3]
                            | {2{crosses}} & {dead[3], 1'b1} & ~dead[4:3];

    assign stay    = blocked & ~had_begun & exists;
    assign drop    = blocked & ~stay | crosses & ~|across | forced & dead[0] | at_waypoint & ~|across;
    assign out     = {free & way[5], across, {2{free}} & way[2:1] & ~dead[2:1], up & ~dead[0]};
    assign control = {any_dead ? had_begun : header[7] & |across, crosses, detour & {3{~at_waypoint}}};
endmodule

`default_nettype wire
