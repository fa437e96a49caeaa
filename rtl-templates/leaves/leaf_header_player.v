// leaf_header_player: one wire each way between a leaf and its channel, in a network that plays a schedule whose settings
// travel in the messages. Wires idle at 1 and show every bit inverted, as in head.v.
//
//   header ----------------+
//   s_axis_tdata --> [ payload ] --> up      in a cycle in which it is scheduled to send and has a word
//   m_axis_tdata <-- [ payload ] <-- down     stops where the start bit leaves: no counter
//
//   clock        -2       -1   0          ..    H+1           H: bits of the longest header
//   header       sends?        bits in front of the payload
//   heading                    1          ..    0
//   begin_cycle            1
//   up                         idle  first bit  ..    payload
//
//   A leaf sends its words in the order of the schedule. If a word is late, nothing is sent, and nothing is received in its
//   cycle. m_axis has no tready: a received word is there for one clock.
`default_nettype none

module leaf_header_player #(
    parameter PAYLOAD_BITS = 32                     // at least 1
) (
    input  wire                    clk,
    input  wire                    rst,             // synchronous, active high
    // from the timer, in step at all leaves
    input  wire                    begin_cycle,     // pulse: bits in front of payloads come from the next clock on
    input  wire                    end_cycle,       // pulse: the word of the previous cycle is complete
    // from the RAM of a group of leaves
    input  wire                    header,          // a bit; before a cycle whether this wire sends in it
    input  wire                    heading,
    input  wire [PAYLOAD_BITS-1:0] s_axis_tdata,
    input  wire                    s_axis_tvalid,
    output wire                    s_axis_tready,
    output reg                     up,
    input  wire                    down,
    output wire [PAYLOAD_BITS-1:0] m_axis_tdata,
    output wire                    m_axis_tvalid
);
    localparam P = PAYLOAD_BITS;

    reg  [P-1:0] out;
    reg  [P:0]   in;
    reg          sends, goes, begun, expects;

    // A register: the path from the RAM is too long to drive a word's load as well.
    always @(posedge clk)
        sends <= header;

    assign s_axis_tready = begin_cycle & sends;

    always @(posedge clk) begin
        if (s_axis_tready & s_axis_tvalid)
            out <= s_axis_tdata;
        else if (!heading)
            out <= out << 1;
        up <= ~(heading ? header & goes : out[P-1]);
    end

    // As a head whose code is the payload, but with the bits the right way up, as m_axis shows them.
    always @(posedge clk)
        if (end_cycle)
            in <= {P+1{1'b0}};
        else if (!in[P])
            in <= {in[P-1:0], ~down};

    assign m_axis_tdata  = in[P-1:0];
    assign m_axis_tvalid = end_cycle & expects & in[P];

    always @(posedge clk)
        if (rst) begin
            goes    <= 1'b0;
            begun   <= 1'b0;
            expects <= 1'b0;
        end else begin
            if (begin_cycle) begin
                goes  <= sends & s_axis_tvalid;
                begun <= 1'b1;
            end
            if (end_cycle) begin
                begun   <= 1'b0;
                expects <= begun;
            end
        end
endmodule

`default_nettype wire
