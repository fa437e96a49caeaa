// leaf_dispatch: hands the words of one AXI4-Stream input to free lanes of a leaf. While a lane has a word for some
// destination, no other word for that destination is taken: words of one pair stay in order.
//
//   tdest --> [ = ] --> [ OR ] --> [go] --> [ready] --> s_axis_tready
//   to[i] -----^                                          +----> take[i] of the lane that has the token
//
//   The token leaves a busy lane, and therefore comes to rest at a free one.
//
//   CHOSEN: each word names its lane and waits until that is free; `here` marks it instead of the token.
//
//   `move`: the words that a slot did not deliver move to the next lane and try another link. Where `move` is constant,
//   synthesis removes its two registers.
//
//   Labels are compared two bits at a time. Latency: a word comes, 3 + the clocks of two leaf_any later it is taken.
`default_nettype none

module leaf_dispatch #(
    parameter LANES        = 2,         // at least 2
    parameter ADDRESS_BITS = 4,         // bits of a label, at least 1
    parameter EXTERNAL     = 0,         // 1: labels have an outside bit on top; all of outside is one destination
    parameter CHOSEN       = 0,         // 1: the word names its lane
    parameter LANE_BITS    = 1
) (
    input  wire                        clk,
    input  wire                        rst,         // synchronous, active high: the network's reset
    input  wire                        leaf_rst,    // from the clock after `rst` on, for a slot
    input  wire [ADDRESS_BITS+EXTERNAL-1:0] s_axis_tdest,
    input  wire [LANE_BITS-1:0]        s_lane,      // CHOSEN: the lane; what names none is reduced by LANES
    input  wire                        s_axis_tvalid,
    output wire                        s_axis_tready,
    // lanes
    output wire [LANES-1:0]            take,        // the word on s_axis moves into this lane's register
    output wire [LANES-1:0]            pending,     // the lane holds a word
    input  wire [LANES*(ADDRESS_BITS+EXTERNAL)-1:0] to,          // its destination
    input  wire                        move,        // words that are not done now move on
    input  wire [LANES-1:0]            done,        // the word has been delivered or discarded
    output wire                        move_on      // the words move on to the next lane; none is taken then
);
    localparam L      = ADDRESS_BITS;
    localparam W      = ADDRESS_BITS + EXTERNAL;
    localparam PAIRS  = (L + 1) / 2;
    localparam SIGNS  = PAIRS + EXTERNAL + 1;
    localparam SETTLE = 1 + ($clog2(SIGNS) + 1) / 2 + ($clog2(LANES) + 1) / 2;

    wire [LANES-1:0]   token, spots, differs;
    wire               busy_with_it, free;
    reg  [SETTLE-1:0]  settled;         // [k]: this word has been here for k + 1 clocks
    reg                go, ready;
    wire               outside = EXTERNAL != 0 && s_axis_tdest[W-1];
    wire [SETTLE:0]    settled_next = {settled, s_axis_tvalid};

    // The comparisons with the lanes are valid again SETTLE clocks after `move_on`.
    reg  moving, moved;
    wire stay = move | moving | moved;

    always @(posedge clk) begin
        moving <= move & ~leaf_rst;
        moved  <= moving;
    end
    assign move_on = moving;

    wire [31:0] s_lane_wide = {{(32-LANE_BITS){1'b0}}, s_lane};

    genvar i, k;
    generate
        for (i = 0; i < LANES; i = i + 1) begin : lane
            localparam BEFORE = (i + LANES - 1) % LANES;
            wire [L-1:0]     its = to[i*W +: L];
            wire [SIGNS-1:0] sign;      // the word's destination differs, or there is no word
            reg              here, full, spot;

            for (k = 0; k < PAIRS; k = k + 1) begin : pair
                localparam BITS = L - 2 * k < 2 ? 1 : 2;
                reg differ;

                always @(posedge clk)
                    differ <= s_axis_tdest[2*k +: BITS] != its[2*k +: BITS] && !outside;
                assign sign[k] = differ;
            end
            if (EXTERNAL != 0) begin : outside_bit
                reg differ;

                always @(posedge clk)
                    differ <= outside != to[i*W + W-1];
                assign sign[PAIRS] = differ;
            end
            assign sign[SIGNS-1] = ~full;

            leaf_any #(
                .WIDTH(SIGNS)
            ) difference (
                .clk(clk),
                .in(sign),
                .any(differs[i])
            );

            always @(posedge clk) begin
                full <= move_on ? pending[BEFORE] : take[i] | full & ~done[i];
                here <= CHOSEN != 0 ? s_lane_wide == i || s_lane_wide == i + LANES
                                    : here & ~full | token[BEFORE] & pending[BEFORE];
                spot <= here & ~full;
                if (leaf_rst) begin
                    full <= 1'b0;
                    here <= i == 0;
                    spot <= 1'b0;
                end
            end
            assign take[i]    = ready & here;
            assign pending[i] = full;
            assign token[i]   = here;
            assign spots[i]   = spot;
        end
    endgenerate

    leaf_any #(
        .WIDTH(LANES)
    ) conflict (
        .clk(clk),
        .in(~differs),
        .any(busy_with_it)
    );

    leaf_any #(
        .WIDTH(LANES)
    ) vacancy (
        .clk(clk),
        .in(spots),
        .any(free)
    );

    always @(posedge clk) begin
        if (leaf_rst || ready || stay)
            settled <= {SETTLE{1'b0}};
        else
            settled <= settled_next[SETTLE-1:0];
        go    <= settled[SETTLE-1] & ~busy_with_it & ~ready;
        ready <= go & free & ~ready;
        if (rst || leaf_rst || stay) begin
            go    <= 1'b0;
            ready <= 1'b0;
        end
    end
    assign s_axis_tready = ready;
    wire unused = settled_next[SETTLE];
endmodule

`default_nettype wire
