// axi_stream: a stream that leaves a circuit obeys AXI4-Stream, from any reset on:
//
//   quiet     tvalid is low in the clock behind each clock in which rst is high
//   held      tvalid, once high, stays until the clock in which tready is high, too, or until a reset
//   steady    meanwhile all that is beside tvalid stays as it is: data, source, last
//
//   By induction over the clocks, from any state of the circuit before the first reset. All inputs of the circuit are free in
//   every clock: what it gets on s_axis need not obey anything, and resets come at any time.
//
//   `holds` is what else is claimed of the circuit's registers, where the induction needs it: it is proved with the rest. `promised`
//   is what the circuit's neighbours promise, which other proofs show: behind a clock in which it was low nothing is claimed until
//   the next reset. The module `proof`, which ftc writes, joins circuit and monitor: compiler/prove/stream.c.
`default_nettype none

module axi_stream #(
    parameter WIDTH = 32                // of all beside tvalid
) (
    input  wire             clk,
    input  wire             rst,
    input  wire             valid,
    input  wire             ready,
    input  wire [WIDTH-1:0] payload,
    input  wire             promised,
    input  wire             holds,
    // the claim, and values to show if it fails
    output wire             ok,
    output wire [3:0]       parts
);
    reg             begun  = 1'b0;      // there has been a reset
    reg             broken = 1'b0;      // a promise, since the last one
    reg             was_rst = 1'b0;     // in the clock before
    reg             waited = 1'b0;      // .. a word was not taken
    reg [WIDTH-1:0] before;

    always @(posedge clk) begin
        if (rst)
            begun <= 1'b1;
        broken  <= ~rst & (broken | ~promised);
        was_rst <= rst;
        waited  <= valid & ~ready & ~rst;
        before  <= payload;
    end

    assign parts = {holds, ~waited | payload == before, ~waited | valid, ~was_rst | ~valid};
    assign ok    = ~begun | broken | ~promised | (&parts);
endmodule

`default_nettype wire
