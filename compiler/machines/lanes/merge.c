/* merge.c: Leiserson's binary fat-tree as a generalized one, several of whose levels may be merged into one.
 *
 * In: leaves and capacities of a fat-tree. Out: height, children and parents, whose switches are those of the fat-tree's own
 * wires. Let a node have c wires in each channel down, and c or 2 c up. It is then c nodes with two children, and with one
 * parent or two: wire i of a channel down is a link of node i. Words pass such nodes only on the way to a root and back. So
 * the nodes of g levels can be one with 2^g children, and with as many parents as the channels up grow on these levels. That
 * takes fewer switches on the way, each with more inputs. */
#include <stdlib.h>
#include <string.h>

#include "lower/cost.h"
#include "machines/lanes/lanes.h"
#include "machines/tree.h"
#include "parse/family.h"
#include "parse/kind.h"
#include "util/message.h"
#include "util/number.h"

enum {
	MOST_MERGED = 3,		/* levels: an arbiter of 16 inputs takes more LUTs than four of 4, and more time */
};

bool lanes_is_binary(const struct spec *spec)
{
	return spec->levels > 0;
}

/* ---- ways to merge ------------------------------------------------------------------------------------------------ */

struct merges {
	struct spec trial;		/* borrows what it points to */
	struct lane_merge *list;
	size_t count;
};

static void rate(struct merges *m)
{
	const struct spec *trial = &m->trial;
	const struct cost_table *table = cost_table_oldest(trial->family);

	if (trial->external && trial->level_nodes[trial->height] != trial->capacity[0])
		return;
	struct lane_merge merge = { .height = trial->height, .slot = lane_shape(trial).slot,
				    .accepted = lane_estimate(trial), .lut4 = lanes_spec_cost(trial, table).lut4 };

	memcpy(merge.children, trial->children, sizeof merge.children);
	memcpy(merge.parents, trial->parents, sizeof merge.parents);
	merge.merit = merge.accepted * trial->leaves * trial->payload_bits / merge.slot / (double)merge.lut4;
	m->list = room_for_one(m->list, m->count, sizeof *m->list);
	m->list[m->count++] = merge;
}

/* Wires of the channel above a node of binary level b; leaves are level 0. */
static unsigned wires_above(const struct spec *spec, unsigned b)
{
	return spec->capacity[spec->levels - b];
}

/* All ways to go on where `below` levels have become trial.height ones, the last of which are `last` levels. */
static void add_merges(struct merges *m, unsigned below, unsigned last)
{
	struct spec *trial = &m->trial;
	unsigned l = ++trial->height;

	for (unsigned g = 1; g <= MOST_MERGED && below + g <= trial->levels; g++) {
		trial->children[l] = 1u << g;
		trial->parents[l] = wires_above(trial, below) / wires_above(trial, below - last);
		trial->level_nodes[l] = trial->level_nodes[l - 1] / trial->children[l] * trial->parents[l];
		if (below + g == trial->levels)
			rate(m);
		else
			add_merges(m, below + g, g);
	}
	trial->height--;
}

/* By merit; of equals the one with fewer levels comes first, then that with more children near the leaves. */
static int by_merit(const void *left, const void *right)
{
	const struct lane_merge *a = left, *b = right;

	if (a->merit != b->merit)
		return a->merit < b->merit ? 1 : -1;
	if (a->height != b->height)
		return a->height < b->height ? -1 : 1;
	return memcmp(b->children, a->children, sizeof a->children);
}

size_t lane_merges(const struct spec *spec, struct lane_merge **list)
{
	struct merges m = { .trial = *spec };

	/* One tree for all boards: the same file has the same modules everywhere. */
	m.trial.family = families;
	m.trial.height = 0;
	m.trial.level_nodes[0] = spec->leaves;
	add_merges(&m, 0, 0);
	qsort(m.list, m.count, sizeof *m.list, by_merit);
	*list = m.list;
	return m.count;
}

/* ---- reading ------------------------------------------------------------------------------------------------------ */

static unsigned power_above(unsigned n)
{
	unsigned power = 1;

	while (power < n)
		power *= 2;
	return power;
}

static const struct entry *given_by_name(const struct request *q, const char *name)
{
	return given(q, key_of(q->spec->kind, name));
}

