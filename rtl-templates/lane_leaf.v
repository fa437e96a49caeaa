// lane_leaf: an adapter of a network of lanes: AXI4-Stream in, AXI4-Stream out, every word once and in order.
//
//   s_axis --> [ word ] --beats--> out          request, digits: where the word wants to go, for a whole slot
//   m_axis <-- [ word ] <-- [ beats ] <-- in
//
//   The first word goes into `request` in the last clock of a slot, and leaves s_axis in the next slot. It is sent in
//   every slot until the network has taken it. The receiver has room for two words. It says that it is busy if a third one would
//   have to wait, so what the network takes is never lost.
`default_nettype none

module lane_leaf #(
    parameter PAYLOAD_BITS = 32,
    parameter LABEL_BITS   = 4,             // of a destination and of a source
    parameter DIGIT_BITS   = 2,             // of them, the highest, ask the first switch; 0: it has one output
    parameter ASKS         = 4,             // outputs of the first switch
    parameter REST         = 2,             // wires for the other digits, at least 1
    parameter FROM_BITS    = 2,             // of `from`
    parameter KNOWN_BITS   = 2,             // of the source's label, the lowest, are `from`: 0 or FROM_BITS
    parameter WIDTH        = 7,             // W, of a beat
    parameter SLOT         = 5,             // S, beats and clocks of a slot
    parameter WAIT         = 0,             // clocks of a slot before a word leaves s_axis, which then goes out
    parameter BEAT_BITS    = 3              // $clog2(SLOT)
) (
    input  wire                    clk,
    input  wire                    rst,     // synchronous, active high
    input  wire [LABEL_BITS-1:0]   label,   // of this leaf, constant
    // from the timer
    input  wire                    turn,    // the last clock of a slot
    input  wire                    look,    // the receiver says whether it is busy
    input  wire                    catch,   // `valid` is that of the word whose beats come
    input  wire                    done,    // the last of its beats has come
    input  wire [BEAT_BITS-1:0]    beat,    // which one goes out next
    // the network
    output reg  [ASKS-1:0]         request,
    output wire [REST-1:0]         digits,
    output reg  [WIDTH-1:0]        out,
    input  wire                    taken,
    input  wire                    valid,
    input  wire [FROM_BITS-1:0]    from,
    input  wire [WIDTH-1:0]        in,
    output reg                     busy,
    // the leaf
    input  wire [PAYLOAD_BITS-1:0] s_axis_tdata,
    input  wire [LABEL_BITS-1:0]   s_axis_tdest,
    input  wire                    s_axis_tvalid,
    output wire                    s_axis_tready,
    output reg  [PAYLOAD_BITS-1:0] m_axis_tdata,
    output reg  [LABEL_BITS-1:0]   m_axis_tuser,
    output reg                     m_axis_tvalid,
    input  wire                    m_axis_tready
);
    localparam SENT_BITS = LABEL_BITS - KNOWN_BITS;         // of the label, in front of the payload
    localparam WORD_BITS = PAYLOAD_BITS + SENT_BITS;
    localparam ALL_BITS  = SLOT * WIDTH;                    // WORD_BITS or more

    // ---- the sender ------------------------------------------------------------------------------------------------

    reg                 have;                               // a word is in `request`
    reg  [WAIT:0]       gone;                               // `request` has changed
    wire                went = gone[WAIT];
    reg  [ALL_BITS-1:0] word;
    wire [ALL_BITS-1:0] next;
    wire [WIDTH-1:0]    picked;
    wire                go = turn & (taken | ~have);
    wire [WAIT+1:0]     starts = {gone, go};
    genvar              k;

    generate
        if (SENT_BITS > 0) begin : with_label
            assign next[WORD_BITS-1:0] = {s_axis_tdata, label[LABEL_BITS-1 -: SENT_BITS > 0 ? SENT_BITS : 1]};
        end else begin : without
            assign next[WORD_BITS-1:0] = s_axis_tdata;
        end
        if (ALL_BITS > WORD_BITS) begin : rest
            assign next[ALL_BITS-1:WORD_BITS] = {(ALL_BITS-WORD_BITS > 0 ? ALL_BITS-WORD_BITS : 1){1'b0}};
        end
        for (k = 0; k < ASKS; k = k + 1) begin : ask
            localparam [31:0] OUTPUT = k;
            wire wants;

            if (DIGIT_BITS > 0) begin : one
                assign wants = s_axis_tvalid & s_axis_tdest[LABEL_BITS-1 -: DIGIT_BITS > 0 ? DIGIT_BITS : 1]
                                               == OUTPUT[(DIGIT_BITS > 0 ? DIGIT_BITS : 1)-1:0];
            end else begin : only
                assign wants = s_axis_tvalid;
            end
            always @(posedge clk) begin
                if (go)
                    request[k] <= wants;
                if (rst)
                    request[k] <= 1'b0;
            end
        end
        if (LABEL_BITS > DIGIT_BITS) begin : more_digits
            reg [REST-1:0] held;

            always @(posedge clk)
                if (go)
                    held <= s_axis_tdest[REST-1:0];
            assign digits = held;
        end else begin : no_digits
            assign digits = {REST{1'b0}};
        end
    endgenerate

    // Few beats are picked from the word; a word of many goes round, once in a slot.
    generate
        if (SLOT <= 8) begin : few
            lane_pick #(.INPUTS(SLOT), .WIDTH(WIDTH), .BITS(BEAT_BITS)) beats (.number(beat), .in(word), .out(picked));
            always @(posedge clk)
                if (went)
                    word <= next;
        end else begin : many
            wire unused = |beat;

            assign picked = word[WIDTH-1:0];
            always @(posedge clk)
                word <= went ? next : {word[WIDTH-1:0], word[ALL_BITS-1:WIDTH]};
        end
    endgenerate
    assign s_axis_tready = went & have;

    always @(posedge clk) begin
        gone <= starts[WAIT:0];
        if (go)
            have <= s_axis_tvalid;
        out <= picked;
        if (rst) begin
            gone <= {WAIT+1{1'b0}};
            have <= 1'b0;
        end
    end

    // ---- the receiver ----------------------------------------------------------------------------------------------

    reg                  comes, waits;                      // beats of a word come; a whole word waits behind m_axis
    reg  [ALL_BITS-1:0]  come;
    reg  [FROM_BITS-1:0] origin;
    wire                 full  = m_axis_tvalid & ~m_axis_tready;
    wire                 ends  = done & comes | waits;
    wire                 stays = ends & full;
    wire                 moves = ends & ~full;
    wire [LABEL_BITS-1:0] source;

    generate
        if (KNOWN_BITS > 0 && SENT_BITS > 0) begin : both
            assign source = {come[SENT_BITS > 0 ? SENT_BITS-1 : 0:0], origin};
        end else if (KNOWN_BITS > 0) begin : known
            assign source = origin;
        end else begin : sent
            assign source = come[LABEL_BITS-1:0];
        end
    endgenerate

    always @(posedge clk) begin
        if (look)
            busy <= valid & waits | (valid | waits) & full;
        if (catch)
            comes <= valid;
        if (catch & valid)
            origin <= from;
        if (~stays)
            come <= {in, come[ALL_BITS-1:WIDTH]};
        waits <= stays;
        if (moves) begin
            m_axis_tdata <= come[WORD_BITS-1:SENT_BITS];
            m_axis_tuser <= source;
        end
        m_axis_tvalid <= moves | full;
        if (rst) begin
            comes         <= 1'b0;
            waits         <= 1'b0;
            m_axis_tvalid <= 1'b0;
        end
    end
    wire unused = &{come, origin, label, starts, 1'b0};
endmodule

`default_nettype wire
