// settings_bank: some bits of every delivery cycle's settings, in a block RAM that the FPGA's configuration fills.
//
//   cycle ----> [ RAM ] --> settings         a clock later
//   address --> [     ] <-- data             if `bank` is BANK; synthesis omits this port where `write` is constant 0
//
// A block RAM of an iCE40 reads 0 for some microseconds after configuration: keep the network in reset for 15 us.
`default_nettype none

module settings_bank #(
    parameter WIDTH      = 16,                              // bits, at least 1
    parameter DEPTH      = 256,                             // delivery cycles, at least 1
    parameter CYCLE_BITS = 8,                               // of a cycle's number, at least 1
    parameter BANK_BITS  = 1,
    parameter [BANK_BITS-1:0] BANK = 0,
    parameter [WIDTH*DEPTH-1:0] CONTENTS = {WIDTH*DEPTH{1'b0}}      // cycle 0 at the least significant end
) (
    input  wire                  clk,
    input  wire                  write,
    input  wire [BANK_BITS-1:0]  bank,
    input  wire [CYCLE_BITS-1:0] address,
    input  wire [WIDTH-1:0]      data,
    input  wire [CYCLE_BITS-1:0] cycle,
    output reg  [WIDTH-1:0]      settings
);
    (* ram_style = "block" *)
    reg [WIDTH-1:0] memory [0:DEPTH-1];

    integer i;
    initial
        for (i = 0; i < DEPTH; i = i + 1)
            memory[i] = CONTENTS[i*WIDTH +: WIDTH];

    always @(posedge clk) begin
        if (write && bank == BANK)
            memory[address] <= data;
        settings <= memory[cycle];
    end
endmodule

`default_nettype wire
