// crossing_leaf: between a leaf's streams, which have a clock of their own, and those of the network.
//
//   s_axis, leaf_clk --> [ crossing_fifo ] --> s_axis of the network
//   m_axis, leaf_clk <-- [ crossing_fifo ] <-- m_axis of the network           [ crossing_reset ] makes both resets
`default_nettype none

module crossing_leaf #(
    parameter UP_BITS    = 36,              // of a word to the network: tdata, tdest, tlast
    parameter DOWN_BITS  = 36,              // of a word from it: tdata, tuser, tlast
    parameter PLACES     = 4,               // see crossing_fifo
    parameter LUT_RAM    = 1,
    parameter METASTABLE = 0                // see crossing_sync
) (
    input  wire                 leaf_clk,
    output wire                 leaf_rst,
    input  wire [UP_BITS-1:0]   up,         // in step with leaf_clk
    input  wire                 up_valid,
    output wire                 up_ready,
    output wire [DOWN_BITS-1:0] down,
    output wire                 down_valid,
    input  wire                 down_ready,
    // the network
    input  wire                 clk,
    input  wire                 rst,        // synchronous, active high
    output wire [UP_BITS-1:0]   sent,
    output wire                 sent_valid,
    input  wire                 sent_ready,
    input  wire [DOWN_BITS-1:0] got,
    input  wire                 got_valid,
    output wire                 got_ready
);
    wire held;

    crossing_reset resets (.clk(clk), .rst(rst), .held(held), .leaf_clk(leaf_clk), .leaf_rst(leaf_rst));
    crossing_fifo #(.WIDTH(UP_BITS), .PLACES(PLACES), .LUT_RAM(LUT_RAM), .METASTABLE(METASTABLE)) up_fifo (
        .in_clk(leaf_clk), .in_rst(leaf_rst), .in(up), .in_valid(up_valid), .in_ready(up_ready),
        .out_clk(clk), .out_rst(held), .out(sent), .out_valid(sent_valid), .out_ready(sent_ready)
    );
    crossing_fifo #(.WIDTH(DOWN_BITS), .PLACES(PLACES), .LUT_RAM(LUT_RAM), .METASTABLE(METASTABLE)) down_fifo (
        .in_clk(clk), .in_rst(held), .in(got), .in_valid(got_valid), .in_ready(got_ready),
        .out_clk(leaf_clk), .out_rst(leaf_rst), .out(down), .out_valid(down_valid), .out_ready(down_ready)
    );
endmodule

`default_nettype wire
