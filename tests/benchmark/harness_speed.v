// harness_speed.v: what harness_speed.c does, as a testbench for Verilator's own C++ main: the same bits into the same
// network, and the same checksum of what comes out, printed after +clocks=N clocks.
`default_nettype none

module harness_speed;
    parameter LEAVES = 64;

    reg              clk = 1'b0;
    reg              start = 1'b1;
    reg [63:0]       bits = 64'h9e3779b97f4a7c15;
    reg [63:0]       sum = 64'd0;
    reg [63:0]       clock = 64'd0;
    reg [63:0]       clocks = 64'd0;
    wire [LEAVES-1:0] down;
    wire             down_start;

    fat_tree network (
        .clk(clk),
        .rst(1'b0),
        .leaf_up_start(start),
        .leaf_up(bits[LEAVES-1:0]),
        .leaf_down(down),
        .leaf_down_start(down_start)
    );

    function [63:0] after(input [63:0] now);
        reg [63:0] x;
        begin
            x = now ^ (now << 13);
            x = x ^ (x >> 7);
            after = x ^ (x << 17);
        end
    endfunction

    initial
        if (!$value$plusargs("clocks=%d", clocks))
            $stop;

    always
        #1 clk = ~clk;

    // Outputs are read, and inputs changed, between the edges, when clk falls.
    always @(negedge clk) begin
        sum   <= {sum[62:0], sum[63]} ^ down ^ {63'd0, down_start};
        bits  <= after(bits);
        clock <= clock + 64'd1;
        start <= clock % 64 == 64'd63;
        if (clock == clocks) begin
            $display("%h", sum);
            $finish(0);
        end
    end
endmodule

`default_nettype wire
