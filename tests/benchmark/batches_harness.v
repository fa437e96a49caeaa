// batches_harness.v: as lanes_harness.v, for a pruned butterfly that routes in batches, with bare wires.
`default_nettype none

module batches_harness #(
    parameter LEAVES = 16
) (
    input  wire clk,
    input  wire serial,
    input  wire rst,                    // from a pin, as in wires_harness.v
    output wire sink
);
    localparam IN = 9;                  // wires of a leaf into the network

    wire [LEAVES:0]     passed;         // from one leaf's piece to the next
    wire [2*LEAVES-1:0] up, down;
    wire [LEAVES-1:0]   up_strobe, sum, sum_valid, max, max_valid, ready, wish;
    wire [LEAVES-1:0]   down_strobe, command, number_valid, prefix, batches, leaf_sink;
    genvar              i;

    assign passed[0] = serial;
    generate
        for (i = 0; i < LEAVES; i = i + 1) begin : leaf
            reg [IN:0] source;          // the first drives nothing but the second

            always @(posedge clk)
                source <= {source[IN-1:0], passed[i]};
            assign passed[i+1] = source[IN];
            assign {up[2*i +: 2], up_strobe[i], sum[i], sum_valid[i], max[i], max_valid[i], ready[i], wish[i]} = source[IN:1];
            xor_sink #(.WIDTH(7)) outputs (
                .clk(clk),
                .in({down[2*i +: 2], down_strobe[i], command[i], number_valid[i], prefix[i], batches[i]}),
                .sink(leaf_sink[i]));
        end
    endgenerate
    fat_tree network (
        .clk(clk), .rst(rst), .leaf_up(up), .leaf_up_strobe(up_strobe), .leaf_sum(sum), .leaf_sum_valid(sum_valid),
        .leaf_max(max), .leaf_max_valid(max_valid), .leaf_ready(ready), .leaf_wish(wish), .leaf_down(down),
        .leaf_down_strobe(down_strobe), .leaf_command(command), .leaf_number_valid(number_valid), .leaf_prefix(prefix),
        .leaf_batches(batches));
    xor_sink #(.WIDTH(LEAVES)) outputs (.clk(clk), .in(leaf_sink), .sink(sink));
endmodule

`default_nettype wire
