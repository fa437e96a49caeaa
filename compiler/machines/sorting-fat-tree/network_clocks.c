/* network_clocks.c: a whole sorting fat-tree, clock by clock: the parts of clocks.c and node_clocks.c, and the wires between. */
#include "machines/sorting-fat-tree/block.h"

#include <stdlib.h>
#include <string.h>

#include "machines/sorting-fat-tree/hardware.h"
#include "machines/sorting-fat-tree/node.h"
#include "util/number.h"
#include "util/text.h"

/* What stands between a node and those around it, in this clock. */
struct surroundings {
	struct sorting_node_inputs in;
	bool idle;
	struct sorting_command_up child[SORTING_CHILDREN];
	struct sorting_command_down above;
	struct sorting_pace_in pace;
	uint8_t *child_up;
};

static unsigned level_of(unsigned vertex)
{
	return digit_bits(vertex + 1) - 1;
}

static bool is_lowest(const struct sorting_clocks *c, unsigned vertex)
{
	return 2 * vertex >= c->ends;
}

/* So long that what nodes hold without a reset has passed. */
static void reset_node(struct sorting_node_clocks *node, const struct sorting_node *n)
{
	enum { RESET_CLOCKS = 64 };
	uint8_t *idle = allocate_array(n->lines, 1);

	for (unsigned i = 0; i < RESET_CLOCKS; i++)
		sorting_node_clocks_step(node, &(struct sorting_node_inputs){ .rst = true, .down = idle, .child_up = idle });
	free(idle);
}

static void begin_node(struct sorting_clocks *c, const struct network *net, unsigned v, unsigned level)
{
	c->around[v].child_up = allocate_array(2 * sorting_capacity(&c->shape, level + 1), 1);
	c->node[v] = sorting_node_clocks_new(&c->sizes[level], network_plan(net, PLAN_SORTER, level));
	reset_node(c->node[v], &c->sizes[level]);
	sorting_command_start(&c->command[v], &c->shape, level);
	if (is_lowest(c, v))
		sorting_pace_start(&c->pace[v], &c->shape);
}

struct sorting_clocks *sorting_clocks_new(const struct network *net)
{
	struct sorting_clocks *c = allocate(sizeof *c);

	c->shape = sorting_shape(net->spec);
	c->ends = c->shape.leaves / c->shape.block;
	unsigned n = c->ends;

	c->command = allocate_array(n, sizeof *c->command);
	c->pace = allocate_array(n, sizeof *c->pace);
	c->node = allocate_array(n, sizeof(struct sorting_node_clocks *));
	if (c->shape.mesh_side == 1)
		c->terminal = allocate_array(n, sizeof *c->terminal);
	else
		c->block = allocate_array(n, sizeof(struct sorting_block *));
	c->sizes = allocate_array(c->shape.height, sizeof *c->sizes);
	c->up = allocate_array(2 * n, sizeof *c->up);
	c->down = allocate_array(2 * n, sizeof *c->down);
	c->around = allocate_array(n, sizeof *c->around);
	for (unsigned level = 0; level < c->shape.height; level++)
		c->sizes[level] = sorting_node_make(&c->shape, net->spec, level);
	for (unsigned v = 1; v < 2 * n; v++) {
		unsigned level = level_of(v);

		if (level > 0) {
			c->up[v] = allocate_array(sorting_capacity(&c->shape, level), 1);
			c->down[v] = allocate_array(sorting_capacity(&c->shape, level), 1);
		}
		if (v >= n && c->block)
			c->block[v - n] = sorting_block_new(&c->shape, v - n);
		else if (v >= n)
			sorting_terminal_start(&c->terminal[v - n], &c->shape, v - n);
		if (v < n)
			begin_node(c, net, v, level);
	}
	sorting_timer_start(&c->timer, &c->shape);
	return c;
}

