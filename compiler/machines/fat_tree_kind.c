/* fat_tree_kind.c: the keys of Leiserson's fat-tree (1985, sections II and IV). */
#include "machines/fat_tree_common.h"
#include "machines/fat_tree_faults.h"

#include "machines/link_end.h"
#include "machines/tree.h"
#include "network/machine.h"
#include "parse/kind.h"
#include "plan/partial.h"

static const char *const switching_words[] = {
	[SWITCHING_ON_LINE] = "on-line", [SWITCHING_OFF_LINE] = "off-line", NULL
};

static bool is_off_line(const struct spec *spec)
{
	return spec->switching == SWITCHING_OFF_LINE;
}

static json_t *schedule_value(const struct spec *spec)
{
	return spec->schedule_name ? json_string(spec->schedule_name) : NULL;
}

static const struct key switching_key = {
	.name = "switching", .type = KEY_WORD, .field = offsetof(struct spec, switching), .words = switching_words,
	.preset = SWITCHING_ON_LINE, .serial = "switches decide in each slot",
	.help = "When the switches are set: by the messages as they pass, or in advance.",
};
static const char *const settings_words[] = { [SETTINGS_RAM] = "ram", [SETTINGS_IN_BAND] = "in-band", NULL };
static const struct key settings_key = {
	.name = "settings", .type = KEY_WORD, .has = is_off_line, .field = offsetof(struct spec, settings), .words = settings_words,
	.preset = SETTINGS_RAM, .help = "Off-line: what sets the switches: a RAM for all of them, or the messages that pass.",
};
const struct key schedule_key = {
	.name = "schedule", .type = KEY_OWN, .has = is_off_line, .value = schedule_value, .takes = "name of a file",
	.otherwise = "must be given, unless `settings-port` is `true`",
	.help = "Off-line: the schedule that the network plays.",
};
static const struct key schedule_cycles_key = {
	.name = "schedule-cycles", .type = KEY_NUMBER_OR_AUTO, .has = is_off_line,
	.field = offsetof(struct spec, schedule_cycles), .low = 1, .high = MAXIMUM_SCHEDULE_CYCLES, .unit = "cycles",
	.help = "Off-line: the delivery cycles that the settings' RAM holds; `auto`: those of the schedule.",
	.size = true,
};
static const struct key settings_port_key = {
	.name = "settings-port", .type = KEY_FLAG, .has = is_off_line, .field = offsetof(struct spec, settings_port),
	.help = "Off-line: adds a port to write settings at run time.",
};

static unsigned levels_of(unsigned leaves)
{
	unsigned levels = 0;

	while ((1u << levels) < leaves)
		levels++;
	return levels;
}

/* Partial concentrators find no matching by themselves. If messages that fit are lost, acknowledgements are lost,
 * too (docs/concentrators.md). */
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
	.serial = "words turn at roots, and none goes further",
	.help = "Makes the root's own channel a port, the way to the world outside.",
};

static const struct key *const keys[] = {
	KEYS_FIRST, &leaves_key, &root_capacity_key, &capacities_key, &connections_key, &external_key, &root_interface_key, KEYS_LINK, &tree_lanes_key,
	&packet_key, &switching_key, &settings_key, &schedule_key, &schedule_cycles_key, &settings_port_key,
	&fat_tree_faults_key, &fat_tree_fault_registers_key, KEYS_TREE, KEYS_HARDWARE,
	NULL
};

bool fat_tree_check(const struct request *q, unsigned lanes)
{
	return check_root(q) && check_turns(q) && check_partial(q) && check_widths(q, lanes, channel_wires(q->spec));
}

/* Refuses keys for off-line networks only. False after a message. */
static bool check_on_line(const struct request *q)
{
	if (is_off_line(q->spec))
		return true;
	for (const struct key *const *key = q->spec->kind->keys; *key; key++) {
		const struct entry *entry = (*key)->has == is_off_line ? given(q, *key) : NULL;

		if (!entry)
			continue;
		error_at(entry->key_at,
			 "%s has no meaning where messages set the switches themselves: expected switching: off-line",
			 entry->key);
		suggest("switching: off-line");
		return false;
	}
	return true;
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
	{ .machine = "off-line", .key = &switching_key, .value = SWITCHING_OFF_LINE },
	{ .machine = "fat-tree" },
};

const struct kind fat_tree_kind = {
	.word = "fat-tree", .name = "fat_tree", .keys = keys, .choices = choices, .read = read_fat_tree,
	.warn = warn_of_fat_tree,
};
