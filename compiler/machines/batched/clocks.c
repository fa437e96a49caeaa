/* clocks.c: the fabric clock by clock. What each register does stands in rtl-templates/batched/batch_count.v, batch_turn.v and
 * batch_timer.v; the vertices and sorters are their plans. */
#include "machines/batched/clocks.h"

#include <stdlib.h>
#include <string.h>

#include "model/plan_model.h"
#include "util/text.h"

enum { LEFT, RIGHT, CHILDREN };

/* ---- the control part of a node ---------------------------------------------------------------------------------- */

/* A serial choice of the larger of two numbers, most significant bit first. */
struct larger {
	bool decided, second;
};

struct control {
	/* Roles. */
	unsigned bit;			/* of a command: that on the wire is its first or none (0), second or third */
	bool not_count, done, turn, below;
	/* Sums: the parts of a number so far are kept as numbers. */
	bool carry;
	uint64_t keep, quotient;	/* bit 0 leaves next; the top bit leaves next */
	bool rounding;
	uint64_t was_valid;		/* bit k: a bit of the sum came k + 1 clocks ago */
	struct larger children, own;
	bool back[CHILDREN], back_valid, prefix_carry;
	unsigned count_bits, shift;
};

static bool larger_of(const struct larger *l, bool a, bool b)
{
	return l->decided ? (l->second ? b : a) : a || b;
}

static void larger_step(struct larger *l, bool valid, bool a, bool b)
{
	if (!l->decided)
		l->second = b;
	l->decided = valid && (l->decided || a != b);
}

/* The role changes with the third bit of a command; returns what goes on to the children. */
static bool command_step(struct control *c, bool bit)
{
	bool on = bit;

	if (c->bit == 2 && !c->not_count) {
		on = bit && c->done;
		c->turn = bit && !c->done;
		c->below = !bit;
		c->done |= bit;
	} else if (c->bit == 2 && bit) {
		c->done = false;
	}
	c->bit = c->bit > 0 ? (c->bit + 1) % 3 : bit;
	c->not_count = bit;
	return on;
}

/* The bit of this node's own batches, in the clock of a bit of the largest. */
static bool own_batches(const struct control *c, bool valid)
{
	if (c->shift == 0 || !c->below || !valid)
		return false;
	bool whole = c->was_valid >> (c->shift - 1) & 1, leading = c->shift > 1 && (c->was_valid >> (c->shift - 2) & 1);

	return whole ? c->rounding && !leading : c->quotient >> (c->count_bits - c->shift - 1) & 1;
}

static void quotient_step(struct control *c, bool total, bool sum_valid, bool max_valid)
{
	if (c->shift == 0)
		return;
	bool whole = c->was_valid >> (c->shift - 1) & 1, rounding = c->rounding;
	unsigned rest = c->count_bits - c->shift;

	if (whole && sum_valid)
		c->quotient = c->quotient >> 1 | (uint64_t)(rounding != total) << (rest - 1);
	else if (max_valid && !whole)
		c->quotient = c->quotient << 1 & ((1ull << rest) - 1);
	if (sum_valid)
		c->rounding = whole ? rounding && total : rounding || total;
	else
		c->rounding = rounding && whole;
	c->was_valid = (c->was_valid << 1 | sum_valid) & ((1ull << c->shift) - 1);
}

static bool majority(bool a, bool b, bool c)
{
	return (a && b) || (c && (a || b));
}

static void control_step(struct control *c, const struct batched_up *child, const struct batched_down *above,
			 struct batched_up *up, struct batched_down *down)
{
	bool valid = child[LEFT].sum_valid, max_valid = child[LEFT].max_valid;
	bool a = child[LEFT].max, b = child[RIGHT].max, most = larger_of(&c->children, a, b), own = own_batches(c, max_valid);
	bool total = child[LEFT].sum ^ child[RIGHT].sum ^ c->carry, was_turn = c->turn, kept = c->keep & 1;

