/* pll.c: from the oscillator's frequency to the network's.
 *
 * Every setting is tried: there are few. Ranges are Lattice's: iCE40 PLL usage guide (TN1251), ECP5 sysCLOCK
 * guide (TN1263).
 */
#include "fpga/pll.h"

#include <math.h>

/* What is looked for. Rounding does not count. */
struct wish {
	double mhz, least, most;
};

static const double rounding = 1e-6;

/* Is `mhz` allowed and nearer to the wish than the best so far? */
static bool is_nearer(double mhz, const struct wish *wish, double best)
{
	return mhz >= wish->least - rounding && mhz <= wish->most + rounding
	       && fabs(mhz - wish->mhz) < fabs(best - wish->mhz) - rounding;
}

/* The loop filter's range follows the frequency at the phase detector. */
static unsigned ice40_filter(double detector_mhz)
{
	static const double below[] = { 17, 26, 44, 66, 101 };
	unsigned range = 1;

	while (range <= 5 && detector_mhz >= below[range - 1])
		range++;
	return range;
}

/* Phase detector 10..133 MHz, oscillator 533..1066 MHz, output 16..275 MHz. */
static void find_ice40(struct pll *pll, const struct wish *wish)
{
	for (unsigned reference = 0; reference < 16; reference++) {
		double detector = pll->input_mhz / (reference + 1);

		if (detector < 10 || detector > 133)
			continue;
		for (unsigned feedback = 0; feedback < 128; feedback++) {
			double oscillator = detector * (feedback + 1);

			if (oscillator < 533 || oscillator > 1066)
				continue;
			for (unsigned divide = 1; divide <= 6; divide++) {
				double mhz = ldexp(oscillator, -(int)divide);

				if (mhz < 16 || mhz > 275 || !is_nearer(mhz, wish, pll->output_mhz))
					continue;
				pll->output_mhz = mhz;
				pll->reference = reference;
				pll->feedback = feedback;
				pll->divide = divide;
				pll->filter = ice40_filter(detector);
			}
		}
	}
}

/* The output divider that brings the oscillator nearest to the middle of its range, 400..800 MHz; 0: none does. */
static unsigned ecp5_divide(double mhz)
{
	unsigned best = 0;

	for (unsigned divide = 1; divide <= 128; divide++) {
		double oscillator = mhz * divide;

		if (oscillator >= 400 && oscillator <= 800
		    && (best == 0 || fabs(oscillator - 600) < fabs(mhz * best - 600)))
			best = divide;
	}
	return best;
}

/* Phase detector 3.125..400 MHz, output 3.125..400 MHz. The output feeds back, so its own divider cancels out. */
static void find_ecp5(struct pll *pll, const struct wish *wish)
{
	for (unsigned reference = 1; reference <= 128; reference++) {
		double detector = pll->input_mhz / reference;

		if (detector < 3.125 || detector > 400)
			continue;
		for (unsigned feedback = 1; feedback <= 80; feedback++) {
			double mhz = detector * feedback;
			unsigned divide = mhz >= 3.125 && mhz <= 400 ? ecp5_divide(mhz) : 0;

			if (!divide || !is_nearer(mhz, wish, pll->output_mhz))
				continue;
			pll->output_mhz = mhz;
			pll->reference = reference;
			pll->feedback = feedback;
			pll->divide = divide;
		}
	}
}

/* The ends of what the kind can make. */
static void set_ends(enum pll_kind kind, double input_mhz, double *low, double *high)
{
	switch (kind) {
	case PLL_NONE:
		*low = *high = input_mhz;
		break;
	case PLL_ICE40_PAD:
	case PLL_ICE40_CORE:
		*low = 16;
		*high = 275;
		break;
	case PLL_ECP5:
		*low = 3.125;
		*high = 400;
		break;
	}
}

/* False when nothing is in the wish's range. */
static bool find(enum pll_kind kind, double input_mhz, const struct wish *wish, struct pll *pll)
{
	*pll = (struct pll){ .kind = kind, .input_mhz = input_mhz, .output_mhz = -1e9 };
	switch (kind) {
	case PLL_NONE:
		if (is_nearer(input_mhz, wish, pll->output_mhz))
			pll->output_mhz = input_mhz;
		break;
	case PLL_ICE40_PAD:
	case PLL_ICE40_CORE:
		find_ice40(pll, wish);
		break;
	case PLL_ECP5:
		find_ecp5(pll, wish);
		break;
	}
	return pll->output_mhz > 0;
}

