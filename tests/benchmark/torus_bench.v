// torus_bench: uniform random packets to all other nodes at full load: how many arrive, and how long they take.
`timescale 1ns / 1ns

module torus_bench;
    parameter K = 4, BITS = 2, WARM_UP = 1000, CLOCKS = 20000;
    localparam NODES = K * K, FLIT = 1 + 2*BITS + 32;

    reg                   clk = 0, rst = 1;
    reg  [NODES*FLIT-1:0] own = 0;
    wire [NODES-1:0]      accepts, arrives;
    wire [NODES*FLIT-1:0] shown;
    integer               i, to, clock = 0, seed = 1, got = 0, wrong = 0, waits, longest = 0;

    torus #(.K(K), .BITS(BITS)) network(.clk(clk), .rst(rst), .own(own), .accepts(accepts), .shown(shown), .arrives(arrives));
    always #1 clk = ~clk;

    always @(posedge clk) begin
        clock <= clock + 1;
        rst   <= clock < 4;
        for (i = 0; i < NODES; i = i + 1) begin
            if (arrives[i] && clock > WARM_UP) begin
                got   = got + 1;
                waits = clock - shown[i*FLIT +: 32];
                if (waits > longest)
                    longest = waits;
                if (shown[i*FLIT+32 +: 2*BITS] != i % K * K + i / K)
                    wrong = wrong + 1;
            end
            if (clock > 8 && (accepts[i] || !own[i*FLIT+FLIT-1])) begin
                to = $unsigned($random(seed)) % (NODES - 1);
                if (to >= i)
                    to = to + 1;
                own[i*FLIT +: 32]        <= clock;
                own[i*FLIT+32 +: BITS]   <= to / K;
                own[i*FLIT+32+BITS +: BITS] <= to % K;
                own[i*FLIT+FLIT-1]       <= 1;
            end
        end
        if (clock == WARM_UP + CLOCKS) begin
            $display("%f %0d %0d", 1.0 * got / CLOCKS / NODES, longest, wrong);
            $finish(0);
        end
    end
endmodule
