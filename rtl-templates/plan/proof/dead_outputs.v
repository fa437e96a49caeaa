// dead_outputs: any set of dead outputs, but not all, for the proofs of a concentrator: the same from clock CLOCKS on.
//
//   A register that never changes would be a constant for Yosys. This one takes the first inputs, which are free: copies of
//   the circuit with the same inputs have the same dead outputs.
`default_nettype none

module dead_outputs #(
    parameter R      = 2,           // wires into the concentrator
    parameter S      = 1,           // wires out of it
    parameter CLOCKS = 1            // until enough inputs have come
) (
    input  wire         clk,
    input  wire [R-1:0] in,
    output wire [S-1:0] dead
);
    reg  [CLOCKS:0] age = 1;
    reg  [S-1:0]    some;
    wire [S+R-1:0]  more = {some, in};

    always @(posedge clk) begin
        age <= age << 1;
        if (age != 0)
            some <= more[S-1:0];
    end
    assign dead = some & {S{~&some}};
endmodule

`default_nettype wire
