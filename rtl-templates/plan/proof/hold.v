// hold: the outputs depend on the inputs in the same way in every clock of a frame, until the next strobe.
//
//   Two runs of the circuit, A and B, start from the same arbitrary state, and have the same inputs for WARM clocks:
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
//   Random bits are the same in both runs, clock by clock: they decide between the messages of a frame, once.
//
//   Both runs share one copy of the circuit, A in even and B in odd clocks: fork.v adds a second flip-flop behind each
//   of its flip-flops and starts both runs with the same bit there.
`default_nettype none

module hold #(
    parameter R       = 2,          // wires into the circuit
    parameter S       = 1,          // wires out of it
    parameter LATENCY = 1,          // clocks between
    parameter WARM    = 1           // clocks, at least 1, after which what breaks ties is in step with the strobes
) (
    input  wire         clk,
    input  wire [R-1:0] any,        // free in every clock
    input  wire         any_start,
    input  wire         any_chance,
    // the claim, for clock 2 * (WARM + LATENCY) + 4, and values to show if it fails
    output wire         ok,
    output reg  [R-1:0] x,
    output reg          s,
    output wire [S-1:0] before,
    output wire [S-1:0] after
);
    wire         start;
    wire [R-1:0] in;
    wire [S-1:0] out;

    reg [2*WARM+3:0] early = 1;     // A and B by turns
    wire [3:0]    clock = early[2*WARM+3:2*WARM];   // A, B in t; A, B in t+1
    wire          warm = |early[2*WARM-1:0];
    reg           second = 1'b0;    // this clock is B's
    reg  [R-1:0]  in_before;
    reg           start_before, chance_before;
    wire          chance = second ? chance_before : any_chance;
    reg [3*S-1:0] late;

    circuit circuit (.clk(clk), .start(start), .chance(chance), .in(in), .out(out));

    assign start = clock[1] ? s : warm & second ? start_before : any_start & ~clock[3];
    assign in    = clock[3] | (clock[1] & s) ? x : warm & second ? in_before : any;

    always @(posedge clk) begin
        early <= early << 1;
        second <= ~second;
        in_before <= in;
        start_before <= start;
        chance_before <= chance;
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
