// rivals: what a network with a bus is set beside, as a builder would write it: Wishbone classic, one access under way for each
// master, registered grants, round robin.
//
//   rival_bus        masters --> [ one access at a time ] --> slaves
//   rival_shared     one rival_bus
//   rival_crossbar   a rival_bus of its own for each slave
//   rival_two_level  clusters: masters --> [ bus ] --> local or top; [ top bus ]; local or top --> [ bus ] --> slaves.
//                    No bus waits for one before it: it cannot deadlock.
//
// Multiplexers are and-or by one-hot grants: where `who * WIDTH +: WIDTH` is an index, Yosys makes a multiplier.
`default_nettype none

module rival_bus #(
    parameter MASTERS     = 16,
    parameter SLAVES      = 16,
    parameter WIDTH       = 47,             // of an access: address, data, bytes, write
    parameter TARGET_BITS = 4
) (
    input  wire                           clk,
    input  wire                           rst,
    input  wire [MASTERS-1:0]             stb,
    input  wire [MASTERS*TARGET_BITS-1:0] target,
    input  wire [MASTERS*WIDTH-1:0]       access,
    output wire [MASTERS-1:0]             ack,
    output reg  [31:0]                    rdt,
    output reg  [SLAVES-1:0]              slave_stb,
    output reg  [WIDTH-1:0]               slave_access,
    input  wire [SLAVES-1:0]              slave_ack,
    input  wire [SLAVES*32-1:0]           slave_rdt
);
    reg  [MASTERS-1:0]     grant, behind;   // one hot; the masters behind the last one
    reg  [TARGET_BITS-1:0] slave;
    wire [MASTERS-1:0]     asks  = stb & ~grant;
    wire [MASTERS-1:0]     later = asks & behind;
    wire [MASTERS-1:0]     pick  = |later ? later & (~later + 1'b1) : asks & (~asks + 1'b1);
    wire                   busy  = |grant;
    wire                   done  = |(slave_ack & slave_stb);
    integer                k;

    assign ack = grant & {MASTERS{done}};
    always @(posedge clk)
        if (rst) begin
            grant  <= {MASTERS{1'b0}};
            behind <= {MASTERS{1'b0}};
        end else if (~busy | done) begin
            grant <= pick;
            if (|asks)
                behind <= ~(pick | (pick - 1'b1));
        end

    always @* begin
        slave_access = {WIDTH{1'b0}};
        slave        = {TARGET_BITS{1'b0}};
        for (k = 0; k < MASTERS; k = k + 1) begin
            slave_access = slave_access | {WIDTH{grant[k]}} & access[k*WIDTH +: WIDTH];
            slave        = slave | {TARGET_BITS{grant[k]}} & target[k*TARGET_BITS +: TARGET_BITS];
        end
    end
    always @* begin
        rdt = 32'd0;
        for (k = 0; k < SLAVES; k = k + 1) begin
            slave_stb[k] = busy & slave == k;
            rdt          = rdt | {32{slave == k}} & slave_rdt[k*32 +: 32];
        end
    end
endmodule

// The ports of all rivals. The target of master i is at [i*L +: L].
module rival #(
    parameter N        = 16,                // masters, and slaves
    parameter L        = 4,                 // log2 N
    parameter WIDTH    = 47,
    parameter KIND     = 0,                 // 0: shared, 1: crossbar, 2: two levels
    parameter CLUSTERS = 8,
    parameter C        = 3                  // log2 CLUSTERS
) (
    input  wire               clk,
    input  wire               rst,
    input  wire [N-1:0]       stb,
    input  wire [N*L-1:0]     target,
    input  wire [N*WIDTH-1:0] access,
    output wire [N-1:0]       ack,
    output wire [N*32-1:0]    rdt,
    output wire [N-1:0]       slave_stb,
    output wire [N*WIDTH-1:0] slave_access,
    input  wire [N-1:0]       slave_ack,
    input  wire [N*32-1:0]    slave_rdt
);
    genvar i, j;
    generate
        if (KIND == 0) begin : shared
            wire [31:0]      word;
            wire [WIDTH-1:0] one;

            rival_bus #(.MASTERS(N), .SLAVES(N), .WIDTH(WIDTH), .TARGET_BITS(L)) bus (
                .clk(clk), .rst(rst), .stb(stb), .target(target), .access(access), .ack(ack), .rdt(word),
                .slave_stb(slave_stb), .slave_access(one), .slave_ack(slave_ack), .slave_rdt(slave_rdt)
            );
            assign rdt          = {N{word}};
            assign slave_access = {N{one}};
        end else if (KIND == 1) begin : crossbar
            wire [N*N-1:0] acks;                                // [slave * N + master]

            for (i = 0; i < N; i = i + 1) begin : slave
                wire [N-1:0] here;
                wire [31:0]  word;

                for (j = 0; j < N; j = j + 1) begin : asks
                    assign here[j] = stb[j] & target[j*L +: L] == i;
                end
                rival_bus #(.MASTERS(N), .SLAVES(1), .WIDTH(WIDTH), .TARGET_BITS(1)) bus (
                    .clk(clk), .rst(rst), .stb(here), .target({N{1'b0}}), .access(access), .ack(acks[i*N +: N]), .rdt(word),
                    .slave_stb(slave_stb[i]), .slave_access(slave_access[i*WIDTH +: WIDTH]), .slave_ack(slave_ack[i]),
                    .slave_rdt(slave_rdt[i*32 +: 32])
                );
            end
            for (j = 0; j < N; j = j + 1) begin : master
                reg         done;
                reg  [31:0] word;
                integer     k;

                always @* begin
                    done = 1'b0;
                    word = 32'd0;
                    for (k = 0; k < N; k = k + 1) begin
                        done = done | acks[k*N + j];
                        word = word | {32{target[j*L +: L] == k}} & slave_rdt[k*32 +: 32];
                    end
                end
                assign ack[j]           = done;
                assign rdt[j*32 +: 32]  = word;
            end
        end else begin : two_levels
            localparam K = N / CLUSTERS, B = L - C;             // leaves of a cluster; log2 K
            wire [CLUSTERS-1:0]         up_stb, up_ack, down_stb, down_ack;
            wire [CLUSTERS*C-1:0]       up_target;
            wire [CLUSTERS*(WIDTH+B)-1:0] up_access;
            wire [WIDTH+B-1:0]          down_access;
            wire [CLUSTERS*32-1:0]      down_rdt;
            wire [31:0]                 up_rdt;

            rival_bus #(.MASTERS(CLUSTERS), .SLAVES(CLUSTERS), .WIDTH(WIDTH + B), .TARGET_BITS(C)) top (
                .clk(clk), .rst(rst), .stb(up_stb), .target(up_target), .access(up_access), .ack(up_ack), .rdt(up_rdt),
                .slave_stb(down_stb), .slave_access(down_access), .slave_ack(down_ack), .slave_rdt(down_rdt)
            );
            for (i = 0; i < CLUSTERS; i = i + 1) begin : cluster
                wire [K*(WIDTH+L)-1:0] whole;                   // {target, access}
                wire [K-1:0]           away;
                wire [WIDTH+L-1:0]     mine;
                wire [31:0]            word, local_word;
                wire [1:0]             out_stb, in_ack;
                wire [WIDTH-1:0]       one;

                for (j = 0; j < K; j = j + 1) begin : master
                    assign whole[j*(WIDTH+L) +: WIDTH+L] = {target[(i*K+j)*L +: L], access[(i*K+j)*WIDTH +: WIDTH]};
                    assign away[j] = target[(i*K+j)*L + B +: C] != i;
                end
                rival_bus #(.MASTERS(K), .SLAVES(2), .WIDTH(WIDTH + L), .TARGET_BITS(1)) masters (
                    .clk(clk), .rst(rst), .stb(stb[i*K +: K]), .target(away), .access(whole), .ack(ack[i*K +: K]), .rdt(word),
                    .slave_stb(out_stb), .slave_access(mine), .slave_ack({up_ack[i], in_ack[0]}), .slave_rdt({up_rdt, local_word})
                );
                assign rdt[i*K*32 +: K*32] = {K{word}};
                assign up_stb[i]                          = out_stb[1];
                assign up_target[i*C +: C]                = mine[WIDTH+B +: C];
                assign up_access[i*(WIDTH+B) +: WIDTH+B]  = mine[0 +: WIDTH+B];
                assign down_ack[i]                        = in_ack[1];
                assign down_rdt[i*32 +: 32]               = local_word;
                rival_bus #(.MASTERS(2), .SLAVES(K), .WIDTH(WIDTH), .TARGET_BITS(B)) slaves (
                    .clk(clk), .rst(rst), .stb({down_stb[i], out_stb[0]}),
                    .target({down_access[WIDTH +: B], mine[WIDTH +: B]}), .access({down_access[0 +: WIDTH], mine[0 +: WIDTH]}),
                    .ack(in_ack), .rdt(local_word), .slave_stb(slave_stb[i*K +: K]), .slave_access(one),
                    .slave_ack(slave_ack[i*K +: K]), .slave_rdt(slave_rdt[i*K*32 +: K*32])
                );
                assign slave_access[i*K*WIDTH +: K*WIDTH] = {K{one}};
            end
        end
    endgenerate
endmodule

`default_nettype wire
