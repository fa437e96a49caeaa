/* fat_tree_capacity.c: the number of wires of each channel.
 *
 * In: `root-capacity`, `capacities` or neither; `connections`; the size of the tree. Out: one number per level. The
 * universal fat-tree is Leiserson 1985, section IV: a tree of n leaves and root capacity w has cap(k) = min(ceil(n /
 * 2^k), ceil(w / 2^(2k/3))) at level k, here with c wires to each leaf. */
#include "machines/fat_tree_common.h"
#include "parse/keys.h"
#include "util/json.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

static json_t *root_capacity_value(const struct spec *spec)
{
	return spec->root_capacity ? json_integer(spec->root_capacity) : NULL;
}

/* Printed as the root capacity that follows from it. */
static json_t *volume_value(const struct spec *spec)
{
	(void)spec;
	return NULL;
}

static json_t *capacities_value(const struct spec *spec)
{
	unsigned first = spec->capacity[0] ? 0 : 1;

	return spec->root_capacity ? NULL : json_list(spec->capacity + first, spec->levels + 1 - first);
}

const struct key root_capacity_key = {
	.name = "root-capacity", .type = KEY_OWN, .value = root_capacity_value, .rivals = (const char *const[]){ "capacities", "volume", NULL },
	.takes = "1 .. `leaves` x `connections`", .otherwise = "`leaves` x `connections`",
	.help = "Wires of the root's channel; the other capacities follow from it.",
};
const struct key capacities_key = {
	.name = "capacities", .type = KEY_OWN, .value = capacities_value, .rivals = (const char *const[]){ "root-capacity", "volume", NULL },
	.takes = "list, one per level", .otherwise = "from `root-capacity`",
	.help = "Wires per channel on each level, root first.",
	.size = true,
};
const struct key volume_key = {
	.name = "volume", .type = KEY_OWN, .value = volume_value, .rivals = (const char *const[]){ "root-capacity", "capacities", NULL },
	.takes = "from (w lg(n/w))^(3/2) for w = n^(2/3)", .otherwise = "from `root-capacity`",
	.help = "Sets `root-capacity` to the greatest w that fits in this volume (Leiserson's Theorem 4, constants 1).",
};
const struct key connections_key = {
	.name = "connections", .type = KEY_NUMBER, .field = offsetof(struct spec, connections), .low = 1,
	.high = MAXIMUM_CONNECTIONS, .preset = 1, .otherwise = "1, or the last of `capacities`",
	.help = "Wires between a leaf and its channel.",
	.size = true,
};

__extension__ typedef unsigned __int128 wide;

static wide cube(wide x)
{
	return x * x * x;
}

/* ceil(w / 2^(2k/3)): the least c with c^3 4^k >= w^3, in whole numbers. w^3 has at most 78 bits, and c <= w: c^3
 * 4^k has at most 118. */
static unsigned tapered(unsigned w, unsigned level)
{
	unsigned low = 1, high = w;

	while (low < high) {
		unsigned middle = low + (high - low) / 2;

		if (cube(middle) << (2 * level) >= cube(w))
			high = middle;
		else
			low = middle + 1;
	}
	return low;
}

unsigned fat_tree_least_universal(unsigned leaves)
{
	unsigned w = 1;

	while (cube(w) < (wide)leaves * leaves)
		w++;
	return w;
}

unsigned spec_universal_capacity(const struct spec *spec, unsigned root_capacity, unsigned level)
{
	unsigned below = (spec->leaves + (1u << level) - 1) >> level;
	unsigned all = spec->connections * below, wanted = tapered(root_capacity, level);

	return wanted < all ? wanted : all;
}

static void make_universal(struct spec *spec)
{
	for (unsigned k = 0; k < spec->levels; k++)
		spec->capacity[k] = spec_universal_capacity(spec, spec->root_capacity, k);
	spec->capacity[spec->levels] = spec->connections;
}

/* Suggests the list for this tree at full bisection. */
static void suggest_full(const struct spec *spec, const struct entry *entry)
{
	unsigned list[MAXIMUM_LEVELS + 1], count = 0;

	for (unsigned k = spec->external ? 0 : 1; k <= spec->levels; k++) {
		unsigned below = k < spec->levels ? (spec->leaves + (1u << k) - 1) >> k : 1;

		list[count++] = spec->connections * below;
	}
	suggest_list(entry, list, count);
}

static bool wrong_list(const struct request *q, const char *found)
{
	const struct entry *entry = given(q, &capacities_key);
	const struct spec *spec = q->spec;

	if (spec->external)
		error_at(entry->value_at,
			 "capacities %s: expected %u, for levels 0 (the external channel) to %u of a tree of %u leaves",
			 found, spec->levels + 1, spec->levels, spec->leaves);
	else
		error_at(entry->value_at,
			"capacities %s: expected %u, for levels 1 to %u of a tree of %u leaves, or %u with level 0 "
			"first",
			found, spec->levels, spec->levels, spec->leaves, spec->levels + 1);
	suggest_full(spec, entry);
	return false;
}

