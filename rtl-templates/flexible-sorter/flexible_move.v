// flexible_move: which move stands behind a pass of a flexible sorter: the last digit of base 4 of the pass's number that is
// not 3 says which, and on which level of the recursion.
`default_nettype none

module flexible_move #(
    parameter DEPTH     = 2,            // of the deepest recursion, at least 1
    parameter MOVE_BITS = 3             // of a move's number
) (
    /* verilator lint_off UNUSEDSIGNAL */       // of the last pass all digits are 0
    input  wire [2*DEPTH:0]     pass,
    /* verilator lint_on UNUSEDSIGNAL */
    output reg  [MOVE_BITS-1:0] move
);
    localparam [31:0] DEEPEST_MOVE = 3 * DEPTH;
    integer d;

    always @* begin
        move = DEEPEST_MOVE[MOVE_BITS-1:0];
        for (d = DEPTH - 1; d >= 0; d = d - 1)
            if (pass[2*d +: 2] != 2'd3)
                move = 3 * d[MOVE_BITS-1:0] + {{MOVE_BITS-2{1'b0}}, pass[2*d +: 2]};
    end
endmodule

`default_nettype wire
