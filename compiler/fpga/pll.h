/* pll.h: from the oscillator's frequency to the network's. */
#ifndef FTC_FPGA_PLL_H
#define FTC_FPGA_PLL_H

#include <stdbool.h>

#include "lower/builder.h"

/* The circuit that makes the clock. On an iCE40 the oscillator's pin decides: on the PLL's own pad only the pad kind
 * can be placed, elsewhere only the core kind. */
enum pll_kind {
	PLL_NONE,		/* "none": the oscillator is the network clock */
	PLL_ICE40_PAD,		/* "pad": SB_PLL40_PAD */
	PLL_ICE40_CORE,		/* "core": SB_PLL40_CORE */
	PLL_ECP5,		/* "ehxplll": EHXPLLL */
};

struct pll {
	enum pll_kind kind;
	double input_mhz;
	double output_mhz;	/* the actual output, not the wanted one */
	/* iCE40: output = input / (reference + 1) * (feedback + 1) / 2^divide;
	 * ECP5:  output = input / reference * feedback, and an oscillator `divide` times as fast */
	unsigned reference, feedback, divide;
	unsigned filter;	/* iCE40: FILTER_RANGE */
};

/* Finds the settings of `kind` nearest to `wanted_mhz`; pll->output_mhz is the result. PLL_NONE passes the input on.
 * False when the wish is outside *low .. *high, the limits of the PLL. */
bool pll_find(enum pll_kind kind, double input_mhz, double wanted_mhz, struct pll *pll, double *low, double *high);

/* Find the settings with the fastest output up to `limit_mhz`, and with the slowest from `limit_mhz` on. False when
 * there are none. */
bool pll_find_below(enum pll_kind kind, double input_mhz, double limit_mhz, struct pll *pll);
bool pll_find_above(enum pll_kind kind, double input_mhz, double limit_mhz, struct pll *pll);

/* The fastest output with these settings, whatever the PLL's lock reports: that of its oscillator at its limit. */
double pll_fastest_mhz(const struct pll *pll);

/* Adds the logic that makes the nets `clk` and `locked` of the module from `pin`. */
void pll_add(const struct pll *pll, const char *pin, struct module *m, struct design *d);

#endif
