// leaf_parents.v: which parents a message of a generalized fat tree is to take on its way up: a digit for each level above
// the leaves' parents, as leaf_path.v wants them.
//
//   By the destination, or by the source: consecutive bits of the label from bit OFFSET on, lowest level first, and again
//   from bit 0 when they are used up. For two leaves that share a link down by the former, the links up of both
//   differ by the latter, as far as there are links. At random: bits of `random`.
//   When a word has been sent in vain: at random.
//   A digit that names no parent (where their number is no power of two) has that number subtracted.
//   The same rule in C: compiler/machines/generalized/up_parents.h.
`default_nettype none

module leaf_parents #(
    parameter HEIGHT      = 2,                  // h
    parameter LABEL_BITS  = 4,
    parameter PATH_BITS   = 1,                  // at least 1
    parameter OFFSET      = 0,                  // bits of the label that have chosen the leaf's own link
    parameter LANE        = 0,                  // lanes do not share their bits of `random`
    parameter DETOUR      = 0,
    parameter UP_ROUTING  = 0,                  // by the destination (0), by the source (1), or at random (2)
    parameter [3*HEIGHT-1:0]  PARENT_BITS = 6'o01,
    parameter [PATH_BITS-1:0] LAST_PATH   = 1'b1
) (
    input  wire [LABEL_BITS-1:0] address,       // of this leaf
    input  wire [LABEL_BITS-1:0] to,
    input  wire                  in_vain,       // with DETOUR: at random now
    input  wire [15:0]           random,
    output wire [PATH_BITS-1:0]  path
);
    function integer path_below(input integer l);
        integer k;
        begin
            path_below = 0;
            for (k = 0; k + 1 < l; k = k + 1)
                path_below = path_below + {29'd0, PARENT_BITS[3*k +: 3]};
        end
    endfunction

    wire [PATH_BITS-1:0] wish;
    wire unused = &{address, to, in_vain, random, 1'b0};

    genvar l, k;
    generate
        for (k = 0; k < PATH_BITS; k = k + 1) begin : bit_
            wire first;         // of the first try
            wire chance = random[(5 * LANE + k) % 16];

            if (UP_ROUTING == 2) begin : at_random
                assign first = chance;
            end else if (UP_ROUTING == 1) begin : by_source
                assign first = address[(OFFSET + k) % LABEL_BITS];
            end else begin : by_destination
                assign first = to[(OFFSET + k) % LABEL_BITS];
            end
            assign wish[k] = DETOUR != 0 && in_vain ? chance : first;
        end
        for (l = 1; l < HEIGHT; l = l + 1) begin : level
            localparam integer BITS = {29'd0, PARENT_BITS[3*(l-1) +: 3]};
            localparam AT   = path_below(l);

            if (BITS > 0) begin : digit
                localparam [BITS-1:0] LAST  = LAST_PATH[AT +: BITS];
                localparam [BITS-1:0] COUNT = LAST + 1'b1;
                wire [BITS-1:0] wanted = wish[AT +: BITS];

                if (&LAST) begin : all_exist
                    assign path[AT +: BITS] = wanted;
                end else begin : some_exist
                    assign path[AT +: BITS] = wanted > LAST ? wanted - COUNT : wanted;
                end
            end
        end
    endgenerate
endmodule

`default_nettype wire
