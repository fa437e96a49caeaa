// bench_accesses: a testbench part: all masters of a bus load and store in all slaves, and every load is checked. For
//   simulators only.
//
//   Each master has a word of its own in each slave, if there are as many. The last word of a slave that has more answers with
//   an error, and so does an address that no slave has. Slaves answer after some clocks, and stall now and then; with a TIMEOUT
//   slave 0 always answers too late; with a long one only the first access of master 0 goes there, if there are other slaves.
`default_nettype none

module bench_accesses #(
    parameter MASTERS      = 16,
    parameter SLAVES       = 16,
    parameter ADDRESS_BITS = 32,
    parameter SLAVE_BITS   = 12,        // of a byte's address in a slave
    parameter ROUNDS       = 64,        // accesses of each master
    parameter POSTED       = 0,         // writes are acknowledged before they are done
    parameter TIMEOUT      = 0,         // clocks in which a slave must answer; slave 0 never does, and with 2 none
    parameter FENCED       = 0,         // there is a fence:
    parameter [31:0] FENCE = 0,
    parameter HOLE         = 0,         // there is an address without a slave:
    parameter [31:0]          UNMAPPED = 0,
    parameter [32*SLAVES-1:0] BASES    = 0,     // of each slave, in bytes
    parameter [32*SLAVES-1:0] SIZES    = 0
) (
    input  wire                            clk,
    input  wire                            rst,
    input  wire                            go,
    output reg  [MASTERS-1:0]              master_cyc,  // master k at [k*width +: width], as everywhere below
    output reg  [MASTERS-1:0]              master_stb,
    output reg  [MASTERS-1:0]              master_we,
    output reg  [MASTERS*ADDRESS_BITS-1:0] master_adr,
    output reg  [MASTERS*32-1:0]           master_dat,
    output reg  [MASTERS*4-1:0]            master_sel,
    input  wire [MASTERS-1:0]              master_stall,
    input  wire [MASTERS-1:0]              master_ack,
    input  wire [MASTERS-1:0]              master_err,
    input  wire [MASTERS*32-1:0]           master_rdt,
    input  wire [SLAVES-1:0]               slave_cyc,
    input  wire [SLAVES-1:0]               slave_stb,
    input  wire [SLAVES-1:0]               slave_we,
    input  wire [SLAVES*SLAVE_BITS-1:0]    slave_adr,
    input  wire [SLAVES*32-1:0]            slave_dat,
    input  wire [SLAVES*4-1:0]             slave_sel,
    output reg  [SLAVES-1:0]               slave_stall,
    output reg  [SLAVES-1:0]               slave_ack,
    output reg  [SLAVES-1:0]               slave_err,
    output reg  [SLAVES*32-1:0]            slave_rdt,
    output reg  [31:0]                     done,        // accesses that masters were told of
    output reg  [31:0]                     wrong        // errors found
);
    /* verilator lint_off BLKSEQ */             // a testbench goes step by step
    /* verilator lint_off UNUSEDSIGNAL */       // numbers of 32 bits, in small networks
    localparam OWN = 0, BAD = 1, NOWHERE = 2, FENCES = 3;       // what an access is to: the master's word, the last one, ..
    localparam AWAITED = 32;                    // more than a master can have under way
    localparam SHORT   = TIMEOUT != 0 && TIMEOUT < 32;          // slaves hurry
    localparam LATE    = TIMEOUT == 2 ? SLAVES : 1;              // slaves below it are; parts at some ports take a clock
    localparam LONG    = TIMEOUT > 1024 && SLAVES > 1;
    localparam SLOWEST = SHORT ? 0 : 7;         // clocks that a slave may take longer

    reg [31:0] random;

    function [31:0] random_after;
        input [31:0] x;
        reg [31:0] y;
        begin
            y = x ^ (x << 13);
            y = y ^ (y >> 17);
            random_after = y ^ (y << 5);
        end
    endfunction

    function [31:0] words;
        input integer slave;
        words = SIZES[slave*32 +: 32] >> 2;
    endfunction

    function [31:0] merged;
        input [31:0] old, fresh;
        input [3:0]  select;
        merged = old & ~{{8{select[3]}}, {8{select[2]}}, {8{select[1]}}, {8{select[0]}}}
                 | fresh & {{8{select[3]}}, {8{select[2]}}, {8{select[1]}}, {8{select[0]}}};
    endfunction

    // ---- masters
    integer             issued  [0:MASTERS-1];
    reg [31:0]          mine    [0:MASTERS*SLAVES-1];   // what a master has stored in its word of a slave
    reg [33:0]          offered [0:MASTERS-1];          // {error, whether the word is checked, word}: what its answer must be
    reg [33:0]          awaited [0:MASTERS*AWAITED-1];
    integer             first   [0:MASTERS-1];          // of these
    integer             last    [0:MASTERS-1];
    reg [MASTERS-1:0]   failing;                        // a posted write had an error, since the last fence
    reg [MASTERS-1:0]   taken;                          // stb and not stall at the rising edge
    integer             i, at;
    reg [31:0]          word, byte_address;
    reg [33:0]          due;

    // A slave's words: those of masters, number k being word k.
    reg [31:0]          memory  [0:MASTERS*SLAVES-1];
    integer             waits   [0:SLAVES-1];           // clocks until the answer; 0: no access
    reg [SLAVES-1:0]    bad;
    integer             s;
    reg [31:0]          place;

    task issue;
        input integer master;
        integer slave, kind;
        reg     fails, posts, first_late;
        begin
            random = random_after(random);
            first_late = LONG && master == 0 && issued[0] == 0;
            slave  = first_late ? 0 : LONG ? 1 + {8'd0, random[31:8]} % (SLAVES - 1) : {8'd0, random[31:8]} % SLAVES;
            kind   = first_late ? OWN
                   : random[3:1] == 3'd0 && words(slave) > MASTERS ? BAD
                   : random[3:1] == 3'd1 && HOLE != 0 ? NOWHERE
                   : random[3:1] == 3'd2 && FENCED != 0 ? FENCES : OWN;
            fails  = kind == BAD || kind == OWN && TIMEOUT != 0 && slave < LATE;
            posts  = POSTED != 0 && random[0];
            word   = kind == BAD ? words(slave) - 32'd1 : master % words(slave);
            byte_address = kind == NOWHERE ? UNMAPPED : kind == FENCES ? FENCE : BASES[slave*32 +: 32] + {word[29:0], 2'd0};
            due    = {kind == NOWHERE || kind == FENCES && failing[master] || fails && !posts,
                      kind == OWN && !fails && !random[0] && words(slave) >= MASTERS, mine[master*SLAVES+slave]};
            failing[master] = fails && posts || failing[master] && kind != FENCES;
            master_we[master] = random[0];
            master_sel[master*4 +: 4] = random[0] ? random[7:4] : 4'hf;
            random = random_after(random);
            master_dat[master*32 +: 32] = random;
            if (master_we[master] && kind == OWN && !fails && word == master)
                mine[master*SLAVES+slave] = merged(mine[master*SLAVES+slave], random, master_sel[master*4 +: 4]);
            master_adr[master*ADDRESS_BITS +: ADDRESS_BITS] = byte_address[ADDRESS_BITS-1:0];
            offered[master]    = due;
            master_stb[master] = 1'b1;
            issued[master]     = issued[master] + 1;
        end
    endtask

    task tell;
        input integer master;
        begin
            due = awaited[master*AWAITED+first[master]];
            if (first[master] == last[master] || master_ack[master] === master_err[master] || master_err[master] !== due[33]
                || (due[32] && master_rdt[master*32 +: 32] !== due[31:0])) begin
                $display("master %0d: ack %b, err %b, %h, expected error %b, word %h", master, master_ack[master],
                         master_err[master], master_rdt[master*32 +: 32], due[33], due[31:0]);
                wrong = wrong + 1;
            end
            first[master] = (first[master] + 1) % AWAITED;
            done = done + 1;
        end
    endtask

    // The slave has taken an access.
    task serve;
        input integer slave;
        begin
            place  = {{(32-SLAVE_BITS){1'b0}}, slave_adr[slave*SLAVE_BITS +: SLAVE_BITS]} >> 2;
            at     = slave * MASTERS + place;
            bad[slave] = place >= MASTERS;
            if (place >= words(slave) || place >= MASTERS && place + 1 != words(slave)) begin
                $display("slave %0d: word %h, which nobody asked for", slave, place);
                wrong = wrong + 1;
            end
            slave_rdt[slave*32 +: 32] = bad[slave] ? 32'd0 : memory[at];
            if (!bad[slave] && slave_we[slave])
                memory[at] = merged(memory[at], slave_dat[slave*32 +: 32], slave_sel[slave*4 +: 4]);
            random       = random_after(random);
            waits[slave] = 1 + (random & SLOWEST) + (slave < LATE ? TIMEOUT : 0);
        end
    endtask

    initial begin
        {master_cyc, master_stb, master_we, failing, taken} = 0;
        master_adr = 0;
        master_dat = 0;
        master_sel = 0;
        {slave_stall, slave_ack, slave_err, bad} = 0;
        slave_rdt  = 0;
        random     = 32'h2545f491;
        done       = 0;
        wrong      = 0;
        for (i = 0; i < MASTERS; i = i + 1) begin
            issued[i]  = 0;
            first[i]   = 0;
            last[i]    = 0;
            offered[i] = 0;
        end
        for (i = 0; i < MASTERS * SLAVES; i = i + 1) begin
            mine[i]   = 0;
            memory[i] = 0;
        end
        for (s = 0; s < SLAVES; s = s + 1)
            waits[s] = 0;
    end

    always @(negedge clk) begin
        for (i = 0; i < MASTERS; i = i + 1) begin
            if (taken[i])
                master_stb[i] = 1'b0;
            random = random_after(random);
            if (go && !master_stb[i] && issued[i] < ROUNDS && random[9:8] != 2'd0)
                issue(i);
            master_cyc[i] = go;
        end
        for (s = 0; s < SLAVES; s = s + 1) begin
            slave_ack[s] = waits[s] == 1 && !bad[s];
            slave_err[s] = waits[s] == 1 && bad[s];
            if (waits[s] > 0)
                waits[s] = waits[s] - 1;
            random = random_after(random);
            slave_stall[s] = waits[s] > 0 || random[10:8] == 3'd0 && !SHORT;
        end
    end

    // A block of its own: what a block with a delay writes passes no `always @*` in Verilator 5.006.
    always @(negedge clk) begin
        #1 taken = master_stb & ~master_stall;
        for (i = 0; i < MASTERS; i = i + 1) begin
            if (!rst && (master_ack[i] !== 1'b0 || master_err[i] !== 1'b0))
                tell(i);
            if (taken[i] === 1'b1 && !rst) begin
                awaited[i*AWAITED+last[i]] = offered[i];
                last[i] = (last[i] + 1) % AWAITED;
            end
        end
        for (s = 0; s < SLAVES; s = s + 1)
            if (!rst && slave_cyc[s] === 1'b1 && slave_stb[s] === 1'b1 && !slave_stall[s])
                serve(s);
    end
endmodule

`default_nettype wire
