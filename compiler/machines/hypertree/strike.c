/* strike.c: what dies while a simulation runs, as bits of the fault register. */
#include <stdlib.h>
#include <string.h>

#include "machines/hypertree/hypertree.h"
#include "network/network.h"
#include "util/text.h"

/* Reads faults joined by '+'. */
static bool read_faults(const struct hypertree *h, const char *place, const char *faults, struct hypertree_parameters *own)
{
	char *copy = copy_string(faults), *rest = *faults ? copy : NULL;
	struct place at = { .file = place };
	bool good = true;

	own->fault_count = 0;
	while (good && rest) {
		struct value value = { .text = strsep(&rest, "+"), .at = at };
		struct hypertree_part fault;

		good = hypertree_read_fault(h, &value, &fault);
		if (good)
			hypertree_add_fault(own, fault, (struct fault_place){0});
	}
	free(copy);
	return good && hypertree_check_living(own, at);
}

static void set_bits(const struct hypertree *h, const struct hypertree_parameters *own, struct strike *strike)
{
	struct hypertree_part part[MOST_HYPERTREE_PARTS];

	strike->bits = hypertree_parts(h, part);
	strike->dead = allocate_array(strike->bits, sizeof *strike->dead);
	for (unsigned k = 0; k < own->fault_count; k++) {
		for (unsigned i = 0; i < strike->bits; i++)
			if (part[i].node == own->fault[k].node && part[i].other == own->fault[k].other)
				strike->dead[i] = true;
		strike->ends_die = strike->ends_die || !own->fault[k].other;
	}
}

bool hypertree_strike(const struct network *net, const char *place, const char *faults, struct strike *strike)
{
	struct hypertree *h = hypertree_of(net->spec);
	struct hypertree_parameters own = *hypertree_parameters(net->spec);
	struct spec struck = *net->spec;

	struck.own = &own;
	bool good = read_faults(h, place, faults, &own) && (own.fault_count == 0 || hypertree_accept_faults(&struck, place));

	*strike = (struct strike){0};
	if (good)
		set_bits(h, &own, strike);
	hypertree_free(h);
	return good;
}
