// rotor_words: the words of a bank's queues. Data are read two clocks after their address.
//
//   No word is read in the clock in which it is written, nor a clock before, nor while its place is free: what is read then does
//   not matter. A block RAM reads at once, and a register of its own follows: without it the data came late in their clock. RAM of
//   LUTs is read last: its addresses take fewer registers than its words.
`default_nettype none

module rotor_words #(
    parameter ADDRESS_BITS = 3,
    parameter WIDTH        = 36,
    parameter BLOCK_RAM    = 0              // 1: block RAM; 0: the RAM that LUTs make
) (
    input  wire                    clk,
    input  wire                    write,
    input  wire [ADDRESS_BITS-1:0] write_address,
    input  wire [WIDTH-1:0]        in,
    input  wire [ADDRESS_BITS-1:0] read_address,
    output wire [WIDTH-1:0]        out
);
    /* verilator lint_off UNUSEDPARAM */        // only the attribute reads it
    localparam STYLE = BLOCK_RAM ? "block" : "distributed";
    /* verilator lint_on UNUSEDPARAM */

    (* no_rw_check, ram_style = STYLE *)
    reg [WIDTH-1:0] words [0:(1<<ADDRESS_BITS)-1];

    always @(posedge clk)
        if (write)
            words[write_address] <= in;

    generate
        if (BLOCK_RAM) begin : block
            reg [WIDTH-1:0] read, kept;

            always @(posedge clk) begin
                read <= words[read_address];
                kept <= read;
            end
            assign out = kept;
        end else begin : distributed
            reg [ADDRESS_BITS-1:0] read_1, read_2;

            always @(posedge clk) begin
                read_1 <= read_address;
                read_2 <= read_1;
            end
            assign out = words[read_2];
        end
    endgenerate
endmodule

`default_nettype wire
