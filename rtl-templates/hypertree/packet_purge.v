// packet_purge: in a purge a node is as silent as in frame 0, but goes on counting.
`default_nettype none

module packet_purge (
    input  wire clk,
    input  wire rst,            // synchronous, active high
    input  wire purge,          // from clock F-3 on: the next frame is one
    input  wire starts,         // the frame: the reset, and frame 0
    input  wire lead,
    output wire silent,         // in frame 0, and in a purge
    output wire quiet           // and from clock F-2 of the frame before: no packet sets out
);
    reg next, now;

    assign silent = starts | now;
    assign quiet  = silent | next;

    always @(posedge clk) begin
        next <= purge;
        if (lead)
            now <= next;
        if (rst) begin
            next <= 1'b0;
            now  <= 1'b0;
        end
    end
endmodule

`default_nettype wire
