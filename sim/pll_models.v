// pll_models.v: the PLLs of the boards' devices, for simulation: the clock passes as it is, and locks after a while.
`default_nettype none
module pll_lock (
    input  wire clk,
    output wire locked
);
    reg [3:0] clocks = 4'd0;
    always @(posedge clk)
        if (!locked)
            clocks <= clocks + 4'd1;
    assign locked = clocks == 4'd15;
endmodule

/* verilator lint_off DECLFILENAME */
/* verilator lint_off UNUSEDPARAM */
/* verilator lint_off UNUSEDSIGNAL */
module SB_PLL40_PAD #(
    parameter FEEDBACK_PATH = "", parameter DIVR = 4'd0, parameter DIVF = 7'd0, parameter DIVQ = 3'd0,
    parameter FILTER_RANGE = 3'd0
) (
    input  wire PACKAGEPIN,
    output wire PLLOUTGLOBAL,
    output wire LOCK,
    input  wire RESETB,
    input  wire BYPASS
);
    assign PLLOUTGLOBAL = PACKAGEPIN;
    pll_lock lock (.clk(PACKAGEPIN), .locked(LOCK));
endmodule

module SB_PLL40_CORE #(
    parameter FEEDBACK_PATH = "", parameter DIVR = 4'd0, parameter DIVF = 7'd0, parameter DIVQ = 3'd0,
    parameter FILTER_RANGE = 3'd0
) (
    input  wire REFERENCECLK,
    output wire PLLOUTGLOBAL,
    output wire LOCK,
    input  wire RESETB,
    input  wire BYPASS
);
    assign PLLOUTGLOBAL = REFERENCECLK;
    pll_lock lock (.clk(REFERENCECLK), .locked(LOCK));
endmodule

module EHXPLLL #(
    parameter CLKI_DIV = 1, parameter CLKFB_DIV = 1, parameter FEEDBK_PATH = "", parameter CLKOP_ENABLE = "",
    parameter CLKOP_DIV = 1, parameter CLKOP_CPHASE = 0, parameter CLKOP_FPHASE = 0
) (
    input  wire CLKI,
    input  wire CLKFB,
    output wire CLKOP,
    output wire LOCK,
    input  wire RST, STDBY, ENCLKOP, PHASESEL0, PHASESEL1, PHASEDIR, PHASESTEP, PHASELOADREG, PLLWAKESYNC
);
    assign CLKOP = CLKI;
    pll_lock lock (.clk(CLKI), .locked(LOCK));
endmodule
`default_nettype wire
