// packet_pick: which slot of an adapter of acknowledged words sends next: the first that is ready, of those that are late, or else
// of all. `late_then` are the slots behind it, whose turn it is when it has sent.
`default_nettype none

module packet_pick #(
    parameter LANES = 1                     // slots, 1 .. 4
) (
    input  wire [LANES-1:0]   ready,
    input  wire [LANES-1:0]   late,
    output reg  [(LANES>2):0] pick,         // 0 if none is ready
    output reg  [LANES-1:0]   late_then
);
    localparam NUMBER_BITS = LANES > 2 ? 2 : 1;
    integer m;

    always @* begin
        pick = 0;
        for (m = LANES - 1; m >= 0; m = m - 1)
            if (ready[m])
                pick = m[NUMBER_BITS-1:0];
        for (m = LANES - 1; m >= 0; m = m - 1)
            if (ready[m] & late[m])
                pick = m[NUMBER_BITS-1:0];
        late_then = {LANES{1'b0}};
        for (m = 0; m < LANES; m = m + 1)
            if (pick == m[NUMBER_BITS-1:0])
                late_then = ({LANES{1'b1}} << 1) << m;
    end
endmodule

`default_nettype wire
