// words_harness.v: a sorter of bit-serial words between shift registers and XOR sinks, as in wires_harness.v.
`default_nettype none

module words_harness #(
    parameter LINES    = 16,
    parameter FLEXIBLE = 0              // a flexible sorter
) (
    input  wire clk,
    input  wire serial,
    input  wire rst,                    // from a pin, as in wires_harness.v
    output wire sink
);
    reg  [LINES+2:0] source, in;
    wire [LINES+2:0] out;

    always @(posedge clk) begin
        source <= {source[LINES+1:0], serial};
        in     <= source;
    end

    generate
        if (FLEXIBLE != 0) begin : many
            fat_tree network (
                .clk(clk), .rst(rst), .start(in[0]), .last(in[1]), .out_ready(in[2]), .in(in[LINES+2:3]),
                .ready(out[0]), .out_start(out[1]), .out_last(out[2]), .out(out[LINES+2:3])
            );
        end else begin : one
            fat_tree network (
                .clk(clk), .rst(rst), .start(in[0]), .in(in[LINES+2:3]), .out_start(out[0]), .out(out[LINES+2:3])
            );
            assign out[2:1] = 2'd0;
        end
    endgenerate

    xor_sink #(.WIDTH(LINES + 3)) outputs (.clk(clk), .in(out), .sink(sink));
endmodule

`default_nettype wire
