// leaf_any.v: whether any of WIDTH bits is 1, a register behind every 4-input OR.
//
//   in --> [ORs of 4] --> [ORs of 4] --> .. --> any      latency: ceil(log4 WIDTH) clocks, at least 1; some bits are
//                                                        faster, so `in` must be steady as long
//
// The nodes of the tree are numbered from the root; the children of node k are 4k+1 .. 4k+4, and the inputs come last.
`default_nettype none

module leaf_any #(
    parameter WIDTH = 4             // at least 1
) (
    input  wire             clk,
    input  wire [WIDTH-1:0] in,
    output wire             any
);
    localparam GATES = WIDTH > 1 ? (WIDTH + 1) / 3 : 1;     // each but the first replaces one input by four
    localparam NODES = GATES + WIDTH;

    wire [NODES-1:0] node;

    assign node[NODES-1:GATES] = in;
    assign any = node[0];

    genvar k;
    generate
        for (k = 0; k < GATES; k = k + 1) begin : gate
            localparam FAN_IN = NODES - (4 * k + 1) < 4 ? NODES - (4 * k + 1) : 4;
            reg is;

            always @(posedge clk)
                is <= |node[4 * k + 1 +: FAN_IN];
            assign node[k] = is;
        end
    endgenerate
endmodule

`default_nettype wire
