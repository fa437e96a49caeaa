// sixteen_cores.v: sixteen cores, each with its memory, at the leaves of the bus that `ftc generate sixteen.yaml` makes. All have
// the same program. Leaf 0 has a serial line.
`default_nettype none
module sixteen_cores #(
    parameter PROGRAM    = "mandelbrot.hex",
    parameter BIT_CLOCKS = 217              // of the serial line
) (
    input  wire        clk,
    input  wire        rst,                 // synchronous, active high, for at least 32 clocks
    output wire        tx,
    output wire [15:0] stopped,
    output wire [15:0] fault
);
    localparam LEAVES = 16;
    localparam [31:0] BASE = 32'h10000000;
    localparam [31:0] SIZE = 32'h1000;

    wire [LEAVES-1:0]    m_cyc, m_stb, m_we, m_stall, m_ack, m_err, s_cyc, s_stb, s_we, s_stall, s_ack, s_err;
    wire [32*LEAVES-1:0] m_adr, m_dat, m_rdt, s_dat, s_rdt;
    wire [4*LEAVES-1:0]  m_sel, s_sel;
    wire [12*LEAVES-1:0] s_adr;
    wire [LEAVES-1:0]    core_fault, failed, byte_valid, byte_ready;
    wire [8*LEAVES-1:0]  byte_data;

    sixteen_bus system (
        .clk(clk), .rst(rst),
        .master_cyc(m_cyc), .master_stb(m_stb), .master_we(m_we), .master_adr(m_adr), .master_dat(m_dat), .master_sel(m_sel),
        .master_stall(m_stall), .master_ack(m_ack), .master_err(m_err), .master_rdt(m_rdt), .failed(failed),
        .slave_cyc(s_cyc), .slave_stb(s_stb), .slave_we(s_we), .slave_adr(s_adr), .slave_dat(s_dat), .slave_sel(s_sel),
        .slave_stall(s_stall), .slave_ack(s_ack), .slave_err(s_err), .slave_rdt(s_rdt)
    );

    genvar i;
    generate
        for (i = 0; i < LEAVES; i = i + 1) begin : leaf
            core_node #(.BASE(BASE + i * SIZE), .PROGRAM(PROGRAM)) node (
                .clk(clk), .rst(rst), .stopped(stopped[i]), .fault(core_fault[i]),
                .line_valid(byte_valid[i]), .line_data(byte_data[8*i +: 8]), .line_ready(byte_ready[i]),
                .master_cyc(m_cyc[i]), .master_stb(m_stb[i]), .master_we(m_we[i]), .master_adr(m_adr[32*i +: 32]),
                .master_dat(m_dat[32*i +: 32]), .master_sel(m_sel[4*i +: 4]), .master_stall(m_stall[i]), .master_ack(m_ack[i]),
                .master_err(m_err[i]), .master_rdt(m_rdt[32*i +: 32]),
                .slave_cyc(s_cyc[i]), .slave_stb(s_stb[i]), .slave_we(s_we[i]), .slave_adr(s_adr[12*i +: 12]),
                .slave_dat(s_dat[32*i +: 32]), .slave_sel(s_sel[4*i +: 4]), .slave_stall(s_stall[i]), .slave_ack(s_ack[i]),
                .slave_err(s_err[i]), .slave_rdt(s_rdt[32*i +: 32])
            );
        end
    endgenerate

    line_out #(.BIT_CLOCKS(BIT_CLOCKS)) line (
        .clk(clk), .rst(rst), .data(byte_data[7:0]), .valid(byte_valid[0]), .ready(byte_ready[0]), .tx(tx)
    );
    assign byte_ready[LEAVES-1:1] = byte_valid[LEAVES-1:1];     // go nowhere
    assign fault = core_fault | failed;

    wire unused = &{byte_data[8*LEAVES-1:8], 1'b0};
endmodule
`default_nettype wire
