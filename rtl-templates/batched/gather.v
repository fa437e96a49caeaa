// gather: a vertex of a pruned butterfly on the way up: messages from two children, for one parent or two.
//
//            clock   0   1   2   3
//            a, b    M   r   x   y ..     `start` in clock 0, `route` in clock 1
//            first   .   .   M'  x ..     M' = M and not r
//            second  .   .   M"  x ..     M" = M and r
//
//   With two parents the route bit r names one of them, and is used up. Of two messages at most one goes to each parent.
//   With one parent there is no route bit: everything is on `first` a clock later.
//   While `stop` is high, nothing goes up. Idle wires are 0.
//   Latency: 2 clocks for the M bit, 1 for what follows. With two parents seven 4-input LUTs and six flip-flops.
`default_nettype none

module gather #(
    parameter PARENTS = 2           // 1 or 2
) (
    input  wire clk,
    input  wire start,              // strobe: M bits are on a and b
    input  wire route,              // strobe, a clock later: route bits are
    input  wire stop,
    input  wire a,
    input  wire b,
    output reg  first,
    output wire second
);
    generate
        if (PARENTS == 2) begin : two
            reg a_first, a_second, b_first, b_second;   // where the messages may go
            reg other;

            assign second = other;
            always @(posedge clk) begin
                a_first  <= (start & a) | (a_first & ~start & ~(route & a));
                a_second <= (start & a) | (a_second & ~start & (~route | a));
                b_first  <= (start & b) | (b_first & ~start & ~(route & b));
                b_second <= (start & b) | (b_second & ~start & (~route | b));
                if (stop)
                    {a_first, a_second, b_first, b_second} <= 4'd0;
                // in the clock of the route bit: the new M bits
                first <= ((a ^ route) & a_first) | ((b ^ route) & b_first);
                other <= (a & a_second) | (b & b_second);
                if (start)
                    {first, other} <= 2'd0;
            end
        end else begin : one
            wire unused = &{1'b0, start, route};

            assign second = 1'b0;
            always @(posedge clk)
                first <= ~stop & (a | b);
        end
    endgenerate
endmodule

`default_nettype wire
