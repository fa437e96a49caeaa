// head_waits: whether a head still waits for a start bit to leave its shift register.
//
//   The boundary of this module hides that `enable` is `waits` itself: synthesis would make a LUT of the enable, and another
//   of each bit that has the same one.
//! cost ff: 1
//! cost lone: 1
`default_nettype none

(* keep_hierarchy *)
module head_waits (
    input  wire clk,
    input  wire clear,                      // synchronous: it waits again
    input  wire enable,
    input  wire last,                       // the top of the shift register: 0 is a start bit
    output reg  waits
);
    always @(posedge clk)
        if (clear)
            waits <= 1'b1;
        else if (enable)
            waits <= last;
endmodule

`default_nettype wire
