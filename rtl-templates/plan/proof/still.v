// still: a claim that has held for CLOCKS clocks holds still: a step of an induction over the clocks.
//
//   A monitor whose claim is true until the first reset needs no more: in a first clock in which the claim were false, it
//   would have been true in all clocks before.
`default_nettype none

module still #(
    parameter CLOCKS = 1
) (
    input  wire clk,
    input  wire claim,
    output wire ok
);
    reg  [CLOCKS-1:0] held;
    wire [CLOCKS:0]   all = {held, claim};

    always @(posedge clk)
        held <= all[CLOCKS-1:0];
    assign ok = claim || !(&held);
endmodule

`default_nettype wire
