// beats: for monitors: the clocks of a frame and its purges, as packet_frame.v and packet_purge.v give them (monitor
// frames.v).
`default_nettype none

module beats #(
    parameter FRAME  = 12,
    parameter BYTES  = 11,              // of a packet
    parameter PURGES = 0,
    parameter ROW_BITS = 4
) (
    input  wire                clk,
    input  wire                rst,
    input  wire                any_purge,       // free in every clock
    output reg                 begun,           // there has been a reset
    output reg                 fresh,           // in the clock before
    output reg  [6:0]          clock,
    output reg                 starts,          // frame 0
    output reg                 purges,
    output wire                silent,
    output wire                first, head, third, look, last,
    output wire [ROW_BITS-1:0] row, write_row,
    output wire                in_time          // the part of the claim that is about all this
);
    assign silent    = starts | purges;
    assign first     = clock == 7'd0;
    assign head      = clock == 7'd1;
    assign third     = clock == 7'd2;
    assign look      = clock == 7'd3;
    assign last      = clock == BYTES - 1;
    assign row       = clock;
    assign write_row = first ? FRAME - 1 : clock - 7'd1;
    assign in_time   = clock < FRAME && !(starts && (purges || clock >= FRAME - 2)) && (!fresh || first && starts);

    always @(posedge clk) begin
        fresh <= rst;
        clock <= clock == FRAME - 1 ? 7'd0 : clock + 7'd1;
        if (clock == FRAME - 3)
            starts <= 1'b0;
        if (clock == FRAME - 1)
            purges <= PURGES != 0 && any_purge;
        if (rst) begin
            begun  <= 1'b1;
            starts <= 1'b1;
            purges <= 1'b0;
            clock  <= 7'd0;
        end
    end
endmodule

`default_nettype wire
