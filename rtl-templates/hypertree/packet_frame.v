// packet_frame: counts the clocks of frames in a node. All nodes count in step, from the reset on.
//
//   clock      F-3   F-2   F-1    0     1     2     3     4  ..  B-2   B-1    B
//   read_row   F-1    0     1     2     3     4     5     6                        the byte of a packet that RAMs read
//   row        F-3   F-2   F-1    0     1     2     3     4  ..  B-2   B-1    B    the byte of a packet on the wires
//   write_row  F-4   F-3   F-2   F-1    0     1     2     3               B-2  B-1   the byte of a packet that RAMs write
//   strobes    wrap  copy  lead  first head  third look        nearly  last  come
//
//   The reset ends with clock 0 of frame 0. `silent`: the reset, and frame 0.
`default_nettype none

module packet_frame #(
    parameter FRAME    = 12,            // F, clocks of a frame, at least B
    parameter BYTES    = 11,            // B, of a packet, at least 4
    parameter ROW_BITS = 4              // 2^ROW_BITS >= F
) (
    input  wire                clk,
    input  wire                rst,         // synchronous, active high
    output reg  [ROW_BITS-1:0] read_row,
    output reg  [ROW_BITS-1:0] row,
    output reg  [ROW_BITS-1:0] write_row,
    output wire                wrap,
    output wire                copy,
    output wire                lead,
    output wire                first,
    output wire                head,
    output wire                third,
    output wire                look,
    output wire                nearly,
    output wire                last,
    output wire                come,
    output reg                 silent
);
    localparam [31:0] RESET_ROW = 2, END = FRAME - 1, LAST = BYTES - 1;

    reg  [5:0]          strobes;
    reg  [ROW_BITS-1:0] next_row;

    assign wrap = read_row == END[ROW_BITS-1:0];
    assign nearly = next_row == LAST[ROW_BITS-1:0];
    assign last = row == LAST[ROW_BITS-1:0];
    assign come = write_row == LAST[ROW_BITS-1:0];
    assign copy = strobes[0];
    assign lead = strobes[1];
    assign {look, third, head, first} = strobes[5:2];

    always @(posedge clk) begin
        read_row  <= wrap ? {ROW_BITS{1'b0}} : read_row + 1'b1;
        next_row  <= read_row;
        row       <= next_row;
        write_row <= row;
        strobes   <= {strobes[4:0], wrap};
        if (wrap)
            silent <= 1'b0;
        if (rst) begin
            read_row  <= RESET_ROW[ROW_BITS-1:0];
            next_row  <= RESET_ROW[ROW_BITS-1:0] - 1'b1;
            row       <= {ROW_BITS{1'b0}};
            write_row <= END[ROW_BITS-1:0];
            strobes   <= 6'b000100;
            silent    <= 1'b1;
        end
    end
endmodule

`default_nettype wire
