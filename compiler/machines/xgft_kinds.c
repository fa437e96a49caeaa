/* xgft_kinds.c: the keys of an extended generalized fat tree XGFT(h; m_1..m_h; w_1..w_h) (Oehring et al. 1995), under
 * three names: xgft, gft, cm-5. See pruned_butterfly_kind.c for the fourth.
 *
 * In: `children` and `parents`, as lists (xgft) or numbers (gft); or `leaves` of a network that is an XGFT under
 * another name (cm-5). Out: height, children, parents and the nodes of each level, all within the limits. */
#include "machines/xgft_kinds.h"

#include <stdlib.h>

#include "machines/schedule_keys.h"
#include "machines/tree.h"
#include "machines/xgft_paper.h"
#include "network/machine.h"
#include "parse/kind.h"
#include "util/json.h"
#include "util/message.h"

const char *const up_routing_words[] = {
	[UP_ROUTING_DESTINATION] = "destination", [UP_ROUTING_SOURCE] = "source", [UP_ROUTING_RANDOM] = "random",
	[UP_ROUTING_FIRST_FREE] = "first-free", [UP_ROUTING_GIVEN] = "given", NULL
};

static json_t *height_value(const struct spec *spec)
{
	return json_integer(spec->height);
}

static json_t *children_value(const struct spec *spec)
{
	return json_list(spec->children + 1, spec->height);
}

static json_t *parents_value(const struct spec *spec)
{
	return json_list(spec->parents + 1, spec->height);
}

/* The keys that define the tree of each kind. */
static const struct key list_height_key = {
	.name = "height", .type = KEY_OWN, .value = height_value, .low = 1, .high = MAXIMUM_LEVELS, .takes = "1 .. 20",
	.otherwise = "the length of `children`", .help = "Number of levels above the leaves.",
};
static const struct key list_children_key = {
	.name = "children", .type = KEY_OWN, .value = children_value, .takes = "list, one per level",
	.required = "how many children the nodes of each level have, level 1 first", .example = "[4, 4]",
	.help = "Children per node on each level, leaves first.",
};
static const struct key list_parents_key = {
	.name = "parents", .type = KEY_OWN, .value = parents_value, .takes = "list, one per level",
	.required = "how many parents the nodes of each level have, leaves first", .example = "[2, 2]",
	.help = "Parents per node on each level, leaves first.",
};
static const struct key height_key = {
	.name = "height", .type = KEY_NUMBER, .field = offsetof(struct spec, height), .low = 1, .high = MAXIMUM_LEVELS,
	.required = "the number of levels above the leaves, from 1 to 20", .example = "2",
	.help = "Number of levels above the leaves.",
};
static const struct key children_key = {
	.name = "children", .type = KEY_NUMBER, .field = offsetof(struct spec, children[1]), .low = 1,
	.high = MAXIMUM_LEAVES, .required = "how many children every node above the leaves has", .example = "4",
	.help = "Children of every node above the leaves.",
};
static const struct key parents_key = {
	.name = "parents", .type = KEY_NUMBER, .field = offsetof(struct spec, parents[1]), .low = 1,
	.high = MAXIMUM_PARENTS, .required = "how many parents every node below the roots has", .example = "2",
	.help = "Parents of every node below the roots.",
};
static const struct key power_of_4_key = {
	.name = "leaves", .type = KEY_NUMBER, .field = offsetof(struct spec, leaves), .low = 4, .high = MAXIMUM_LEAVES,
	.required = "the number of leaves, a power of 4 from 4 to 1048576", .example = "16",
	.takes = "4, 16, 64 .. 1048576", .help = "Number of leaves.",
	.size = true,
};

/* The keys of all kinds. */
const struct key link_width_key = {
	.name = "link-width", .type = KEY_NUMBER, .field = offsetof(struct spec, link_width), .low = 1,
	.high = MAXIMUM_LINK_WIDTH, .preset = 1, .serial = "a link is one wire of several lanes",
	.help = "Wires of a link between a node and one of its parents.",
};
const struct key up_routing_key = {
	.name = "up-routing", .type = KEY_WORD, .field = offsetof(struct spec, up_routing), .words = up_routing_words,
	.preset = UP_ROUTING_DESTINATION, .serial = "the sender's place decides by which parents a word climbs",
	.help = "What selects the parents on a message's way up.",
};
static bool words_bring_ways(const struct spec *spec)
{
	return spec->up_routing == UP_ROUTING_GIVEN;
}

