// settings_register: the settings of a node's switches, loaded when a delivery cycle reaches the node, then steady.
//! cost lut4: !ENABLES * (COUNT * WIDTH < 32) * WIDTH
//! cost ff: WIDTH
//! cost lone: (COUNT * WIDTH >= 32) * WIDTH
`default_nettype none

module settings_register #(
    parameter WIDTH = 8                     // at least 1
) (
    input  wire             clk,
    input  wire             start,          // pulse: a cycle's M bits come from below in the next clock
    input  wire [WIDTH-1:0] next,
    output reg  [WIDTH-1:0] now
);
    always @(posedge clk)
        if (start)
            now <= next;
endmodule

`default_nettype wire
