// line_out.v: bytes onto a serial line: 8 data bits, no parity, one stop bit.
`default_nettype none
module line_out #(
    parameter BIT_CLOCKS = 217              // 115,200 baud at 25 MHz; 2 .. 65535
) (
    input  wire       clk,
    input  wire       rst,
    input  wire [7:0] data,
    input  wire       valid,
    output wire       ready,                // the byte is taken, in a clock with valid
    output wire       tx
);
    reg [15:0] timer;
    reg [9:0]  left;                        // ones, one for each bit to come; stop bit, data, start bit
    reg [9:0]  inverted;                    // cleared, the line is idle

    localparam [31:0] LAST_WIDE = BIT_CLOCKS - 1;
    localparam [15:0] LAST = LAST_WIDE[15:0];

    assign ready = valid & ~left[0];
    assign tx    = ~inverted[0];

    always @(posedge clk) begin
        if (ready) begin
            inverted <= {1'b0, ~data, 1'b1};
            left     <= 10'h3ff;
            timer    <= LAST;
        end else if (timer == 16'd0) begin
            inverted <= {1'b0, inverted[9:1]};
            left     <= {1'b0, left[9:1]};
            timer    <= LAST;
        end else
            timer <= timer - 16'd1;
        if (rst) begin
            inverted <= 10'd0;
            left     <= 10'd0;
            timer    <= 16'd0;
        end
    end
endmodule
`default_nettype wire
