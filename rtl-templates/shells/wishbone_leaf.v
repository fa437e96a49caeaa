// wishbone_leaf: connects a leaf to a Wishbone bus: a classic slave with a message queue each way (docs/how-to/soc.md).
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
//
//   What is written to STATUS and SEND takes effect in the clock of the acknowledge, from a register that wb_sel clears byte by
//   byte: flip-flops do that without a LUT.
`default_nettype none

module wishbone_leaf #(
    parameter PAYLOAD_BITS  = 32,           // P, 1 .. 65535
    parameter LABEL_BITS    = 4,            // 1 .. 32
    parameter TO_BITS       = 4,            // of tdest, 1 .. 32
    parameter FROM_BITS     = 4,            // of tuser, 1 .. 32
    parameter SEND_DEPTH    = 16,           // capacity of the queues in messages, powers of two, 2 .. 2048
    parameter RECEIVE_DEPTH = 16,
    parameter BLOCK_RAM     = 1             // of queues of more than 4 messages. 0: the RAM that LUTs make
) (
    input  wire                    wb_clk,  // also the network's clock
    input  wire                    wb_rst,  // synchronous, active high
    input  wire [4:0]              wb_adr,
    input  wire [31:0]             wb_dat,
    input  wire [3:0]              wb_sel,
    input  wire                    wb_we,
    input  wire                    wb_cyc,
    input  wire                    wb_stb,
    output wire [31:0]             wb_rdt,
    output reg                     wb_ack,
    output wire                    irq,
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

    localparam [2:0] STATUS = 0, SEND = 3, RECEIVE = 5;

    // ---- The bus ---------------------------------------------------------------------------------------------------

    wire        access = wb_cyc & wb_stb & ~wb_ack; // for one clock in each cycle
    wire [2:0]  where  = wb_adr[4:2];
    wire        write  = access & wb_we & ~where[2];    // to a register that can be written
    wire        some   = |wb_sel;
    wire        unused = &{wb_adr[1:0], 1'b0};

    wire [3:0]  unselected = ~(wb_sel & {4{~wb_rst}});   // a function of two: Yosys makes an inverter for each flip-flop
    reg  [31:0] dat;                                // written; deselected bytes are 0
    reg         to_status, to_send;

    always @(posedge wb_clk) begin
        dat       <= wb_dat;
        if (unselected[0])
            dat[7:0] <= 8'd0;
        if (unselected[1])
            dat[15:8] <= 8'd0;
        if (unselected[2])
            dat[23:16] <= 8'd0;
        if (unselected[3])
            dat[31:24] <= 8'd0;
        to_status <= write & where[1:0] == STATUS[1:0];
        to_send   <= write & where[1:0] == SEND[1:0] & some;
        wb_ack    <= access;
        if (wb_rst) begin
            to_status <= 1'b0;
            to_send   <= 1'b0;
            wb_ack    <= 1'b0;
        end
    end

    wire anew        = to_status & dat[31];
    wire unused_anew = &{dat, anew, 1'b0};

    // ---- Sending ---------------------------------------------------------------------------------------------------

    wire         send_last;                         // this word completes the message
    wire [P-1:0] message;
    wire [TO_BITS-1:0] to;
    reg          had_room;                          // a clock ago, in that of wb_stb
    wire         push = to_send & send_last;

    generate
        if (WORDS > 1) begin : collect
            reg [EARLIER-1:0]   earlier;            // words so far, the latest on top
            reg [WORD_BITS-1:0] number;             // of the next word
            wire [EARLIER+31:0] longer = {dat, earlier};

            assign message   = longer[P-1:0];
            assign send_last = number == LAST_WORD[WORD_BITS-1:0];
            always @(posedge wb_clk) begin
                if (to_send) begin
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

    wire [$clog2(SEND_DEPTH):0] room;
    wire                        sent = m_axis_tvalid & m_axis_tready;
    wire                        has_room = |room;
    reg                         lost;

    always @(posedge wb_clk)
        had_room <= has_room;
    wishbone_fifo #(
        .WIDTH(TO_BITS + P),
        .DEPTH(SEND_DEPTH),
        .TO_NETWORK(1),
        .BLOCK_RAM(BLOCK_RAM)
    ) send_queue (
        .clk(wb_clk),
        .rst(wb_rst),
        .in({to, message}),
        .write(push & had_room),
        .count(room),
        .out({m_axis_tdest, m_axis_tdata}),
        .there(m_axis_tvalid),
        .take_next(1'b0),
        .take(sent)
    );

    always @(posedge wb_clk)
        if (wb_rst)
            lost <= 1'b0;
        else
            lost <= lost & ~(to_status & dat[3]) | push & ~had_room;

    // ---- Receiving -------------------------------------------------------------------------------------------------

    wire [$clog2(RECEIVE_DEPTH):0] waiting;
    wire [FROM_BITS-1:0]           from;
    wire [P-1:0]                   received;
    wire                           there;
    wire                           fetch_last;      // this word is the last of the message
    wire                           reads = where == RECEIVE & there;
    wire                           fetch = access & ~wb_we & reads & some;
    wire [31:0]                    word;
    reg                            taken;           // the message; in the clock of the acknowledge
    wire                           receive_full = waiting[$clog2(RECEIVE_DEPTH)];

    wishbone_fifo #(
        .WIDTH(FROM_BITS + P),
        .DEPTH(RECEIVE_DEPTH),
        .TO_NETWORK(0),
        .BLOCK_RAM(BLOCK_RAM)
    ) receive_queue (
        .clk(wb_clk),
        .rst(wb_rst),
        .in({s_axis_tuser, s_axis_tdata}),
        .write(s_axis_tvalid & ~receive_full),
        .count(waiting),
        .out({from, received}),
        .there(there),
        .take_next(fetch & fetch_last),
        .take(taken)
    );
    assign s_axis_tready = ~receive_full;
    always @(posedge wb_clk)
        if (wb_rst)
            taken <= 1'b0;
        else
            taken <= fetch & fetch_last;

    generate
        if (WORDS > 1) begin : choose_word
            reg  [WORD_BITS-1:0]  number;           // of the next word
            wire [EARLIER+31:0]   whole = {{(EARLIER+32-P){1'b0}}, received};

            assign word       = whole[32*number +: 32];
            assign fetch_last = number == LAST_WORD[WORD_BITS-1:0];
            always @(posedge wb_clk) begin
                if (fetch)
                    number <= fetch_last ? {WORD_BITS{1'b0}} : number + 1'b1;
                if (wb_rst | anew)
                    number <= {WORD_BITS{1'b0}};
            end
        end else begin : only_word
            assign word       = {{(32-P){1'b0}}, received};
            assign fetch_last = 1'b1;
        end
    endgenerate

    // ---- The other registers, and reading --------------------------------------------------------------------------

    wishbone_registers #(
        .PAYLOAD_BITS(P), .LABEL_BITS(LABEL_BITS), .TO_BITS(TO_BITS), .FROM_BITS(FROM_BITS),
        .ROOM_BITS($clog2(SEND_DEPTH) + 1),
        .WAITING_BITS($clog2(RECEIVE_DEPTH) + 1)
    ) registers (
        .clk(wb_clk), .rst(wb_rst),
        .where(where), .write(write), .dat(wb_dat), .sel(wb_sel),
        .to(to),
        .room(room),
        .waiting(waiting),
        .flags({lost, has_room, room[$clog2(SEND_DEPTH)], there}),
        .from(from),
        .word(word),
        .label(label),
        .rdt(wb_rdt),
        .irq(irq)
    );
endmodule

`default_nettype wire
