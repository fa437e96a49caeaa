/* clocks.c: terminals and control of a sorting fat-tree, clock by clock. */
#include "machines/sorting-fat-tree/clocks.h"
#include "plan/plan.h"
#include "util/number.h"

#include <string.h>

enum { COMMAND_BITS = 3 };
enum { RANK = 4, STAGE = 5, SORT = 6, ROUND = 7 };	/* commands, the first bit on top */

/* An event of 1 .. 64 clocks ago. */
static bool ago(uint64_t history, unsigned clocks)
{
	return history >> (clocks - 1) & 1;
}

/* ---- times ------------------------------------------------------------------------------------------------------------ */

/* A level's ranks take a clock in each node up and down, and in each adder of a block. No rank may come back while terminals
 * still count: the root holds them back. sorting_pace.v sees them two clocks before they are in a terminal of a block. Of a
 * stage, the last sign of work at the root is that of a lowest node that terminals send to: the command comes to it after H + 2
 * clocks, the M bits 6 later, its `idle` falls within 4, and H clocks later the root knows. */
enum { LAST_SIGN = 13, SEEN_BEFORE = 2 };

struct sorting_times sorting_times(const struct sorting_shape *s)
{
	struct sorting_times t = { .spacing = larger(COMMAND_BITS, s->batch_bits), .pause = 2 * s->height + LAST_SIGN };
	unsigned counted = (s->height - 1) * t.spacing, seen = s->mesh_side > 1 ? SEEN_BEFORE : 0;

	if (s->batches == 1)
		return t;
	t.hold = counted + seen > 2 * s->levels ? counted + seen - 2 * s->levels : 0;
	t.pause = larger(t.pause, 2 * s->levels + t.hold + s->batch_bits);
	t.wait = s->mesh_side > 1 ? 2 * digit_bits(s->mesh_side) - SEEN_BEFORE : 0;
	return t;
}

unsigned sorting_rank_delay(const struct sorting_shape *s, unsigned level)
{
	return 2 * level + sorting_times(s).hold;
}

/* ---- a terminal ------------------------------------------------------------------------------------------------------- */

void sorting_terminal_start(struct sorting_terminal *t, const struct sorting_shape *s, unsigned address)
{
	*t = (struct sorting_terminal){ .room = 1, .address = address, .label_bits = s->levels,
					.payload_bits = s->payload_bits, .batch_bits = s->batch_bits };
}

static bool is_own(const struct sorting_terminal *t)
{
	return t->destination == t->address;
}

/* The level at which the word turns: that of the first label bit in which its ends differ. */
static unsigned peak(const struct sorting_terminal *t)
{
	unsigned level = 0;

	while ((t->destination ^ t->address) >> (t->label_bits - 1 - level) == 0)
		level++;
	return level;
}

/* Bit k of source and payload; 0 behind them. */
static bool body_bit(const struct sorting_terminal *t, unsigned k)
{
	if (k < t->label_bits)
		return t->address >> (t->label_bits - 1 - k) & 1;
	k -= t->label_bits;
	return k < t->payload_bits && (t->data >> (t->payload_bits - 1 - k) & 1);
}

/* Bit k behind M: for each node from below whether the word goes on, destination, source, payload. */
static bool word_bit(const struct sorting_terminal *t, unsigned k)
{
	if (k < t->label_bits)
		return t->label_bits - 1 - k > peak(t);
	k -= t->label_bits;
	if (k < t->label_bits)
		return t->destination >> (t->label_bits - 1 - k) & 1;
	return body_bit(t, k - t->label_bits);
}

/* The word that comes. */
static void receive(struct sorting_terminal *t, const struct sorting_terminal_in *in, bool loops)
{
	bool own = t->state == TERMINAL_SENDS && is_own(t), taken = t->m_valid && in->m_ready;

	if (loops || (in->down_start && in->down)) {
		t->room = 0;
		t->come = t->m_source = 0;
		t->m_data = 0;
	} else if (!t->room && !t->m_valid) {
		bool bit = own ? body_bit(t, t->come) : in->down;

		if (t->come < t->label_bits)
			t->m_source = 2 * t->m_source + bit;
		else
			t->m_data = 2 * t->m_data + bit;
		t->m_valid = ++t->come == t->label_bits + t->payload_bits;
	}
	if (taken)
		t->room = 1, t->m_valid = 0;
}

