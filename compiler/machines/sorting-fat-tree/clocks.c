/* clocks.c: a whole sorting fat-tree by its words: its terminals, and who sees whose words. */
#include "machines/sorting-fat-tree/clocks.h"

#include <stdlib.h>

#include "machines/sorting-fat-tree/block.h"
#include "machines/sorting-fat-tree/control.h"
#include "machines/sorting-fat-tree/node.h"
#include "network/network.h"
#include "util/number.h"
#include "util/text.h"

/* ---- a network ------------------------------------------------------------------------------------------------- */

static unsigned level_of(unsigned vertex)
{
	return digit_bits(vertex + 1) - 1;
}

static bool is_lowest(const struct sorting_clocks *c, unsigned vertex)
{
	return 2 * vertex >= c->ends;
}

static unsigned word_bits(const struct sorting_shape *s)
{
	return s->height + 2 * s->levels + s->payload_bits;
}

static void add_leaves(struct sorting_clocks *c)
{
	c->terminal = allocate_array(c->shape.leaves, sizeof *c->terminal);
	for (unsigned k = 0; k < c->shape.leaves; k++)
		c->terminal[k] = (struct sorting_terminal){ .source = k, .room = 1, .bits = allocate(word_bits(&c->shape) + 1) };
	if (c->shape.mesh_side == 1)
		return;
	c->block = allocate_array(c->ends, sizeof(struct sorting_block *));
	for (unsigned b = 0; b < c->ends; b++)
		c->block[b] = sorting_block_new(&c->shape, &c->terminal[b * c->shape.block]);
}

struct sorting_clocks *sorting_clocks_new(const struct network *net)
{
	struct sorting_clocks *c = allocate(sizeof *c);

	c->shape = sorting_shape(net->spec);
	c->ends = c->shape.leaves / c->shape.block;
	c->control = allocate(sizeof *c->control);
	sorting_control_start(c->control, &c->shape);
	c->sizes = allocate_array(c->shape.height, sizeof *c->sizes);
	for (unsigned level = 0; level < c->shape.height; level++)
		c->sizes[level] = sorting_node_make(&c->shape, net->spec, level);
	c->node = allocate_array(c->ends, sizeof(struct sorting_node_model *));
	c->out = allocate_array(c->ends, sizeof *c->out);
	c->signs = allocate_array(c->ends, sizeof *c->signs);
	c->began_up = allocate_array(2 * c->ends, sizeof *c->began_up);
	c->began_down = allocate_array(2 * c->ends, sizeof *c->began_down);
	c->sent = allocate_array(c->shape.leaves, sizeof *c->sent);
	c->sent_at = allocate_array(c->shape.leaves, sizeof *c->sent_at);
	c->wave = allocate_array(2 * c->shape.leaves, sizeof *c->wave);
	add_leaves(c);
	for (unsigned v = 1; v < c->ends; v++) {
		c->node[v] = sorting_node_model_new(&c->shape, &c->sizes[level_of(v)]);
		c->out[v] = sorting_node_model_outputs(c->node[v]);
	}
	return c;
}

void sorting_clocks_free(struct sorting_clocks *c)
{
	if (!c)
		return;
	for (unsigned v = 1; v < c->ends; v++)
		sorting_node_model_free(c->node[v]);
	for (unsigned b = 0; c->block && b < c->ends; b++)
		sorting_block_free(c->block[b]);
	for (unsigned k = 0; k < c->shape.leaves; k++)
		free(c->terminal[k].bits);
	for (unsigned level = 0; level < c->shape.height; level++)
		sorting_node_free(&c->sizes[level]);
	void *all[] = { c->control, c->sizes, c->node, c->out, c->signs, c->began_up, c->began_down, c->terminal, c->sent,
			c->sent_at, c->block, c->wave };

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		free(all[i]);
	free(c);
}

/* ---- leaves ---------------------------------------------------------------------------------------------------- */

static void write_bits(char *at, uint64_t number, unsigned count)
{
	for (unsigned k = 0; k < count; k++)
		at[k] = number >> (count - 1 - k) & 1 ? '1' : '0';
}

/* All words that wait are in the round. */
static void begin_round(struct sorting_clocks *c)
{
	const struct sorting_shape *s = &c->shape;
	unsigned before[MOST_SORTING_LEVELS] = { 0 };

	for (unsigned k = 0; k < s->leaves; k++) {
		struct sorting_terminal *l = &c->terminal[k];
		char *at = l->bits;

		l->peak = s->height;
		if (l->state != TERMINAL_WAITS)
			continue;
		l->state = TERMINAL_IN_ROUND;
		l->peak = smaller(s->height, s->levels - digit_bits((l->source ^ l->destination) + 1));
		l->number = l->peak < s->height ? before[l->peak]++ % s->batches : 0;
		for (unsigned level = s->height; level-- > 0;)
			*at++ = level > l->peak ? '1' : '0';
		write_bits(at, l->destination, s->levels);
		write_bits(at + s->levels, l->source, s->levels);
		write_bits(at + 2 * s->levels, l->data, s->payload_bits);
		at[2 * s->levels + s->payload_bits] = '\0';
	}
}

