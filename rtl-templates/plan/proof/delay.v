// delay: what goes into a delay line of flip-flops comes out DEPTH clocks later.
//! proves delay_line as delay
//! subject "delay_line_{WIDTH}_{DEPTH}"
//! what "delay line, {WIDTH} wires, {DEPTH} clocks"
//! claim "what goes in comes out as many clocks later"
//! steps DEPTH + 1
//! skip DEPTH
//! cells WIDTH * DEPTH
//! watches later
//! show due "wires that should be 1"
//! show out "wires that are"
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
