/* measures.c: Bay's quantities of a device: bounds of loads, delivery cycles and steps. */
#include "machines/area-universal/measures.h"

#include <math.h>

enum { LONGEST_WIRE_SIDES = 8, CYCLES_PER_LOAD = 4 };

/* Elements along the border of 2^doublings meshes: a square, or two squares side by side. */
static double border_of(unsigned side, unsigned doublings)
{
	double edge = ldexp(side, (int)(doublings / 2));

	return doublings % 2 == 0 ? 4 * edge : 6 * edge;
}

static struct device_depth depth_of(const struct device_parameters *own, unsigned k)
{
	struct device_depth d = {
		.capacity = own->capacity[k],
		.elements = ldexp((double)own->side * own->side, (int)(own->levels - k)),
		.border = border_of(own->side, own->levels - k),
		.chain = k < own->levels ? 2 * k : 0,
	};

	if (d.capacity > 0)
		d.load = d.border / d.capacity;
	if (d.capacity > 0 && own->area > 0)
		d.target_load = border_of(bay_lg(own->area), own->levels - k) / d.capacity;
	return d;
}

struct device_measures device_measures(const struct device_parameters *own)
{
	struct device_measures m = { .levels = own->levels, .hops = 2 * own->levels, .longest_wire = LONGEST_WIRE_SIDES * own->side };

	for (unsigned k = 0; k <= m.levels; k++) {
		m.depth[k] = depth_of(own, k);
		if (k > 0)
			m.load = fmax(m.load, m.depth[k].load);
	}
	m.cycles = (unsigned long)fmax(1, floor(CYCLES_PER_LOAD * m.load));
	return m;
}

unsigned long device_step_bound(const struct device_measures *m, unsigned latency)
{
	enum { BORDER_CLOCKS = 2 };	/* the wire is sampled, the in-register loaded */

	if (m->levels == 0)
		return m->longest_wire + 1;
	return m->longest_wire + (m->cycles - 1) + latency + BORDER_CLOCKS + m->longest_wire + 1;
}
