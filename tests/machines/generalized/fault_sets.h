/* fault_sets.h: what of an XGFT can die, and all sets of so many of these parts. */
#ifndef XGFT_TEST_FAULT_SETS_H
#define XGFT_TEST_FAULT_SETS_H

#include "machines/xgft.h"
#include "util/text.h"

/* Every node above the leaves and every link, as faults, from the leaves up: a fresh array of *count. */
static inline struct fault *all_parts(const struct spec *spec, unsigned *count)
{
	struct fault *all = allocate_array(xgft_all_nodes(spec) + xgft_all_links(spec), sizeof *all);

	*count = 0;
	for (unsigned l = 0; l <= spec->height; l++)
		for (unsigned i = 0; i < spec->level_nodes[l]; i++) {
			if (l > 0)
				all[(*count)++] = (struct fault){ .level = l, .index = i };
			for (unsigned p = 0; l < spec->height && p < spec->parents[l + 1]; p++)
				all[(*count)++] = (struct fault){ .is_link = true, .level = l, .index = i,
								  .parent = p };
		}
	return all;
}

/* How many sets of `size` numbers below `count` there are. */
static inline unsigned long sets_of(unsigned size, unsigned count)
{
	unsigned long sets = 1;

	for (unsigned i = 0; i < size; i++)
		sets = sets * (count - i) / (i + 1);
	return sets;
}

/* The first of them, 0, 1, .. */
static inline void first_set(unsigned *set, unsigned size)
{
	for (unsigned i = 0; i < size; i++)
		set[i] = i;
}

/* The next one, its numbers in ascending order; false after the last. */
static inline bool next_set(unsigned *set, unsigned size, unsigned count)
{
	unsigned i = size;

	while (i > 0 && set[i - 1] == count - size + i - 1)
		i--;
	if (i == 0)
		return false;
	set[i - 1]++;
	for (; i < size; i++)
		set[i] = set[i - 1] + 1;
	return true;
}

#endif
