// lanes_harness.v: as axi_harness.v, for a network of lanes with bare wires: each leaf has its own piece of the shift
// register and its own sink.
`default_nettype none

module lanes_harness #(
    parameter LEAVES = 16,
    parameter WIDTH  = 7,               // of a beat
    parameter ASKS   = 4,               // wires of a leaf's request
    parameter REST   = 2,               // of its other digits
    parameter FROM   = 2,
    parameter TIMING = 7
) (
    input  wire clk,
    input  wire serial,
    output wire sink
);
    localparam IN = WIDTH + ASKS + REST + 1, OUT = WIDTH + FROM + 2;

    reg                     rst;
    wire [LEAVES:0]         passed;     // from one leaf's piece to the next
    wire [LEAVES*WIDTH-1:0] data, in_data;
    wire [LEAVES*ASKS-1:0]  request;
    wire [LEAVES*REST-1:0]  digits;
    wire [LEAVES*FROM-1:0]  from;
    wire [LEAVES-1:0]       busy, taken, valid, leaf_sink;
    wire [TIMING-1:0]       timing;
    genvar                  i;

    always @(posedge clk)
        rst <= serial;
    assign passed[0] = rst;
    generate
        for (i = 0; i < LEAVES; i = i + 1) begin : leaf
            reg [IN:0] source;          // the first drives nothing but the second

            always @(posedge clk)
                source <= {source[IN-1:0], passed[i]};
            assign passed[i+1] = source[IN];
            assign {data[i*WIDTH +: WIDTH], request[i*ASKS +: ASKS], digits[i*REST +: REST], busy[i]} = source[IN:1];
            xor_sink #(.WIDTH(OUT)) outputs (
                .clk(clk), .in({in_data[i*WIDTH +: WIDTH], from[i*FROM +: FROM], taken[i], valid[i]}),
                .sink(leaf_sink[i]));
        end
    endgenerate
    fat_tree network (
        .clk(clk), .rst(rst), .leaf_data(data), .leaf_request(request), .leaf_digits(digits), .leaf_taken(taken),
        .leaf_in_data(in_data), .leaf_in_valid(valid), .leaf_in_from(from), .leaf_in_busy(busy), .leaf_timing(timing));
    xor_sink #(.WIDTH(LEAVES + TIMING)) outputs(.clk(clk), .in({leaf_sink, timing}), .sink(sink));
endmodule

`default_nettype wire