static bool is_own(const struct sorting_terminal *l)
{
	return l->source == l->destination;
}

/* A leaf with a channel of its own; `down`: the word whose M bit is there. A word to the leaf itself comes without
 * its climb bits and its destination. */
static void step_leaf(struct sorting_clocks *c, unsigned k, const struct sorting_pace *pace, const char *down,
		      const struct sorting_streams *streams)
{
	struct sorting_terminal *l = &c->terminal[k];
	bool go = pace->send && l->state == TERMINAL_IN_ROUND && pace->batch == l->number;
	bool accepts = streams->s_valid && l->s_ready;
	bool gone = l->state == TERMINAL_SENDS && (is_own(l) ? l->m_valid : pace->stage);

	sorting_terminal_show(l, streams->m_ready, c->now);
	if (go && is_own(l)) {
		sorting_terminal_receive(l, &c->shape, l->bits + c->shape.height + c->shape.levels, c->now);
	} else if (go) {
		c->sent[k] = l->bits;
		c->sent_at[k] = c->now + 1;
	}
	if (down)
		sorting_terminal_receive(l, &c->shape, down, c->now);
	if (gone)
		l->state = TERMINAL_FREE;
	if (go)
		l->state = TERMINAL_SENDS;
	if (accepts) {
		l->state = TERMINAL_WAITS;
		l->destination = streams->s_destination;
		l->data = streams->s_data;
	}
	l->s_ready = l->state == TERMINAL_FREE;
}

/* ---- what channels show ---------------------------------------------------------------------------------------- */

/* Clocks from then on until such a bit is in the channel above a vertex, on its way up and, that for the vertex,
 * down. */
static unsigned long way_up(const struct sorting_clocks *c, unsigned vertex)
{
	return c->shape.levels - level_of(vertex);
}

static unsigned long way_down(const struct sorting_clocks *c, unsigned vertex)
{
	return c->shape.levels - 1 + c->shape.times.hold + level_of(vertex);
}

static unsigned first_leaf(const struct sorting_clocks *c, unsigned vertex)
{
	unsigned level = level_of(vertex);

	return (vertex - (1u << level)) << (c->shape.levels - level);
}

static bool prefix_bit(const struct sorting_clocks *c, unsigned vertex, unsigned long clock)
{
	unsigned long added = clock - way_down(c, vertex);

	return c->shape.batches > 1 && sorting_control_sum(c->control, c->terminal, 0, first_leaf(c, vertex), added);
}

uint8_t sorting_clocks_number_bit(const struct sorting_clocks *c, unsigned leaf)
{
	enum { IN_PACE = 2 };		/* clocks in rtl-templates/sorting-fat-tree/sorting_pace.v */

	return prefix_bit(c, c->ends + leaf, c->now - IN_PACE);
}

static struct sorting_wires wires(const char *const *word, unsigned long began)
{
	return (struct sorting_wires){ .word = word, .began = began - 1, .used = began > 0 };
}

/* Words of a block, or a leaf with a channel of its own. */
static struct sorting_up end_above(const struct sorting_clocks *c, unsigned k)
{
	const struct sorting_terminal *l = &c->terminal[k];

	if (c->block) {
		struct sorting_block_outputs out = sorting_block_outputs(c->block[k]);

		return (struct sorting_up){ .wires.word = out.up, .start = out.up_start, .done = out.done, .ready = out.room,
					    .wish = out.wish };
	}
	return (struct sorting_up){ .wires.word = &c->sent[k], .start = c->sent[k] && c->sent_at[k] == c->now, .done = 1,
				    .ready = l->room, .wish = l->state == TERMINAL_WAITS };
}

/* What is above a vertex, but for sums. */
static struct sorting_up seen_above(const struct sorting_clocks *c, unsigned v)
{
	if (v >= c->ends)
		return end_above(c, v - c->ends);
	const struct sorting_node_outputs *out = &c->out[v];
	const struct sorting_signs *signs = &c->signs[v];

	return (struct sorting_up){ .wires.word = out->up, .start = out->up_start, .batch = out->up_batch, .done = signs->done,
				    .ready = signs->ready, .wish = signs->wish };
}

struct sorting_up sorting_clocks_up(const struct sorting_clocks *c, unsigned v)
{
	struct sorting_up up = seen_above(c, v);
	unsigned first = first_leaf(c, v), leaves = 1u << (c->shape.levels - level_of(v));

	up.wires = wires(up.wires.word, up.start ? c->now + 1 : c->began_up[v]);
	if (c->shape.batches > 1) {
		up.sum = sorting_control_sum(c->control, c->terminal, first, first + leaves, c->now - way_up(c, v));
		up.sum_first = sorting_control_asks(c->control, c->now - way_up(c, v));
	}
	return up;
}

struct sorting_down sorting_clocks_down(const struct sorting_clocks *c, unsigned v)
{
	const struct sorting_node_outputs *out = &c->out[v / 2];
	unsigned level = level_of(v), width = sorting_capacity(&c->shape, level);

