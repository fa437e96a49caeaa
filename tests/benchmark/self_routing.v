// self_routing.v: who knows the way: one wire of a router of a generalized fat tree, as built and as it would be if nodes
// computed the way from the label of the destination. Prototypes to be counted (self_routing.sh), not part of any network.
//
//   written_*   the leaf wrote a bit or a digit for this router, which comes first and is used up: selectors
//   computed_*  the label of the destination comes first, highest digit first
//
// Strobes, and the router's own digits bit by bit, are the same for all wires of a router and not counted.
`default_nettype none

// Up: one route bit says on or turn, DIGIT more name the parent. Latency: 1 + DIGIT clocks for what climbs, 1 for what turns.
module written_up #(
    parameter DIGIT = 1                         // 1 or 2 bits
) (
    input  wire                clk,
    input  wire [DIGIT:0]      start,           // [k]: bit k behind the M bit is on the wire
    input  wire                in,
    output wire                turn,
    output wire [2**DIGIT-1:0] parent
);
    wire climb;

    selector turns (.clk(clk), .start(start[0]), .in(in), .zero(turn), .one(climb));
    written_down #(.DIGIT(DIGIT)) digit (.clk(clk), .start(start[DIGIT:1]), .in(climb), .child(parent));
endmodule

// Down: DIGIT bits name the child.
module written_down #(
    parameter DIGIT = 2
) (
    input  wire                clk,
    input  wire [DIGIT-1:0]    start,
    input  wire                in,
    output wire [2**DIGIT-1:0] child
);
    generate
        if (DIGIT == 1) begin : last
            selector one_bit (.clk(clk), .start(start[0]), .in(in), .zero(child[0]), .one(child[1]));
        end else begin : more
            localparam HALF = 2**(DIGIT-1);
            wire zero, one;

            selector first (.clk(clk), .start(start[0]), .in(in), .zero(zero), .one(one));
            written_down #(.DIGIT(DIGIT-1)) low (.clk(clk), .start(start[DIGIT-1:1]), .in(zero), .child(child[HALF-1:0]));
            written_down #(.DIGIT(DIGIT-1)) high (.clk(clk), .start(start[DIGIT-1:1]), .in(one), .child(child[2*HALF-1:HALF]));
        end
    endgenerate
endmodule

// Up, on a level with SEEN bits of the label that must have come before the parent is known, ABOVE of them digits above this
// level: only then it is known whether they are the router's own, so the message turns. What climbs waits in a delay
// line, as the next router wants the label whole; what turns leaves those digits behind, and only its M bit waits. The last
// DIGIT bits seen are the parent's.
module computed_up #(
    parameter ABOVE = 4,
    parameter SEEN  = 4,                        // ABOVE or more
    parameter DIGIT = 1
) (
    input  wire                clk,
    input  wire                first,           // the first bit of the label is on the wire
    input  wire                last_above,      // the last bit above this level is
    input  wire                last_seen,       // the last bit that is looked at is
    input  wire                own,             // the router's own bit in that place
    input  wire                in,
    output wire                turn,
    output wire [2**DIGIT-1:0] parent
);
    reg  [SEEN-1:0] wait_;
    reg             differs;
    wire            differs_now = (in ^ own) | differs & ~first;
    wire [SEEN:0]   seen        = {wait_, in};   // the M bit on top when all have been seen
    wire            late        = seen[SEEN];
    wire            goes_on;

    always @(posedge clk) begin
        wait_   <= seen[SEEN-1:0];
        differs <= differs_now;
    end
    generate
        if (SEEN > ABOVE) begin : more
            reg climbs;                         // decided when the last bit above has gone by

            always @(posedge clk)
                if (last_above)
                    climbs <= differs_now;
            assign goes_on = climbs;
        end else begin : no_more
            assign goes_on = differs_now;
        end
    endgenerate
    assign turn = last_above ? wait_[ABOVE-1] & ~differs_now : in;

    genvar t;
    generate
        for (t = 0; t < 2**DIGIT; t = t + 1) begin : to
            localparam [31:0] T = t;
            assign parent[t] = last_seen ? late & goes_on & seen[DIGIT-1:0] == T[DIGIT-1:0] : late;
        end
    endgenerate
endmodule

// Down: the digits above are used up, so the label begins with the digit that is wanted here. All of its bits at a time.
module computed_down #(
    parameter DIGIT = 2
) (
    input  wire                clk,
    input  wire                last,            // the digit's last bit is on the wire
    input  wire                in,
    output wire [2**DIGIT-1:0] child
);
    reg  [DIGIT-1:0] wait_;
    wire [DIGIT:0]   digit = {wait_, in};

    always @(posedge clk)
        wait_ <= digit[DIGIT-1:0];

    genvar j;
    generate
        for (j = 0; j < 2**DIGIT; j = j + 1) begin : to
            localparam [31:0] J = j;
            assign child[j] = last ? digit[DIGIT] & digit[DIGIT-1:0] == J[DIGIT-1:0] : in;
        end
    endgenerate
endmodule

`default_nettype wire
