// host_requests: executes the requests of a host, and makes the answers. docs/reference/host-protocol.md describes them.
//
//   heard --> [ request, 256 bytes ] --> command, low, high, last --+--> entry by entry: put
//   say <--- [ identity ] [ status ] [ record ] <-------------------+--> begin_run, halt
//
// A request is executed only when it is complete: its bytes wait in a memory until the checksum has been verified.
`default_nettype none
module host_requests #(
    parameter ENTRY = 20,               // bits, see host_leaf.v
    parameter RECORD = 51,              // bits, see host_log.v
    parameter BANKS = 1,                // logs
    parameter INDEX_BITS = 8,           // a log has 2^INDEX_BITS records, 8 .. 12
    parameter [159:0] IDENTITY = 160'd0         // the answer to `identify`, its first byte the lowest
) (
    input  wire                           clk,
    input  wire                           rst,          // synchronous, active high
    // host_link
    input  wire [7:0]                     heard,
    input  wire                           heard_valid,
    input  wire                           frame,
    input  wire                           broken,
    output reg                            answer,
    output reg  [7:0]                     say,
    output reg                            say_more,
    input  wire                           said,
    input  wire                           answering,
    // host_run
    output reg                            begin_run,
    output reg                            halt,
    input  wire                           busy,
    input  wire                           expired,
    // the leaves
    output reg                            put,          // an entry, for a clock
    output reg  [7:0]                     low, high,    // index and leaf
    output wire [ENTRY-1:0]               put_entry,
    // the logs
    output wire [INDEX_BITS-1:0]          index,        // of the record to read
    output wire [3:0]                     asked,        // bank: all others give 0
    output reg  [(RECORD+7)/8-1:0]        omit,         // low for the byte of the record to show
    input  wire [BANKS*8-1:0]             shown,
    input  wire [BANKS-1:0]               long,         // the record is of a received message
    input  wire [BANKS*(INDEX_BITS+1)-1:0] told,        // records in use
    input  wire [BANKS-1:0]               lost
);

    localparam ENTRY_BYTES = (ENTRY + 7) / 8, RECORD_BYTES = (RECORD + 7) / 8, IDENTITY_BYTES = 20;
    localparam [31:0] ENTRY_LAST = ENTRY_BYTES - 1, RECORD_LAST = RECORD_BYTES - 1;
    // Counts the bytes of an entry, a record or the identity.
    localparam PIECE_BITS = RECORD_BYTES > 64 ? 8 : RECORD_BYTES > 32 ? 6 : 5;

    /* verilator lint_off UNUSEDSIGNAL */       // bits between the entry and whole bytes, and above the index
    wire [11:0]                place = {high[3:0], low};
    reg  [8*ENTRY_BYTES+7:0]   entry;           // bytes enter at the top and leave at the bottom
    wire [8*ENTRY_BYTES-1:0]   whole_entry = entry[8*ENTRY_BYTES+7:8];
    /* verilator lint_on UNUSEDSIGNAL */
    assign put_entry = whole_entry[ENTRY-1:0];
    assign index = place[INDEX_BITS-1:0];

    localparam [1:0] LISTEN = 2'd0, FETCH = 2'd1, WRITE = 2'd2, ANSWER = 2'd3;
    localparam [7:0] IDENTIFY = 8'd0, WRITE_ENTRIES = 8'd1, RUN = 8'd2, HALT = 8'd3, STATUS = 8'd4, LOG = 8'd5;
    reg  [1:0] state;
    (* no_rw_check *)
    reg  [7:0] memory [0:511];          // the request; from 256 on the answer to `identify`
    integer byte_at, part;
    initial
        for (byte_at = 0; byte_at < IDENTITY_BYTES; byte_at = byte_at + 1)
            memory[256+byte_at] = IDENTITY[8*byte_at +: 8];
    reg  [8:0] at;                      // 256: the memory is full
    reg        too_long;                // more than 256 bytes
    reg  [7:0] read;                    // memory[at] of the clock before, ..
    reg  [7:0] fetched;                 // .. of two clocks before
    reg  [7:0] command, last;           // from `low` up to, but not including, `last`
    reg  [1:0] phase;                   // a byte of the request takes four clocks, for `fetched` and `low` to settle
    reg        turn;                    // phase 3
    reg  [PIECE_BITS-1:0] piece;                   // which argument, byte of an entry, or byte of an answer's record
    reg        onward;                  // a record has been sent
    reg  [1:0] heading;                 // parts of an answer still to send: the tag, which is memory[0], and status

    wire is_write = command == WRITE_ENTRIES;
    wire is_log = command == LOG;
    wire unknown = command > LOG;
    reg  refused;
    wire entry_ends = piece == ENTRY_LAST[PIECE_BITS-1:0];
    reg  ends;                          // the clock before: low == last

    // A byte of the record, and the count, of the bank that `high` names.
    assign asked = high[7:4];
    wire [7:0] record_byte;
    wire       is_long;
    wire [INDEX_BITS:0] used;
    generate
        if (BANKS > 1) begin : of_bank
            reg [INDEX_BITS+9:0] any, of_asked;
            integer bank;
            always @* begin
                any = {(INDEX_BITS+10){1'b0}};
                for (bank = 0; bank < BANKS; bank = bank + 1)
                    any = any | {told[bank*(INDEX_BITS+1) +: INDEX_BITS+1], long[bank], shown[bank*8 +: 8]};
            end
            always @(posedge clk)
                of_asked <= any;
            assign {used, is_long, record_byte} = of_asked;
        end else begin : only
            assign {used, is_long, record_byte} = {told, long, shown};
        end
    endgenerate
    reg  record_ends;                   // some clocks late: the record stands for long before `said` comes
    wire [15:0] status = {busy, expired, |lost, {12-INDEX_BITS{1'b0}}, used};

    // Each byte of an answer comes from one of three: the other registers are 0, the memory's output is masked.
    reg  [7:0] log_byte, status_byte;
    wire from_log = is_log && heading == 2'b00;
    wire from_status = heading == 2'b01 || (command == STATUS && !heading[1]);
    always @(posedge clk) begin
        record_ends <= piece == (is_long ? RECORD_LAST[PIECE_BITS-1:0] : 3);
        for (part = 0; part < RECORD_BYTES; part = part + 1)
            omit[part] <= piece != part[PIECE_BITS-1:0];
        log_byte <= from_log ? record_byte : 8'd0;
        status_byte <= !from_status ? 8'd0 : heading == 2'b01 ? {6'd0, refused, unknown} : status[8*piece[0] +: 8];
        say <= log_byte | status_byte | (from_log || from_status ? 8'd0 : fetched);
        say_more <= |heading || (is_log && !refused && !ends) || (command == STATUS && piece != 2)
                    || (command == IDENTIFY && piece != IDENTITY_BYTES);
    end

    always @(posedge clk) begin
        ends <= low == last;
        fetched <= read;
        read <= memory[{state == ANSWER && !heading[1], at[7:0]}];
        if (state == LISTEN && heard_valid)
            memory[{1'b0, at[7:0]}] <= heard;
        answer <= 1'b0;
        put <= 1'b0;
        begin_run <= 1'b0;
        halt <= 1'b0;
        phase <= state == LISTEN ? 2'd0 : phase + 2'd1;
        turn <= phase == 2'd2;
        refused <= (is_write || is_log) && busy;
        onward <= state == ANSWER && said && heading == 2'b00 && is_log && record_ends;
        case (state)
        LISTEN: begin
            piece <= 0;
            heading <= 2'b11;
            if (heard_valid) begin
                at <= at + 9'd1;
                too_long <= too_long || at[8];
            end
            if (frame || broken) begin
                at <= {8'd0, frame && !too_long};     // the tag comes later
                too_long <= 1'b0;
                if (frame && !too_long)
                    state <= FETCH;
            end
        end
        FETCH:
            if (turn) begin
                {command, low, high, last} <= {low, high, last, fetched};
                at <= at + 9'd1;
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
                    at <= at + 9'd1;
                    piece <= entry_ends ? 0 : piece + 1;
                    put <= entry_ends;
                end else begin
                    answer <= 1'b1;
                    at <= 9'd0;
                    begin_run <= command == RUN;
                    halt <= command == HALT;
                    state <= ANSWER;
                end
            end
        ANSWER: begin
            if (said) begin
                heading <= {1'b0, heading[1]};
                if (heading == 2'b00)
                    at <= at + 9'd1;
                if (heading == 2'b00)
                    piece <= is_log && record_ends ? 0 : piece + 1;
            end
            if (!answering && !answer) begin
                state <= LISTEN;
                at <= 9'd0;
                too_long <= 1'b0;
            end
        end
        endcase
        // After each entry and each record.
        if (put || onward) begin
            {high[3:0], low} <= place + 12'd1;
        end
        if (rst) begin
            state <= LISTEN;
            answer <= 1'b0;
            at <= 9'd0;
            too_long <= 1'b0;
            begin_run <= 1'b0;
            halt <= 1'b0;
            put <= 1'b0;
        end
    end

endmodule
`default_nettype wire
