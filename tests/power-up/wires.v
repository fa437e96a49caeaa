// wires.v: a testbench for a network with bare wires: two parts with the same bits must leave it in the same way, each
// right behind a reset of one clock. Whatever the registers held before, nothing of it may be seen.
//
//   The bits are random; without a reset, and before the first part, they are undefined. Where there are no strobes
//   (off-line), the bits leave LATENCY clocks after they have come.
`default_nettype none

module wires_bench #(
    parameter UP       = 8,             // of leaf_up and leaf_down
    parameter OUTSIDE  = 1,             // of root_up and root_down
    parameter SETTINGS = 1,
    parameter STROBES  = 1,             // 0: the network is off-line
    parameter LATENCY  = 10,            // clocks from leaf_up to leaf_down
    parameter IDLES    = 0              // 1: the reset itself makes all wires idle
) (
    output reg                 clk,
    output reg                 rst,
    output reg                 start,           // a clock before the M bits where there are no strobes
    output reg  [UP-1:0]       leaf_up,
    output reg  [OUTSIDE-1:0]  root_down,
    output reg  [SETTINGS-1:0] settings,
    input  wire                leaf_down_start,
    input  wire [UP-1:0]       leaf_down,
    input  wire [OUTSIDE-1:0]  root_up
);
    localparam BITS = 64, PART = 2 * LATENCY + BITS;

    reg [UP+OUTSIDE-1:0] noise [0:PART], first [0:PART];
    reg [UP-1:0]         there;         // the M bits of leaf_down, where there are strobes
    reg                  bad;
    integer              clock, part, k, came;

    initial begin
        for (clock = 0; clock <= PART; clock = clock + 1)
            for (k = 0; k < UP + OUTSIDE; k = k + 1)
                noise[clock][k] = $random;
        for (k = 0; k < SETTINGS; k = k + 1)
            settings[k] = $random;
        clk       = 1'b0;
        rst       = 1'b1;
        start     = 1'bx;
        leaf_up   = {UP{1'bx}};
        root_down = {OUTSIDE{1'bx}};
        bad       = 1'b0;
        came      = 0;
        for (part = 0; part < 2; part = part + 1) begin
            // It starts the random bits again that break ties.
            rst = 1'b1;
            #1 clk = 1'b1;
            #1 clk = 1'b0;
            rst = 1'b0;
            there = {UP{!STROBES}};
            for (clock = 0; clock <= PART; clock = clock + 1) begin
                start = clock == 0;
                if (clock >= !STROBES)
                    {root_down, leaf_up} = noise[clock-!STROBES];
                #1 if (STROBES && leaf_down_start !== (clock == LATENCY))
                    bad = 1'b1;
                if (IDLES || clock >= LATENCY + !STROBES) begin
                    if (STROBES && clock == LATENCY)
                        there = leaf_down;
                    came = came + |(leaf_down & there);
                    if (^there === 1'bx || ^(leaf_down & there) === 1'bx)
                        bad = 1'b1;
                    if (part == 1 && first[clock] !== {root_up, leaf_down})
                        bad = 1'b1;
                end
                if (part == 0)
                    first[clock] = {root_up, leaf_down};
                if (bad) begin
                    $display("undefined: clock %0d of part %0d, leaf_down_start %b, leaf_down %b, at first %b", clock,
                             part, leaf_down_start, leaf_down, first[clock][UP-1:0]);
                    $finish(0);
                end
                #1 clk = 1'b1;
                #1 clk = 1'b0;
            end
        end
        if (came > 0)
            $display("passed: bits in %0d clocks", came);
        $finish(0);
    end
endmodule

`default_nettype wire
