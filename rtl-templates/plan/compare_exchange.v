// compare_exchange: sorts two bit-serial words, most significant bit first.
//
//   a --\ /-- first      the smaller word
//        X
//   b --/ \-- second     the larger one
//
//   While all bits so far are equal, either wire may go either way. The first difference decides, and the remaining
//   bits follow. The whole word is thus compared: the key first, then the bits behind it.
//   Combinational from a and b; `start` in the clock before the first bit forgets the last words.
//   Four 4-input LUTs, two flip-flops.
`default_nettype none

module compare_exchange (
    input  wire clk,
    input  wire start,              // one clock before the first bit
    input  wire a,
    input  wire b,
    output wire first,
    output wire second
);
    reg decided;
    reg crossed;

    always @(posedge clk)
        if (start) begin
            decided <= 1'b0;
            crossed <= 1'b0;
        end else if (!decided) begin
            decided <= a ^ b;
            crossed <= a & ~b;
        end

    assign first  = decided ? (crossed ? b : a) : a & b;
    assign second = decided ? (crossed ? a : b) : a | b;
endmodule

`default_nettype wire
