// delay_in_ram: what goes into a delay line in RAM comes out DEPTH clocks later.
//
//   The line starts with the two addresses of power-up and any contents. After DEPTH clocks the addresses repeat: a
//   proof for the clocks from DEPTH to 2 DEPTH holds for all times.
`default_nettype none

module delay_in_ram #(
    parameter WIDTH = 1,            // wires
    parameter DEPTH = 4             // clocks
) (
    input  wire             clk,
    input  wire [WIDTH-1:0] in,     // free in every clock
    // the claim, for the clocks DEPTH + 1 to 2 DEPTH + 1, and values to show if it fails
    output wire             ok,
    output wire [WIDTH-1:0] due,
    output wire [WIDTH-1:0] out
);
    reg  [2*DEPTH:0]         clock = 1;
    wire [$clog2(DEPTH)-1:0] read_at;
    wire [$clog2(DEPTH)-1:0] write_at;

    always @(posedge clk)
        clock <= clock << 1;

    circuit circuit (.clk(clk), .in(in), .out(out), .\ram.read_at (read_at), .\ram.write_at (write_at));
    later #(.W(WIDTH), .CLOCKS(DEPTH)) monitor (.clk(clk), .in(in), .out(due));

    assign ok = out == due && (!clock[DEPTH] || (read_at == 0 && write_at == DEPTH - 1));
endmodule

`default_nettype wire
