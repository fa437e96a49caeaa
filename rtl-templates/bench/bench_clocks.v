// bench_clocks: a testbench part: clocks that have nothing to do with each other, nor with the clock of bench_verdict. For simulators
//   only.
//
//   Each has a period between 0.8 and 3 of that clock's, a phase of its own, and jitter: drawn by SEED.
`default_nettype none

module bench_clocks #(
    parameter COUNT = 4,
    parameter SEED  = 1
) (
    output reg [COUNT-1:0] clocks
);
    genvar k;
    generate
        for (k = 0; k < COUNT; k = k + 1) begin : leaf
            /* verilator lint_off BLKSEQ */     // a testbench goes step by step
            reg [31:0] random;
            integer    half;

            function [31:0] random_after;
                input [31:0] x;
                reg   [31:0] y;
                begin
                    y = x ^ (x << 13);
                    y = y ^ (y >> 17);
                    random_after = y ^ (y << 5);
                end
            endfunction

            initial begin
                clocks[k] = 1'b0;
                random    = random_after(random_after(32'h2545f491 * (SEED + k)));
                half      = 4 + {16'd0, random[31:16]} % 11;
            end
            always begin
                random = random_after(random);
                #(half + {31'd0, random[7]});
                clocks[k] = ~clocks[k];
            end
        end
    endgenerate
endmodule

`default_nettype wire
