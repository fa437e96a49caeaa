// packet_route_full: where a packet goes from a node of a full ring: down at an ancestor of the destination, else along its
// level if that way is short (packet_ring), else up. A link across that is missing is replaced by the way up.
`default_nettype none

module packet_route_full #(
    parameter LEVEL = 2
) (
    input  wire [6:0] address,          // of this node, constant
    input  wire [6:0] nodes,            // the last node, constant
    input  wire [1:0] absent,           // links across that the network does not have, constant
    input  wire [7:0] header,           // {wraps, path of the destination}
    output wire [5:0] out               // adapter, across 1, across 0, right, left, up: one of them
);
    wire [6:0] here, last;
    packet_path own_path(.number(address), .path(here));
    packet_path last_path(.number(nodes), .path(last));

    wire [6:0] used = last | (~last + 7'd1);        // bits that the paths of this network's nodes have
    wire [6:0] path = header[6:0] & used;
    wire [7:0] rest = {path, 1'b0};
    wire       reaches, same, upwards, downwards, wraps;
    packet_ring #(.LEVEL(LEVEL)) ring(
        .here(here), .path(path), .reaches(reaches), .same(same), .upwards(upwards), .downwards(downwards), .wraps(wraps)
    );

    wire       above   = reaches & same;
    wire       arrived = ~|rest[6-LEVEL:0];         // if `above`
    wire [1:0] across  = {2{reaches}} & {upwards, downwards} & ~absent;

    assign out = {above & arrived, across, above & ~arrived & path[6-LEVEL], above & ~arrived & ~path[6-LEVEL],
                  ~above & ~|across};

    wire unused = &{header[7], wraps, rest, 1'b0};
endmodule

`default_nettype wire
