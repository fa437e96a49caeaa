// self_test_leaf: one leaf's part of a self test: sends messages to pseudo-random leaves and checks received ones.
//
//   x (LFSR) --+--> payload ----> s_axis       m_axis ----> compare ----> wrong
//              +--> destination                   |
//   go_in --> [] --> go_out                       v
//   events: sent_in --> (or) --> [] --> sent_out, likewise delivered and wrong
//
// While `go` is high the leaf sends 2^STEP_BITS - 1 messages: x runs through its period once. A new rise of `go` starts
// over. Every signal that passes all leaves (go, and the chains of events) has a register in each leaf, which keeps
// wires short. An event waits in the leaf until the chain has a gap.
//
// The payload checks itself. Its lower half, F = PAYLOAD/2 bits, is x. The upper half is a copy of the lower half,
// xored with the labels of the source and the destination: label bit i at upper bit i mod (PAYLOAD - F). A payload of
// one bit is the parity of the two labels. This detects a message that goes astray, is changed on its way or carries a
// wrong source. If PAYLOAD is below about 4 * DEST_BITS, several label bits share a bit, and an even number of wrong
// label bits goes unnoticed. An error in only one half always shows.
`default_nettype none
module self_test_leaf #(
    parameter LEAVES = 8,               // leaves of the network, at least 2
    parameter FIRST_LABEL = 0,          // the least label: 0 or 1
    parameter NUMBER = 0,               // of this leaf, below LEAVES
    parameter LABEL_BITS = 3,           // at least ceil(log2 LEAVES), at most STEP_BITS
    parameter [LABEL_BITS-1:0] LABEL = 0,                       // of this leaf; see self_test_destination.v
    parameter [LABEL_BITS-1:0] NEIGHBOUR = 1,
    parameter [LABEL_BITS-1:0] LAST_DIGITS = {LABEL_BITS{1'b1}},
    parameter [LABEL_BITS-1:0] TOPS = 1 << (LABEL_BITS - 1),
    parameter DEST_BITS = 3,            // of tdest and tuser, LABEL_BITS or one more (the network has an outside)
    parameter PAYLOAD = 16,             // bits of a payload, at least 1
    parameter STEP_BITS = 16,           // 6, 8, 10, 12 or 16: a round is 2^STEP_BITS - 1 messages
    parameter [LEAVES-1:0] DEAD = 0     // see self_test_tree.v; one that is dead itself neither sends nor takes
) (
    input  wire                 clk,
    input  wire                 rst,            // synchronous, active high

    input  wire                 go_in,          // from the leaf before
    output reg                  go_out,
    input  wire                 sent_in,
    output reg                  sent_out,
    input  wire                 delivered_in,
    output reg                  delivered_out,
    input  wire                 wrong_in,
    output reg                  wrong_out,

    output wire [PAYLOAD-1:0]   s_axis_tdata,
    output wire [DEST_BITS-1:0] s_axis_tdest,
    output reg                  s_axis_tvalid,
    input  wire                 s_axis_tready,

    input  wire [PAYLOAD-1:0]   m_axis_tdata,
    input  wire [DEST_BITS-1:0] m_axis_tuser,   // the sender
    input  wire                 m_axis_tvalid,
    output wire                 m_axis_tready
);

    localparam FREE = PAYLOAD / 2;              // lower half of the payload
    localparam CHECKS = PAYLOAD - FREE;         // upper half
    localparam [DEST_BITS:0] OWN_WIDE = {{DEST_BITS-LABEL_BITS+1{1'b0}}, LABEL};
    localparam [DEST_BITS-1:0] OWN = OWN_WIDE[DEST_BITS-1:0];

    // Four steps of a maximal-length shift register (Galois): consecutive destinations share no bits. Four and
    // 2^STEP_BITS - 1 have no common factor: the period stays the same.
    localparam [31:0] TAPS_WIDE = STEP_BITS == 6  ? 32'h30 :
                                  STEP_BITS == 8  ? 32'hb8 :
                                  STEP_BITS == 10 ? 32'h240 :
                                  STEP_BITS == 12 ? 32'h829 : 32'hd008;
    localparam [STEP_BITS-1:0] TAPS = TAPS_WIDE[STEP_BITS-1:0];
    function [STEP_BITS-1:0] advance;
        input [STEP_BITS-1:0] from;
        integer step;
        begin
            advance = from;
            for (step = 0; step < 4; step = step + 1)
                advance = (advance >> 1) ^ (advance[0] ? TAPS : {STEP_BITS{1'b0}});
        end
    endfunction

    // The parity that the two labels, side by side, add to upper bit `which`.
    function labels_at;
        input integer which;
        input [2*DEST_BITS-1:0] labels;
        integer i;
        begin
            labels_at = 1'b0;
            for (i = which; i < 2 * DEST_BITS; i = i + CHECKS)
                labels_at = labels_at ^ labels[i];
        end
    endfunction

    // Leaves start at different places of the period; 7919 has no common factor with any of the periods.
    localparam [31:0] LAST_WIDE = (NUMBER * 7919) % ((1 << STEP_BITS) - 1) + 1;
    localparam [STEP_BITS-1:0] LAST = LAST_WIDE[STEP_BITS-1:0];
    localparam [STEP_BITS-1:0] FIRST = advance(LAST);

    // ---- sending -------------------------------------------------------------------------------------------

    reg [STEP_BITS-1:0] x;
    reg fired;                  // a message was accepted in the last clock
    reg may_send;
    reg done;                   // all messages of this round have been sent
    reg at_last;
    reg sent_waits;             // an event waits for a gap in the chain

    // tdest and at_last follow a new x within four clocks; fired, sent_waits and may_send take five.
    always @(posedge clk) begin
        go_out <= go_in;
        fired <= s_axis_tvalid && s_axis_tready;
        may_send <= go_out && !done && !fired && !sent_waits && !DEAD[NUMBER];
        s_axis_tvalid <= s_axis_tvalid ? !s_axis_tready : may_send && !fired;
        done <= go_out && (done || (fired && at_last));
        sent_waits <= fired || (sent_waits && sent_in);
        sent_out <= sent_in || sent_waits;
        if (fired)
            x <= advance(x);
        if (rst) begin
            x <= FIRST;
            go_out <= 1'b0;
            s_axis_tvalid <= 1'b0;
            fired <= 1'b0;
            sent_waits <= 1'b0;
            sent_out <= 1'b0;
        end
    end

    // x == LAST in two steps, with one LUT between registers.
    wire [STEP_BITS-1:0] from_last = x ^ LAST;
    localparam GROUPS = (STEP_BITS + 3) / 4;
    reg  [GROUPS-1:0] same;
    genvar g;
    generate
        for (g = 0; g < GROUPS; g = g + 1) begin : compare_last
            localparam BITS = STEP_BITS - 4 * g < 4 ? STEP_BITS - 4 * g : 4;
            always @(posedge clk)
                same[g] <= !(|from_last[4*g +: BITS]);
        end
    endgenerate
    always @(posedge clk)
        at_last <= &same;

    wire [LABEL_BITS-1:0] destination;
    self_test_destination #(
        .LEAVES(LEAVES), .FIRST_LABEL(FIRST_LABEL), .LABEL_BITS(LABEL_BITS), .LABEL(LABEL), .NEIGHBOUR(NEIGHBOUR),
        .LAST_DIGITS(LAST_DIGITS), .TOPS(TOPS), .DEAD(DEAD)
    ) choose (.clk(clk), .random(x[STEP_BITS-1 -: LABEL_BITS]), .destination(destination));
    generate
        if (DEST_BITS > LABEL_BITS) begin : with_outside
            assign s_axis_tdest = {{(DEST_BITS-LABEL_BITS){1'b0}}, destination};
        end else begin : inside_only
            assign s_axis_tdest = destination;
        end
    endgenerate

    genvar at;
    generate
        for (at = 0; at < FREE; at = at + 1) begin : lower
            assign s_axis_tdata[at] = x[at % STEP_BITS];
        end
        for (at = 0; at < CHECKS; at = at + 1) begin : upper
            if (at < FREE) begin : repeated
                assign s_axis_tdata[FREE+at] = x[at % STEP_BITS] ^ labels_at(at, {s_axis_tdest, OWN});
            end else begin : alone
                assign s_axis_tdata[FREE+at] = labels_at(at, {s_axis_tdest, OWN});
            end
        end
    endgenerate

    // ---- receiving -----------------------------------------------------------------------------------------

    // The errors in each upper bit, for a message to this leaf.
    wire [CHECKS-1:0] off;
    generate
        for (at = 0; at < CHECKS; at = at + 1) begin : compare
            if (at < FREE) begin : repeated
                assign off[at] = m_axis_tdata[FREE+at] ^ m_axis_tdata[at] ^ labels_at(at, {OWN, m_axis_tuser});
            end else begin : alone
                assign off[at] = m_axis_tdata[FREE+at] ^ labels_at(at, {OWN, m_axis_tuser});
            end
        end
    endgenerate

    // The first registers look at one upper bit each where a source bit takes part (three inputs), else at two
    // (four inputs); a tree gathers them.
    localparam WITH_SOURCE = DEST_BITS < CHECKS ? DEST_BITS : CHECKS;
    localparam FOUND = WITH_SOURCE + (CHECKS - WITH_SOURCE + 1) / 2;
    reg [FOUND-1:0] found;
    genvar i;
    generate
        for (i = 0; i < WITH_SOURCE; i = i + 1) begin : look_with_source
            always @(posedge clk)
                found[i] <= off[i];
        end
        for (i = WITH_SOURCE; i < FOUND; i = i + 1) begin : look
            localparam FROM = 2 * i - WITH_SOURCE;
            localparam BITS = CHECKS - FROM < 2 ? CHECKS - FROM : 2;
            always @(posedge clk)
                found[i] <= |off[FROM +: BITS];
        end
    endgenerate
    wire bad;
    reduce_tree #(.WIDTH(FOUND)) gather (.clk(clk), .in(found), .out(bad));

    // The message is held while the tree settles, then taken in one clock.
    function integer depth;                     // clocks from m_axis_tdata to `bad`
        input integer width;
        integer gathered;
        begin
            depth = 2;
            for (gathered = 4; gathered < width; gathered = 4 * gathered)
                depth = depth + 1;
        end
    endfunction
    localparam DEPTH = depth(FOUND);
    reg [DEPTH:0] settled;
    reg delivered_waits;
    reg wrong_waits;
    wire taken = m_axis_tvalid && m_axis_tready;
    assign m_axis_tready = settled[DEPTH];

    always @(posedge clk) begin
        settled <= {settled[DEPTH-1] && !delivered_waits && !wrong_waits,
                    settled[DEPTH-1:0] << 1} & {(DEPTH+1){!m_axis_tready}};
        settled[0] <= m_axis_tvalid && !m_axis_tready;
        delivered_waits <= taken || (delivered_waits && delivered_in);
        delivered_out <= delivered_in || delivered_waits;
        wrong_waits <= (taken && bad) || (wrong_waits && wrong_in);
        wrong_out <= wrong_in || wrong_waits;
        if (rst) begin
            settled <= {(DEPTH+1){1'b0}};
            delivered_waits <= 1'b0;
            delivered_out <= 1'b0;
            wrong_waits <= 1'b0;
            wrong_out <= 1'b0;
        end
    end

endmodule
`default_nettype wire
