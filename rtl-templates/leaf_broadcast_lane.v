// leaf_broadcast_lane.v: what broadcasts change in a lane of a leaf.
//
//   In a slot for broadcasts a message goes up to the root of a spanning tree, where one of all gets through, and
//   from there to all leaves. A leaf that cannot take it answers in the same way, and then it counts for nobody.
//
//   to, from --> a label whose every digit differs from the own: the way leads to the top, by parent 0 above all lanes;
//                the digits of the way down do not matter
`default_nettype none

module leaf_broadcast_lane #(
    parameter ADDRESS_BITS = 4,                 // L, bits of a label
    parameter OTHER_BITS   = 5                  // of a label with its top bit, and of the parents to it: more than L
) (
    input  wire                    clk,
    input  wire                    rst,         // synchronous, active high
    input  wire                    load_body,   // the start bit of a data part is to follow the route
    input  wire                    answering,   // between the arrivals of a data and an acknowledge part
    input  wire                    broadcast,   // the words chosen now, or sent, go to all leaves, ..
    input  wire                    on_tree,     // .. by this lane
    input  wire                    hold_back,   // others want to broadcast, too
    input  wire [ADDRESS_BITS-1:0] address,     // of this leaf
    input  wire                    down,
    input  wire                    down_start,
    input  wire                    open,        // a message could be taken
    input  wire [OTHER_BITS-1:0]   to,          // who is to be sent to, ..
    input  wire [OTHER_BITS-1:0]   from,        // .. or answered
    input  wire                    away,        // the word goes into the network
    input  wire                    accepted,    // a message of this slot is to be acknowledged
    input  wire                    turned_any,  // it came from the own leaf
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
    assign away_now = away & (broadcast ? to[L] & on_tree & ~hold_back : ~to[L]);
    assign answer   = broadcast ? refuses & on_tree : accepted;
    assign no_turn  = broadcast | turned_any;

    always @(posedge clk)
        refuses <= (refuses & ~load_body | down_start & down & ~open & ~answering) & ~rst;
endmodule

`default_nettype wire
