// wishbone_registers: of a Wishbone leaf (wishbone_leaf.v), the registers that do not send or receive, and what a read of any register
// brings.
//
//   Most bits are cleared unless a message's word is read, and all but the lowest ones unless one of three registers is: those
//   differ in two bits of the address, and one LUT a bit chooses. Flip-flops clear themselves without a LUT.
`default_nettype none

module wishbone_registers #(
    parameter PAYLOAD_BITS = 32,
    parameter LABEL_BITS   = 4,
    parameter TO_BITS      = 4,
    parameter FROM_BITS    = 4,
    parameter ROOM_BITS    = 5,             // 2 .. 12
    parameter WAITING_BITS = 5              // 2 .. 12
) (
    input  wire                    clk,
    input  wire                    rst,
    input  wire [2:0]              where,   // the register
    input  wire                    write,   // to it, if it is one of the lower four
    input  wire [31:0]             dat,
    input  wire [3:0]              sel,
    output wire [TO_BITS-1:0]      to,
    input  wire [ROOM_BITS-1:0]    room,
    input  wire [WAITING_BITS-1:0] waiting,
    input  wire [3:0]              flags,
    input  wire [FROM_BITS-1:0]    from,
    input  wire [31:0]             word,    // the next one of the oldest message
    input  wire [LABEL_BITS-1:0]   label,
    output wire [31:0]             rdt,
    output reg                     irq
);
    localparam [2:0] STATUS = 0, ENABLE = 1, TO = 2, SEND = 3, FROM = 4, RECEIVE = 5, LEAF = 6, SHAPE = 7;
    localparam [31:0] SHAPE_VALUE = {4'd1, 28'd0} | FROM_BITS << 22 | TO_BITS << 16 | PAYLOAD_BITS;
    localparam SHORT_BITS = TO_BITS > FROM_BITS ? (TO_BITS > LABEL_BITS ? TO_BITS : LABEL_BITS)
                                                : (FROM_BITS > LABEL_BITS ? FROM_BITS : LABEL_BITS);
    localparam LOW_BITS   = SHORT_BITS > 4 ? SHORT_BITS : 4;    // of wb_rdt, that more than three registers have

    wire there = flags[0];
    genvar i;

    // Each byte of TO has an enable of its own.
    reg  [3:0]  enable;
    wire [31:0] to_now;

    always @(posedge clk)
        if (rst)
            enable <= 4'd0;
        else if (write & where[1:0] == ENABLE[1:0] & sel[0])
            enable <= dat[3:0];

    generate
        for (i = 0; i < 32; i = i + 1) begin : bit_of_to
            if (i < TO_BITS) begin : there_is
                reg value;

                assign to_now[i] = value;
                always @(posedge clk)
                    if (rst)
                        value <= 1'b0;
                    else if (write & where[1:0] == TO[1:0] & sel[i / 8])
                        value <= dat[i];
            end else begin : there_is_not
                assign to_now[i] = 1'b0;
            end
        end
    endgenerate

    assign to = to_now[TO_BITS-1:0];
    wire unused = &{dat, sel, 1'b0};

    // ---- Reading -----------------------------------------------------------------------------------------------------

    wire [31:0] status     = {4'd0, {(12-ROOM_BITS){1'b0}}, room, {(12-WAITING_BITS){1'b0}}, waiting, flags};
    wire [31:0] enable_now = {28'd0, enable};
    wire [31:0] from_now   = {{(32-FROM_BITS){1'b0}}, from};
    wire [31:0] label_now  = {{(32-LABEL_BITS){1'b0}}, label};
    // What the lowest LOW_BITS may be, one choice for each bit of the address: a `case` takes a LUT a bit more.
    wire [31:0] message_or_leaf  = where[1] == LEAF[1] ? label_now : where[0] ? word : from_now;
    wire [31:0] status_or_enable = where[0] ? enable_now : status;
    wire [31:0] upper            = where[1:0] == SHAPE[1:0] ? SHAPE_VALUE : message_or_leaf;
    wire [31:0] lower            = where[1] ? to_now : status_or_enable;
    wire [31:0] low              = where[2] ? upper : lower;
    wire        unused_low       = &{low, 1'b0};

    wire reads      = where == RECEIVE & there;
    wire no_message = where[2:1] == FROM[2:1] & ~there;
    wire no_low     = where == SEND | no_message;
    wire no_high    = ~(where == STATUS | where == SHAPE | reads);
    wire no_word    = ~reads;

    generate
        for (i = 0; i < 32; i = i + 1) begin : bit_of_rdt
            reg  value;
            // Of the higher bits, STATUS has those of its counts.
            localparam COUNTED = i >= 4 && i < 4 + WAITING_BITS || i >= 16 && i < 16 + ROOM_BITS;

            assign rdt[i] = value;
            if (i < LOW_BITS) begin : one_of_all
                always @(posedge clk)
                    value <= no_low ? 1'b0 : low[i];
            end else if (COUNTED || SHAPE_VALUE[i]) begin : one_of_three
                always @(posedge clk)
                    value <= no_high ? 1'b0 : !where[2] ? status[i] : where[1] ? SHAPE_VALUE[i] : word[i];
            end else begin : of_a_word
                always @(posedge clk)
                    value <= no_word ? 1'b0 : word[i];
            end
        end
    endgenerate

    always @(posedge clk)
        if (rst)
            irq <= 1'b0;
        else
            irq <= |(flags & enable);
endmodule

`default_nettype wire
