// living_settings: what a concentrator onto a channel with dead wires has to know of them.
//
//   dead --> count of the dead wires before each one --> setting
//
//   Setting p - 1, for each rank p >= 1: the channel has at most p living wires. Then LAYERS rows of a bit for each wire:
//   the number of dead wires before it; WIRES if it is dead itself (compiler/plan/living.c). Combinational: the wires are
//   steady while messages pass.
`default_nettype none

module living_settings #(
    parameter RANKS  = 1,                       // of the concentrator, at most WIRES
    parameter WIRES  = 1,                       // of the channel
    parameter LAYERS = 1                        // ceil(log2(WIRES + 1))
) (
    input  wire [WIRES-1:0]                dead,
    output wire [RANKS-1+LAYERS*WIRES-1:0] setting
);
    wire [LAYERS-1:0] all;                      // dead wires

    genvar j, b;
    generate
        for (j = 0; j < WIRES; j = j + 1) begin : wire_
            localparam [LAYERS-1:0] NONE = WIRES, ONE = 1, ZERO = 0;
            wire [LAYERS-1:0] earlier;          // dead wires before this one
            wire [LAYERS-1:0] later = earlier + (dead[j] ? ONE : ZERO);
            wire [LAYERS-1:0] number = dead[j] ? NONE : earlier;

            if (j == 0) begin : first
                assign earlier = ZERO;
            end else begin : next
                assign earlier = wire_[j-1].later;
            end
            for (b = 0; b < LAYERS; b = b + 1) begin : layer
                assign setting[RANKS-1+b*WIRES+j] = number[b];
            end
        end
        for (j = 1; j < RANKS; j = j + 1) begin : rank
            localparam [LAYERS-1:0] SURPLUS = WIRES - j;

            assign setting[j-1] = all >= SURPLUS;
        end
        if (RANKS < 2) begin : no_ranks
            wire unused = &{1'b0, all};
        end
    endgenerate
    assign all = wire_[WIRES-1].later;
endmodule

`default_nettype wire
