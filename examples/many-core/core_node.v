// core_node.v: what stands at a leaf: a core, its memory, and the leaf's two ports of the bus.
//
//   core --+--> memory <-- slave port: accesses of the other cores
//          |
//          +--> line: a byte, by a store to LINE
//          |
//          +--> master port: all other addresses
//
// The memory is a block RAM with a port for each side. What a block RAM reads at one port while the other one writes the same word
// is undefined: so the slave port waits for a clock. With TWO_PORTS 0 the two sides share one: an iCE40's block RAM has one port to
// read and one to write. The slave port waits while the core, in 5 of its 36 clocks, uses it; the core goes on with the word that it
// has read, which is kept. A store to LINE waits until the byte is taken.
`default_nettype none
module core_node #(
    parameter [31:0] BASE = 32'h10000000,   // of the own memory
    parameter WORD_BITS   = 10,             // 2^WORD_BITS words of 4 bytes
    parameter [31:0] LINE = 32'h20000000,
    parameter TWO_PORTS   = 1,              // 0: the memory has only one
    parameter PROGRAM     = ""              // all words of the memory, for $readmemh
) (
    input  wire        clk,
    input  wire        rst,
    output wire        stopped,
    output wire        fault,
    // the line
    output wire        line_valid,
    output wire [7:0]  line_data,
    input  wire        line_ready,
    // this leaf's shares of the ports master_*
    output wire        master_cyc,
    output wire        master_stb,
    output wire        master_we,
    output wire [31:0] master_adr,
    output wire [31:0] master_dat,
    output wire [3:0]  master_sel,
    input  wire        master_stall,
    input  wire        master_ack,
    input  wire        master_err,
    input  wire [31:0] master_rdt,
    // and slave_*
    input  wire                 slave_cyc,
    input  wire                 slave_stb,
    input  wire                 slave_we,
    input  wire [WORD_BITS+1:0] slave_adr,
    input  wire [31:0]          slave_dat,
    input  wire [3:0]           slave_sel,
    output wire                 slave_stall,
    output reg                  slave_ack,
    output wire                 slave_err,
    output wire [31:0]          slave_rdt
);
    (* no_rw_check *)
    reg [31:0] memory [0:(1 << WORD_BITS)-1];

    initial
        if (PROGRAM != "")
            $readmemh(PROGRAM, memory);

    // ---- the core
    wire                 mem_en, bus_cyc, bus_stb, bus_we, bus_stall, bus_ack;
    wire [3:0]           mem_we, bus_sel;
    wire [WORD_BITS-1:0] mem_addr;
    wire [31:0]          mem_rdata, mem_wdata, bus_adr, bus_dat;

    serial_core #(.BASE(BASE), .WORD_BITS(WORD_BITS)) core (
        .clk(clk), .rst(rst), .mem_en(mem_en), .mem_we(mem_we), .mem_addr(mem_addr), .mem_wdata(mem_wdata), .mem_rdata(mem_rdata),
        .bus_cyc(bus_cyc), .bus_stb(bus_stb), .bus_we(bus_we), .bus_adr(bus_adr), .bus_dat(bus_dat), .bus_sel(bus_sel),
        .bus_stall(bus_stall), .bus_ack(bus_ack), .bus_err(master_err), .bus_rdt(master_rdt), .stopped(stopped), .fault(fault)
    );

    wire to_line = bus_adr[31:2] == LINE[31:2];

    assign line_valid = bus_stb & to_line;
    assign line_data  = bus_dat[7:0];
    assign bus_stall  = to_line ? ~line_ready : master_stall;
    assign bus_ack    = to_line ? line_ready : master_ack;
    assign master_cyc = bus_cyc & ~to_line;
    assign master_stb = bus_stb & ~to_line;
    assign master_we  = bus_we;
    assign master_adr = bus_adr;
    assign master_dat = bus_dat;
    assign master_sel = bus_sel;

    // ---- the memory
    wire [WORD_BITS-1:0] word   = slave_adr[WORD_BITS+1:2];
    wire                 served = slave_cyc & slave_stb & ~slave_stall;

    assign slave_stall = mem_en & (TWO_PORTS == 0 | mem_addr == word);
    assign slave_err   = 1'b0;
    always @(posedge clk)
        slave_ack <= served & ~rst;

    generate
        if (TWO_PORTS != 0) begin : two
            reg [31:0] read, slave_read;
            integer    k, n;                // a loop's own: Yosys takes one in two processes for a signal of two drivers

            assign mem_rdata = read;
            assign slave_rdt = slave_read;
            always @(posedge clk) begin
                if (mem_en) begin
                    for (k = 0; k < 4; k = k + 1)
                        if (mem_we[k])
                            memory[mem_addr][8*k +: 8] <= mem_wdata[8*k +: 8];
                    read <= memory[mem_addr];
                end
            end
            always @(posedge clk) begin
                if (served) begin
                    for (n = 0; n < 4; n = n + 1)
                        if (slave_we & slave_sel[n])
                            memory[word][8*n +: 8] <= slave_dat[8*n +: 8];
                    slave_read <= memory[word];
                end
            end
        end else begin : one
            reg [31:0] read, kept;
            reg        fresh;               // `read` is the core's
            integer    i;
            wire [WORD_BITS-1:0] place = mem_en ? mem_addr : word;
            wire [31:0]          in    = mem_en ? mem_wdata : slave_dat;
            wire [3:0]           bytes = mem_en ? mem_we : slave_sel & {4{served & slave_we}};

            assign mem_rdata = fresh ? read : kept;
            assign slave_rdt = read;
            always @(posedge clk) begin
                for (i = 0; i < 4; i = i + 1)
                    if (bytes[i])
                        memory[place][8*i +: 8] <= in[8*i +: 8];
                read  <= memory[place];
                fresh <= mem_en;
                if (fresh)
                    kept <= read;
            end
        end
    endgenerate

    wire unused = &{slave_adr[1:0], 1'b0};
endmodule
`default_nettype wire
