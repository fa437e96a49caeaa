/* clock.c: the clock of a network: how many elements may stand between registers for a wanted one, and which one is
 * reached. */
#include <math.h>

#include "network/cost.h"
#include "network/machine.h"
#include "network/prediction.h"

/* Nanoseconds of a path through k elements between two flip-flops, first + k * each, that any network keeps in a half-full
 * device. Measured with nextpnr 0.7: shift registers with one and two LUTs between stages, plus a network's overhead
 * (docs/benchmarks.md). */
struct speed {
	double first, each;
};

static const struct speed speed[] = {
	[FAMILY_ECP5] = { 1.6, 1.5 },
	[FAMILY_ICE40] = { 1.5, 1.6 },
	[FAMILY_ICE40_UP] = { 2.4, 4.4 },
};

enum { DEFAULT_CLOCK_MHZ = 100, MAXIMUM_SPACING = 16 };

unsigned network_spacing(const struct spec *spec)
{
	const struct speed *s = &speed[spec->family];
	unsigned clock = spec->clock_mhz != 0 ? spec->clock_mhz : DEFAULT_CLOCK_MHZ;
	double room = (1000.0 / clock - s->first) / s->each;

	if (spec->elements_between_registers != 0)
		return spec->elements_between_registers;
	return room < 1 ? 1 : room > MAXIMUM_SPACING ? MAXIMUM_SPACING : (unsigned)room;
}

/* More elements than these do not follow each other in the networks that were measured, however many may. */
enum { MOST_IN_A_ROW = 4 };

bool clock_is_fitted(const struct spec *spec)
{
	return spec->machine->clock[spec->family].first > 0;
}

/* The slowest path has some logic of the machine, elements, and wires as long as the area that the network takes is wide. */
static double fitted_ns(const struct network *net, const struct clock_fit *fit)
{
	struct cost cost = network_cost(net);
	double cells = (double)(cost.lut4 > cost.ff ? cost.lut4 : cost.ff);

	return fit->first + fit->element * fmin(net->elements_between_registers, MOST_IN_A_ROW) + fit->wire * sqrt(cells);
}

double predict_mhz(const struct network *net)
{
	const struct machine *machine = net->spec->machine;
	const struct speed *s = &speed[net->spec->family];
	unsigned known = machine->fastest_mhz[net->spec->family];

	if (clock_is_fitted(net->spec))
		return 1000 / fitted_ns(net, &machine->clock[net->spec->family]);
	return known ? known : 1000 / (s->first + s->each * net->elements_between_registers);
}
