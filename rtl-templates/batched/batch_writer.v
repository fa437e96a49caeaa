// batch_writer: the write port of a leaf's store, and the number of the round's words.
//
//   A nibble is written in the clock behind the one that asks for it: one of a word that came, else one of a link, else one
//   of a word from s_axis. Words of the round have indices below `stored`; words that come, and their links, go to the next
//   one or two. Words of the next round are in the other half of the store: s_axis writes behind the `admitted` ones.
//   ROUND makes those the round's, `counts` those that came.
`default_nettype none

module batch_writer #(
    parameter INDEX_BITS    = 6,
    parameter NIBBLE_BITS   = 4,
    parameter COUNT_BITS    = 7,
    parameter LINK_BITS     = 1,            // of a nibble's number in a link
    parameter ADMITTED_BITS = 3
) (
    input  wire                     clk,
    input  wire                     rst,
    input  wire                     round_now,
    input  wire                     parity,
    // words that came
    input  wire                     write_lanes,
    input  wire [NIBBLE_BITS-1:0]   nibble_in,
    input  wire [3:0]               nibble_came,
    input  wire                     next_1,             // what is written or linked is behind another word that came
    input  wire                     counts,
    // links
    input  wire                     linking,
    input  wire                     links_own,          // of the next round's word
    input  wire                     link_now,
    input  wire [LINK_BITS-1:0]     link_number,
    input  wire [3:0]               newest_nibble,
    // words from s_axis
    input  wire                     take_now,
    input  wire [NIBBLE_BITS-1:0]   nibble_taken,
    input  wire [3:0]               nibble_own,
    input  wire [ADMITTED_BITS-1:0] admitted,
    // the store
    output reg                      write,
    output reg                      write_half,
    output reg  [INDEX_BITS-1:0]    write_index,
    output reg  [NIBBLE_BITS-1:0]   write_nibble,
    output reg  [3:0]               written,
    output reg  [COUNT_BITS-1:0]    stored              // words of the round: the leaf's own, and arrivals
);
    localparam C = COUNT_BITS;

    wire         for_lanes = write_lanes | linking & ~links_own;
    wire [C:0]   index     = {stored, 1'b1} + {{(C-1){1'b0}}, next_1, counts};
    wire [C-1:0] next_own  = {{(C-ADMITTED_BITS){1'b0}}, admitted};
    wire         unused    = index[0];

    always @(posedge clk) begin
        write       <= write_lanes | link_now | take_now;
        write_half  <= parity ^ ~for_lanes;
        write_index <= for_lanes ? index[INDEX_BITS:1] : next_own[INDEX_BITS-1:0];
        if (write_lanes) begin
            write_nibble <= nibble_in;
            written      <= nibble_came;
        end else if (linking) begin
            write_nibble <= {{(NIBBLE_BITS-LINK_BITS){1'b0}}, link_number};
            written      <= newest_nibble;
        end else begin
            write_nibble <= nibble_taken;
            written      <= nibble_own;
        end
        if (rst)
            stored <= {C{1'b0}};
        else if (round_now)
            stored <= next_own;
        else if (counts)
            stored <= index[C:1];
        if (rst)
            write <= 1'b0;
    end
endmodule

`default_nettype wire
