// wishbone_fifo: a queue of words, in a RAM or, up to 4 words, in registers.
//
//   in, write --> [ RAM, DEPTH words ] --> [ register ] --> out, there          DEPTH 8 .. 2048
//                      tail, head                 <-------- take
//
//   in, write --> [ register ] --> [ register ] --> out, there                  DEPTH 2, 4
//                                          <------- take
//
//   While `there` is high, `out` is the oldest word; `take` removes it. A word reaches `out` two clocks after it is
//   written, or in the clock after the previous word is taken. As block RAM requires, the RAM is read into a register
//   at every clock edge. A word read at the edge that writes it is never used. A small queue would fill a few bits of
//   its block RAMs, of which an iCE40 has few; its registers are a row in which the words move on.
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
    output wire [WIDTH-1:0]       out,
    output reg                    there,
    input  wire                   take      // only while `there`
);
    localparam ADDRESS_BITS   = $clog2(DEPTH);
    localparam MOST_REGISTERS = 4;

    wire [ADDRESS_BITS:0] rest = count - {{ADDRESS_BITS{1'b0}}, take};

    assign full = count[ADDRESS_BITS];

    always @(posedge clk) begin
        count <= rest + {{ADDRESS_BITS{1'b0}}, write};
        there <= rest != 0;                 // excludes the word being written, which cannot be read yet
        if (rst) begin
            count <= 0;
            there <= 1'b0;
        end
    end

    generate
        if (DEPTH > MOST_REGISTERS) begin : in_ram
            (* no_rw_check *)
            reg  [WIDTH-1:0]        word [0:DEPTH-1];
            reg  [WIDTH-1:0]        oldest;
            reg  [ADDRESS_BITS-1:0] head, tail;
            wire [ADDRESS_BITS-1:0] next_head = head + {{(ADDRESS_BITS-1){1'b0}}, take};

            assign out = oldest;
            always @(posedge clk) begin
                if (write)
                    word[tail] <= in;
                oldest <= word[next_head];
            end
            always @(posedge clk) begin
                head <= rst ? {ADDRESS_BITS{1'b0}} : next_head;
                tail <= rst ? {ADDRESS_BITS{1'b0}} : tail + {{(ADDRESS_BITS-1){1'b0}}, write};
            end
        end else begin : in_registers
            // The oldest word is in place 0. A place takes the word behind it when all move on, else the new one.
            reg  [WIDTH*DEPTH-1:0] words;
            wire [WIDTH*DEPTH-1:0] ahead = {in, words[WIDTH*DEPTH-1:WIDTH]};
            genvar i;

            assign out = words[WIDTH-1:0];
            for (i = 0; i < DEPTH; i = i + 1) begin : place
                localparam [31:0] PLACE = i;
                wire last = rest == PLACE[ADDRESS_BITS:0];      // the new word's place

                always @(posedge clk)
                    if (take | write & last)
                        words[i*WIDTH +: WIDTH] <= last ? in : ahead[i*WIDTH +: WIDTH];
            end
        end
    endgenerate
endmodule

`default_nettype wire
