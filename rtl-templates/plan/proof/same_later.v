// same_later: an equation of a proof: `later` shows in every clock what `now` showed CLOCKS clocks ago.
`default_nettype none

module same_later #(
    parameter W      = 1,           // wires
    parameter CLOCKS = 0
) (
    input  wire         clk,
    input  wire [W-1:0] now,
    input  wire [W-1:0] later,
    input  wire         unless,     // the equation need not hold in this clock
    output wire         ok
);
    wire [W-1:0] due;

    later #(.W(W), .CLOCKS(CLOCKS)) delay (.clk(clk), .in(now), .out(due));

    assign ok = unless || later == due;
endmodule

`default_nettype wire
