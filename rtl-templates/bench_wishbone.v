// bench_wishbone.v: a testbench part that drives one leaf's Wishbone slave (wishbone_leaf.v). For simulators only.
//
//   s_axis --> writes TO and SEND                      --> wb_*
//   m_axis <-- reads FROM and RECEIVE on irq           --> wb_*
//
//   One bus cycle after the other: LEAF and ENABLE, then for each message TO and SEND, or FROM and RECEIVE, for every
//   word. Clocked like the slave itself; no delays and no waiting, which simulators treat differently.
`default_nettype none

module bench_wishbone #(
    parameter LABEL_BITS   = 4,
    parameter PAYLOAD_BITS = 32,
    parameter TO_BITS      = 4,
    parameter FROM_BITS    = 4
) (
    input  wire                    clk,
    input  wire                    go,
    input  wire [LABEL_BITS-1:0]   label,           // that the slave must report
    output reg                     mislabelled,
    output reg  [4:0]              wb_adr,
    output reg  [31:0]             wb_dat,
    output wire [3:0]              wb_sel,
    output reg                     wb_we,
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
    output reg                     m_axis_tvalid    // for one clock: the receiver must take a message at once
);
    localparam WORDS = (PAYLOAD_BITS + 31) / 32;    // of a message
    localparam BITS  = 32 * WORDS;
    localparam [4:0] NONE = 5'h00, ENABLE = 5'h04, TO = 5'h08, SEND = 5'h0c, FROM = 5'h10, RECEIVE = 5'h14,
                     LEAF = 5'h18, SHAPE = 5'h1c;

    reg  [BITS-1:0]    word;                        // of a received message, the latest on top
    wire [BITS+31:0]   longer = {wb_rdt, word};
    wire [31:0]        to     = {{(32-TO_BITS){1'b0}}, s_axis_tdest};
    wire [31:0]        leaf   = {{(32-LABEL_BITS){1'b0}}, label};
    wire [BITS+31:0]   sent   = {{(BITS+32-PAYLOAD_BITS){1'b0}}, s_axis_tdata};
    integer            w;                           // words of this message that have been written or read

    assign wb_sel       = 4'hf;
    assign wb_cyc       = wb_stb;
    assign m_axis_tdata = word[PAYLOAD_BITS-1:0];

    task begin_cycle;                               // of the bus
        input [4:0]  address;
        input        write;
        input [31:0] data;
        begin
            wb_adr <= address;
            wb_dat <= data;
            wb_we  <= write;
            wb_stb <= 1'b1;
        end
    endtask

    task begin_message;
        if (irq === 1'b1)
            begin_cycle(FROM, 1'b0, 32'd0);
        else if (s_axis_tvalid)
            begin_cycle(TO, 1'b1, to);
    endtask

    task begin_next;                                // cycle, after the one that wb_adr still tells
        if (wb_adr == NONE || wb_adr == SHAPE)
            begin_cycle(LEAF, 1'b0, 32'd0);
        else if (wb_adr == LEAF)
            begin_cycle(ENABLE, 1'b1, 32'd1);       // interrupt when a message is there
        else if (wb_adr == TO || wb_adr == SEND && w < WORDS)
            begin_cycle(SEND, 1'b1, sent[w*32 +: 32]);
        else if (wb_adr == FROM || wb_adr == RECEIVE && w < WORDS)
            begin_cycle(RECEIVE, 1'b0, 32'd0);
        else if (!s_axis_tready && !m_axis_tvalid)
            begin_message;
    endtask

    task check_label;
        begin
            mislabelled <= wb_rdt !== leaf;
            if (wb_rdt !== leaf)
                $display("the leaf with the label %h tells %h", label, wb_rdt);
        end
    endtask

    task end_cycle;
        begin
            wb_stb <= 1'b0;
            if (wb_adr == LEAF)
                check_label;
            if (wb_adr == FROM)
                m_axis_tuser <= wb_rdt[FROM_BITS-1:0];
            if (wb_adr == RECEIVE)
                word <= longer[BITS+31:32];
            w <= wb_adr == SEND || wb_adr == RECEIVE ? w + 1 : 0;
            s_axis_tready <= wb_adr == SEND && w == WORDS - 1;
            m_axis_tvalid <= wb_adr == RECEIVE && w == WORDS - 1;
        end
    endtask

    initial begin
        {wb_adr, wb_dat, wb_we, wb_stb} = 0;
        {mislabelled, s_axis_tready, m_axis_tvalid} = 0;
        w = 0;
    end

    always @(posedge clk) begin
        s_axis_tready <= 1'b0;
        m_axis_tvalid <= 1'b0;
        if (wb_stb && wb_ack === 1'b1)
            end_cycle;
        else if (!wb_stb && go)
            begin_next;
    end
endmodule

`default_nettype wire
