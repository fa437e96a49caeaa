// packet_pick: which slot of an adapter of acknowledged words sends next: the first that is ready, of those that are late, or else
// of all. `late_then` are the slots behind it, whose turn it is when it has sent.
`default_nettype none

module packet_pick #(
    parameter OUTSTANDING = 1               // slots, 1 .. 4
) (
    input  wire [OUTSTANDING-1:0]   ready,
    input  wire [OUTSTANDING-1:0]   late,
    output reg  [(OUTSTANDING>2):0] pick,         // 0 if none is ready
    output reg  [OUTSTANDING-1:0]   late_then
);
    localparam NUMBER_BITS = OUTSTANDING > 2 ? 2 : 1;
    integer m;

    always @* begin
        pick = 0;
        for (m = OUTSTANDING - 1; m >= 0; m = m - 1)
            if (ready[m])
                pick = m[NUMBER_BITS-1:0];
        for (m = OUTSTANDING - 1; m >= 0; m = m - 1)
            if (ready[m] & late[m])
                pick = m[NUMBER_BITS-1:0];
        late_then = {OUTSTANDING{1'b0}};
        for (m = 0; m < OUTSTANDING; m = m + 1)
            if (pick == m[NUMBER_BITS-1:0])
                late_then = ({OUTSTANDING{1'b1}} << 1) << m;
    end
endmodule

`default_nettype wire
