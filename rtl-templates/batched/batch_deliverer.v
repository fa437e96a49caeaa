// batch_deliverer: looks at all words of the round in turn, and shows those that are for this leaf on m_axis.
//
//   `looks` has the reader ask for the nibbles of word `out_at`; with the last one `got_last` is high, and that nibble is
//   there two clocks later. A word is looked at when the one before has been taken. `ready` says that all words stored have
//   been looked at and taken and none are coming: the round may end.
`default_nettype none

module batch_deliverer #(
    parameter LABEL_BITS   = 4,             // L
    parameter PAYLOAD_BITS = 32,            // P
    parameter COUNT_BITS   = 7,
    parameter LINK         = 2,             // the number of a word's first nibble
    parameter STRIDE       = 12             // behind that of its last one
) (
    input  wire                      clk,
    input  wire                      rst,
    input  wire [LABEL_BITS-1:0]     address,
    input  wire                      round_now,
    input  wire                      cleans,        // after a reset nothing is ready
    input  wire                      coming,        // words are
    input  wire [COUNT_BITS-1:0]     stored,        // words of the round
    // the reader
    output reg                       looks,
    output reg  [COUNT_BITS-1:0]     out_at,        // the next word to look at
    output reg  [$clog2(STRIDE)-1:0] nibble_looked,
    input  wire                      got_out,       // the nibble is read
    input  wire                      has_out,       // it is there
    input  wire [3:0]                read,
    output wire                      look_last,     // it is the last one of the word
    output reg                       ready,
    output wire [PAYLOAD_BITS-1:0]   m_axis_tdata,
    output wire [LABEL_BITS-1:0]     m_axis_tuser,
    output reg                       m_axis_tvalid,
    input  wire                      m_axis_tready
);
    localparam L = LABEL_BITS, P = PAYLOAD_BITS, C = COUNT_BITS, NB = $clog2(STRIDE);
    localparam [31:0] LAST_NIBBLE = STRIDE - 1;

    reg              comes_last, has_last, judges;          // the last nibble comes, has come, is in place
    reg  [2*L+P-1:0] out_word;                              // destination, source, payload
    wire             got_last = got_out & look_last;
    wire             all_out  = out_at == stored;
    wire             idle     = ~looks & ~comes_last & ~has_last & ~judges & ~m_axis_tvalid;

    assign look_last    = nibble_looked == LAST_NIBBLE[NB-1:0];
    assign m_axis_tdata = out_word[P-1:0];
    assign m_axis_tuser = out_word[P +: L];

    always @(posedge clk) begin
        looks <= idle & ~all_out & ~cleans | looks & ~got_last;
        if (~looks)
            nibble_looked <= LINK[NB-1:0];
        else if (got_out)
            nibble_looked <= nibble_looked + 1'b1;
        comes_last <= got_last;
        has_last   <= comes_last;
        judges     <= has_last;
        if (rst | round_now)
            out_at <= {C{1'b0}};
        else if (got_last)
            out_at <= out_at + 1'b1;
        if (has_out)
            out_word <= {out_word[2*L+P-5:0], read};
        if (judges)
            m_axis_tvalid <= out_word[P+L +: L] == address;
        else if (m_axis_tready)
            m_axis_tvalid <= 1'b0;
        ready <= idle & all_out & ~cleans & ~coming;
        if (rst) begin
            looks         <= 1'b0;
            comes_last    <= 1'b0;
            has_last      <= 1'b0;
            judges        <= 1'b0;
            m_axis_tvalid <= 1'b0;
            ready         <= 1'b0;
        end
    end
endmodule

`default_nettype wire
