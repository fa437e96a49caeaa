/* proposals.h: parameter sets that a machine proposes for a number of ends. */
#ifndef FTC_NETWORK_PROPOSALS_H
#define FTC_NETWORK_PROPOSALS_H

#include <stdbool.h>
#include <stddef.h>

/* Each is the text of a parameter file, a line for each key, without payload-bits and without keys of the target. */
struct proposal {
	char *name;			/* [a-z0-9-]+, distinct: a file is named by it */
	char *keys;			/* "network: xgft\nchildren: [4, 4]\n.." */
};

struct proposals {
	unsigned ends;			/* in: leaves, or what else a network joins; at least 2 */
	unsigned payload_bits;		/* in: of each word; at least 1 */
	struct proposal *item;		/* out */
	size_t count;
};

/* Adds a parameter set; one of a name that is there already is not added again. `name` is copied; the format makes the
 * keys. */
void propose(struct proposals *list, const char *name, const char *format, ...) __attribute__((format(printf, 3, 4)));
void proposals_free(struct proposals *list);

/* A tree of switches: XGFT(h; children; parents). */
enum { MOST_SHAPE_LEVELS = 20 };
struct tree_shape {
	unsigned height;		/* h */
	unsigned children[MOST_SHAPE_LEVELS], parents[MOST_SHAPE_LEVELS];	/* leaves first */
	char *name;			/* "4x4-1x4": children, parents */
	char *lists;			/* "children: [4, 4]\nparents: [1, 4]\n" */
};
/* Calls `add` for each shape with so many leaves as the list has ends: nodes have as many children as each of `radices`
 * says (0 ends them), or fewer where the radix does not divide what is left; all links, half of them at the top, and a
 * quarter. A shape may come twice. */
void propose_trees(struct proposals *list, const unsigned *radices,
		   void (*add)(struct proposals *list, const struct tree_shape *shape));

#endif