const struct key phase_slots_key = {
	.name = "phase-slots", .type = KEY_NUMBER, .field = offsetof(struct spec, phase_slots), .low = 1,
	.high = MAXIMUM_PHASE_SLOTS, .has = words_bring_ways, .otherwise = "1",
	.serial = "the sender's place decides by which parents a word climbs",
	.help = "With `up-routing: given`: slots per round; each word waits for its slot.",
};
const struct key fault_registers_key = {
	.name = "fault-registers", .type = KEY_FLAG, .field = offsetof(struct spec, fault_registers),
	.serial = "there is one way for each pair of leaves",
	.help = "Lets links be marked dead or alive at run time.",
};
const struct key broadcast_every_key = {
	.name = "broadcast-every", .type = KEY_NUMBER, .field = offsetof(struct spec, broadcast_every),
	.high = MAXIMUM_BROADCAST_EVERY, .takes = "0, 2 .. 64 slots", .otherwise = "0: no broadcasts",
	.serial = "a word goes to one leaf",
	.help = "One frame slot in this many is for broadcasts.",
};
static const char *const broadcast_trees_words[] = { [BROADCAST_BY_ONE] = "one", [BROADCAST_BY_ALL] = "all", NULL };
static bool has_broadcasts(const struct spec *spec)
{
	return spec->broadcast_every > 0;
}

const struct key broadcast_trees_key = {
	.name = "broadcast-trees", .type = KEY_WORD, .has = has_broadcasts, .field = offsetof(struct spec, broadcast_trees),
	.words = broadcast_trees_words, .serial = "a word goes to one leaf",
	.help = "Spanning trees used in a broadcast slot: `one`, or `all`, each with its own broadcast.",
};

static const struct key *const xgft_keys[] = {
	KEYS_FIRST, &list_height_key, &list_children_key, &list_parents_key, KEYS_XGFT
};
static const struct key *const gft_keys[] = { KEYS_FIRST, &height_key, &children_key, &parents_key, KEYS_XGFT };
static const struct key *const cm_5_keys[] = { KEYS_FIRST, &power_of_4_key, KEYS_XGFT };

/* Reads one of the two lists. Its numbers are for levels 1 .. *count. */
static bool read_level_list(const struct request *q, const struct key *key, unsigned long most, unsigned *numbers,
			    unsigned *count)
{
	const struct entry *entry = given(q, key);
	static const unsigned example[] = { 4, 4 };

	if (!entry->is_list || entry->count < 1 || entry->count > MAXIMUM_LEVELS) {
		char *found = entry->is_list ? format_string("%s has %zu numbers", entry->key, entry->count)
					     : format_string("%s is no list", entry->key);
		error_at(entry->value_at, "%s: expected a list of 1 to %d numbers, one for each level, leaves first",
			 found, MAXIMUM_LEVELS);
		free(found);
		suggest_list(entry, example, 2);
		return false;
	}
	*count = (unsigned)entry->count;
	for (unsigned i = 1; i <= *count; i++) {
		char *what = format_string("the number of %s of level %u", key->name,
					   key == &list_children_key ? i : i - 1);
		bool good = read_item(entry, i - 1, what, 1, most, &numbers[i]);
		free(what);
		if (!good)
			return false;
	}
	return true;
}

/* Reports that `parents` and `children` differ in length; suggests `parents` cut off or with its last number
 * repeated. */
static bool wrong_length(const struct request *q, unsigned found)
{
	const struct entry *children = given(q, &list_children_key), *parents = given(q, &list_parents_key);
	struct spec *spec = q->spec;
	char *place = where(children);

	error_at(parents->value_at,
		 "parents has %u number%s, but children in %s has %u: expected as many, one for each level", found,
		 found == 1 ? "" : "s", place, spec->height);
	for (unsigned i = found + 1; i <= spec->height; i++)
		spec->parents[i] = spec->parents[found];
	suggest_list(parents, spec->parents + 1, spec->height);
	free(place);
	return false;
}

