// image_same: an image's bits equal those of its circuit.
`default_nettype none

module image_same #(
    parameter BITS      = 1,
    parameter UNDEFINED = 0,        // the circuit may be x: then any bit of the image is right
    parameter WRONG     = 0         // the wrong goal: the image's bits are inverted
) (
    input  wire [BITS-1:0] due,     // the circuit's
    input  wire [BITS-1:0] got,     // the image's
    output wire [BITS-1:0] parts,
    output wire            ok
);
    localparam [0:0] INVERTED = WRONG;

    genvar i;
    generate
        if (UNDEFINED) begin : undefined
            for (i = 0; i < BITS; i = i + 1) begin : bits
                assign parts[i] = due[i] === 1'bx || due[i] === (got[i] ^ INVERTED);
            end
        end else begin : defined
            assign parts = ~(due ^ got ^ {BITS{INVERTED}});
        end
    endgenerate

    assign ok = &parts;
endmodule

`default_nettype wire
