// alu: an accumulator of 8 bits with a carry, and the four operations that change it.
//
//   operation  0 add       accumulator + operand + carry
//              1 subtract  accumulator - operand - carry (a borrow)
//              2 and
//              3 xor
`default_nettype none

module alu(
    input wire clk,
    input wire reset,
    input wire [1:0] operation,
    input wire [7:0] operand,
    output reg [7:0] accumulator,
    output reg carry
);
    wire subtract = operation[0];
    wire [7:0] second = operand ^ {8{subtract}};
    wire [8:0] sum = {1'b0, accumulator} + {1'b0, second} + {8'd0, carry ^ subtract};

    always @(posedge clk)
        if (reset) begin
            accumulator <= 8'd0;
            carry <= 1'b0;
        end else
            case (operation)
            2'd2: accumulator <= accumulator & operand;
            2'd3: accumulator <= accumulator ^ operand;
            default: begin
                accumulator <= sum[7:0];
                carry <= sum[8] ^ subtract;
            end
            endcase
endmodule

`default_nettype wire
