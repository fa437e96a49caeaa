// batch_store: the words of a leaf of a pruned butterfly, in nibbles: a RAM with one port to read and one to write.
`default_nettype none

module batch_store #(
    parameter BITS = 11,                    // of an address
    parameter ROWS = 1 << BITS              // nibbles; what lies behind them is anything
) (
    input  wire            clk,
    input  wire [BITS-1:0] read_at,
    output reg  [3:0]      read,            // what lies there, two clocks later
    input  wire [BITS-1:0] write_at,
    input  wire            write,
    input  wire [3:0]      written
);
    // No clock reads the nibble that it writes.
    (* no_rw_check *)
    reg [3:0] memory [0:ROWS-1];
    reg [3:0] comes;                        // late in the clock: nothing but a register follows

    always @(posedge clk) begin
        comes <= memory[read_at];
        read  <= comes;
        if (write)
            memory[write_at] <= written;
    end
endmodule

`default_nettype wire
