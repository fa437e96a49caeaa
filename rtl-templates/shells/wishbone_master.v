// wishbone_master: makes an AXI4-Stream leaf again of a leaf's Wishbone slave (wishbone_leaf.v): for testbenches,
// simulations and self tests through the slaves.
//
//   s_axis --> STATUS: is there room? --> TO --> SEND ..     --> wb_*
//   m_axis <-- RECEIVE .. <-- FROM <-- irq                   <-- wb_*
//
//   One bus cycle follows the other: after the reset LEAF and ENABLE, then what messages need, received ones first. The
//   address of the latest cycle is the state. A message to send stays on s_axis until its last word is written.
`default_nettype none

module wishbone_master #(
    parameter LABEL_BITS   = 4,
    parameter PAYLOAD_BITS = 32,            // 1 .. 65535
    parameter TO_BITS      = 4,             // of tdest, 1 .. 32
    parameter FROM_BITS    = 4              // of tuser, 1 .. 32
) (
    input  wire                    clk,     // the slave's
    input  wire                    rst,     // synchronous, active high
    input  wire [LABEL_BITS-1:0]   label,   // that the slave must report
    output reg                     mislabelled,
    output reg  [4:0]              wb_adr,
    output wire [31:0]             wb_dat,
    output wire [3:0]              wb_sel,
    output wire                    wb_we,
    output wire                    wb_cyc,
    output reg                     wb_stb,
    input  wire [31:0]             wb_rdt,
    input  wire                    wb_ack,
    input  wire                    irq,
    // as at a leaf of the network
    input  wire [PAYLOAD_BITS-1:0] s_axis_tdata,
    input  wire [TO_BITS-1:0]      s_axis_tdest,
    input  wire                    s_axis_tvalid,
    output reg                     s_axis_tready,   // for one clock
    output wire [PAYLOAD_BITS-1:0] m_axis_tdata,
    output reg  [FROM_BITS-1:0]    m_axis_tuser,
    output reg                     m_axis_tvalid,
    input  wire                    m_axis_tready
);
    localparam P         = PAYLOAD_BITS;
    localparam WORDS     = (P + 31) / 32;           // of a message
    localparam WORD_BITS = WORDS > 1 ? $clog2(WORDS) : 1;
    localparam [31:0] LAST_WORD = WORDS - 1;
    localparam [4:0] STATUS = 5'h00, ENABLE = 5'h04, TO = 5'h08, SEND = 5'h0c, FROM = 5'h10, RECEIVE = 5'h14,
                     LEAF = 5'h18;
    localparam [31:0] RECEIVED = 1;                 // interrupts when a message is there

    reg                  resting;                   // the state is not wb_adr: nothing is under way
    reg                  room;                      // in the send queue, by STATUS
    reg  [WORD_BITS-1:0] number;                    // of the word of this message that wb_adr selects
    wire                 last_word = number == LAST_WORD[WORD_BITS-1:0];
    wire                 done      = wb_stb & wb_ack;
    wire                 receives  = irq & ~m_axis_tvalid;
    wire                 sends     = s_axis_tvalid & ~s_axis_tready;
    wire                 at_send   = wb_adr == SEND;
    wire                 at_receive = wb_adr == RECEIVE;

    // ---- What is written and read ----------------------------------------------------------------------------------

    wire [32*WORDS-1:0]  whole = {{(32*WORDS-P){1'b0}}, s_axis_tdata};
    wire [31:0]          word;
    wire [31:0]          to   = {{(32-TO_BITS){1'b0}}, s_axis_tdest};
    wire [31:0]          leaf = {{(32-LABEL_BITS){1'b0}}, label};
    reg  [P-1:0]         received;

    assign wb_dat       = at_send ? word : wb_adr == TO ? to : RECEIVED;
    assign wb_we        = at_send | wb_adr == TO | wb_adr == ENABLE;
    assign wb_sel       = 4'hf;
    assign wb_cyc       = wb_stb;
    assign m_axis_tdata = received;

    generate
        if (WORDS > 1) begin : several_words
            localparam REST = P - 32 * (WORDS - 1);         // bits of the last word

            assign word = whole[32*number +: 32];
            always @(posedge clk)
                if (done & at_receive) begin
                    if (last_word)
                        received[P-1 -: REST] <= wb_rdt[REST-1:0];
                    else
                        received[32*number +: 32] <= wb_rdt;
                end
        end else begin : one_word
            assign word = whole;
            always @(posedge clk)
                if (done & at_receive)
                    received <= wb_rdt[P-1:0];
        end
    endgenerate

    // ---- The cycles ------------------------------------------------------------------------------------------------

    task begin_cycle;
        input [4:0] address;
        begin
            wb_adr  <= address;
            wb_stb  <= 1'b1;
            resting <= 1'b0;
            number  <= {WORD_BITS{1'b0}};
        end
    endtask

    task begin_next;
        if (resting) begin
            if (receives)
                begin_cycle(FROM);
            else if (sends)
                begin_cycle(STATUS);
        end else begin
            case (wb_adr)
                LEAF:    begin_cycle(ENABLE);
                STATUS:  if (room) begin_cycle(TO); else resting <= 1'b1;
                TO:      begin_cycle(SEND);
                FROM:    begin_cycle(RECEIVE);
                default: resting <= 1'b1;
            endcase
        end
    endtask

    always @(posedge clk) begin
        s_axis_tready <= done & at_send & last_word;
        m_axis_tvalid <= m_axis_tvalid & ~m_axis_tready | done & at_receive & last_word;
        if (done) begin
            wb_stb <= 1'b0;
            room   <= wb_rdt[2];
            if (wb_adr == FROM)
                m_axis_tuser <= wb_rdt[FROM_BITS-1:0];
            if (wb_adr == LEAF)
                mislabelled <= wb_rdt != leaf;
        end else if (!wb_stb) begin
            if (!resting & (at_send | at_receive) & !last_word) begin
                number <= number + 1'b1;
                wb_stb <= 1'b1;
            end else
                begin_next;
        end
        if (rst) begin
            wb_adr        <= LEAF;
            wb_stb        <= 1'b1;
            resting       <= 1'b0;
            number        <= {WORD_BITS{1'b0}};
            mislabelled   <= 1'b0;
            s_axis_tready <= 1'b0;
            m_axis_tvalid <= 1'b0;
        end
    end
endmodule

`default_nettype wire
