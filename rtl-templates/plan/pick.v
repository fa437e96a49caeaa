// pick: passes one of two wires on, as configured before any message comes.
//
//   a --\
//        >-- picked      b where `setting` is 1, else a.
//   b --/
//
//   Combinational: independent of M bits, without state. One 3-input LUT.
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
