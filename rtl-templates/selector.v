// selector: shows a message to the port that its route bit names (Leiserson 1985, section II: the new M bit is M and
// the address bit or its complement).
//
//            clock   0   1   2   3
//            in      M   r   x   y ..     strobe `start` in clock 1
//            zero    .   M'  x   y ..     M'  = M and not r
//            one     .   M"  x   y ..     M"  = M and r
//   The route bit is used up: the new M bit takes its place, and a message is one bit shorter behind every node.
//   Latency: 1 clock for the M bit, none for the bits that follow. One 3-input LUT per output.
//
//   With W > 1 bits per clock the M bit (bit 0) and all route bits arrive in parallel in the first clock, in which
//   `start` is high. Each level has its own route bit, and only the M bit changes.
//   in that clock, a level knows which bit is its own, and only the M bit changes.
`default_nettype none

module selector #(
    parameter W     = 1,            // bits per clock and wire, at least 1
    parameter ROUTE = 1             // W > 1: this level's bit of the first clock, 1 .. W-1
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
