// packet_leaf: an adapter between a node and its processor: makes packets of words, and words of packets.
//
//   s_axis --> [ multiplexer of bytes ] --> data_in --> input port
//   m_axis <-- [ word ] <-- [ bytes ] <-- data_out <-- crossbar
//
//   A word is taken as its packet enters: byte i is on data_in in clock i of a frame. The stream holds the word until the
//   last byte. A word for no node is taken, too, and sets bad_destination. There is room for two words that have come.
`default_nettype none

module packet_leaf #(
    parameter PAYLOAD_BITS = 64,
    parameter LEVEL        = 2,         // of the node
    parameter SYMMETRIC    = 2,         // not 0: packets for lower levels are
    parameter ROW_BITS     = 4
) (
    input  wire                    clk,
    input  wire                    rst,         // synchronous, active high: m_axis obeys it at once
    input  wire                    silent,      // the reset of the node, some clocks later, and frame 0
    input  wire [6:0]              address,     // of this node, constant
    input  wire [6:0]              nodes,       // the last node, constant
    input  wire                    dead,        // constant: this node sends nothing
    // from the frame
    input  wire [ROW_BITS-1:0]     row,
    input  wire                    first,
    input  wire                    head,
    input  wire                    third,
    input  wire                    last,
    // the node
    output wire [7:0]              data_in,
    input  wire                    room_in,
    input  wire [7:0]              data_out,
    output wire                    room_out,
    output wire [6:0]              sent_path,   // path of the destination of the word that enters, or may
    input  wire                    wraps,       // bit 3 of byte 0 is 1 with this destination, as of symmetric packets
    // the processor
    input  wire [PAYLOAD_BITS-1:0] s_axis_tdata,
    input  wire [6:0]              s_axis_tdest,
    input  wire                    s_axis_tvalid,
    output wire                    s_axis_tready,
    output reg  [PAYLOAD_BITS-1:0] m_axis_tdata,
    output reg  [6:0]              m_axis_tuser,
    output reg                     m_axis_tvalid,
    input  wire                    m_axis_tready,
    output reg                     bad_destination
);
    localparam BYTES      = (PAYLOAD_BITS + 7) / 8;
    localparam BYTE_BITS  = BYTES == 1 ? 1 : $clog2(BYTES);
    localparam ALL_BYTES  = 1 << BYTE_BITS;
    localparam PADDING    = 8 * BYTES - PAYLOAD_BITS;

    // Words to send.
    wire [6:0] path;
    packet_path destination(.number(s_axis_tdest), .path(path));

    wire bad       = path == 0 || !(&nodes) && s_axis_tdest > nodes;
    wire symmetric = SYMMETRIC != 0 && s_axis_tdest >> (LEVEL + 1) != 0;
    assign sent_path = path;
    wire offered   = s_axis_tvalid & ~dead;
    wire enters    = first & offered & ~silent & room_in & ~bad;
    reg  taking, payload;
    reg  [6:0] path_now;                // of the word that entered in the clock before, whatever s_axis shows now

    // The byte for row i is in place i modulo ALL_BYTES.
    wire [PAYLOAD_BITS+7:0] padded = {s_axis_tdata, 8'd0};
    wire [8*ALL_BYTES-1:0]  bytes;
    genvar k;
    generate
        for (k = 0; k < ALL_BYTES; k = k + 1) begin : place
            localparam PLACE = (k + 3) % ALL_BYTES;
            if (k < BYTES) begin : used
                assign bytes[8*PLACE +: 8] = padded[PAYLOAD_BITS-8*k +: 8];
            end else begin : rest
                assign bytes[8*PLACE +: 8] = 8'd0;
            end
        end
    endgenerate

    assign s_axis_tready = taking & last;
    assign data_in = {enters, 3'b0, enters & (symmetric | wraps), 3'b0} | {1'b0, path_now} & {8{head}} | {1'b0, address} & {8{third}}
                     | bytes[8*row[BYTE_BITS-1:0] +: 8] & {8{payload}};

    always @(posedge clk) begin
        path_now <= path;
        if (first)
            taking <= offered & (room_in | bad);
        else if (last)
            taking <= 1'b0;
        if (third | last)
            payload <= third & taking;
        if (first & offered & bad)
            bad_destination <= 1'b1;
        if (silent) begin
            taking          <= 1'b0;
            payload         <= 1'b0;
            bad_destination <= 1'b0;
        end
    end

    // Words that come.
    reg  [8*BYTES+7:0] come;            // the source, and the payload
    reg                coming, waiting;
    wire               moves = waiting & (~m_axis_tvalid | m_axis_tready);

    assign room_out = ~(m_axis_tvalid & (coming | waiting));

    always @(posedge clk) begin
        if (coming)
            come <= {come[8*BYTES-1:0], data_out};
        if (first | last)
            coming <= first & data_out[7] & ~silent;
        waiting <= last & coming | waiting & ~moves;
        if (moves)
            {m_axis_tuser, m_axis_tdata} <= come[8*BYTES+6:PADDING];
        m_axis_tvalid <= waiting | m_axis_tvalid & ~m_axis_tready;
        if (rst) begin
            coming        <= 1'b0;
            waiting       <= 1'b0;
            m_axis_tvalid <= 1'b0;
        end
    end
    wire unused = &{come[8*BYTES+7], padded, row, 1'b0};
endmodule

`default_nettype wire