	up->sum = valid && total;
	up->sum_valid = valid;
	up->max = larger_of(&c->own, most, own);
	up->max_valid = max_valid;
	up->ready = child[LEFT].ready && child[RIGHT].ready;
	up->wish = child[LEFT].wish || child[RIGHT].wish;
	for (int side = 0; side < CHILDREN; side++) {
		down[side].number_valid = above->number_valid || c->back_valid;
		down[side].batches = above->batches || c->back[side];
	}
	down[LEFT].prefix = above->prefix;
	down[RIGHT].prefix = above->number_valid && (above->prefix ^ kept ^ c->prefix_carry);
	c->prefix_carry = above->number_valid && majority(above->prefix, kept, c->prefix_carry);
	larger_step(&c->own, max_valid, most, own);
	larger_step(&c->children, max_valid, a, b);
	quotient_step(c, total, valid, max_valid);
	c->carry = valid && majority(child[LEFT].sum, child[RIGHT].sum, c->carry);
	if (valid || above->number_valid)
		c->keep = c->keep >> 1 | (uint64_t)child[LEFT].sum << (c->count_bits - 1);
	c->back_valid = max_valid && was_turn;
	c->back[LEFT] = a && was_turn;
	c->back[RIGHT] = b && was_turn;
	down[LEFT].command = down[RIGHT].command = command_step(c, above->command);
}

/* ---- a node -------------------------------------------------------------------------------------------------------- */

struct batched_node {
	unsigned level, vertices, capacity;	/* of the channel above; 0: the root */
	struct plan_model *gather, *spread, *sorter[CHILDREN];
	struct control control;
	uint8_t *sorting[CHILDREN], *turned, *in;
	uint64_t started, falling;	/* bit k: the strobe k + 1 clocks ago */
	unsigned sorter_latency, strips;
	/* What its registers show from the next clock on. */
	struct batched_up up;
	struct batched_down down[CHILDREN];
};

static void node_start(struct batched_node *n, const struct network *net, const struct batched_shape *s, unsigned level)
{
	const struct plan *sorter = network_plan(net, PLAN_SORTER, level);

	n->level = level;
	n->vertices = batched_vertices(s, level);
	n->sorter_latency = sorter->latency;
	n->control.count_bits = s->count_bits;
	n->turned = allocate_array(2 * n->vertices, 1);
	for (int side = 0; side < CHILDREN; side++) {
		n->sorter[side] = plan_model_new(sorter);
		n->sorting[side] = allocate_array(n->vertices, 1);
		n->down[side].wire = allocate_array(n->vertices, 1);
	}
	n->in = allocate_array(2 * n->vertices, 1);
	if (level == 0)
		return;
	n->capacity = batched_capacity(s, level);
	n->gather = plan_model_new(network_plan(net, PLAN_GATHER, level));
	n->spread = plan_model_new(network_plan(net, PLAN_SPREAD, level));
	n->strips = network_plan(net, PLAN_GATHER, level)->latency - 1;
	n->up.wire = allocate_array(n->capacity, 1);
	if (n->capacity == n->vertices)
		n->control.shift = digit_bits(n->capacity);
}

static void node_end(struct batched_node *n)
{
	plan_model_free(n->gather);
	plan_model_free(n->spread);
	for (int side = 0; side < CHILDREN; side++) {
		plan_model_free(n->sorter[side]);
		free(n->sorting[side]);
		free(n->down[side].wire);
	}
	free(n->turned);
	free(n->in);
	free(n->up.wire);
}

/* What comes out of the sorters, M no longer inverted: the sorter of one child's words leads to the other. */
static void find_turned(struct batched_node *n)
{
	bool strobe = n->started >> n->sorter_latency & 1;

	for (int side = 0; side < CHILDREN; side++) {
		const uint8_t *sorted = plan_model_outputs(n->sorter[1 - side]);

		for (unsigned k = 0; k < n->vertices; k++)
			n->turned[side * n->vertices + k] = sorted[k] ^ strobe;
	}
}

