// eight_cores.v: eight cores, each with its memory, at the leaves of the bus that `ftc generate eight.yaml` makes. With PICORV32
// defined they are PicoRV32s that execute PROGRAM (eight.s), otherwise they stand in for such cores.
`default_nettype none
module eight_cores (
    input  wire clk,
    input  wire rst,                    // synchronous, active high, for at least 32 clocks
    output wire done,
    output wire wrong
);
    localparam LEAVES = 8;
    localparam BASE   = 32'h10000000;
    localparam SIZE   = 32'h1000;
`ifdef PICORV32
    localparam PROGRAM = "eight.hex";
`else
    localparam PROGRAM = "";
`endif

    wire [LEAVES-1:0]    m_cyc, m_stb, m_we, m_stall, m_ack, m_err, s_cyc, s_stb, s_we, s_stall, s_ack, s_err;
    wire [32*LEAVES-1:0] m_adr, m_dat, m_rdt, s_dat, s_rdt;
    wire [4*LEAVES-1:0]  m_sel, s_sel;
    wire [12*LEAVES-1:0] s_adr;
    wire [LEAVES-1:0]    core_done, core_wrong, core_failed;

    eight_bus system (
        .clk(clk), .rst(rst),
        .master_cyc(m_cyc), .master_stb(m_stb), .master_we(m_we), .master_adr(m_adr), .master_dat(m_dat), .master_sel(m_sel),
        .master_stall(m_stall), .master_ack(m_ack), .master_err(m_err), .master_rdt(m_rdt),
        .slave_cyc(s_cyc), .slave_stb(s_stb), .slave_we(s_we), .slave_adr(s_adr), .slave_dat(s_dat), .slave_sel(s_sel),
        .slave_stall(s_stall), .slave_ack(s_ack), .slave_err(s_err), .slave_rdt(s_rdt)
    );

    genvar i;
    generate
        for (i = 0; i < LEAVES; i = i + 1) begin : leaf
            wire        valid, ready;
            wire [31:0] addr, wdata, rdata;
            wire [3:0]  wstrb;

            // Here stands your core.
`ifdef PICORV32
            picorv32 #(.PROGADDR_RESET(BASE + i * SIZE), .STACKADDR(BASE + i * SIZE + SIZE)) core (
                .clk(clk), .resetn(~rst), .trap(core_done[i]),                  // by ebreak, when all words were right
                .mem_valid(valid), .mem_ready(ready), .mem_addr(addr), .mem_wdata(wdata), .mem_wstrb(wstrb), .mem_rdata(rdata),
                .pcpi_wr(1'b0), .pcpi_rd(32'd0), .pcpi_wait(1'b0), .pcpi_ready(1'b0), .irq(32'd0)
            );
            assign core_wrong[i] = 1'b0;
`else
            stand_in #(.LEAF(i), .LEAVES(LEAVES), .BASE(BASE), .SIZE(SIZE)) core (
                .clk(clk), .rst(rst), .mem_valid(valid), .mem_ready(ready), .mem_addr(addr), .mem_wdata(wdata), .mem_wstrb(wstrb),
                .mem_rdata(rdata), .done(core_done[i]), .wrong(core_wrong[i])
            );
`endif
            core_leaf #(.BASE(BASE + i * SIZE), .PROGRAM(PROGRAM)) here (
                .clk(clk), .rst(rst), .mem_valid(valid), .mem_ready(ready), .mem_addr(addr), .mem_wdata(wdata), .mem_wstrb(wstrb),
                .mem_rdata(rdata), .failed(core_failed[i]),
                .master_cyc(m_cyc[i]), .master_stb(m_stb[i]), .master_we(m_we[i]), .master_adr(m_adr[32*i +: 32]),
                .master_dat(m_dat[32*i +: 32]), .master_sel(m_sel[4*i +: 4]), .master_stall(m_stall[i]), .master_ack(m_ack[i]),
                .master_err(m_err[i]), .master_rdt(m_rdt[32*i +: 32]),
                .slave_cyc(s_cyc[i]), .slave_stb(s_stb[i]), .slave_we(s_we[i]), .slave_adr(s_adr[12*i +: 12]),
                .slave_dat(s_dat[32*i +: 32]), .slave_sel(s_sel[4*i +: 4]), .slave_stall(s_stall[i]), .slave_ack(s_ack[i]),
                .slave_err(s_err[i]), .slave_rdt(s_rdt[32*i +: 32])
            );
        end
    endgenerate

    assign done  = &core_done;
    assign wrong = |{core_wrong, core_failed};
endmodule
`default_nettype wire
