// pick: one of two wires goes on, as it was settled before any message came.
//
//   a --\
//        >-- picked      b where `setting` is 1, else a.
//   b --/
//
//   Combinational: no M bit is looked at, nothing is latched. One 3-input LUT.
`default_nettype none

module pick (
    input  wire setting,            // steady while messages pass
    input  wire a,
    input  wire b,
    output wire picked
);
    assign picked = setting ? b : a;
endmodule

`default_nettype wire
