/* fat_tree_kind.c: the keys of Leiserson's fat-tree (1985, sections II and IV). */
#include "machines/fat_tree_common.h"
#include "machines/fat_tree_faults.h"

#include "machines/link_end.h"
#include "machines/schedule_keys.h"
#include "machines/tree.h"
#include "network/machine.h"
#include "parse/kind.h"
#include "plan/partial.h"

static unsigned levels_of(unsigned leaves)
{
	unsigned levels = 0;

	while ((1u << levels) < leaves)
		levels++;
	return levels;
}

/* Partial concentrators find no matching by themselves. If messages that fit are lost, acknowledgements are lost,
 * too (docs/papers/concentrators.md). */
static bool check_partial(const struct request *q)
{
	const struct spec *spec = q->spec;
	const struct entry *entry = given(q, &concentrator_key);

	if (spec->concentrator != CONCENTRATOR_PARTIAL)
		return true;
	if (fat_tree_widest(spec) > PARTIAL_MAXIMUM_INPUTS)
		error_at(entry->items[0].at,
			 "concentrator is partial, and one has %u inputs: expected at most %d, or auto, batcher or "
			 "butterfly",
			 fat_tree_widest(spec), PARTIAL_MAXIMUM_INPUTS);
	else if (spec->switching == SWITCHING_OFF_LINE)
		return true;
	else
		error_at(entry->items[0].at,
			 "concentrator is partial, which needs settings that are made in advance: expected auto, "
			 "batcher or butterfly, or switching: off-line");
	suggest_value(entry, "auto");
	return false;
}

/* The wires of all channels, each way. */
static uint64_t channel_wires(const struct spec *spec)
{
	uint64_t wires = 0;

	for (unsigned k = 1; k <= spec->levels; k++) {
		unsigned below = 1u << (spec->levels - k), channels = (spec->leaves + below - 1) / below;

		wires += (uint64_t)channels * spec->capacity[k];
	}
	return wires;
}

static const struct key external_key = {
	.name = "external", .type = KEY_FLAG, .field = offsetof(struct spec, external),
	.help = "Makes the root's channel a port to the outside.",
};

static const struct key *const keys[] = {
	KEYS_FIRST, &leaves_key, &root_capacity_key, &capacities_key, &volume_key, &connections_key, &external_key, &root_interface_key, KEYS_LINK, &tree_lanes_key,
	&packet_key, &switching_key, &settings_key, KEYS_SCHEDULE, &fat_tree_faults_key, &fat_tree_fault_registers_key, KEYS_TREE,
	KEYS_HARDWARE,
	NULL
};

bool fat_tree_check(const struct request *q, unsigned lanes)
{
	return check_root(q) && check_turns(q) && check_partial(q) && check_widths(q, lanes, channel_wires(q->spec));
}

static bool read_fat_tree(const struct request *q)
{
	q->spec->levels = levels_of(q->spec->leaves);
	return read_capacities(q) && bus_read(q, 0) && check_packet(q) && check_on_line(q) && machine_read(q) && check_streams(q);
}

static void warn_of_fat_tree(const struct request *q)
{
	warn_about_capacities(q);
	warn_of_dead_leaves(q);
}

static const struct machine_choice choices[] = {
	CHOICE_OF_LANES,
	CHOICE_OF_SCHEDULE("off-line", switching_key),
	{ .machine = "fat-tree" },
};

const struct kind fat_tree_kind = {
	.word = "fat-tree", .name = "fat_tree", .keys = keys, .choices = choices, .read = read_fat_tree,
	.warn = warn_of_fat_tree,
};
