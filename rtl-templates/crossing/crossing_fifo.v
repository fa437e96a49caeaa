// crossing_fifo: a FIFO between two clocks that have nothing to do with each other.
//
//   in -------> [ store ] --------------------------> out           in_clk | out_clk
//   writes --> [ crossing_sync, out_clk ] --> writes seen
//   reads seen <-- [ crossing_sync, in_clk ] <-- reads
//
//   `writes` and `reads` count modulo 2 PLACES, in Gray code: one bit changes in a step, and so the other side sees, some clocks
//   later, a count as it was in some clock. What it sees is never ahead: a reader sees too few words, a writer too few places. A word
//   is in its place two edges of out_clk before the reader knows of it, so its bits stand still when they are read.
//   A word is seen two to three edges of out_clk after the edge of in_clk that takes it.
//
//   Resets: both sides must be in reset together, for two edges of their own clock each. Then they may leave it in any order, and
//   any time apart. The words that are inside are lost (crossing_reset.v makes such resets).
`default_nettype none

module crossing_fifo #(
    parameter WIDTH      = 48,
    parameter PLACES     = 4,               // 4, 8 or 16
    parameter LUT_RAM    = 1,               // see bus_words
    parameter METASTABLE = 0                // see crossing_sync
) (
    input  wire             in_clk,
    input  wire             in_rst,         // synchronous, active high
    input  wire [WIDTH-1:0] in,
    input  wire             in_valid,
    output wire             in_ready,       // low in reset
    input  wire             out_clk,
    input  wire             out_rst,        // synchronous, active high
    output wire [WIDTH-1:0] out,            // steady while out_valid && !out_ready
    output wire             out_valid,
    input  wire             out_ready
);
    localparam A = $clog2(PLACES);

    // The Gray code of the next number.
    function [A:0] next;
        input [A:0] gray;
        integer     i;
        reg [A:0]   number;
        begin
            number[A] = gray[A];
            for (i = A - 1; i >= 0; i = i - 1)
                number[i] = number[i+1] ^ gray[i];
            number = number + 1'b1;
            next   = number ^ (number >> 1);
        end
    endfunction

    reg  [A:0] writes, reads;
    wire [A:0] writes_seen, reads_seen;
    wire       write = in_valid && in_ready;

    // As far apart as there are places: in Gray code the two upper bits differ.
    assign in_ready  = writes != {~reads_seen[A:A-1], reads_seen[A-2:0]} && !in_rst;
    assign out_valid = reads != writes_seen;

    bus_words #(.ADDRESS_BITS(A), .WIDTH(WIDTH), .LUT_RAM(LUT_RAM)) store (
        .clk(in_clk), .write(write), .write_address({writes[A] ^ writes[A-1], writes[A-2:0]}), .in(in),
        .read_address({reads[A] ^ reads[A-1], reads[A-2:0]}), .out(out)
    );
    crossing_sync #(.BITS(A + 1), .METASTABLE(METASTABLE)) to_reader (
        .from_clk(in_clk), .in(writes), .clk(out_clk), .rst(out_rst), .out(writes_seen)
    );
    crossing_sync #(.BITS(A + 1), .METASTABLE(METASTABLE)) to_writer (
        .from_clk(out_clk), .in(reads), .clk(in_clk), .rst(in_rst), .out(reads_seen)
    );

    always @(posedge in_clk) begin
        if (write)
            writes <= next(writes);
        if (in_rst)
            writes <= {(A+1){1'b0}};
    end
    always @(posedge out_clk) begin
        if (out_valid && out_ready)
            reads <= next(reads);
        if (out_rst)
            reads <= {(A+1){1'b0}};
    end
endmodule

`default_nettype wire
