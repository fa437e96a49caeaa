// bench_wishbone.v: a testbench part that drives one leaf's Wishbone slave (wishbone_leaf.v). For simulators only.
//
//   s_axis --> writes TO and SEND                      --> wb_*
//   m_axis <-- reads FROM and RECEIVE on irq           --> wb_*
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
    output reg  [PAYLOAD_BITS-1:0] m_axis_tdata,
    output reg  [FROM_BITS-1:0]    m_axis_tuser,
    output reg                     m_axis_tvalid    // for one clock: the receiver must take a message at once
);
    localparam WORDS = (PAYLOAD_BITS + 31) / 32;    // of a message
    localparam [4:0] ENABLE = 5'h04, TO = 5'h08, SEND = 5'h0c, FROM = 5'h10, RECEIVE = 5'h14, LEAF = 5'h18;

    reg [31:0]         value;                       // read in the last cycle
    reg [WORDS*32-1:0] word;
    integer            w;

    assign wb_sel = 4'hf;
    assign wb_cyc = wb_stb;

    task cycle;                                     // of the bus
        input [4:0] address;
        input write;
        input [31:0] data;
        begin
            wb_adr = address;
            wb_dat = data;
            wb_we  = write;
            wb_stb = 1'b1;
            @(negedge clk);
            while (wb_ack !== 1'b1)
                @(negedge clk);
            value = wb_rdt;
            @(posedge clk) #1 wb_stb = 1'b0;
        end
    endtask

    task send;
        begin
            cycle(TO, 1'b1, s_axis_tdest);
            word = s_axis_tdata;
            for (w = 0; w < WORDS; w = w + 1)
                cycle(SEND, 1'b1, word[w*32 +: 32]);
            s_axis_tready = 1'b1;
            @(posedge clk) #1 s_axis_tready = 1'b0;
        end
    endtask

    task receive;
        begin
            cycle(FROM, 1'b0, 0);
            m_axis_tuser = value[FROM_BITS-1:0];
            for (w = 0; w < WORDS; w = w + 1) begin
                cycle(RECEIVE, 1'b0, 0);
                word[w*32 +: 32] = value;
            end
            m_axis_tdata  = word[PAYLOAD_BITS-1:0];
            m_axis_tvalid = 1'b1;
            @(posedge clk) #1 m_axis_tvalid = 1'b0;
        end
    endtask

    initial begin
        {wb_adr, wb_dat, wb_we, wb_stb} = 0;
        {mislabelled, s_axis_tready, m_axis_tvalid} = 0;
        wait (go);
        @(negedge clk);
        cycle(LEAF, 1'b0, 0);
        mislabelled = value !== {{(32-LABEL_BITS){1'b0}}, label};
        if (mislabelled)
            $display("the leaf with the label %h tells %h", label, value);
        cycle(ENABLE, 1'b1, 1);                     // interrupt when a message is there
        forever
            @(negedge clk) #2
                if (irq === 1'b1)
                    receive;
                else if (s_axis_tvalid)
                    send;
    end
endmodule

`default_nettype wire
