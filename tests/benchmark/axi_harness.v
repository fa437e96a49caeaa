// axi_harness.v: like wires_harness.v, for a network with AXI4-Stream ports. SHARE neighbouring inputs come from one
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
    localparam IN      = LEAVES * (PAYLOAD + LABEL + 2);
    localparam SOURCES = (IN + SHARE - 1) / SHARE;

    reg  [SOURCES:0]              source;
    wire [IN-1:0]                 in;
    wire [LEAVES-1:0]             ready, valid;
    wire [LEAVES*(PAYLOAD+LABEL)-1:0] received;

    always @(posedge clk)
        source <= {source[SOURCES-1:0], serial};

    genvar i;
    generate
        for (i = 0; i < IN; i = i + 1) begin : input_wire
            assign in[i] = source[1 + i / SHARE];
        end
    endgenerate

    fat_tree network (
        .clk(clk),
        .rst(source[0]),
        .s_axis_tdata(in[LEAVES*PAYLOAD-1:0]),
        .s_axis_tdest(in[LEAVES*(PAYLOAD+LABEL)-1:LEAVES*PAYLOAD]),
        .s_axis_tvalid(in[LEAVES*(PAYLOAD+LABEL+1)-1:LEAVES*(PAYLOAD+LABEL)]),
        .s_axis_tready(ready),
        .m_axis_tdata(received[LEAVES*PAYLOAD-1:0]),
        .m_axis_tuser(received[LEAVES*(PAYLOAD+LABEL)-1:LEAVES*PAYLOAD]),
        .m_axis_tvalid(valid),
        .m_axis_tready(in[IN-1:LEAVES*(PAYLOAD+LABEL+1)])
    );

    xor_sink #(
        .WIDTH(LEAVES * (PAYLOAD + LABEL + 2))
    ) outputs (
        .clk(clk),
        .in({received, valid, ready}),
        .sink(sink)
    );
endmodule

`default_nettype wire
