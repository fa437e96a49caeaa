// leaf_broadcast_lane: the changes that broadcasts make to one lane of a leaf.
//
//   In a broadcast slot a message climbs to the root of a spanning tree. One message gets through there and descends to
//   all leaves. A refusal is itself broadcast over the same tree, and one refusal cancels the broadcast for all.
//
//   to, from --> a label that differs from this leaf's in every digit: the route leads to the top, through parent 0
//                above all lanes; the digits of the way down do not matter
`default_nettype none

module leaf_broadcast_lane #(
    parameter ADDRESS_BITS = 4,                 // L, bits of a label
    parameter OTHER_BITS   = 5                  // of a label with its top bit, and of the parents to it: more than L
) (
    input  wire                    clk,
    input  wire                    leaf_rst,    // from the network's reset on, for a slot
    input  wire                    load_body,   // the start bit of a data part is to follow the route
    input  wire                    answering,   // between the arrivals of a data and an acknowledge part
    input  wire                    broadcast,   // the words chosen now, or sent, go to all leaves, ..
    input  wire                    on_tree,     // .. by this lane
    input  wire                    hold_back,   // other leaves want to broadcast
    input  wire [ADDRESS_BITS-1:0] address,     // of this leaf
    input  wire                    down,
    input  wire                    down_start,
    input  wire                    open,        // a message can be taken
    input  wire [OTHER_BITS-1:0]   to,          // destination of the word, ..
    input  wire [OTHER_BITS-1:0]   from,        // .. or source of the message to answer
    input  wire                    chosen_top,  // of the word whose route is sent
    input  wire                    away,        // the word goes into the network
    input  wire                    accepted,    // a message of this slot is to be acknowledged
    input  wire                    turned_any,  // the message came from this leaf itself
    output wire [OTHER_BITS-1:0]   to_now,
    output wire [OTHER_BITS-1:0]   from_now,
    output wire                    away_now,
    output wire                    answer,
    output wire                    no_turn,
    output reg                     refuses      // a message of this slot could not be taken
);
    localparam L = ADDRESS_BITS;

    wire [L-1:0]          opposite = ~address;
    wire [OTHER_BITS-1:0] far      = {{OTHER_BITS-L{1'b0}}, opposite};

    assign to_now   = broadcast ? far : to;
    assign from_now = broadcast ? far : from;
    assign away_now = away & (broadcast ? to[L] & on_tree & ~hold_back : ~chosen_top);
    assign answer   = broadcast ? refuses & on_tree : accepted;
    assign no_turn  = broadcast | turned_any;

    always @(posedge clk)
        refuses <= (refuses & ~load_body | down_start & down & ~open & ~answering) & ~leaf_rst;
endmodule

`default_nettype wire
