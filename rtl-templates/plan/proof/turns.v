// turns: no place is hopeless: whatever the rivals, there are random bits with which a message passes.
//
//   As many copies of the circuit as there are sets of random bits, one for each row of choices, run for WARM clocks
//   from any state. In clock 0 comes the strobe with any M bits, the same in all; in clock 1 a lone 1 follows on wire
//   `asked`, which had a message. Each copy has its own bits in the clocks of its rows. Proved: in one copy at least the
//   1 leaves.
`default_nettype none

module turns #(
    parameter R       = 2,          // wires into the circuit
    parameter S       = 1,          // wires out of it
    parameter LATENCY = 1,          // clocks between
    parameter ROWS    = 1,          // rows of choices
    parameter AT      = 32'd0,      // the clocks of the rows, a byte each, the first row's lowest
    parameter WARM    = 1
) (
    input  wire         clk,
    input  wire [R-1:0] any,        // free in every clock
    input  wire         any_start,
    input  wire         any_chance,
    input  wire [(R > 1 ? $clog2(R) : 1)-1:0] any_wire,
    // the claim, for clock WARM + LATENCY + 2, and values to show if it fails
    output wire         ok,
    output reg  [R-1:0] messages,
    output reg  [R-1:0] asked
);
    localparam COPIES = 1 << ROWS;
    localparam CLOCKS = WARM + LATENCY + 3;

    reg  [CLOCKS-1:0]   early = 1;
    wire [1:0]          clock = early[WARM+1:WARM];
    wire                start;
    wire [R-1:0]        in;
    wire [COPIES-1:0]   passed;

    assign start = clock[0] | (any_start & ~clock[1]);
    assign in    = clock[1] ? ({R{1'b0}} | 1'b1) << any_wire : any;

    genvar k, row;
    generate
        for (k = 0; k < COPIES; k = k + 1) begin : copy
            wire [ROWS:0] chosen;   // [i]: the random bit, as far as rows before i name it
            wire [S-1:0]  out;

            assign chosen[0] = any_chance;
            for (row = 0; row < ROWS; row = row + 1) begin : at
                localparam [7:0] CLOCK = AT >> (8 * row);

                assign chosen[row+1] = early[WARM+CLOCK] ? ((k >> row) & 1) != 0 : chosen[row];
            end
            circuit circuit (.clk(clk), .start(start), .chance(chosen[ROWS]), .in(in), .out(out));
            assign passed[k] = |out;
        end
    endgenerate

    always @(posedge clk) begin
        early <= early << 1;
        if (clock[0])
            messages <= in;
        if (clock[1])
            asked <= in;
    end

    assign ok = (asked & messages) == {R{1'b0}} || |passed;
endmodule

`default_nettype wire
