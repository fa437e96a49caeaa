// delay: what goes into a delay line of flip-flops comes out DEPTH clocks later.
`default_nettype none

module delay #(
    parameter WIDTH = 1,            // wires
    parameter DEPTH = 1             // clocks
) (
    input  wire             clk,
    input  wire [WIDTH-1:0] in,     // free in every clock
    // the claim, for clock DEPTH + 1, and values to show if it fails
    output wire             ok,
    output wire [WIDTH-1:0] due,
    output wire [WIDTH-1:0] out
);
    circuit circuit (.clk(clk), .in(in), .out(out));
    later #(.W(WIDTH), .CLOCKS(DEPTH)) monitor (.clk(clk), .in(in), .out(due));

    assign ok = out == due;
endmodule

`default_nettype wire
