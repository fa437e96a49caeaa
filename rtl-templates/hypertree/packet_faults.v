// packet_faults: says when the bits of a fault register count: from a purge on, a frame in which the network is empty.
//
//   clock      F-4    F-3  F-2  F-1    0    1 ..
//              take   purge ..       count
//
//   The register takes over its bits in clock F-4, if none is being shifted in. Nodes see that the next frame is a purge from
//   clock F-2 on. What is dead changes with clock 0.
`default_nettype none

module packet_faults #(
    parameter NODES    = 7,
    parameter PARTS    = 16,            // the nodes first
    parameter FRAME    = 15,            // F, clocks of a frame
    parameter ROW_BITS = 4              // 2^ROW_BITS >= F
) (
    input  wire             clk,
    input  wire             rst,            // synchronous, active high
    input  wire             shift,          // the register is being shifted
    output wire             take,           // it may take over its bits
    input  wire [PARTS-1:0] dead,           // of the register
    output reg              purge,          // the next frame is one; till the end of its clock F-4
    output wire             count,          // dead bits count from the next clock on
    output reg  [NODES-1:0] dead_nodes,     // that count
    output reg              any_dead
);
    localparam [31:0] END = FRAME - 1, TAKE = FRAME - 4;

    reg                restart, shifted;
    reg [ROW_BITS-1:0] row;

    assign take  = row == TAKE[ROW_BITS-1:0];
    assign count = restart | row == END[ROW_BITS-1:0];

    always @(posedge clk) begin
        restart <= rst;
        row     <= restart || row == END[ROW_BITS-1:0] ? {ROW_BITS{1'b0}} : row + 1'b1;
        shifted <= shift | shifted & ~take;
        if (take)
            purge <= shifted & ~shift;
        if (count) begin
            dead_nodes <= dead[NODES-1:0];
            any_dead   <= |dead;
        end
        if (restart) begin
            shifted <= 1'b0;
            purge   <= 1'b0;
        end
    end
endmodule

`default_nettype wire
