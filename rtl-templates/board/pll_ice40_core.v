// pll_ice40_core: the PLL of an iCE40 whose oscillator is not at the PLL's own pad.
//
//   clk = pin / (DIVR + 1) * (DIVF + 1) / 2^DIVQ
`default_nettype none

module pll_ice40_core #(
    parameter [3:0] DIVR         = 4'd0,
    parameter [6:0] DIVF         = 7'd63,
    parameter [2:0] DIVQ         = 3'd4,
    parameter [2:0] FILTER_RANGE = 3'd1
) (
    input  wire pin,
    output wire clk,
    output wire locked
);
    SB_PLL40_CORE #(
        .FEEDBACK_PATH("SIMPLE"),
        .DIVR(DIVR),
        .DIVF(DIVF),
        .DIVQ(DIVQ),
        .FILTER_RANGE(FILTER_RANGE)
    ) pll (
        .REFERENCECLK(pin),
        .PLLOUTGLOBAL(clk),
        .LOCK(locked),
        .RESETB(1'b1),
        .BYPASS(1'b0)
    );
endmodule

`default_nettype wire
