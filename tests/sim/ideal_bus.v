// ideal_bus.v: what the tests of the bench of a bus simulate instead of a system: ports and manners of one, and no network.
//
//   master m ---> [ holds up to 4 accesses, done one after another ] ---( a slave serves one at a time )---> slave k
//
// Slave k has 256 bytes from 256 k on. `fault` makes every FAULT_EVERY-th access wrong, one way each, for the bench to find.
`default_nettype none
module ideal_bus #(
    parameter MASTERS = 3,
    parameter SLAVES = 2,
    parameter HOLDS = 4,
    parameter FAULT_EVERY = 40
) (
    input  wire                  clk,
    input  wire                  rst,
    // 0 none, 1 lost on its way, 2 no more answers, 3 write done twice, 4 read done twice, 5 answered twice, 6 other data read,
    // 7 other address, 8 other byte enables, 9 other data written, 10 data of the answer before, 11 error of a slave that is there,
    // 12 no error of one that is not, 13 two in the wrong order, 14 one too many taken, 15 a master starved,
    // 16 ack beside err, 17 write answered and not done, 18 none, but writes are posted, 19 the same, and some never done,
    // 20 errors of slaves are forgotten, 21 a rule is broken at the port of master 1, 22 at that of slave 1
    input  wire [4:0]            fault,
    input  wire [MASTERS-1:0]    master_cyc,
    input  wire [MASTERS-1:0]    master_stb,
    input  wire [MASTERS-1:0]    master_we,
    input  wire [16*MASTERS-1:0] master_adr,
    input  wire [32*MASTERS-1:0] master_dat,
    input  wire [4*MASTERS-1:0]  master_sel,
    output reg  [MASTERS-1:0]    master_stall,
    output reg  [MASTERS-1:0]    master_ack,
    output reg  [MASTERS-1:0]    master_err,
    output reg  [32*MASTERS-1:0] master_rdt,
    output wire [SLAVES-1:0]     slave_cyc,
    output reg  [SLAVES-1:0]     slave_stb,
    output reg  [SLAVES-1:0]     slave_we,
    output reg  [8*SLAVES-1:0]   slave_adr,
    output reg  [32*SLAVES-1:0]  slave_dat,
    output reg  [4*SLAVES-1:0]   slave_sel,
    input  wire [SLAVES-1:0]     slave_stall,
    input  wire [SLAVES-1:0]     slave_ack,
    input  wire [SLAVES-1:0]     slave_err,
    input  wire [32*SLAVES-1:0]  slave_rdt,
    output wire [8*MASTERS-1:0]  master_broken,
    output wire [8*SLAVES-1:0]   slave_broken
);
    assign master_broken = {{(8*MASTERS-1){1'b0}}, fault == 5'd21 & master_ack[1]} << 8 + 3;
    assign slave_broken  = {{(8*SLAVES-1){1'b0}}, fault == 5'd22 & slave_ack[1]} << 8 + 1;

    localparam ROOM = 8;                        // entries of a master's ring

    reg               we   [0:MASTERS*ROOM-1];
    reg [15:0]        adr  [0:MASTERS*ROOM-1];
    reg [31:0]        dat  [0:MASTERS*ROOM-1];
    reg [3:0]         sel  [0:MASTERS*ROOM-1];
    reg               done [0:MASTERS*ROOM-1];
    reg               bad  [0:MASTERS*ROOM-1];
    reg [31:0]        rdt  [0:MASTERS*ROOM-1];
    integer           oldest [0:MASTERS-1];     // counts of entries, not positions
    integer           next   [0:MASTERS-1];
    integer           count  [0:MASTERS-1];
    reg [MASTERS-1:0] busy;                     // an access is at a slave
    reg [MASTERS-1:0] again;                    // that access is to be done a second time
    reg [SLAVES-1:0]  waits;
    integer           owner [0:SLAVES-1];
    integer           entry [0:SLAVES-1];
    integer           m, k, e, other, accesses;
    reg               faulty, posts;
    reg [31:0]        before;

    assign slave_cyc = slave_stb | waits;

    always @(posedge clk) begin
        for (k = 0; k < SLAVES; k = k + 1) begin
            if ((slave_ack[k] || slave_err[k]) && waits[k]) begin
                m = owner[k];
                e = entry[k];
                waits[k] = 1'b0;
                busy[m]  = again[m];
                if (again[m])
                    slave_stb[k] = 1'b1;
                again[m] = 1'b0;
                done[e] = !busy[m];
                bad[e]  = slave_err[k] && fault != 20;
                rdt[e]  = slave_rdt[32*k +: 32];
            end else if (slave_stb[k] && !slave_stall[k]) begin
                slave_stb[k] = 1'b0;
                waits[k]     = 1'b1;
            end
        end
        for (m = 0; m < MASTERS; m = m + 1) begin
            faulty = accesses % FAULT_EVERY == FAULT_EVERY - 1;
            master_ack[m] = 1'b0;
            master_err[m] = 1'b0;
            e = ROOM * m + oldest[m] % ROOM;
            posts = (fault == 18 || fault == 19) && oldest[m] < count[m] && we[e] && adr[e][15:8] < SLAVES;
            if (((oldest[m] < next[m] && done[e]) || posts)
                && !(accesses > FAULT_EVERY && (fault == 2 || (m == 1 && fault == 15)))) begin
                master_ack[m] = posts || !bad[e] ^ (faulty && fault == 11 && !bad[e]) ^ (fault == 12 && bad[e]);
                master_err[m] = !master_ack[m] || (faulty && fault == 16);
                master_rdt[32*m +: 32] = faulty && fault == 10 ? before : rdt[e] ^ (faulty && fault == 6 ? 32'h00010000 : 32'd0);
                before = rdt[e];
                if (!(faulty && fault == 5))
                    oldest[m] = oldest[m] + 1;
                accesses = accesses + 1;
            end
            if (master_cyc[m] && master_stb[m] && !master_stall[m]) begin
                e = ROOM * m + count[m] % ROOM;
                we[e]   = master_we[m];
                adr[e]  = master_adr[16*m +: 16];
                dat[e]  = master_dat[32*m +: 32];
                sel[e]  = master_sel[4*m +: 4];
                done[e] = 1'b0;
                count[m] = count[m] + 1;
            end
            e = ROOM * m + next[m] % ROOM;
            other = ROOM * m + (next[m] + 1) % ROOM;
            k = {24'd0, adr[e][15:8]};
            if (next[m] != count[m] && !busy[m]) begin
                if (faulty && fault == 1) begin
                    next[m] = next[m] + 1;
                end else if (k >= SLAVES || (faulty && (fault == 17 || fault == 19) && we[e])) begin
                    done[e] = 1'b1;
                    bad[e]  = k >= SLAVES;
                    next[m] = next[m] + 1;
                end else if (!slave_stb[k] && !waits[k]) begin
                    busy[m]  = 1'b1;
                    owner[k] = m;
                    entry[k] = e;
                    // The second one of two for this slave is done first, and answered second.
                    if (faulty && fault == 13 && next[m] + 1 != count[m] && adr[other][15:8] == k[7:0] && !we[e] && !we[other])
                        entry[k] = other;
                    slave_stb[k] = 1'b1;
                    slave_we[k]  = we[entry[k]];
                    slave_adr[8*k +: 8]   = {adr[entry[k]][7:2], 2'd0} ^ (faulty && fault == 7 ? 8'h40 : 8'd0);
                    slave_dat[32*k +: 32] = dat[entry[k]] ^ (faulty && fault == 9 ? 32'h80000000 : 32'd0);
                    slave_sel[4*k +: 4]   = sel[entry[k]] ^ (faulty && fault == 8 ? 4'd1 : 4'd0);
                    again[m] = faulty && fault == (we[e] ? 3 : 4);
                    if (entry[k] == e) begin
                        next[m] = next[m] + 1;
                        while (next[m] != count[m] && done[ROOM * m + next[m] % ROOM])
                            next[m] = next[m] + 1;
                    end
                end
            end
            master_stall[m] = count[m] - (oldest[m] < next[m] ? oldest[m] : next[m]) >= (fault == 14 && accesses > FAULT_EVERY ? HOLDS + 1 : HOLDS);
        end
        if (rst) begin
            slave_stb = 0;
            waits = 0;
            busy = 0;
            again = 0;
            accesses = 0;
            master_stall = 0;
            master_ack = 0;
            master_err = 0;
            for (m = 0; m < MASTERS; m = m + 1) begin
                oldest[m] = 0;
                next[m] = 0;
                count[m] = 0;
            end
        end
    end
endmodule
`default_nettype wire
