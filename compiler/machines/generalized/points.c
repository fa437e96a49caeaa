/* points.c: the generalized fat trees on serial wires that `ftc explore` compares. */
#include "machines/generalized/generalized.h"
#include "machines/xgft_kinds.h"
#include "network/proposals.h"

#include <stdlib.h>

#include "util/text.h"

enum { ELEMENTS = 1 };		/* between registers, for the fastest clock */

static void add_tree(struct proposals *list, const struct tree_shape *shape)
{
	char *name = format_string("xgft-%s-serial", shape->name);

	propose(list, name, "network: xgft\n%selements-between-registers: %d\n", shape->lists, ELEMENTS);
	free(name);
}

static void add_named(struct proposals *list, const struct kind *kind)
{
	char *name = format_string("%s-serial", kind->word);

	propose(list, name, "network: %s\nleaves: %u\nelements-between-registers: %d\n", kind->word, list->ends, ELEMENTS);
	free(name);
}

void generalized_propose(struct proposals *list)
{
	static const unsigned radices[] = { 2, 4, 8, 0 };

	propose_trees(list, radices, add_tree);
	if (log4_of(list->ends) > 0) {
		add_named(list, &cm_5_kind);
		add_named(list, &pruned_butterfly_kind);
	}
}
