// batch_lane: one of the two wires on which words come down to a leaf: its bits as nibbles, and the list of its word.
//
//   M of a word is on the wire with the strobe, S a clock later, then the destination, highest bit first. `second` is high
//   two clocks behind the strobe, `starts` three. From then on `in_destination` is high for L clocks, with the number of the
//   bit that came a clock ago, and that bit of the leaf's address. The first bit that differs names the word's list: a clock
//   later `waits` is high, until the word has been linked.
`default_nettype none

module batch_lane #(
    parameter LABEL_BITS = 4,
    parameter DELAY      = 0                // clocks by which its nibbles are later
) (
    input  wire                          clk,
    input  wire                          rst,
    input  wire                          wire_in,
    input  wire                          second,
    input  wire                          room,          // with `second`: the word finds a place
    input  wire                          starts,
    input  wire                          in_destination,
    input  wire [$clog2(LABEL_BITS)-1:0] bit_number,
    input  wire                          own_bit,       // of the address
    input  wire                          linked,        // the last nibble of its link is written
    output wire                          has_m,         // with `second`: a word is on the wire
    output wire                          there,         // from `starts` on: there is a word
    output reg                           on,            // likewise, from the next clock on
    output wire [3:0]                    nibble,        // whose last bit came 2 + DELAY clocks ago
    output reg                           waits,         // for its link
    output reg  [$clog2(LABEL_BITS)-1:0] list,          // its list
    output reg                           same           // so far, then on the whole, its destination is this leaf's address
);
    reg  [4+DELAY:0] bits;                              // the last ones, the newest lowest
    wire             differs = in_destination & same & bits[0] != own_bit;

    assign has_m  = bits[1];
    assign there  = starts ? same : on;
    assign nibble = bits[4+DELAY -: 4];

    always @(posedge clk) begin
        bits <= {bits[3+DELAY:0], wire_in};
        on   <= there;
        same <= second ? has_m & room : same & ~differs;
        if (differs)
            list <= bit_number;
        waits <= differs | waits & ~linked;
        if (rst) begin
            on    <= 1'b0;
            waits <= 1'b0;
        end
    end
endmodule

`default_nettype wire
