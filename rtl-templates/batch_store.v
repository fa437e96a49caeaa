// batch_store: the words of a leaf of a pruned butterfly, in nibbles: a RAM with one port to read and one to write.
//
//   An address is the sum of a base and an offset; if `down` is 1, the difference, and the offset comes inverted. It takes
//   two clocks from there to `read`: the sum is made in the first, the RAM's output comes in the second.
`default_nettype none

module batch_store #(
    parameter NIBBLES  = 884,
    parameter BITS     = 10,                // of an address
    parameter OFF_BITS = 5                  // of an offset
) (
    input  wire                clk,
    input  wire [BITS-1:0]     read_base,
    input  wire [OFF_BITS-1:0] read_offset,
    input  wire                read_down,
    output wire [BITS-1:0]     read_at,     // base and offset
    output reg  [3:0]          read,        // what lies there, a clock later
    input  wire [BITS-1:0]     write_base,
    input  wire [OFF_BITS-1:0] write_offset,
    input  wire                write_down,
    output wire [BITS-1:0]     write_at,
    input  wire                write,
    input  wire [3:0]          written
);
    // No clock reads the nibble that it writes.
    (* no_rw_check *)
    reg  [3:0]      memory [0:NIBBLES-1];
    // The bit on the right carries: an inverted offset and one more are subtracted.
    wire [BITS:0]   read_sum  = {read_base, 1'b1} + {{(BITS-OFF_BITS){read_down}}, read_offset, read_down};
    wire [BITS:0]   write_sum = {write_base, 1'b1} + {{(BITS-OFF_BITS){write_down}}, write_offset, write_down};
    wire            unused    = &{read_sum[0], write_sum[0], 1'b0};

    assign read_at  = read_sum[BITS:1];
    assign write_at = write_sum[BITS:1];

    always @(posedge clk) begin
        read <= memory[read_at];
        if (write)
            memory[write_at] <= written;
    end
endmodule

`default_nettype wire
