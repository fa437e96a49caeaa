// chosen: one output of a stage of switches: the wire that its number names.
`default_nettype none

module chosen #(
    parameter COUNT = 2,            // wires
    parameter BITS  = 2             // of the number
) (
    input  wire [COUNT-1:0] from,
    input  wire [BITS-1:0]  number,
    output wire             to,
    output wire             beyond  // the number names no wire
);
    assign to     = from[number];
    assign beyond = number >= COUNT;
endmodule

`default_nettype wire