static void sorters_step(struct batched_node *n, const struct batched_up *child, bool start, bool turn)
{
	for (int side = 0; side < CHILDREN; side++) {
		plan_model_clock(n->sorter[side], n->sorting[side], start);
		for (unsigned k = 0; k < n->vertices; k++)
			n->sorting[side][k] = (child[side].wire[k] & turn) ^ start;
	}
}

static void vertices_step(struct batched_node *n, const struct batched_up *child, const struct batched_down *above, bool start,
			  bool below)
{
	unsigned v = n->vertices;
	const uint8_t *out;

	if (n->level > 0) {
		memcpy(n->in, child[LEFT].wire, v);
		memcpy(n->in + v, child[RIGHT].wire, v);
		plan_model_stop(n->gather, !below);
		plan_model_clock(n->gather, n->in, start);
		memcpy(n->up.wire, plan_model_outputs(n->gather), n->capacity);
		plan_model_turned(n->spread, n->turned);
		plan_model_clock(n->spread, above->wire, above->strobe);
		out = plan_model_outputs(n->spread);
	} else {
		out = n->turned;
	}
	for (int side = 0; side < CHILDREN; side++)
		memcpy(n->down[side].wire, out + side * v, v);
}

static void node_step(struct batched_node *n, const struct batched_up *child, const struct batched_down *above)
{
	bool start = child[LEFT].strobe, turn = n->control.turn, below = n->control.below;

	find_turned(n);
	vertices_step(n, child, above, start, below);
	sorters_step(n, child, start, turn);
	n->up.strobe = below && (n->strips ? n->started & 1 : start);
	for (int side = 0; side < CHILDREN; side++)
		n->down[side].strobe = (n->falling >> 1 & 1) || (turn && (n->started >> n->sorter_latency & 1));
	n->started = n->started << 1 | start;
	n->falling = n->falling << 1 | above->strobe;
	control_step(&n->control, child, above, &n->up, n->down);
}

/* ---- the timer ----------------------------------------------------------------------------------------------------- */

enum timer_state { RESTS, STARTS, COUNTS, SENDS };
enum { COUNT = 5, SLOT = 6, ROUND = 7 };

struct batched_timer {
	enum timer_state state;
	unsigned stage;
	unsigned long left;		/* clocks until the time has come; 0: it is over */
	bool is_time, rested;
	unsigned bits;			/* of the command, the next one on top of 3 */
	uint64_t batches;
	bool seen, seen_valid, was_valid;
};

static unsigned rest_clocks(const struct batched_shape *s)
{
	return s->between_rounds - BATCHED_COMMAND_CLOCKS;
}

static unsigned first_slot(const struct batched_shape *s, unsigned stage)
{
	return s->stage[stage].count_clocks - BATCHED_SLOT_AHEAD - s->levels;
}

static void timer_start(struct batched_timer *t, const struct batched_shape *s)
{
	t->left = rest_clocks(s) - 1;
}

static void timer_say(struct batched_timer *t, unsigned command, enum timer_state state, unsigned long clocks)
{
	t->bits = command;
	t->state = state;
	t->left = clocks;
}

static void count_stage(struct batched_timer *t, const struct batched_shape *s)
{
	timer_say(t, COUNT, COUNTS, first_slot(s, t->stage));
	t->batches = 0;
}

static void end_stage(struct batched_timer *t, const struct batched_shape *s)
{
	if (++t->stage < s->levels) {
		count_stage(t, s);
		return;
	}
	t->state = RESTS;
	t->rested = false;
	t->left = rest_clocks(s);
}

static void send_slot(struct batched_timer *t, const struct batched_shape *s)
{
	t->batches--;
	timer_say(t, SLOT, SENDS, t->batches > 0 ? s->stage[t->stage].period
						 : batched_stage_clocks(s, t->stage, 1) - first_slot(s, t->stage));
}