bool pll_find(enum pll_kind kind, double input_mhz, double wanted_mhz, struct pll *pll, double *low, double *high)
{
	const struct wish wish = { wanted_mhz, 0, INFINITY };

	set_ends(kind, input_mhz, low, high);
	return find(kind, input_mhz, &wish, pll) && wanted_mhz >= *low && wanted_mhz <= *high;
}

bool pll_find_below(enum pll_kind kind, double input_mhz, double limit_mhz, struct pll *pll)
{
	const struct wish wish = { limit_mhz, 0, limit_mhz };

	return find(kind, input_mhz, &wish, pll);
}

bool pll_find_above(enum pll_kind kind, double input_mhz, double limit_mhz, struct pll *pll)
{
	const struct wish wish = { limit_mhz, limit_mhz, INFINITY };

	return find(kind, input_mhz, &wish, pll);
}

static void print_ice40(const struct pll *pll, const char *pin, struct text *out)
{
	bool pad = pll->kind == PLL_ICE40_PAD;

	text_print(out, "    %s #(\n"
		   "        .FEEDBACK_PATH(\"SIMPLE\"),\n"
		   "        .DIVR(4'd%u),\n"
		   "        .DIVF(7'd%u),\n"
		   "        .DIVQ(3'd%u),\n"
		   "        .FILTER_RANGE(3'd%u)\n"
		   "    ) pll (\n"
		   "        .%s(%s),\n"
		   "        .PLLOUTGLOBAL(clk),\n"
		   "        .LOCK(locked),\n"
		   "        .RESETB(1'b1),\n"
		   "        .BYPASS(1'b0)\n"
		   "    );\n", pad ? "SB_PLL40_PAD" : "SB_PLL40_CORE", pll->reference, pll->feedback, pll->divide,
		   pll->filter, pad ? "PACKAGEPIN" : "REFERENCECLK", pin);
}

static void print_ecp5(const struct pll *pll, const char *pin, struct text *out)
{
	/* The loop filter: what Lattice's own tool sets for every frequency. */
	text_print(out, "    (* ICP_CURRENT=\"12\", LPF_RESISTOR=\"8\", MFG_ENABLE_FILTEROPAMP=\"1\", MFG_GMCREF_SEL=\"2\" *)\n"
		   "    EHXPLLL #(\n"
		   "        .CLKI_DIV(%u),\n"
		   "        .CLKFB_DIV(%u),\n"
		   "        .FEEDBK_PATH(\"CLKOP\"),\n"
		   "        .CLKOP_ENABLE(\"ENABLED\"),\n"
		   "        .CLKOP_DIV(%u),\n"
		   "        .CLKOP_CPHASE(%u),\n"
		   "        .CLKOP_FPHASE(0)\n"
		   "    ) pll (\n"
		   "        .CLKI(%s),\n"
		   "        .CLKFB(clk),\n"
		   "        .CLKOP(clk),\n"
		   "        .LOCK(locked),\n"
		   "        .RST(1'b0),\n"
		   "        .STDBY(1'b0),\n"
		   "        .ENCLKOP(1'b0),\n"
		   "        .PHASESEL0(1'b0),\n"
		   "        .PHASESEL1(1'b0),\n"
		   "        .PHASEDIR(1'b1),\n"
		   "        .PHASESTEP(1'b1),\n"
		   "        .PHASELOADREG(1'b1),\n"
		   "        .PLLWAKESYNC(1'b0)\n"
		   "    );\n", pll->reference, pll->feedback, pll->divide, pll->divide - 1, pin);
}

void pll_print(const struct pll *pll, const char *pin, struct text *out)
{
	switch (pll->kind) {
	case PLL_NONE:
		text_print(out, "    assign clk = %s;\n    assign locked = 1'b1;\n", pin);
		break;
	case PLL_ICE40_PAD:
	case PLL_ICE40_CORE:
		print_ice40(pll, pin, out);
		break;
	case PLL_ECP5:
		print_ecp5(pll, pin, out);
		break;
	}
}
