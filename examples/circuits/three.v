// three: the circuits of alu.v, uart.v and machine.v side by side, with one reset. ftc flattens them.
`include "alu.v"
`include "uart.v"
`include "machine.v"
`default_nettype none

module three(
    input wire clk,
    input wire reset,
    input wire [1:0] alu_operation,
    input wire [7:0] alu_operand,
    output wire [7:0] alu_accumulator,
    output wire alu_carry,
    input wire [7:0] uart_data,
    input wire uart_send,
    output wire uart_ready,
    output wire uart_line,
    input wire [1:0] machine_opcode,
    input wire [3:0] machine_operand,
    output wire [3:0] machine_address,
    output wire [3:0] machine_accumulator,
    output wire machine_carry
);
    alu alu(.clk(clk), .reset(reset), .operation(alu_operation), .operand(alu_operand), .accumulator(alu_accumulator),
        .carry(alu_carry));
    uart uart(.clk(clk), .reset(reset), .data(uart_data), .send(uart_send), .ready(uart_ready), .line(uart_line));
    machine machine(.clk(clk), .reset(reset), .opcode(machine_opcode), .operand(machine_operand), .address(machine_address),
        .accumulator(machine_accumulator), .carry(machine_carry));
endmodule

`default_nettype wire
