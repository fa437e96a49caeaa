// batch_turn: where messages turn at a node of a pruned butterfly: what stands before its sorters and behind them.
//
//            clock    0   1     1 + SORTER
//            up       M   S ..
//            sorting  .   M~ ..            M~: not M, so that idle lines come last
//            sorted   .   .     M~ ..
//            turned   .   .     M ..       one clock before the messages are on the wires to the children
//
//   The sorters start with `start`. If the node is not the turn, they sort idle lines.
//   Strobes: those of the children's wires down follow from those that come up, if the node is the turn, and three clocks
//   after the parents'; those of the parents' wires up follow if the node is below the turn.
`default_nettype none

module batch_turn #(
    parameter LINES  = 2,               // of both sorters
    parameter SORTER = 2,               // clocks from the inputs of a sorter to its outputs
    parameter STRIPS = 0                // bits that the way up takes from a message
) (
    input  wire             clk,
    input  wire             rst,
    input  wire             turn,       // the roles of the node
    input  wire             below,
    input  wire             start,      // strobe: M bits are on `up`
    input  wire             down_start, // strobe of the parents' wires
    input  wire [LINES-1:0] up,         // from the children
    output reg  [LINES-1:0] sorting,    // to the sorters
    input  wire [LINES-1:0] sorted,     // from the sorters
    output wire [LINES-1:0] turned,
    output reg              up_strobe,
    output reg              down_strobe // of the children's wires
);
    reg  [SORTER:0] started;            // [k]: `start` k + 1 clocks ago
    reg  [1:0]      falling;            // likewise of `down_start`

    assign turned = sorted ^ {LINES{started[SORTER]}};

    always @(posedge clk) begin
        sorting <= (up & {LINES{turn}}) ^ {LINES{start}};
        started <= {started[SORTER-1:0], start};
        up_strobe   <= below & (STRIPS != 0 ? started[0] : start);
        falling     <= {falling[0], down_start};
        down_strobe <= falling[1] | (turn & started[SORTER]);
        if (rst) begin
            started     <= {SORTER+1{1'b0}};
            falling     <= 2'd0;
            up_strobe   <= 1'b0;
            down_strobe <= 1'b0;
        end
    end
endmodule

`default_nettype wire