void sorting_clocks_free(struct sorting_clocks *c)
{
	if (!c)
		return;
	for (unsigned v = 1; v < 2 * c->ends; v++) {
		free(c->up[v]);
		free(c->down[v]);
		if (v < c->ends) {
			sorting_node_clocks_free(c->node[v]);
			free(c->around[v].child_up);
		} else if (c->block) {
			sorting_block_free(c->block[v - c->ends]);
		}
	}
	for (unsigned level = 0; level < c->shape.height; level++)
		sorting_node_free(&c->sizes[level]);
	free(c->command);
	free(c->pace);
	free(c->node);
	free(c->terminal);
	free(c->block);
	free(c->sizes);
	free(c->up);
	free(c->down);
	free(c->around);
	free(c);
}

/* ---- what channels show ---------------------------------------------------------------------------------------------- */

static struct sorting_node_outputs outputs(const struct sorting_clocks *c, unsigned vertex)
{
	return sorting_node_clocks_outputs(c->node[vertex]);
}

/* Copies the words on the wires of all channels, so that all can step. */
static void see_wires(struct sorting_clocks *c)
{
	unsigned n = c->ends;

	for (unsigned v = 1; v < n; v++) {
		struct sorting_node_outputs out = outputs(c, v);
		unsigned level = level_of(v), below = sorting_capacity(&c->shape, level + 1);

		if (v > 1)
			memcpy(c->up[v], out.up, sorting_capacity(&c->shape, level));
		for (unsigned side = 0; side < SORTING_CHILDREN; side++)
			memcpy(c->down[2 * v + side], out.child_down + side * below, below);
	}
	for (unsigned k = 0; k < n; k++)
		if (c->block)
			memcpy(c->up[n + k], sorting_block_outputs(c->block[k]).up, c->shape.mesh_side);
		else
			c->up[n + k][0] = c->terminal[k].up;
}

bool sorting_clocks_sends(const struct sorting_clocks *c, unsigned k)
{
	return c->block ? sorting_block_outputs(c->block[k]).up_start : c->terminal[k].up_start;
}

struct sorting_leaf_view sorting_clocks_leaf(const struct sorting_clocks *c, unsigned leaf)
{
	if (c->block)
		return sorting_block_member(c->block[leaf / c->shape.block], leaf % c->shape.block);
	const struct sorting_terminal *t = &c->terminal[leaf];

	return (struct sorting_leaf_view){ .s_ready = t->s_ready, .m_valid = t->receiver.valid, .m_source = t->receiver.source,
					   .m_data = t->receiver.data, .has_word = t->state == TERMINAL_IN_ROUND, .word = t->word,
					   .number = t->number.number };
}

/* Whether terminal or block k has room for a wave. */
static bool has_room(const struct sorting_clocks *c, unsigned k)
{
	return c->block ? sorting_block_outputs(c->block[k]).room : c->terminal[k].receiver.room;
}

/* What the control part of vertex v, a terminal with its pace, or a block shows above. */
static struct sorting_command_up command_above(const struct sorting_clocks *c, unsigned v)
{
	unsigned n = c->ends;

	if (v < n)
		return c->command[v].up;
	if (c->block) {
		struct sorting_block_outputs out = sorting_block_outputs(c->block[v - n]);

		return (struct sorting_command_up){ .done = out.done, .ready = out.room, .wish = out.wish, .sum = out.sum,
						    .sum_first = out.sum_first };
	}
	const struct sorting_terminal *t = &c->terminal[v - n];

	return (struct sorting_command_up){ .done = 1, .ready = t->receiver.room, .wish = t->wish, .sum = t->number.sum,
					    .sum_first = c->pace[v / 2].sum_first };
}

static uint8_t *append(uint8_t *at, const uint8_t *bit, unsigned count)
{
	memcpy(at, bit, count);
	return at + count;
}

