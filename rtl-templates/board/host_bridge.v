// host_bridge: lets a host on a serial line load messages into all leaves of a network, run it, and read the log.
// docs/reference/host-protocol.md describes the protocol.
//
//   rx --> host_link --> host_requests --+--> host_leaf, one at each leaf  <--> s_axis
//   tx <-- host_link <-- host_requests <-+--- host_log and host_turns, for each bank  <--- m_axis
//                                        +--> host_run: network_rst, running, now
`default_nettype none
module host_bridge #(
    parameter LEAVES = 8,               // at least 2
    parameter PAYLOAD = 16,             // bits, at least 1
    parameter DEST_BITS = 3,            // of tdest
    parameter USER_BITS = 3,            // of tuser
    parameter LANES = 1,                // see host_leaf.v
    parameter SHARE_BITS = 3,           // a bank has 2^SHARE_BITS leaves, 3 or 4
    parameter INDEX_BITS = 8,           // a bank has 2^INDEX_BITS records, 8 .. 12
    parameter SLICE = 16,               // see host_log.v
    parameter STYLE = "block",
    parameter [159:0] IDENTITY = 160'd0,        // the answer to `identify`, its first byte the lowest
    parameter BIT_CLOCKS = 48,          // see host_link.v
    parameter PHASE_BITS = 16,
    parameter STEP = 1365
) (
    input  wire                        clk,
    input  wire                        rst,             // synchronous, active high
    input  wire                        rx,
    output wire                        tx,
    output wire                        running,

    output wire                        network_rst,
    output wire [LEAVES*PAYLOAD-1:0]   s_axis_tdata,    // leaf i at [i*W +: W]
    output wire [LEAVES*DEST_BITS-1:0] s_axis_tdest,
    output wire [LEAVES-1:0]           s_axis_tvalid,
    input  wire [LEAVES-1:0]           s_axis_tready,
    input  wire [LEAVES*PAYLOAD-1:0]   m_axis_tdata,
    input  wire [LEAVES*USER_BITS-1:0] m_axis_tuser,
    input  wire [LEAVES-1:0]           m_axis_tvalid,
    output wire [LEAVES-1:0]           m_axis_tready
);

    localparam ENTRY = PAYLOAD + DEST_BITS + 1, TAIL = PAYLOAD + USER_BITS, RECORD = 32 + TAIL;
    localparam BANKS = (LEAVES + (1 << SHARE_BITS) - 1) >> SHARE_BITS;
    localparam TIME_BITS = 30 - 2 * SHARE_BITS;
    localparam LEAF_BITS = LEAVES > 128 ? 8 : LEAVES > 64 ? 7 : LEAVES > 32 ? 6 : LEAVES > 16 ? 5 : LEAVES > 8 ? 4 : 3;

    // ---- the run -------------------------------------------------------------------------------------------

    localparam TURNS = 1 << SHARE_BITS;

    wire begin_run, halt, busy, forget, withhold, idle, rewind, advance, second, fetch, expired;
    wire [TIME_BITS-1:0] now;
    wire [TURNS-1:0] skip;
    host_run #(.SHARE_BITS(SHARE_BITS)) run (
        .clk(clk), .rst(rst), .begin_run(begin_run), .halt(halt), .busy(busy), .forget(forget),
        .withhold(withhold), .running(running), .idle(idle), .expired(expired), .network_rst(network_rst),
        .rewind(rewind), .advance(advance), .second(second), .fetch(fetch), .now(now), .skip(skip));

    // ---- leaves and logs -------------------------------------------------------------------------------------

    wire                         put;
    /* verilator lint_off UNUSEDSIGNAL */       // high: bits above the leaf's number
    wire [7:0]                   low, high;             // index and leaf
    /* verilator lint_on UNUSEDSIGNAL */
    wire [ENTRY-1:0]             put_entry;
    wire [INDEX_BITS-1:0]        index;
    wire [LEAVES-1:0]            unsent;
    wire [LEAVES*SHARE_BITS-1:0] sent_at;
    wire [LEAVES*SHARE_BITS-1:0] received_at;
    wire [LEAVES*TAIL-1:0]       held;
    wire [(RECORD+7)/8-1:0]      omit;
    wire [BANKS*8-1:0]           shown;
    wire [BANKS-1:0]             long;
    wire [BANKS*(INDEX_BITS+1)-1:0] told;
    wire [3:0]                   asked;                 // bank
    wire [BANKS-1:0]             lost;
    wire [BANKS*8-1:0]           indices;

    genvar i;
    generate
        for (i = 0; i < LEAVES; i = i + 1) begin : leaf
            localparam [31:0] NUMBER = i;

            host_leaf #(
                .PAYLOAD(PAYLOAD), .DEST_BITS(DEST_BITS), .USER_BITS(USER_BITS), .SHARE_BITS(SHARE_BITS), .LANES(LANES)
            ) leaf (
                .clk(clk), .put(put && high[LEAF_BITS-1:0] == NUMBER[LEAF_BITS-1:0]), .put_index(low),
                .put_entry(put_entry),
                .withhold(withhold), .idle(idle), .now(now[SHARE_BITS-1:0]), .skip(skip[i%TURNS]),
                .index(indices[i/TURNS*8 +: 8]), .fetch(fetch),
                .s_axis_tdata(s_axis_tdata[i*PAYLOAD +: PAYLOAD]),
                .s_axis_tdest(s_axis_tdest[i*DEST_BITS +: DEST_BITS]),
                .s_axis_tvalid(s_axis_tvalid[i]), .s_axis_tready(s_axis_tready[i]),
                .m_axis_tdata(m_axis_tdata[i*PAYLOAD +: PAYLOAD]),
                .m_axis_tuser(m_axis_tuser[i*USER_BITS +: USER_BITS]),
                .m_axis_tvalid(m_axis_tvalid[i]), .m_axis_tready(m_axis_tready[i]),
                .unsent(unsent[i]), .sent_at(sent_at[i*SHARE_BITS +: SHARE_BITS]),
                .received_at(received_at[i*SHARE_BITS +: SHARE_BITS]),
                .held(held[i*TAIL +: TAIL]));
        end
        for (i = 0; i < BANKS; i = i + 1) begin : bank
            localparam FIRST = i << SHARE_BITS;
            localparam [31:0] NUMBER = i;
            localparam MEMBERS = LEAVES - FIRST < TURNS ? LEAVES - FIRST : TURNS;

            wire sent;
            host_turns #(.TURNS(TURNS)) turns (
                .clk(clk), .rewind(rewind), .advance(advance || sent), .second(second), .index(indices[i*8 +: 8]));

            host_log #(
                .LEAVES(MEMBERS), .SHARE_BITS(SHARE_BITS), .TAIL(TAIL), .INDEX_BITS(INDEX_BITS), .SLICE(SLICE),
                .FAR(BANKS > 1 ? 1 : 0), .STYLE(STYLE)
            ) log (
                .clk(clk), .running(running), .forget(forget), .write_enable(running && !expired),
                .now(now), .skip(skip[MEMBERS-1:0]), .advance(sent),
                .unreceived(m_axis_tready[FIRST +: MEMBERS]), .held(held[FIRST*TAIL +: MEMBERS*TAIL]),
                .received_at(received_at[FIRST*SHARE_BITS +: MEMBERS*SHARE_BITS]), .unsent(unsent[FIRST +: MEMBERS]),
                .sent_at(sent_at[FIRST*SHARE_BITS +: MEMBERS*SHARE_BITS]), .index(index),
                .unasked(BANKS > 1 && asked != NUMBER[3:0]),
                .omit(omit), .shown(shown[i*8 +: 8]), .long(long[i]),
                .told(told[i*(INDEX_BITS+1) +: INDEX_BITS+1]), .lost(lost[i]));
        end
    endgenerate

    // ---- requests --------------------------------------------------------------------------------------------

    wire [7:0] heard;
    wire       heard_valid;
    wire       frame;
    wire       broken;
    wire       said;
    wire       answering;
    wire       answer;
    wire [7:0] say;
    wire       say_more;
    host_link #(.BIT_CLOCKS(BIT_CLOCKS), .PHASE_BITS(PHASE_BITS), .STEP(STEP)) link (
        .clk(clk), .rst(rst), .rx(rx), .tx(tx), .heard(heard), .heard_valid(heard_valid), .frame(frame),
        .broken(broken),
        .answer(answer), .hold(1'b0), .say(say), .say_more(say_more), .said(said), .answering(answering));

    host_requests #(
        .ENTRY(ENTRY), .RECORD(RECORD), .BANKS(BANKS), .INDEX_BITS(INDEX_BITS), .IDENTITY(IDENTITY)
    ) requests (
        .clk(clk), .rst(rst), .heard(heard), .heard_valid(heard_valid), .frame(frame), .broken(broken),
        .answer(answer), .say(say), .say_more(say_more), .said(said), .answering(answering),
        .begin_run(begin_run), .halt(halt), .busy(busy), .expired(expired),
        .put(put), .low(low), .high(high), .put_entry(put_entry),
        .index(index), .asked(asked), .omit(omit), .shown(shown), .long(long), .told(told), .lost(lost));

endmodule
`default_nettype wire
