// uart_receiver: bytes from a serial line, 8 data bits, no parity, one stop bit, least significant bit first.
//
//   rx --> [] --> [] --> [ shift register ] --> data          each bit is sampled in its middle
//   start bit --> timer --> look, once a bit
//
// A byte is valid in the middle of its stop bit, and only if there is one. The line's rate may deviate by 4 %,
// including the rounding of BIT_CLOCKS.
`default_nettype none
module uart_receiver #(
    parameter BIT_CLOCKS = 48           // round(clock / baud), 8 .. 65535
) (
    input  wire       clk,
    input  wire       rst,              // synchronous, active high
    input  wire       rx,               // high when idle; asynchronous
    output wire [7:0] data,
    output reg        valid             // high for one clock
);

    // The timer counts up, and the line is sampled when it overflows.
    localparam BITS = BIT_CLOCKS < 1 << 5 ? 6 : BIT_CLOCKS < 1 << 7 ? 8 : BIT_CLOCKS < 1 << 9 ? 10 : 17;
    localparam [31:0] FIRST_WIDE = (1 << BITS) - BIT_CLOCKS * 3 / 2 + 1;
    localparam [31:0] NEXT_WIDE = (1 << BITS) - BIT_CLOCKS;
    localparam [BITS-1:0] FIRST = FIRST_WIDE[BITS-1:0];
    localparam [BITS-1:0] NEXT = NEXT_WIDE[BITS-1:0];

    reg  [1:0] line;                    // a synchronizer, inverted: cleared is idle
    reg  [BITS-1:0] timer;
    reg  look;
    reg  [9:0] shift;                   // stop bit, data, and a marker bit: low at the end
    assign data = shift[8:1];

    always @(posedge clk) begin
        line <= {line[0], !rx};
        valid <= 1'b0;
        if (!shift[0]) begin
            // Idle. The middle of the first data bit is a bit and a half after the start bit's edge.
            timer <= FIRST;
            look <= 1'b0;
            if (line[1])
                shift <= 10'h1ff;
        end else begin
            {look, timer} <= {1'b0, look ? NEXT : timer} + {{BITS{1'b0}}, 1'b1};
            if (look) begin
                shift <= {!line[1], shift[9:1]};
                valid <= !shift[1] && !line[1];
            end
        end
        if (rst) begin
            shift <= 10'h000;
            line <= 2'b00;
        end
    end

endmodule
`default_nettype wire