/* Whether the terminal's level is the one that is counted, or whose numbers come. */
static bool is_here(const struct sorting_terminal *t)
{
	return t->seeks && t->label_bits - 1 - t->level_steps == peak(t);
}

static void count(struct sorting_terminal *t, const struct sorting_terminal_in *in)
{
	bool here = is_here(t);

	t->sum = here && in->step;
	if (here)
		t->number = t->number >> 1 | (unsigned)in->prefix << (t->batch_bits - 1);
	if (in->round)
		t->number = 0;
	if (in->step && t->seeks) {
		t->seeks = !here;
		t->level_steps++;
	}
	if (in->opens && t->state == TERMINAL_IN_ROUND && !is_own(t)) {
		t->seeks = true;
		t->level_steps = 0;
	}
}

void sorting_terminal_step(struct sorting_terminal *t, const struct sorting_terminal_in *in)
{
	bool go = in->send && t->state == TERMINAL_IN_ROUND && in->batch == t->number, wire = go && !is_own(t);
	bool gone = is_own(t) ? t->m_valid : in->stage;

	receive(t, in, go && is_own(t));
	if (t->batch_bits > 0)
		count(t, in);
	t->up_start = wire;
	t->up = wire || (t->state == TERMINAL_SENDS && !is_own(t) && word_bit(t, t->sent++));
	switch (t->state) {
	case TERMINAL_FREE:
		if (!in->s_valid || !t->s_ready)
			break;
		t->state = TERMINAL_WAITS;
		t->destination = in->s_destination;
		t->data = in->s_data;
		break;
	case TERMINAL_WAITS:
		if (in->round)
			t->state = TERMINAL_IN_ROUND;
		break;
	case TERMINAL_IN_ROUND:
		if (go)
			t->state = TERMINAL_SENDS, t->sent = 0;
		break;
	case TERMINAL_SENDS:
		if (gone)
			t->state = TERMINAL_FREE;
		break;
	}
	t->s_ready = t->state == TERMINAL_FREE;
	t->wish = t->state == TERMINAL_WAITS;
}

/* ---- its pace --------------------------------------------------------------------------------------------------------- */

void sorting_pace_start(struct sorting_pace *p, const struct sorting_shape *s)
{
	*p = (struct sorting_pace){ .batches = s->batches, .batch_bits = s->batch_bits };
}

static void pace_ranks(struct sorting_pace *p, const struct sorting_pace_in *in)
{
	p->opens = p->round || (p->asked && in->prefix_first);
	p->asked = in->rank || (p->asked && !in->prefix_first);
	p->step = in->rank || ago(p->firsts, p->batch_bits);
	p->sum_first = ago(p->ranks, 1);
	p->ranks = p->ranks << 1 | in->rank;
	p->firsts = p->firsts << 1 | in->prefix_first;
	memcpy(p->prefix, p->later, sizeof p->prefix);
	memcpy(p->later, in->prefix, sizeof p->later);
}

void sorting_pace_step(struct sorting_pace *p, const struct sorting_pace_in *in)
{
	enum { BATCH_BEGINS = 1, SEND = 3 };		/* clocks behind the one in which a batch is found to begin */
	bool begins = p->stage && p->in_round && p->stages % 2 == 0 && p->stages < 2 * p->batches;

	p->batch_begins = ago(p->begun, BATCH_BEGINS);
	p->send = ago(p->begun, SEND);
	p->begun = p->begun << 1 | begins;
	p->stages += p->stage;
	if (p->round)
		p->in_round = true, p->stages = 0;
	p->batch = p->stages / 2 % p->batches;
	if (p->batches > 1)
		pace_ranks(p, in);
	p->round = in->round;
	p->stage = in->stage;
}

