// leaf_detour: a word that could not be delivered takes random parents on its next try.
`default_nettype none

module leaf_detour #(
    parameter PATH_BITS = 1
) (
    input  wire                 in_vain,
    input  wire [PATH_BITS-1:0] first,      // the parents of the first try
    input  wire [PATH_BITS-1:0] chance,
    output wire [PATH_BITS-1:0] wish
);
    assign wish = in_vain ? chance : first;
endmodule

`default_nettype wire
