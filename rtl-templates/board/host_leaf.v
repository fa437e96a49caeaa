// host_leaf: holds the messages that one leaf is to send for a host, and notes when messages leave and arrive.
//
//   put --> [ 256 entries ] --> read --> head --> s_axis
//                    taken --> unsent, sent_at      (until the next visit)
//                    m_axis --> m_axis_tready, held, received_at
//
// An entry is {1, tdest, payload}; an entry with a low top bit ends the list. In the first clock of a run `head` and
// `read` each hold an entry, and `read` takes the next one when a visit has noted that `head` was sent: a message can
// follow another without a gap. (The outputs of a block RAM come late in the clock: they lead to flip-flops only.) An
// arriving message is accepted at once, as at a leaf that is always ready, and held until the next visit.
`default_nettype none
module host_leaf #(
    parameter PAYLOAD = 16,             // bits, at least 1
    parameter DEST_BITS = 3,            // of tdest
    parameter USER_BITS = 3,            // of tuser
    parameter SHARE_BITS = 3,           // a leaf is visited every 2^SHARE_BITS clocks
    parameter LANES = 1                 // 1: handshakes on s_axis are 2^SHARE_BITS + 1 clocks apart, or more
) (
    input  wire                        clk,

    input  wire                        put,             // an entry, while there is no run
    input  wire [7:0]                  put_index,
    input  wire [PAYLOAD+DEST_BITS:0]  put_entry,

    input  wire                        withhold,        // between runs, until one clock before the next
    input  wire                        idle,            // between runs
    input  wire [SHARE_BITS-1:0]       now,             // last bits of the clock
    input  wire                        skip,            // low for a clock, a visit: the log takes the events
    input  wire [7:0]                  index,           // of the entry to read ..
    input  wire                        fetch,           // .. before a run, or at a visit after a message was sent

    output wire [PAYLOAD-1:0]          s_axis_tdata,
    output wire [DEST_BITS-1:0]        s_axis_tdest,
    output wire                        s_axis_tvalid,
    input  wire                        s_axis_tready,
    input  wire [PAYLOAD-1:0]          m_axis_tdata,
    input  wire [USER_BITS-1:0]        m_axis_tuser,
    input  wire                        m_axis_tvalid,
    output reg                         m_axis_tready,

    // Events since the last visit. A low m_axis_tready means a received message. Both enable flip-flops as they are:
    // no LUT inverts them.
    output reg                         unsent,          // no message was sent
    output reg  [SHARE_BITS-1:0]       sent_at,         // `now` at the handshake
    output reg  [SHARE_BITS-1:0]       received_at,
    output reg  [USER_BITS+PAYLOAD-1:0] held            // {m_axis_tuser, m_axis_tdata}
);

    localparam WIDTH = PAYLOAD + DEST_BITS + 1;

    (* no_rw_check *)
    reg  [WIDTH-1:0] entries [0:255];
    reg  [WIDTH-1:0] read;
    reg  [WIDTH-1:0] head;
    wire             taken = s_axis_tvalid && s_axis_tready;
    assign {s_axis_tdest, s_axis_tdata} = head[WIDTH-2:0];

    // Wait for a visit and the next entry, as the second message of a slot must not hide the first.
    generate
        if (LANES > 1) begin : wait_for_visit
            reg fresh;
            assign s_axis_tvalid = head[WIDTH-1] && fresh;
            always @(posedge clk)
                fresh <= idle || (fresh ? !taken : !skip);
        end else begin : one_a_slot
            assign s_axis_tvalid = head[WIDTH-1];
        end
    endgenerate

    always @(posedge clk) begin
        if (put)
            entries[put_index] <= put_entry;
        if (fetch || (!skip && !unsent))
            read <= entries[index];
        if (idle || taken)
            head <= read;
        if (withhold)
            head[WIDTH-1] <= 1'b0;
        unsent <= !taken && (unsent || !skip);
        if (unsent)
            sent_at <= now;
        m_axis_tready <= m_axis_tready ? !m_axis_tvalid : !skip;
        if (m_axis_tready) begin
            received_at <= now;
            held <= {m_axis_tuser, m_axis_tdata};
        end
        if (idle) begin
            unsent <= 1'b1;
            m_axis_tready <= 1'b1;
        end
    end

endmodule
`default_nettype wire
