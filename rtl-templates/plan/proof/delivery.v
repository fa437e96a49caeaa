// delivery: a message is lost only when every output carries one.
//
//   The circuit starts in any state and runs for WARM clocks. In clock 0 comes the strobe with any M bits; in clock 1 a
//   lone 1 follows on wire `asked`, which had a message. The 1 leaves LATENCY clocks later on the outputs to which wire
//   `asked` is connected. If there are none, the message is lost, and all outputs must have had M bits. All other
//   inputs, and the times of the next strobes, are free.
//
//   With paths.v (a message on an output is one from the inputs, and no message is on two outputs) this implies: of k
//   messages exactly min(k, S) leave. For k <= S, if one were lost, S others would have left, but there are only k - 1
//   < S. For k > S at most S can leave: one is lost, and therefore all outputs are taken. This argument replaces
//   counting: a SAT solver that has to add up bits fails beyond sixteen inputs.
`default_nettype none

module delivery #(
    parameter R       = 2,          // wires into the circuit
    parameter S       = 1,          // wires out of it
    parameter LATENCY = 1,          // clocks between
    parameter WARM    = 1           // clocks, at least 1, after which what breaks ties is in step with the strobes
) (
    input  wire         clk,
    input  wire [R-1:0] any,        // free in every clock
    input  wire         any_start,
    input  wire         any_chance,
    input  wire [$clog2(R)-1:0] any_wire,
    // the claim, for clock WARM + LATENCY + 2, and values to show if it fails
    output wire         ok,
    output reg  [R-1:0] messages,
    output reg  [R-1:0] asked,
    output reg  [S-1:0] arrived,
    output wire [S-1:0] followed
);
    wire         start;
    wire [R-1:0] in;
    wire [S-1:0] out;

    circuit circuit (.clk(clk), .start(start), .chance(any_chance), .in(in), .out(out));

    reg [WARM+1:0] early = 1;
    wire [1:0]     clock = early[WARM+1:WARM];

    assign start = clock[0] | (any_start & ~clock[1]);
    assign in    = clock[1] ? {{R-1{1'b0}}, 1'b1} << any_wire : any;

    always @(posedge clk) begin
        early   <= early << 1;
        arrived <= out;
        if (clock[0])
            messages <= in;
        if (clock[1])
            asked <= in;
    end

    assign followed = out;
    assign ok = (asked & messages) == {R{1'b0}} || followed != {S{1'b0}} || &arrived;
endmodule

`default_nettype wire
