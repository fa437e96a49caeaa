// batch_deliverer: looks at words of the round in turn, and shows those that are for this leaf on m_axis.
//
//   `looks` has the reader ask for the nibbles of the next word; with the last one `got_last` is high, and that nibble is
//   there two clocks later. A word is looked at when the one before has been taken. `ready` says that all words have been
//   looked at and taken and none are coming: the round may end.
`default_nettype none

module batch_deliverer #(
    parameter LABEL_BITS   = 4,             // L
    parameter PAYLOAD_BITS = 32,            // P
    parameter LINK         = 2,             // the number of a word's first nibble
    parameter STRIDE       = 12             // behind that of its last one
) (
    input  wire                      clk,
    input  wire                      rst,
    input  wire [LABEL_BITS-1:0]     address,
    input  wire                      cleans,        // after a reset nothing is ready
    input  wire                      coming,        // words are
    input  wire                      all_out,       // there is no next word
    // the reader
    output reg                       looks,
    output reg  [$clog2(STRIDE)-1:0] nibble_looked,
    input  wire                      got_out,       // the nibble is read
    input  wire                      has_out,       // it is there
    input  wire [3:0]                read,
    output wire                      look_last,     // it is the last one of the word
    output wire                      got_last,      // likewise, and it is read: behind it another word is the next one
    output reg                       ready,
    output wire [PAYLOAD_BITS-1:0]   m_axis_tdata,
    output wire [LABEL_BITS-1:0]     m_axis_tuser,
    output reg                       m_axis_tvalid,
    input  wire                      m_axis_tready
);
    localparam L = LABEL_BITS, P = PAYLOAD_BITS, NB = $clog2(STRIDE);
    localparam [31:0] LAST_NIBBLE = STRIDE - 1;

    reg              comes_last, has_last, judges;          // the last nibble comes, has come, is in place
    reg  [2*L+P-1:0] out_word;                              // destination, source, payload
    wire             idle = ~looks & ~comes_last & ~has_last & ~judges & ~m_axis_tvalid;

    assign got_last     = got_out & look_last;
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
