// mesh_receiver: keeps what comes down the tree for the border of a mesh.
//
//   down[w] --> register of position w, w + WIRES, w + 2 WIRES, ..  --> in
//
//   In each clock, one register of wire w's positions takes it, or none: 1 + the position's number, or 0, in BITS bits
//   of `settings`, wire 0's at the least significant end.
`default_nettype none

module mesh_receiver #(
    parameter POSITIONS = 12,               // of the border that belong to the tree
    parameter WIRES     = 4,                // of the channel
    parameter BITS      = 2                 // POSITIONS < WIRES << BITS
) (
    input  wire                  clk,
    input  wire                  clear,
    input  wire [WIRES*BITS-1:0] settings,
    input  wire [WIRES-1:0]      down,
    output reg  [POSITIONS-1:0]  in         // to the mesh
);
    genvar p;
    generate
        for (p = 0; p < POSITIONS; p = p + 1) begin : positions
            localparam        WIRE = p % WIRES;
            localparam [31:0] NAME = 1 + p / WIRES;

            always @(posedge clk)
                if (clear)
                    in[p] <= 1'b0;
                else if (settings[WIRE*BITS +: BITS] == NAME[BITS-1:0])
                    in[p] <= down[WIRE];
        end

        // A wide channel has wires without a position.
        if (WIRES > POSITIONS) begin : rest
            wire unused = &{1'b0, down[WIRES-1:POSITIONS], settings[WIRES*BITS-1:POSITIONS*BITS]};
        end
    endgenerate
endmodule

`default_nettype wire
