// head: the end of a wire in front of a stage of switches. It takes the B bits behind the start bit of a message: the number
// of the edge by which the message goes on. The start bit moves behind them, in front of what follows.
//
//   clock   0   1   2   3   4   5        B = 2
//   x       1   c1  c0  a   b   c ..     the message
//   code    .   .   .   c1c0             until `clear`
//   y[c1]   0   0   0   1   a   b ..     x of the clock before; the other y stays 0
//
//   The wires x and y idle at 1 and show every bit inverted, so that a start bit is a 0. Then `waits` takes its new value
//   straight from the shift register (head_waits.v), and y a LUT each. Until `clear`, all that comes follows one edge.
//   A `clear` does not harm a message if x is idle in its clock, and the last bit has been in y.
//! cost lut4: 2
//! cost ff: B + 2
//! cost lone: B
`default_nettype none

module head #(
    parameter B = 2                         // bits of a code, at least 1
) (
    input  wire         clk,
    input  wire         clear,              // ends a message, whatever else comes; the first clock must have one
    input  wire         x,
    output wire [B-1:0] code,               // the first bit that came is the highest
    output wire [(B > 1 ? B - 1 : 1)-1:0] rest,     // the same without its first bit
    output wire         waits,              // low: the code is complete
    output reg  [1:0]   y                   // y[1] shows the message if the highest bit of the code is 1, else y[0]
);
    reg  [B-1:0] c;                         // inverted, as on the wire; the start bit runs ahead of the code
    wire [B:0]   now  = {c, x};
    wire         lead = waits ? now[B-1] : c[B-1];
    wire         next = waits ? c[B-1] : x;

    assign code = ~c;
    generate
        if (B > 1) begin : long
            assign rest = ~c[B-2:0];
        end else begin : short
            assign rest = 1'b0;
        end
    endgenerate
    head_waits waiting (.clk(clk), .clear(clear), .enable(waits), .last(c[B-1]), .waits(waits));

    always @(posedge clk)
        if (clear) begin
            c <= {B{1'b1}};
            y <= 2'b11;
        end else begin
            if (waits)
                c <= now[B-1:0];
            y <= {next | lead, next | ~lead};
        end
endmodule

`default_nettype wire
