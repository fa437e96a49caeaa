// batch_arrivals: words that come down to a leaf, on two wires at once, become nibbles that are written.
//
//   `down_strobe` is high with the words' M bits; their last bits come in clock 2 L + P + 1 behind it. The pad, which fills
//   the first nibble up, counts as bits that have come. When `write_lanes` is high, `nibble` is nibble `nibble_in` of a word
//   and must be written then: lane 0's first, lane 1's a clock later. `counts` is high for a clock when all nibbles are
//   written and both words are linked, at which they become the round's. Words come far enough apart (batch_lists, "stores").
//   `next_1` is known a clock before it is used: what is written, linked or counted is lane 1's, and its word comes after
//   lane 0's. For how many words that come at once there is a place, `room` says as a number of ones; others are `lost`. So does
//   `takes` when they take them: nothing of the words before is written or listed from the next clock on. With `whole`, whose
//   nibbles are all on their way to the store, `mine` says which are for this leaf: the first one, the one behind it, of `two`.
`default_nettype none

module batch_arrivals #(
    parameter LABEL_BITS = 4,
    parameter PAD        = 0,               // bits in front of the destination, 0 .. 3
    parameter LINK       = 2,               // nibbles of a link, in front of the word's
    parameter STRIDE     = 12               // nibbles of link and word
) (
    input  wire                          clk,
    input  wire                          rst,
    input  wire [LABEL_BITS-1:0]         address,
    input  wire [1:0]                    down,
    input  wire                          down_strobe,
    input  wire [1:0]                    room,
    input  wire                          linking,       // a word is linked
    input  wire                          links_1,       // that of lane 1
    input  wire                          linked_0,      // the last nibble of its link is written
    input  wire                          linked_1,
    output wire                          waits_0,       // lane 0's word waits for its link
    output wire                          waits_1,
    output wire [$clog2(LABEL_BITS)-1:0] list_0,
    output wire [$clog2(LABEL_BITS)-1:0] list_1,
    output reg                           write_lanes,
    output reg  [$clog2(STRIDE)-1:0]     nibble_in,
    output wire [3:0]                    nibble,
    output reg                           next_1,
    output wire                          coming,        // words come, or the last have
    output reg                           counts,
    output wire [1:0]                    takes,
    output wire                          whole,
    output wire                          two,
    output wire [1:0]                    mine,
    output wire                          lost
);
    localparam LB = $clog2(LABEL_BITS), NB = $clog2(STRIDE);
    localparam [31:0] HIGHEST = LABEL_BITS - 1, LAST_NIBBLE = STRIDE - 1;
    localparam [1:0] FIRST_BIT = PAD[1:0];

    reg           after_1, after_2, starts;             // clocks after the strobe
    reg           comes, ends;                          // nibbles come; the last one has
    reg  [1:0]    bit_in;                               // bits of a nibble that have come
    reg           first_in, second_in;                  // lane 0's nibble is written; lane 1's is
    reg           last_in;
    reg           in_destination;
    reg  [LB-1:0] bit_number;
    wire          has_m_0, has_m_1, there_0, there_1, on_0, on_1, same_0, same_1;
    wire          fits_0     = room[0], fits_1 = has_m_0 ? room[1] : room[0];
    wire          both       = on_0 & on_1;
    wire [3:0]    nibble_0, nibble_1;
    wire          nibble_now = comes & (&bit_in);
    wire          stored_now = ends & ~waits_0 & ~waits_1 & ~write_lanes;   // all of them

    batch_lane #(.LABEL_BITS(LABEL_BITS), .DELAY(0)) lane_0 (
        .clk(clk), .rst(rst), .wire_in(down[0]), .second(after_2), .room(fits_0), .starts(starts),
        .in_destination(in_destination), .bit_number(bit_number), .own_bit(address[bit_number]), .linked(linked_0),
        .has_m(has_m_0), .there(there_0), .on(on_0), .nibble(nibble_0), .waits(waits_0), .list(list_0), .same(same_0)
    );
    batch_lane #(.LABEL_BITS(LABEL_BITS), .DELAY(1)) lane_1 (
        .clk(clk), .rst(rst), .wire_in(down[1]), .second(after_2), .room(fits_1), .starts(starts),
        .in_destination(in_destination), .bit_number(bit_number), .own_bit(address[bit_number]), .linked(linked_1),
        .has_m(has_m_1), .there(there_1), .on(on_1), .nibble(nibble_1), .waits(waits_1), .list(list_1), .same(same_1)
    );

    assign nibble = first_in ? nibble_0 : nibble_1;
    assign mine   = {same_1, on_0 ? same_0 : same_1};
    assign takes  = {2{starts}} & {there_0 & there_1, there_0 | there_1};
    assign whole  = last_in;
    assign two    = both;
    assign lost   = after_2 & (has_m_0 & ~fits_0 | has_m_1 & ~fits_1);
    assign coming = after_1 | after_2 | comes | first_in | last_in | ends | counts;

    always @(posedge clk) begin
        after_1     <= down_strobe;
        after_2     <= after_1;
        starts      <= after_2;
        write_lanes <= nibble_now & there_0 | first_in & on_1;
        first_in    <= nibble_now;
        second_in   <= first_in;
        last_in     <= first_in & nibble_in == LAST_NIBBLE[NB-1:0];
        if (after_2) begin
            bit_in         <= FIRST_BIT;
            nibble_in      <= LINK[NB-1:0];
            comes          <= has_m_0 & fits_0 | has_m_1 & fits_1;
            in_destination <= has_m_0 & fits_0 | has_m_1 & fits_1;
            bit_number     <= HIGHEST[LB-1:0];
        end else begin
            bit_in <= bit_in + 1'b1;
            if (second_in)
                nibble_in <= nibble_in + 1'b1;
            if (nibble_now & nibble_in == LAST_NIBBLE[NB-1:0])
                comes <= 1'b0;
            in_destination <= in_destination & bit_number != 0;
            bit_number     <= bit_number - 1'b1;
        end
        if (last_in)
            ends <= 1'b1;
        else if (stored_now)
            ends <= 1'b0;
        counts <= stored_now;
        // In the next clock both are counted, or lane 1's nibble is due, or lane 0's is, or one is linked.
        next_1 <= both & (stored_now | first_in | ~nibble_now & (linking ? links_1 : ~waits_0 & waits_1));
        if (rst) begin
            after_1        <= 1'b0;
            after_2        <= 1'b0;
            comes          <= 1'b0;
            ends           <= 1'b0;
            counts         <= 1'b0;
            write_lanes    <= 1'b0;
            first_in       <= 1'b0;
            second_in      <= 1'b0;
            last_in        <= 1'b0;
            in_destination <= 1'b0;
        end
    end
endmodule

`default_nettype wire
