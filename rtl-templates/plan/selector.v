// selector: shows a message to the port that its route bit names (Leiserson 1985, section II: the new M bit is M and
// the address bit or its complement).
//
//            clock   0   1   2   3
//            in      M   r   x   y ..     strobe `start` in clock 1
//            zero    .   M'  x   y ..     M'  = M and not r
//            one     .   M"  x   y ..     M"  = M and r
//   The route bit is used up: the new M bit takes its place, and a message is one bit shorter behind every node.
//   Latency: 1 clock for the M bit, none for the bits that follow. One 3-input LUT per output.
`default_nettype none

module selector (
    input  wire clk,
    input  wire start,              // the route bit is on `in`, one clock after the M bit
    input  wire in,
    output wire zero,
    output wire one
);
    reg m;                          // the bit before: the M bit when `start` is high

    always @(posedge clk)
        m <= in;
    assign zero = start ? m & ~in : in;
    assign one  = start ? m & in : in;
endmodule

`default_nettype wire
