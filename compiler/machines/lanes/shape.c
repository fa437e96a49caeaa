/* shape.c: the switches of a network of lanes, and when everything happens. */
#include "machines/lanes/lanes.h"

#include <assert.h>

#include "machines/xgft.h"
#include "util/number.h"
#include "util/text.h"

unsigned lane_least_slot(unsigned stages)
{
	/* The last switch decides in clock 2 (stages - 1); its decision passes a register at each stage but the first. In a
	 * shorter slot than these, a third word would come to a leaf before it can say that it has no room. */
	return stages == 1 ? LONE_LANE_SLOT : 3 * stages - 2;
}

/* Children of a node of level l that share a link up: more than one where it has fewer parents than children. */
static unsigned sharing(const struct spec *spec, unsigned l)
{
	return spec->children[l] / spec->parents[l + 1];
}

static void add_stage(struct lane_shape *s, struct lane_stage stage)
{
	assert(s->stages < MOST_LANE_STAGES);
	stage.number_bits = at_least_1(digit_bits(stage.inputs));
	stage.digit_bits = stage.down ? digit_bits(stage.outputs) + stage.outside : 0;
	stage.favor = s->favors;
	s->favors += stage.number_bits;
	s->stage[s->stages++] = stage;
}

static void add_stages(struct lane_shape *s, const struct spec *spec)
{
	for (unsigned l = 1; l < spec->height; l++)
		if (sharing(spec, l) > 1)
			add_stage(s, (struct lane_stage){
				.level = l, .switches = spec->level_nodes[l] * spec->parents[l + 1],
				.inputs = sharing(spec, l), .outputs = 1 });
	s->turn = s->stages;
	for (unsigned l = spec->height; l > 0; l--)
		add_stage(s, (struct lane_stage){
			.down = true, .level = l, .switches = spec->level_nodes[l], .outside = spec->external && l == spec->height,
			.inputs = l < spec->height ? spec->parents[l + 1] : spec->children[l] + spec->external,
			.outputs = spec->children[l] });
}

/* The streams of the roots. */
static void add_outside(struct lane_shape *s)
{
	s->outside = s->stage[s->turn];
	s->outside.inputs--;
	s->outside.outputs = 1;
	s->outside.number_bits = at_least_1(digit_bits(s->outside.inputs));
	s->outside.digit_bits = 0;
	s->roots = s->outside.switches;
	s->carried_bits = s->label_bits++;
}

const struct lane_register lane_registers[LANE_REGISTERS] = {
	{ 3, 2 }, { 5, 3 }, { 7, 6 }, { 9, 5 }, { 11, 9 }, { 15, 14 }, { 17, 14 }, { 20, 17 }, { 25, 22 }, { 31, 28 },
};

uint32_t lane_next_state(struct lane_register r, uint32_t state)
{
	uint32_t back = (state >> (r.bits - 1) ^ state >> (r.tap - 1)) & 1;

	return (state << 1 | back) & ((1u << r.bits) - 1);
}

static void choose_state(struct lane_shape *s)
{
	unsigned i = 0;

	while (lane_registers[i].bits <= s->favors)
		i++;
	s->state_bits = lane_registers[i].bits;
	s->tap = lane_registers[i].tap;
}

struct lane_shape lane_shape(const struct spec *spec)
{
	struct lane_shape s = { .leaves = spec->leaves, .label_bits = xgft_label_bits(spec), .packets = spec->packet };
	unsigned least;

	add_stages(&s, spec);
	if (spec->external)
		add_outside(&s);
	s.let_go = s.favors;
	if (spec->packet)
		s.favors += LANE_LET_GO_BITS;
	choose_state(&s);
	/* The last switch sees from which parent, or root's child, a word comes. The number is the lowest digit of the source
	 * if nothing has been decided on the way up from there. */
	if (s.roots == 0 && (spec->height == 1 || sharing(spec, 1) == 1))
		s.known_bits = digit_bits(spec->children[1]);
	if (spec->height > 1 && s.known_bits > 0)
		s.skewed_bits = digit_bits(spec->children[spec->height]);
	s.word_bits = spec->payload_bits + s.carried_bits + s.label_bits - s.known_bits + s.packets;
	/* What is busy outside is kept for a clock, as with a single switch. */
	least = larger(lane_least_slot(s.stages), s.roots > 0 ? LONE_LANE_SLOT : 0);
	s.slot = spec->lanes ? (s.word_bits + spec->lanes - 1) / spec->lanes : least;
	if (s.slot < least)
		s.slot = least;
	s.width = spec->lanes ? spec->lanes : (s.word_bits + s.slot - 1) / s.slot;
	s.data_at = s.stages > 2 ? s.stages : 2;
	s.read_at = s.slot + (s.stages > 1 ? 2 * s.stages - 3 : 0);
	s.catch_at = s.slot + 2 * s.stages - 2;
	s.done_at = s.data_at + s.stages + s.slot;
	return s;
}

