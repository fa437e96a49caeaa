// leaf_tags: marks the lanes of a leaf that have been acknowledged. Only leaves with several lanes need it: a
// concentrator may return an acknowledgement on any wire.
//
//   bit_in[j] --> [ 1 | tag ] --> = i --> [ OR over the wires ] --> acknowledged[i]
//
//   As in leaf_receiver.v, a tag is complete when its start bit, the first 1, reaches the end of its register.
//   Latency: last tag bit on `bit_in` to `acknowledged` 2 + ceil(log4 LANES) clocks; steady until the next `heard`.
`default_nettype none

module leaf_tags #(
    parameter LANES     = 2,            // at least 2
    parameter LANE_BITS = 1,            // bits that name a lane
    parameter TAG_BITS  = 1             // at least LANE_BITS; the lane's bits come last
) (
    input  wire             clk,
    input  wire             heard,      // the M bits of an acknowledge part are on `bit_in`
    input  wire [LANES-1:0] bit_in,
    output wire [LANES-1:0] acknowledged
);
    wire [LANES*LANES-1:0] names;       // [i * LANES + j]: the tag on wire j names lane i

    genvar i, j;
    generate
        for (j = 0; j < LANES; j = j + 1) begin : wire_in
            reg                there;
            reg [TAG_BITS:0]   tag;
            wire [TAG_BITS+1:0] tag_next = {tag, bit_in[j]};

            always @(posedge clk) begin
                if (heard)
                    there <= bit_in[j];
                if (heard)
                    tag <= {TAG_BITS+1{1'b0}};
                else if (!tag[TAG_BITS])
                    tag <= tag_next[TAG_BITS:0];
            end
            wire unused = tag_next[TAG_BITS+1];

            for (i = 0; i < LANES; i = i + 1) begin : lane
                localparam [LANE_BITS-1:0] NUMBER = i;
                reg it;

                always @(posedge clk)
                    it <= there && tag[LANE_BITS-1:0] == NUMBER;
                assign names[i * LANES + j] = it;
            end
        end
        for (i = 0; i < LANES; i = i + 1) begin : gather
            leaf_any #(
                .WIDTH(LANES)
            ) any_wire (
                .clk(clk),
                .in(names[i * LANES +: LANES]),
                .any(acknowledged[i])
            );
        end
    endgenerate
endmodule

`default_nettype wire
