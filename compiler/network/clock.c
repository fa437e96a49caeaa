/* clock.c: the clock of a network: how many elements may stand between registers for a wanted one, and which one is
 * reached. */
#include <math.h>
#include <string.h>

#include "network/cost.h"
#include "network/machine.h"
#include "network/prediction.h"
#include "parse/family.h"

enum { DEFAULT_CLOCK_MHZ = 100, MAXIMUM_SPACING = 16 };

unsigned network_wanted_mhz(const struct spec *spec)
{
	return spec->clock_mhz != 0 ? spec->clock_mhz : DEFAULT_CLOCK_MHZ;
}

unsigned network_spacing(const struct spec *spec)
{
	const struct family *f = spec->family;
	double room = f->element_ns > 0 ? (1000.0 / network_wanted_mhz(spec) - f->first_ns) / f->element_ns : 1;

	if (spec->elements_between_registers != 0)
		return spec->elements_between_registers;
	return room < 1 ? 1 : room > MAXIMUM_SPACING ? MAXIMUM_SPACING : (unsigned)room;
}

/* More elements than these do not follow each other in the networks that were measured, however many may. */
enum { MOST_IN_A_ROW = 4 };

const struct machine_clock *machine_clock(const struct machine *machine, const struct family *family)
{
	static const struct machine_clock unknown = { 0 };

	for (unsigned i = 0; i < MEASURED && machine->board.clock[i].family; i++)
		if (strcmp(machine->board.clock[i].family, family->word) == 0)
			return &machine->board.clock[i];
	return &unknown;
}

bool clock_is_fitted(const struct spec *spec)
{
	return machine_clock(spec->machine, spec->family)->fit.first > 0;
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
	const struct family *f = net->spec->family;
	const struct machine_clock *known = machine_clock(net->spec->machine, f);

	if (clock_is_fitted(net->spec))
		return 1000 / fitted_ns(net, &known->fit);
	if (known->fastest_mhz > 0 || f->element_ns == 0)
		return known->fastest_mhz;
	return 1000 / (f->first_ns + f->element_ns * net->elements_between_registers);
}
