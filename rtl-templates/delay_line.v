// delay_line: delays its input by DEPTH clocks.
//
//   Turning messages wait here for messages that come down from the top of the tree. Below RAM_FROM clocks the line is
//   made of flip-flops, otherwise of a RAM that is written and read at one moving address.
//   No reset: the power-up contents leave the line before the first strobe arrives.
`default_nettype none

module delay_line #(
    parameter WIDTH    = 1,         // wires, at least 1
    parameter DEPTH    = 1,         // clocks, at least 1
    parameter RAM_FROM = 0          // smallest DEPTH that is made of RAM (at least 4); 0: none
) (
    input  wire             clk,
    input  wire [WIDTH-1:0] in,
    output wire [WIDTH-1:0] out
);
    generate
        if (RAM_FROM > 3 && DEPTH >= RAM_FROM) begin : ram
            // Reading is one address ahead of writing: no clock reads the word that it writes.
            localparam BITS = $clog2(DEPTH);
            localparam [31:0] LAST_WORD = DEPTH - 1;
            localparam [BITS-1:0] LAST = LAST_WORD[BITS-1:0];

            (* no_rw_check *)
            reg [WIDTH-1:0] memory [0:DEPTH-1];
            reg [WIDTH-1:0] late;
            reg [BITS-1:0]  read_at  = {BITS{1'b0}};
            reg [BITS-1:0]  write_at = LAST;

            always @(posedge clk) begin
                write_at         <= read_at;
                read_at          <= (read_at == LAST) ? {BITS{1'b0}} : read_at + 1'b1;
                late             <= memory[read_at];
                memory[write_at] <= in;
            end
            assign out = late;
        end else begin : flip_flops
            reg [DEPTH*WIDTH-1:0] stage;

            if (DEPTH == 1) begin : one
                always @(posedge clk)
                    stage <= in;
            end else begin : more
                always @(posedge clk)
                    stage <= {stage[(DEPTH-1)*WIDTH-1:0], in};
            end
            assign out = stage[DEPTH*WIDTH-1 -: WIDTH];
        end
    endgenerate
endmodule

`default_nettype wire
