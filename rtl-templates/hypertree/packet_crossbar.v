// packet_crossbar: an output port of a node: the packet that the scan has granted it goes from its input port to the link.
//
//   ins --> [ multiplexer ] --> [ out ] --> link
//                 ^
//   granted --> [ next ] -copy-> [ now ]
//
//   In the scan of a frame `next` is set, behind clock F-2 it is in force. The number of an output port's own input is
//   not needed as long as no packet turns back: it is the node's own adapter's.
//
//   With MARKS, packets say that they have gone down. With DETOURS, packets turn back, and the node changes their first byte: class, forced and detour level come with the
//   grant.
`default_nettype none

module packet_crossbar #(
    parameter INPUTS   = 4,             // input ports that packets come from, at least 1
    parameter NUMBER   = 0,             // this output's number; the adapter's input has it here
    parameter BYTES    = 11,            // B, of a packet
    parameter FRAME    = 12,            // F, clocks of a frame
    parameter DETOURS  = 0,             // 1: the node changes packets
    parameter MARKS    = 0              // 1: bit 3 of byte 0 becomes 1
) (
    input  wire                clk,
    input  wire                silent,      // synchronous reset, active high
    input  wire                absent,      // the link leads nowhere
    input  wire                copy,        // from the frame
    input  wire                lead,
    input  wire                nearly,
    input  wire                granted,     // by the scan: to a packet ..
    input  wire [2:0]          number,      // .. from this input port, 0 if it is the adapter's,
    input  wire                own,         // which this says
    input  wire [4:0]          control,     // {class, forced, detour} of the packet from here on
    input  wire [8*INPUTS-1:0] ins,
    output reg  [7:0]          out
);
    localparam BITS = INPUTS > 4 ? 3 : INPUTS > 2 ? 2 : 1;
    localparam [31:0] N = NUMBER;
    localparam [0:0] SHORT = (1 << $clog2(BYTES)) < FRAME;  // RAMs have no rows of zeros behind the last byte

    reg             next, idle;             // idle: no packet; a reset that is active high takes no LUT
    reg  [BITS-1:0] next_input, input_now;
    wire            reset  = silent | absent;
    wire            unused = &{nearly, number, lead, control, 1'b0};
    wire [7:0]      packet_byte = ins[8*input_now +: 8];
    wire [7:0]      changed;

    generate
        if (DETOURS) begin : changes
            reg [4:0] bits;

            assign changed = lead ? {packet_byte[7], bits[4:3], packet_byte[4:3], bits[2:0]} : packet_byte;
            always @(posedge clk)
                if (granted)
                    bits <= control;
        end else begin : as_it_is
            assign changed = packet_byte | {4'd0, MARKS != 0 && lead, 3'd0};
        end
    endgenerate

    always @(posedge clk) begin
        if (reset)
            idle <= 1'b1;
        else if (copy || SHORT && nearly)
            idle <= ~(copy & next);
        if (copy)
            input_now <= next_input;
        if (granted)
            next_input <= N[BITS-1:0] & {BITS{own}} | number[BITS-1:0] & ~{BITS{own}};
        next <= ~reset & (granted | next & ~copy);
        if (idle)
            out <= 8'd0;
        else
            out <= changed;
    end
endmodule

`default_nettype wire
