// selector: reads a message's route bit and shows the message to the port that the bit names (Leiserson 1985,
// section II: the new M bit is M and the address bit or its complement).
//
//            clock   0   1   2   3
//            in      M   r   x   y ..     strobe `start` in clock 1
//            zero    .   M'  x   y ..     M'  = M and not r
//            one     .   M"  x   y ..     M"  = M and r
//
//   The route bit is used up: the new M bit leaves in its place, so a message is one bit shorter behind
//   every node. Latency: 1 clock for the M bit, none for what follows. One 3-input LUT per output.
//
//   With W > 1 bits per clock the M bit (bit 0) and all route bits come side by side in the first clock, `start` is high
//   in that clock, a level knows which bit is its own, and only the M bit changes.
`default_nettype none

module selector #(
    parameter W     = 1,            // bits per clock and wire, at least 1
    parameter ROUTE = 1             // W > 1: which bit of the first clock is this level's, 1 .. W-1
) (
    input  wire         clk,
    input  wire         start,      // W = 1: the route bit is on `in`, one clock after the M bit
    input  wire [W-1:0] in,
    output wire [W-1:0] zero,
    output wire [W-1:0] one
);
    generate
        if (W == 1) begin : serial
            reg m;                  // the bit before: the M bit when `start` is high

            always @(posedge clk)
                m <= in[0];
            assign zero = start ? m & ~in : in;
            assign one  = start ? m & in : in;
        end else begin : parallel
            assign zero = {in[W-1:1], in[0] & ~(start & in[ROUTE])};
            assign one  = {in[W-1:1], in[0] & (in[ROUTE] | ~start)};
            // The serial selector needs a clock; this one does not.
            wire unused_clk = clk;
        end
    endgenerate
endmodule

`default_nettype wire
