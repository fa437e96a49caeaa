// self_test_judge.v: the part of a self test that does not depend on what is tested: rounds, counts, lights and line.
//
//   go <-- control <-- sent, delivered, wrong          control --> report --> tx
`default_nettype none
module self_test_judge #(
    parameter EXPECTED = 524280,        // see self_test_control.v
    parameter COUNT_BITS = 20,          // 4 * 2 .. 4 * 8
    parameter QUIET_BITS = 12,
    parameter LENGTH = 32,              // see self_test_report.v; the digits are the round (4), then sent, delivered and
    parameter [8*LENGTH-1:0] LINE_GOOD = {32{8'h2b}},   // wrong (COUNT_BITS / 4 each)
    parameter [8*LENGTH-1:0] LINE_BAD  = {32{8'h2d}},
    parameter PHASE_BITS = 20,          // see uart_transmitter.v
    parameter STEP = 10066
) (
    input  wire clk,
    input  wire rst,                    // synchronous, active high
    output wire go,
    input  wire sent,                   // events, at most one of each a clock
    input  wire delivered,
    input  wire wrong,
    output wire running,
    output wire passed,
    output wire failed,
    output wire tx
);

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
        .LENGTH(LENGTH), .LINE_GOOD(LINE_GOOD), .LINE_BAD(LINE_BAD), .DIGITS(4 + 3 * COUNT_BITS / 4),
        .PHASE_BITS(PHASE_BITS), .STEP(STEP)
    ) report (
        .clk(clk), .rst(rst), .values({round, sent_count, delivered_count, wrong_count}), .good(good),
        .print(print), .printing(printing), .tx(tx));

endmodule
`default_nettype wire
