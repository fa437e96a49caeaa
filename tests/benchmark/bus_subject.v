// bus_subject.v: a bus of ftc (KIND 3) or a rival of rivals/rivals.v (0 to 2) behind the ports that bus_harness.v drives.
`default_nettype none

module bus_subject #(
    parameter MASTERS = 16,
    parameter LABEL   = 4,
    parameter KIND    = 3,
    parameter WORD    = 10,
    parameter MORE    = KIND == 3 ? 2 : 0,              // as in bus_harness.v
    parameter ASK     = LABEL + WORD + 32 + 4 + 2,
    parameter GIVE    = 32 + 1 + MORE,
    parameter SEEN    = WORD + 32 + 4 + 2
) (
    input  wire                    clk,
    input  wire                    rst,
    input  wire [MASTERS*ASK-1:0]  ask,
    output wire [MASTERS*GIVE-1:0] answer,
    output wire [MASTERS*SEEN-1:0] seen,
    input  wire [MASTERS*GIVE-1:0] give
);
    localparam USED    = LABEL + WORD + 2;
    localparam ADDRESS = USED < 16 ? 16 : USED;  // of a byte
    localparam ACCESS  = WORD + 32 + 4 + 1;

    wire [MASTERS-1:0]         stb, we, ack, slave_stb, slave_we, slave_ack;
    wire [MASTERS*ADDRESS-1:0] adr;
    wire [MASTERS*32-1:0]      dat, rdt, slave_dat, slave_rdt;
    wire [MASTERS*4-1:0]       sel, slave_sel;
    wire [MASTERS*WORD-1:0]    slave_adr;

    genvar i;
    generate
        for (i = 0; i < MASTERS; i = i + 1) begin : ports
            assign {dat[i*32 +: 32], sel[i*4 +: 4], we[i], stb[i]} = ask[i*ASK +: 38];
            assign adr[i*ADDRESS +: ADDRESS] = {{(ADDRESS-USED+1){1'b0}}, ask[i*ASK+38 +: USED-2], 2'd0};
            assign answer[i*GIVE+MORE +: 33] = {rdt[i*32 +: 32], ack[i]};
            assign {slave_rdt[i*32 +: 32], slave_ack[i]} = give[i*GIVE+MORE +: 33];
            assign seen[i*SEEN +: SEEN] = {slave_adr[i*WORD +: WORD], slave_dat[i*32 +: 32], slave_sel[i*4 +: 4], slave_we[i],
                                           slave_stb[i]};
        end
        if (KIND == 3) begin : ours
            wire [MASTERS-1:0]          stall, err, slave_stall, slave_err, slave_cyc;
            wire [MASTERS*(WORD+2)-1:0] byte_adr;

            for (i = 0; i < MASTERS; i = i + 1) begin : ports
                assign answer[i*GIVE +: 2] = {stall[i], err[i]};
                assign {slave_stall[i], slave_err[i]} = give[i*GIVE +: 2];
                assign slave_adr[i*WORD +: WORD] = byte_adr[i*(WORD+2)+2 +: WORD];
            end
            fat_tree_bus bus (
                .clk(clk), .rst(rst), .master_cyc(stb), .master_stb(stb), .master_we(we), .master_adr(adr), .master_dat(dat),
                .master_sel(sel), .master_stall(stall), .master_ack(ack), .master_err(err), .master_rdt(rdt), .slave_cyc(slave_cyc),
                .slave_stb(slave_stb), .slave_we(slave_we), .slave_adr(byte_adr), .slave_dat(slave_dat), .slave_sel(slave_sel),
                .slave_stall(slave_stall), .slave_ack(slave_ack), .slave_err(slave_err), .slave_rdt(slave_rdt)
            );
        end else begin : rivals
            wire [MASTERS*LABEL-1:0]  target;
            wire [MASTERS*ACCESS-1:0] access, slave_access;

            for (i = 0; i < MASTERS; i = i + 1) begin : ports
                assign target[i*LABEL +: LABEL] = adr[i*ADDRESS+WORD+2 +: LABEL];
                assign access[i*ACCESS +: ACCESS] = {adr[i*ADDRESS+2 +: WORD], dat[i*32 +: 32], sel[i*4 +: 4], we[i]};
                assign {slave_adr[i*WORD +: WORD], slave_dat[i*32 +: 32], slave_sel[i*4 +: 4], slave_we[i]} =
                    slave_access[i*ACCESS +: ACCESS];
            end
            rival #(.N(MASTERS), .L(LABEL), .WIDTH(ACCESS), .KIND(KIND)) bus (
                .clk(clk), .rst(rst), .stb(stb), .target(target), .access(access), .ack(ack), .rdt(rdt), .slave_stb(slave_stb),
                .slave_access(slave_access), .slave_ack(slave_ack), .slave_rdt(slave_rdt)
            );
        end
    endgenerate
endmodule

`default_nettype wire
