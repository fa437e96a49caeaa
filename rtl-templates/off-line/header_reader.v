// header_reader: walks through a RAM of headers, cycle by cycle. A cycle has FRAME rows: the first says which wires send,
// the others are the bits in front of the payloads, start bits and headers.
//
//   clock     g     g+1   g+2   ..   g+FRAME
//   go        1
//   address   r     r+1   r+2   ..                       r+FRAME: the next cycle, or 0 if `first` is high
//   RAM       row r row r row r+1    row r+FRAME-1
//   heading               1     ..   1
`default_nettype none

module header_reader #(
    parameter FRAME        = 3,             // at least 2
    parameter ADDRESS_BITS = 8
) (
    input  wire                    clk,
    input  wire                    rst,     // synchronous, active high
    input  wire                    go,      // pulse: a cycle begins
    input  wire                    first,   // the next cycle is the first one: rises and falls while rows are read
    output reg  [ADDRESS_BITS-1:0] address,
    output reg                     heading
);
    localparam BITS = $clog2(FRAME);
    localparam [31:0] ROWS = FRAME - 1;

    reg  [BITS-1:0] left;
    wire            reads = left != {BITS{1'b0}};

    always @(posedge clk) begin
        heading <= reads & !rst;
        if (go | reads)
            address <= address + 1'b1;
        else if (first)
            address <= {ADDRESS_BITS{1'b0}};
        if (go)
            left <= ROWS[BITS-1:0];
        else if (reads)
            left <= left - 1'b1;
        if (rst)
            left <= {BITS{1'b0}};
    end
endmodule

`default_nettype wire
