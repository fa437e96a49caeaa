// torus: a bare deflection torus, after Kapre and Gray, Hoplite (2015), to be measured beside the networks of ftc.
//
//   K x K routers. Links lead east and south, each in a ring. A packet goes east to its column, then south to its row. One
//   from the west that turns south goes first; one from the north that would meet it goes east, once round the ring. A
//   router takes a packet of its own where an output is left. There is no order, no back-pressure and no acknowledgement:
//   `arrives` is high for a clock.
`default_nettype none

module torus_router #(
    parameter BITS    = 2,                  // of a coordinate
    parameter PAYLOAD = 32,
    parameter [BITS-1:0] COLUMN = 0,
    parameter [BITS-1:0] ROW    = 0,
    parameter FLIT    = 1 + 2*BITS + PAYLOAD    // {valid, column, row, payload}
) (
    input  wire               clk,
    input  wire               rst,
    input  wire [FLIT-1:0]    west,
    input  wire [FLIT-1:0]    north,
    input  wire [FLIT-1:0]    own,
    output wire               accepts,      // `own`, in this clock
    output reg  [FLIT-1:0]    east,
    output reg  [FLIT-1:0]    south,
    output reg                arrives       // what `south` shows is for this node
);
    localparam TOP = FLIT - 1;

    wire west_turns  = west[TOP] && west[TOP-1 -: BITS] == COLUMN;
    wire west_goes   = west[TOP] && !west_turns;
    wire own_turns   = own[TOP-1 -: BITS] == COLUMN;
    wire deflected   = north[TOP] && west_turns;
    wire east_taken  = west_goes || deflected;
    wire south_taken = west_turns || north[TOP];
    wire enters      = own[TOP] && accepts;
    wire [FLIT-1:0] to_south = west_turns ? west : north[TOP] ? north : own;
    wire [FLIT-1:0] to_east  = west_goes ? west : deflected ? north : own;
    wire            leaves   = (south_taken || enters && own_turns) && to_south[TOP-1-BITS -: BITS] == ROW;

    assign accepts = own_turns ? !south_taken : !east_taken;

    always @(posedge clk) begin
        east       <= to_east;
        south      <= to_south;
        east[TOP]  <= (east_taken || enters && !own_turns) && !rst;
        south[TOP] <= (south_taken || enters && own_turns) && !leaves && !rst;
        arrives    <= leaves && !rst;
    end
endmodule

// Node (column, row) is number row K + column. Its packet has the destination's column above its row.
module torus #(
    parameter K       = 4,                  // a power of two
    parameter BITS    = 2,                  // lg K
    parameter PAYLOAD = 32,
    parameter FLIT    = 1 + 2*BITS + PAYLOAD
) (
    input  wire                clk,
    input  wire                rst,
    input  wire [K*K*FLIT-1:0] own,
    output wire [K*K-1:0]      accepts,
    output wire [K*K*FLIT-1:0] shown,
    output wire [K*K-1:0]      arrives
);
    wire [K*K*FLIT-1:0] east;
    genvar x, y;

    generate
        for (y = 0; y < K; y = y + 1) begin : row
            for (x = 0; x < K; x = x + 1) begin : column
                torus_router #(.BITS(BITS), .PAYLOAD(PAYLOAD), .COLUMN(x), .ROW(y)) router (
                    .clk(clk), .rst(rst),
                    .west(east[(y*K + (x+K-1) % K)*FLIT +: FLIT]), .north(shown[((y+K-1) % K*K + x)*FLIT +: FLIT]),
                    .own(own[(y*K+x)*FLIT +: FLIT]), .accepts(accepts[y*K+x]),
                    .east(east[(y*K+x)*FLIT +: FLIT]), .south(shown[(y*K+x)*FLIT +: FLIT]), .arrives(arrives[y*K+x]));
            end
        end
    endgenerate
endmodule

`default_nettype wire
