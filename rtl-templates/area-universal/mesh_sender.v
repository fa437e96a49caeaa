// mesh_sender: sends the wires of a mesh's border up the tree, another one on each wire with every clock.
//
//   out[w], out[w + WIRES], out[w + 2 WIRES], .. --> choice of wire w --> register --> up[w]
//
//   The choice is a number of `BITS` bits in `settings`, wire 0's at the least significant end. Numbers without a
//   position send 0.
`default_nettype none

module mesh_sender #(
    parameter POSITIONS = 12,               // of the border that belong to the tree; more than WIRES
    parameter WIRES     = 4,                // of the channel
    parameter BITS      = 2                 // at least 1, and POSITIONS <= WIRES << BITS
) (
    input  wire                  clk,
    input  wire [WIRES*BITS-1:0] settings,
    input  wire [POSITIONS-1:0]  out,       // of the mesh
    output reg  [WIRES-1:0]      up
);
    genvar w, n;
    generate
        for (w = 0; w < WIRES; w = w + 1) begin : wires
            wire [(1<<BITS)-1:0] group;

            for (n = 0; n < 1 << BITS; n = n + 1) begin : positions
                if (n * WIRES + w < POSITIONS) begin : position
                    assign group[n] = out[n * WIRES + w];
                end else begin : none
                    assign group[n] = 1'b0;
                end
            end

            always @(posedge clk)
                up[w] <= group[settings[w*BITS +: BITS]];
        end
    endgenerate
endmodule

`default_nettype wire
