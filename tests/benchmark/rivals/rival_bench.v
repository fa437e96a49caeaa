// rival_bench: random masters and memories around a rival. Each master reads and writes words of its own at all slaves, with byte
// enables, and checks every word that it reads. +slow=S: a memory takes 0 to S more clocks. +alone=1: one master. +goal=G accesses.
`default_nettype none

module rival_bench #(
    parameter N    = 16,
    parameter L    = 4,
    parameter KIND = 0
);
    localparam OWN = 8;                     // words of a master at each slave
    localparam WIDTH = L + 3 + 37;

    reg               clk = 0, rst = 1;
    integer           clocks = 0, slow = 0, alone = 0, goal = 200, total = 0, waited = 0, wrong = 0;
    wire [N-1:0]      stb, ack, slave_stb, slave_ack, finished;
    wire [N*L-1:0]    target;
    wire [N*WIDTH-1:0] access, slave_access;
    wire [N*32-1:0]   rdt, slave_rdt;
    genvar            i;

    always #1 clk = ~clk;
    rival #(.N(N), .L(L), .WIDTH(WIDTH), .KIND(KIND)) dut (
        .clk(clk), .rst(rst), .stb(stb), .target(target), .access(access), .ack(ack), .rdt(rdt),
        .slave_stb(slave_stb), .slave_access(slave_access), .slave_ack(slave_ack), .slave_rdt(slave_rdt)
    );

    generate
        for (i = 0; i < N; i = i + 1) begin : leaf
            reg  [31:0]  memory [0:N*OWN-1], mine [0:N*OWN-1];
            reg  [31:0]  out, dat, draw;
            reg          answers, asks, we;
            reg  [L-1:0] to;
            reg  [2:0]   word;
            reg  [3:0]   sel;
            integer      wait_for, done, since, k;
            wire [L+2:0] at   = slave_access[i*WIDTH+37 +: L+3];
            wire [31:0]  data = slave_access[i*WIDTH+5 +: 32];
            wire [L-1:0] me   = i;

            assign stb[i]                     = asks;
            assign target[i*L +: L]           = to;
            assign access[i*WIDTH +: WIDTH]   = {me, word, dat, sel, we};
            assign slave_ack[i]               = answers;
            assign slave_rdt[i*32 +: 32]      = out;
            assign finished[i]                = done >= goal || (alone != 0 && i != 0);
            initial
                for (k = 0; k < N * OWN; k = k + 1) begin
                    memory[k] = 0;
                    mine[k] = 0;
                end

            always @(posedge clk) begin                         // the memory
                answers <= 1'b0;
                if (rst)
                    wait_for <= 0;
                else if (slave_stb[i] & ~answers) begin
                    wait_for <= wait_for == 0 ? (slow != 0 ? $urandom % (slow + 1) : 0) : wait_for - 1;
                    answers  <= wait_for == 0;
                    out      <= memory[at];
                    for (k = 0; k < 4; k = k + 1)
                        if (wait_for == 0 && slave_access[i*WIDTH] && slave_access[i*WIDTH+1+k])
                            memory[at][8*k +: 8] <= data[8*k +: 8];
                end
            end

            always @(posedge clk)                               // the master
                if (rst) begin
                    asks <= 1'b0;
                    done = 0;
                end else begin
                    if (asks & ack[i]) begin
                        asks   <= 1'b0;
                        done   = done + 1;
                        total  = total + 1;
                        waited = waited + clocks - since;
                        if (!we && rdt[i*32 +: 32] !== mine[{to, word}])
                            wrong = wrong + 1;
                        for (k = 0; k < 4; k = k + 1)
                            if (we & sel[k])
                                mine[{to, word}][8*k +: 8] = dat[8*k +: 8];
                    end
                    if ((!asks | ack[i]) && !finished[i]) begin
                        draw  = $urandom;
                        asks <= 1'b1;
                        to   <= draw;
                        word <= draw[18:16];
                        we   <= draw[20];
                        sel  <= draw[20] ? draw[24:21] : 4'hf;
                        dat  <= $urandom;
                        since = clocks;
                    end
                end
        end
    endgenerate

    initial begin
        if ($value$plusargs("slow=%d", slow)) ;
        if ($value$plusargs("alone=%d", alone)) ;
        if ($value$plusargs("goal=%d", goal)) ;
    end
    always @(posedge clk) begin
        clocks <= clocks + 1;
        if (clocks == 40)
            rst <= 0;
        if (!rst && clocks > 42 && &finished) begin
            $display("accesses %0d clocks %0d waited %0d wrong %0d", total, clocks - 41, waited, wrong);
            $finish(0);
        end
        if (clocks > 4000000) begin
            $display("hangs after %0d accesses", total);
            $finish(0);
        end
    end
endmodule

`default_nettype wire
