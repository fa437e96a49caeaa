/* cost.c: what a rotor costs, by the terms in the header of rtl-templates/rotor/rotor.v. */
#include <stdlib.h>

#include "lower/builder.h"
#include "lower/cost.h"
#include "machines/rotor/rotor.h"
#include "parse/family.h"

struct cost rotor_cost(const struct network *net)
{
	const struct spec *spec = net->spec;
	struct instance i = { .module = (char []){ "rotor" } };

	rotor_set(spec, &i);
	struct cost cost = template_cost(cost_table_at_hand(spec->family), spec->family, &i, &(unsigned long){ 1 }, 1);

	free(i.parameter);
	cost.ram_bits = rotor_block_rams(spec) * spec->family->block_ram.bits;
	return cost;
}
