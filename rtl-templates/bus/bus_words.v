// bus_words: words of a queue or a table, in the RAM that LUTs make, or in registers. A word is read in the clock in which its
//   address comes.
//
//   A word is read from the clock on that follows its write. Block RAM would be read a clock later: the answer would miss
//   its slot (docs/bus.md).
`default_nettype none

module bus_words #(
    parameter ADDRESS_BITS = 4,
    parameter WIDTH        = 51,
    parameter LUT_RAM      = 1              // 0: registers, where LUTs make no RAM
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
    localparam STYLE = LUT_RAM != 0 ? "distributed" : "logic";
    /* verilator lint_on UNUSEDPARAM */

    (* ram_style = STYLE *)
    reg [WIDTH-1:0] words [0:(1<<ADDRESS_BITS)-1];

    assign out = words[read_address];
    always @(posedge clk)
        if (write)
            words[write_address] <= in;
endmodule

`default_nettype wire
