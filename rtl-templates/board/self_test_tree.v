// self_test_tree: the self test of a network whose leaves send messages, for a board.
//
//   control --go--> leaf 0 --> leaf 1 --> ... --> leaf n-1          one self_test_leaf.v at each leaf of the network
//      ^             |  ^       |  ^                 |  ^
//      |             v  |       v  |                 v  |
//      |           [        the network (outside)         ]
//      +---- events, gathered along the leaves <-----+
//   control --> report --> tx
`default_nettype none
module self_test_tree #(
    parameter LEAVES = 8,               // of the network, at least 2
    parameter FIRST_LABEL = 0,          // label of leaf 0: 0 or 1
    parameter LABEL_BITS = 3,           // ceil(log2 LEAVES), or more where not all labels name leaves
    parameter [LEAVES*LABEL_BITS-1:0] LABELS = 0,       // leaf i at [i*LABEL_BITS +: LABEL_BITS]; 0: FIRST_LABEL + i
    parameter [LABEL_BITS-1:0] TOPS = 1 << (LABEL_BITS - 1),    // see self_test_destination.v
    parameter [LEAVES-1:0] DEAD = 0,    // leaves that take no part; with any, labels are numbers, from 0 on
    parameter DEST_BITS = 3,            // of tdest and tuser, LABEL_BITS or one more (the network has an outside)
    parameter PAYLOAD = 16,             // bits, at least 1
    parameter STEP_BITS = 16,           // 6, 8, 10, 12 or 16: a leaf sends 2^STEP_BITS - 1 messages a round
    parameter COUNT_BITS = 20,          // 4 * 2 .. 4 * 8, and LEAVES * 2^STEP_BITS <= 2^(COUNT_BITS-1)
    parameter QUIET_BITS = 12,          // see self_test_control.v
    parameter NAME_LENGTH = 7,          // see self_test_judge.v
    parameter [8*NAME_LENGTH-1:0] NAME = "network",
    parameter STEP = 10066              // see self_test_judge.v
) (
    input  wire                        clk,
    input  wire                        rst,             // synchronous, active high

    output wire [LEAVES*PAYLOAD-1:0]   s_axis_tdata,    // leaf i at [i*W +: W]
    output wire [LEAVES*DEST_BITS-1:0] s_axis_tdest,
    output wire [LEAVES-1:0]           s_axis_tvalid,
    input  wire [LEAVES-1:0]           s_axis_tready,
    input  wire [LEAVES*PAYLOAD-1:0]   m_axis_tdata,
    input  wire [LEAVES*DEST_BITS-1:0] m_axis_tuser,
    input  wire [LEAVES-1:0]           m_axis_tvalid,
    output wire [LEAVES-1:0]           m_axis_tready,

    output wire                        running,         // see self_test_control.v
    output wire                        passed,
    output wire                        failed,
    output wire                        tx               // a line after each round
);

    localparam GAPS = LABELS != 0;
    localparam [31:0] LAST_NUMBER = FIRST_LABEL + LEAVES - 1;
    localparam [LABEL_BITS-1:0] LAST = GAPS ? LABELS[LEAVES*LABEL_BITS-1 -: LABEL_BITS] : LAST_NUMBER[LABEL_BITS-1:0];

    // A leaf to send to in the place of this one, or of a dead one.
    function integer other;
        input integer of;
        integer k;
        begin
            other = (of ^ 1) < LEAVES ? of ^ 1 : of - 1;
            for (k = 1; k < LEAVES && DEAD[other]; k = k + 1)
                other = (of + k) % LEAVES;
        end
    endfunction

    function integer living;
        input integer leaves;
        integer k;
        begin
            living = 0;
            for (k = 0; k < leaves; k = k + 1)
                living = living + (DEAD[k] ? 0 : 1);
        end
    endfunction

    /* verilator lint_off UNUSEDSIGNAL */       // go[LEAVES]: unused behind the last leaf
    wire [LEAVES:0] go;
    /* verilator lint_on UNUSEDSIGNAL */
    wire [LEAVES:0] sent;
    wire [LEAVES:0] delivered;
    wire [LEAVES:0] wrong;
    assign sent[0] = 1'b0;
    assign delivered[0] = 1'b0;
    assign wrong[0] = 1'b0;

    genvar i;
    generate
        for (i = 0; i < LEAVES; i = i + 1) begin : leaf
            localparam OTHER = other(i);
            localparam [31:0] NUMBER = FIRST_LABEL + i;
            localparam [31:0] OTHER_NUMBER = FIRST_LABEL + OTHER;
            localparam [LABEL_BITS-1:0] OWN_LABEL   = GAPS ? LABELS[i*LABEL_BITS +: LABEL_BITS]
                                                           : NUMBER[LABEL_BITS-1:0];
            localparam [LABEL_BITS-1:0] OTHER_LABEL = GAPS ? LABELS[OTHER*LABEL_BITS +: LABEL_BITS]
                                                           : OTHER_NUMBER[LABEL_BITS-1:0];

            self_test_leaf #(
                .LEAVES(LEAVES), .FIRST_LABEL(FIRST_LABEL), .NUMBER(i), .LABEL_BITS(LABEL_BITS), .LABEL(OWN_LABEL),
                .NEIGHBOUR(OTHER_LABEL), .LAST_DIGITS(LAST), .TOPS(TOPS), .DEST_BITS(DEST_BITS), .PAYLOAD(PAYLOAD),
                .STEP_BITS(STEP_BITS), .DEAD(DEAD)
            ) leaf (
                .clk(clk), .rst(rst),
                .go_in(go[i]), .go_out(go[i+1]),
                .sent_in(sent[i]), .sent_out(sent[i+1]),
                .delivered_in(delivered[i]), .delivered_out(delivered[i+1]),
                .wrong_in(wrong[i]), .wrong_out(wrong[i+1]),
                .s_axis_tdata(s_axis_tdata[i*PAYLOAD +: PAYLOAD]),
                .s_axis_tdest(s_axis_tdest[i*DEST_BITS +: DEST_BITS]),
                .s_axis_tvalid(s_axis_tvalid[i]), .s_axis_tready(s_axis_tready[i]),
                .m_axis_tdata(m_axis_tdata[i*PAYLOAD +: PAYLOAD]),
                .m_axis_tuser(m_axis_tuser[i*DEST_BITS +: DEST_BITS]),
                .m_axis_tvalid(m_axis_tvalid[i]), .m_axis_tready(m_axis_tready[i]));
        end
    endgenerate

    self_test_judge #(
        .EXPECTED(living(LEAVES) * ((1 << STEP_BITS) - 1)), .COUNT_BITS(COUNT_BITS), .QUIET_BITS(QUIET_BITS),
        .NAME_LENGTH(NAME_LENGTH), .NAME(NAME), .STEP(STEP)
    ) judge (
        .clk(clk), .rst(rst), .go(go[0]),
        .sent(sent[LEAVES]), .delivered(delivered[LEAVES]), .wrong(wrong[LEAVES]),
        .running(running), .passed(passed), .failed(failed), .tx(tx));

endmodule
`default_nettype wire
