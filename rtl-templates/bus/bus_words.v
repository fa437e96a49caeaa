// bus_words: words of a queue or a table, in the RAM that LUTs make, in block RAM, or in registers. A word is read in the clock in
//   which its address comes, from the clock on that follows its write.
//
//   Block RAM is read a clock later, which would cost an answer its slot (docs/how-to/bus.md). So with BLOCK_RAM the address must have been
//   there a clock ago, too, and a word that was written there in that clock is shown from a register. A block RAM of an iCE40 keeps
//   nothing for some microseconds after configuration: the reset must last as long (docs/how-to/boards.md).
`default_nettype none

module bus_words #(
    parameter ADDRESS_BITS = 4,
    parameter WIDTH        = 51,
    parameter LUT_RAM      = 1,             // 0: registers, where LUTs make no RAM
    parameter BLOCK_RAM    = 0              // 1: block RAM, whatever LUT_RAM is
) (
    input  wire                    clk,
    input  wire                    write,
    input  wire [ADDRESS_BITS-1:0] write_address,
    input  wire [WIDTH-1:0]        in,
    input  wire [ADDRESS_BITS-1:0] read_address,
    output wire [WIDTH-1:0]        out
);
    // Without the attribute Yosys makes block RAM of 64 words and more, with logic around it.
    /* verilator lint_off UNUSEDPARAM */        // only the attribute reads it
    localparam STYLE = BLOCK_RAM != 0 ? "block" : LUT_RAM != 0 ? "distributed" : "logic";
    /* verilator lint_on UNUSEDPARAM */

    (* no_rw_check, ram_style = STYLE *)
    reg [WIDTH-1:0] words [0:(1<<ADDRESS_BITS)-1];

    always @(posedge clk)
        if (write)
            words[write_address] <= in;

    generate
        if (BLOCK_RAM != 0) begin : block
            reg [WIDTH-1:0] read, in_1;
            reg             fresh;                          // `in_1` has been written where the address is

            assign out = fresh ? in_1 : read;
            always @(posedge clk) begin
                read  <= words[read_address];
                in_1  <= in;
                fresh <= write & write_address == read_address;
            end
        end else begin : at_once
            assign out = words[read_address];
        end
    endgenerate
endmodule

`default_nettype wire
