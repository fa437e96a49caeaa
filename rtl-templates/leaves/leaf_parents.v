// leaf_parents: chooses the parents that a message of a generalized fat tree takes on its way up: one digit for each
// level above the leaves' parents, as leaf_path.v expects them.
//
//   wish --> a digit that names no parent (where their number is no power of two) is reduced by that number --> path
//   loaded --> [sent]: a message's source field begins with its parents. The answer takes the same links back, and is
//                      never lost.
//
//   The wish is some bits of the destination's or the source's label, or random bits.
//   The same rule in C: compiler/machines/generalized/up_parents.h.
`default_nettype none

module leaf_parents #(
    parameter HEIGHT    = 2,                    // h
    parameter PATH_BITS = 1,                    // at least 1
    parameter [3*HEIGHT-1:0]  PARENT_BITS = 6'o01,
    parameter [PATH_BITS-1:0] LAST_PATH   = 1'b1        // every digit at its largest
) (
    input  wire                 clk,
    input  wire                 load,           // the message begins: ..
    input  wire [PATH_BITS-1:0] loaded,         // .. its parents
    input  wire [PATH_BITS-1:0] wish,
    output wire [PATH_BITS-1:0] path,
    output reg  [PATH_BITS-1:0] sent            // the parents of the message sent last
);
    function integer path_below(input integer l);
        integer k;
        begin
            path_below = 0;
            for (k = 0; k + 1 < l; k = k + 1)
                path_below = path_below + {29'd0, PARENT_BITS[3*k +: 3]};
        end
    endfunction

    genvar l;
    generate
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

    always @(posedge clk)
        if (load)
            sent <= loaded;
endmodule

`default_nettype wire
