// host_bridge.v: lets a host on a serial line load messages into all leaves of a network, run it, and read the log.
// docs/host-protocol.md describes the protocol.
//
//   rx --> host_link --> [ request, 256 bytes ] --> commands --+--> host_leaf, one at each leaf  <--> s_axis
//   tx <-- host_link <-- [ answer, byte by byte ] <------------+--- host_log, one for each bank  <--- m_axis
//                                                              +--> run: network_rst, prime, running, now
//
// A request is executed only when it is complete: its bytes wait in a memory until the checksum has been verified.
`default_nettype none
module host_bridge #(
    parameter LEAVES = 8,               // at least 2
    parameter PAYLOAD = 16,             // bits, at least 1
    parameter DEST_BITS = 3,            // of tdest
    parameter USER_BITS = 3,            // of tuser
    parameter LANES = 1,                // see host_leaf.v
    parameter SHARE_BITS = 3,           // a bank has 2^SHARE_BITS leaves, 3 or 4
    parameter INDEX_BITS = 8,           // a bank has 2^INDEX_BITS records, 8 .. 12
    parameter STYLE = "block",          // see host_log.v
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

    output reg                         network_rst,
    output wire [LEAVES*PAYLOAD-1:0]   s_axis_tdata,    // leaf i at [i*W +: W]
    output wire [LEAVES*DEST_BITS-1:0] s_axis_tdest,
    output wire [LEAVES-1:0]           s_axis_tvalid,
    input  wire [LEAVES-1:0]           s_axis_tready,
    input  wire [LEAVES*PAYLOAD-1:0]   m_axis_tdata,
    input  wire [LEAVES*USER_BITS-1:0] m_axis_tuser,
    input  wire [LEAVES-1:0]           m_axis_tvalid,
    output wire [LEAVES-1:0]           m_axis_tready
);

    localparam ENTRY = PAYLOAD + DEST_BITS + 1, ENTRY_BYTES = (ENTRY + 7) / 8;
    localparam TAIL = PAYLOAD + USER_BITS, RECORD_BYTES = 4 + (TAIL + 7) / 8;
    localparam BANKS = (LEAVES + (1 << SHARE_BITS) - 1) >> SHARE_BITS;
    localparam TIME_BITS = 30 - 2 * SHARE_BITS;
    localparam LEAF_BITS = LEAVES > 128 ? 8 : LEAVES > 64 ? 7 : LEAVES > 32 ? 6 : LEAVES > 16 ? 5 : LEAVES > 8 ? 4 : 3;
    localparam IDENTITY_BYTES = 20;
    localparam [31:0] ENTRY_LAST = ENTRY_BYTES - 1, RECORD_LAST = RECORD_BYTES - 1;
    // Counts the bytes of an entry, a record or the identity.
    localparam PIECE_BITS = RECORD_BYTES > 64 ? 8 : RECORD_BYTES > 32 ? 6 : 5;

    // ---- the run -------------------------------------------------------------------------------------------

    reg  begin_run, halt;               // commands, for a clock
    reg  starting;
    reg  is_running;
    reg  [1:0] primed;                  // prime for two clocks, then run
    reg  expired;
    reg  [TIME_BITS-1:0] now;
    reg  hold;
    wire prime = |primed;
    // `now` counts in two parts, to keep carries short: `roll` is high when the lower part is about to wrap.
    reg  roll;
    wire [TIME_BITS-8:0] next_high = {1'b0, now[TIME_BITS-1:8]} + {{TIME_BITS-8{1'b0}}, roll};
    wire [7:0] next_low = now[7:0] + 8'd1;
    assign running = is_running;
    always @(posedge clk) begin
        now <= {next_high[TIME_BITS-9:0], next_low};
        roll <= now[7:0] == 8'hfe;
        primed <= {primed[0], starting && now[6]};
        if (starting && now[6]) begin
            starting <= 1'b0;
            hold <= 1'b0;
        end
        if (primed[1]) begin
            is_running <= 1'b1;
            network_rst <= 1'b0;
            now <= {TIME_BITS{1'b0}};
        end
        if (is_running && next_high[TIME_BITS-8])
            expired <= 1'b1;
        if (begin_run || halt || rst) begin
            is_running <= 1'b0;
            network_rst <= 1'b1;
            primed <= 2'b00;
            hold <= 1'b1;
            starting <= begin_run && !rst;
        end
        if (begin_run) begin
            expired <= 1'b0;
            now <= {TIME_BITS{1'b0}};
        end
    end

    // The leaf of each bank that is visited: leaf 0 in clock 0.
    reg  [(1<<SHARE_BITS)-1:0] visit;
    always @(posedge clk)
        if (begin_run || halt || rst)
            visit <= {(1<<SHARE_BITS){1'b0}};
        else
            visit <= {visit[(1<<SHARE_BITS)-2:0], visit[(1<<SHARE_BITS)-1] || primed[1]};

    // ---- leaves and logs -------------------------------------------------------------------------------------

    reg                          put;
    reg  [7:0]                   low, high;             // arguments: index and leaf, or index and bank
    wire [LEAVES-1:0]            sent;
    wire [LEAVES*SHARE_BITS-1:0] sent_at;
    wire [LEAVES*SHARE_BITS-1:0] received_at;
    wire [LEAVES-1:0]            received;
    wire [LEAVES*TAIL-1:0]       held;
    wire [BANKS*(32+TAIL)-1:0]   records;
    wire [BANKS*(INDEX_BITS+1)-1:0] used;
    wire [BANKS-1:0]             lost;
    /* verilator lint_off UNUSEDSIGNAL */       // bits between the entry and whole bytes, and above the index
    wire [11:0]                  index = {high[3:0], low};
    reg  [8*ENTRY_BYTES+7:0]     entry;                 // bytes enter at the top and leave at the bottom
    wire [8*ENTRY_BYTES-1:0]     whole_entry = entry[8*ENTRY_BYTES+7:8];
    /* verilator lint_on UNUSEDSIGNAL */

    genvar i;
    generate
        for (i = 0; i < LEAVES; i = i + 1) begin : leaf
            localparam [31:0] NUMBER = i;

            host_leaf #(
                .PAYLOAD(PAYLOAD), .DEST_BITS(DEST_BITS), .USER_BITS(USER_BITS), .SHARE_BITS(SHARE_BITS), .LANES(LANES)
            ) leaf (
                .clk(clk), .put(put && high[LEAF_BITS-1:0] == NUMBER[LEAF_BITS-1:0]), .put_index(low),
                .put_entry(whole_entry[ENTRY-1:0]),
                .hold(hold), .prime(prime), .running(is_running),
                .now(now[SHARE_BITS-1:0]), .visit(visit[i%(1<<SHARE_BITS)]),
                .s_axis_tdata(s_axis_tdata[i*PAYLOAD +: PAYLOAD]),
                .s_axis_tdest(s_axis_tdest[i*DEST_BITS +: DEST_BITS]),
                .s_axis_tvalid(s_axis_tvalid[i]), .s_axis_tready(s_axis_tready[i]),
                .m_axis_tdata(m_axis_tdata[i*PAYLOAD +: PAYLOAD]),
                .m_axis_tuser(m_axis_tuser[i*USER_BITS +: USER_BITS]),
                .m_axis_tvalid(m_axis_tvalid[i]), .m_axis_tready(m_axis_tready[i]),
                .sent(sent[i]), .sent_at(sent_at[i*SHARE_BITS +: SHARE_BITS]),
                .received(received[i]), .received_at(received_at[i*SHARE_BITS +: SHARE_BITS]),
                .held(held[i*TAIL +: TAIL]));
        end
        for (i = 0; i < BANKS; i = i + 1) begin : bank
            localparam FIRST = i << SHARE_BITS;
            localparam MEMBERS = LEAVES - FIRST < 1 << SHARE_BITS ? LEAVES - FIRST : 1 << SHARE_BITS;

            host_log #(
                .LEAVES(MEMBERS), .SHARE_BITS(SHARE_BITS), .TAIL(TAIL), .INDEX_BITS(INDEX_BITS), .STYLE(STYLE)
            ) log (
                .clk(clk), .running(is_running), .begin_run(begin_run), .write_enable(is_running && !expired),
                .now(now),
                .received(received[FIRST +: MEMBERS]), .held(held[FIRST*TAIL +: MEMBERS*TAIL]),
                .received_at(received_at[FIRST*SHARE_BITS +: MEMBERS*SHARE_BITS]), .sent(sent[FIRST +: MEMBERS]),
                .sent_at(sent_at[FIRST*SHARE_BITS +: MEMBERS*SHARE_BITS]), .index(index[INDEX_BITS-1:0]),
                .record(records[i*(32+TAIL) +: 32+TAIL]), .used(used[i*(INDEX_BITS+1) +: INDEX_BITS+1]),
                .lost(lost[i]));
        end
    endgenerate

    // ---- requests --------------------------------------------------------------------------------------------

    wire [7:0] heard;
    wire       heard_valid;
    wire       frame;
    wire       broken;
    wire       said;
    wire       answering;
    reg        answer;
    reg  [7:0] say;
    reg        say_more;
    host_link #(.BIT_CLOCKS(BIT_CLOCKS), .PHASE_BITS(PHASE_BITS), .STEP(STEP)) link (
        .clk(clk), .rst(rst), .rx(rx), .tx(tx), .heard(heard), .heard_valid(heard_valid), .frame(frame),
        .broken(broken),
        .answer(answer), .say(say), .say_more(say_more), .said(said), .answering(answering));

    localparam [1:0] LISTEN = 2'd0, FETCH = 2'd1, WRITE = 2'd2, ANSWER = 2'd3;
    localparam [7:0] IDENTIFY = 8'd0, WRITE_ENTRIES = 8'd1, RUN = 8'd2, HALT = 8'd3, STATUS = 8'd4, LOG = 8'd5;
    reg  [1:0] state;
    (* no_rw_check *)
    reg  [7:0] memory [0:511];          // the request; from 256 on the answer to `identify`
    integer byte_at;
    initial
        for (byte_at = 0; byte_at < IDENTITY_BYTES; byte_at = byte_at + 1)
            memory[256+byte_at] = IDENTITY[8*byte_at +: 8];
    reg  [7:0] at;
    reg        full;                    // 256 bytes
    reg        too_long;                // more than 256 bytes
    reg  [7:0] fetched;                 // memory[at] of the clock before
    reg  [7:0] command, last;           // from `low` up to, but not including, `last`
    reg  [1:0] phase;                   // a byte of the request takes four clocks, for `fetched` and `low` to settle
    wire       turn = phase == 2'd3;
    reg  [PIECE_BITS-1:0] piece;                   // which argument, byte of an entry, or byte of an answer's record
    reg  [1:0] heading;                 // parts of an answer still to send: the tag, which is memory[0], and status

    wire is_write = command == WRITE_ENTRIES;
    wire is_log = command == LOG;
    wire unknown = command > LOG;
    wire busy = starting || !hold;
    wire refused = (is_write || is_log) && busy;
    wire entry_ends = piece == ENTRY_LAST[PIECE_BITS-1:0];
    wire ends = low == last;

    // The record to read, from the bank that `high` names.
    wire [32+TAIL-1:0] record;
    wire [INDEX_BITS:0] used_of;
    generate
        if (BANKS > 1) begin : of_bank
            assign record = records[high[7:4]*(32+TAIL) +: 32+TAIL];
            assign used_of = used[high[7:4]*(INDEX_BITS+1) +: INDEX_BITS+1];
        end else begin : only
            assign record = records;
            assign used_of = used;
        end
    endgenerate
    wire [8*RECORD_BYTES-1:0] record_bytes = {{8*RECORD_BYTES-32-TAIL{1'b0}}, record};
    wire record_ends = piece == (record[0] ? RECORD_LAST[PIECE_BITS-1:0] : 3);
    wire [15:0] status = {busy, expired, |lost, {12-INDEX_BITS{1'b0}}, used_of};

    localparam RECORD_PIECE = RECORD_BYTES > 64 ? 8 : RECORD_BYTES > 32 ? 6 : RECORD_BYTES > 16 ? 5
                            : RECORD_BYTES > 8 ? 4 : 3;
    wire [7:0] data_byte = is_log && !heading[1] ? record_bytes[8*piece[RECORD_PIECE-1:0] +: 8]
                         : command == STATUS && !heading[1] ? status[8*piece[0] +: 8] : fetched;
    always @(posedge clk) begin
        say <= heading == 2'b01 ? {6'd0, refused, unknown} : data_byte;
        say_more <= |heading || (is_log && !refused && !ends) || (command == STATUS && piece != 2)
                    || (command == IDENTIFY && piece != IDENTITY_BYTES);
    end

    always @(posedge clk) begin
        fetched <= memory[{state == ANSWER && !heading[1], at}];
        if (state == LISTEN && heard_valid)
            memory[{1'b0, at}] <= heard;
        answer <= 1'b0;
        put <= 1'b0;
        begin_run <= 1'b0;
        halt <= 1'b0;
        phase <= state == LISTEN ? 2'd0 : phase + 2'd1;
        case (state)
        LISTEN: begin
            piece <= 0;
            heading <= 2'b11;
            if (heard_valid) begin
                at <= at + 8'd1;
                full <= at == 8'hff;
                too_long <= too_long || full;
            end
            if (frame || broken) begin
                at <= {7'd0, frame && !too_long};     // the tag comes later
                full <= 1'b0;
                too_long <= 1'b0;
                if (frame && !too_long)
                    state <= FETCH;
            end
        end
        FETCH:
            if (turn) begin
                {command, low, high, last} <= {low, high, last, fetched};
                at <= at + 8'd1;
                piece <= piece + 1;
                if (piece == 3) begin
                    piece <= 0;
                    state <= WRITE;
                end
            end
        WRITE:
            // The entries; other requests have none.
            if (turn) begin
                if (is_write && !refused && !ends) begin
                    entry <= {fetched, entry[8*ENTRY_BYTES+7:8]};
                    at <= at + 8'd1;
                    piece <= entry_ends ? 0 : piece + 1;
                    put <= entry_ends;
                end else begin
                    answer <= 1'b1;
                    at <= 8'd0;
                    begin_run <= command == RUN;
                    halt <= command == HALT;
                    state <= ANSWER;
                end
            end
        ANSWER: begin
            if (said) begin
                heading <= {1'b0, heading[1]};
                if (heading == 2'b00)
                    at <= at + 8'd1;
                if (heading == 2'b00)
                    piece <= is_log && record_ends ? 0 : piece + 1;
            end
            if (!answering && !answer) begin
                state <= LISTEN;
                at <= 8'd0;
                full <= 1'b0;
                too_long <= 1'b0;
            end
        end
        endcase
        // After each entry and each record.
        if (put || (state == ANSWER && said && heading == 2'b00 && is_log && record_ends)) begin
            {high[3:0], low} <= index + 12'd1;
        end
        if (rst) begin
            state <= LISTEN;
            answer <= 1'b0;
            at <= 8'd0;
            too_long <= 1'b0;
            begin_run <= 1'b0;
            halt <= 1'b0;
            put <= 1'b0;
        end
    end

endmodule
`default_nettype wire