static void timer_step(struct batched_timer *t, const struct batched_shape *s, const struct batched_up *root)
{
	bool is_time = t->left > 0 && --t->left == 0, none = t->was_valid && !t->seen_valid && t->batches == 0;

	t->bits = t->bits << 1 & 7;
	t->was_valid = t->seen_valid;
	if (t->seen_valid)
		t->batches = t->batches << 1 | t->seen;
	t->seen = root->max;
	t->seen_valid = root->max_valid;
	switch (t->state) {
	case RESTS:
		t->rested |= is_time;
		if (t->rested && root->ready && root->wish) {
			t->stage = 0;
			timer_say(t, ROUND, STARTS, BATCHED_COMMAND_CLOCKS);
		}
		break;
	case STARTS:
		if (is_time)
			count_stage(t, s);
		break;
	case COUNTS:
		if (none)
			end_stage(t, s);
		else if (is_time)
			send_slot(t, s);
		break;
	case SENDS:
		if (is_time && t->batches > 0)
			send_slot(t, s);
		else if (is_time)
			end_stage(t, s);
		break;
	}
}

/* ---- the network --------------------------------------------------------------------------------------------------- */

static unsigned level_of(unsigned vertex)
{
	return digit_bits(vertex + 1) - 1;
}

struct batched_clocks *batched_clocks_new(const struct network *net)
{
	struct batched_clocks *c = allocate(sizeof *c);

	c->shape = batched_shape(net->spec);
	unsigned leaves = c->shape.leaves;

	c->up = allocate_array(2 * leaves, sizeof *c->up);
	c->down = allocate_array(2 * leaves, sizeof *c->down);
	c->node = allocate_array(leaves, sizeof *c->node);
	c->timer = allocate(sizeof *c->timer);
	for (unsigned v = 1; v < 2 * leaves; v++) {
		if (v > 1) {
			c->up[v].wire = allocate_array(batched_capacity(&c->shape, level_of(v)), 1);
			c->down[v].wire = allocate_array(batched_capacity(&c->shape, level_of(v)), 1);
		}
		if (v < leaves)
			node_start(&c->node[v], net, &c->shape, level_of(v));
	}
	timer_start(c->timer, &c->shape);
	return c;
}

void batched_clocks_free(struct batched_clocks *c)
{
	if (!c)
		return;
	for (unsigned v = 1; v < 2 * c->shape.leaves; v++) {
		free(c->up[v].wire);
		free(c->down[v].wire);
		if (v < c->shape.leaves)
			node_end(&c->node[v]);
	}
	free(c->up);
	free(c->down);
	free(c->node);
	free(c->timer);
	free(c);
}

/* Shows what is in a node's registers. */
static void show(struct batched_clocks *c, unsigned v)
{
	const struct batched_node *n = &c->node[v];
	uint8_t *wire = c->up[v].wire;

	if (wire)
		memcpy(wire, n->up.wire, n->capacity);
	c->up[v] = n->up;
	c->up[v].wire = wire;
	for (unsigned side = 0; side < CHILDREN; side++) {
		struct batched_down *down = &c->down[2 * v + side];

		wire = down->wire;
		memcpy(wire, n->down[side].wire, n->vertices);
		*down = n->down[side];
		down->wire = wire;
	}
}

bool batched_clocks_vacant(const struct batched_clocks *c)
{
	const struct batched_timer *t = c->timer;

	return t->state == RESTS && (t->rested || t->left == 1) && c->up[1].ready;
}

void batched_clocks_step(struct batched_clocks *c)
{
	timer_step(c->timer, &c->shape, &c->up[1]);
	for (unsigned v = 1; v < c->shape.leaves; v++)
		node_step(&c->node[v], &c->up[2 * v], &c->down[v]);
	for (unsigned v = 1; v < c->shape.leaves; v++)
		show(c, v);
	c->down[1].command = c->timer->bits >> 2 & 1;
}
