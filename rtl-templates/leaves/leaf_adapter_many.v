// leaf_adapter_many: the AXI4-Stream side of a leaf with several lanes: a word register per lane, and the queue of
// received messages that moves towards lane 0.
//
//   s_axis --> [ dispatch ] --> [word 0] --> lane 0            lane 0 --> m_axis
//                           \-> [word 1] --> lane 1 ..           ^ move
//                                                              lane 1 ..
//
//   s_axis_tready: a lane has taken the word. To use every slot, present the next word in the following clock.
`default_nettype none

module leaf_adapter_many #(
    parameter LANES        = 2,         // c, 2 .. 64
    parameter LANE_BITS    = 1,         // ceil(log2 LANES)
    parameter ADDRESS_BITS = 4,         // L, bits of a label, 1 .. 20
    parameter EXTERNAL     = 0,         // 1: labels have an outside bit on top
    parameter WORD_BITS    = 32,        // of the payload and the header bits before it
    parameter TAG_BITS     = 1,         // of acknowledgements, at least LANE_BITS
    parameter CHOSEN       = 0          // 1: the word names its lane
) (
    input  wire                             clk,
    input  wire                             rst,            // synchronous, active high: the network's reset
    input  wire                             leaf_rst,       // from the clock after `rst` on, for a slot
    input  wire                             load_body,      // a slot's words begin
    input  wire                             answering,      // between the arrivals of a data and an acknowledge part
    input  wire                             decide,         // the tags of all acknowledgements are in
    input  wire [LANES-1:0]                 down,
    input  wire                             down_start,
    // words to send
    input  wire [ADDRESS_BITS+EXTERNAL-1:0] s_axis_tdest,
    input  wire [LANE_BITS-1:0]             s_lane,         // CHOSEN: the lane
    input  wire [WORD_BITS-1:0]             s_word,
    input  wire                             s_axis_tvalid,
    output wire                             s_axis_tready,
    output wire [LANES-1:0]                 word_valid,
    output wire [LANES*(ADDRESS_BITS+EXTERNAL)-1:0] word_to,
    output wire [LANES*WORD_BITS-1:0]       word,
    output wire [LANES-1:0]                 in_vain,        // the word has been sent before
    input  wire [LANES-1:0]                 settled,        // the word needs no acknowledgement
    input  wire                             broadcast,      // the bits on `down` do not answer the words
    input  wire                             may_move,       // at `decided` undelivered words move to the next lanes
    output reg                              decided,        // the outcomes are known in the next clock
    output wire                             move_on,        // undelivered words move now
    output reg  [LANES-1:0]                 done,           // the word has been delivered or discarded
    output wire [LANES-1:0]                 fresh,          // another word comes
    // messages received
    input  wire [LANES-1:0]                 arrived,        // a message is complete
    input  wire [LANES-1:0]                 turned,         // the message comes from this leaf itself
    output wire                             turned_any,
    output wire                             holds,          // a message is here
    output wire [LANES-1:0]                 move,           // lane i stores the message of lane i + 1
    output wire                             m_axis_tvalid,
    input  wire                             m_axis_tready
);
    localparam W = ADDRESS_BITS + EXTERNAL;
    localparam P = WORD_BITS;

    wire [LANES-1:0] take, acknowledged;
    wire [LANES:0]   free;              // [i]: lane i passes its message on
    reg  [LANES-1:0] full;              // lane i holds a message
    reg  [LANES-1:0] down_now;
    reg              heard, decide_now;
    reg              early, stay;

    leaf_dispatch #(
        .LANES(LANES),
        .ADDRESS_BITS(ADDRESS_BITS),
        .EXTERNAL(EXTERNAL),
        .CHOSEN(CHOSEN),
        .LANE_BITS(LANE_BITS)
    ) dispatch (
        .clk(clk),
        .rst(rst),
        .leaf_rst(leaf_rst),
        .s_axis_tdest(s_axis_tdest),
        .s_lane(s_lane),
        .s_axis_tvalid(s_axis_tvalid),
        .s_axis_tready(s_axis_tready),
        .take(take),
        .pending(word_valid),
        .to(word_to),
        .move(decided & may_move),
        .done(done),
        .move_on(move_on)
    );

    leaf_tags #(
        .LANES(LANES),
        .LANE_BITS(LANE_BITS),
        .TAG_BITS(TAG_BITS)
    ) tags (
        .clk(clk),
        .heard(heard),
        .bit_in(down_now),
        .acknowledged(acknowledged)
    );

    // A lane takes a message only when no lane holds one. Otherwise messages of two slots would mix, and one could
    // overtake another on the way to lane 0.
    leaf_any #(
        .WIDTH(LANES)
    ) any_full (
        .clk(clk),
        .in(full),
        .any(holds)
    );

    leaf_any #(
        .WIDTH(LANES)
    ) any_turned (
        .clk(clk),
        .in(turned),
        .any(turned_any)
    );

    // free[i+1] frees lane i + 1 and fills lane i; free[0] is the reader.
    assign free[0]       = m_axis_tready;
    assign free[LANES]   = 1'b0;
    assign move          = free[LANES:1];
    assign m_axis_tvalid = full[0];
    assign fresh         = take;

    genvar i;
    generate
        for (i = 0; i < LANES; i = i + 1) begin : words
            localparam BEFORE = (i + LANES - 1) % LANES;
            reg [W-1:0] to;
            reg [P-1:0] data;
            reg         last_bit;
            reg         tried;

            always @(posedge clk) begin
                if (take[i]) begin
                    to   <= s_axis_tdest;
                    data <= s_word;
                end else if (move_on) begin
                    to   <= word_to[BEFORE*W +: W];
                    data <= word[BEFORE*P +: P];
                end
                tried    <= ~take[i] & (tried | move_on);
                last_bit <= arrived[i];
                full[i]  <= full[i] & ~free[i] | last_bit | free[i+1];
                if (rst) begin
                    last_bit <= 1'b0;
                    full[i]  <= 1'b0;
                end
            end
            assign word_to[i*W +: W] = to;
            assign word[i*P +: P]    = data;
            assign in_vain[i]        = tried;
        end
        for (i = 1; i < LANES; i = i + 1) begin : moves
            reg go;

            always @(posedge clk)
                if (rst)
                    go <= 1'b0;
                else
                    go <= full[i] & ~full[i-1] & ~go & ~stay;
            assign free[i] = go;
        end
    endgenerate

    always @(posedge clk) begin
        heard      <= down_start & answering;
        down_now   <= down;
        early      <= load_body | early & ~answering;
        // Messages wait until their sources have been answered and the last lane has had time to fill. A message of this
        // leaf's own is complete about when others begin to arrive: in the lanes into which it would move.
        stay       <= answering | early & turned_any;
        decide_now <= decide;
        decided    <= decide_now;
        done       <= {LANES{decide_now}} & (acknowledged & ~{LANES{broadcast}} | settled);
    end
endmodule

`default_nettype wire
