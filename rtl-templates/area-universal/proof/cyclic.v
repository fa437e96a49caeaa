// cyclic: in place of the settings of a vertex, in proofs of what is around them: only their wires and parameters.
`default_nettype none

module cyclic #(
    parameter WIDTH      = 1,
    parameter CYCLE_BITS = 1,
    parameter BANK_BITS  = 1,
    parameter INDEX_BITS = 1,
    parameter FIRST      = 2,
    parameter STRIDE     = 1
) (
    input  wire                  clk,
    input  wire                  start,
    input  wire [INDEX_BITS-1:0] index,
    input  wire                  write,
    input  wire [BANK_BITS-1:0]  bank,
    input  wire [CYCLE_BITS-1:0] address,
    input  wire [31:0]           data,
    output wire [WIDTH-1:0]      settings
);
    proof_cyclic #(.WIDTH(WIDTH), .CYCLE_BITS(CYCLE_BITS), .BANK_BITS(BANK_BITS), .INDEX_BITS(INDEX_BITS)) cyclic (
        .start(start), .index(index), .write(write), .bank(bank), .address(address), .data(data), .settings(settings),
        .parameters({WIDTH[31:0], CYCLE_BITS[31:0], BANK_BITS[31:0], INDEX_BITS[31:0], FIRST[31:0], STRIDE[31:0]}));
endmodule

module proof_cyclic #(
    parameter WIDTH      = 1,
    parameter CYCLE_BITS = 1,
    parameter BANK_BITS  = 1,
    parameter INDEX_BITS = 1
) (
    input  wire                  start,
    input  wire [INDEX_BITS-1:0] index,
    input  wire                  write,
    input  wire [BANK_BITS-1:0]  bank,
    input  wire [CYCLE_BITS-1:0] address,
    input  wire [31:0]           data,
    input  wire [191:0]          parameters,
    output wire [WIDTH-1:0]      settings
);
endmodule

`default_nettype wire
