// living: a message is lost only when every living output carries one, and a dead output carries none.
//
//   As delivery.v, of a concentrator some of whose outputs are dead, at most all but one: any of them, the same all the
//   time. With paths.v this implies: of k messages exactly min(k, L) leave, L being the living outputs.
`default_nettype none

module living #(
    parameter R       = 2,          // wires into the circuit
    parameter S       = 1,          // wires out of it
    parameter LATENCY = 1,          // clocks between
    parameter WARM    = 1           // clocks, at least 1, after which what breaks ties is in step with the strobes
) (
    input  wire         clk,
    input  wire [R-1:0] any,        // free in every clock
    input  wire         any_start,
    input  wire         any_chance,
    input  wire [(R > 1 ? $clog2(R) : 1)-1:0] any_wire,
    // the claim, for clock WARM + LATENCY + 2, and values to show if it fails
    output wire         ok,
    output reg  [R-1:0] messages,
    output reg  [R-1:0] asked,
    output reg  [S-1:0] arrived,
    output wire [S-1:0] dead
);
    wire         start;
    wire [R-1:0] in;
    wire [S-1:0] out;

    circuit circuit (.clk(clk), .start(start), .chance(any_chance), .in(in), .out(out), .dead(dead));

    reg [WARM+1:0] early = 1;
    wire [1:0]     clock = early[WARM+1:WARM];

    assign start = clock[0] | (any_start & ~clock[1]);
    assign in    = clock[1] ? ({R{1'b0}} | 1'b1) << any_wire : any;

    always @(posedge clk) begin
        early   <= early << 1;
        arrived <= out;
        if (clock[0])
            messages <= in;
        if (clock[1])
            asked <= in;
    end

    assign ok = ((asked & messages) == {R{1'b0}} || out != {S{1'b0}} || &(arrived | dead))
             && (arrived & dead) == {S{1'b0}} && (out & dead) == {S{1'b0}};
endmodule

`default_nettype wire