/* In the orders of lower.c. */
static uint8_t *channel_bits(const struct sorting_clocks *c, unsigned v, bool up, uint8_t *at)
{
	unsigned width = sorting_capacity(&c->shape, level_of(v));
	bool ranked = c->shape.batches > 1;

	if (up) {
		struct sorting_node_outputs out = outputs(c, v);
		struct sorting_command_up above = command_above(c, v);
		const uint8_t bits[] = { out.up_start, out.up_batch, above.done, above.ready, above.wish, above.sum, above.sum_first };

		return append(append(at, out.up, width), bits, ranked ? 7 : 5);
	}
	struct sorting_node_outputs out = outputs(c, v / 2);
	const struct sorting_command_down *below = &c->command[v / 2].down[v % 2];
	const uint8_t bits[] = { out.child_down_start, out.child_down_batch, out.child_down_sending, below->command, below->prefix,
				 below->prefix_first };

	return append(append(at, out.child_down + v % 2 * width, width), bits, ranked ? 6 : 4);
}

static uint8_t *batch_bits(const struct sorting_clocks *c, const struct sorting_pace *p, uint8_t *at)
{
	for (unsigned b = 0; b < c->shape.batch_bits; b++)
		*at++ = p->batch >> b & 1;
	return at;
}

static uint8_t *block_bits(const struct sorting_clocks *c, unsigned v, bool up, uint8_t *at)
{
	unsigned side = c->shape.mesh_side;
	const struct sorting_pace *p = &c->pace[v / 2];
	struct sorting_node_outputs above = outputs(c, v / 2);
	bool ranked = c->shape.batches > 1;

	if (up) {
		struct sorting_block_outputs out = sorting_block_outputs(c->block[v - c->ends]);
		const uint8_t bits[] = { out.up_start, out.done, out.room, out.wish, out.sum, out.sum_first };

		return append(append(at, out.up, side), bits, ranked ? 6 : 4);
	}
	const uint8_t bits[] = { above.child_down_start, p->round, p->rises, p->order, p->send };
	const struct sorting_command_down *below = &c->command[v / 2].down[v % 2];
	const uint8_t ranks[] = { p->step, p->opens, p->sum_first, below->prefix, below->prefix_first };

	at = batch_bits(c, p, append(append(at, above.child_down + v % 2 * side, side), bits, 5));
	return append(at, ranks, ranked ? 5 : 0);
}

static uint8_t *terminal_bits(const struct sorting_clocks *c, unsigned v, bool up, uint8_t *at)
{
	const struct sorting_terminal *t = &c->terminal[v - c->ends];
	const struct sorting_pace *p = &c->pace[v / 2];
	struct sorting_node_outputs out = outputs(c, v / 2);
	bool ranked = c->shape.batches > 1;

	if (up) {
		const uint8_t bits[] = { t->up, t->up_start, t->receiver.room, t->wish, t->number.sum };

		return append(at, bits, ranked ? 5 : 4);
	}
	const uint8_t bits[] = { out.child_down[v % 2], out.child_down_start, p->round, p->stage, p->send };

	at = batch_bits(c, p, append(at, bits, 5));
	const uint8_t ranks[] = { p->step, p->opens, p->prefix[v % 2] };

	return append(at, ranks, ranked ? 3 : 0);
}

static uint8_t *probe_bits(const struct sorting_clocks *c, unsigned v, bool up, uint8_t *at)
{
	for (unsigned child = 2 * v; child <= 2 * v + 1; child++)
		if (child < c->ends)
			at = probe_bits(c, child, up, channel_bits(c, child, up, at));
		else
			at = (c->block ? block_bits : terminal_bits)(c, child, up, at);
	return at;
}

size_t sorting_clocks_probe(const struct sorting_clocks *c, bool up, uint8_t *bit)
{
	return (size_t)(probe_bits(c, 1, up, bit) - bit);
}

/* ---- a clock --------------------------------------------------------------------------------------------------------- */

