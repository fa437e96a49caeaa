// self_test_judge: the part of a self test that is the same for every network: rounds, counts, lights and line.
//
//   go <-- control <-- sent, delivered, wrong          control --> report --> tx
`default_nettype none
module self_test_judge #(
    parameter EXPECTED = 524280,        // see self_test_control.v
    parameter COUNT_BITS = 20,          // 4 * 2 .. 4 * 8
    parameter QUIET_BITS = 12,
    parameter NAME_LENGTH = 7,          // characters of the network's name, 1 .. 50
    parameter [8*NAME_LENGTH-1:0] NAME = "network",
    parameter STEP = 10066              // of the serial line, for PHASE_BITS of 20: see uart_transmitter.v
) (
    input  wire clk,
    input  wire rst,                    // synchronous, active high
    output wire go,
    input  wire sent,                   // events, at most one of each per clock
    input  wire delivered,
    input  wire wrong,
    output wire running,
    output wire passed,
    output wire failed,
    output wire tx
);

    // The line; a character with its top bit set stands for a hexadecimal digit of a number (self_test_report.v).
    localparam DIGITS = COUNT_BITS / 4;         // of every number except the round, which has four
    localparam LENGTH = NAME_LENGTH + 35 + 3 * DIGITS;
    localparam [8*LENGTH-1:0] LINE = {NAME, " round ", 32'h80818283, " sent ", digits(4),
                                      " delivered ", digits(4 + DIGITS), " wrong ", digits(4 + 2 * DIGITS)};

    function [8*DIGITS-1:0] digits;
        input integer first;
        integer k, b, code;
        for (k = 0; k < DIGITS; k = k + 1) begin
            code = 128 + first + k;
            for (b = 0; b < 8; b = b + 1)
                digits[8*(DIGITS-1-k)+b] = code[b];
        end
    endfunction

    wire [15:0] round;
    wire [COUNT_BITS-1:0] sent_count;
    wire [COUNT_BITS-1:0] delivered_count;
    wire [COUNT_BITS-1:0] wrong_count;
    wire good;
    wire print;
    wire printing;

    self_test_control #(
        .EXPECTED(EXPECTED), .COUNT_BITS(COUNT_BITS), .QUIET_BITS(QUIET_BITS)
    ) control (
        .clk(clk), .rst(rst), .go(go), .sent(sent), .delivered(delivered), .wrong(wrong),
        .round(round), .sent_count(sent_count), .delivered_count(delivered_count), .wrong_count(wrong_count),
        .good(good), .print(print), .printing(printing),
        .running(running), .passed(passed), .failed(failed));

    self_test_report #(
        .LENGTH(LENGTH + 9), .LINE_GOOD({LINE, " passed", 16'h0d0a}), .LINE_BAD({LINE, " failed", 16'h0d0a}),
        .DIGITS(4 + 3 * DIGITS),
        .PHASE_BITS(20), .STEP(STEP)
    ) report (
        .clk(clk), .rst(rst), .values({round, sent_count, delivered_count, wrong_count}), .good(good),
        .print(print), .printing(printing), .tx(tx));

endmodule
`default_nettype wire