static bool read_lists(const struct request *q)
{
	const struct entry *height = given(q, &list_height_key);
	struct spec *spec = q->spec;
	unsigned parents_given, height_given;

	if (!read_level_list(q, &list_children_key, MAXIMUM_LEAVES, spec->children, &spec->height)
	    || !read_level_list(q, &list_parents_key, MAXIMUM_PARENTS, spec->parents, &parents_given))
		return false;
	if (parents_given != spec->height)
		return wrong_length(q, parents_given);
	height_given = spec->height;
	if (!read_number(q, &list_height_key, 1, MAXIMUM_LEVELS, &height_given))
		return false;
	if (height_given == spec->height)
		return true;
	char *place = where(given(q, &list_children_key)), *value = format_string("%u", spec->height);
	error_at(height->value_at,
		 "height is %u, but children has %u number%s in %s: expected as many as levels above the leaves",
		 height_given, spec->height, spec->height == 1 ? "" : "s", place);
	suggest_value(height, value);
	free(value);
	free(place);
	return false;
}

/* Whether one number gives the children of all levels, and one the parents. */
static bool has_constants(const struct spec *spec)
{
	return key_of(spec->kind, height_key.name) == &height_key;
}

static bool read_constants(const struct request *q)
{
	struct spec *spec = q->spec;

	for (unsigned i = 2; i <= spec->height; i++) {
		spec->children[i] = spec->children[1];
		spec->parents[i] = spec->parents[1];
	}
	return true;
}

unsigned log4_of(unsigned leaves)
{
	unsigned power = 0;

	while (leaves % 4 == 0) {
		leaves /= 4;
		power++;
	}
	return leaves == 1 ? power : 0;
}

/* The power of 4 in 4 .. MAXIMUM_LEAVES nearest to `wanted`. */
static unsigned nearest_power_of_4(unsigned long wanted)
{
	unsigned power = 4;

	while (power < MAXIMUM_LEAVES && wanted > power + 3ul * power / 2)
		power *= 4;
	return power;
}

bool read_power_of_4(const struct request *q, const char *when, unsigned *power)
{
	const struct entry *entry = given(q, &power_of_4_key);	/* or another key of this name */
	unsigned leaves = q->spec->leaves;

	*power = log4_of(leaves);
	if (*power)
		return true;
	char *nearest = format_string("%u", nearest_power_of_4(leaves));
	error_at(entry->value_at, "leaves is %u: expected a power of 4, from 4 to %d, for network %s%s", leaves,
		 MAXIMUM_LEAVES, q->spec->kind->word, when);
	suggest_value(entry, nearest);
	free(nearest);
	return false;
}

/* The CM-5 of 256 leaves has parents 2, 2, 2, 4 (Oehring et al., section 3). Other sizes also have 4 below the roots
 * and 2 elsewhere. */
static bool read_power_tree(const struct request *q)
{
	struct spec *spec = q->spec;

	if (!read_power_of_4(q, "", &spec->height))
		return false;
	for (unsigned i = 1; i <= spec->height; i++) {
		spec->children[i] = 4;
		spec->parents[i] = i == spec->height ? 4 : 2;
	}
	return true;
}

/* The key that gave a number of level i, for messages. */
static const struct entry *source_of(const struct request *q, const struct key *list)
{
	return given(q, has_constants(q->spec) ? &height_key : list);
}

/* Suggests for a gft the greatest height within the limit; for an xgft the list with `level` changed to `number`. */
static void suggest_smaller(const struct request *q, const struct key *list, unsigned level, unsigned number)
{
	const struct entry *entry = source_of(q, list);
	struct spec *spec = q->spec;
	unsigned *numbers = list == &list_children_key ? spec->children : spec->parents;

	if (has_constants(spec)) {
		char *height = format_string("%u", level > 1 ? level - 1 : 1);
		suggest_value(entry, height);
		free(height);
		return;
	}
	numbers[level] = number;
	suggest_list(entry, numbers + 1, spec->height);
}

