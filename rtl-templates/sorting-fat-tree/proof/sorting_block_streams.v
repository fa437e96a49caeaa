// sorting_block_streams: for the stream of a terminal in a block: buses ask in no two clocks that follow each other.
`default_nettype none

module sorting_block_streams #(
    parameter SIDE = 2              // buses
) (
    input  wire            clk,
    input  wire            rst,
    input  wire [SIDE-1:0] asks,
    input  wire [SIDE-1:0] hits,
    input  wire            receiver_room,
    input  wire            m_axis_tvalid,
    output wire            promised,
    output wire            holds
);
    reg asked;

    always @(posedge clk)
        asked <= |asks;

    assign promised = ~(|asks & (asked | rst));
    assign holds    = (~|hits | asked & receiver_room) & ~(receiver_room & m_axis_tvalid);
endmodule

`default_nettype wire
