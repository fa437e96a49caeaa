// uart_transmitter.v: bytes to a serial line, 8 data bits, no parity, one stop bit, least significant bit first.
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

    // Start bit, data, stop bit, the next to go out at the right; `left` of them are still to come.
    reg [9:0] bits;
    reg [3:0] left;
    reg       idle;                     // left == 0
    assign ready = tick && idle;
    assign tx = bits[0];

    always @(posedge clk) begin
        if (tick) begin
            bits <= idle && valid ? {1'b1, data, 1'b0} : {1'b1, bits[9:1]};
            left <= idle ? (valid ? 4'd9 : 4'd0) : left - 4'd1;
            idle <= idle ? !valid : left == 4'd1;
        end
        if (rst) begin
            bits <= 10'h3ff;
            left <= 4'd0;
            idle <= 1'b1;
        end
    end

endmodule
`default_nettype wire
