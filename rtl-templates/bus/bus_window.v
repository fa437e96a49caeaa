// bus_window: whether an address lies in a window: of 2^SPAN_BITS bytes from BASE on, a multiple of them.
`default_nettype none

module bus_window #(
    parameter ADDRESS_BITS = 32,                            // of a byte, at most 32
    parameter SPAN_BITS    = 8,
    parameter [31:0] BASE  = 0
) (
    input  wire [ADDRESS_BITS-1:0] address,
    output wire                    hit
);
    wire [31:0] apart  = {{(32-ADDRESS_BITS){1'b0}}, address} ^ BASE;

    assign hit = apart >> SPAN_BITS == 32'd0;
endmodule

`default_nettype wire