/* Reads the list; its last number is the leaves' connections. */
static bool read_list(const struct request *q)
{
	const struct entry *entry = given(q, &capacities_key);
	struct spec *spec = q->spec;

	if (!entry->is_list)
		return wrong_list(q, "is no list of numbers");
	bool with_root = entry->count == spec->levels + 1;
	if (!with_root && (spec->external || entry->count != spec->levels)) {
		char *found = format_string("has %zu number%s", entry->count, entry->count == 1 ? "" : "s");
		wrong_list(q, found);
		free(found);
		return false;
	}
	for (size_t i = 0; i < entry->count; i++) {
		unsigned level = (unsigned)i + !with_root;
		char *what = format_string("the capacity of level %u", level);
		unsigned most = level < spec->levels ? MAXIMUM_CAPACITY : MAXIMUM_CONNECTIONS;
		bool good = read_item(entry, i, what, 1, most, &spec->capacity[level]);
		free(what);
		if (!good)
			return false;
	}
	return true;
}

/* `connections` and the last of `capacities` must agree. */
static bool check_connections(const struct request *q)
{
	const struct entry *connections = given(q, &connections_key), *capacities = given(q, &capacities_key);
	struct spec *spec = q->spec;
	unsigned last = spec->capacity[spec->levels];

	if (connections && spec->connections != last) {
		char *place = where(capacities), *value = format_string("%u", last);
		error_at(connections->value_at,
			"connections is %u, but the last of the capacities in %s is %u: expected the same, both "
			"are the wires of a leaf",
			spec->connections, place, last);
		suggest_value(connections, value);
		free(value);
		free(place);
		return false;
	}
	spec->connections = last;
	return true;
}

double fat_tree_volume(unsigned leaves, unsigned root_capacity)
{
	double w = root_capacity;

	return pow(w * fmax(1, log2(leaves / w)), 1.5);
}

/* The universal fat-tree of a volume. */
static bool read_volume(const struct request *q)
{
	struct spec *spec = q->spec;
	unsigned least, volume = 0;

	if (!given(q, &volume_key))
		return true;
	least = fat_tree_least_universal(spec->leaves);
	double low = ceil(fat_tree_volume(spec->leaves, least)), high = floor(fat_tree_volume(spec->leaves, spec->root_capacity));

	if (!read_number(q, &volume_key, (unsigned long)low, (unsigned long)fmin(fmax(low, high), UINT_MAX), &volume))
		return false;
	while (spec->root_capacity > least && fat_tree_volume(spec->leaves, spec->root_capacity) > volume)
		spec->root_capacity--;
	return true;
}

/* At most one of the three. */
static bool check_rivals(const struct request *q)
{
	const struct key *const rivals[] = { &root_capacity_key, &capacities_key, &volume_key, &root_capacity_key };

	for (size_t i = 0; i < 3; i++)
		if (given(q, rivals[i]) && given(q, rivals[i + 1]))
			return refuse_both(q, rivals[i], rivals[i + 1], "all capacities");
	return true;
}

bool read_capacities(const struct request *q)
{
	struct spec *spec = q->spec;

	if (!check_rivals(q))
		return false;
	if (given(q, &capacities_key))
		return read_list(q) && check_connections(q);
	/* Full bisection: all wires of the leaves. */
	spec->root_capacity = spec->connections * spec->leaves;
	if (!read_number(q, &root_capacity_key, 1, spec->root_capacity, &spec->root_capacity) || !read_volume(q))
		return false;
	make_universal(spec);
	return true;
}

unsigned fat_tree_channel_capacity(const struct spec *spec, unsigned level, unsigned leaves)
{
	unsigned most = leaves * spec->connections;

	/* Partial concentrators guarantee only three quarters of the wires behind them. */
	if (spec->concentrator == CONCENTRATOR_PARTIAL)
		most += (most + 2) / 3;
	/* At the right edge a channel has no more wires than its few leaves can use. */
	return leaves < 1u << (spec->levels - level) && spec->capacity[level] > most ? most : spec->capacity[level];
}

unsigned fat_tree_widest(const struct spec *spec)
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

/* The place that gives the capacity of a level. */
static struct place level_place(const struct request *q, unsigned level)
{
	const struct entry *list = given(q, &capacities_key), *root = given(q, &root_capacity_key);

	if (list)
		return list->items[level - (list->count == q->spec->levels)].at;
	return root ? root->value_at : (struct place){ .file = q->spec->source };
}

void warn_about_capacities(const struct request *q)
{
	const struct entry *root = given(q, &root_capacity_key);
	const struct spec *spec = q->spec;

	if (root && spec->root_capacity < fat_tree_least_universal(spec->leaves))
		warning_at(root->value_at,
			"root-capacity %u is below n^(2/3) = %u of %u leaves: the tree works, but is not one of "
			"Leiserson's universal fat-trees",
			spec->root_capacity, fat_tree_least_universal(spec->leaves), spec->leaves);
	for (unsigned k = 0; k < spec->levels; k++) {
		unsigned here = spec->capacity[k], below = spec->capacity[k + 1];

		if (here > 2 * below)
			warning_at(level_place(q, k),
				"level %u has %u wires, but the two channels below it bring only %u: the rest "
				"carries nothing",
				k, here, 2 * below);
		if (here && here < below)
			warning_at(level_place(q, k), "level %u has %u wire%s, fewer than the %u of a channel below it",
				   k, here, here == 1 ? "" : "s", below);
	}
}
