/* machines.c: the tables of all kinds of network, and of the machines that this ftc was built with. A new machine adds its
 * rows here. */
#include "machines/area-universal/area_universal.h"
#include "machines/batched/batched.h"
#include "machines/fat-tree/fat_tree.h"
#include "machines/fat_tree_common.h"
#include "machines/flexible-sorter/flexible_sorter.h"
#include "machines/generalized/generalized.h"
#include "machines/hypertree/hypertree.h"
#include "machines/lanes/lanes.h"
#include "machines/link/link.h"
#include "machines/off-line/off_line.h"
#include "machines/phased/phased.h"
#include "machines/rotor/rotor.h"
#include "machines/sorter/sorter.h"
#include "machines/sorting-fat-tree/sorting_fat_tree.h"
#include "machines/xgft_kinds.h"

/* A kind of which only the name is known: its machine was not built. */
#define UNBUILT_KIND(word_, folder) \
	&(const struct kind){ .word = word_, .keys = (const struct key *const[]){ NULL }, \
			      .choices = &(const struct machine_choice){ .machine = folder } }

/* meson.build makes it. SORTER_KIND(constant, word) is the row of a kind that only the sorter builds, and
 * SORTER_MACHINE(constant) the row of the machine. */
#include "machines/built.h"

const struct kind *const network_kinds[] = {
	&fat_tree_kind,
	SORTER_KIND(sorter_kind, "sorter"),
	FLEXIBLE_SORTER_KIND(flexible_sorter_kind, "flexible-sorter"),
	&xgft_kind,
	&gft_kind,
	&cm_5_kind,
	&pruned_butterfly_kind,
	SORTING_FAT_TREE_KIND(sorting_fat_tree_kind, "sorting-fat-tree"),
	AREA_UNIVERSAL_KIND(area_universal_kind, "area-universal"),
	HYPERTREE_KIND(hypertree_kinds[HYPERTREE_1], "hypertree-1"),
	HYPERTREE_KIND(hypertree_kinds[HYPERTREE_2], "hypertree-2"),
	HYPERTREE_KIND(hypertree_kinds[FULL_RING], "full-ring"),
	HYPERTREE_KIND(hypertree_kinds[HALF_RING], "half-ring"),
	HYPERTREE_KIND(hypertree_kinds[BINARY_TREE], "binary-tree"),
	ROTOR_KIND(rotor_kind, "rotor"),
	LINK_KIND(link_kind, "link"),
	0,
};

const struct machine *const network_machines[] = {
	LANES_MACHINE(lanes_machine)
	FAT_TREE_MACHINE(fat_tree_machine)
	OFF_LINE_MACHINE(off_line_machine)
	GENERALIZED_MACHINE(generalized_machine)
	PHASED_MACHINE(phased_machine)
	BATCHED_MACHINE(batched_machine)
	HYPERTREE_MACHINE(hypertree_machine)
	ROTOR_MACHINE(rotor_machine)
	SORTER_MACHINE(sorter_machine)
	FLEXIBLE_SORTER_MACHINE(flexible_machine)
	SORTING_FAT_TREE_MACHINE(sorting_machine)
	AREA_UNIVERSAL_MACHINE(area_universal_machine)
	LINK_MACHINE(link_machine)
	0,
};
