// cores.v: cores with their memories, for the leaves of a bus that `ftc generate` makes: all masters and slaves, side by side as its
// vectors have them. All have the same program. Leaf 0 has a serial line.
`default_nettype none
module cores #(
    parameter LEAVES     = 16,              // 2 or more
    parameter TWO_PORTS  = 1,               // see core_node.v
    parameter PROGRAM    = "mandelbrot.hex",
    parameter BIT_CLOCKS = 217,             // of the serial line
    parameter [31:0] BASE = 32'h10000000    // of the memory of leaf 0; each has 4 KB
) (
    input  wire                 clk,
    input  wire                 rst,        // synchronous, active high
    output wire                 tx,
    output wire [LEAVES-1:0]    stopped,
    output wire [LEAVES-1:0]    fault,
    // the bus
    output wire [LEAVES-1:0]    m_cyc, m_stb, m_we,
    output wire [32*LEAVES-1:0] m_adr, m_dat,
    output wire [4*LEAVES-1:0]  m_sel,
    input  wire [LEAVES-1:0]    m_stall, m_ack, m_err, failed,
    input  wire [32*LEAVES-1:0] m_rdt,
    input  wire [LEAVES-1:0]    s_cyc, s_stb, s_we,
    input  wire [12*LEAVES-1:0] s_adr,
    input  wire [32*LEAVES-1:0] s_dat,
    input  wire [4*LEAVES-1:0]  s_sel,
    output wire [LEAVES-1:0]    s_stall, s_ack, s_err,
    output wire [32*LEAVES-1:0] s_rdt
);
    localparam [31:0] SIZE = 32'h1000;

    wire [LEAVES-1:0]   core_fault, byte_valid, byte_ready;
    wire [8*LEAVES-1:0] byte_data;

    genvar i;
    generate
        for (i = 0; i < LEAVES; i = i + 1) begin : leaf
            core_node #(.BASE(BASE + i * SIZE), .TWO_PORTS(TWO_PORTS), .PROGRAM(PROGRAM)) node (
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