static bool check_binary_leaves(const struct request *q)
{
	unsigned leaves = q->spec->leaves, above = power_above(leaves);
	const struct entry *entry = given_by_name(q, "leaves");

	if (leaves == above)
		return true;
	char *nearest = format_string("%u", above - leaves > leaves - above / 2 ? above / 2 : above);

	error_at(entry->value_at, "leaves is %u: expected a power of two with several lanes", leaves);
	suggest_value(entry, nearest);
	free(nearest);
	return false;
}

static bool check_one_wire(const struct request *q)
{
	const struct entry *entry = given_by_name(q, "connections");

	if (!entry || q->spec->connections == 1)
		return true;
	error_at(entry->value_at, "connections is %u: expected 1 with several lanes, for a leaf sends one word at a time",
		 q->spec->connections);
	suggest_value(entry, "1");
	return false;
}

/* Of the channel to the outside: a wire for each root, and there are as many roots as a channel of one of the levels has wires that
 * are merged into the highest. The most that are no more than `wires`, or the fewest. */
static unsigned roots_for(const struct spec *spec, const unsigned *capacity, unsigned wires)
{
	unsigned level = 1;

	while (level < MOST_MERGED && level < spec->levels && capacity[level] > wires)
		level++;
	return capacity[level];
}

/* Capacities that are given must be such that a node is some nodes side by side. */
static bool check_ratios(const struct request *q)
{
	const struct entry *entry = given_by_name(q, "capacities");
	const struct spec *spec = q->spec;
	unsigned near[MAXIMUM_LEVELS + 1] = {0}, first = !spec->external;
	bool good = true;

	/* From the leaves on, the allowed capacity that is nearest to the given one. */
	near[spec->levels] = 1;
	for (unsigned k = spec->levels; k >= 1; k--) {
		if (k < spec->levels)
			near[k] = 2 * spec->capacity[k] >= 3 * near[k + 1] ? 2 * near[k + 1] : near[k + 1];
		good = good && near[k] == spec->capacity[k];
	}
	near[0] = roots_for(spec, near, smaller(spec->capacity[0], MAXIMUM_ROOT_STREAMS));
	if (good && (first || near[0] == spec->capacity[0]))
		return true;
	if (good)
		error_at(entry->value_at, "the root's channel has %u wires: expected those of one of the %u levels below, which are merged into "
			 "the root's, with several lanes", spec->capacity[0], smaller(spec->levels, MOST_MERGED));
	else
		error_at(entry->value_at, "capacities: expected 1 wire at a leaf, and at each other level the wires of the level below, or "
			 "twice as many, with several lanes");
	suggest_list(entry, near + first, spec->levels + !first);
	return false;
}

/* Powers of two from the leaves' 1 on, each as great as the one before or twice that: a universal tree's capacities grow
 * by 2^(2/3), or by 2 near the leaves. */
static void round_capacities(struct spec *spec)
{
	for (unsigned k = 0; k < spec->levels; k++)
		spec->capacity[k] = power_above(spec->capacity[k]);
}

static bool choose_roots(const struct request *q)
{
	struct spec *spec = q->spec;
	const struct entry *entry = given_by_name(q, "root-capacity");

	if (!spec->external)
		return true;
	spec->capacity[0] = roots_for(spec, spec->capacity, smaller(spec->capacity[0], MAXIMUM_ROOT_STREAMS));
	if (spec->capacity[0] <= MAXIMUM_ROOT_STREAMS)
		return true;
	error_at((entry ? entry : given_by_name(q, "external"))->value_at, "the tree has %u roots at least: expected at most %d with external: "
		 "true, a stream for each", spec->capacity[0], MAXIMUM_ROOT_STREAMS);
	return suggest("root-capacity: %d", MAXIMUM_ROOT_STREAMS);
}

bool lanes_read_binary(const struct request *q)
{
	struct spec *spec = q->spec;
	struct lane_merge *list;

	if (!check_binary_leaves(q) || !check_one_wire(q))
		return false;
	if (spec->root_capacity)
		round_capacities(spec);
	if (!(spec->root_capacity ? choose_roots(q) : check_ratios(q)))
		return false;
	lane_merges(spec, &list);
	spec->height = list->height;
	spec->level_nodes[0] = spec->leaves;
	for (unsigned l = 1; l <= list->height; l++) {
		spec->children[l] = list->children[l];
		spec->parents[l] = list->parents[l];
		spec->level_nodes[l] = spec->level_nodes[l - 1] / list->children[l] * list->parents[l];
	}
	free(list);
	return true;
}
