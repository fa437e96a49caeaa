// head_takes: a head shows what it must, whatever comes.
//
//   The monitor counts the bits from a start bit on, and keeps those of the code. In each clock behind a `clear`, and for ever
//   after: while nothing has come, or not the whole code, both outputs are idle; with the last bit of the code the start bit
//   leaves by the output that the first bit names, and from then on x does, a clock later. The code is complete when `waits`
//   falls, and stays. By induction over the clocks: a claim that held still holds.
//! proves head as takes
//! subject "head_{B}"
//! what "head of {B} bit{B == 1 ? '' : 's'}"
//! claim "takes its code off a message, which goes on by the output that its first bit names; until `clear`"
//! steps 2
//! skip 1
//! cells 8 * B + 20
//! reads head_waits
//! show parts "claims that held, of 0 to 4"
`default_nettype none

module head_takes #(
    parameter B = 2
) (
    input  wire       clk,
    input  wire       clear, x,             // free in every clock
    // the claim, and values to show if it fails
    output wire       ok,
    output wire [4:0] parts
);
    localparam BITS = $clog2(B + 2);
    localparam [31:0] FULL = B + 1;
    localparam [B-1:0] ONE = 1;

    wire [B-1:0] code;
    wire [1:0]   y;
    wire         waits;
    reg  [BITS-1:0] seen;                   // 0: nothing; 1: the start bit; B + 1: also the code
    reg  [B-1:0]    bits;                   // of the code so far, the last one lowest
    reg  [1:0]      due;                    // on y, the right way up
    reg             held;

    circuit circuit (.clk(clk), .clear(clear), .x(x), .code(code), .waits(waits), .y(y));

    wire         bit_  = ~x, full = seen == FULL[BITS-1:0], completes = seen == FULL[BITS-1:0] - 1'b1;
    wire [B:0]   more  = {bits, bit_};
    wire         first = full ? bits[B-1] : more[B-1];
    wire [B-1:0] start = ONE << (seen - 1'b1);

    always @(posedge clk) begin
        if (clear) begin
            seen <= {BITS{1'b0}};
            due  <= 2'b00;
        end else begin
            if (seen == {BITS{1'b0}} ? bit_ : !full)
                seen <= seen + 1'b1;
            if (!full)
                bits <= seen == {BITS{1'b0}} ? {B{1'b0}} : more[B-1:0];
            due <= full ? {bit_ & first, bit_ & ~first} : completes ? {first, ~first} : 2'b00;
        end
        held <= &parts | clear;
    end

    assign parts = {
        seen == {BITS{1'b0}} || full || bits < start,
        seen <= FULL[BITS-1:0],
        waits == !full,
        code == (seen == {BITS{1'b0}} ? {B{1'b0}} : full ? bits : start | bits),
        ~y == due
    };
    assign ok = !held | &parts;
endmodule

`default_nettype wire
