// self_test_span: marks the bits of a bit-serial word.
//
//   start      1 0 0 0 0        with BITS = 3; a new start may come BITS clocks later
//   first      0 1 0 0 0
//   last       0 0 0 1 0        last_next: one clock earlier
//   active     0 1 1 1 0
`default_nettype none
module self_test_span #(
    parameter BITS = 16                 // 1 .. 131072
) (
    input  wire clk,
    input  wire rst,                    // synchronous, active high
    input  wire start,                  // one clock before the first bit
    output reg  first,
    output reg  last_next,
    output reg  last,
    output reg  active
);

    localparam WIDTH = BITS < 3 ? 2 : $clog2(BITS + 1);
    localparam [31:0] BITS_WIDE = BITS;
    reg [WIDTH-1:0] left;               // bits to come, including this one
    always @(posedge clk) begin
        if (start)
            left <= BITS_WIDE[WIDTH-1:0];
        else if (active)
            left <= left - 1'b1;
        first <= start;
        // Two bits before its end a word has two left; a word of two bits has just started.
        last_next <= BITS == 2 ? start : BITS > 2 && left == 3 && active;
        last <= BITS == 1 ? start : last_next;
        active <= start || (active && !last);
        if (rst) begin
            active <= 1'b0;
            last_next <= 1'b0;
            last <= 1'b0;
        end
    end

endmodule
`default_nettype wire
