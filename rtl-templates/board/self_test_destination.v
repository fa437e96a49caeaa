// self_test_destination: makes the label of another leaf from a random number.
//
//   random --> [ xor own label ] --> [ fold ] --> place --> [ never this leaf, nor 0 if FIRST_LABEL is 1 ] --> destination
//
// A digit beyond its largest value loses its top bit. The destination is steady within three clocks.
`default_nettype none
module self_test_destination #(
    parameter LEAVES = 8,               // leaves of the network, at least 2
    parameter FIRST_LABEL = 0,          // the least label: 0 or 1
    parameter LABEL_BITS = 3,           // at least ceil(log2 LEAVES)
    parameter [LABEL_BITS-1:0] LABEL = 0,                       // of this leaf, ..
    parameter [LABEL_BITS-1:0] NEIGHBOUR = 1,                   // .. and of the leaf used instead of it
    parameter [LABEL_BITS-1:0] LAST_DIGITS = {LABEL_BITS{1'b1}},       // the largest value of each digit of a label
    parameter [LABEL_BITS-1:0] TOPS = 1 << (LABEL_BITS - 1),    // the top bit of each digit
    parameter [LEAVES-1:0] DEAD = 0                             // leaves that are not sent to, by label
) (
    input  wire                  clk,
    input  wire [LABEL_BITS-1:0] random,
    output reg  [LABEL_BITS-1:0] destination
);

    wire [LABEL_BITS-1:0] drawn = LABEL ^ random;
    wire [LABEL_BITS-1:0] place;

    // The lowest bit of the digit whose top bit is `top`.
    function integer digit_from;
        input integer top;
        integer k;
        begin
            digit_from = 0;
            for (k = 0; k < top; k = k + 1)
                if (TOPS[k])
                    digit_from = k + 1;
        end
    endfunction

    genvar bit_at;
    reg  itself;
    generate
        if (LEAVES == 1 << LABEL_BITS) begin : all_exist
            assign place = drawn;
        end else begin : some_missing
            // A digit beyond its largest value loses its top bit.
            for (bit_at = 0; bit_at < LABEL_BITS; bit_at = bit_at + 1) begin : fold
                reg folded;

                if (TOPS[bit_at]) begin : top
                    localparam FROM = digit_from(bit_at);
                    localparam [bit_at-FROM:0] LARGEST = LAST_DIGITS[bit_at:FROM];

                    always @(posedge clk)
                        folded <= drawn[bit_at] && drawn[bit_at:FROM] <= LARGEST;
                end else begin : below
                    always @(posedge clk)
                        folded <= drawn[bit_at];
                end
                assign place[bit_at] = folded;
            end
        end
    endgenerate
    always @(posedge clk) begin
        itself <= place == LABEL || (FIRST_LABEL == 1 && place == 0) || (DEAD != 0 && DEAD[place]);
        destination <= itself ? NEIGHBOUR : place;
    end

endmodule
`default_nettype wire
