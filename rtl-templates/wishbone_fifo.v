// wishbone_fifo.v: a queue of words in a RAM.
//
//   in, write --> [ RAM, DEPTH words ] --> [ register ] --> out, there
//                      tail, head                 <-------- take
//
//   While `there` is high, `out` is the oldest word; `take` removes it. A word reaches `out` two clocks after it is
//   written, or in the clock after the previous word is taken. As block RAM requires, the RAM is read into a register
//   at every clock edge. A word read at the edge that writes it is never used.
`default_nettype none

module wishbone_fifo #(
    parameter WIDTH = 34,
    parameter DEPTH = 16                    // a power of two, 2 .. 2048
) (
    input  wire                   clk,
    input  wire                   rst,      // synchronous, active high
    input  wire [WIDTH-1:0]       in,
    input  wire                   write,    // not while `full`
    output wire                   full,
    output reg  [$clog2(DEPTH):0] count,    // words written and not yet taken
    output reg  [WIDTH-1:0]       out,
    output reg                    there,
    input  wire                   take      // only while `there`
);
    localparam ADDRESS_BITS = $clog2(DEPTH);

    (* no_rw_check *)
    reg  [WIDTH-1:0]        word [0:DEPTH-1];
    reg  [ADDRESS_BITS-1:0] head, tail;
    wire [ADDRESS_BITS-1:0] next_head = head + {{(ADDRESS_BITS-1){1'b0}}, take};
    wire [ADDRESS_BITS:0]   rest      = count - {{ADDRESS_BITS{1'b0}}, take};

    assign full = count[ADDRESS_BITS];

    always @(posedge clk) begin
        if (write)
            word[tail] <= in;
        out <= word[next_head];
    end

    always @(posedge clk) begin
        head  <= next_head;
        tail  <= tail + {{(ADDRESS_BITS-1){1'b0}}, write};
        count <= rest + {{ADDRESS_BITS{1'b0}}, write};
        there <= rest != 0;                 // excludes the word being written, which cannot be read yet
        if (rst) begin
            head  <= 0;
            tail  <= 0;
            count <= 0;
            there <= 1'b0;
        end
    end
endmodule

`default_nettype wire
