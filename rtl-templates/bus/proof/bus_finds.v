// bus_finds: bus_window.v finds the addresses from the first to the last byte of its window, and no others.
//! proves bus_window as finds
//! what "window of the bus"
//! claim "it has the addresses from its first to its last byte, no others"
//! steps 1
//! cells 100
//! show shown "the address"
`default_nettype none

module bus_finds #(
    parameter ADDRESS_BITS = 32,
    parameter SPAN_BITS    = 8,
    parameter [31:0] BASE  = 0
) (
    // free
    input  wire [ADDRESS_BITS-1:0] address,
    // the claim, and a value to show if it fails
    output wire                    ok,
    output wire [ADDRESS_BITS-1:0] shown
);
    wire        hit;
    wire [32:0] whole = address;

    circuit circuit (.address(address), .hit(hit));

    assign shown = address;
    assign ok    = hit == (whole >= {1'b0, BASE} && whole <= {1'b0, BASE} + (33'd1 << SPAN_BITS) - 33'd1);
endmodule

`default_nettype wire
