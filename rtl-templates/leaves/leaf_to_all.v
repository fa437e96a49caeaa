// leaf_to_all: a received broadcast that goes to all leaves, and whether this leaf sent it. leaf_group.v replaces
// this module where there are groups.
//
//   Latency: the source is compared within ceil(log4 L) clocks after its last bit.
`default_nettype none

module leaf_to_all #(
    parameter LANES        = 2,
    parameter ADDRESS_BITS = 4              // L, bits of a label
) (
    input  wire                          clk,
    input  wire                          rst,           // synchronous, active high: the network's reset
    input  wire                          leaf_rst,      // from the clock after `rst` on, for a slot
    input  wire                          load_body,     // the start bit of a data part is to follow the route
    input  wire                          broadcast,     // the slot is for broadcasts
    input  wire [LANES-1:0]              tree,          // the lane that broadcasts take
    input  wire [LANES-1:0]              complete,      // a message has come
    input  wire [LANES*ADDRESS_BITS-1:0] from,          // its source
    input  wire [ADDRESS_BITS-1:0]       address,       // of this leaf
    input  wire                          verdict,       // the answers are in
    input  wire                          judge,         // no leaf has refused
    output reg                           pending,
    output wire                          mine,
    output wire                          concerned,
    output wire                          may_refuse,
    output wire                          had_turn,
    output reg                           renew
);
    wire [LANES-1:0] other_sender;

    genvar i;
    generate
        for (i = 0; i < LANES; i = i + 1) begin : sender
            leaf_any #(
                .WIDTH(ADDRESS_BITS)
            ) differs (
                .clk(clk),
                .in(from[i*ADDRESS_BITS +: ADDRESS_BITS] ^ address),
                .any(other_sender[i])
            );
        end
    endgenerate

    assign mine       = ~|(other_sender & tree);
    assign concerned  = ~mine;
    // A leaf without room does not know whose broadcast has come: all such leaves refuse, even the sender.
    assign may_refuse = 1'b1;
    assign had_turn   = judge & mine;

    always @(posedge clk) begin
        pending <= (pending | broadcast & |(complete & tree)) & ~verdict & ~leaf_rst;
        renew   <= broadcast & load_body;
        if (rst)
            pending <= 1'b0;
    end
endmodule

`default_nettype wire
