// core_leaf.v: what stands between a core and its leaf of a bus: the core's own memory, which all other masters reach, too.
//
//   core --+--> memory <-- slave port, the accesses of others
//          |
//          +--> master port, to all addresses that are not its own
//
// The core's port is PicoRV32's: mem_valid stays high until mem_ready, one access at a time, mem_wstrb is 0 for a read. Its own
// memory answers in the next clock.
`default_nettype none
module core_leaf #(
    parameter BASE      = 32'h10000000, // of the own memory
    parameter WORD_BITS = 10,           // 2^WORD_BITS words of 4 bytes
    parameter PROGRAM   = ""            // file for $readmemh; "": none
) (
    input  wire        clk,
    input  wire        rst,
    // the core
    input  wire        mem_valid,
    output wire        mem_ready,
    input  wire [31:0] mem_addr,
    input  wire [31:0] mem_wdata,
    input  wire [3:0]  mem_wstrb,
    output wire [31:0] mem_rdata,
    output reg         failed,          // an access had no slave, or an error of one
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
    output reg  [31:0]          slave_rdt
);
    (* no_rw_check *)
    reg [31:0] memory [0:(1 << WORD_BITS)-1];
    reg [31:0] own_data;
    reg        own_ready, taken;        // taken: the network has the access, whose answer is to come
    integer    i, k;                    // a loop's own: Yosys takes one in two processes for a signal of two drivers

    initial if (PROGRAM != "") $readmemh(PROGRAM, memory);

    // ---- the core
    wire own = mem_addr[31:WORD_BITS+2] == BASE[31:WORD_BITS+2];
    wire far_ready = taken & (master_ack | master_err);

    assign mem_ready  = own_ready | far_ready;
    assign mem_rdata  = own_ready ? own_data : master_rdt;
    assign master_cyc = mem_valid & ~own;
    assign master_stb = master_cyc & ~taken;
    assign master_we  = |mem_wstrb;
    assign master_adr = mem_addr;
    assign master_dat = mem_wdata;
    assign master_sel = |mem_wstrb ? mem_wstrb : 4'b1111;

    always @(posedge clk) begin
        own_ready <= mem_valid & own & ~own_ready;
        taken     <= (master_stb & ~master_stall) | (taken & ~far_ready);
        failed    <= failed | (far_ready & master_err);
        if (rst) begin
            own_ready <= 1'b0;
            taken     <= 1'b0;
            failed    <= 1'b0;
        end
    end

    // ---- the memory, with a port for each side
    always @(posedge clk) begin
        if (mem_valid & own & ~own_ready) begin
            for (i = 0; i < 4; i = i + 1)
                if (mem_wstrb[i])
                    memory[mem_addr[WORD_BITS+1:2]][8*i +: 8] <= mem_wdata[8*i +: 8];
            own_data <= memory[mem_addr[WORD_BITS+1:2]];
        end
    end

    // A block RAM's two ports must not meet at a word of which one writes: the slave port gives way.
    assign slave_stall = mem_valid & own & ~own_ready & mem_addr[WORD_BITS+1:2] == slave_adr[WORD_BITS+1:2];
    assign slave_err   = 1'b0;
    wire served = slave_cyc & slave_stb & ~slave_stall;

    always @(posedge clk) begin
        slave_ack <= served & ~rst;
        if (served) begin
            for (k = 0; k < 4; k = k + 1)
                if (slave_we & slave_sel[k])
                    memory[slave_adr[WORD_BITS+1:2]][8*k +: 8] <= slave_dat[8*k +: 8];
            slave_rdt <= memory[slave_adr[WORD_BITS+1:2]];
        end
    end

    wire unused = &{mem_addr[1:0], slave_adr[1:0], 1'b0};
endmodule
`default_nettype wire
