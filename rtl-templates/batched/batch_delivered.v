// batch_delivered: the places of a leaf's words that are for the leaf itself, in the order in which m_axis shows them.
//
//   Words of the round are listed in one half of a RAM: the leaf's own, then arrivals. Its own words of the next round are listed
//   in the other half; ROUND makes them the round's. With `whole` the first of the words that came is listed if it is for this
//   leaf, and, a clock later, the second one. Each half has room for DEGREE words: a further one is `lost`, and its place free.
`default_nettype none

module batch_delivered #(
    parameter DEGREE     = 4,
    parameter INDEX_BITS = 6                // of a place
) (
    input  wire                  clk,
    input  wire                  rst,
    input  wire                  round_now,
    input  wire                  parity,
    // words that came
    input  wire                  whole,
    input  wire                  two,           // with `whole`
    input  wire [1:0]            mine,          // the first one is for this leaf; the second
    input  wire [INDEX_BITS-1:0] now_1,         // their places
    input  wire [INDEX_BITS-1:0] now_2,
    output wire                  lost,
    output wire [INDEX_BITS-1:0] late_at,       // the place of the one that is listed, or lost
    // a word for the leaf itself
    input  wire                  commit,
    input  wire [INDEX_BITS-1:0] own,
    // m_axis
    input  wire                  got_last,      // the next word has been read
    output wire                  all_out,       // there is no next word
    output reg  [INDEX_BITS-1:0] out_at         // its place
);
    localparam IW = INDEX_BITS, DB = $clog2(DEGREE + 1), NB = DEGREE > 1 ? $clog2(DEGREE) : 1;
    localparam [31:0] ALL = DEGREE;

    (* no_rw_check *)
    reg  [IW-1:0] list [0:(2<<NB)-1];
    reg  [DB-1:0] listed, listed_next, out;
    reg           late, late_mine;                          // the second one is being listed, if it is for this leaf
    reg           self_waits;
    reg  [IW-1:0] self;
    wire          full      = listed == ALL[DB-1:0];
    wire          is_mine   = whole & mine[0] | late & late_mine;
    wire          lists     = is_mine & ~full;
    wire          self_now  = self_waits & ~lists;
    wire [NB-1:0] number    = lists ? listed[NB-1:0] : listed_next[NB-1:0];

    assign lost    = is_mine & full;
    assign late_at = late ? now_2 : now_1;
    assign all_out = out == listed;

    always @(posedge clk) begin
        if (lists | self_now)
            list[{parity ^ ~lists, number}] <= lists ? late_at : self;
        out_at     <= list[{parity, out[NB-1:0]}];
        late       <= whole & two;
        late_mine  <= mine[1];
        self_waits <= commit | self_waits & ~self_now;
        if (commit)
            self <= own;
        if (round_now)
            listed <= listed_next;
        else if (lists)
            listed <= listed + 1'b1;
        if (round_now)
            listed_next <= {DB{1'b0}};
        else if (self_now)
            listed_next <= listed_next + 1'b1;
        if (round_now)
            out <= {DB{1'b0}};
        else if (got_last)
            out <= out + 1'b1;
        if (rst) begin
            late        <= 1'b0;
            self_waits  <= 1'b0;
            listed      <= {DB{1'b0}};
            listed_next <= {DB{1'b0}};
            out         <= {DB{1'b0}};
        end
    end
endmodule

`default_nettype wire
