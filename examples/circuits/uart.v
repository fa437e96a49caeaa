// uart: sends bytes on a serial line: a start bit, 8 data bits with the lowest first, a stop bit; 16 clocks a bit.
`default_nettype none

module uart(
    input wire clk,
    input wire reset,
    input wire [7:0] data,
    input wire send,            // with `ready`: takes `data`
    output wire ready,
    output wire line            // 1 when idle
);
    reg [3:0] divider;          // clocks of a bit
    reg [3:0] left;             // bits that are left to send, the one on the line included
    reg [8:0] shift;            // what is on the line, and what comes next: 1 behind the last data bit

    assign ready = left == 4'd0;
    assign line = shift[0];

    always @(posedge clk)
        if (reset) begin
            left <= 4'd0;
            shift <= 9'h1ff;
            divider <= 4'd0;
        end else if (ready) begin
            divider <= 4'd0;
            if (send) begin
                left <= 4'd10;
                shift <= {data, 1'b0};
            end
        end else begin
            divider <= divider + 4'd1;
            if (divider == 4'd15) begin
                left <= left - 4'd1;
                shift <= {1'b1, shift[8:1]};
            end
        end
endmodule

`default_nettype wire
