// serial_core.v: a bit-serial RISC-V core, RV32I. One block RAM of its own holds program, data and registers: x0 to x31 are its
// last 32 words. An instruction takes 36 clocks, a load 69, a shift 68.
//
//   rs1 -> [ a, 32 bits ] -> a bit  --+                +--> back into a: the result, which is written into rd, or stored
//   rs2: mem_rdata[cnt] ---> b bit  --+--> one bit ----+
//   ir -> immediate's bit ------------+    a clock     +--> [ adr ]: address of a load or store, target of a jump
//   [ pc ] or, after a jump, [ adr ] -+                +--> [ pc ]: pc + 4
//
//   fetch  decode  read  (rotate)  execute  write                a load: execute  access  extract  write
//       1       1     1        32       32      1                a store: execute  access
//
// * Addresses of the own memory take a clock, all others go over the bus, one at a time. Instructions come from the own memory.
// * ecall and ebreak stop the core. So do, with `fault`, an instruction that RV32I does not have, a load, store or jump that is not
//   aligned, and an access that the bus answers by an error. Only a reset starts it again.
// * The word of x0 must be 0 in the memory's first contents; the core never writes it as rd. Whoever stores among the last 32 words,
//   changes registers.
// * There are no CSRs, no interrupts; fence does nothing.
`default_nettype none
module serial_core #(
    parameter [31:0] BASE = 32'h10000000,   // of the own memory, where it starts
    parameter WORD_BITS   = 10              // 2^WORD_BITS words of 4 bytes, 6 .. 28
) (
    input  wire                 clk,
    input  wire                 rst,        // synchronous, active high
    // the own memory: mem_rdata follows a clock after mem_en, and stays until the next one
    output wire                 mem_en,
    output wire [3:0]           mem_we,     // 0: read
    output wire [WORD_BITS-1:0] mem_addr,
    output wire [31:0]          mem_wdata,
    input  wire [31:0]          mem_rdata,
    // the bus: Wishbone B4, pipelined, an access at a time
    output wire                 bus_cyc,
    output wire                 bus_stb,
    output wire                 bus_we,
    output wire [31:0]          bus_adr,
    output wire [31:0]          bus_dat,
    output wire [3:0]           bus_sel,
    input  wire                 bus_stall,
    input  wire                 bus_ack,
    input  wire                 bus_err,
    input  wire [31:0]          bus_rdt,
    output reg                  stopped,
    output reg                  fault
);
    reg fetch, decode, read, rotate, execute, access, extract, write;   // one of them, or stopped
    reg [4:0]  cnt;                         // the bit, in rotate, execute and extract
    reg [31:0] ir, pc, adr, a, far;
    reg        jumped;                      // the next instruction is at adr, not at pc
    reg [1:0]  lane;                        // of a load or store: the lowest bits of its address
    reg        from_far, taken;             // the load's word is in far; the bus has the access

    wire pass = rotate | execute | extract;
    wire last = &cnt;

    // ---- which instruction: the fewest bits that tell those from each other that RV32I has
    wire [2:0] f3     = ir[14:12];
    wire       branch = ir[6] & ~ir[2];
    wire       jump   = ir[6] & ir[2];                      // jal, jalr
    wire       jalr   = jump & ~ir[3];
    wire       upper  = ir[4] & ir[2];                      // lui, auipc
    wire       lui    = upper & ir[5];
    wire       alu    = ir[4] & ~ir[2];
    wire       by_imm = alu & ~ir[5];
    wire       memory = ~ir[6] & ~ir[4] & ~ir[2];
    wire       store  = memory & ir[5];
    wire       shift  = alu & f3[1:0] == 2'b01;
    wire       right  = f3[2];
    wire       less   = alu & f3[2:1] == 2'b01;             // slt, sltu
    wire       system = ir[6:2] == 5'b11100;
    wire       writes = ~branch & (ir[6] | ir[4] | ~ir[2]) & |ir[11:7];     // not fence

    wire zero7 = ir[31:25] == 7'd0;
    wire sub7  = ir[31:25] == 7'h20;
    reg  legal;
    always @* begin
        case (ir[6:2])
            5'b01101, 5'b00101, 5'b11011: legal = 1'b1;     // lui, auipc, jal
            5'b11001, 5'b00011, 5'b11100: legal = f3 == 3'd0;   // jalr, fence, ecall and ebreak
            5'b11000: legal = f3[2:1] != 2'b01;             // branches
            5'b00000: legal = f3[1:0] != 2'b11 & f3[2:1] != 2'b11;
            5'b01000: legal = ~f3[2] & f3[1:0] != 2'b11;
            5'b00100: legal = ~shift | zero7 | (sub7 & right);
            5'b01100: legal = zero7 | (sub7 & (f3 == 3'd0 | f3 == 3'd5));
            default:  legal = 1'b0;
        endcase
        if (ir[1:0] != 2'b11)
            legal = 1'b0;
    end

    // ---- bit cnt of the immediate
    wire        early   = cnt < 5'd12;
    wire        eleven  = branch ? ir[7] : jump & ~jalr ? ir[20] : ir[31];
    wire [31:0] plain   = {ir[31:12], eleven, ir[30:20]};
    wire [7:0]  low     = {3'd0, ir[11:7]};
    wire        is_low  = cnt < 5'd5 & (store | branch);
    wire        no_bit  = early ? upper | (cnt == 5'd0 & (branch | (jump & ~jalr))) : 1'b0;
    wire        is_sign = ~early & ~(upper | (jump & ~jalr & cnt < 5'd20));
    wire        imm     = ~no_bit & (is_sign ? ir[31] : is_low ? low[cnt[2:0]] : plain[cnt]);

    // ---- bit of the word that was read: of rs2, turned for a store to where its bytes go; or of what was loaded, turned back
    wire [1:0]  turn    = ir[5] ? cnt[4:3] - lane : cnt[4:3] + lane;
    wire [4:0]  at      = {turn, cnt[2:0]};
    wire        b       = mem_rdata[at];
    wire        word    = from_far ? far[at] : b;
    reg         held;                                       // the last bit of what is loaded
    wire        kept  = f3[1] | ~(cnt[4] | (~f3[0] & cnt[3]));
    wire        loaded  = kept ? word : held & ~f3[2];

    // ---- pc + 4, and the target
    wire pc_bit  = jumped ? adr[0] : pc[0];
    reg  pc_carry, adr_carry;
    wire four    = cnt == 5'd2;
    wire link    = pc_bit ^ four ^ pc_carry;
    wire base    = branch | upper | (jump & ~jalr) ? pc_bit : a[0];
    wire sum     = base ^ imm ^ adr_carry;
    wire target  = sum & ~(jalr & cnt == 5'd0);

    // ---- shifts: `rotate` turns right by n, or by 32 - n to shift left, and `execute` replaces what came around
    wire [4:0] amount = (by_imm ? ir[24:20] : mem_rdata[4:0]) ^ {5{right}};
    wire       hit    = cnt == amount;
    reg        seen, sign;
    wire       upto   = right ? seen : seen | hit;

    // ---- one bit of arithmetic, logic and comparisons
    wire minus   = branch | less | (alu & ir[5] & ir[30] & ~f3[2]);
    wire operand = (by_imm ? imm : b) ^ minus;
    reg  carry, lower, unequal;
    wire major   = (a[0] & operand) | (a[0] & carry) | (operand & carry);
    wire signs   = branch ? ~f3[1] : ~f3[0];
    reg  alu_bit;
    always @* begin
        case (f3)
            3'd0:    alu_bit = a[0] ^ operand ^ carry;
            3'd1:    alu_bit = a[0] & upto;
            3'd4:    alu_bit = a[0] ^ operand;
            3'd5:    alu_bit = upto ? sign : a[0];
            3'd6:    alu_bit = a[0] | operand;
            3'd7:    alu_bit = a[0] & operand;
            default: alu_bit = 1'b0;                        // slt: `lower` is known at the end
        endcase
    end
    wire done_bit = lui ? imm : upper ? sum : jump ? link : memory ? b : alu_bit;
    wire result   = rotate ? a[0] : extract ? loaded : done_bit;
    wire jumps    = jump | (branch & (f3[0] ^ (f3[2] ? lower : ~unequal)));

    // ---- memory and bus
    wire       own     = adr[31:WORD_BITS+2] == BASE[31:WORD_BITS+2];
    wire       skewed  = f3[1] ? |lane : f3[0] & lane[0];
    wire [3:0] lanes   = f3[1] ? 4'b1111 : f3[0] ? {{2{lane[1]}}, {2{~lane[1]}}} : 4'b0001 << lane;
    wire       good    = access & ~skewed & (own | bus_ack);
    wire       stops   = (read & (system | ~legal)) | (access & (skewed | (~own & bus_err))) | (write & jumps & adr[1]);
    wire       of_file = decode | read | write;
    wire [4:0] name    = decode ? mem_rdata[19:15] : read ? ir[24:20] : ir[11:7];
    wire [WORD_BITS-1:0] place = access | jumped ? adr[WORD_BITS+1:2] : pc[WORD_BITS+1:2];

    assign mem_en    = fetch | of_file | (access & own);
    assign mem_we    = write ? {4{writes}} : access & own & store & ~skewed ? lanes : 4'd0;
    assign mem_addr  = of_file ? {{WORD_BITS-5{1'b1}}, name} : place;
    assign mem_wdata = {a[31:1], a[0] | (write & less & lower)};
    assign bus_cyc   = access & ~own & ~skewed;
    assign bus_stb   = bus_cyc & ~taken;
    assign bus_we    = store;
    assign bus_adr   = adr;
    assign bus_dat   = a;
    assign bus_sel   = lanes;

    always @(posedge clk) begin
        fetch   <= (write & ~stops) | (good & store);
        decode  <= fetch;
        read    <= decode;
        rotate  <= (read & ~stops & shift) | (rotate & ~last);
        execute <= (read & ~stops & ~shift) | (rotate & last) | (execute & ~last);
        access  <= (execute & last & memory) | (access & ~good & ~stops);
        extract <= (good & ~store) | (extract & ~last);
        write   <= (execute & last & ~memory) | (extract & last);
        stopped <= stopped | stops;
        fault   <= fault | (stops & ~(read & legal));
        taken   <= bus_cyc & (taken | ~bus_stall) & ~bus_ack;

        if (pass)
            cnt <= cnt + 5'd1;
        if (decode)
            ir <= mem_rdata;
        if (read)
            sign <= mem_rdata[31] & ir[30];
        if (read | execute | extract | (rotate & upto))
            a <= read ? mem_rdata : {result, a[31:1]};
        if (execute) begin
            pc  <= {link, pc[31:1]};
            adr <= {target, adr[31:1]};
            lower <= signs ? (a[0] & operand) | ((a[0] | operand) & ~carry) : ~major;
        end
        if (access | write)
            jumped <= write & jumps;
        if (access) begin
            far      <= bus_rdt;
            from_far <= ~own;
        end
        if (kept)
            held <= word;
        seen      <= pass & (seen | hit) & ~last;
        carry     <= execute ? major : minus;
        pc_carry  <= execute & ((pc_bit & four) | (pc_bit & pc_carry));
        adr_carry <= execute & ((base & imm) | (base & adr_carry) | (imm & adr_carry));
        unequal   <= (execute & (a[0] ^ ~operand)) | (unequal & ~read);
        if (decode)
            lane <= 2'd0;
        else if (execute & memory & cnt[4:1] == 4'd0)
            lane <= {sum, lane[1]};

        if (rst) begin
            {fetch, decode, read, rotate, execute, access, extract, write} <= 8'b10000000;
            {stopped, fault, taken, jumped} <= 4'd0;
            cnt <= 5'd0;
            pc  <= BASE;
        end
    end
endmodule
`default_nettype wire
