// fault_register: the dead links or wires of a tree, changeable at run time.
//
//   in --> [ N-1 ] -> [ N-2 ] -> .. -> [ 0 ] --> out      moves while `shift`
//             |          |               |
//          [ dead ]   [ dead ]        [ dead ]            taken over between slots
//
//   Bit 0 is shifted in first. A message and its acknowledgement must find the same links alive: changes take effect
//   only at the strobe of a data part, and not while bits are shifted in. The strobe waits as long as on its way to the
//   leaves: until then, acknowledgements of the slot before are still on their way down a tall tree.
`default_nettype none

module fault_register #(
    parameter LINKS = 4,                        // N
    parameter WAIT  = 0                         // clocks from `start` to its arrival at the leaves
) (
    input  wire             clk,
    input  wire             rst,                // synchronous, active high: back to `built_in`
    input  wire [LINKS-1:0] built_in,           // constant
    input  wire             shift,
    input  wire             in,
    output wire             out,
    input  wire             start,              // a part begins
    input  wire             answer,             // the part is not a data part
    output reg  [LINKS-1:0] dead
);
    reg  [LINKS-1:0] next;
    wire [LINKS:0]   moved = {in, next};
    wire [WAIT:0]    begins;                    // [k]: a data part has begun k clocks ago

    assign begins[0] = start & ~answer;

    genvar k;
    generate
        for (k = 0; k < WAIT; k = k + 1) begin : wait_
            reg later;

            always @(posedge clk)
                later <= begins[k] & ~rst;
            assign begins[k+1] = later;
        end
    endgenerate

    always @(posedge clk) begin
        if (shift)
            next <= moved[LINKS:1];
        if (begins[WAIT] && !shift)
            dead <= next;
        if (rst) begin
            next <= built_in;
            dead <= built_in;
        end
    end
    assign out = next[0];
    wire unused = moved[0];
endmodule

`default_nettype wire
