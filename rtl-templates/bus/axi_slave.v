// axi_slave: a port for the user's AXI4-Lite slave, behind the Wishbone port of its bridge.
//
//   Wishbone, pipelined --> AW and W, each until it is taken, or AR        B, R --> acknowledges
//
//   The bridge asks for one access at a time. SLVERR and DECERR are its error; responses are taken in their clock. Protection bits are 0. WITHDRAWS:
//   the bridge may take back what it asks for, as one with a timeout does. AXI4-Lite does not allow that: the request is first put into
//   registers, in a clock of its own.
`default_nettype none

module axi_slave #(
    parameter ADDRESS_BITS = 12,                            // of a byte
    parameter WITHDRAWS    = 0
) (
    input  wire                    clk,
    input  wire                    rst,                     // synchronous, active high
    // the bridge
    input  wire                    slave_cyc,
    input  wire                    slave_stb,
    input  wire                    slave_we,
    input  wire [ADDRESS_BITS-1:0] slave_adr,
    input  wire [31:0]             slave_dat,
    input  wire [3:0]              slave_sel,
    output wire                    slave_stall,
    output wire                    slave_ack,
    output wire                    slave_err,
    output wire [31:0]             slave_rdt,
    // the user's slave
    output wire [ADDRESS_BITS-1:0] m_axi_awaddr,
    output wire [2:0]              m_axi_awprot,
    output wire                    m_axi_awvalid,
    input  wire                    m_axi_awready,
    output wire [31:0]             m_axi_wdata,
    output wire [3:0]              m_axi_wstrb,
    output wire                    m_axi_wvalid,
    input  wire                    m_axi_wready,
    input  wire [1:0]              m_axi_bresp,
    input  wire                    m_axi_bvalid,
    output wire                    m_axi_bready,
    output wire [ADDRESS_BITS-1:0] m_axi_araddr,
    output wire [2:0]              m_axi_arprot,
    output wire                    m_axi_arvalid,
    input  wire                    m_axi_arready,
    input  wire [31:0]             m_axi_rdata,
    input  wire [1:0]              m_axi_rresp,
    input  wire                    m_axi_rvalid,
    output wire                    m_axi_rready
);
    wire                    stb, we;
    wire [ADDRESS_BITS-1:0] adr;
    reg                     address_done, data_done;        // taken, while the other is not
    wire                    address_goes = address_done | m_axi_awready;
    wire                    data_goes    = data_done | m_axi_wready;
    wire                    goes         = we ? address_goes & data_goes : m_axi_arready;
    wire                    unused       = &{m_axi_bresp[0], m_axi_rresp[0], 1'b0};

    generate
        if (WITHDRAWS != 0) begin : kept
            bus_hold #(
                .ADDRESS_BITS(ADDRESS_BITS)
            ) hold (
                .clk(clk), .rst(rst), .slave_stb(slave_cyc & slave_stb), .slave_we(slave_we), .slave_adr(slave_adr),
                .slave_dat(slave_dat), .slave_sel(slave_sel), .slave_stall(slave_stall), .stb(stb), .we(we), .adr(adr), .dat(m_axi_wdata),
                .sel(m_axi_wstrb), .goes(goes)
            );
        end else begin : plain
            assign stb         = slave_cyc & slave_stb;
            assign we          = slave_we;
            assign adr         = slave_adr;
            assign m_axi_wdata = slave_dat;
            assign m_axi_wstrb = slave_sel;
            assign slave_stall = ~goes;
        end
    endgenerate

    assign m_axi_awvalid = stb & we & ~address_done;
    assign m_axi_wvalid  = stb & we & ~data_done;
    assign m_axi_arvalid = stb & ~we;
    assign m_axi_awaddr  = adr;
    assign m_axi_araddr  = adr;
    assign m_axi_awprot  = 3'd0;
    assign m_axi_arprot  = 3'd0;
    assign m_axi_bready  = 1'b1;
    assign m_axi_rready  = 1'b1;
    assign slave_ack     = m_axi_bvalid & ~m_axi_bresp[1] | m_axi_rvalid & ~m_axi_rresp[1];
    assign slave_err     = m_axi_bvalid & m_axi_bresp[1] | m_axi_rvalid & m_axi_rresp[1];
    assign slave_rdt     = m_axi_rdata;

    always @(posedge clk) begin
        address_done <= stb & we & address_goes & ~data_goes & ~rst;
        data_done    <= stb & we & data_goes & ~address_goes & ~rst;
    end
endmodule

`default_nettype wire
