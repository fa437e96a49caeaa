// paths: within a frame every output repeats one input or none, and no two outputs repeat the same input.
//
//   The circuit starts in any state and runs for WARM clocks. In clock 0 comes the strobe with any M bits m, then
//
//        clock   1               2         3                           4          5
//        in      1 on wire j     any x     x with the bit of j turned  m again    all 0
//        out     c               y         z                           a          n
//
//   (out: LATENCY clocks later). Proved for every j, m and x:
//
//        c has at most one bit (ALL: exactly one)    a wire leads to one output at most
//        y agrees with x on wire j where c is 1      the output repeats the wire, whatever the others carry
//        y xor z = c                                 and the wire reaches no other output
//        a = the M bits that came out, n = 0         M bits take the same paths, and no bit appears from nowhere
//
//   Each output in clocks 1 to 5 is thus the sum over wires j of (bit j) * c(j), and at most one wire contributes to an
//   output: each output repeats one input. By the fourth line an output with an M bit repeats an input with an M bit.
//   hold.v extends this to all further clocks of the frame.
`default_nettype none

module paths #(
    parameter R       = 2,          // wires into the circuit
    parameter S       = 1,          // wires out of it
    parameter LATENCY = 1,          // clocks between
    parameter WARM    = 1,          // clocks, at least 1, after which what breaks ties is in step with the strobes
    parameter ALL     = 0           // 1: every input leads to an output
) (
    input  wire         clk,
    input  wire [R-1:0] any,        // free in every clock
    input  wire         any_start,
    input  wire         any_chance,
    input  wire [(R > 1 ? $clog2(R) : 1)-1:0] any_wire,
    // the claim, for clock WARM + LATENCY + 6, and values to show if it fails
    output wire         ok,
    output reg  [R-1:0] messages,
    output reg  [R-1:0] asked,
    output wire [S-1:0] arrived,
    output wire [S-1:0] followed
);
    wire         start;
    wire [R-1:0] in;
    wire [S-1:0] out;

    circuit circuit (.clk(clk), .start(start), .chance(any_chance), .in(in), .out(out));

    reg [WARM+5:0] early = 1;
    wire [5:0]    clock = early[WARM+5:WARM];
    reg [R-1:0]   x;
    reg [5*S-1:0] late;

    assign start = clock[0] | (any_start & ~|clock);
    assign in    = clock[1] ? ({R{1'b0}} | 1'b1) << any_wire
                 : clock[3] ? x ^ asked
                 : clock[4] ? messages
                 : clock[5] ? {R{1'b0}} : any;

    always @(posedge clk) begin
        early <= early << 1;
        late  <= {late, out};
        if (clock[0])
            messages <= in;
        if (clock[1])
            asked <= in;
        if (clock[2])
            x <= in;
    end

    wire [S-1:0] c = late[4*S-1 -: S];
    wire [S-1:0] y = late[3*S-1 -: S];
    wire [S-1:0] z = late[2*S-1 -: S];
    wire [S-1:0] a = late[S-1:0];
    wire         bit_of_wire = |(x & asked);
    wire         lost = ALL != 0 && asked != {R{1'b0}} && c == {S{1'b0}};

    assign arrived  = late[5*S-1 -: S];
    assign followed = c;
    assign ok = (c & (c - 1'b1)) == {S{1'b0}} && !lost
             && (c & y) == (c & {S{bit_of_wire}})
             && (y ^ z) == c
             && a == arrived
             && out == {S{1'b0}};
endmodule

`default_nettype wire
