// reduce_tree: OR or parity of WIDTH bits, with a register behind every LUT.
//
//   in --> [4 inputs each] --> [4 inputs each] --> ... --> out       latency: ceil(log4 WIDTH) clocks, at least 1,
//                                                                    the same from every input
`default_nettype none
module reduce_tree #(
    parameter WIDTH = 16,               // at least 1
    parameter PARITY = 0                // 0: OR, 1: parity
) (
    input  wire             clk,
    input  wire [WIDTH-1:0] in,
    output wire             out
);

    localparam NEXT = (WIDTH + 3) / 4;
    reg [NEXT-1:0] gathered;
    genvar i;
    generate
        for (i = 0; i < NEXT; i = i + 1) begin : gather
            localparam BITS = WIDTH - 4 * i < 4 ? WIDTH - 4 * i : 4;
            always @(posedge clk)
                gathered[i] <= PARITY != 0 ? ^in[4*i +: BITS] : |in[4*i +: BITS];
        end
        if (NEXT == 1) begin : root
            assign out = gathered[0];
        end else begin : further
            reduce_tree #(.WIDTH(NEXT), .PARITY(PARITY)) next (.clk(clk), .in(gathered), .out(out));
        end
    endgenerate

endmodule
`default_nettype wire
