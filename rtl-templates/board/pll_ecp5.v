// pll_ecp5: the PLL of an ECP5.
//
//   clk = pin / CLKI_DIV * CLKFB_DIV, from an oscillator CLKOP_DIV times as fast
//
//   The attributes set the loop filter as Lattice's own tool does, whatever the frequency.
`default_nettype none

module pll_ecp5 #(
    parameter CLKI_DIV  = 1,
    parameter CLKFB_DIV = 1,
    parameter CLKOP_DIV = 8
) (
    input  wire pin,
    output wire clk,
    output wire locked
);
    (* ICP_CURRENT="12", LPF_RESISTOR="8", MFG_ENABLE_FILTEROPAMP="1", MFG_GMCREF_SEL="2" *)
    EHXPLLL #(
        .CLKI_DIV(CLKI_DIV),
        .CLKFB_DIV(CLKFB_DIV),
        .FEEDBK_PATH("CLKOP"),
        .CLKOP_ENABLE("ENABLED"),
        .CLKOP_DIV(CLKOP_DIV),
        .CLKOP_CPHASE(CLKOP_DIV - 1),
        .CLKOP_FPHASE(0)
    ) pll (
        .CLKI(pin),
        .CLKFB(clk),
        .CLKOP(clk),
        .LOCK(locked),
        .RST(1'b0),
        .STDBY(1'b0),
        .ENCLKOP(1'b0),
        .PHASESEL0(1'b0),
        .PHASESEL1(1'b0),
        .PHASEDIR(1'b1),
        .PHASESTEP(1'b1),
        .PHASELOADREG(1'b1),
        .PLLWAKESYNC(1'b0)
    );
endmodule

`default_nettype wire
