/* machines.c: the table of all kinds of network. A new machine adds its kinds here. */
#include "machines/area-universal/area_universal.h"
#include "machines/batched/batched.h"
#include "machines/fat-tree/fat_tree.h"
#include "machines/flexible-sorter/flexible_sorter.h"
#include "machines/generalized/generalized.h"
#include "machines/hypertree/hypertree.h"
#include "machines/lanes/lanes.h"
#include "machines/off-line/off_line.h"
#include "machines/sorter/sorter.h"
#include "machines/sorting-fat-tree/sorting_fat_tree.h"

const struct kind *const network_kinds[] = {
	&fat_tree_kind,
	&sorter_kind,
	&flexible_sorter_kind,
	&xgft_kind,
	&gft_kind,
	&cm_5_kind,
	&pruned_butterfly_kind,
	&sorting_fat_tree_kind,
	&area_universal_kind,
	&hypertree_kinds[HYPERTREE_1],
	&hypertree_kinds[HYPERTREE_2],
	&hypertree_kinds[FULL_RING],
	&hypertree_kinds[HALF_RING],
	&hypertree_kinds[BINARY_TREE],
	0,
};

/* Those of which `ftc explore` compares networks. */
const struct machine *const network_machines[] = {
	&lanes_machine,
	&fat_tree_machine,
	&off_line_machine,
	&generalized_machine,
	&batched_machine,
	&hypertree_machine,
	0,
};
