// ecp5_cells: models of the cells of a design placed and routed by nextpnr-ecp5, for `ftc build --check`.
//
// The models match the output of nextpnr's --write: LUTs, carries, wide multiplexers and LUT RAM are all TRELLIS_COMB.
// ftc ties unconnected inputs to the value that they have in silicon: 1 for logic and block RAMs, 0 for flip-flops. A
// parameter NAMEMUX modifies the input NAME: "INV" inverts it, "0" and "1" replace it.
//
// A PLL passes its input on: one clock here is one clock of the network, whatever its frequency, which ftc reads from
// the parameters. The PLL locks after 16 clocks without reset.
`default_nettype none

// One LUT of a slice and the logic that belongs to it.
//   MODE LOGIC       F = LUT(A, B, C, D); OFX = M ? F1 : F, with F1 the neighbouring LUT: five inputs
//   MODE CCU2        half of a carry cell: F is the sum, FCO the carry. FCO is FCI where the LUT is 1, otherwise the
//                    LUT's value with C = D = 0. CCU2_INJECT1 "YES": the carry takes no part
//   MODE DPRAM       one bit of 16 words, read as a LUT; the address is {A, C, B, D}
//   MODE RAMW_BLOCK  LUTs that the write port of such words occupies
module TRELLIS_COMB #(
    parameter MODE = "LOGIC",
    parameter [15:0] INITVAL = 16'h0000,
    parameter CCU2_INJECT1 = "NO",
    parameter WREMUX = "WRE",
    parameter WCKMUX = "WCK",
    parameter IS_Z1 = 0
) (
    input  wire A,
    input  wire B,
    input  wire C,
    input  wire D,
    input  wire M,
    input  wire FCI,
    input  wire F1,
    input  wire WD,
    input  wire WAD0,
    input  wire WAD1,
    input  wire WAD2,
    input  wire WAD3,
    input  wire WRE,
    input  wire WCK,
    output wire F,
    output wire FCO,
    output wire OFX
);
    wire [3:0] at = {D, C, B, A};
    wire all = INITVAL[at];
    generate
        if (MODE == "DPRAM") begin : ram
            reg  [15:0] memory = INITVAL;
            wire write = WREMUX == "INV" ? !WRE : WREMUX == "1" || (WREMUX != "0" && WRE);
            wire clock = WCKMUX == "INV" ? !WCK : WCK;
            always @(posedge clock)
                if (write)
                    memory[{WAD3, WAD2, WAD1, WAD0}] <= WD;
            assign F = memory[{A, C, B, D}];
            assign FCO = 1'b0;
        end else if (MODE == "CCU2") begin : carry
            wire below = INITVAL[at & 4'd3];
            wire joined = CCU2_INJECT1 != "YES";
            assign F = all ^ (joined && FCI);
            assign FCO = all ? FCI : joined && below;
        end else begin : logic_only
            assign F = all;
            assign FCO = 1'b0;
        end
    endgenerate
    assign OFX = M ? F1 : F;
endmodule

// A TRELLIS_COMB that also selects between two others (six inputs and more): ftc uses it where FXA is connected.
module TRELLIS_COMB_WIDE #(
    parameter MODE = "LOGIC",
    parameter [15:0] INITVAL = 16'h0000,
    parameter CCU2_INJECT1 = "NO",
    parameter WREMUX = "WRE",
    parameter WCKMUX = "WCK",
    parameter IS_Z1 = 0
) (
    input  wire A,
    input  wire B,
    input  wire C,
    input  wire D,
    input  wire M,
    input  wire FXA,
    input  wire FXB,
    output wire F,
    output wire OFX
);
    wire [3:0] at = {D, C, B, A};
    assign F = INITVAL[at];
    assign OFX = M ? FXB : FXA;
endmodule

// The write port of a LUT RAM: passes on the signals that its four bits share.
module TRELLIS_RAMW (
    input  wire A0,
    input  wire B0,
    input  wire C0,
    input  wire D0,
    input  wire A1,
    input  wire B1,
    input  wire C1,
    input  wire D1,
    output wire WADO0,
    output wire WADO1,
    output wire WADO2,
    output wire WADO3,
    output wire WDO0,
    output wire WDO1,
    output wire WDO2,
    output wire WDO3
);
    assign {WADO3, WADO2, WADO1, WADO0} = {A0, C0, B0, D0};
    assign {WDO3, WDO2, WDO1, WDO0} = {B1, D1, A1, C1};
endmodule

// Pins, by direction: ftc renames each TRELLIS_IO to one of these.
module TRELLIS_IO_INPUT #(
    parameter DIR = "INPUT",
    parameter DATAMUX_ODDR = "PADDO",
    parameter DATAMUX_MDDR = "PADDO",
    parameter TRIMUX_TSREG = "PADDT"
) (
    input  wire B,
    output wire O
);
    assign O = B;
endmodule

module TRELLIS_IO_OUTPUT #(
    parameter DIR = "OUTPUT",
    parameter DATAMUX_ODDR = "PADDO",
    parameter DATAMUX_MDDR = "PADDO",
    parameter TRIMUX_TSREG = "PADDT"
) (
    output wire B,
    input  wire I
);
    assign B = I;
endmodule

// A clock's entry to the clock tree. nextpnr puts one into every clock and leaves its CE unconnected.
module DCCA (
    input  wire CLKI,
    output wire CLKO
);
    assign CLKO = CLKI;
endmodule

// 1024 words of 18 bits, two ports. A port of 1, 2 or 4 bits omits the top bit of every nine. A port of 36 bits (the
// other port is then narrower, or of the other direction) uses the pins of both ports, DIA and DOA for the lower word.
// From 18 bits on, the lowest address bits are write enables for nine bits each.
module DP16KD #(
    parameter DATA_WIDTH_A = 18,
    parameter DATA_WIDTH_B = 18,
    parameter REGMODE_A = "NOREG",
    parameter REGMODE_B = "NOREG",
    parameter RESETMODE = "SYNC",
    parameter ASYNC_RESET_RELEASE = "SYNC",
    parameter WRITEMODE_A = "NORMAL",
    parameter WRITEMODE_B = "NORMAL",
    parameter CSDECODE_A = "0b000",
    parameter CSDECODE_B = "0b000",
    parameter GSR = "DISABLED",
    parameter INIT_DATA = "STATIC",
    parameter ADA0MUX = "ADA0",
    parameter ADA1MUX = "ADA1",
    parameter ADA2MUX = "ADA2",
    parameter ADA3MUX = "ADA3",
    parameter ADA4MUX = "ADA4",
    parameter ADA5MUX = "ADA5",
    parameter ADA6MUX = "ADA6",
    parameter ADA7MUX = "ADA7",
    parameter ADA8MUX = "ADA8",
    parameter ADA9MUX = "ADA9",
    parameter ADA10MUX = "ADA10",
    parameter ADA11MUX = "ADA11",
    parameter ADA12MUX = "ADA12",
    parameter ADA13MUX = "ADA13",
    parameter CSA0MUX = "CSA0",
    parameter CSA1MUX = "CSA1",
    parameter CSA2MUX = "CSA2",
    parameter CEAMUX = "CEA",
    parameter OCEAMUX = "OCEA",
    parameter CLKAMUX = "CLKA",
    parameter RSTAMUX = "RSTA",
    parameter WEAMUX = "WEA",
    parameter DIA0MUX = "DIA0",
    parameter DIA1MUX = "DIA1",
    parameter DIA2MUX = "DIA2",
    parameter DIA3MUX = "DIA3",
    parameter DIA4MUX = "DIA4",
    parameter DIA5MUX = "DIA5",
    parameter DIA6MUX = "DIA6",
    parameter DIA7MUX = "DIA7",
    parameter DIA8MUX = "DIA8",
    parameter DIA9MUX = "DIA9",
    parameter DIA10MUX = "DIA10",
    parameter DIA11MUX = "DIA11",
    parameter DIA12MUX = "DIA12",
    parameter DIA13MUX = "DIA13",
    parameter DIA14MUX = "DIA14",
    parameter DIA15MUX = "DIA15",
    parameter DIA16MUX = "DIA16",
    parameter DIA17MUX = "DIA17",
    parameter ADB0MUX = "ADB0",
    parameter ADB1MUX = "ADB1",
    parameter ADB2MUX = "ADB2",
    parameter ADB3MUX = "ADB3",
    parameter ADB4MUX = "ADB4",
    parameter ADB5MUX = "ADB5",
    parameter ADB6MUX = "ADB6",
    parameter ADB7MUX = "ADB7",
    parameter ADB8MUX = "ADB8",
    parameter ADB9MUX = "ADB9",
    parameter ADB10MUX = "ADB10",
    parameter ADB11MUX = "ADB11",
    parameter ADB12MUX = "ADB12",
    parameter ADB13MUX = "ADB13",
    parameter CSB0MUX = "CSB0",
    parameter CSB1MUX = "CSB1",
    parameter CSB2MUX = "CSB2",
    parameter CEBMUX = "CEB",
    parameter OCEBMUX = "OCEB",
    parameter CLKBMUX = "CLKB",
    parameter RSTBMUX = "RSTB",
    parameter WEBMUX = "WEB",
    parameter DIB0MUX = "DIB0",
    parameter DIB1MUX = "DIB1",
    parameter DIB2MUX = "DIB2",
    parameter DIB3MUX = "DIB3",
    parameter DIB4MUX = "DIB4",
    parameter DIB5MUX = "DIB5",
    parameter DIB6MUX = "DIB6",
    parameter DIB7MUX = "DIB7",
    parameter DIB8MUX = "DIB8",
    parameter DIB9MUX = "DIB9",
    parameter DIB10MUX = "DIB10",
    parameter DIB11MUX = "DIB11",
    parameter DIB12MUX = "DIB12",
    parameter DIB13MUX = "DIB13",
    parameter DIB14MUX = "DIB14",
    parameter DIB15MUX = "DIB15",
    parameter DIB16MUX = "DIB16",
    parameter DIB17MUX = "DIB17",
    parameter [319:0] INITVAL_00 = 320'd0,
    parameter [319:0] INITVAL_01 = 320'd0,
    parameter [319:0] INITVAL_02 = 320'd0,
    parameter [319:0] INITVAL_03 = 320'd0,
    parameter [319:0] INITVAL_04 = 320'd0,
    parameter [319:0] INITVAL_05 = 320'd0,
    parameter [319:0] INITVAL_06 = 320'd0,
    parameter [319:0] INITVAL_07 = 320'd0,
    parameter [319:0] INITVAL_08 = 320'd0,
    parameter [319:0] INITVAL_09 = 320'd0,
    parameter [319:0] INITVAL_0A = 320'd0,
    parameter [319:0] INITVAL_0B = 320'd0,
    parameter [319:0] INITVAL_0C = 320'd0,
    parameter [319:0] INITVAL_0D = 320'd0,
    parameter [319:0] INITVAL_0E = 320'd0,
    parameter [319:0] INITVAL_0F = 320'd0,
    parameter [319:0] INITVAL_10 = 320'd0,
    parameter [319:0] INITVAL_11 = 320'd0,
    parameter [319:0] INITVAL_12 = 320'd0,
    parameter [319:0] INITVAL_13 = 320'd0,
    parameter [319:0] INITVAL_14 = 320'd0,
    parameter [319:0] INITVAL_15 = 320'd0,
    parameter [319:0] INITVAL_16 = 320'd0,
    parameter [319:0] INITVAL_17 = 320'd0,
    parameter [319:0] INITVAL_18 = 320'd0,
    parameter [319:0] INITVAL_19 = 320'd0,
    parameter [319:0] INITVAL_1A = 320'd0,
    parameter [319:0] INITVAL_1B = 320'd0,
    parameter [319:0] INITVAL_1C = 320'd0,
    parameter [319:0] INITVAL_1D = 320'd0,
    parameter [319:0] INITVAL_1E = 320'd0,
    parameter [319:0] INITVAL_1F = 320'd0,
    parameter [319:0] INITVAL_20 = 320'd0,
    parameter [319:0] INITVAL_21 = 320'd0,
    parameter [319:0] INITVAL_22 = 320'd0,
    parameter [319:0] INITVAL_23 = 320'd0,
    parameter [319:0] INITVAL_24 = 320'd0,
    parameter [319:0] INITVAL_25 = 320'd0,
    parameter [319:0] INITVAL_26 = 320'd0,
    parameter [319:0] INITVAL_27 = 320'd0,
    parameter [319:0] INITVAL_28 = 320'd0,
    parameter [319:0] INITVAL_29 = 320'd0,
    parameter [319:0] INITVAL_2A = 320'd0,
    parameter [319:0] INITVAL_2B = 320'd0,
    parameter [319:0] INITVAL_2C = 320'd0,
    parameter [319:0] INITVAL_2D = 320'd0,
    parameter [319:0] INITVAL_2E = 320'd0,
    parameter [319:0] INITVAL_2F = 320'd0,
    parameter [319:0] INITVAL_30 = 320'd0,
    parameter [319:0] INITVAL_31 = 320'd0,
    parameter [319:0] INITVAL_32 = 320'd0,
    parameter [319:0] INITVAL_33 = 320'd0,
    parameter [319:0] INITVAL_34 = 320'd0,
    parameter [319:0] INITVAL_35 = 320'd0,
    parameter [319:0] INITVAL_36 = 320'd0,
    parameter [319:0] INITVAL_37 = 320'd0,
    parameter [319:0] INITVAL_38 = 320'd0,
    parameter [319:0] INITVAL_39 = 320'd0,
    parameter [319:0] INITVAL_3A = 320'd0,
    parameter [319:0] INITVAL_3B = 320'd0,
    parameter [319:0] INITVAL_3C = 320'd0,
    parameter [319:0] INITVAL_3D = 320'd0,
    parameter [319:0] INITVAL_3E = 320'd0,
    parameter [319:0] INITVAL_3F = 320'd0
) (
    input  wire CLKA,
    input  wire CEA,
    input  wire OCEA,
    input  wire RSTA,
    input  wire WEA,
    input  wire CSA0,
    input  wire CSA1,
    input  wire CSA2,
    input  wire ADA0,
    input  wire ADA1,
    input  wire ADA2,
    input  wire ADA3,
    input  wire ADA4,
    input  wire ADA5,
    input  wire ADA6,
    input  wire ADA7,
    input  wire ADA8,
    input  wire ADA9,
    input  wire ADA10,
    input  wire ADA11,
    input  wire ADA12,
    input  wire ADA13,
    input  wire DIA0,
    input  wire DIA1,
    input  wire DIA2,
    input  wire DIA3,
    input  wire DIA4,
    input  wire DIA5,
    input  wire DIA6,
    input  wire DIA7,
    input  wire DIA8,
    input  wire DIA9,
    input  wire DIA10,
    input  wire DIA11,
    input  wire DIA12,
    input  wire DIA13,
    input  wire DIA14,
    input  wire DIA15,
    input  wire DIA16,
    input  wire DIA17,
    output wire DOA0,
    output wire DOA1,
    output wire DOA2,
    output wire DOA3,
    output wire DOA4,
    output wire DOA5,
    output wire DOA6,
    output wire DOA7,
    output wire DOA8,
    output wire DOA9,
    output wire DOA10,
    output wire DOA11,
    output wire DOA12,
    output wire DOA13,
    output wire DOA14,
    output wire DOA15,
    output wire DOA16,
    output wire DOA17,
    input  wire CLKB,
    input  wire CEB,
    input  wire OCEB,
    input  wire RSTB,
    input  wire WEB,
    input  wire CSB0,
    input  wire CSB1,
    input  wire CSB2,
    input  wire ADB0,
    input  wire ADB1,
    input  wire ADB2,
    input  wire ADB3,
    input  wire ADB4,
    input  wire ADB5,
    input  wire ADB6,
    input  wire ADB7,
    input  wire ADB8,
    input  wire ADB9,
    input  wire ADB10,
    input  wire ADB11,
    input  wire ADB12,
    input  wire ADB13,
    input  wire DIB0,
    input  wire DIB1,
    input  wire DIB2,
    input  wire DIB3,
    input  wire DIB4,
    input  wire DIB5,
    input  wire DIB6,
    input  wire DIB7,
    input  wire DIB8,
    input  wire DIB9,
    input  wire DIB10,
    input  wire DIB11,
    input  wire DIB12,
    input  wire DIB13,
    input  wire DIB14,
    input  wire DIB15,
    input  wire DIB16,
    input  wire DIB17,
    output wire DOB0,
    output wire DOB1,
    output wire DOB2,
    output wire DOB3,
    output wire DOB4,
    output wire DOB5,
    output wire DOB6,
    output wire DOB7,
    output wire DOB8,
    output wire DOB9,
    output wire DOB10,
    output wire DOB11,
    output wire DOB12,
    output wire DOB13,
    output wire DOB14,
    output wire DOB15,
    output wire DOB16,
    output wire DOB17
);
    function chosen;
        input value;
        input [23:0] mux;
        chosen = mux == "INV" ? !value : mux == "1" || (mux != "0" && value);
    endfunction

    wire [13:0] address_a = {
        chosen(ADA13, ADA13MUX), chosen(ADA12, ADA12MUX), chosen(ADA11, ADA11MUX),
        chosen(ADA10, ADA10MUX), chosen(ADA9, ADA9MUX), chosen(ADA8, ADA8MUX),
        chosen(ADA7, ADA7MUX), chosen(ADA6, ADA6MUX), chosen(ADA5, ADA5MUX),
        chosen(ADA4, ADA4MUX), chosen(ADA3, ADA3MUX), chosen(ADA2, ADA2MUX),
        chosen(ADA1, ADA1MUX), chosen(ADA0, ADA0MUX)};
    wire [17:0] in_a = {
        chosen(DIA17, DIA17MUX), chosen(DIA16, DIA16MUX), chosen(DIA15, DIA15MUX),
        chosen(DIA14, DIA14MUX), chosen(DIA13, DIA13MUX), chosen(DIA12, DIA12MUX),
        chosen(DIA11, DIA11MUX), chosen(DIA10, DIA10MUX), chosen(DIA9, DIA9MUX),
        chosen(DIA8, DIA8MUX), chosen(DIA7, DIA7MUX), chosen(DIA6, DIA6MUX),
        chosen(DIA5, DIA5MUX), chosen(DIA4, DIA4MUX), chosen(DIA3, DIA3MUX),
        chosen(DIA2, DIA2MUX), chosen(DIA1, DIA1MUX), chosen(DIA0, DIA0MUX)};
    wire [17:0] out_a;
    assign {
        DOA17, DOA16, DOA15, DOA14, DOA13, DOA12, DOA11, DOA10, DOA9,
        DOA8, DOA7, DOA6, DOA5, DOA4, DOA3, DOA2, DOA1, DOA0} = out_a;
    wire clock_a  = chosen(CLKA, CLKAMUX);
    wire enable_a = chosen(CEA, CEAMUX);
    wire reset_a  = chosen(RSTA, RSTAMUX);
    wire write_a  = chosen(WEA, WEAMUX);
    wire output_enable_a = chosen(OCEA, OCEAMUX);

    wire [13:0] address_b = {
        chosen(ADB13, ADB13MUX), chosen(ADB12, ADB12MUX), chosen(ADB11, ADB11MUX),
        chosen(ADB10, ADB10MUX), chosen(ADB9, ADB9MUX), chosen(ADB8, ADB8MUX),
        chosen(ADB7, ADB7MUX), chosen(ADB6, ADB6MUX), chosen(ADB5, ADB5MUX),
        chosen(ADB4, ADB4MUX), chosen(ADB3, ADB3MUX), chosen(ADB2, ADB2MUX),
        chosen(ADB1, ADB1MUX), chosen(ADB0, ADB0MUX)};
    wire [17:0] in_b = {
        chosen(DIB17, DIB17MUX), chosen(DIB16, DIB16MUX), chosen(DIB15, DIB15MUX),
        chosen(DIB14, DIB14MUX), chosen(DIB13, DIB13MUX), chosen(DIB12, DIB12MUX),
        chosen(DIB11, DIB11MUX), chosen(DIB10, DIB10MUX), chosen(DIB9, DIB9MUX),
        chosen(DIB8, DIB8MUX), chosen(DIB7, DIB7MUX), chosen(DIB6, DIB6MUX),
        chosen(DIB5, DIB5MUX), chosen(DIB4, DIB4MUX), chosen(DIB3, DIB3MUX),
        chosen(DIB2, DIB2MUX), chosen(DIB1, DIB1MUX), chosen(DIB0, DIB0MUX)};
    wire [17:0] out_b;
    assign {
        DOB17, DOB16, DOB15, DOB14, DOB13, DOB12, DOB11, DOB10, DOB9,
        DOB8, DOB7, DOB6, DOB5, DOB4, DOB3, DOB2, DOB1, DOB0} = out_b;
    wire clock_b  = chosen(CLKB, CLKBMUX);
    wire enable_b = chosen(CEB, CEBMUX);
    wire reset_b  = chosen(RSTB, RSTBMUX);
    wire write_b  = chosen(WEB, WEBMUX);
    wire output_enable_b = chosen(OCEB, OCEBMUX);

    localparam [64*320-1:0] INIT = {
        INITVAL_3F, INITVAL_3E, INITVAL_3D, INITVAL_3C, INITVAL_3B, INITVAL_3A, INITVAL_39, INITVAL_38,
        INITVAL_37, INITVAL_36, INITVAL_35, INITVAL_34, INITVAL_33, INITVAL_32, INITVAL_31, INITVAL_30,
        INITVAL_2F, INITVAL_2E, INITVAL_2D, INITVAL_2C, INITVAL_2B, INITVAL_2A, INITVAL_29, INITVAL_28,
        INITVAL_27, INITVAL_26, INITVAL_25, INITVAL_24, INITVAL_23, INITVAL_22, INITVAL_21, INITVAL_20,
        INITVAL_1F, INITVAL_1E, INITVAL_1D, INITVAL_1C, INITVAL_1B, INITVAL_1A, INITVAL_19, INITVAL_18,
        INITVAL_17, INITVAL_16, INITVAL_15, INITVAL_14, INITVAL_13, INITVAL_12, INITVAL_11, INITVAL_10,
        INITVAL_0F, INITVAL_0E, INITVAL_0D, INITVAL_0C, INITVAL_0B, INITVAL_0A, INITVAL_09, INITVAL_08,
        INITVAL_07, INITVAL_06, INITVAL_05, INITVAL_04, INITVAL_03, INITVAL_02, INITVAL_01, INITVAL_00};
    reg [17:0] memory [0:1023];
    integer word;
    initial
        for (word = 0; word < 1024; word = word + 1)
            memory[word] = INIT[20*word +: 18];

    // Two words, as after a port of this width has written `in` at `address` over `old`.
    function [35:0] written;
        input integer width;
        input [13:0] address;
        input [35:0] in;
        input [35:0] old;
        integer lane;
        begin
            written = old;
            case (width)
            1: written[18*address[4] + 9*address[3] + address[2:0]] = in[0];
            2: written[18*address[4] + 9*address[3] + 2*address[2:1] +: 2] = in[1:0];
            4: written[18*address[4] + 9*address[3] + 4*address[2] +: 4] = in[3:0];
            9: written[18*address[4] + 9*address[3] +: 9] = in[8:0];
            18: for (lane = 0; lane < 2; lane = lane + 1)
                if (address[lane])
                    written[18*address[4] + 9*lane +: 9] = in[9*lane +: 9];
            default: for (lane = 0; lane < 4; lane = lane + 1)
                if (address[lane])
                    written[9*lane +: 9] = in[9*lane +: 9];
            endcase
        end
    endfunction

    // The value that such a port reads from two words.
    function [35:0] seen;
        input integer width;
        input [13:0] address;
        input [35:0] words;
        case (width)
        1: seen = {35'd0, words[18*address[4] + 9*address[3] + address[2:0]]};
        2: seen = {34'd0, words[18*address[4] + 9*address[3] + 2*address[2:1] +: 2]};
        4: seen = {32'd0, words[18*address[4] + 9*address[3] + 4*address[2] +: 4]};
        9: seen = {27'd0, words[18*address[4] + 9*address[3] +: 9]};
        18: seen = {18'd0, words[18*address[4] +: 18]};
        default: seen = words;
        endcase
    endfunction

    localparam WIDE = DATA_WIDTH_A == 36 || DATA_WIDTH_B == 36;

    wire [8:0]  pair_a = address_a[13:5];
    wire [35:0] old_a = {memory[{pair_a, 1'b1}], memory[{pair_a, 1'b0}]};
    wire [35:0] new_a = written(DATA_WIDTH_A, address_a, WIDE ? {in_b, in_a} : {18'd0, in_a}, old_a);
    reg  [35:0] read_a = 36'd0;
    always @(posedge clock_a)
        if (enable_a && write_a) begin
            memory[{pair_a, 1'b0}] <= new_a[17:0];
            memory[{pair_a, 1'b1}] <= new_a[35:18];
        end
    generate
        if (RESETMODE == "ASYNC") begin : asynchronous_a
            always @(posedge clock_a or posedge reset_a)
                if (reset_a)
                    read_a <= 36'd0;
                else if (enable_a && (!write_a || WRITEMODE_A != "NORMAL"))
                    read_a <= seen(DATA_WIDTH_A, address_a, write_a && WRITEMODE_A == "WRITETHROUGH" ? new_a : old_a);
        end else begin : synchronous_a
            always @(posedge clock_a)
                if (reset_a)
                    read_a <= 36'd0;
                else if (enable_a && (!write_a || WRITEMODE_A != "NORMAL"))
                    read_a <= seen(DATA_WIDTH_A, address_a, write_a && WRITEMODE_A == "WRITETHROUGH" ? new_a : old_a);
        end
    endgenerate

    wire [8:0]  pair_b = address_b[13:5];
    wire [35:0] old_b = {memory[{pair_b, 1'b1}], memory[{pair_b, 1'b0}]};
    wire [35:0] new_b = written(DATA_WIDTH_B, address_b, WIDE ? {in_b, in_a} : {18'd0, in_b}, old_b);
    reg  [35:0] read_b = 36'd0;
    always @(posedge clock_b)
        if (enable_b && write_b) begin
            memory[{pair_b, 1'b0}] <= new_b[17:0];
            memory[{pair_b, 1'b1}] <= new_b[35:18];
        end
    generate
        if (RESETMODE == "ASYNC") begin : asynchronous_b
            always @(posedge clock_b or posedge reset_b)
                if (reset_b)
                    read_b <= 36'd0;
                else if (enable_b && (!write_b || WRITEMODE_B != "NORMAL"))
                    read_b <= seen(DATA_WIDTH_B, address_b, write_b && WRITEMODE_B == "WRITETHROUGH" ? new_b : old_b);
        end else begin : synchronous_b
            always @(posedge clock_b)
                if (reset_b)
                    read_b <= 36'd0;
                else if (enable_b && (!write_b || WRITEMODE_B != "NORMAL"))
                    read_b <= seen(DATA_WIDTH_B, address_b, write_b && WRITEMODE_B == "WRITETHROUGH" ? new_b : old_b);
        end
    endgenerate

    // REGMODE "OUTREG": a register follows, with an enable of its own.
    reg [17:0] later_a = 18'd0, later_b = 18'd0;
    always @(posedge clock_a)
        if (reset_a)
            later_a <= 18'd0;
        else if (output_enable_a)
            later_a <= read_a[17:0];
    always @(posedge clock_b)
        if (reset_b)
            later_b <= 18'd0;
        else if (output_enable_b)
            later_b <= read_b[17:0];

    // A port of 36 bits reads the lower word at DOA and the upper one at DOB. Both have registers, or none. Those at DOA may go by
    // the clock and the enable of port A: what differs is not known.
    reg [35:0] later_wide = 36'd0;
    always @(posedge clock_b)
        if (reset_a || reset_b)
            later_wide <= 36'd0;
        else if (output_enable_a && output_enable_b && enable_a && enable_b)
            later_wide <= read_b;
        else
            later_wide <= 36'bx;
    wire [35:0] wide = REGMODE_A == "OUTREG" && REGMODE_B == "OUTREG" && clock_a == clock_b ? later_wide
                     : REGMODE_A == "NOREG" && REGMODE_B == "NOREG" ? read_b : 36'bx;
    assign out_a = DATA_WIDTH_B == 36 ? wide[17:0] : REGMODE_A == "OUTREG" ? later_a : read_a[17:0];
    assign out_b = DATA_WIDTH_B == 36 ? wide[35:18] : REGMODE_B == "OUTREG" ? later_b : read_b[17:0];
endmodule

module TRELLIS_FF #(
    parameter GSR = "DISABLED",
    parameter CEMUX = "1",
    parameter CLKMUX = "CLK",
    parameter LSRMUX = "LSR",
    parameter LSRMODE = "LSR",          // "PRLD": a reset loads M
    parameter SRMODE = "LSR_OVER_CE",
    parameter REGSET = "RESET",         // value after a reset and after configuration
    parameter SD = "0"                  // 1: data come from the LUT, through DI; else through M
) (
    input  wire CLK,
    input  wire CE,
    input  wire LSR,
    input  wire DI,
    input  wire M,
    output reg  Q
);
    localparam START = REGSET == "SET";
    wire clock  = CLKMUX == "INV" ? !CLK : CLK;
    wire enable = CEMUX == "INV" ? !CE : CEMUX == "1" || (CEMUX != "0" && CE);
    wire reset  = LSRMUX == "INV" ? !LSR : LSR;
    wire data   = SD == "1" || SD == "1 " ? DI : M;
    wire loaded = LSRMODE == "PRLD" ? M : START;

    initial
        Q = START;
    generate
        if (SRMODE == "ASYNC") begin : asynchronous
            always @(posedge clock or posedge reset)
                if (reset)
                    Q <= loaded;
                else if (enable)
                    Q <= data;
        end else begin : synchronous
            always @(posedge clock)
                if (reset && (SRMODE != "CE_OVER_LSR" || enable))
                    Q <= loaded;
                else if (enable)
                    Q <= data;
        end
    endgenerate
endmodule

module EHXPLLL #(
    parameter CLKI_DIV = 1,
    parameter CLKFB_DIV = 1,
    parameter CLKOP_DIV = 8,
    parameter CLKOP_ENABLE = "ENABLED",
    parameter CLKOP_CPHASE = 0,
    parameter CLKOP_FPHASE = 0,
    parameter FEEDBK_PATH = "CLKOP"
) (
    input  wire CLKI,
    input  wire CLKFB,
    input  wire RST,
    input  wire STDBY,
    input  wire ENCLKOP,
    input  wire PHASESEL0,
    input  wire PHASESEL1,
    input  wire PHASEDIR,
    input  wire PHASESTEP,
    input  wire PHASELOADREG,
    input  wire PLLWAKESYNC,
    output wire CLKOP,
    output wire LOCK
);
    reg [3:0] clocks = 4'd0;
    assign LOCK = &clocks;
    assign CLKOP = CLKI;
    always @(posedge CLKI)
        if (RST || STDBY)
            clocks <= 4'd0;
        else if (!LOCK)
            clocks <= clocks + 4'd1;
endmodule
`default_nettype wire
