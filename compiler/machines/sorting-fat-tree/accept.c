/* accept.c: of what hardware can be made: of words that fit a bank. */
#include "machines/sorting-fat-tree/sorting_fat_tree.h"

#include "machines/columnsort.h"
#include "plan/plan.h"
#include "util/message.h"

bool sorting_fits_banks(const struct sorting_shape *s)
{
	for (unsigned i = 0; i < s->height; i++)
		if (s->level[i].bank_bits > MOST_BANK_BITS)
			return false;
	return true;
}

/* The most payload bits with which all banks are block RAMs; 0: not even with one. */
static unsigned most_payload(const struct spec *spec)
{
	struct spec less = *spec;

	while (--less.payload_bits > 0) {
		struct sorting_shape s = sorting_shape(&less);

		if (sorting_fits_banks(&s))
			break;
	}
	return less.payload_bits;
}

bool sorting_accept(const struct spec *spec)
{
	struct sorting_shape s = sorting_shape(spec);

	if (sorting_fits_banks(&s))
		return true;
	unsigned most = most_payload(spec);

	error("%s has words of %u bits, %u of them payload: expected a bank of each node to fit a block RAM of %d bits",
	      spec->source, s.up_bits, s.payload_bits, MOST_BANK_BITS);
	if (most > 0)
		return suggest("--set payload-bits=%u", most);
	return suggest("more batches, a greater mesh-side, or fewer leaves");
}
