// bus_keeps: bus_words.v keeps each row as it was written last, and shows it in the clock in which it is asked for.
//
//   Block RAM shows it if the address was there a clock ago, too. From any state. `who` is any row, always the same. Where it is
//   read in two clocks one behind the other, the second word is what was written in the first clock, or else the first word: reading
//   changes nothing, so a row stays until it is written.
//! proves bus_words as keeps
//! within bus_leaf
//! given ADDRESS_BITS WIDTH LUT_RAM BLOCK_RAM
//! subject "bus_words_{ADDRESS_BITS}_{WIDTH}{BLOCK_RAM > 0 ? '_block' : ''}"
//! what "RAM of {1 << ADDRESS_BITS} words, of the bus or between clocks"
//! claim "a row stays as it was written"
//! steps BLOCK_RAM + 3
//! skip BLOCK_RAM + 2
//! cells WIDTH << ADDRESS_BITS
//! show ok "1: the claim held"
`default_nettype none

module bus_keeps #(
    parameter ADDRESS_BITS = 4,
    parameter WIDTH        = 51,
    parameter BLOCK_RAM    = 0
) (
    input  wire                    clk,
    // free in every clock
    input  wire                    write,
    input  wire [ADDRESS_BITS-1:0] write_address, read_address, who,
    input  wire [WIDTH-1:0]        in,
    // the claim
    output wire                    ok
);
    wire [WIDTH-1:0]        out;
    reg                     read, read_2, written;          // row `who`, a clock ago, or two
    reg  [ADDRESS_BITS-1:0] who_1, who_2;
    reg  [WIDTH-1:0]        in_1, out_1;

    circuit circuit (
        .clk(clk), .write(write), .write_address(write_address), .in(in), .read_address(read_address), .out(out)
    );
    always @(posedge clk) begin
        read    <= read_address == who;
        read_2  <= read;
        who_2   <= who_1;
        written <= write && write_address == who;
        who_1   <= who;
        in_1    <= in;
        out_1   <= out;
    end

    wire before = BLOCK_RAM == 0 || read_2 && who_2 == who_1;

    assign ok = who != who_1 || !read || !before || read_address != who || out == (written ? in_1 : out_1);
endmodule

`default_nettype wire
