// delay_line: delays its input by DEPTH clocks.
//
//   Turning messages wait here for messages that come down from the top of the tree. The line is made of flip-flops
//   alone, or of a RAM behind them that is written and read at one moving address. A long line passes several times
//   through a shallow RAM:
//
//   in --> [stage] --> [ RAM, first WIDTH bits ] --> late --> [ RAM, next WIDTH bits ] --> late --> .. --> out
//
//   No reset: the power-up contents leave the line before the first strobe arrives.
`default_nettype none

module delay_line #(
    parameter WIDTH  = 1,           // wires, at least 1
    parameter DEPTH  = 1,           // clocks, at least 1
    parameter PASSES = 0            // through a RAM of (DEPTH - 1) / PASSES words, 4 or more; 0: flip-flops
) (
    input  wire             clk,
    input  wire [WIDTH-1:0] in,
    output wire [WIDTH-1:0] out
);
    // What drives a RAM is a flip-flop: its data inputs are slow. The remainder of the division waits before it, too.
    localparam WORDS  = PASSES > 0 ? (DEPTH - 1) / (PASSES > 0 ? PASSES : 1) : 0;
    localparam STAGES = DEPTH - PASSES * WORDS;

    reg [STAGES*WIDTH-1:0] stage;

    generate
        if (STAGES == 1) begin : one
            always @(posedge clk)
                stage <= in;
        end else begin : more
            always @(posedge clk)
                stage <= {stage[(STAGES-1)*WIDTH-1:0], in};
        end

        if (PASSES > 0) begin : ram
            // Reading is one address ahead of writing: no clock reads the word that it writes.
            localparam BITS = $clog2(WORDS);
            localparam [31:0] LAST_WORD = WORDS - 1;
            localparam [BITS-1:0] LAST = LAST_WORD[BITS-1:0];

            (* no_rw_check *)
            reg  [PASSES*WIDTH-1:0]     memory [0:WORDS-1];
            reg  [PASSES*WIDTH-1:0]     late;
            reg  [BITS-1:0]             read_at  = {BITS{1'b0}};
            reg  [BITS-1:0]             write_at = LAST;
            wire [(PASSES+1)*WIDTH-1:0] passed   = {late, stage[STAGES*WIDTH-1 -: WIDTH]};

            always @(posedge clk) begin
                write_at         <= read_at;
                // A gate: Yosys would turn a multiplexer into a reset, with LUTs of its own.
                read_at          <= (read_at + 1'b1) & {BITS{read_at != LAST}};
                late             <= memory[read_at];
                memory[write_at] <= passed[PASSES*WIDTH-1:0];
            end
            assign out = passed[PASSES*WIDTH +: WIDTH];
        end else begin : flip_flops
            assign out = stage[STAGES*WIDTH-1 -: WIDTH];
        end
    endgenerate
endmodule

`default_nettype wire
