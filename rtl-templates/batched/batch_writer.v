// batch_writer: the write port of a leaf's store.
//
//   A nibble is written in the clock behind the one that asks for it: one of a word that came, else one of a link, else one
//   of a word from s_axis. `index` says in that clock which word it is.
`default_nettype none

module batch_writer #(
    parameter INDEX_BITS    = 6,
    parameter NIBBLE_BITS   = 4,
    parameter LINK_BITS     = 1             // of a nibble's number in a link
) (
    input  wire                     clk,
    input  wire                     rst,
    input  wire [INDEX_BITS-1:0]    index,
    // words that came
    input  wire                     write_lanes,
    input  wire [NIBBLE_BITS-1:0]   nibble_in,
    input  wire [3:0]               nibble_came,
    // links
    input  wire                     linking,
    input  wire                     link_now,
    input  wire [LINK_BITS-1:0]     link_number,
    input  wire [3:0]               newest_nibble,
    // words from s_axis
    input  wire                     take_now,
    input  wire [NIBBLE_BITS-1:0]   nibble_taken,
    input  wire [3:0]               nibble_own,
    // the store
    output reg                      write,
    output reg  [INDEX_BITS-1:0]    write_index,
    output reg  [NIBBLE_BITS-1:0]   write_nibble,
    output reg  [3:0]               written
);
    always @(posedge clk) begin
        write       <= write_lanes | link_now | take_now;
        write_index <= index;
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
            write <= 1'b0;
    end
endmodule

`default_nettype wire
