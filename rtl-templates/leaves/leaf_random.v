// leaf_random: random bits for the lanes of a leaf: a shift register with feedback x^16 + x^14 + x^13 + x^11 + 1,
// seeded with the leaf's label.
//
//   Bit k of lane i is register bit (5i + k) mod 16: lanes share as few bits as possible.
`default_nettype none

module leaf_random #(
    parameter ADDRESS_BITS = 4,
    parameter LANES        = 1,
    parameter PATH_BITS    = 1          // for each lane, at least 1
) (
    input  wire                       clk,
    input  wire                       leaf_rst, // from the network's reset on, for a slot
    input  wire [ADDRESS_BITS-1:0]    address,  // of this leaf
    output wire [LANES*PATH_BITS-1:0] chance,
    output wire                       coin      // for decisions that all lanes share
);
    localparam [15:0] SEED = 16'h1d05;

    reg  [15:0] state;
    wire [15:0] seed;

    // Bit 0 of the seed is always 1, as a seed of 0 would stay 0. Labels of more than 15 bits share seeds.
    assign seed[0] = SEED[0];
    assign coin    = state[15];

    genvar i, k;
    generate
        for (i = 1; i < 16; i = i + 1) begin : seed_bit
            assign seed[i] = SEED[i] ^ address[(i - 1) % ADDRESS_BITS];
        end
        for (i = 0; i < LANES; i = i + 1) begin : lane
            for (k = 0; k < PATH_BITS; k = k + 1) begin : bit_
                assign chance[i * PATH_BITS + k] = state[(5 * i + k) % 16];
            end
        end
    endgenerate

    always @(posedge clk)
        if (leaf_rst)
            state <= seed;
        else
            state <= {state[14:0], state[15] ^ state[13] ^ state[12] ^ state[10]};
endmodule

`default_nettype wire
