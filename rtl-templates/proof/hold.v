// hold: the outputs depend on the inputs in the same way in every clock of a frame, until the next strobe.
//
//   Two runs of the circuit, A and B, start from the same arbitrary state:
//
//        clock     t                  t+1               later
//        start A   s                  any               any
//        in    A   x                  any               any
//        start B   s                  0                 any
//        in    B   any (x, if s)      x                 any        Proved: out of A at t + LATENCY
//                                                                        = out of B at t + 1 + LATENCY.
//
//   By induction over the clocks of a frame: replace the run by one that had x a clock earlier, until x stands in clock
//   1 of the frame. Throughout the frame, however long, the outputs depend on the strobe's M bits and on the inputs
//   LATENCY clocks ago, always in the same way, and on nothing else: not on other clocks or later frames.
//
//   Both runs share one copy of the circuit, A in even and B in odd clocks: fork.v adds a second flip-flop behind each
//   of its flip-flops and starts both runs with the same bit there.
`default_nettype none

module hold #(
    parameter R       = 2,          // wires into the circuit
    parameter S       = 1,          // wires out of it
    parameter LATENCY = 1           // clocks between
) (
    input  wire         clk,
    input  wire [R-1:0] any,        // free in every clock
    input  wire         any_start,
    // the claim, for clock 2 * LATENCY + 4, and values to show if it fails
    output wire         ok,
    output reg  [R-1:0] x,
    output reg          s,
    output wire [S-1:0] before,
    output wire [S-1:0] after
);
    wire         start;
    wire [R-1:0] in;
    wire [S-1:0] out;

    circuit circuit (.clk(clk), .start(start), .in(in), .out(out));

    reg [3:0]     clock = 4'd1;     // A, B in t; A, B in t+1
    reg [3*S-1:0] late;

    assign start = clock[1] ? s : any_start & ~clock[3];
    assign in    = clock[3] | (clock[1] & s) ? x : any;

    always @(posedge clk) begin
        clock <= clock << 1;
        late  <= {late, out};
        if (clock[0]) begin
            x <= in;
            s <= start;
        end
    end

    assign before = late[3*S-1 -: S];
    assign after  = out;
    assign ok = before == after;
endmodule

`default_nettype wire
