// lane_winner: for monitors: who wins at an output: of two neighbouring groups of 2^l inputs one goes before the other, as
// favor[l] says. Monitor lane_grants.v proves what follows from this rule.
`default_nettype none

module lane_winner #(
    parameter INPUTS = 4,
    parameter BITS   = 2
) (
    input  wire [INPUTS-1:0] asks,
    input  wire [BITS-1:0]   favor,
    output reg  [INPUTS-1:0] wins
);
    reg     rivals;                     // those of the group beside that of input i
    integer l, i, k;

    always @* begin
        wins = asks;
        for (l = 0; l < BITS; l = l + 1)
            for (i = 0; i < INPUTS; i = i + 1) begin
                rivals = 1'b0;
                for (k = 0; k < INPUTS; k = k + 1)
                    if (k >> l == (i >> l ^ 1))
                        rivals = rivals | asks[k];
                wins[i] = wins[i] & ~(rivals & favor[l] == ((i >> l) % 2 == 0));
            end
    end
endmodule

`default_nettype wire
