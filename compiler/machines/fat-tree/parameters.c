/* parameters.c: what an on-line fat-tree can have. */
#include "machines/fat-tree/fat_tree.h"
#include "machines/fat_tree_common.h"
#include "machines/fat_tree_faults.h"
#include "machines/tree.h"

/* Streams at the root would offer words on wires of its channel that are dead. */
static bool check_root_wires(const struct request *q)
{
	const struct entry *entry = given(q, &root_interface_key);

	if (!has_dead_wires(q->spec) || !q->spec->external || q->spec->root_interface == LEAF_WIRES)
		return true;
	error_at(entry->value_at, "root-interface is %s, and wires may be dead: expected wires, as a stream does not go round a dead "
				  "wire of the root's channel", root_interface_key.words[q->spec->root_interface]);
	suggest_value(entry, "wires");
	return false;
}

bool fat_tree_read(const struct request *q)
{
	set_tree_leaf(q->spec);
	return fat_tree_check(q, 1) && read_wire_faults(q) && check_root_wires(q);
}
