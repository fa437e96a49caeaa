// link_store: the words of a window, 16 places of 16, in block RAM that is written in one clock and read in another one. A word is read
//   no earlier than two clocks of each behind its write.
`default_nettype none

module link_store #(
    parameter WIDTH = 45
) (
    input  wire             in_clk,
    input  wire             write,
    input  wire [7:0]       write_address,
    input  wire [WIDTH-1:0] in,
    input  wire             out_clk,
    input  wire             read,
    input  wire [7:0]       read_address,
    output reg  [WIDTH-1:0] out             // a clock behind `read`, until the next one
);
    (* no_rw_check, ram_style = "block" *)
    reg [WIDTH-1:0] words [0:255];
    integer         i;

    // A frame without words shows some all the same.
    initial
        for (i = 0; i < 256; i = i + 1)
            words[i] = {WIDTH{1'b0}};

    always @(posedge in_clk)
        if (write)
            words[write_address] <= in;
    always @(posedge out_clk)
        if (read)
            out <= words[read_address];
endmodule

`default_nettype wire
