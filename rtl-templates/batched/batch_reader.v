// batch_reader: the read port of a leaf's store, which three parts share.
//
//   Who asks is read a clock later (`got_..`), comes out of the RAM for another clock (`comes_..`), and is on the store's
//   `read` in the clock behind it (`has_..`). Nibbles of words to be sent have precedence, then those of links, then those of
//   words to be looked at. Links and words to be looked at are asked for by level: a nibble that is read as the last one is
//   asked for no longer. `count_now` drops what was asked for the stage before.
`default_nettype none

module batch_reader #(
    parameter INDEX_BITS  = 6,
    parameter NIBBLE_BITS = 4,
    parameter LINK_BITS   = 1               // of a nibble's number in a link
) (
    input  wire                   clk,
    input  wire                   rst,
    input  wire                   count_now,
    // words to be sent
    input  wire                   ask_a,
    input  wire                   ask_b,
    input  wire [INDEX_BITS-1:0]  word_a,
    input  wire [INDEX_BITS-1:0]  word_b,
    input  wire [NIBBLE_BITS-1:0] nibble_asked,     // when it is got
    output reg                    got_b,
    output reg                    comes_b,
    output reg                    has_a,
    output reg                    has_b,
    // links
    input  wire                   asks_link,
    input  wire [INDEX_BITS-1:0]  next_b,
    input  wire [LINK_BITS-1:0]   link_asked,
    output reg                    got_link,
    output wire                   got_link_last,
    output reg                    has_link,
    output reg                    has_link_last,
    // words to be looked at
    input  wire                   looks,
    input  wire [INDEX_BITS-1:0]  out_at,
    input  wire [NIBBLE_BITS-1:0] nibble_looked,
    input  wire                   look_last,
    output reg                    got_out,
    output reg                    has_out,
    // the store
    output wire [INDEX_BITS-1:0]  read_index,
    output wire [NIBBLE_BITS-1:0] read_nibble
);
    reg                   got_a, comes_a, comes_link, comes_link_last, comes_out;
    reg                   got_word;                 // got_a | got_b
    reg  [INDEX_BITS-1:0] word, other;              // known in the clock before
    wire                  ask_link = asks_link & ~ask_a & ~ask_b;
    wire                  ask_out  = looks & ~ask_a & ~ask_b & ~asks_link;
    wire                  got_last = got_out & look_last;

    assign got_link_last = got_link & link_asked == 0;
    assign read_index    = got_word ? word : other;
    assign read_nibble   = got_link ? {{(NIBBLE_BITS-LINK_BITS){1'b0}}, link_asked} : got_out ? nibble_looked : nibble_asked;

    always @(posedge clk) begin
        got_word        <= ask_a | ask_b;
        word            <= ask_b ? word_b : word_a;
        other           <= asks_link ? next_b : out_at;
        got_a           <= ask_a;
        got_b           <= ask_b;
        got_link        <= ask_link & ~got_link_last;
        got_out         <= ask_out & ~got_last;
        comes_a         <= got_a;
        comes_b         <= got_b;
        comes_link      <= got_link;
        comes_link_last <= got_link_last;
        comes_out       <= got_out;
        has_a           <= comes_a;
        has_b           <= comes_b;
        has_link        <= comes_link;
        has_link_last   <= comes_link_last;
        has_out         <= comes_out;
        // Discard reads requested in the previous stage.
        if (rst | count_now) begin
            got_a           <= 1'b0;
            got_b           <= 1'b0;
            got_link        <= 1'b0;
            comes_a         <= 1'b0;
            comes_b         <= 1'b0;
            comes_link      <= 1'b0;
            comes_link_last <= 1'b0;
            has_a           <= 1'b0;
            has_b           <= 1'b0;
            has_link        <= 1'b0;
            has_link_last   <= 1'b0;
        end
        if (rst) begin
            got_out   <= 1'b0;
            comes_out <= 1'b0;
            has_out   <= 1'b0;
        end
    end
endmodule

`default_nettype wire
