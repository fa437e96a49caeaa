// machine: a computer with an accumulator of 4 bits and a carry. Its program is outside: it shows the address of an
// instruction, and whoever drives the pins answers with the instruction, in the same clock.
//
//   opcode  0 load    accumulator = operand
//           1 add     accumulator = accumulator + operand, with a carry out
//           2 nand    accumulator = not (accumulator and operand)
//           3 jump    to `operand` if there is a carry, and clears it
`default_nettype none

module machine(
    input wire clk,
    input wire reset,
    input wire [1:0] opcode,
    input wire [3:0] operand,
    output reg [3:0] address,
    output reg [3:0] accumulator,
    output reg carry
);
    wire [4:0] sum = {1'b0, accumulator} + {1'b0, operand};

    always @(posedge clk)
        if (reset) begin
            address <= 4'd0;
            accumulator <= 4'd0;
            carry <= 1'b0;
        end else begin
            address <= opcode == 2'd3 && carry ? operand : address + 4'd1;
            case (opcode)
            2'd0: accumulator <= operand;
            2'd1: {carry, accumulator} <= sum;
            2'd2: accumulator <= ~(accumulator & operand);
            default: carry <= 1'b0;
            endcase
        end
endmodule

`default_nettype wire
