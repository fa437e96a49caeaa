// batch_linker: the lists of a leaf's words: of each the newest word and how many words there are; each word has a link to the
// one before it.
//
//   There is a list for each bit of the destination that can differ first from the leaf's address, for this round and for
//   the next one. A word is linked nibble by nibble, the highest one first: `link_now` says that nibble `link_number` of the
//   list's newest index, `newest_nibble`, is written as the word's link; the word's index is at the writer. With the last
//   nibble `linked_..` is high for a clock; in the clock behind it the word becomes the newest one and is counted.
//   Words that came have precedence: lane 0's, lane 1's, then the next round's, which must wait for a command to be over
//   before its last nibble, and begins again when another word or a command comes in between.
//   COUNT has list `below_next` read out, before `count_now` and while `says` is high: `newest` and, a clock later,
//   `count_late`. `sum_end` makes the count one more for what follows, and `told` empties the list. After a reset all lists
//   are emptied, one each clock, while `cleans` is high.
`default_nettype none

module batch_linker #(
    parameter LABEL_BITS = 4,
    parameter INDEX_BITS = 6,
    parameter COUNT_BITS = 7,
    parameter LINK       = 2                // nibbles of a link, an index
) (
    input  wire                          clk,
    input  wire                          rst,
    // commands
    input  wire                          quiet,
    input  wire                          has_kind,
    input  wire                          count_comes,
    input  wire                          round_now,
    input  wire                          parity,
    input  wire [$clog2(LABEL_BITS)-1:0] below_next,
    // words that wait for a link, and their lists
    input  wire                          waits_0,
    input  wire                          waits_1,
    input  wire                          waits_own,     // the next round's
    input  wire [$clog2(LABEL_BITS)-1:0] list_0,
    input  wire [$clog2(LABEL_BITS)-1:0] list_1,
    input  wire [$clog2(LABEL_BITS)-1:0] list_own,
    // writing
    input  wire                          write_lanes,   // something else is written
    input  wire [INDEX_BITS-1:0]         write_index,   // of the word whose link was written in the clock before
    output reg                           linking,
    output reg                           links_1,       // lane 1's word
    output reg                           links_own,     // the next round's
    output wire                          link_now,
    output reg  [$clog2(LINK)-1:0]       link_number,
    output wire [3:0]                    newest_nibble,
    output wire                          linked_0,
    output wire                          linked_1,
    output wire                          linked_own,
    // reading out
    input  wire                          says,
    input  wire                          sum_end,
    input  wire                          told,
    output wire [INDEX_BITS-1:0]         newest,
    output reg  [COUNT_BITS-1:0]         count_late,
    output reg                           cleans,
    output wire                          clean_last     // with cleans: the last list is emptied
);
    localparam LB = $clog2(LABEL_BITS), IW = INDEX_BITS, C = COUNT_BITS, KB = $clog2(LINK);
    localparam [31:0] LAST_LINK = LINK - 1;
    localparam ROWS = (LABEL_BITS + 1) / 2 * 4;             // batch_lists sees eight of them with three levels, too

    reg  [IW+C-1:0] lists [0:ROWS-1];                       // newest index, count
    reg  [LB:0]     list_at;                                // the list in question; highest bit: the round's parity
    wire [LB:0]     row = {list_at[LB-1:0], list_at[LB]};   // the rows of all lists are the first ones
    reg             sets;                                   // the word becomes the newest one of its list
    reg  [C-1:0]    count_up;                               // one more, two clocks later: at most N D + 1 < 2^C
    wire [C-1:0]    count;
    wire            may_link  = ~links_own | link_number != 0 | quiet;
    wire            link_last = link_now & link_number == 0;
    wire            rests     = ~linking & ~sets & ~says;
    wire [4*LINK-1:0] newest_padded = {{(4*LINK-IW){1'b0}}, newest};

    assign {newest, count} = lists[row];
    assign newest_nibble   = newest_padded[4*link_number +: 4];
    assign link_now        = linking & ~write_lanes & may_link;
    assign linked_0        = link_last & ~links_1 & ~links_own;
    assign linked_1        = link_last & links_1;
    assign linked_own      = link_last & links_own;
    assign clean_last      = &list_at;

    always @(posedge clk) begin
        count_late <= count;
        count_up   <= count_late + 1'b1;
        if (sets | sum_end | told | cleans)
            lists[row] <= {write_index, count_up & {C{sets | sum_end}}};
        sets <= link_last;
        if (cleans)
            list_at <= list_at + 1'b1;
        else if (count_comes)
            list_at <= {parity, below_next};
        else if (rests & ~has_kind)
            list_at <= waits_0 ? {parity, list_0} : waits_1 ? {parity, list_1} : {~parity, list_own};
        if (rests & quiet) begin
            linking   <= waits_0 | waits_1 | waits_own;
            links_1   <= ~waits_0 & waits_1;
            links_own <= ~waits_0 & ~waits_1;
        end else if (link_last | links_own & (waits_0 | waits_1 | count_comes | round_now))
            linking <= 1'b0;
        if (~linking)
            link_number <= LAST_LINK[KB-1:0];
        else if (link_now)
            link_number <= link_number - 1'b1;
        if (cleans & clean_last)
            cleans <= 1'b0;
        if (rst) begin
            list_at   <= {(LB+1){1'b0}};
            cleans    <= 1'b1;
            linking   <= 1'b0;
            links_1   <= 1'b0;
            links_own <= 1'b0;
            sets      <= 1'b0;
        end
    end
endmodule

`default_nettype wire
