// axi_test.v: two masters and two memories at the bus that `ftc generate axi.yaml` makes, in any simulator.
`default_nettype none
module axi_test;
    localparam MASTERS = 2;

    reg     clk = 1'b0, rst = 1'b1;
    integer clocks = 0;

    wire [32*MASTERS-1:0] awaddr, wdata, araddr, rdata;
    wire [MASTERS-1:0]    awvalid, awready, wvalid, wready, bvalid, bready, arvalid, arready, rvalid, rready, done, wrong;
    wire [4*MASTERS-1:0]  wstrb;
    wire [2*MASTERS-1:0]  bresp, rresp;

    wire [11:0] m_awaddr, m_araddr, c_adr;
    wire [31:0] m_wdata, m_rdata, c_dat;
    wire [3:0]  m_wstrb, c_sel;
    wire [1:0]  m_bresp, m_rresp;
    wire        m_awvalid, m_awready, m_wvalid, m_wready, m_bvalid, m_bready, m_arvalid, m_arready, m_rvalid, m_rready;
    wire        c_cyc, c_stb, c_we;
    reg         c_ack;
    reg  [31:0] c_rdt;

    axi_bus system (
        .clk(clk), .rst(rst),
        .s_axi_awaddr(awaddr), .s_axi_awprot(6'd0), .s_axi_awvalid(awvalid), .s_axi_awready(awready), .s_axi_wdata(wdata),
        .s_axi_wstrb(wstrb), .s_axi_wvalid(wvalid), .s_axi_wready(wready), .s_axi_bresp(bresp), .s_axi_bvalid(bvalid),
        .s_axi_bready(bready), .s_axi_araddr(araddr), .s_axi_arprot(6'd0), .s_axi_arvalid(arvalid), .s_axi_arready(arready),
        .s_axi_rdata(rdata), .s_axi_rresp(rresp), .s_axi_rvalid(rvalid), .s_axi_rready(rready),
        .m_axi_awaddr(m_awaddr), .m_axi_awprot(), .m_axi_awvalid(m_awvalid), .m_axi_awready(m_awready), .m_axi_wdata(m_wdata),
        .m_axi_wstrb(m_wstrb), .m_axi_wvalid(m_wvalid), .m_axi_wready(m_wready), .m_axi_bresp(m_bresp), .m_axi_bvalid(m_bvalid),
        .m_axi_bready(m_bready), .m_axi_araddr(m_araddr), .m_axi_arprot(), .m_axi_arvalid(m_arvalid), .m_axi_arready(m_arready),
        .m_axi_rdata(m_rdata), .m_axi_rresp(m_rresp), .m_axi_rvalid(m_rvalid), .m_axi_rready(m_rready),
        .classic_slave_cyc(c_cyc), .classic_slave_stb(c_stb), .classic_slave_we(c_we), .classic_slave_adr(c_adr),
        .classic_slave_dat(c_dat), .classic_slave_sel(c_sel), .classic_slave_ack(c_ack), .classic_slave_err(1'b0),
        .classic_slave_rdt(c_rdt)
    );

    // ---- masters: one for each memory
    genvar i;
    generate
        for (i = 0; i < MASTERS; i = i + 1) begin : master
            axi_filler #(.BASE(32'h10000000 + 32'h10000000 * i)) filler (
                .clk(clk), .rst(rst), .awaddr(awaddr[32*i +: 32]), .awvalid(awvalid[i]), .awready(awready[i]), .wdata(wdata[32*i +: 32]),
                .wstrb(wstrb[4*i +: 4]), .wvalid(wvalid[i]), .wready(wready[i]), .bresp(bresp[2*i +: 2]), .bvalid(bvalid[i]),
                .bready(bready[i]), .araddr(araddr[32*i +: 32]), .arvalid(arvalid[i]), .arready(arready[i]),
                .rdata(rdata[32*i +: 32]), .rresp(rresp[2*i +: 2]), .rvalid(rvalid[i]), .rready(rready[i]), .done(done[i]),
                .wrong(wrong[i])
            );
        end
    endgenerate

    // ---- the memory of leaf 2, AXI4-Lite
    axi_memory memory (
        .clk(clk), .rst(rst), .awaddr(m_awaddr), .awvalid(m_awvalid), .awready(m_awready), .wdata(m_wdata), .wstrb(m_wstrb),
        .wvalid(m_wvalid), .wready(m_wready), .bresp(m_bresp), .bvalid(m_bvalid), .bready(m_bready), .araddr(m_araddr),
        .arvalid(m_arvalid), .arready(m_arready), .rdata(m_rdata), .rresp(m_rresp), .rvalid(m_rvalid), .rready(m_rready)
    );

    // ---- the memory of leaf 3, classic Wishbone: whole words
    reg [31:0] words [0:255];

    always @(posedge clk) begin
        c_ack <= c_cyc & c_stb & ~c_ack & ~rst;
        c_rdt <= words[c_adr[9:2]];
        if (c_cyc & c_stb & c_we & c_sel == 4'b1111)
            words[c_adr[9:2]] <= c_dat;
    end

    always #5 clk = ~clk;
    always @(posedge clk) begin
        clocks <= clocks + 1;
        if (clocks == 40)
            rst <= 1'b0;
        if (!rst && (&done || clocks > 10000)) begin
            if (&done && !wrong)
                $display("2 masters: all words were written and read, in %0d clocks", clocks - 40);
            else
                $display("FAILED: %s", &done ? "a word is wrong" : "no end");
            $finish(0);
        end
    end
endmodule
`default_nettype wire
