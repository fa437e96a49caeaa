// batch_intake: takes words from s_axis for the next round, at most D, and writes them as nibbles.
//
//   A word is looked at for a clock and begun if there is room for it. Nibbles of destination, source and payload follow:
//   `take_now` says that `nibble` is written as nibble `nibble_taken` of the next round's word `admitted`. Then the word
//   `waits` for its link, unless it is for the leaf itself, and `commit` makes it the next round's: s_axis_tready is high in
//   the next clock, in which no round begins. ROUND before that gives up what is written; the word comes again.
//   `has_place` says that the store has a place for the word. `wish` says that the next round has a word, or that one is only
//   held back by an old entry of batch_fresh, which needs a round, too.
//   With SCAN the word is no round's yet: `commit` comes with its last nibble, and batch_queue does the rest.
`default_nettype none

module batch_intake #(
    parameter LABEL_BITS   = 4,             // L
    parameter PAYLOAD_BITS = 32,            // P
    parameter ROUND_WORDS  = 4,             // D
    parameter LINK         = 2,             // nibbles of a link, in front of the word's
    parameter BODY         = 10,            // nibbles of a word
    parameter ORDERED      = 1,
    parameter DEGREE       = 0,             // not 0: destinations of the next round's words are kept, not the rounds of all
    parameter SCAN         = 0
) (
    input  wire                          clk,
    input  wire                          rst,
    input  wire [LABEL_BITS-1:0]         address,
    input  wire                          quiet,         // no command comes
    input  wire                          round_now,
    input  wire                          cleans,        // after a reset no words are taken
    input  wire                          clean_last,
    input  wire                          write_lanes,   // something else is written: a word that came,
    input  wire                          linking,       // a link
    input  wire                          linked,        // the word that waits
    input  wire                          has_place,
    input  wire [PAYLOAD_BITS-1:0]       s_axis_tdata,
    input  wire [LABEL_BITS-1:0]         s_axis_tdest,
    input  wire                          s_axis_tvalid,
    output wire                          s_axis_tready,
    output wire                          waits,         // for its link
    output reg  [$clog2(LABEL_BITS)-1:0] list,          // the word's
    output wire                          take_now,
    output reg  [3:0]                    nibble,
    output reg  [$clog2(LINK+BODY)-1:0]  nibble_taken,
    output wire                          commit,        // the word is the next round's
    // Its destination, from the clock in which it has been looked at until the next word is: list, route and round follow
    // from the same one, whatever s_axis shows meanwhile.
    output reg  [LABEL_BITS-1:0]         to,
    output wire                          own,           // the word is for this leaf
    output reg  [$clog2(ROUND_WORDS+1)-1:0] admitted,   // words of the next round
    output reg                           wish
);
    localparam L = LABEL_BITS, P = PAYLOAD_BITS, LB = $clog2(L), NB = $clog2(LINK + BODY), DB = $clog2(ROUND_WORDS + 1);
    localparam PAD = 4 * BODY - 2 * L - P;
    localparam [31:0] LAST_WORD = ROUND_WORDS - 1;
    localparam [BODY:0] FIRST_TAKEN = 1;

    reg              writes, whole;                         // the word is written; it is, and waits for its commit
    reg              looked;                                // the destination's entry has been read
    reg              taken;                                 // the word leaves s_axis
    reg  [BODY-1:0]  take_at;                               // which nibble of the body follows `nibble`
    reg  [3:0]       nibble_at;
    reg              room;                                  // in the next round: ~cleans & admitted != D
    wire             fresh;                                 // no word of the next round has this destination
    wire             take_last     = take_now & take_at[0];
    wire             last_now      = take_last & SCAN != 0;
    wire             gives_up      = round_now & SCAN == 0;     // what is not committed belongs to the round after this one
    wire             starts_taking = looked & s_axis_tvalid & fresh & room & has_place;
    wire [4*BODY+3:0] image        = {{(PAD+4){1'b0}}, to, address, s_axis_tdata};
    integer          at, bit_at;

    assign own           = to == address;
    assign commit        = last_now | linked | whole & own & quiet;
    assign take_now      = writes & ~(write_lanes | linking);
    assign waits         = whole & ~own;
    assign s_axis_tready = taken;

    always @* begin
        nibble_at = 4'd0;
        for (at = 0; at < BODY; at = at + 1)
            nibble_at = nibble_at | image[4*(BODY-1-at) +: 4] & {4{take_at[at]}};
    end
    always @* begin
        list = {LB{1'b0}};
        for (bit_at = 0; bit_at < L; bit_at = bit_at + 1)
            if (to[bit_at] != address[bit_at])
                list = bit_at[LB-1:0];
    end

    generate
        if (ORDERED != 0 && ROUND_WORDS > 1 && DEGREE != 0 && SCAN == 0) begin : few
            batch_named #(.LABEL_BITS(L), .WORDS(ROUND_WORDS)) entries (
                .clk(clk), .rst(rst), .round_now(round_now), .destination(s_axis_tdest), .to(to), .commit(commit), .fresh(fresh)
            );
        end else if (ORDERED != 0 && ROUND_WORDS > 1 && SCAN == 0) begin : order
            batch_fresh #(.LABEL_BITS(L)) entries (
                .clk(clk), .rst(rst), .round_now(round_now), .destination(s_axis_tdest), .to(to), .commit(commit), .fresh(fresh)
            );
        end else begin : no_order
            assign fresh = 1'b1;
        end
    endgenerate

    always @(posedge clk) begin
        looked <= s_axis_tvalid & ~taken & ~writes & ~whole & ~starts_taking;
        if (~writes & ~whole & ~starts_taking)
            to <= s_axis_tdest;
        taken  <= commit;
        writes <= starts_taking | writes & ~take_last;
        whole  <= take_last & SCAN == 0 | whole & ~commit;
        if (~writes | take_now)
            nibble <= nibble_at;
        if (starts_taking | take_now & ~take_at[0])
            take_at <= {take_at[BODY-2:0], take_at[BODY-1]};
        if (rst | gives_up)
            take_at <= FIRST_TAKEN[BODY-1:0];
        if (~writes)
            nibble_taken <= LINK[NB-1:0];
        else if (take_now)
            nibble_taken <= nibble_taken + 1'b1;
        room <= cleans ? clean_last : round_now | SCAN != 0 | room & ~(commit & admitted == LAST_WORD[DB-1:0]);
        if (round_now)
            admitted <= {DB{1'b0}};
        else if (commit)
            admitted <= admitted + 1'b1;
        if (rst | gives_up) begin
            writes <= 1'b0;
            whole  <= 1'b0;
        end
        wish <= admitted != 0 | (looked & s_axis_tvalid & ~fresh);
        if (rst) begin
            looked   <= 1'b0;
            taken    <= 1'b0;
            admitted <= {DB{1'b0}};
            wish     <= 1'b0;
        end
    end
endmodule

`default_nettype wire
