// packet_wraps: whether a packet on a full ring passes the place where the numbers of a level begin again.
//
//   Its sender knows: the way goes up to the lowest level on which it is short, and along this one (packet_ring). Queues of
//   class 1 are for packets that pass such a place.
`default_nettype none

module packet_wraps #(
    parameter LEVEL = 2                 // of the sender
) (
    input  wire [6:0] address,          // of the sender, constant
    input  wire [6:0] path,             // of the destination
    output wire       wraps
);
    wire [6:0]     here;
    wire [LEVEL:0] walks, passes;       // [level]: it walks there if not on a lower one; and passes the place
    packet_path own_path(.number(address), .path(here));

    genvar m;
    generate
        for (m = 0; m <= LEVEL; m = m + 1) begin : levels
            wire reaches, same, upwards, downwards, place;
            packet_ring #(.LEVEL(m)) ring(
                .here(here), .path(path), .reaches(reaches), .same(same), .upwards(upwards), .downwards(downwards),
                .wraps(place)
            );
            assign walks[m]  = reaches & (same | upwards | downwards);
            assign passes[m] = reaches & place & ~|(walks >> (m + 1));
        end
    endgenerate
    assign wraps = |passes;

    wire unused = &{walks[0], 1'b0};
endmodule

`default_nettype wire
