// bus_words: words of a queue or a table, in the RAM that LUTs make. A word is read in the clock in which its address comes.
//
//   A word is read from the clock on that follows its write. Block RAM would be read a clock later: the answer would miss
//   its slot (docs/bus.md).
`default_nettype none

module bus_words #(
    parameter ADDRESS_BITS = 4,
    parameter WIDTH        = 51
) (
    input  wire                    clk,
    input  wire                    write,
    input  wire [ADDRESS_BITS-1:0] write_address,
    input  wire [WIDTH-1:0]        in,
    input  wire [ADDRESS_BITS-1:0] read_address,
    output wire [WIDTH-1:0]        out
);
    // Without the attribute Yosys makes block RAM of 64 words and more, with logic around it.
    (* ram_style = "distributed" *)
    reg [WIDTH-1:0] words [0:(1<<ADDRESS_BITS)-1];

    assign out = words[read_address];
    always @(posedge clk)
        if (write)
            words[write_address] <= in;
endmodule

`default_nettype wire
