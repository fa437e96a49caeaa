/* parameters.c: the parameters of Leiserson's fat-tree (1985, sections II and IV). */
#include "machines/fat-tree/fat_tree.h"
#include "machines/lanes/lanes.h"
#include "machines/off-line/off_line.h"
#include "machines/tree.h"
#include "plan/partial.h"

static unsigned levels_of(unsigned leaves)
{
	unsigned levels = 0;

	while ((1u << levels) < leaves)
		levels++;
	return levels;
}

/* Inputs of the widest concentrator. */
static unsigned widest_concentrator(const struct spec *spec)
{
	unsigned widest = 0;

	for (unsigned k = 0; k < spec->levels; k++) {
		unsigned above = k > 0 || spec->external ? spec->capacity[k] : 0, below = spec->capacity[k + 1];
		unsigned inputs = below + (above > below ? above : below);

		if (inputs > widest)
			widest = inputs;
	}
	return widest;
}

/* Partial concentrators find no matching by themselves. If messages that fit are lost, acknowledgements are lost,
 * too (docs/concentrators.md). */
static bool check_partial(const struct request *q)
{
	const struct spec *spec = q->spec;
	const struct entry *entry = given(q, &concentrator_key);

	if (spec->concentrator != CONCENTRATOR_PARTIAL)
		return true;
	if (widest_concentrator(spec) > PARTIAL_MAXIMUM_INPUTS)
		error_at(entry->items[0].at,
			 "concentrator is partial, and one has %u inputs: expected at most %d, or auto, batcher or "
			 "butterfly",
			 widest_concentrator(spec), PARTIAL_MAXIMUM_INPUTS);
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
	.serial = "words turn at roots, and none goes further",
	.help = "Makes the root's own channel a port, the way to the world outside.",
};

const struct key *const fat_tree_keys[] = {
	KEYS_FIRST, &leaves_key, &root_capacity_key, &capacities_key, &connections_key, &external_key, &tree_lanes_key,
	&packet_key, KEYS_OFF_LINE, KEYS_TREE, KEYS_HARDWARE, NULL
};

bool read_fat_tree(const struct request *q)
{
	struct spec *spec = q->spec;

	spec->levels = levels_of(spec->leaves);
	spec->machine = &fat_tree_machine;
	set_tree_leaf(spec);
	if (!read_capacities(q))
		return false;
	if (spec->lanes != 1)
		return lanes_read(q) && read_off_line(q) && check_streams(q);
	return check_packet(q) && read_off_line(q) && check_turns(q) && check_partial(q)
	       && check_widths(q, spec->machine == &off_line_machine ? spec->connections : 1, channel_wires(spec))
	       && check_streams(q);
}
