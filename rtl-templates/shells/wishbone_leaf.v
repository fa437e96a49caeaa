// wishbone_leaf: connects a leaf to a Wishbone bus: a classic slave with a message queue each way (docs/soc.md).
//
//             +-----------------------------------------------------------+
//   wb_* ---> | TO, SEND ---> [ words of a message ] ---> [ queue ] ----> | m_axis, to the network's s_axis
//        <--- | FROM, RECEIVE <--------------------------- [ queue ] <--- | s_axis, from the network's m_axis
//   irq  <--- | STATUS & ENABLE                                           |
//             +-----------------------------------------------------------+
//
//   Registers of 32 bits, by the byte address wb_adr:
//
//     0x00 STATUS   read:  [0]  received: the receive queue holds a message
//                          [1]  sent: the send queue is empty
//                          [2]  room: the send queue is not full
//                          [3]  lost: a message was written while the send queue was full, and was dropped
//                          [15:4]  messages in the receive queue
//                          [27:16] messages for which the send queue has room
//                   write: [3]  1 clears `lost`
//                          [31] 1 starts over: forgets the words of messages that have been written or read in part
//     0x04 ENABLE   [3:0] irq is high while any of these bits is also 1 in STATUS; 0 after reset
//     0x08 TO       destination of the following messages, as on s_axis_tdest of the network; 0 after reset
//     0x0c SEND     write: the next word of a message, least significant first; the last one sends it
//     0x10 FROM     read: source of the oldest message received, as on m_axis_tuser of the network; 0 without one
//     0x14 RECEIVE  read: next word of that message, least significant first; the last one takes it out of the queue;
//                   0 without one
//     0x18 LEAF     read: the label of this leaf, which others write to TO
//     0x1c SHAPE    read: [15:0] payload bits, [21:16] bits of TO, [27:22] bits of FROM, [31:28] 1: this register map
//
//   A message has ceil(PAYLOAD_BITS / 32) words; surplus upper bits of the last one are ignored. Bytes that wb_sel
//   excludes keep their value in ENABLE and TO, and are 0 in SEND. A cycle without any wb_sel has no effect on SEND and
//   RECEIVE. Every cycle is acknowledged in the clock after wb_stb: it takes two clocks, and nothing ever waits on the
//   bus. A full receive queue stalls the network (s_axis_tready): no received message is lost.
`default_nettype none

module wishbone_leaf #(
    parameter PAYLOAD_BITS  = 32,           // P, 1 .. 65535
    parameter LABEL_BITS    = 4,            // 1 .. 32
    parameter TO_BITS       = 4,            // of tdest, 1 .. 32
    parameter FROM_BITS     = 4,            // of tuser, 1 .. 32
    parameter SEND_DEPTH    = 16,           // capacity of the queues in messages, powers of two, 2 .. 2048
    parameter RECEIVE_DEPTH = 16
) (
    input  wire                    wb_clk,  // also the network's clock
    input  wire                    wb_rst,  // synchronous, active high
    input  wire [4:0]              wb_adr,
    input  wire [31:0]             wb_dat,
    input  wire [3:0]              wb_sel,
    input  wire                    wb_we,
    input  wire                    wb_cyc,
    input  wire                    wb_stb,
    output reg  [31:0]             wb_rdt,
    output reg                     wb_ack,
    output reg                     irq,
    input  wire [LABEL_BITS-1:0]   label,   // of this leaf, constant
    // to the network
    output wire [PAYLOAD_BITS-1:0] m_axis_tdata,
    output wire [TO_BITS-1:0]      m_axis_tdest,
    output wire                    m_axis_tvalid,
    input  wire                    m_axis_tready,
    // from the network
    input  wire [PAYLOAD_BITS-1:0] s_axis_tdata,
    input  wire [FROM_BITS-1:0]    s_axis_tuser,
    input  wire                    s_axis_tvalid,
    output wire                    s_axis_tready
);
    localparam P         = PAYLOAD_BITS;
    localparam WORDS     = (P + 31) / 32;
    localparam EARLIER   = 32 * (WORDS - 1);        // bits of all words but the last
    localparam WORD_BITS = WORDS > 1 ? $clog2(WORDS) : 1;
    localparam [31:0] LAST_WORD = WORDS - 1;

    localparam [2:0] STATUS = 0, ENABLE = 1, TO = 2, SEND = 3, FROM = 4, RECEIVE = 5, LEAF = 6, SHAPE = 7;

    // ---- The bus ---------------------------------------------------------------------------------------------------

    wire        access = wb_cyc & wb_stb & ~wb_ack; // for one clock in each cycle
    wire        write  = access & wb_we;
    wire [2:0]  where  = wb_adr[4:2];
    wire [31:0] mask   = {{8{wb_sel[3]}}, {8{wb_sel[2]}}, {8{wb_sel[1]}}, {8{wb_sel[0]}}};
    wire [31:0] dat    = wb_dat & mask;
    wire        send   = write & where == SEND & |wb_sel;
    wire        fetch  = access & ~wb_we & where == RECEIVE & |wb_sel;
    wire        anew   = write & where == STATUS & dat[31];
    wire        unused = &{wb_adr[1:0], anew, 1'b0};

    reg  [3:0]         enable;
    reg  [TO_BITS-1:0] to;
    wire [31:0]        enable_now = {28'd0, enable};
    wire [31:0]        to_now     = {{(32-TO_BITS){1'b0}}, to};
    wire [31:0]        enable_new = (enable_now & ~mask) | dat;
    wire [31:0]        to_new     = (to_now & ~mask) | dat;
    wire               unused_new = &{enable_new, to_new, 1'b0};

    always @(posedge wb_clk) begin
        wb_ack <= access;
        if (write & where == ENABLE)
            enable <= enable_new[3:0];
        if (write & where == TO)
            to <= to_new[TO_BITS-1:0];
        if (wb_rst) begin
            wb_ack <= 1'b0;
            enable <= 4'd0;
            to     <= {TO_BITS{1'b0}};
        end
    end

    // ---- Sending ---------------------------------------------------------------------------------------------------

    wire         send_last;                         // this word completes the message
    wire [P-1:0] message;
    wire         full;
    wire         push = send & send_last;

    generate
        if (WORDS > 1) begin : collect
            reg [EARLIER-1:0]   earlier;            // words so far, the latest on top
            reg [WORD_BITS-1:0] number;             // of the next word
            wire [EARLIER+31:0] longer = {dat, earlier};

            assign message   = longer[P-1:0];
            assign send_last = number == LAST_WORD[WORD_BITS-1:0];
            always @(posedge wb_clk) begin
                if (send) begin
                    earlier <= longer[EARLIER+31:32];
                    number  <= send_last ? {WORD_BITS{1'b0}} : number + 1'b1;
                end
                if (wb_rst | anew)
                    number <= {WORD_BITS{1'b0}};
            end
        end else begin : one_word
            assign message   = dat[P-1:0];
            assign send_last = 1'b1;
        end
    endgenerate

    wire [$clog2(SEND_DEPTH):0] send_count;
    reg                         lost;

    wishbone_fifo #(
        .WIDTH(TO_BITS + P),
        .DEPTH(SEND_DEPTH)
    ) send_queue (
        .clk(wb_clk),
        .rst(wb_rst),
        .in({to, message}),
        .write(push & ~full),
        .full(full),
        .count(send_count),
        .out({m_axis_tdest, m_axis_tdata}),
        .there(m_axis_tvalid),
        .take(m_axis_tvalid & m_axis_tready)
    );

    always @(posedge wb_clk)
        lost <= (lost & ~(write & where == STATUS & dat[3]) | push & full) & ~wb_rst;

    // ---- Receiving -------------------------------------------------------------------------------------------------

    wire [$clog2(RECEIVE_DEPTH):0] receive_count;
    wire [FROM_BITS-1:0]           from;
    wire [P-1:0]                   received;
    wire                           receive_full, there;
    wire                           fetch_last;      // this word is the last of the message
    wire [31:0]                    word;

    wishbone_fifo #(
        .WIDTH(FROM_BITS + P),
        .DEPTH(RECEIVE_DEPTH)
    ) receive_queue (
        .clk(wb_clk),
        .rst(wb_rst),
        .in({s_axis_tuser, s_axis_tdata}),
        .write(s_axis_tvalid & ~receive_full),
        .full(receive_full),
        .count(receive_count),
        .out({from, received}),
        .there(there),
        .take(fetch & there & fetch_last)
    );
    assign s_axis_tready = ~receive_full;

    generate
        if (WORDS > 1) begin : choose_word
            reg  [WORD_BITS-1:0]  number;           // of the next word
            wire [EARLIER+31:0]   whole = {{(EARLIER+32-P){1'b0}}, received};

            assign word       = whole[32*number +: 32];
            assign fetch_last = number == LAST_WORD[WORD_BITS-1:0];
            always @(posedge wb_clk) begin
                if (fetch & there)
                    number <= fetch_last ? {WORD_BITS{1'b0}} : number + 1'b1;
                if (wb_rst | anew)
                    number <= {WORD_BITS{1'b0}};
            end
        end else begin : only_word
            assign word       = {{(32-P){1'b0}}, received};
            assign fetch_last = 1'b1;
        end
    endgenerate

    // ---- Reading registers -----------------------------------------------------------------------------------------

    localparam [31:0] SEND_ROOM   = SEND_DEPTH;
    localparam [31:0] SHAPE_VALUE = {4'd1, 28'd0} | FROM_BITS << 22 | TO_BITS << 16 | PAYLOAD_BITS;

    wire [11:0] waiting = {{(11-$clog2(RECEIVE_DEPTH)){1'b0}}, receive_count};
    wire [11:0] room    = SEND_ROOM[11:0] - {{(11-$clog2(SEND_DEPTH)){1'b0}}, send_count};
    wire [3:0]  status  = {lost, ~full, send_count == 0, there};
    reg  [31:0] value;

    always @* begin
        case (where)
            STATUS:  value = {4'd0, room, waiting, status};
            ENABLE:  value = enable_now;
            TO:      value = to_now;
            FROM:    value = {{(32-FROM_BITS){1'b0}}, from} & {32{there}};
            RECEIVE: value = word & {32{there}};
            LEAF:    value = {{(32-LABEL_BITS){1'b0}}, label};
            SHAPE:   value = SHAPE_VALUE;
            default: value = 32'd0;
        endcase
    end

    always @(posedge wb_clk) begin
        wb_rdt <= value;
        irq    <= |(status & enable) & ~wb_rst;
    end
endmodule

`default_nettype wire
