// cyclic_settings: the settings of a node or mesh of an area-universal device, of the next delivery cycle with each clock.
//
//   clock       0         1         2         3
//   start       1         0         0         0       messages of cycle 0 come in clock 2
//   cycle       0         1         2         3
//   settings    .         .         of 0      of 1    behind a register, as a block RAM is slow
//
//   The next strobe begins with cycle 0 again, in any clock. Several banks of 32 bits make a word. The node or mesh
//   `index` of its level has the banks from FIRST + index * STRIDE up. Read no word while it is written.
`default_nettype none

module cyclic_settings #(
    parameter WIDTH      = 40,          // bits, at least 1
    parameter CYCLE_BITS = 4,           // of a delivery cycle's number
    parameter BANK_BITS  = 6,           // of a bank's number
    parameter INDEX_BITS = 2,
    parameter FIRST      = 2,
    parameter STRIDE     = 3
) (
    input  wire                  clk,
    input  wire                  start,     // strobe: messages of cycle 0 come two clocks later
    input  wire [INDEX_BITS-1:0] index,     // constant
    input  wire                  write,
    input  wire [BANK_BITS-1:0]  bank,
    input  wire [CYCLE_BITS-1:0] address,
    input  wire [31:0]           data,
    output reg  [WIDTH-1:0]      settings
);
    localparam BANKS = (WIDTH + 31) / 32;

    reg  [CYCLE_BITS-1:0] next;
    wire [CYCLE_BITS-1:0] cycle = next & ~{CYCLE_BITS{start}};

    always @(posedge clk)
        next <= cycle + 1'b1;

    genvar b;
    generate
        for (b = 0; b < BANKS; b = b + 1) begin : banks
            localparam BITS = b < BANKS - 1 ? 32 : WIDTH - 32 * b;

            (* no_rw_check *)
            reg  [BITS-1:0] memory [0:(1<<CYCLE_BITS)-1];
            reg  [BITS-1:0] read;
            wire [31:0]     own = FIRST + b + {{(32-INDEX_BITS){1'b0}}, index} * STRIDE;

            integer i;
            initial
                for (i = 0; i < 1 << CYCLE_BITS; i = i + 1)
                    memory[i] = {BITS{1'b0}};

            always @(posedge clk) begin
                if (write && {{(32-BANK_BITS){1'b0}}, bank} == own)
                    memory[address] <= data[BITS-1:0];
                read                     <= memory[cycle];
                settings[32*b +: BITS] <= read;
            end
        end

        if (WIDTH < 32) begin : rest
            wire unused = &{1'b0, data[31:WIDTH]};
        end
    endgenerate
endmodule

`default_nettype wire
