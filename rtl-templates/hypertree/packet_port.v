// packet_port: an input port of a node: the queues of the packets that have come over a link, one for each class.
//
//   data --> [ in ] --> [ packets ] --> [ out ] --> crossbars        The oldest packet of a queue is its head.
//        \-----------> [ headers ] ---> header --> scan
//
//   Byte i is on `data` in clock i, in the RAM behind clock i + 1, and on `out` in clock i - 1 of the frame in which it
//   leaves. A queue counts what comes and what leaves in clock 0; `sent` says what leaves. A queue without `room` gets no
//   packet: the neighbour looks before it sends.
//   header: {symmetric, path of the destination} of the head of the queue that the scan is at; with DETOURS {forced,
//   detour, symmetric, path of the destination}.
`default_nettype none

module packet_port #(
    parameter CLASSES   = 1,            // 1 or 2
    parameter CLASS_BIT = 3,            // of byte 0: the class of a packet, if there are 2
    parameter DETOURS   = 0,            // 1: headers say what faults have led a packet to
    parameter BUFFERS   = 2,            // packets in a queue, 2 or 4
    parameter BYTES     = 11,           // B, of a packet
    parameter FRAME     = 12,           // F, clocks of a frame
    parameter ROW_BITS  = 4             // 2^ROW_BITS >= F
) (
    input  wire                clk,
    input  wire                silent,      // synchronous reset, active high
    input  wire                absent,      // the link leads nowhere
    input  wire [7:0]          data,
    output wire [CLASSES-1:0]  room,        // steady from clock 1 to clock 0 of the next frame
    // from the frame
    input  wire [ROW_BITS-1:0] read_row,
    input  wire [ROW_BITS-1:0] write_row,
    input  wire                wrap,
    input  wire                copy,
    input  wire                first,
    input  wire                head,
    input  wire                come,
    // the scan
    input  wire [CLASSES-1:0]  here,        // it is at this queue
    output wire [CLASSES-1:0]  there,       // there is a packet in the queue
    output wire [8+4*DETOURS-1:0] header,
    input  wire [CLASSES-1:0]  sent,        // the head leaves in this frame, or the next one
    // the crossbars
    output reg  [7:0]          out
);
    localparam SLOT_BITS = BUFFERS == 2 ? 1 : 2;
    localparam BYTE_BITS = $clog2(BYTES);
    localparam HEADER_BITS = 8 + 4 * DETOURS;
    localparam PLACE_BITS = SLOT_BITS + CLASSES - 1;        // of a packet in this port: {class, slot}
    localparam [0:0] SHORT = (1 << BYTE_BITS) < FRAME;      // a frame has more clocks than RAMs have rows for a packet

    (* no_rw_check *)
    reg  [7:0]                   packets [0:(1 << (PLACE_BITS + BYTE_BITS)) - 1];
    reg  [HEADER_BITS-1:0]       headers [0:(1 << PLACE_BITS) - 1];
    reg  [7:0]                   in;
    reg                          coming;
    wire [11:0]                  next_header = {in[5], in[2:0], in[3], data[6:0]};
    reg  [PLACE_BITS-1:0]        tail_place;
    wire [PLACE_BITS-1:0]        next_place, sent_place, head_place;
    wire [CLASSES*SLOT_BITS-1:0] heads, tails;
    wire [CLASSES-1:0]           comes;
    wire                         reset = silent | absent;
    genvar                       c;

    generate
        if (CLASSES == 1) begin : one_class
            reg [PLACE_BITS-1:0] place;

            assign comes      = data[7];
            assign next_place = tails;
            assign head_place = heads;
            assign sent_place = place;
            always @(posedge clk)
                if (wrap)
                    place <= heads;
            wire unused = &{here, copy, come, read_row, write_row, 1'b0};
        end else begin : two_classes
            reg  [PLACE_BITS-1:0] place;

            // A net of its own: Verilator 5.006 takes data[7] & ~data[6] for 0.
            wire second = data[CLASS_BIT];

            assign comes      = {2{data[7]}} & {second, ~second};
            assign next_place = {second, second ? tails[SLOT_BITS +: SLOT_BITS] : tails[0 +: SLOT_BITS]};
            assign head_place = {here[1], here[1] ? heads[SLOT_BITS +: SLOT_BITS] : heads[0 +: SLOT_BITS]};
            assign sent_place = !copy ? place
                                : {sent[1], sent[1] ? heads[SLOT_BITS +: SLOT_BITS] : heads[0 +: SLOT_BITS]};
            always @(posedge clk)
                place <= sent_place;
            wire unused = &{here[0], wrap, come, read_row, write_row, 1'b0};
        end

        for (c = 0; c < CLASSES; c = c + 1) begin : queue
            reg [SLOT_BITS-1:0] head_slot, tail_slot;

            assign heads[c*SLOT_BITS +: SLOT_BITS] = head_slot;
            assign tails[c*SLOT_BITS +: SLOT_BITS] = tail_slot;
            if (BUFFERS == 2) begin : two
                reg some, full;

                assign there[c] = some;
                assign room[c]  = ~full;
                always @(posedge clk)
                    if (reset) begin
                        {some, full, head_slot, tail_slot} <= 4'b0;
                    end else if (first) begin
                        some      <= comes[c] | full | some & ~sent[c];
                        full      <= ~sent[c] & (full | some & comes[c]);
                        head_slot <= head_slot ^ sent[c];
                        tail_slot <= tail_slot ^ comes[c];
                    end
            end else begin : four
                reg [2:0] count;

                assign there[c] = count != 0;
                assign room[c]  = ~count[2];
                always @(posedge clk)
                    if (reset) begin
                        count     <= 3'd0;
                        head_slot <= 2'd0;
                        tail_slot <= 2'd0;
                    end else if (first) begin
                        count     <= count + {2'b0, comes[c]} - {2'b0, sent[c]};
                        head_slot <= head_slot + {1'b0, sent[c]};
                        tail_slot <= tail_slot + {1'b0, comes[c]};
                    end
            end
        end
    endgenerate

    assign header = headers[head_place];

    wire unused = &{next_header, 1'b0};

    always @(posedge clk) begin
        in <= data;
        if (reset)
            coming <= 1'b0;
        else if (first || SHORT && come)
            coming <= first & data[7];
        if (first)
            tail_place <= next_place;
        if (head && coming)
            headers[tail_place] <= next_header[HEADER_BITS-1:0];
        if (coming)
            packets[{tail_place, write_row[BYTE_BITS-1:0]}] <= in;
        out <= packets[{sent_place, read_row[BYTE_BITS-1:0]}];
    end
endmodule

`default_nettype wire