	return (struct sorting_down){
		.wires = wires(out->child_down + v % 2 * width, out->child_down_start ? c->now + 1 : c->began_down[v]),
		.start = out->child_down_start, .batch = out->child_down_batch, .sending = out->child_down_sending,
		.command = sorting_control_bit(c->control, level), .prefix = prefix_bit(c, v, c->now),
		.prefix_first = c->shape.batches > 1 && sorting_control_asks(c->control, c->now - way_down(c, v)),
	};
}

bool sorting_clocks_vacant(const struct sorting_clocks *c)
{
	return sorting_control_rests(c->control) && c->signs[1].done && c->signs[1].ready;
}

bool sorting_clocks_idle(const struct sorting_clocks *c)
{
	for (unsigned v = 1; v < c->ends; v++)
		if (!c->out[v].idle)
			return false;
	for (unsigned b = 0; c->block && b < c->ends; b++)
		if (!sorting_block_outputs(c->block[b]).done)
			return false;
	return true;
}

/* ---- a clock --------------------------------------------------------------------------------------------------- */

/* The words whose M bits a node sees, on its lines; NULL: no wave begins. */
static const char *const *wave_for(struct sorting_clocks *c, unsigned v, const struct sorting_up *child)
{
	unsigned level = level_of(v), half = sorting_capacity(&c->shape, level + 1);
	bool from_above = v > 1 && c->out[v / 2].child_down_start;

	if (!from_above && !child[LEFT_CHILD].start && !child[RIGHT_CHILD].start)
		return NULL;
	for (unsigned i = 0; i < 2 * half; i++) {
		const struct sorting_up *from = &child[i / half];

		c->wave[i] = from->start ? from->wires.word[i % half] : NULL;
		if (from_above && i < sorting_capacity(&c->shape, level))
			c->wave[i] = c->out[v / 2].child_down[v % 2 * sorting_capacity(&c->shape, level) + i];
	}
	return c->wave;
}

static void step_node(struct sorting_clocks *c, unsigned v, const struct sorting_pace *pace)
{
	const struct sorting_node_outputs *above = &c->out[v / 2];
	const struct sorting_up child[] = { seen_above(c, 2 * v), seen_above(c, 2 * v + 1) };
	enum sorting_command command = sorting_control_obeyed(c->control, level_of(v));
	bool lowest = is_lowest(c, v);
	struct sorting_node_inputs in = {
		.round = command == COMMAND_ROUND, .stage = command == COMMAND_STAGE, .sort_now = command == COMMAND_SORT,
		.above_sends = v > 1 && above->child_down_sending, .wave = wave_for(c, v, child),
		.batch = (v > 1 && above->child_down_batch) || child[LEFT_CHILD].batch || child[RIGHT_CHILD].batch
			 || (lowest && pace->batch_begins),
		.room = !lowest || (child[LEFT_CHILD].ready && child[RIGHT_CHILD].ready),
	};

	c->signs[v] = (struct sorting_signs){ .done = c->out[v].idle && child[LEFT_CHILD].done && child[RIGHT_CHILD].done,
				      .ready = child[LEFT_CHILD].ready && child[RIGHT_CHILD].ready,
				      .wish = child[LEFT_CHILD].wish || child[RIGHT_CHILD].wish };
	sorting_node_model_step(c->node[v], &in);
}

static void note_waves(struct sorting_clocks *c)
{
	for (unsigned v = 2; v < 2 * c->ends; v++) {
		if (seen_above(c, v).start)
			c->began_up[v] = c->now + 1;
		if (c->out[v / 2].child_down_start)
			c->began_down[v] = c->now + 1;
	}
}

/* Leaf or block k. */
static void step_end(struct sorting_clocks *c, unsigned k, const struct sorting_pace *pace,
		     const struct sorting_streams *streams)
{
	unsigned v = c->ends + k;
	const struct sorting_node_outputs *above = &c->out[v / 2];
	const char *const *down = above->child_down_start ? above->child_down + v % 2 * c->shape.mesh_side : NULL;
	struct sorting_block_inputs in = { .pace = pace, .down = down, .streams = &streams[k * c->shape.block] };

	if (c->block)
		sorting_block_step(c->block[k], &in);
	else
		step_leaf(c, k, pace, down ? *down : NULL, &streams[k]);
}

void sorting_clocks_step(struct sorting_clocks *c, const struct sorting_streams *streams)
{
	struct sorting_pace pace = sorting_control_pace(c->control);
	struct sorting_signs root = c->signs[1];

	note_waves(c);
	for (unsigned v = 1; v < c->ends; v++)
		step_node(c, v, &pace);
	/* A leaf with a channel of its own is in the round if it has a word by now; one in a block, if it has one by the
	 * next clock. */
	if (pace.round && !c->block)
		begin_round(c);
	for (unsigned k = 0; k < c->ends; k++)
		step_end(c, k, &pace, streams);
	if (pace.round && c->block)
		begin_round(c);
	sorting_control_step(c->control, root.done, root.ready && root.wish);
	c->now++;
	for (unsigned v = 1; v < c->ends; v++)
		c->out[v] = sorting_node_model_outputs(c->node[v]);
}
