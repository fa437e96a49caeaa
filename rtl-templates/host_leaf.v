// host_leaf.v: holds the messages that one leaf is to send for a host, and notes when messages leave and arrive.
//
//   put --> [ 256 entries ] --> read --> ahead --> head --> s_axis
//                    taken --> sent, sent_at    (until the next visit)
//                    m_axis --> held, received, received_at
//
// An entry is {1, tdest, payload}; an entry with a low top bit ends the list. `hold` falls three clocks before the
// first clock of a run, in which `head`, `ahead` and `read` each hold an entry: messages follow each other without a
// gap. (The outputs of a block RAM come late in the clock: they lead to flip-flops only.) An arriving message is
// accepted at once, as at a leaf that is always ready, and held until the next visit.
`default_nettype none
module host_leaf #(
    parameter PAYLOAD = 16,             // bits, at least 1
    parameter DEST_BITS = 3,            // of tdest
    parameter USER_BITS = 3,            // of tuser
    parameter SHARE_BITS = 3,           // a leaf is visited every 2^SHARE_BITS clocks
    parameter LANES = 1                 // wires of the leaf: the most messages it may receive in one frame slot
) (
    input  wire                        clk,

    input  wire                        put,             // an entry, while `hold` is high
    input  wire [7:0]                  put_index,
    input  wire [PAYLOAD+DEST_BITS:0]  put_entry,

    input  wire                        hold,            // between runs, until three clocks before the next, and ..
    input  wire                        withhold,        // .. until one clock before it
    input  wire                        running,         // during a run
    input  wire [SHARE_BITS-1:0]       now,             // last bits of the clock
    input  wire                        visit,           // for a clock: the log takes the events

    output wire [PAYLOAD-1:0]          s_axis_tdata,
    output wire [DEST_BITS-1:0]        s_axis_tdest,
    output wire                        s_axis_tvalid,
    input  wire                        s_axis_tready,
    input  wire [PAYLOAD-1:0]          m_axis_tdata,
    input  wire [USER_BITS-1:0]        m_axis_tuser,
    input  wire                        m_axis_tvalid,
    output reg                         m_axis_tready,

    output wire                        sent,            // since the last visit
    output reg  [SHARE_BITS-1:0]       sent_at,         // `now` at the handshake
    output wire                        received,        // a message, since the last visit
    output reg  [SHARE_BITS-1:0]       received_at,
    output reg  [USER_BITS+PAYLOAD-1:0] held            // {m_axis_tuser, m_axis_tdata}
);

    localparam WIDTH = PAYLOAD + DEST_BITS + 1;

    (* no_rw_check *)
    reg  [WIDTH-1:0] entries [0:255];
    reg  [WIDTH-1:0] read;
    reg  [WIDTH-1:0] ahead;
    reg  [WIDTH-1:0] head;
    reg  [7:0]       next;
    wire             taken = s_axis_tvalid && s_axis_tready;
    wire             step = !running || taken;
    reg              unsent;            // enables sent_at, as m_axis_tready enables held: no LUT inverts them
    assign sent = !unsent;
    assign received = !m_axis_tready;
    assign {s_axis_tdest, s_axis_tdata} = head[WIDTH-2:0];

    // Wait for a visit, as the second message of a slot must not hide the first.
    generate
        if (LANES > 1) begin : wait_for_visit
            assign s_axis_tvalid = head[WIDTH-1] && unsent;
        end else begin : one_a_slot
            assign s_axis_tvalid = head[WIDTH-1];
        end
    endgenerate

    always @(posedge clk) begin
        if (put)
            entries[put_index] <= put_entry;
        if (step) begin
            read <= entries[next];
            ahead <= read;
            head <= ahead;
            if (withhold)
                head[WIDTH-1] <= 1'b0;
        end
        next <= next + {7'd0, step};
        unsent <= !taken && (unsent || visit);
        if (unsent)
            sent_at <= now;
        m_axis_tready <= m_axis_tready ? !m_axis_tvalid : visit;
        if (m_axis_tready) begin
            received_at <= now;
            held <= {m_axis_tuser, m_axis_tdata};
        end
        if (hold)
            next <= 8'd0;
        if (!running) begin
            unsent <= 1'b1;
            m_axis_tready <= 1'b1;
        end
    end

endmodule
`default_nettype wire
