// copying_selector: a selector (selector.v) that can show a message to both ports: a broadcast on its way down.
//
//            clock   0   1   2   3
//            in      M   r   x   y ..     strobe `start` in clock 1
//            zero    .   M'  x   y ..     M'  = M and (not r or copy)
//            one     .   M"  x   y ..     M"  = M and (r or copy)
//
//   Latency: 1 clock for the M bit, none for the bits that follow. One 4-input LUT per output.
`default_nettype none

module copying_selector (
    input  wire clk,
    input  wire start,          // the route bit is on `in`, one clock after the M bit
    input  wire copy,           // in that clock: to both
    input  wire in,
    output wire zero,
    output wire one
);
    reg m;                      // the bit before: the M bit when `start` is high

    always @(posedge clk)
        m <= in;
    assign zero = start ? m & (~in | copy) : in;
    assign one  = start ? m & (in | copy) : in;
endmodule

`default_nettype wire
