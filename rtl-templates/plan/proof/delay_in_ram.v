// delay_in_ram: what goes into a delay line in RAM comes out DEPTH clocks later.
//
//   The line starts with the two addresses of power-up and any contents. After WORDS clocks the addresses repeat: a
//   proof for the clocks from DEPTH to DEPTH + WORDS holds for all times.
//! proves delay_line as delay
//! subject "delay_line_{WIDTH}_{DEPTH}"
//! given WORDS
//! what "delay line, {WIDTH} wires, {DEPTH} clocks, RAM"
//! claim "what goes in comes out as many clocks later"
//! steps DEPTH + WORDS + 1
//! skip WORDS
//! cells 4 * WIDTH * DEPTH
//! watches later
//! expose ram.read_at
//! expose ram.write_at
//! show due "wires that should be 1"
//! show out "wires that are"
`default_nettype none

module delay_in_ram #(
    parameter WIDTH = 1,            // wires
    parameter DEPTH = 4,            // clocks
    parameter WORDS = 4             // of the RAM
) (
    input  wire             clk,
    input  wire [WIDTH-1:0] in,     // free in every clock
    // the claim, for the clocks WORDS + 1 to DEPTH + WORDS + 1, and values to show if it fails
    output wire             ok,
    output wire [WIDTH-1:0] due,
    output wire [WIDTH-1:0] out
);
    reg  [DEPTH+WORDS:0]     clock = 1;
    wire [$clog2(WORDS)-1:0] read_at;
    wire [$clog2(WORDS)-1:0] write_at;

    always @(posedge clk)
        clock <= clock << 1;

    circuit circuit (.clk(clk), .in(in), .out(out), .\ram.read_at (read_at), .\ram.write_at (write_at));
    later #(.W(WIDTH), .CLOCKS(DEPTH)) monitor (.clk(clk), .in(in), .out(due));

    assign ok = (|clock[DEPTH-1:0] || out == due) && (!clock[WORDS] || (read_at == 0 && write_at == WORDS - 1));
endmodule

`default_nettype wire