/* ---- the control part of a node ----------------------------------------------------------------------------------------- */

void sorting_command_start(struct sorting_command *c, const struct sorting_shape *s, unsigned level)
{
	*c = (struct sorting_command){ .is_root = level == 0, .ranked = s->batches > 1, .delay = sorting_rank_delay(s, level) };
}

static bool majority(bool a, bool b, bool c)
{
	return a + b + c >= 2;
}

static void command_ranks(struct sorting_command *c, const struct sorting_command_up *child, const struct sorting_command_down *above)
{
	bool left = child[LEFT_CHILD].sum, right = child[RIGHT_CHILD].sum, mark = child[LEFT_CHILD].sum_first;
	bool kept = c->delay > 0 ? ago(c->sums, c->delay) : left, held = c->delay > 0 ? ago(c->marks, c->delay) : mark;
	bool first = c->is_root ? held : above->prefix_first, number = !c->is_root && above->prefix;
	bool carry = c->carry && !mark, left_carry = c->left_carry && !first;

	c->up.sum = left ^ right ^ carry;
	c->up.sum_first = mark;
	c->carry = majority(left, right, carry);
	c->down[LEFT_CHILD].prefix = number;
	c->down[RIGHT_CHILD].prefix = number ^ kept ^ left_carry;
	c->left_carry = majority(number, kept, left_carry);
	c->sums = c->sums << 1 | left;
	c->marks = c->marks << 1 | mark;
	c->down[LEFT_CHILD].prefix_first = c->down[RIGHT_CHILD].prefix_first = first;
}

void sorting_command_step(struct sorting_command *c, bool idle, const struct sorting_command_up *child,
			  const struct sorting_command_down *above)
{
	unsigned said = 0;

	if (c->command_bits > 0 || above->command) {
		c->command = c->command << 1 | above->command;
		if (++c->command_bits == COMMAND_BITS) {
			said = c->command;
			c->command_bits = c->command = 0;
		}
	}
	c->rank = said == RANK;
	c->stage = said == STAGE;
	c->sort_now = said == SORT;
	c->round = said == ROUND;
	for (unsigned i = 0; i < SORTING_CHILDREN; i++)
		c->down[i].command = above->command;
	c->up.done = idle && child[LEFT_CHILD].done && child[RIGHT_CHILD].done;
	c->up.ready = child[LEFT_CHILD].ready && child[RIGHT_CHILD].ready;
	c->up.wish = child[LEFT_CHILD].wish || child[RIGHT_CHILD].wish;
	if (c->ranked)
		command_ranks(c, child, above);
}

/* ---- the timer -------------------------------------------------------------------------------------------------------- */

void sorting_timer_start(struct sorting_timer *t, const struct sorting_shape *s)
{
	*t = (struct sorting_timer){ .times = sorting_times(s), .stages = s->up_stages, .ranks = s->batches > 1 ? s->height : 0 };
	t->least = t->times.pause;
}

/* Number t->next of the round's commands. */
static unsigned command(const struct sorting_timer *t)
{
	if (t->next == 0)
		return ROUND;
	if (t->next <= t->ranks)
		return RANK;
	return t->next == t->ranks + t->stages + 1 ? SORT : STAGE;
}

void sorting_timer_step(struct sorting_timer *t, const struct sorting_command_up *root)
{
	bool ranks = t->next > 0 && t->next <= t->ranks, is_time = ++t->clocks >= t->least;
	bool now = is_time && (ranks || root->done) && (t->next > 0 || (root->ready && root->wish));

	t->bits = t->bits << 1 & 7;
	if (now) {
		t->bits = command(t);
		t->clocks = 0;
		t->next = t->next == t->ranks + 2 * t->stages + 2 ? 0 : t->next + 1;
		t->least = t->next > 0 && t->next <= t->ranks ? t->times.spacing : t->times.pause;
	}
	t->command = t->bits >> 2 & 1;
	/* shown in the next clock, from what the root shows then */
	t->vacant = t->next == 0 && t->clocks + 1 >= t->least;
}