static bool count_leaves(const struct request *q)
{
	struct spec *spec = q->spec;
	unsigned long leaves = 1;

	for (unsigned i = 1; i <= spec->height; i++) {
		unsigned long below = leaves;

		leaves *= spec->children[i];
		if (leaves <= MAXIMUM_LEAVES)
			continue;
		error_at(source_of(q, &list_children_key)->value_at,
			 "the tree has %lu leaves below a node of level %u: expected at most %d in all", leaves, i,
			 MAXIMUM_LEAVES);
		for (unsigned above = i + 1; !has_constants(spec) && above <= spec->height; above++)
			spec->children[above] = 1;
		suggest_smaller(q, &list_children_key, i, (unsigned)(MAXIMUM_LEAVES / below));
		return false;
	}
	spec->leaves = (unsigned)leaves;
	if (leaves > 1)
		return true;
	const struct entry *entry = given(q, &list_children_key);
	error_at(entry->value_at, "the tree has 1 leaf: expected at least 2");
	spec->children[spec->height] = 2;
	if (has_constants(spec))
		suggest_value(entry, "2");
	else
		suggest_list(entry, spec->children + 1, spec->height);
	return false;
}

/* Vertices of level l: W_l m_(l+1)..m_h (Oehring et al., section 3; the print has w^(l-1) for W_l). */
static bool count_level_nodes(const struct request *q)
{
	struct spec *spec = q->spec;
	unsigned long nodes = spec->leaves;

	spec->level_nodes[0] = spec->leaves;
	for (unsigned i = 1; i <= spec->height; i++) {
		unsigned long rest = nodes / spec->children[i];

		nodes = rest * spec->parents[i];
		if (nodes > MAXIMUM_LEVEL_NODES) {
			error_at(source_of(q, &list_parents_key)->value_at,
				 "level %u has %lu nodes: expected at most %d", i, nodes, MAXIMUM_LEVEL_NODES);
			suggest_smaller(q, &list_parents_key, i, (unsigned)(MAXIMUM_LEVEL_NODES / rest));
			return false;
		}
		spec->level_nodes[i] = (unsigned)nodes;
	}
	return true;
}

/* Only words that bring their way bring a slot. */
static bool read_phase_slots(const struct request *q)
{
	const struct entry *entry = given(q, &phase_slots_key);
	struct spec *spec = q->spec;

	if (words_bring_ways(spec)) {
		spec->phase_slots = entry ? spec->phase_slots : 1;
		return true;
	}
	unsigned slots = spec->phase_slots;
	spec->phase_slots = 0;
	if (slots <= 1)
		return true;
	error_at(entry->value_at, "phase-slots is %u, with up-routing %s: expected 1, for words wait for a slot only with "
		 "up-routing given", slots, up_routing_words[spec->up_routing]);
	suggest_value(entry, "1");
	return false;
}

bool xgft_read(const struct request *q)
{
	struct spec *spec = q->spec;

	if (!read_phase_slots(q) || !count_leaves(q) || !count_level_nodes(q))
		return false;
	spec->connections = spec->parents[1] * spec->link_width;
	return bus_read(q, 0) && check_on_line(q) && machine_read(q) && check_streams(q);
}

static bool read_xgft(const struct request *q)
{
	return read_lists(q) && xgft_read(q);
}

static bool read_gft(const struct request *q)
{
	return read_constants(q) && xgft_read(q);
}

static bool read_cm_5(const struct request *q)
{
	return read_power_tree(q) && xgft_read(q);
}

static const struct machine_choice choices[] = {
	CHOICE_OF_LANES,
	CHOICE_OF_SCHEDULE("phased", xgft_switching_key),
	{ .machine = "generalized" },
};

const struct kind xgft_kind = {
	.word = "xgft", .name = "xgft", .keys = xgft_keys, .choices = choices, .read = read_xgft, .paper = &xgft_paper,
};
const struct kind gft_kind = {
	.word = "gft", .name = "gft", .keys = gft_keys, .choices = choices, .read = read_gft, .paper = &xgft_paper,
};
const struct kind cm_5_kind = {
	.word = "cm-5", .name = "cm_5", .keys = cm_5_keys, .choices = choices, .read = read_cm_5, .paper = &xgft_paper,
};
