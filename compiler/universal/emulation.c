/* emulation.c: fixed-connection networks on a fat-tree, one step per delivery cycle. */
#include "universal/emulation.h"

/* The least w >= `w` whose universal fat-tree has the capacity at that level; 0: none. */
static unsigned widen(const struct spec *spec, unsigned level, unsigned capacity, unsigned w)
{
	unsigned low = w, high = spec->connections * spec->leaves;

	if (spec_universal_capacity(spec, high, level) < capacity)
		return 0;
	while (low < high) {
		unsigned middle = low + (high - low) / 2;

		if (spec_universal_capacity(spec, middle, level) >= capacity)
			high = middle;
		else
			low = middle + 1;
	}
	return low;
}

static struct spec changed(const struct emulation *emulation, const struct spec *spec)
{
	struct spec result = *spec;

	result.root_capacity = 0;
	for (unsigned k = 1; k <= spec->levels; k++)
		result.capacity[k] = emulation->capacity[k];
	if (!spec->external)
		result.capacity[0] = 0;
	result.connections = result.capacity[spec->levels];
	return result;
}

void emulation_find(struct emulation *e, const struct universality *u, enum identification way)
{
	unsigned levels = u->spec->levels;
	struct spec spec;

	*e = (struct emulation){ .one_cycle = true, .root_capacity = 1 };
	for (unsigned k = 1; k <= levels; k++) {
		uint64_t out = u->level[k].out[way];

		e->one_cycle &= out <= u->level[k].capacity;
		e->capacity[k] = out ? (unsigned)out : 1;
	}
	e->too_wide = e->capacity[levels] > MAXIMUM_CONNECTIONS;
	spec = changed(e, u->spec);
	for (unsigned k = 1; k < levels && e->root_capacity && !e->too_wide; k++)
		e->root_capacity = widen(&spec, k, e->capacity[k], e->root_capacity);
}

void emulation_parameters(const struct emulation *emulation, const struct spec *spec, struct text *out)
{
	struct spec result = changed(emulation, spec);

	spec_print(&result, out);
}