unsigned lane_lag(const struct lane_shape *s, unsigned k)
{
	return s->data_at + k - (k == 0 ? 2 : 2 * k + 1);
}

unsigned lane_asks(const struct lane_shape *s, unsigned k)
{
	return k < s->stages ? s->stage[k].outputs + s->stage[k].outside : 1;
}

unsigned lane_outside_begins(const struct lane_shape *s)
{
	return 2 * s->turn;
}

unsigned lane_outside_done(const struct lane_shape *s)
{
	return (s->data_at + 1 - s->turn) % s->slot;
}

unsigned lane_packet_bits(const struct lane_shape *s, unsigned k)
{
	return s->packets && (k == 0 || k + 1 < s->stages);
}

unsigned lane_rest_bits(const struct lane_shape *s, unsigned k)
{
	unsigned bits = s->label_bits + lane_packet_bits(s, k);

	for (unsigned j = 0; j <= k && j < s->stages; j++)
		bits -= s->stage[j].digit_bits;
	return bits;
}

unsigned lane_pairs(const struct lane_shape *s)
{
	return s->slot <= MOST_PICKED_BEATS ? (s->slot + 1) / 2 : 1;
}

char *lane_stage_name(const struct lane_stage *stage)
{
	return format_string("%s_%u", stage->down ? "down" : "up", stage->level);
}

unsigned lane_stages_before(const struct lane_shape *s, struct lane_link link)
{
	unsigned k = 0;

	if (!link.down && link.level == 0)
		return 0;
	while (s->stage[k].down != link.down || (link.down ? s->stage[k].level - 1 : s->stage[k].level) != link.level)
		k++;
	return k + 1;
}

/* Child c of a node of level l climbs to parent (c xor skew) mod w_(l+1). The skew of a node on level l is the digit of its
 * leaves that is the l-th from above, or the highest one if the node's own children are numbered by that. So leaves that
 * differ in either of two such digits part on the way up: under transpose and bit-reverse they are bound for one node. */
static unsigned skewing_digit(const struct spec *spec, unsigned l)
{
	unsigned mirrored = spec->height + 1 - l;

	return mirrored > l ? mirrored : spec->height;
}

static unsigned skew(const struct spec *spec, unsigned l, unsigned node)
{
	struct xgft_label label;

	xgft_label(spec, l, node, &label);
	return label.digit[skewing_digit(spec, l)] & (spec->parents[l + 1] - 1);
}

/* Digit alpha_i of a leaf's number. */
static unsigned leaf_digit(const struct spec *spec, unsigned leaf, unsigned i)
{
	return leaf / xgft_subtree_leaves(spec, i - 1) % spec->children[i];
}

unsigned lane_parent(const struct spec *spec, unsigned level, unsigned leaf)
{
	if (level == 0)
		return 0;
	return (leaf_digit(spec, leaf, level) ^ leaf_digit(spec, leaf, skewing_digit(spec, level)))
	       & (spec->parents[level + 1] - 1);
}

/* The child of a node that climbs to a parent: of those that do, the one with this number. */
static unsigned climber(const struct spec *spec, unsigned l, unsigned node, unsigned parent, unsigned number)
{
	return xgft_child(spec, l, node, number * spec->parents[l + 1] + (parent ^ skew(spec, l, node)));
}

/* The link up that drives a link up: nodes that decide nothing pass the one from their child on. */
static struct lane_link driver(const struct spec *spec, unsigned level, unsigned index)
{
	while (level > 0 && sharing(spec, level) == 1) {
		unsigned node = index / spec->parents[level + 1], parent = index % spec->parents[level + 1];
		unsigned which = node % spec->parents[level];	/* beta_level: which parent of its child this node is */

		index = climber(spec, level, node, parent, 0) * spec->parents[level] + which;
		level--;
	}
	return (struct lane_link){ false, level, index };
}

struct lane_link lane_input(const struct spec *spec, const struct lane_stage *stage, unsigned i, unsigned input)
{
	unsigned l = stage->level;

	if (!stage->down) {
		unsigned parents = spec->parents[l + 1], node = i / parents;

		return driver(spec, l - 1, climber(spec, l, node, i % parents, input) * spec->parents[l]
						   + node % spec->parents[l]);
	}
	if (l < spec->height)
		return (struct lane_link){ true, l, i * spec->parents[l + 1] + input };
	return driver(spec, l - 1, xgft_child(spec, l, i, input) * spec->parents[l] + i % spec->parents[l]);
}

struct lane_link lane_output(const struct spec *spec, const struct lane_stage *stage, unsigned i, unsigned output)
{
	unsigned l = stage->level;

	if (!stage->down)
		return (struct lane_link){ false, l, i };
	return (struct lane_link){ true, l - 1, xgft_child(spec, l, i, output) * spec->parents[l] + i % spec->parents[l] };
}