static void surround(const struct sorting_clocks *c, unsigned v, struct surroundings *s)
{
	const struct sorting_command *command = &c->command[v];
	unsigned n = c->ends, below = sorting_capacity(&c->shape, level_of(v) + 1);

	*s = (struct surroundings){ .idle = outputs(c, v).idle, .child_up = s->child_up };
	s->in = (struct sorting_node_inputs){ .round = command->round, .stage = command->stage, .sort_now = command->sort_now,
					      .child_up = s->child_up, .down = c->down[v] };
	if (v > 1) {
		struct sorting_node_outputs above = outputs(c, v / 2);

		s->in.down_start = above.child_down_start;
		s->in.down_batch = above.child_down_batch;
		s->in.down_sending = above.child_down_sending;
		s->above = c->command[v / 2].down[v % 2];
	} else {
		s->above.command = c->timer.command;
	}
	for (unsigned side = 0; side < SORTING_CHILDREN; side++) {
		unsigned child = 2 * v + side;

		memcpy(s->child_up + side * below, c->up[child], below);
		s->child[side] = command_above(c, child);
		if (child < n) {
			s->in.child_start[side] = outputs(c, child).up_start;
			s->in.child_batch[side] = outputs(c, child).up_batch;
			s->in.child_room[side] = true;
		} else {
			s->in.child_start[side] = sorting_clocks_sends(c, child - n);
			s->in.child_batch[side] = side == LEFT_CHILD && c->pace[v].batch_begins;
			s->in.child_room[side] = has_room(c, child - n);
		}
		s->pace.prefix[side] = command->down[side].prefix;
	}
	s->pace.prefix_first = command->down[LEFT_CHILD].prefix_first;
	s->pace.round = command->round;
	s->pace.stage = command->stage;
	s->pace.rank = command->rank;
}

static void step_terminal(struct sorting_clocks *c, unsigned k, const struct sorting_streams *streams)
{
	unsigned v = (c->ends + k) / 2;
	const struct sorting_pace *p = &c->pace[v];
	struct sorting_terminal_in in = {
		.round = p->round, .stage = p->stage, .send = p->send, .step = p->step, .opens = p->opens, .prefix = p->prefix[k % 2],
		.batch = p->batch, .down = c->down[c->ends + k][0], .down_start = outputs(c, v).child_down_start, .streams = *streams,
	};

	sorting_terminal_step(&c->terminal[k], &in);
}

static void step_block(struct sorting_clocks *c, unsigned k, const struct sorting_streams *streams)
{
	unsigned v = (c->ends + k) / 2;
	const struct sorting_pace *p = &c->pace[v];
	const struct sorting_command_down *above = &c->command[v].down[k % 2];
	struct sorting_block_inputs in = {
		.round = p->round, .rises = p->rises, .order = p->order, .send = p->send, .step = p->step, .opens = p->opens,
		.count_first = p->sum_first, .prefix = above->prefix, .prefix_first = above->prefix_first, .batch = p->batch,
		.down = c->down[c->ends + k], .down_start = outputs(c, v).child_down_start, .streams = streams,
	};

	sorting_block_step(c->block[k], &in);
}

void sorting_clocks_step(struct sorting_clocks *c, const struct sorting_streams *streams)
{
	unsigned n = c->ends;
	struct surroundings *s = c->around;
	struct sorting_command_up root = c->command[1].up;

	see_wires(c);
	for (unsigned v = 1; v < n; v++)
		surround(c, v, &s[v]);
	for (unsigned k = 0; k < n; k++)
		(c->block ? step_block : step_terminal)(c, k, &streams[k * c->shape.block]);
	for (unsigned v = 1; v < n; v++) {
		sorting_command_step(&c->command[v], s[v].idle, s[v].child, &s[v].above);
		if (is_lowest(c, v))
			sorting_pace_step(&c->pace[v], &s[v].pace);
		sorting_node_clocks_step(c->node[v], &s[v].in);
	}
	sorting_timer_step(&c->timer, &root);
}
