// batch_fresh: keeps order: whether no word of the next round has a destination yet.
//
//   It remembers the round of the last word to each destination, modulo 16: an old entry can delay a word by a round. `fresh`
//   is about the destination that s_axis showed a clock ago. With `commit` a word to `to` belongs to the next round.
`default_nettype none

module batch_fresh #(
    parameter LABEL_BITS = 4
) (
    input  wire                  clk,
    input  wire                  rst,
    input  wire                  round_now,
    input  wire [LABEL_BITS-1:0] destination,
    input  wire [LABEL_BITS-1:0] to,
    input  wire                  commit,
    output wire                  fresh
);
    // The RAM of an ECP5 has 4 bits at each address.
    (* no_rw_check *)
    reg  [3:0] rounds [0:(1<<LABEL_BITS)-1];
    reg  [3:0] round_read, round_next;
    integer    entry;

    assign fresh = round_read != round_next;

    initial
        for (entry = 0; entry < (1 << LABEL_BITS); entry = entry + 1)
            rounds[entry] = 4'd0;
    always @(posedge clk) begin
        round_read <= rounds[destination];
        if (commit)
            rounds[to] <= round_next;
        if (round_now)
            round_next <= round_next + 4'd1;
        if (rst)
            round_next <= 4'd1;
    end
endmodule

`default_nettype wire
