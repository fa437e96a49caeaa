/* cost.c: estimates of what stands beside the plans of a pruned butterfly that routes in batches: rtl-templates/batch_turn.v,
 * batch_count.v, batch_timer.v and batch_leaf.v, fitted to Yosys 0.23 as `ftc build` runs it. */
#include "machines/batched/batched.h"
#include "network/cost.h"

/* `lone`: flip-flops without a LUT in front of them, which have a cell of an iCE40 for themselves. */
static struct cost parts(unsigned lut4, unsigned ff, int lone)
{
	return (struct cost){ .lut4 = lut4, .ff = ff, .cells = (unsigned long)((long)lut4 + lone) };
}

/* Whether the node says how many batches its own words take. */
static bool is_counted(const struct batched_shape *s, unsigned level)
{
	return level > 0 && (s->levels - level) % 2 == 1;
}

static struct cost control_cost(const struct network *net, const struct batched_shape *s, unsigned level)
{
	unsigned c = s->count_bits, shift = digit_bits(batched_vertices(s, level));
	bool enabled = net->spec->family == FAMILY_ECP5;	/* else LUTs stand in for clock enables */

	if (level == 0)		/* nobody counts its words */
		return parts(15, 18, 4);
	unsigned kept = enabled ? 0 : c;

	if (!is_counted(s, level))
		return parts(23 + kept, 26 + c, 6);
	return parts(31 + c - shift + (shift == 1) + kept + (enabled ? 0 : c - shift), 28 + 2 * c + (shift == 1),
		     6 + (int)shift);
}

/* The registers before and behind sorters, and the strobes, less those that the plans have counted. */
static struct cost turn_cost(const struct network *net, const struct batched_shape *s, unsigned level)
{
	unsigned vertices = batched_vertices(s, level), lines = 2 * vertices;
	const struct plan *sorter = batched_plan(net, PLAN_SORTER, level);
	unsigned strobes = sorter->latency + 1, counted = 2 * sorter->deepest_strobe;

	if (level == 0)
		return parts(2 * lines + 1, 2 * lines + strobes + 1 - counted, (int)(strobes - counted));
	unsigned turned = (s->levels - level) % 2 == 0 ? lines : 0;	/* where the spread's LUT is full */

	counted += batched_plan(net, PLAN_SPREAD, level)->deepest_strobe +
		   batched_plan(net, PLAN_GATHER, level)->deepest_strobe;
	return parts(lines + 3 + turned, lines + strobes + 5 - counted, (int)(strobes + 3 - counted));
}

struct cost batched_level_cost(const struct network *net, unsigned level)
{
	struct batched_shape s = batched_shape(net->spec);
	struct cost sum = { 0 }, control = control_cost(net, &s, level), turn = turn_cost(net, &s, level);

	cost_add(&sum, &control, 1ul << level);
	cost_add(&sum, &turn, 1ul << level);
	return sum;
}

struct cost batched_timer_cost(const struct network *net)
{
	struct batched_shape s = batched_shape(net->spec);
	unsigned c = s.count_bits, bits = batched_timer_constants(&s).bits;

	return parts(14 + 3 * c + 3 * bits + (net->spec->family == FAMILY_ECP5 ? 0 : 3 * c), 14 + 2 * c + 4 * bits, 10);
}

struct cost batched_fabric_cost(const struct network *net)
{
	struct batched_shape s = batched_shape(net->spec);
	struct cost sum = batched_timer_cost(net);

	for (unsigned level = 0; level < s.levels; level++) {
		struct cost cost = batched_level_cost(net, level);

		cost_add(&sum, &cost, 1);
	}
	return sum;
}

/* ---- leaves ------------------------------------------------------------------------------------------------ */

/* Yosys merges what two leaves of a node know of commands: a leaf of its own takes a little more. */

enum { LUT_RAM_LUTS = 6, LUT_RAM_ROWS = 16, LUT_RAM_BITS = 4 };

/* Multiplexers behind LUT RAMs that lie side by side: of the words, and of the last rounds to each leaf. */
static unsigned long deep_luts(const struct batched_shape *s, const struct batched_memories *m)
{
	unsigned long nibbles = (unsigned long)s->queue_words * s->word_nibbles, deep = 0;

	if (m->block_rams == 0)
		deep += (nibbles - 1) / LUT_RAM_ROWS;
	if (s->ordered && s->round_words > 1)
		deep += (s->leaves - 1) / LUT_RAM_ROWS;
	return deep * LUT_RAM_BITS;
}

static struct cost ecp5_leaf(const struct batched_shape *s, const struct batched_memories *m)
{
	unsigned long lut4 = 215 + 45ul * s->link_bits / 2 + 14 * s->levels + s->payload_bits / 2 + deep_luts(s, m);

	return (struct cost){
		.lut4 = lut4 + LUT_RAM_LUTS * m->lut_rams,
		.ff = 166 + 12ul * s->link_bits + 4 * (s->count_bits + s->levels) + 17 * s->word_nibbles / 4 + s->payload_bits / 4,
	};
}

/* Each bit of a memory of flip-flops has a LUT for its clock enable and a share of a multiplexer. */
static struct cost ice40_leaf(const struct batched_shape *s, const struct batched_memories *m)
{
	unsigned long lut4 = 259 + 101ul * s->link_bits / 2 + 3 * s->payload_bits / 8 - 11 * s->levels + 11 * m->flip_flops / 8;

	return (struct cost){
		.lut4 = lut4,
		.ff = 150 + 12ul * s->link_bits + 6 * s->count_bits + 4 * s->levels + 19 * s->word_nibbles / 4 + s->payload_bits / 8 +
		      m->flip_flops,
		.cells = lut4 + 40 + 5 * s->link_bits + 5 * s->payload_bits / 4,
	};
}

struct cost batched_leaves_cost(const struct network *net)
{
	struct batched_shape s = batched_shape(net->spec);
	enum family family = net->spec->family;
	struct batched_memories m = batched_memories(&s, family);
	struct cost one = family == FAMILY_ECP5 ? ecp5_leaf(&s, &m) : ice40_leaf(&s, &m), sum = { 0 };

	one.ram_bits = m.block_rams * block_ram_bits(family);
	cost_add(&sum, &one, s.leaves);
	return sum;
}

struct cost batched_cost(const struct network *net)
{
	struct cost sum = batched_fabric_cost(net), leaves = batched_leaves_cost(net);

	cost_add(&sum, &leaves, 1);
	return sum;
}
