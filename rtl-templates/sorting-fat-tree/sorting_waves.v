// sorting_waves: puts a wave of words of a node of a sorting fat-tree from its banks on wires, a clock later.
//
//   Word k of Y goes on wire k to the left child, word k of X to the right one or, on the way up, to the parent: from
//   bank k or, if a channel has half as many wires as there are banks and `odd`, from bank k of the upper half. Wires
//   without a word, and all wires without a wave, are 0. In Y's banks M bits are not 1: `first` says when they pass.
`default_nettype none

module sorting_waves #(
    parameter LINE_BITS = 3,
    parameter UP        = 4,            // see sorting_node.v
    parameter ROOT      = 0,
    parameter LINES     = 1 << LINE_BITS
) (
    input  wire                 clk,
    input  wire [LINES-1:0]     x_bits,
    input  wire [LINES-1:0]     y_bits,
    input  wire [LINE_BITS:0]   x_words,        // of the wave
    input  wire [LINE_BITS-1:0] y_words,
    input  wire                 odd,
    input  wire                 first,
    input  wire                 up_shows,
    input  wire                 down_shows,
    output wire [UP-1:0]        up,
    output wire [LINES-1:0]     child_down
);
    localparam HALF = LINES / 2;

    reg  [HALF-1:0] left, right;
    genvar          i;

    assign child_down = {right, left};
    generate
        for (i = 0; i < HALF; i = i + 1) begin : child
            always @(posedge clk) begin
                left[i]  <= down_shows & i < {{32-LINE_BITS{1'b0}}, y_words} & (first | (odd ? y_bits[i+HALF] : y_bits[i]));
                right[i] <= down_shows & i < {{31-LINE_BITS{1'b0}}, x_words} & (odd ? x_bits[i+HALF] : x_bits[i]);
            end
        end
        if (ROOT != 0) begin : ends
            wire unused = &{1'b0, up_shows};

            assign up = {UP{1'b0}};
        end else begin : goes_on
            reg [UP-1:0] above;

            assign up = above;
            for (i = 0; i < UP; i = i + 1) begin : wire_up
                if (UP == LINES) begin : wide
                    always @(posedge clk)
                        above[i] <= up_shows & i < {{31-LINE_BITS{1'b0}}, x_words} & x_bits[i];
                end else begin : narrow
                    always @(posedge clk)
                        above[i] <= up_shows & i < {{31-LINE_BITS{1'b0}}, x_words} & (odd ? x_bits[i+HALF] : x_bits[i]);
                end
            end
        end
    endgenerate
endmodule

`default_nettype wire
