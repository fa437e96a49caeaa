/* figures.c: names of figures, and those that follow from others. */
#include <math.h>

#include "fpga/board.h"
#include "fpga/clock.h"
#include "network/machine.h"
#include "network/prediction.h"
#include "points/points.h"

const char *const figure_names[FIGURES] = {
	[FIGURE_LUT4] = "lut4", [FIGURE_FF] = "ff", [FIGURE_CELLS] = "cells", [FIGURE_MHZ] = "mhz",
	[FIGURE_SLOT] = "slot_clocks", [FIGURE_ACCEPTED] = "accepted", [FIGURE_BITS] = "payload_bits_per_clock",
	[FIGURE_MBPS] = "mbps", [FIGURE_PER_LUT4] = "mbps_per_lut4", [FIGURE_PER_CELL] = "mbps_per_cell",
	[FIGURE_CLOCKS] = "latency_clocks", [FIGURE_NS] = "latency_ns",
};

const char *const figure_titles[FIGURES] = {
	[FIGURE_LUT4] = "LUT4", [FIGURE_FF] = "FF", [FIGURE_CELLS] = "cells", [FIGURE_MHZ] = "MHz", [FIGURE_SLOT] = "slot",
	[FIGURE_ACCEPTED] = "accepted", [FIGURE_BITS] = "bits/clk", [FIGURE_MBPS] = "Mbit/s", [FIGURE_PER_LUT4] = "per LUT4",
	[FIGURE_PER_CELL] = "per cell", [FIGURE_CLOCKS] = "clocks", [FIGURE_NS] = "ns",
};

const bool figure_more_is_better[FIGURES] = {
	[FIGURE_MHZ] = true, [FIGURE_ACCEPTED] = true, [FIGURE_BITS] = true, [FIGURE_MBPS] = true, [FIGURE_PER_LUT4] = true,
	[FIGURE_PER_CELL] = true,
};

/* A figure is as good as the worse of the two that it follows from. */
static struct figure from(const struct figure *a, const struct figure *b, double value)
{
	enum figure_source source = a->source < b->source ? a->source : b->source;

	return (struct figure){ source == FIGURE_UNKNOWN ? 0 : value, source };
}

void figures_derive(struct point *point, const struct points *p)
{
	struct figure *f = point->figure, *mhz = &f[FIGURE_MHZ];

	if (p->board && mhz->source != FIGURE_UNKNOWN)
		mhz->value = fmin(mhz->value, clock_limit(p->board, &point->spec, APPLICATION_SELF_TEST));
	f[FIGURE_CELLS] = from(&f[FIGURE_LUT4], &f[FIGURE_FF], fmax(f[FIGURE_LUT4].value, f[FIGURE_FF].value));
	f[FIGURE_BITS] = from(&f[FIGURE_ACCEPTED], &f[FIGURE_ACCEPTED],
			      f[FIGURE_ACCEPTED].value * spec_all_leaves(&point->spec) * point->spec.payload_bits / f[FIGURE_SLOT].value);
	f[FIGURE_MBPS] = from(&f[FIGURE_BITS], mhz, f[FIGURE_BITS].value * mhz->value);
	f[FIGURE_PER_LUT4] = from(&f[FIGURE_MBPS], &f[FIGURE_LUT4], f[FIGURE_MBPS].value / f[FIGURE_LUT4].value);
	f[FIGURE_PER_CELL] = from(&f[FIGURE_MBPS], &f[FIGURE_CELLS], f[FIGURE_MBPS].value / f[FIGURE_CELLS].value);
	f[FIGURE_NS] = from(&f[FIGURE_CLOCKS], mhz, 1000 * f[FIGURE_CLOCKS].value / mhz->value);
}

void figures_print_chips(const struct points *p, struct text *out)
{
	bool some = false;

	for (size_t i = 0; i < p->count; i++)
		if (spec_chips(&p->point[i].spec) > 1) {
			text_print(out, "%s%s", some ? ", " : "", p->point[i].name);
			some = true;
		}
	if (some)
		text_add(out, ": two chips that a link joins, with the LUT4 and FF of both\n");
}

void figures_print_clocks(const struct points *p, struct text *out)
{
	bool fitted = false, guessed = false;

	for (size_t i = 0; i < p->count; i++)
		if (p->point[i].figure[FIGURE_MHZ].source == FIGURE_ESTIMATED)
			*(clock_is_fitted(&p->point[i].spec) ? &fitted : &guessed) = true;
	if (fitted)
		text_print(out, "~MHz: a fit to placements: one left out of it is off by at most %d %%; beyond the largest it is extrapolated%s\n",
			   CLOCK_ERROR_LEFT_OUT, guessed ? ". Of other machines one that their largest networks reach" : "");
	else if (guessed)
		text_add(out, "~MHz: no placements were measured; a clock that the largest networks reach\n");
}
