// four_cores.v: four cores, each with its memory, at the leaves of the bus that `ftc generate four.yaml` makes.
`default_nettype none
module four_cores #(
    parameter PROGRAM    = "mandelbrot-4.hex",
    parameter BIT_CLOCKS = 217              // of the serial line
) (
    input  wire        clk,
    input  wire        rst,                 // synchronous, active high, for at least 32 clocks
    output wire        tx,
    output wire [3:0] stopped,
    output wire [3:0] fault
);
    localparam LEAVES = 4;

    wire [LEAVES-1:0]    m_cyc, m_stb, m_we, m_stall, m_ack, m_err, failed, s_cyc, s_stb, s_we, s_stall, s_ack, s_err;
    wire [32*LEAVES-1:0] m_adr, m_dat, m_rdt, s_dat, s_rdt;
    wire [4*LEAVES-1:0]  m_sel, s_sel;
    wire [12*LEAVES-1:0] s_adr;

    four_bus system (
        .clk(clk), .rst(rst),
        .master_cyc(m_cyc), .master_stb(m_stb), .master_we(m_we), .master_adr(m_adr), .master_dat(m_dat), .master_sel(m_sel),
        .master_stall(m_stall), .master_ack(m_ack), .master_err(m_err), .master_rdt(m_rdt), .failed(failed),
        .slave_cyc(s_cyc), .slave_stb(s_stb), .slave_we(s_we), .slave_adr(s_adr), .slave_dat(s_dat), .slave_sel(s_sel),
        .slave_stall(s_stall), .slave_ack(s_ack), .slave_err(s_err), .slave_rdt(s_rdt)
    );
    cores #(.LEAVES(LEAVES), .TWO_PORTS(0), .PROGRAM(PROGRAM), .BIT_CLOCKS(BIT_CLOCKS)) cores (
        .clk(clk), .rst(rst), .tx(tx), .stopped(stopped), .fault(fault),
        .m_cyc(m_cyc), .m_stb(m_stb), .m_we(m_we), .m_adr(m_adr), .m_dat(m_dat), .m_sel(m_sel),
        .m_stall(m_stall), .m_ack(m_ack), .m_err(m_err), .failed(failed), .m_rdt(m_rdt),
        .s_cyc(s_cyc), .s_stb(s_stb), .s_we(s_we), .s_adr(s_adr), .s_dat(s_dat), .s_sel(s_sel),
        .s_stall(s_stall), .s_ack(s_ack), .s_err(s_err), .s_rdt(s_rdt)
    );
endmodule
`default_nettype wire
