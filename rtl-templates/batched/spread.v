// spread: a vertex of a pruned butterfly on the way down: messages from one parent or two, for two children.
//
//            clock        0   1   2   3   4   5
//            a, b         M   S   d   x   y ..
//            left, right  .   .   .   M   S   x   y ..
//
//   d is the next bit of the destination, and is used up: 0 is left. S is 1 while a message is on its way (active), and
//   0 once it has been sidetracked. Active ones go where they want. If two want the same edge, the smaller one gets it; S
//   of the larger one becomes 0, and it leaves by the other edge. Where bits are equal either will do, so both go on bit
//   by bit, and the first difference decides.
//   Sidetracked messages take what is left: a lone one left and right in turn; of two the one on a goes left.
//
//   A word that turns at the node comes in on `turned`, on which there is nothing while messages come from the parents.
//   Idle wires are 0. Latency: 3 clocks for M and S, 2 for what follows.
`default_nettype none

module spread #(
    parameter PARENTS = 2           // 1: nothing comes on b
) (
    input  wire clk,
    input  wire rst,
    input  wire at_s,               // strobes: S is on a and b,
    input  wire at_d,               // d is,
    input  wire after_d,            // a clock later
    input  wire a,                  // from the lower parent
    input  wire b,
    input  wire turned_left,
    input  wire turned_right,
    output reg  left,
    output reg  right
);
    reg  a_1, a_2;                  // a clock and two clocks ago
    reg  crossed;                   // a goes right
    reg  flip;                      // which way the next lone message goes that has been sidetracked
    reg  free_way;                  // in the clock of d: the way if none is active
    wire late = at_d | after_d;     // M and S leave a clock later than the rest
    wire from_a = late ? a_2 : a_1;

    always @(posedge clk)
        {a_1, a_2} <= {a, a_1};

    generate
        if (PARENTS == 2) begin : two
            reg  b_1, b_2;
            reg  open;              // both want the edge that `crossed` shows, and have been equal so far
            wire from_b = late ? b_2 : b_1;
            wire decided = a_1 ? a : b_1 ? ~b : free_way;
            wire swap = at_d ? decided : crossed;
            wire differ = a ^ b;

            always @(posedge clk) begin
                {b_1, b_2} <= {b, b_1};
                free_way <= (a_1 ^ b_1) & (flip ^ b_1);
                if (at_d) begin
                    crossed <= decided;
                    open    <= a_1 & b_1 & ~differ;
                end else if (open && differ) begin
                    crossed <= a ^ crossed;
                    open    <= 1'b0;
                end
                left  <= turned_left | ((swap ? from_b : from_a) & ~at_s & ~(after_d & open & crossed));
                right <= turned_right | ((swap ? from_a : from_b) & ~at_s & ~(after_d & open & ~crossed));
                if (rst)
                    flip <= 1'b0;
                else if (at_d)
                    flip <= flip ^ ((a_2 ^ b_2) & ~a_1 & ~b_1);
            end
        end else begin : one
            wire unused = b;
            wire decided = a_1 ? a : free_way;
            wire swap = at_d ? decided : crossed;

            always @(posedge clk) begin
                free_way <= flip;
                if (at_d)
                    crossed <= decided;
                left  <= turned_left | (~swap & from_a & ~at_s);
                right <= turned_right | (swap & from_a & ~at_s);
                if (rst)
                    flip <= 1'b0;
                else if (at_d)
                    flip <= flip ^ (a_2 & ~a_1);
            end
        end
    endgenerate
endmodule

`default_nettype wire
