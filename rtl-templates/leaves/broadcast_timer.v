// broadcast_timer: marks the frame slots for broadcasts, and selects their spanning trees.
//
//   slot --> [ 1 ] -> [ 0 ] -> .. -> [ 0 ] -+    a ring with a single 1, rotated in every slot
//              ^----------------------------+
//              +--> timing[0]                    the next slot is for broadcasts, until the next `slot`
//
//   timing[1 + t]: tree t is the first intact one or, with ALL, an intact one. Both change only at `slot`, which comes after the last answers of a
//   slot and before the first words of the next slot are chosen.
`default_nettype none

module broadcast_timer #(
    parameter EVERY         = 8,                // one of EVERY slots is for broadcasts, at least 2
    parameter TREES         = 2,                // w_1
    parameter TREES_AND_ONE = 3,
    parameter ALL           = 0                 // 1: broadcasts take all trees at once
) (
    input  wire                     clk,
    input  wire                     rst,        // synchronous, active high
    input  wire                     slot,       // pulse before each slot
    input  wire [TREES-1:0]         broken,     // [t]: something on tree t is dead
    output reg  [TREES_AND_ONE-1:0] timing
);
    reg  [EVERY-1:0] ring;
    wire [TREES-1:0] used;

    genvar t;
    generate
        for (t = 0; t < TREES; t = t + 1) begin : tree
            assign used[t] = ~broken[t] & (ALL != 0 | &(broken | {TREES{1'b1}} << t));
        end
    endgenerate

    always @(posedge clk)
        if (rst) begin
            ring   <= {{EVERY-1{1'b0}}, 1'b1};
            timing <= {TREES_AND_ONE{1'b0}};
        end else if (slot) begin
            ring   <= {ring[EVERY-2:0], ring[EVERY-1]};
            timing <= {used, ring[EVERY-1]};
        end
endmodule

`default_nettype wire
