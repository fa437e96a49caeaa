/* accept.c: of what hardware can be made: of words that fit a bank. */
#include "machines/sorting-fat-tree/sorting_fat_tree.h"

#include "machines/flexible-sorter/flexible_sorter.h"
#include "plan/plan.h"
#include "util/message.h"

/* The most payload bits with which all banks are block RAMs; -1: not even without any. */
static long most_payload(const struct sorting_shape *s)
{
	unsigned places = 1;

	for (unsigned i = 0; i < s->height; i++) {
		const struct sorting_level *l = &s->level[i];

		places = l->x_places > places ? l->x_places : places;
		places = l->y_places > places ? l->y_places : places;
	}
	return (MOST_BANK_BITS >> digit_bits(places)) - ((long)s->up_bits - s->payload_bits);
}

bool sorting_accept(const struct spec *spec)
{
	struct sorting_shape s = sorting_shape(spec);
	long most = most_payload(&s);

	if ((long)s.payload_bits > most) {
		error("%s has words of %u bits, %u of them payload: expected a bank of each node to fit a block RAM of %d bits",
		      spec->source, s.up_bits, s.payload_bits, MOST_BANK_BITS);
		if (most > 0)
			return suggest("--set payload-bits=%ld", most);
		return suggest("more batches, a greater mesh-side, or fewer leaves");
	}
	return true;
}
