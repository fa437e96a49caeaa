// link: a node's scan and output port, a link, and the next node's input port: a packet finds room when it comes.
//
//   Any heads, any ways, and any packets that leave the next node. The scan looks at the room of the input port; what it
//   grants comes by the crossbar. Two frames from any state show: when a packet comes, the queue of its class has room, as
//   monitor queue.v assumes of it. The byte that the crossbar gets has the class that the route gave: `header` is the packet's
//   (queue.v), and the route's class is a bit of it, or comes with the grant.
`default_nettype none

module link #(
    parameter QUEUES    = 6,
    parameter PORTS     = 5,
    parameter DETOURS   = 0,
    parameter LANE      = 0,            // of class 0 over this link, in the scan
    parameter CLASSES   = 1,            // of the link
    parameter CLASS_BIT = 3,
    parameter BYTES     = 11,
    parameter FRAME     = 12,
    parameter ROW_BITS  = 4
) (
    input  wire                clk,
    // free in every clock
    input  wire                rst,
    input  wire [QUEUES-1:0]   any_room,
    input  wire [7:0]          any_octet,
    input  wire [1:0]          any_sent,
    input  wire                class_1,         // of the route
    input  wire [2:0]          way,
    input  wire                stay, drop,
    // to the circuit
    output reg                 silent,
    output wire [ROW_BITS-1:0] row, read_row, write_row,
    output wire                wrap, copy, lead, first, head, look, nearly, come,
    output wire [QUEUES-1:0]   rooms,           // of all lanes of the scan
    output wire [7:0]          octet,           // to the crossbar, from all input ports
    output wire [CLASSES-1:0]  sent,            // by the next node
    output wire [PORTS-1:0]    route,           // of the head; none: it begins a detour, or is dropped
    output wire                stays, drops,
    // from the circuit
    input  wire                granted,         // by the scan, this link
    input  wire [CLASSES-1:0]  room, there,     // of the next node
    input  wire [7:0]          data,            // on the link
    // the claim, and values to show if it fails
    output wire                ok,
    output wire [1:0]          parts,
    output wire [6:0]          clock_shown
);
    reg       begun;
    reg [6:0] clock;
    reg       routed_class, granted_class;

    assign row       = clock;
    assign first     = clock == 7'd0;
    assign head      = clock == 7'd1;
    assign look      = clock == 7'd3;
    assign wrap      = clock == FRAME - 3;
    assign copy      = clock == FRAME - 2;
    assign lead      = clock == FRAME - 1;
    assign nearly    = clock == BYTES - 2;
    assign come      = clock == (BYTES == FRAME ? 0 : BYTES);
    assign write_row = first ? FRAME - 1 : clock - 7'd1;
    assign read_row  = clock >= FRAME - 2 ? clock + 7'd2 - FRAME : clock + 7'd2;

    always @(posedge clk) begin
        clock        <= clock == FRAME - 1 ? 7'd0 : clock + 7'd1;
        routed_class <= class_1;
        if (granted)
            granted_class <= routed_class;
        if (wrap)
            silent <= 1'b0;
        if (rst) begin
            begun  <= 1'b1;
            silent <= 1'b1;
            clock  <= 7'd0;
        end
    end

    assign stays = DETOURS != 0 && stay;
    assign drops = DETOURS != 0 && drop;
    assign route = stays || drops ? {PORTS{1'b0}} : {{PORTS-1{1'b0}}, 1'b1} << (way < PORTS ? way : 3'd0);

    // In clock F-1 a crossbar reads byte 0.
    assign octet = clock != FRAME - 1 ? any_octet : any_octet & ~(8'd1 << CLASS_BIT) | {7'd0, granted_class} << CLASS_BIT | 8'h80;
    assign sent  = any_sent[CLASSES-1:0] & there & ~((CLASSES == 2 && any_sent[0] && there[0]) << 1);

    genvar k;
    generate
        for (k = 0; k < QUEUES; k = k + 1) begin : lane
            if (k >= LANE && k < LANE + CLASSES) begin : link
                assign rooms[k] = room[k-LANE];
            end else begin : other
                assign rooms[k] = any_room[k];
            end
        end
    endgenerate

    wire kind = CLASSES == 2 && data[CLASS_BIT];

    assign clock_shown = clock;
    assign parts = {!first || silent || !data[7] || room[kind], clock < FRAME};
    still #(.CLOCKS(2 * FRAME + 1)) all (.clk(clk), .claim(!begun || &parts), .ok(ok));
endmodule

`default_nettype wire
