// ice40_cells: models of the cells left in the Verilog recovered from an iCE40 bitstream, for `ftc build --check`.
//
// icebox_vlog writes LUTs, carries and flip-flops as expressions and always blocks; the PLL and the block RAMs remain
// cells. A PLL passes its input on: one clock here is one clock of the network, whatever its frequency, which ftc reads
// from the parameters. The PLL locks after 16 clocks with neither reset nor bypass.
//
// FTC_DEAD_CLOCKS: for so many clocks after configuration a block RAM reads 0 and loses what is written.
`default_nettype none
`ifndef FTC_DEAD_CLOCKS
`define FTC_DEAD_CLOCKS 0
`endif

module ftc_pll_model (
    input  wire in,
    input  wire reset_n,
    input  wire bypass,
    output wire out,
    output wire locked
);
    reg [3:0] clocks = 4'd0;
    assign locked = &clocks;
    assign out = in;
    always @(posedge in)
        if (!reset_n || bypass)
            clocks <= 4'd0;
        else if (!locked)
            clocks <= clocks + 4'd1;
endmodule

module SB_PLL40_PAD #(
    parameter FEEDBACK_PATH = "SIMPLE",
    parameter DELAY_ADJUSTMENT_MODE_FEEDBACK = "FIXED",
    parameter DELAY_ADJUSTMENT_MODE_RELATIVE = "FIXED",
    parameter PLLOUT_SELECT = "GENCLK",
    parameter SHIFTREG_DIV_MODE = 0,
    parameter FDA_FEEDBACK = 0,
    parameter FDA_RELATIVE = 0,
    parameter DIVR = 0,
    parameter DIVF = 0,
    parameter DIVQ = 0,
    parameter FILTER_RANGE = 0,
    parameter ENABLE_ICEGATE = 0,
    parameter TEST_MODE = 0
) (
    input  wire       PACKAGEPIN,
    output wire       PLLOUTCORE,
    output wire       PLLOUTGLOBAL,
    input  wire       EXTFEEDBACK,
    input  wire [7:0] DYNAMICDELAY,
    output wire       LOCK,
    input  wire       BYPASS,
    input  wire       RESETB,
    input  wire       LATCHINPUTVALUE,
    output wire       SDO,
    input  wire       SDI,
    input  wire       SCLK
);
    ftc_pll_model pll (.in(PACKAGEPIN), .reset_n(RESETB), .bypass(BYPASS), .out(PLLOUTGLOBAL), .locked(LOCK));
    assign PLLOUTCORE = PLLOUTGLOBAL;
    assign SDO = 1'b0;
endmodule

module SB_PLL40_CORE #(
    parameter FEEDBACK_PATH = "SIMPLE",
    parameter DELAY_ADJUSTMENT_MODE_FEEDBACK = "FIXED",
    parameter DELAY_ADJUSTMENT_MODE_RELATIVE = "FIXED",
    parameter PLLOUT_SELECT = "GENCLK",
    parameter SHIFTREG_DIV_MODE = 0,
    parameter FDA_FEEDBACK = 0,
    parameter FDA_RELATIVE = 0,
    parameter DIVR = 0,
    parameter DIVF = 0,
    parameter DIVQ = 0,
    parameter FILTER_RANGE = 0,
    parameter ENABLE_ICEGATE = 0,
    parameter TEST_MODE = 0
) (
    input  wire       REFERENCECLK,
    output wire       PLLOUTCORE,
    output wire       PLLOUTGLOBAL,
    input  wire       EXTFEEDBACK,
    input  wire [7:0] DYNAMICDELAY,
    output wire       LOCK,
    input  wire       BYPASS,
    input  wire       RESETB,
    input  wire       LATCHINPUTVALUE,
    output wire       SDO,
    input  wire       SDI,
    input  wire       SCLK
);
    ftc_pll_model pll (.in(REFERENCECLK), .reset_n(RESETB), .bypass(BYPASS), .out(PLLOUTGLOBAL), .locked(LOCK));
    assign PLLOUTCORE = PLLOUTGLOBAL;
    assign SDO = 1'b0;
endmodule

