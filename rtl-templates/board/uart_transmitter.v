// uart_transmitter: bytes to a serial line, 8 data bits, no parity, one stop bit, least significant bit first.
//
//   data --> [ shift register ] --> tx          one byte in ten bit times; a byte is taken when valid && ready
//   phase accumulator --> tick, once a bit
//
// The bit time is 2^PHASE_BITS / STEP clocks on average; an edge is early or late by less than one clock.
`default_nettype none
module uart_transmitter #(
    parameter PHASE_BITS = 20,
    parameter STEP = 10066              // round(2^PHASE_BITS * baud / clock), below 2^PHASE_BITS: 115,200 at 12 MHz
) (
    input  wire       clk,
    input  wire       rst,              // synchronous, active high

    input  wire [7:0] data,
    input  wire       valid,
    output wire       ready,            // high for one clock

    output wire       tx                // high when idle
);

    wire tick;
    /* verilator lint_off PINCONNECTEMPTY */    // only the overflow matters
    accumulator #(.WIDTH(PHASE_BITS), .ADD(STEP)) phase (
        .clk(clk), .clear(rst), .step(1'b1), .total(), .overflow(tick));
    /* verilator lint_on PINCONNECTEMPTY */

    // Stop bit, data, start bit, the next one at the right; `left` of them remain. All are inverted: flip-flops that
    // the configuration clears leave the line idle.
    reg [9:0] inverted;
    reg [3:0] left;
    reg       busy;                     // left != 0
    assign ready = tick && !busy;
    assign tx = !inverted[0];

    always @(posedge clk) begin
        if (tick) begin
            inverted <= busy ? {1'b0, inverted[9:1]} : valid ? {1'b0, ~data, 1'b1} : 10'd0;
            left <= busy ? left - 4'd1 : valid ? 4'd9 : 4'd0;
            busy <= busy ? left != 4'd1 : valid;
        end
        if (rst) begin
            inverted <= 10'd0;
            left <= 4'd0;
            busy <= 1'b0;
        end
    end

endmodule
`default_nettype wire
