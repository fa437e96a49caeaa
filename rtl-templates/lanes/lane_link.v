// lane_link: a link of lane_pick.v, one LUT of four inputs for each bit.
//
//   It takes one of its own two inputs, or passes on what comes. If it takes, `previous` is not data but the choice.
//   Synthesis would balance long chains, and need nearly twice as many LUTs; the module's boundary keeps them as they are.
//   Combinational.
`default_nettype none

(* keep_hierarchy *)
module lane_link #(
    parameter WIDTH = 9
) (
    input  wire             take,
    input  wire [WIDTH-1:0] previous,
    input  wire [WIDTH-1:0] even,
    input  wire [WIDTH-1:0] odd,
    output wire [WIDTH-1:0] out
);
    assign out = take ? previous & odd | ~previous & even : previous;
endmodule

`default_nettype wire
