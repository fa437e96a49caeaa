/* parameters.c: what an on-line fat-tree can have. */
#include "machines/fat-tree/fat_tree.h"
#include "machines/fat_tree_common.h"
#include "machines/fat_tree_faults.h"
#include "machines/tree.h"

bool fat_tree_read(const struct request *q)
{
	set_tree_leaf(q->spec);
	return fat_tree_check(q, 1) && read_wire_faults(q);
}
