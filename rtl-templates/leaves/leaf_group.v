// leaf_group: the group and the sender of a slot's broadcast, known whether or not the leaf has room for it.
// leaf_to_all.v replaces this module where every broadcast goes to all leaves.
//
//   down --> [bit] --> [ path | to all | label | lane | group ]      shifted in behind M until the start bit leaves
//                                        |              +--> member
//                                        +--> [ = address ] --> mine
//
//   A leaf that still holds another message cannot receive the broadcast, but must know whether it may refuse it. Only
//   members of the group may, except the sender, which must learn that its own broadcast got through. `pending` rises
//   1 + ceil(log4 L) clocks after the last bit of the group is on `down` and falls at the next data part; meanwhile
//   `mine` and `concerned` are valid.
`default_nettype none

module leaf_group #(
    parameter LANES        = 2,
    parameter ADDRESS_BITS = 4,             // L, bits of a label
    parameter PATH_BITS    = 2,             // of all parents' digits
    parameter LANE_BITS    = 1,
    parameter GROUPS       = 1,             // 1 .. 64
    parameter GROUP_BITS   = 1              // 1 .. 7: group 0 is all leaves, group k those with members[k-1]
) (
    input  wire                    clk,
    input  wire                    rst,             // synchronous, active high: the network's reset
    input  wire                    leaf_rst,        // from the clock after `rst` on, for a slot
    input  wire                    broadcast,       // the slot is for broadcasts
    input  wire [LANES-1:0]        tree,            // the lane that broadcasts take
    input  wire [LANES-1:0]        down,
    input  wire                    down_start,
    input  wire                    answering,       // the arriving part is not a data part
    input  wire [ADDRESS_BITS-1:0] address,         // of this leaf
    input  wire [GROUPS-1:0]       members,         // this leaf is a member, constant
    input  wire [LANES-1:0]        refuses,         // a message of this slot could not be taken
    input  wire                    verdict,         // the answers are known
    input  wire                    silence,         // no leaf broadcasts in this slot
    input  wire                    owed,            // a refused broadcast will be repeated
    output wire                    pending,
    output wire                    mine,
    output wire                    concerned,
    output wire                    may_refuse,
    output wire                    had_turn,
    output reg                     renew,
    // the group of the word to send, named by a broadcast's label bits
    input  wire [ADDRESS_BITS:0]   s_axis_tdest,
    output wire [GROUP_BITS-1:0]   s_group
);
    localparam L      = ADDRESS_BITS;
    localparam H      = PATH_BITS + 1 + L + LANE_BITS + GROUP_BITS;
    localparam CODES  = 1 << GROUP_BITS;
    localparam SETTLE = L > 4 ? ($clog2(L) + 1) / 2 : 1;    // of leaf_any

    reg               bit_now, start, listening, is_member;
    reg  [H-1:0]      header;
    reg  [SETTLE:0]   known;                // [k]: the header has been here for k clocks
    wire [H:0]        next = {header, bit_now};
    wire [CODES-1:0]  members_of;
    wire              differs;
    reg  [1:0]        silences;
    wire              unused = &{s_axis_tdest, 1'b0};

    genvar g;
    generate
        for (g = 0; g < CODES; g = g + 1) begin : group
            if (g == 0) begin : all
                assign members_of[g] = 1'b1;
            end else if (g <= GROUPS) begin : some
                assign members_of[g] = members[g-1];
            end else begin : none
                assign members_of[g] = 1'b0;
            end
        end
    endgenerate

    leaf_any #(
        .WIDTH(L)
    ) compare (
        .clk(clk),
        .in(header[GROUP_BITS+LANE_BITS +: L] ^ address),
        .any(differs)
    );

    always @(posedge clk) begin
        bit_now <= |(down & tree);
        start   <= down_start & ~answering;
        // M first, then bits until the start bit leaves at the top.
        listening <= (start ? bit_now & broadcast : listening & ~next[H]) & ~leaf_rst;
        if (start)
            header <= {H{1'b0}};
        else if (listening)
            header <= next[H-1:0];
        known     <= {known[SETTLE-1:0], known[0] | listening & next[H]} & {SETTLE+1{~start & ~leaf_rst}};
        is_member <= members_of[header[GROUP_BITS-1:0]];
        // A refused sender retries after the others. Its place is reserved until then, or for four slots without a
        // broadcast, as the sender may have been cut off.
        renew     <= broadcast & may_refuse & ~|refuses | silence & &silences;
        silences  <= (silences + {1'b0, silence}) & {2{owed}};
        if (rst)
            known <= {SETTLE+1{1'b0}};
    end
    assign pending    = known[SETTLE];
    assign mine       = ~differs;
    assign concerned  = is_member & ~mine;
    assign may_refuse = pending & concerned;
    // A refused sender has had its turn, too. Otherwise it would win and be refused again and again while a member of
    // its group is slow, and no other group would receive anything.
    assign had_turn   = pending & verdict & mine;
    assign s_group    = s_axis_tdest[GROUP_BITS-1:0] & {GROUP_BITS{s_axis_tdest[ADDRESS_BITS]}};
endmodule

`default_nettype wire
