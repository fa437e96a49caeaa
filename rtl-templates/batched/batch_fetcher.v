// batch_fetcher: follows the list of a stage, two words ahead of the slot that sends them.
//
//   `count_now` names the list's newest word. Its link leads to the next one: `asks_link` has the reader ask for the nibbles
//   of the link of word `next_b`, the highest first. `word_a` and `word_b` are the next two words, whose nibbles are read in
//   turn from the clock behind their change on. They change when they have been read (`word_read`), the slot has come for
//   which they were read, and the links of those that it sent have been followed; until then `to_change` is high.
//   In the clock of the change `left_a` and `left_b` say which of them the slot has sent: nothing reads these again.
`default_nettype none

module batch_fetcher #(
    parameter INDEX_BITS = 6,
    parameter LINK       = 2                // nibbles of a link, an index
) (
    input  wire                    clk,
    input  wire                    rst,
    input  wire                    count_now,
    input  wire [INDEX_BITS-1:0]   newest,
    input  wire                    slot,
    input  wire [1:0]              words,       // of this leaf in the slot
    // the reader
    output reg                     asks_link,
    output reg  [$clog2(LINK)-1:0] link_asked,
    input  wire                    got_link,    // a nibble of the link is read
    input  wire                    got_link_last,
    input  wire                    has_link,    // it is there
    input  wire                    has_link_last,
    input  wire [3:0]              read,
    // the shifter
    input  wire                    word_read,   // the last nibbles of both words are read
    output reg                     to_change,
    output reg  [INDEX_BITS-1:0]   next_b,
    output reg  [INDEX_BITS-1:0]   word_a,      // the words whose nibbles are read
    output reg  [INDEX_BITS-1:0]   word_b,
    output wire                    left_a,
    output wire                    left_b
);
    localparam IW = INDEX_BITS, KB = $clog2(LINK);
    localparam [31:0] LAST_LINK = LINK - 1;

    reg  [4*LINK-1:0] fetched;                              // an index
    reg  [IW-1:0]     next_a;                               // with next_b the newest two words that have not been sent
    reg  [1:0]        to_fetch;                             // links
    reg               may_change;                           // the slot has come
    reg  [1:0]        sent;                                 // words of the slot that have not left
    reg               fetch_end;
    wire              sends_some = slot & words != 0;
    wire              fetch_now  = count_now | sends_some | fetch_end & to_fetch == 2'd2;
    wire              change_now = to_change & may_change & to_fetch == 0;
    wire              unused     = &{fetched, 1'b0};

    assign left_a = change_now & sent != 0;
    assign left_b = change_now & sent[1];

    always @(posedge clk) begin
        if (has_link)
            fetched <= {fetched[4*LINK-5:0], read};
        fetch_end <= has_link_last & ~count_now;
        if (fetch_end)
            next_a <= next_b;
        if (count_now | fetch_end)
            next_b <= count_now ? newest : fetched[IW-1:0];
        if (count_now)
            to_fetch <= 2'd1;
        else if (sends_some)
            to_fetch <= words;
        else if (fetch_end)
            to_fetch <= to_fetch - 2'd1;
        asks_link <= fetch_now | asks_link & ~got_link_last;
        if (fetch_now)
            link_asked <= LAST_LINK[KB-1:0];
        else if (got_link)
            link_asked <= link_asked - 1'b1;
        to_change  <= count_now | word_read | to_change & ~change_now;
        may_change <= count_now | sends_some | may_change & ~change_now;
        if (sends_some)
            sent <= words;
        else if (change_now)
            sent <= 2'd0;
        if (change_now) begin
            word_a <= next_a;
            word_b <= next_b;
        end
        if (rst) begin
            to_fetch   <= 2'd0;
            asks_link  <= 1'b0;
            fetch_end  <= 1'b0;
            to_change  <= 1'b1;
            may_change <= 1'b0;
            sent       <= 2'd0;
        end
    end
endmodule

`default_nettype wire
