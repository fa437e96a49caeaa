// core_bench.v: runs programs on serial_core, each from a reset on, and prints what the core does (lockstep.c).
//
//   +programs=FILE +count=N +limit=INSTRUCTIONS
//
// A memory on the bus takes its time, and answers addresses by an error that it does not have.
`default_nettype none
module core_bench;
    localparam MOST = 512;

    reg         clk = 1'b0, rst = 1'b1;
    reg  [31:0] programs [0:MOST*1024-1];
    reg  [31:0] memory [0:1023];
    reg  [31:0] far [0:255];
    reg  [8*256-1:0] name;
    integer     count, limit, current, instructions, hold, i;

    wire        mem_en, bus_cyc, bus_stb, bus_we, stopped, fault;
    wire [3:0]  mem_we, bus_sel;
    wire [9:0]  mem_addr;
    wire [31:0] mem_wdata, bus_adr, bus_dat;
    reg  [31:0] mem_rdata, bus_rdt, wait_adr;
    reg         bus_stall, bus_ack, bus_err, waits;
    reg  [31:0] random;
    reg  [4:0]  left;

    serial_core core (
        .clk(clk), .rst(rst), .mem_en(mem_en), .mem_we(mem_we), .mem_addr(mem_addr), .mem_wdata(mem_wdata), .mem_rdata(mem_rdata),
        .bus_cyc(bus_cyc), .bus_stb(bus_stb), .bus_we(bus_we), .bus_adr(bus_adr), .bus_dat(bus_dat), .bus_sel(bus_sel),
        .bus_stall(bus_stall), .bus_ack(bus_ack), .bus_err(bus_err), .bus_rdt(bus_rdt), .stopped(stopped), .fault(fault)
    );

    wire [31:0] bits = {{8{bus_sel[3]}}, {8{bus_sel[2]}}, {8{bus_sel[1]}}, {8{bus_sel[0]}}};
    wire [31:0] own_bits = {{8{mem_we[3]}}, {8{mem_we[2]}}, {8{mem_we[1]}}, {8{mem_we[0]}}};
    wire        mine = wait_adr[31:10] == 22'h080000;

    // ---- the memories
    always @(posedge clk) begin
        if (mem_en & ~rst) begin
            for (i = 0; i < 4; i = i + 1)
                if (mem_we[i])
                    memory[mem_addr][8*i +: 8] = mem_wdata[8*i +: 8];
            mem_rdata <= memory[mem_addr];
        end
        random    <= {random[30:0], random[31] ^ random[21] ^ random[1] ^ random[0]};
        bus_stall <= random[3];
        bus_ack   <= 1'b0;
        bus_err   <= 1'b0;
        bus_rdt   <= random;
        if (bus_cyc & bus_stb & ~bus_stall) begin
            waits    <= 1'b1;
            wait_adr <= bus_adr;
            left     <= random[8:4];
            for (i = 0; i < 4; i = i + 1)
                if (bus_we & bus_sel[i] & bus_adr[31:10] == 22'h080000)
                    far[bus_adr[9:2]][8*i +: 8] = bus_dat[8*i +: 8];
        end else if (waits) begin
            left <= left - 5'd1;
            if (left == 5'd0) begin
                waits   <= 1'b0;
                bus_ack <= mine;
                bus_err <= ~mine;
                bus_rdt <= far[wait_adr[9:2]];
            end
        end
        if (rst)
            waits <= 1'b0;
        if (rst & hold == 0)
            for (i = 0; i < 1024; i = i + 1) begin
                memory[i] = programs[current * 1024 + i];
                far[i & 255] = 32'd0;
            end
    end

    // ---- the trace
    always @(posedge clk) begin
        if (~rst & core.decode) begin
            $display("i %08x", core.jumped ? core.adr : core.pc);
            instructions <= instructions + 1;
        end
        if (~rst & core.write & |mem_we)
            $display("r %0d %08x", core.ir[11:7], mem_wdata);
        if (~rst & core.access & |mem_we)
            $display("s %08x %x %08x", core.adr, mem_we, mem_wdata & own_bits);
        if (~rst & bus_cyc & bus_stb & ~bus_stall) begin
            if (bus_we)
                $display("s %08x %x %08x", bus_adr, bus_sel, bus_dat & bits);
            else
                $display("l %08x", bus_adr);
        end
        if (rst) begin
            hold <= hold + 1;
            rst  <= hold < 3;
        end else if (stopped | (core.fetch & instructions == limit)) begin
            if (stopped)
                $display("x %0d", fault);
            else
                $display("e");
            rst          <= 1'b1;
            hold         <= 0;
            instructions <= 0;
            current      <= current + 1;
            if (current + 1 == count)
                $finish(0);
        end
    end

    initial begin
        if (!$value$plusargs("programs=%s", name) || !$value$plusargs("count=%d", count) || !$value$plusargs("limit=%d", limit))
            $finish(0);
        current      = 0;
        instructions = 0;
        hold         = 0;
        random       = 32'h12345678;
        bus_ack      = 1'b0;
        bus_err      = 1'b0;
        bus_stall    = 1'b0;
        waits        = 1'b0;
        $readmemh(name, programs, 0, count * 1024 - 1);
    end
    always #5 clk = ~clk;
endmodule
`default_nettype wire
