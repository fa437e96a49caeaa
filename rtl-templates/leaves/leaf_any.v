// leaf_any: is any of WIDTH bits 1? A tree of 4-input ORs with a register behind each.
//
//   in --> [ORs of 4] --> [ORs of 4] --> .. --> any      latency: ceil(log4 WIDTH) clocks, at least 1; hold `in` steady
//                                                        that long, as some bits arrive earlier
//
// Nodes are numbered from the root: the children of node k are 4k+1 .. 4k+4, and the inputs come last.
`default_nettype none

module leaf_any #(
    parameter WIDTH = 4             // at least 1
) (
    input  wire             clk,
    input  wire [WIDTH-1:0] in,
    output wire             any
);
    localparam GATES = WIDTH > 1 ? (WIDTH + 1) / 3 : 1;     // each gate but the first replaces one input by four
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
