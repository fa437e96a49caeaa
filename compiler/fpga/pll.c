/* pll.c: from the oscillator's frequency to the network's.
 *
 * All settings are tried: there are few. Ranges are Lattice's: iCE40 PLL usage guide (TN1251), ECP5 sysCLOCK guide
 * (TN1263).
 */
#include "fpga/pll.h"

#include <math.h>

/* The wanted frequency and its limits. Rounding errors are ignored. */
struct wish {
	double mhz, least, most;
};

static const double rounding = 1e-6;

enum { ICE40_OSCILLATOR_MHZ = 1066, ECP5_OSCILLATOR_MHZ = 800 };	/* their limits */

/* Is `mhz` allowed, and nearer to the wish than `best`? */
static bool is_nearer(double mhz, const struct wish *wish, double best)
{
	return mhz >= wish->least - rounding && mhz <= wish->most + rounding
	       && fabs(mhz - wish->mhz) < fabs(best - wish->mhz) - rounding;
}

/* The loop filter's range depends on the frequency at the phase detector. */
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

			if (oscillator < 533 || oscillator > ICE40_OSCILLATOR_MHZ)
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

/* The output divider that brings the oscillator nearest to the middle of 400..800 MHz; 0: none does. */
static unsigned ecp5_divide(double mhz)
{
	unsigned best = 0;

	for (unsigned divide = 1; divide <= 128; divide++) {
		double oscillator = mhz * divide;

		if (oscillator >= 400 && oscillator <= ECP5_OSCILLATOR_MHZ
		    && (best == 0 || fabs(oscillator - 600) < fabs(mhz * best - 600)))
			best = divide;
	}
	return best;
}

/* Phase detector 3.125..400 MHz, output 3.125..400 MHz. The output is the feedback: its own divider cancels out. */
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

static double fastest_ice40(const struct pll *pll)
{
	return ldexp(ICE40_OSCILLATOR_MHZ, -(int)pll->divide);
}

static double fastest_ecp5(const struct pll *pll)
{
	return (double)ECP5_OSCILLATOR_MHZ / pll->divide;
}

static void add_ice40(const struct pll *pll, struct instance *i)
{
	instance_vector_parameter(i, "DIVR", pll->reference, 4);
	instance_vector_parameter(i, "DIVF", pll->feedback, 7);
	instance_vector_parameter(i, "DIVQ", pll->divide, 3);
	instance_vector_parameter(i, "FILTER_RANGE", pll->filter, 3);
}

static void add_ecp5(const struct pll *pll, struct instance *i)
{
	instance_parameter(i, "CLKI_DIV", pll->reference);
	instance_parameter(i, "CLKFB_DIV", pll->feedback);
	instance_parameter(i, "CLKOP_DIV", pll->divide);
}

/* The ends of the output's range, and the functions of each kind; PLL_NONE has none. */
static const struct {
	double low, high;
	void (*find)(struct pll *pll, const struct wish *wish);
	double (*fastest)(const struct pll *pll);
	const char *template;
	void (*add)(const struct pll *pll, struct instance *i);
} kinds[] = {
	[PLL_ICE40_PAD] = { 16, 275, find_ice40, fastest_ice40, "pll_ice40_pad", add_ice40 },
	[PLL_ICE40_CORE] = { 16, 275, find_ice40, fastest_ice40, "pll_ice40_core", add_ice40 },
	[PLL_ECP5] = { 3.125, 400, find_ecp5, fastest_ecp5, "pll_ecp5", add_ecp5 },
};

/* False when no setting is in the wish's range. */
static bool find(enum pll_kind kind, double input_mhz, const struct wish *wish, struct pll *pll)
{
	*pll = (struct pll){ .kind = kind, .input_mhz = input_mhz, .output_mhz = -1e9 };
	if (kind != PLL_NONE)
		kinds[kind].find(pll, wish);
	else if (is_nearer(input_mhz, wish, pll->output_mhz))
		pll->output_mhz = input_mhz;
	return pll->output_mhz > 0;
}

bool pll_find(enum pll_kind kind, double input_mhz, double wanted_mhz, struct pll *pll, double *low, double *high)
{
	const struct wish wish = { wanted_mhz, 0, INFINITY };

	*low = kind == PLL_NONE ? input_mhz : kinds[kind].low;
	*high = kind == PLL_NONE ? input_mhz : kinds[kind].high;
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

double pll_fastest_mhz(const struct pll *pll)
{
	return pll->kind == PLL_NONE ? pll->input_mhz : kinds[pll->kind].fastest(pll);
}

void pll_add(const struct pll *pll, const char *pin, struct module *m, struct design *d)
{
	int clk = module_find(m, "clk"), locked = module_find(m, "locked");

	if (pll->kind == PLL_NONE) {
		module_assign(m, bits_of(clk, 0, 1), expression_of(bits_of(module_find(m, pin), 0, 1)));
		module_assign(m, bits_of(locked, 0, 1), expression_of(bits_constant(1, 1)));
		return;
	}
	struct instance *i = module_instance(m, d, kinds[pll->kind].template, 1, "pll");

	kinds[pll->kind].add(pll, i);
	instance_connect_net(m, i, "pin", pin);
	instance_connect_net(m, i, "clk", "clk");
	instance_connect_net(m, i, "locked", "locked");
}
