/* points.c: the fat-trees that `ftc explore` compares. */
#include "machines/fat-tree/fat_tree.h"
#include "machines/fat_tree_common.h"
#include "network/proposals.h"

#include <stdlib.h>

#include "util/text.h"

static void propose_fat_tree(struct proposals *list, unsigned root, unsigned connections, unsigned elements)
{
	char *many = connections > 1 ? format_string("-connections%u", connections) : copy_string("");
	char *name = format_string("fat-tree-w%u%s-e%u", root, many, elements);
	char *keys = connections > 1 ? format_string("connections: %u\n", connections) : copy_string("");

	propose(list, name, "network: fat-tree\nleaves: %u\nroot-capacity: %u\n%selements-between-registers: %u\n", list->ends,
		root, keys, elements);
	free(keys);
	free(name);
	free(many);
}

/* From full bisection down to the least universal fat-tree, and full bisection with two wires to a leaf. The most
 * registers make the fastest clock, fewer the smallest network. */
void fat_tree_propose(struct proposals *list)
{
	static const unsigned elements[] = { 1, 3 };
	unsigned least = fat_tree_least_universal(list->ends);

	for (size_t i = 0; i < sizeof elements / sizeof *elements; i++) {
		for (unsigned root = list->ends; root >= least; root /= 2)
			propose_fat_tree(list, root, 1, elements[i]);
		propose_fat_tree(list, least, 1, elements[i]);
		if (list->ends > 2)
			propose_fat_tree(list, 2 * list->ends, 2, elements[i]);
	}
}
