// mesh_pins: the external pins of a mesh, steady during a step.
//
//   pin_in  --> [ register, at `take` ] --> in --> the mesh's border
//   pin_out <-- [ register, at `step` ] <-- out <-- the mesh's border
`default_nettype none

module mesh_pins #(
    parameter PINS = 4                      // each way, at least 1
) (
    input  wire            clk,
    input  wire            clear,
    input  wire            take,            // before a step's first clock
    input  wire            step,            // in its last clock
    input  wire [PINS-1:0] pin_in,
    output reg  [PINS-1:0] pin_out,
    output reg  [PINS-1:0] in,
    input  wire [PINS-1:0] out
);
    always @(posedge clk) begin
        if (clear)
            in <= {PINS{1'b0}};
        else if (take)
            in <= pin_in;
        if (clear)
            pin_out <= {PINS{1'b0}};
        else if (step)
            pin_out <= out;
    end
endmodule

`default_nettype wire
