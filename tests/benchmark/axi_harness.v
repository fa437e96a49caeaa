// axi_harness.v: as wires_harness.v, for a network with AXI4-Stream ports. Every leaf has its own piece of the shift
// register and its own sink, so that nothing ties leaves together but the network. SHARE inputs of a leaf come from one
// flip-flop, where a small device has no room for as many as there are inputs.
`default_nettype none

module axi_harness #(
    parameter LEAVES  = 16,
    parameter LABEL   = 4,              // bits of a label
    parameter PAYLOAD = 32,
    parameter SHARE   = 1
) (
    input  wire clk,
    input  wire serial,
    output wire sink
);
    localparam WIRES   = PAYLOAD + LABEL + 2;           // of a leaf, each way
    localparam SOURCES = (WIRES + SHARE - 1) / SHARE;

    reg                       rst;
    wire [LEAVES:0]           passed;                   // from one leaf's piece to the next
    wire [LEAVES*PAYLOAD-1:0] s_axis_tdata, m_axis_tdata;
    wire [LEAVES*LABEL-1:0]   s_axis_tdest, m_axis_tuser;
    wire [LEAVES-1:0]         s_axis_tvalid, s_axis_tready, m_axis_tvalid, m_axis_tready, leaf_sink;

    always @(posedge clk)
        rst <= serial;
    assign passed[0] = rst;

    genvar i, k;
    generate
        for (i = 0; i < LEAVES; i = i + 1) begin : leaf
            reg  [SOURCES:0]   source;                  // the first drives nothing but the second
            wire [WIRES-1:0]   in;

            always @(posedge clk)
                source <= {source[SOURCES-1:0], passed[i]};
            assign passed[i+1] = source[SOURCES];

            for (k = 0; k < WIRES; k = k + 1) begin : wire_in
                assign in[k] = source[1 + k / SHARE];
            end
            assign {s_axis_tdata[i*PAYLOAD +: PAYLOAD], s_axis_tdest[i*LABEL +: LABEL], s_axis_tvalid[i],
                    m_axis_tready[i]} = in;

            xor_sink #(
                .WIDTH(WIRES)
            ) outputs (
                .clk(clk),
                .in({m_axis_tdata[i*PAYLOAD +: PAYLOAD], m_axis_tuser[i*LABEL +: LABEL], m_axis_tvalid[i],
                     s_axis_tready[i]}),
                .sink(leaf_sink[i])
            );
        end
    endgenerate

    fat_tree network (
        .clk(clk),
        .rst(rst),
        .s_axis_tdata(s_axis_tdata),
        .s_axis_tdest(s_axis_tdest),
        .s_axis_tvalid(s_axis_tvalid),
        .s_axis_tready(s_axis_tready),
        .m_axis_tdata(m_axis_tdata),
        .m_axis_tuser(m_axis_tuser),
        .m_axis_tvalid(m_axis_tvalid),
        .m_axis_tready(m_axis_tready)
    );

    xor_sink #(
        .WIDTH(LEAVES)
    ) outputs (
        .clk(clk),
        .in(leaf_sink),
        .sink(sink)
    );
endmodule

`default_nettype wire
