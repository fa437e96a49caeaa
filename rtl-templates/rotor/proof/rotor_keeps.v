// rotor_keeps: rotor_words.v keeps each row as it was written last, and reads it two clocks after its address.
//
//   From any state. `who` is any row, always the same. Where it is read in two clocks one behind the other, the second word is what
//   was written between them, or else the first: reading changes nothing, so a row stays as it is until it is written. Block RAM
//   reads with the address, LUT RAM two clocks later.
//! proves rotor_words as keeps
//! within rotor
//! subject "words"
//! what "RAM of words"
//! claim "a row stays as it was written"
//! steps 5
//! skip 4
//! cells WIDTH << ADDRESS_BITS
//! show ok "1: the claim held"
`default_nettype none

module rotor_keeps #(
    parameter ADDRESS_BITS = 3,
    parameter WIDTH        = 36,
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
    reg  [2:0]              reads;                          // [k]: row `who` was read k + 1 clocks ago
    reg  [3:0]              same;                           // `who` has not changed
    reg  [ADDRESS_BITS-1:0] who_1;
    reg  [2:0]              written;                        // [k]: it was written k + 1 clocks ago
    reg  [WIDTH-1:0]        in_1, in_2, in_3, out_1;

    circuit circuit (
        .clk(clk), .write(write), .write_address(write_address), .in(in), .read_address(read_address), .out(out)
    );
    always @(posedge clk) begin
        reads     <= {reads[1:0], read_address == who};
        who_1     <= who;
        same      <= {same[2:0], who == who_1};
        written   <= {written[1:0], write && write_address == who};
        in_1      <= in;
        in_2      <= in_1;
        in_3      <= in_2;
        out_1     <= out;
    end
    // What was written in the clock in which the row was read for `out_1`.
    wire             between = BLOCK_RAM ? written[2] : written[0];
    wire [WIDTH-1:0] newer   = BLOCK_RAM ? in_3 : in_1;

    assign ok = !(&same) || who != who_1 || !(reads[1] && reads[2]) || out == (between ? newer : out_1);
endmodule

`default_nettype wire
