// living_links: cuts the wires of dead links between a router, or node, and its children.
//
//   A wire that stays 0 carries no message. Between two registers this takes one more input of a selector's LUT.
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
