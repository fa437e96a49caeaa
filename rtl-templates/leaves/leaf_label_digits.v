// leaf_label_digits: decides whether a word goes into the network, in a generalized fat tree where some labels name
// no leaf: labels with a digit beyond the last child of its level.
//
//   A word for no leaf is discarded, and one for another leaf goes into the network.
//
//   Latency, while `to` is steady: 2 + ceil(log4 HEIGHT), at least 3.
`default_nettype none

module leaf_label_digits #(
    parameter ADDRESS_BITS = 4,                         // L, bits of a label, 1 .. 20
    parameter HEIGHT       = 2,                         // h, 1 .. 20
    parameter [3*HEIGHT-1:0]     CHILD_BITS = 6'o22,    // of the digit of each level
    parameter [ADDRESS_BITS-1:0] LAST_LABEL = 4'b1010   // every digit at its largest
) (
    input  wire                    clk,
    input  wire [ADDRESS_BITS-1:0] to,
    input  wire                    outside,    // the word is for the outside, through the network
    input  wire                    own,        // the word is for this leaf
    input  wire                    waiting,    // there is a word, and the answers are steady
    input  wire                    turned,     // the word for this leaf has reached it
    output reg                     away,       // the word goes into the network
    output reg                     settled     // the word needs no acknowledgement
);
    // Bits of the digits below level k + 1.
    function integer digits_below(input integer count);
        integer below;
        begin
            digits_below = 0;
            for (below = 0; below < count; below = below + 1)
                digits_below = digits_below + {29'd0, CHILD_BITS[3*below +: 3]};
        end
    endfunction

    wire              any_beyond;
    wire [HEIGHT-1:0] beyond;
    reg               none;
    wire              unused = &{to, 1'b0};     // some digits have no unused values

    genvar k;
    generate
        for (k = 0; k < HEIGHT; k = k + 1) begin : level
            localparam integer BITS = {29'd0, CHILD_BITS[3*k +: 3]};
            localparam AT   = digits_below(k);
            reg is_beyond;

            if (BITS > 0) begin : digit
                localparam [BITS-1:0] LAST_DIGIT = LAST_LABEL[AT +: BITS];

                if (&LAST_DIGIT) begin : all_values
                    always @(posedge clk)
                        is_beyond <= 1'b0;
                end else begin : some_values
                    always @(posedge clk)
                        is_beyond <= to[AT +: BITS] > LAST_DIGIT;
                end
            end else begin : no_digit
                always @(posedge clk)
                    is_beyond <= 1'b0;
            end
            assign beyond[k] = is_beyond;
        end
    endgenerate

    leaf_any #(
        .WIDTH(HEIGHT)
    ) any_digit (
        .clk(clk),
        .in(beyond),
        .any(any_beyond)
    );

    always @(posedge clk) begin
        none    <= any_beyond & ~outside;
        away    <= ~own & (outside | ~any_beyond);
        settled <= turned | waiting & none;
    end
endmodule

`default_nettype wire
