// lane_receiver: lane_leaf.v loses no word that the network gives it, and doubles none: m_axis shows each word once, in
//   order, bit for bit, with its source, until it is taken.
//
//   The network grants a word in a slot only if `busy` was low when it read that, as lane_switches.v proves; in the first slot
//   after a reset it may do anything, for the timer then does not say `catch` (lane_slots.v). In the clock behind a reset `done`
//   may come from before it. The beats of a granted word come in the clocks of lane_switches.v; at all other times anything
//   comes. Resets come at any time, and m_axis_tready at will.
//
//   By induction over the clocks, with the leaf's registers in view. Beside it a queue without end counts the words that are
//   owed, and keeps them: one joins when its last beat has come, and one leaves when m_axis shows a word that is taken.
//   Then m_axis is valid if, and only if, a word is owed, and shows the oldest one. So it stays until it is taken.
//! proves lane_leaf as receiver
//! around
//! given STAGES CATCH DONE ROOT
//! what "adapter of a {ROOT ? 'stream of the outside' : 'leaf'}"
//! claim "every word that comes is on m_axis once, in order, bit for bit"
//! steps 2
//! skip 1
//! cells 3 * SLOT * WIDTH + 2 * LABEL_BITS + 20
//! reads lane_leaf lane_pick lane_link
//! watches still
//! expose lane_leaf.comes
//! expose lane_leaf.waits
//! expose lane_leaf.come
//! expose lane_leaf.origin when KNOWN_BITS > 0
//! bind BEAT = (DELAY + STAGES) % SLOT
//! show parts "claims that held, of 0 to 9"
//! show clock_shown "bits of the clock in the slot"
`default_nettype none

module lane_receiver #(
    parameter PAYLOAD_BITS = 32,
    parameter LABEL_BITS   = 4,
    parameter FROM_BITS    = 2,
    parameter KNOWN_BITS   = 2,
    parameter SKEWED_BITS  = 2,
    parameter WIDTH        = 7,
    parameter SLOT         = 5,
    parameter PAIRS        = 3,
    parameter PACKETS      = 0,
    parameter STAGES       = 2,
    // clocks of the slot
    parameter CATCH        = 2,
    parameter DONE         = 4,
    parameter BEAT         = 4          // in which beat 0 comes
) (
    input  wire                    clk,
    // free in every clock
    input  wire                    rst,
    input  wire                    any_valid, any_done, ready,
    input  wire [FROM_BITS-1:0]    from,
    input  wire [WIDTH-1:0]        in,
    input  wire [PAIRS+1:0]        any_timing,
    input  wire [PAYLOAD_BITS-1:0] s_data,
    input  wire [LABEL_BITS-1:0]   s_dest, label,
    input  wire                    s_last, s_valid, taken,
    // the claim, and values to show if it fails
    output wire                    ok,
    output wire [9:0]              parts,
    output wire [15:0]             clock_shown
);
    localparam SENT_BITS = LABEL_BITS - KNOWN_BITS;
    localparam HEAD_BITS = SENT_BITS + PACKETS;
    localparam WORD_BITS = PAYLOAD_BITS + HEAD_BITS;
    localparam ALL_BITS  = SLOT * WIDTH;
    localparam DECIDES   = 2 * STAGES - 2;                  // the last switch
    localparam READS     = STAGES > 1 ? 2 * STAGES - 3 : 0; // .. or the one before it, `busy`

    // ---- slots, and what the network grants
    reg        begun, was_rst;          // was_rst: in the clock before
    reg [15:0] clock;
    reg [1:0]  slots;                   // since the reset; 2: or more
    reg        valid;
    reg        granted;                 // `valid`, but not that of the first slot
    reg        free;                    // `busy` was low
    reg                     expected;                       // the word whose beats come is granted ..
    reg  [FROM_BITS-1:0]    source;                         // .. and comes from there
    wire [ALL_BITS-1:0]     come;
    wire [FROM_BITS-1:0]    origin;
    wire                    busy, comes, waits, m_last, m_valid;
    wire [PAYLOAD_BITS-1:0] m_data;
    wire [LABEL_BITS-1:0]   m_user;

    wire                    may    = STAGES > 1 ? free : !busy;
    wire                    grant  = any_valid && (may || slots == 2'd0);
    wire                    catch  = clock == CATCH && slots == 2'd2;
    wire                    done   = clock == DONE || was_rst && any_done;
    wire [3+PAIRS:0]        timing = {any_timing[PAIRS+1:1], done, catch, any_timing[0]};

    generate
        if (KNOWN_BITS > 0) begin : known
            circuit circuit (
                .clk(clk), .rst(rst), .timing(timing), .label(label), .request(), .digits(), .out(), .taken(taken), .valid(valid),
                .from(from), .in(in), .busy(busy), .s_axis_tdata(s_data), .s_axis_tdest(s_dest), .s_axis_tvalid(s_valid),
                .s_axis_tlast(s_last), .m_axis_tlast(m_last), .goes_on(),
                .s_axis_tready(), .m_axis_tdata(m_data), .m_axis_tuser(m_user), .m_axis_tvalid(m_valid),
                .m_axis_tready(ready), .\lane_leaf.comes (comes), .\lane_leaf.waits (waits), .\lane_leaf.come (come),
                .\lane_leaf.origin (origin)
            );
        end else begin : sent
            circuit circuit (
                .clk(clk), .rst(rst), .timing(timing), .label(label), .request(), .digits(), .out(), .taken(taken), .valid(valid),
                .from(from), .in(in), .busy(busy), .s_axis_tdata(s_data), .s_axis_tdest(s_dest), .s_axis_tvalid(s_valid),
                .s_axis_tlast(s_last), .m_axis_tlast(m_last), .goes_on(),
                .s_axis_tready(), .m_axis_tdata(m_data), .m_axis_tuser(m_user), .m_axis_tvalid(m_valid),
                .m_axis_tready(ready), .\lane_leaf.comes (comes), .\lane_leaf.waits (waits), .\lane_leaf.come (come)
            );
            assign origin = source;
        end
    endgenerate

    // ---- the queue of words that are owed
    reg  [ALL_BITS-1:0]   beats;                            // the last S that have come
    reg  [1:0]            owed;
    reg  [WORD_BITS-1:0]  oldest, newer;
    reg  [FROM_BITS-1:0]  oldest_source, newer_source;
    wire                  joins  = done && expected;
    wire                  leaves = m_valid && ready;

    always @(posedge clk) begin
        clock <= clock == SLOT - 1 ? 16'd0 : clock + 16'd1;
        if (clock == SLOT - 1 && slots != 2'd2)
            slots <= slots + 2'd1;
        if (clock == READS)
            free <= !busy;
        if (clock == DECIDES) begin
            valid   <= grant;
            granted <= grant && slots != 2'd0;
        end
        if (catch) begin
            expected <= valid;
            source   <= from;
        end
        was_rst <= rst;
        beats <= {in, beats} >> WIDTH;
        owed  <= owed + {1'b0, joins} - {1'b0, leaves};
        if (leaves) begin
            oldest        <= newer;
            oldest_source <= newer_source;
        end
        if (joins && owed == {1'b0, leaves}) begin
            oldest        <= beats[WORD_BITS-1:0];
            oldest_source <= source;
        end else if (joins) begin
            newer        <= beats[WORD_BITS-1:0];
            newer_source <= source;
        end
        if (rst) begin
            begun    <= 1'b1;
            clock    <= 16'd0;
            slots    <= 2'd0;
            granted  <= 1'b0;
            expected <= 1'b0;
            owed     <= 2'd0;
        end
    end

    // ---- where in the slot it is
    function [15:0] since;              // clocks from clock `first` of a slot until it is next clock `now` of one
        input [15:0] first;
        input [15:0] now;
        since = now >= first ? now - first : now + SLOT - first;
    endfunction
    function between;                    // from clock `first` of a slot to clock `last`
        input [15:0] first;
        input [15:0] last;
        input [15:0] now;
        between = since(first % SLOT, now) <= since(first % SLOT, last);
    endfunction

    // Beats of a word have come. Before `catch`, what the last switch shows says whether they are a word.
    wire        partly = between(BEAT + 1, CATCH, clock) ? granted : expected;
    wire [15:0] count  = clock == BEAT ? SLOT : since(BEAT, clock);
    reg         alike;                  // those that have come are in the leaf
    integer     b;

    always @* begin
        alike = 1'b1;
        for (b = 0; b < SLOT; b = b + 1)
            if (b + count >= SLOT && come[b*WIDTH +: WIDTH] != beats[b*WIDTH +: WIDTH])
                alike = 1'b0;
    end

    // From the clock in which `busy` is read to beat 0, a word may be under way for which the leaf must have room when its
    // beat 0 comes: no word waits, and if another one comes before, it is the only one.
    wire [1:0] stay = owed - {1'b0, clock == READS && leaves};
    wire another = between(READS, CATCH, clock) ? granted : expected;
    wire promise = clock == DECIDES ? may : clock == READS ? !busy : granted;
    wire room    = !between(READS, BEAT, clock) || !promise || (another ? stay == 2'd0 : stay <= 2'd1);

    wire [WORD_BITS-1:0]           unmarked = oldest >> PACKETS;
    wire [FROM_BITS-1:0]           highest  = unmarked >> (SENT_BITS - SKEWED_BITS);          // digit of the source
    wire [FROM_BITS-1:0]           lowest   = oldest_source ^ highest & (1 << SKEWED_BITS) - 1;
    wire [WORD_BITS+FROM_BITS-1:0] labelled = {unmarked, lowest};
    wire [LABEL_BITS-1:0]          due      = KNOWN_BITS > 0 ? labelled[LABEL_BITS-1:0] : unmarked[LABEL_BITS-1:0];

    assign clock_shown = clock;
    assign parts = {
        // what users see
        m_valid == (owed != 2'd0),
        owed == 2'd0 || m_data == oldest >> HEAD_BITS,
        owed == 2'd0 || m_last == (PACKETS != 0 && !oldest[0]),
        owed == 2'd0 || m_user == due,
        // what the leaf keeps
        owed != 2'd3 && waits == (owed == 2'd2) && comes == expected,
        !partly || alike && !waits,
        !waits || come[WORD_BITS-1:0] == newer && (KNOWN_BITS == 0 || origin == newer_source),
        !expected || !between(CATCH + 1, BEAT, clock) || KNOWN_BITS == 0 || origin == source,
        room,
        clock < SLOT && slots != 2'd3 && (!was_rst || clock == 16'd0 && slots == 2'd0 && owed == 2'd0) && (slots != 2'd0 || !granted && !expected)
            && (slots == 2'd0 || slots == 2'd1 && clock <= DECIDES || valid == granted)
            && (slots == 2'd2 || !expected) && !(slots == 2'd1 && clock <= DECIDES && granted)
    };
    still #(.CLOCKS(1)) all (.clk(clk), .claim(!begun || &parts), .ok(ok));
endmodule

`default_nettype wire
