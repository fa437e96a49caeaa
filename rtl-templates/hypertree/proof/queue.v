// queue: packet_port.v keeps packets in order and whole, one queue for each class: whatever comes, whenever it leaves.
//
//   A neighbour that looks before it sends (monitor link.v), a scan that sends what is there (monitor scan.v), resets at any
//   time. By induction over the clocks, with the port's registers in view: a queue counts what has come less what has left,
//   never more than BUFFERS, and says so to neighbour and scan. One packet that comes, any, is followed: it leaves when all
//   before it in its queue have left, and not earlier. Then its byte `row`, any, is on `out` in its clock as it came in, and as
//   long as the packet is the head, `header` has its bits.
`default_nettype none

module queue #(
    parameter CLASSES   = 1,
    parameter CLASS_BIT = 3,
    parameter DETOURS   = 0,
    parameter BUFFERS   = 2,
    parameter BYTES     = 11,
    parameter FRAME     = 12,
    parameter ROW_BITS  = 4,
    parameter SLOT_BITS = 1,            // lg BUFFERS
    parameter BYTE_BITS = 4,            // of a byte's place in a packet
    parameter CLOCKS    = 3             // of the induction
) (
    input  wire                         clk,
    // free in every clock
    input  wire                         rst,
    input  wire [7:0]                   any_data,
    input  wire [1:0]                   any_sent,
    input  wire                         follow,
    input  wire [BYTE_BITS-1:0]         any_row,
    // to the circuit
    output reg                          silent,
    output wire [7:0]                   data,
    output wire [ROW_BITS-1:0]          read_row, write_row,
    output wire                         wrap, copy, first, head, come,
    output wire [CLASSES-1:0]           sent,
    input  wire [CLASSES-1:0]           here,           // free
    // from the circuit: ports, and registers
    input  wire [CLASSES-1:0]           room, there,
    input  wire [7:0]                   out,
    input  wire [8+4*DETOURS-1:0]       header,
    input  wire [CLASSES*SLOT_BITS-1:0] heads, tails,
    input  wire                         coming,
    input  wire [7:0]                   in,
    input  wire [SLOT_BITS+CLASSES-2:0] tail_place, place,
    input  wire [3*CLASSES-1:0]         count,          // if there are four buffers; two have `room` and `there`
    input  wire [(8<<(SLOT_BITS+CLASSES-1+BYTE_BITS))-1:0] packets,
    input  wire [((8+4*DETOURS)<<(SLOT_BITS+CLASSES-1))-1:0] headers,
    // the claim, and values to show if it fails
    output wire                         ok,
    output wire [8:0]                   parts,
    output wire [6:0]                   clock_shown
);
    localparam PLACE_BITS = SLOT_BITS + CLASSES - 1;
    localparam H     = 8 + 4 * DETOURS;         // bits of a header
    localparam SHORT = (1 << BYTE_BITS) < FRAME;

    // ---- the clocks, as packet_frame.v gives them (monitor frames.v)
    reg       begun, fresh;
    reg [6:0] clock;

    assign first     = clock == 7'd0;
    assign head      = clock == 7'd1;
    assign wrap      = clock == FRAME - 3;
    assign copy      = clock == FRAME - 2;
    assign come      = clock == (BYTES == FRAME ? 0 : BYTES);
    assign write_row = first ? FRAME - 1 : clock - 7'd1;
    assign read_row  = clock >= FRAME - 2 ? clock + 7'd2 - FRAME : clock + 7'd2;

    always @(posedge clk) begin
        fresh <= rst;
        clock <= clock == FRAME - 1 ? 7'd0 : clock + 7'd1;
        if (wrap)
            silent <= 1'b0;
        if (rst) begin
            begun  <= 1'b1;
            silent <= 1'b1;
            clock  <= 7'd0;
        end
    end

    // ---- what comes and leaves. A packet comes only if there is room; what leaves is known from clock F-2 on.
    wire       class_in = CLASSES == 2 && any_data[CLASS_BIT];
    wire       comes    = first && !silent && any_data[7] && room[class_in];
    reg  [1:0] held;
    wire [1:0] some     = {CLASSES == 2 && there[CLASSES-1], there[0]};
    wire [1:0] can      = any_sent & some & {1'b1, !(any_sent[1] && some[1])};
    wire [1:0] leaves   = copy ? can : held;
    wire [1:0] sending  = copy || clock == FRAME - 1 || first ? leaves : any_sent;

    assign data = {first ? comes : any_data[7], any_data[6:0]};
    assign sent = sending[CLASSES-1:0];

    always @(posedge clk)
        held <= silent || rst ? 2'b0 : leaves;

    // ---- the contract: counts, and the packet that is followed
    reg  [5:0]           counts;                // 3 bits a class
    reg                  arrived;               // a packet has come in this frame ..
    reg                  arrived_class;         // .. of this class
    reg                  waits;                // the packet that is followed is in the queue ..
    reg                  recent;                   // .. since this frame ..
    reg                  kind;                 // .. of this class ..
    reg  [2:0]           ahead;                 // .. behind so many packets
    reg                  leaving;               // it leaves in this frame ..
    reg  [PLACE_BITS-1:0] from;                 // .. from this place
    reg  [BYTE_BITS-1:0] row;
    reg  [7:0]           octet;
    reg  [11:0]          bits;                  // {forced, detour, symmetric, path}
    reg  [7:0]           earlier;
    wire                 goes    = waits && leaves[kind] && ahead == 3'd0;    // from clock F-2 on: with this frame's end
    wire                 follows = comes && follow && !waits;
    integer              k;

    always @(posedge clk) begin
        earlier <= data;
        if (first) begin
            for (k = 0; k < CLASSES; k = k + 1)
                counts[3*k +: 3] <= counts[3*k +: 3] + {2'b0, comes && class_in == k} - {2'b0, leaves[k]};
            arrived       <= comes;
            arrived_class <= class_in;
            recent           <= follows;
            leaving       <= goes;
            from          <= {kind, slot(heads, kind)};
            if (goes)
                waits <= 1'b0;
            else if (waits && leaves[kind])
                ahead <= ahead - 3'd1;
            if (follows) begin
                waits <= 1'b1;
                kind  <= class_in;
                ahead  <= counts[3*class_in +: 3] - {2'b0, leaves[class_in]};
                bits[11:7] <= {data[5], data[2:0], data[3]};
            end
        end
        if (first ? follows && row == 0 : recent && clock == row)
            octet <= data;
        if (clock == 7'd1 && recent)
            bits[6:0] <= data[6:0];
        if (silent || rst) begin
            counts   <= 6'd0;
            arrived  <= 1'b0;
            waits   <= 1'b0;
            recent      <= 1'b0;
            leaving  <= 1'b0;
        end
        if (rst)
            row <= any_row < BYTES ? any_row : {BYTE_BITS{1'b0}};
    end

    function [SLOT_BITS-1:0] slot;              // of a queue, in a vector for all
        input [CLASSES*SLOT_BITS-1:0] slots;
        input                         kind;
        slot = kind ? slots[CLASSES*SLOT_BITS-1 -: SLOT_BITS] : slots[SLOT_BITS-1:0];
    endfunction

    function [PLACE_BITS-1:0] place_of;
        input                 kind;
        input [SLOT_BITS-1:0] slot;
        place_of = {kind, slot};
    endfunction

    // ---- both agree
    wire                  live      = !silent;
    wire [SLOT_BITS-1:0]  its_slot  = slot(heads, kind) + ahead;
    wire [PLACE_BITS-1:0] its_place = place_of(kind, its_slot);
    wire [SLOT_BITS-1:0]  new_slot  = slot(tails, arrived_class) - 1'b1;
    wire [7:0]            its_byte  = packets[8*{its_place, row} +: 8];
    wire [7:0]            gone_byte = packets[8*{from, row} +: 8];
    wire                  written   = !recent || clock >= row + 7'd2;
    wire                  received  = !recent || first || clock > row;
    reg  [CLASSES-1:0]    counted, told, in_step;
    integer               c;            // Yosys 0.52 refuses an integer that two processes count with

    always @*
        for (c = 0; c < CLASSES; c = c + 1) begin
            counted[c] = counts[3*c +: 3] <= BUFFERS;
            told[c]    = there[c] == (counts[3*c +: 3] != 0) && room[c] == (counts[3*c +: 3] != BUFFERS);
            if (BUFFERS > 2 && count[3*c +: 3] != counts[3*c +: 3])
                told[c] = 1'b0;
            in_step[c] = slot(tails, c) - slot(heads, c) == counts[3*c +: SLOT_BITS];
        end

    wire in_time   = clock < FRAME && (CLASSES == 2 || !arrived_class) && (fresh ? first && silent : 1'b1) && row < BYTES
                     && (live || counts[2:0] == 0 && (CLASSES == 1 || counts[5:3] == 0)
                         && !arrived && !waits && !recent && !leaving);
    wire queues    = fresh || &counted && &told && &in_step;
    wire holds     = fresh || (held & ~some) == 0 && held != 2'b11
                     || !(first || clock == FRAME - 1);
    // The RAM is written where the newest packet is.
    wire writes    = fresh || in == earlier && coming == (arrived && (!SHORT || !first && clock <= BYTES))
                     && (!arrived || tail_place == place_of(arrived_class, new_slot) && counts[3*arrived_class +: 3] != 0);
    // The packet that is followed is in its place, and another one that has just come is behind it.
    wire placed    = !waits || ahead < counts[3*kind +: 3] && (CLASSES == 2 || !kind)
                     && (recent ? arrived && arrived_class == kind && ahead + 3'd1 == counts[3*kind +: 3]
                         : !arrived || arrived_class != kind || ahead + 3'd1 < counts[3*kind +: 3]);
    wire kept      = !waits || !written || !received || its_byte == octet;
    wire headed    = !waits || (recent && (first || clock == 7'd1) || headers[H*its_place +: H] == bits[H-1:0]);
    // What leaves has its place to the end of the frame; RAMs are read two clocks waits the wire.
    wire [PLACE_BITS-1:0] new_place = place_of(arrived_class, new_slot);
    wire not_lost  = !leaving || !waits && !recent && gone_byte == octet && !(arrived && new_place == from);
    wire reads     = !live || (CLASSES == 1 ? !(clock >= FRAME - 2 || first) || place == heads
                               : !(clock == FRAME - 1 || first) || place == place_of(held[1], slot(heads, held[1])))
                     && (!leaving || first || clock >= FRAME - (CLASSES == 1 ? 2 : 1) || place == from);
    // What users need.
    wire on_wire   = (row == 0 ? clock == FRAME - 1 && live && goes : clock + 7'd1 == row && (first ? goes : leaving))
                     ? out == octet : 1'b1;
    wire visible   = clock < 7'd2 || !waits || ahead != 0 || CLASSES == 2 && here[CLASSES-1] != kind || header == bits[H-1:0];

    assign clock_shown = clock;
    assign parts = {on_wire, visible, reads, not_lost, kept && headed, placed, writes, queues && holds, in_time};
    still #(.CLOCKS(CLOCKS)) all (.clk(clk), .claim(!begun || &parts), .ok(ok));
endmodule

`default_nettype wire
