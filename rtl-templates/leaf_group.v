// leaf_group.v: for whom the broadcast of a slot is, and from whom, whether or not the leaf has room to take it.
//
//   down --> [bit] --> [ path | to all | label | lane | group ]      shifted in behind M until the start bit leaves
//                                        |              +--> member
//                                        +--> [ = address ] --> mine
//
//   A leaf that still holds another message cannot receive one, but it must know whether it may refuse this one: only members of
//   its group may, and not the sender; and the sender must know that it was its own that came through.
//   `heard` until the next data part, from 1 + ceil(log4 L) clocks after the last bit of the group is on `down`; then `member`
//   and `mine` count.
`default_nettype none

module leaf_group #(
    parameter LANES        = 2,
    parameter ADDRESS_BITS = 4,             // L, bits of a label
    parameter PATH_BITS    = 2,             // of the digits of the parents
    parameter LANE_BITS    = 1,
    parameter GROUPS       = 1,             // 1 .. 64
    parameter GROUP_BITS   = 1              // 1 .. 7: group 0 is all leaves, group k those with members[k-1]
) (
    input  wire                    clk,
    input  wire                    rst,     // synchronous, active high
    input  wire                    level,   // the slot is for broadcasts
    input  wire [LANES-1:0]        tree,    // the lane that broadcasts take
    input  wire [LANES-1:0]        down,
    input  wire                    down_start,
    input  wire                    answering,   // what comes is no data part
    input  wire [ADDRESS_BITS-1:0] address, // of this leaf
    input  wire [GROUPS-1:0]       members, // this leaf is a member, constant
    output wire                    heard,
    output wire                    member,
    output wire                    mine
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
        // M, and then until the start bit leaves at the top.
        listening <= (start ? bit_now & level : listening & ~next[H]) & ~rst;
        if (start)
            header <= {H{1'b0}};
        else if (listening)
            header <= next[H-1:0];
        known     <= {known[SETTLE-1:0], known[0] | listening & next[H]} & {SETTLE+1{~start & ~rst}};
        is_member <= members_of[header[GROUP_BITS-1:0]];
    end
    assign heard  = known[SETTLE];
    assign member = is_member;
    assign mine   = ~differs;
endmodule

`default_nettype wire
