// flexible_rotator: turns lines: in[i] leaves on out[i + turn], modulo the lines.
//
//   Layer q turns by 2^q or not; a register behind every STAGE layers, through which `turn` goes with the bits.
//! cost let CLOCKS = (LAYERS + STAGE - 1) / STAGE
//! cost lut4: LAYERS << LAYERS
//! cost ff: CLOCKS << LAYERS, LAYERS * (CLOCKS - 1)
//! cost lone: LAYERS * (CLOCKS - 1)
`default_nettype none

module flexible_rotator #(
    parameter LAYERS = 4,               // log2 of the lines, at least 1
    parameter STAGE  = 2                // layers between registers
) (
    input  wire                     clk,
    input  wire [LAYERS-1:0]        turn,
    input  wire [(1<<LAYERS)-1:0]   in,
    output wire [(1<<LAYERS)-1:0]   out
);
    localparam LINES = 1 << LAYERS;
    genvar q;
    generate
        for (q = 0; q < LAYERS; q = q + 1) begin : layer
            wire [LINES-1:0]  from;
            wire [LAYERS-1:q] by;           // for this layer and those behind it
            wire [LINES-1:0]  turned = by[q] ? {from[LINES-1-(1<<q):0], from[LINES-1:LINES-(1<<q)]} : from;

            if (q == 0) begin : first
                assign {by, from} = {turn, in};
            end else if (q % STAGE == 0) begin : clocked
                reg [LINES-1:0]  bits;
                reg [LAYERS-1:q] turns;

                always @(posedge clk) begin
                    bits  <= layer[q-1].turned;
                    turns <= layer[q-1].by[LAYERS-1:q];
                end
                assign {by, from} = {turns, bits};
            end else begin : wired
                assign {by, from} = {layer[q-1].by[LAYERS-1:q], layer[q-1].turned};
            end
        end
    endgenerate

    reg [LINES-1:0] last;

    always @(posedge clk)
        last <= layer[LAYERS-1].turned;
    assign out = last;
endmodule

`default_nettype wire
