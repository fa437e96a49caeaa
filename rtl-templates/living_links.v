// living_links.v: the wires of a router's links to its children, of which some are dead: nothing gets through a dead one.
//
//   A wire that stays 0 carries no message. Between two registers this is one more input of the LUT of a selector.
`default_nettype none

module living_links #(
    parameter CHILDREN = 2,                     // m
    parameter WIRES    = 1                      // c, of each link
) (
    input  wire [CHILDREN-1:0]       dead,      // [j]: the link to child j
    input  wire [CHILDREN*WIRES-1:0] in,
    output wire [CHILDREN*WIRES-1:0] out
);
    genvar j;
    generate
        for (j = 0; j < CHILDREN; j = j + 1) begin : link
            assign out[j*WIRES +: WIRES] = in[j*WIRES +: WIRES] & {WIRES{~dead[j]}};
        end
    endgenerate
endmodule

`default_nettype wire
