// leaf_label_gap_long: decides whether a word goes into the network, where labels from LEAVES on name no leaf; for
// labels of more than 4 bits.
//
//   A word for no leaf is discarded, and one for another leaf goes into the network.
//
//   Groups of 4 bits are compared with those of the last label. The highest group that differs decides.
//   Latency, while `to` is steady: 2 + ceil(log2 ceil(L / 4)).
`default_nettype none

module leaf_label_gap_long #(
    parameter ADDRESS_BITS = 5,                         // L, bits of a label, 5 .. 20
    parameter LEAVES       = 17                         // labels from here on name no leaf, 2 .. 2^L - 1
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
    localparam L      = ADDRESS_BITS;
    localparam QUADS  = (L + 3) / 4;
    localparam MERGES = $clog2(QUADS);
    localparam [31:0] LAST = LEAVES - 1;

    wire [4*QUADS-1:0] padded = {{4*QUADS-L{1'b0}}, to};
    wire               all_beyond;
    reg                none;

    genvar k, v;
    generate
        for (v = 0; v <= MERGES; v = v + 1) begin : level
            localparam PARTS = (QUADS + (1 << v) - 1) >> v;
            localparam LOWER = v == 0 ? QUADS : (QUADS + (1 << v) / 2 - 1) >> (v - 1);
            wire [PARTS-1:0] beyond, equal;

            for (k = 0; k < PARTS; k = k + 1) begin : part
                reg is_beyond, is_equal;

                if (v == 0) begin : bits
                    always @(posedge clk) begin
                        is_beyond <= {1'b0, padded[4*k +: 4]} > {1'b0, LAST[4*k +: 4]};
                        is_equal  <= padded[4*k +: 4] == LAST[4*k +: 4];
                    end
                end else if (2 * k + 1 < LOWER) begin : merge
                    always @(posedge clk) begin
                        is_beyond <= level[v-1].beyond[2*k+1]
                                   | level[v-1].equal[2*k+1] & level[v-1].beyond[2*k];
                        is_equal  <= level[v-1].equal[2*k+1] & level[v-1].equal[2*k];
                    end
                end else begin : pass
                    always @(posedge clk) begin
                        is_beyond <= level[v-1].beyond[2*k];
                        is_equal  <= level[v-1].equal[2*k];
                    end
                end
                assign beyond[k] = is_beyond;
                assign equal[k]  = is_equal;
            end
        end
        assign all_beyond = level[MERGES].beyond[0];
        wire unused = level[MERGES].equal[0];
    endgenerate

    always @(posedge clk) begin
        none    <= all_beyond & ~outside;
        away    <= ~own & (outside | ~all_beyond);
        settled <= turned | waiting & none;
    end
endmodule

`default_nettype wire