// 256 words of 16 bits. In mode m a port sees words of 16 / 2^m bits: the upper address bits choose one bit of each
// group of 2^m. That bit travels on one data line of the group: the only line, the lower of two, the second of four,
// the fourth of eight.
module SB_RAM40_4K #(
    parameter READ_MODE = 0,
    parameter WRITE_MODE = 0,
    parameter [255:0] INIT_0 = 256'd0,
    parameter [255:0] INIT_1 = 256'd0,
    parameter [255:0] INIT_2 = 256'd0,
    parameter [255:0] INIT_3 = 256'd0,
    parameter [255:0] INIT_4 = 256'd0,
    parameter [255:0] INIT_5 = 256'd0,
    parameter [255:0] INIT_6 = 256'd0,
    parameter [255:0] INIT_7 = 256'd0,
    parameter [255:0] INIT_8 = 256'd0,
    parameter [255:0] INIT_9 = 256'd0,
    parameter [255:0] INIT_A = 256'd0,
    parameter [255:0] INIT_B = 256'd0,
    parameter [255:0] INIT_C = 256'd0,
    parameter [255:0] INIT_D = 256'd0,
    parameter [255:0] INIT_E = 256'd0,
    parameter [255:0] INIT_F = 256'd0
) (
    input  wire [10:0] WADDR,
    input  wire [10:0] RADDR,
    input  wire [15:0] MASK,            // mode 0 only: 1 keeps the bit
    input  wire [15:0] WDATA,
    output wire [15:0] RDATA,
    input  wire        WE,
    input  wire        WCLKE,
    input  wire        WCLK,
    input  wire        RE,
    input  wire        RCLKE,
    input  wire        RCLK
);
    localparam [4095:0] INIT = {INIT_F, INIT_E, INIT_D, INIT_C, INIT_B, INIT_A, INIT_9, INIT_8,
                                INIT_7, INIT_6, INIT_5, INIT_4, INIT_3, INIT_2, INIT_1, INIT_0};
    localparam READ_GROUP  = 1 << READ_MODE;
    localparam WRITE_GROUP = 1 << WRITE_MODE;
    localparam READ_LINE   = READ_MODE  == 0 ? 0 : READ_GROUP  / 2 - 1;     // index within a group
    localparam WRITE_LINE  = WRITE_MODE == 0 ? 0 : WRITE_GROUP / 2 - 1;
    localparam [31:0] READ_WIDE  = READ_GROUP - 1;
    localparam [31:0] WRITE_WIDE = WRITE_GROUP - 1;

    reg [15:0] memory [0:255];
    integer word;
    initial
        for (word = 0; word < 256; word = word + 1)
            memory[word] = INIT[16*word +: 16];

    reg  [15:0] read = 16'd0;
    reg  [2:0]  read_one = 3'd0;
    wire [2:0]  write_one = WADDR[10:8] & WRITE_WIDE[2:0];
    integer     at;
    wire        dead;
    generate
        if (`FTC_DEAD_CLOCKS > 0) begin : later
            reg [31:0] left = `FTC_DEAD_CLOCKS;
            always @(posedge RCLK)
                if (dead)
                    left <= left - 32'd1;
            assign dead = left != 32'd0;
        end else begin : at_once
            assign dead = 1'b0;
        end
    endgenerate
    always @(posedge RCLK)
        if (RE && RCLKE) begin
            read <= dead ? 16'd0 : memory[RADDR[7:0]];
            read_one <= RADDR[10:8] & READ_WIDE[2:0];
        end
    always @(posedge WCLK)
        if (WE && WCLKE && !dead)
            for (at = 0; at < 16; at = at + 1)
                if (WRITE_MODE == 0 ? !MASK[at] : at % WRITE_GROUP == {29'd0, write_one})
                    memory[WADDR[7:0]][at] <= WDATA[at - at % WRITE_GROUP + WRITE_LINE];

    genvar bit_at;
    generate
        for (bit_at = 0; bit_at < 16; bit_at = bit_at + 1) begin : line
            if (bit_at % READ_GROUP == READ_LINE) begin : one
                wire [15:0] group = read >> (bit_at - READ_LINE);
                assign RDATA[bit_at] = group[{1'b0, read_one}];
            end else begin : none
                assign RDATA[bit_at] = 1'b0;
            end
        end
    endgenerate
endmodule
`default_nettype wire
