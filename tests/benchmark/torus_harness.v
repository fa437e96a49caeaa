// torus_harness: as axi_harness.v, around a torus: each node has its own piece of the shift register and its own sink.
`default_nettype none

module torus_harness #(
    parameter K    = 4,
    parameter BITS = 2,
    parameter FLIT = 1 + 2*BITS + 32
) (
    input  wire clk,
    input  wire serial,
    output wire sink
);
    reg                 rst;
    wire [K*K:0]        passed;
    wire [K*K*FLIT-1:0] own, shown;
    wire [K*K-1:0]      accepts, arrives, node_sink;
    genvar              i;

    always @(posedge clk)
        rst <= serial;
    assign passed[0] = rst;
    generate
        for (i = 0; i < K*K; i = i + 1) begin : node
            reg [FLIT:0] source;                        // the first drives nothing but the second

            always @(posedge clk)
                source <= {source[FLIT-1:0], passed[i]};
            assign passed[i+1] = source[FLIT];
            assign own[i*FLIT +: FLIT] = source[FLIT:1];
            xor_sink #(.WIDTH(FLIT+2)) outputs (
                .clk(clk), .in({shown[i*FLIT +: FLIT], arrives[i], accepts[i]}), .sink(node_sink[i]));
        end
    endgenerate
    torus #(.K(K), .BITS(BITS)) network(.clk(clk), .rst(rst), .own(own), .accepts(accepts), .shown(shown), .arrives(arrives));
    xor_sink #(.WIDTH(K*K)) outputs(.clk(clk), .in(node_sink), .sink(sink));
endmodule

`default_nettype wire
