// lane_leaf: an adapter of a network of lanes: AXI4-Stream in, AXI4-Stream out, every word once and in order.
//
//   s_axis --beats--> [ out ] -->            request, digits: where the word wants to go
//   m_axis <-- [ word ] <-- [ beats ] <--
//
//   The sender keeps nothing. The word that s_axis shows at the beginning of a slot is sent in this slot; if the network has
//   taken it, it leaves s_axis in the last clock, else it is sent again in the next slot. The receiver has room for two
//   words. It says that it is busy if a third one would have to wait, so what the network takes is never lost.
//! cost let SHOWN = PAYLOAD_BITS + LABEL_BITS
//! cost let LATER = PAYLOAD_BITS + LABEL_BITS - KNOWN_BITS + PACKETS - WIDTH
//! cost lut4: (SLOT <= 8) * ((SLOT + 1) / 2) * WIDTH, SLOT > 8 ? LATER : 0, 1, ALONE, SKEWED_BITS
//! cost lut4: !ENABLES * ((SLOT * WIDTH < 32) * SLOT * WIDTH + (SHOWN < 32) * SHOWN + KNOWN_BITS)
//! cost lut4: (DIGIT_BITS > 0) * ASKS, (DIGIT_BITS > 3) * ASKS, PACKETS, PACKETS * LABEL_BITS
//! cost ff: DELAY * WIDTH + (SLOT > 8 ? LATER : 0), SLOT * WIDTH + SHOWN + KNOWN_BITS + 3 + ALONE
//! cost ff: PACKETS * (3 + LABEL_BITS)
//! cost lone: (DELAY - (SLOT <= 8)) * WIDTH, (SLOT * WIDTH >= 32) * SLOT * WIDTH, (SHOWN >= 32) * SHOWN, 1
`default_nettype none

module lane_leaf #(
    parameter PAYLOAD_BITS = 32,
    parameter LABEL_BITS   = 4,             // of a destination and of a source
    parameter DIGIT_BITS   = 2,             // of them, the highest, ask the first switch; 0: it has one output
    parameter ASKS         = 4,             // outputs of the first switch
    parameter OUTSIDE      = 0,             // 1: the last of these is asked for by the highest bit alone
    parameter FROM_BITS    = 2,             // of `from`
    parameter KNOWN_BITS   = 2,             // of the source's label, the lowest, follow from `from`: 0 or FROM_BITS
    parameter SKEWED_BITS  = 2,             // of its highest digit, if that changes `from`; else 0
    parameter WIDTH        = 7,             // W, of a beat
    parameter SLOT         = 5,             // S, beats and clocks of a slot
    parameter PAIRS        = 3,             // of beats: (SLOT + 1) / 2; 1 if there are more than 8
    parameter PACKETS      = 0,             // 1: words form packets; s_axis_tlast is the last of one
    parameter DELAY        = 2,             // clocks from the beginning of a slot until beat 0 is on `out`
    parameter ALONE        = 0              // 1: the last switch is the first one, and reads `busy` while it decides
) (
    input  wire                    clk,
    input  wire                    rst,     // synchronous, active high
    input  wire [LABEL_BITS-1:0]   label,   // of this leaf, constant
    // from the timer
    input  wire                    turn,    // the last clock of a slot
    input  wire                    catch,   // `valid` is that of the word whose beats come
    input  wire                    done,    // the last of its beats has come
    input  wire                    odd,     // the clock of the slot is ..
    input  wire [PAIRS-1:0]        pair,    // .. and half of it, rounded down; of many beats whether this is 0
    // the network
    output wire [ASKS-1:0]         request,
    output wire [LABEL_BITS-1:0]   digits,
    output wire                    goes_on, // the word is not the first of its packet
    output wire [WIDTH-1:0]        out,
    input  wire                    taken,
    input  wire                    valid,
    input  wire [FROM_BITS-1:0]    from,
    input  wire [WIDTH-1:0]        in,
    output wire                    busy,
    // the leaf
    input  wire [PAYLOAD_BITS-1:0] s_axis_tdata,
    input  wire [LABEL_BITS-1:0]   s_axis_tdest,
    input  wire                    s_axis_tlast,
    input  wire                    s_axis_tvalid,
    output wire                    s_axis_tready,
    output reg  [PAYLOAD_BITS-1:0] m_axis_tdata,
    output reg  [LABEL_BITS-1:0]   m_axis_tuser,
    output reg                     m_axis_tlast,
    output reg                     m_axis_tvalid,
    input  wire                    m_axis_tready
);
    localparam SENT_BITS = LABEL_BITS - KNOWN_BITS;         // of the label, in front of the payload
    localparam HEAD_BITS = SENT_BITS + PACKETS;             // .. with, lowest, whether it is not the last of its packet
    localparam WORD_BITS = PAYLOAD_BITS + HEAD_BITS;
    localparam ALL_BITS  = SLOT * WIDTH;                    // WORD_BITS or more

    // ---- the sender ------------------------------------------------------------------------------------------------

    wire [ALL_BITS-1:0]          word;
    wire [WIDTH-1:0]             picked;
    wire [(DELAY+1)*WIDTH-1:0]   line;                      // beats: this clock's, the one before, ..
    wire                         first = pair[0] & ~odd;    // the first clock of a slot
    reg                          begun;                     // a packet whose last word has not been taken
    reg                          more;                      // follows behind the word that is sent, as its beats say
    reg  [LABEL_BITS-1:0]        kept;                      // its destination, which all words of its packet have
    wire [LABEL_BITS-1:0]        to = PACKETS != 0 && begun ? kept : s_axis_tdest;
    genvar                       k;

    generate
        if (SENT_BITS > 0) begin : with_label
            assign word[WORD_BITS-1:PACKETS] = {s_axis_tdata, label[LABEL_BITS-1 -: SENT_BITS > 0 ? SENT_BITS : 1]};
        end else begin : without
            assign word[WORD_BITS-1:PACKETS] = s_axis_tdata;
        end
        if (PACKETS != 0) begin : with_more
            assign word[0] = ~s_axis_tlast;
        end
        if (ALL_BITS > WORD_BITS) begin : rest
            assign word[ALL_BITS-1:WORD_BITS] = {(ALL_BITS-WORD_BITS > 0 ? ALL_BITS-WORD_BITS : 1){1'b0}};
        end
        for (k = 0; k < ASKS; k = k + 1) begin : ask
            localparam [31:0] OUTPUT = k;

            if (OUTSIDE != 0 && k == ASKS - 1) begin : outside
                assign request[k] = to[LABEL_BITS-1] & s_axis_tvalid;
            end else if (DIGIT_BITS > 0) begin : one
                assign request[k] = s_axis_tvalid & to[LABEL_BITS-1 -: DIGIT_BITS > 0 ? DIGIT_BITS : 1]
                                                    == OUTPUT[(DIGIT_BITS > 0 ? DIGIT_BITS : 1)-1:0];
            end else begin : only
                assign request[k] = s_axis_tvalid;
            end
        end
        // Few beats are picked from the word; many leave a copy of it, one after the other.
        if (SLOT <= 8) begin : few
            lane_pick #(.INPUTS(SLOT), .WIDTH(WIDTH)) beats (.odd(odd), .pair(pair), .in(word), .out(picked));
        end else begin : many
            reg  [ALL_BITS-WIDTH-1:0] later;

            assign picked = first ? word[WIDTH-1:0] : later[WIDTH-1:0];
            always @(posedge clk)
                if (first)
                    later <= word[ALL_BITS-1:WIDTH];
                else
                    later <= {{WIDTH{1'b0}}, later[ALL_BITS-WIDTH-1:WIDTH]};
        end
        assign line[WIDTH-1:0] = picked;
        for (k = 0; k < DELAY; k = k + 1) begin : ago
            reg [WIDTH-1:0] then_picked;

            always @(posedge clk)
                then_picked <= line[k*WIDTH +: WIDTH];
            assign line[(k+1)*WIDTH +: WIDTH] = then_picked;
        end
    endgenerate
    assign out           = line[DELAY*WIDTH +: WIDTH];
    assign digits        = PACKETS != 0 ? kept : s_axis_tdest;
    assign goes_on       = PACKETS != 0 && begun;
    assign s_axis_tready = turn & taken;

    always @(posedge clk) begin
        // What the switches know of a packet stays true if s_axis changes before the word is taken.
        if (first) begin
            kept <= to;
            more <= ~s_axis_tlast;
        end
        if (s_axis_tready)
            begun <= more;
        if (rst)
            begun <= 1'b0;
    end

    // ---- the receiver ----------------------------------------------------------------------------------------------

    reg                  comes, waits;                      // beats of a word come; a whole word waits behind m_axis
    reg  [ALL_BITS-1:0]  come;
    reg  [FROM_BITS-1:0] origin;
    wire                 full  = m_axis_tvalid & ~m_axis_tready;
    wire                 ends  = done & comes | waits;
    wire                 stays = ends & full;
    wire                 moves = ends & ~full;
    wire                 no_room = valid & waits | (valid | waits) & full;
    wire [LABEL_BITS-1:0] source;
    wire [FROM_BITS-1:0]  lowest;                           // its lowest digit, if known

    generate
        if (ALONE != 0) begin : early
            reg kept_busy;

            always @(posedge clk)
                kept_busy <= no_room;
            assign busy = kept_busy;
        end else begin : in_time
            assign busy = no_room;
        end
        for (k = 0; k < FROM_BITS; k = k + 1) begin : skew
            if (k < SKEWED_BITS) begin : changed
                assign lowest[k] = origin[k] ^ come[HEAD_BITS - SKEWED_BITS + k];
            end else begin : as_it_is
                assign lowest[k] = origin[k];
            end
        end
        if (KNOWN_BITS > 0 && SENT_BITS > 0) begin : both
            assign source = {come[SENT_BITS > 0 ? HEAD_BITS-1 : PACKETS:PACKETS], lowest};
        end else if (KNOWN_BITS > 0) begin : known
            assign source = lowest;
        end else begin : sent
            assign source = come[LABEL_BITS+PACKETS-1:PACKETS];
        end
    endgenerate

    always @(posedge clk) begin
        if (catch)
            comes <= valid;
        if (catch & valid)
            origin <= from;
        if (~stays)
            come <= {in, come[ALL_BITS-1:WIDTH]};
        waits <= stays;
        if (moves) begin
            m_axis_tdata <= come[WORD_BITS-1:HEAD_BITS];
            m_axis_tuser <= source;
            m_axis_tlast <= PACKETS != 0 && ~come[0];
        end
        m_axis_tvalid <= moves | full;
        if (rst) begin
            comes         <= 1'b0;
            waits         <= 1'b0;
            m_axis_tvalid <= 1'b0;
        end
    end
    wire unused = &{begun, more, kept, come, origin, lowest, label, word, s_axis_tlast, 1'b0};
endmodule

`default_nettype wire
