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

unsigned sorting_rank_delay(const struct sorting_shape *s, unsigned level)
{
	return 2 * level + s->times.hold;
}

/* ---- parts of terminals ------------------------------------------------------------------------------------------------ */

unsigned sorting_sent_peak(const struct sorting_shape *s, const struct sorting_sent *w)
{
	return s->levels - digit_bits((w->source ^ w->destination) + 1);
}

/* Bit k of a number with so many. */
static bool bit_of(uint64_t number, unsigned bits, unsigned k)
{
	return number >> (bits - 1 - k) & 1;
}

bool sorting_sent_bit(const struct sorting_shape *s, const struct sorting_sent *w, unsigned k)
{
	if (k < s->height)
		return s->height - 1 - k > sorting_sent_peak(s, w);
	k -= s->height;
	if (k < s->levels)
		return bit_of(w->destination, s->levels, k);
	k -= s->levels;
	if (k < s->levels)
		return bit_of(w->source, s->levels, k);
	k -= s->levels;
	return k < s->payload_bits && bit_of(w->data, s->payload_bits, k);
}

void sorting_number_step(struct sorting_number *n, const struct sorting_shape *s, const struct sorting_number_in *in)
{
	bool here = n->seeks && s->height - 1 - n->level_steps == in->peak;

	n->sum = here && in->step;
	if (here)
		n->number = n->number >> 1 | (unsigned)in->prefix << (s->batch_bits - 1);
	if (in->round)
		n->number = 0;
	if (in->step && n->seeks) {
		n->seeks = !here;
		n->level_steps++;
	}
	if (in->opens && in->counts) {
		n->seeks = true;
		n->level_steps = 0;
	}
}

void sorting_receiver_step(struct sorting_receiver *r, const struct sorting_shape *s, bool begins, bool bit, bool ready)
{
	bool taken = r->valid && ready;

	if (begins) {
		r->room = 0;
		r->come = r->source = 0;
		r->data = 0;
	} else if (!r->room && !r->valid) {
		if (r->come < s->levels)
			r->source = 2 * r->source + bit;
		else
			r->data = 2 * r->data + bit;
		r->valid = ++r->come == s->levels + s->payload_bits;
	}
	if (taken)
		r->room = 1, r->valid = 0;
}

static bool majority(bool a, bool b, bool c)
{
	return a + b + c >= 2;
}

void sorting_ranks_start(struct sorting_ranks *r, const struct sorting_shape *s, unsigned level)
{
	*r = (struct sorting_ranks){ .is_root = level == 0, .delay = sorting_rank_delay(s, level) };
}

void sorting_ranks_step(struct sorting_ranks *r, const uint8_t child_sum[2], bool child_sum_first, bool prefix, bool prefix_first)
{
	bool left = child_sum[LEFT_CHILD], right = child_sum[RIGHT_CHILD], mark = child_sum_first;
	bool kept = r->delay > 0 ? ago(r->sums, r->delay) : left, held = r->delay > 0 ? ago(r->marks, r->delay) : mark;
	bool first = r->is_root ? held : prefix_first, number = !r->is_root && prefix;
	bool carry = r->carry && !mark, left_carry = r->left_carry && !first;

	r->sum = left ^ right ^ carry;
	r->sum_first = mark;
	r->carry = majority(left, right, carry);
	r->down.prefix[LEFT_CHILD] = number;
	r->down.prefix[RIGHT_CHILD] = number ^ kept ^ left_carry;
	r->down.prefix_first = first;
	r->left_carry = majority(number, kept, left_carry);
	r->sums = r->sums << 1 | left;
	r->marks = r->marks << 1 | mark;
}

/* ---- a terminal ------------------------------------------------------------------------------------------------------- */

void sorting_terminal_start(struct sorting_terminal *t, const struct sorting_shape *s, unsigned address)
{
	*t = (struct sorting_terminal){ .shape = s, .receiver.room = 1, .word.source = address };
}

static bool is_own(const struct sorting_terminal *t)
{
	return t->word.destination == t->word.source;
}

/* A word to the terminal itself comes without its climb bits and its destination. */
static void receive(struct sorting_terminal *t, const struct sorting_terminal_in *in, bool loops)
{
	const struct sorting_shape *s = t->shape;
	bool own = t->state == TERMINAL_SENDS && is_own(t), begins = loops || (in->down_start && in->down);
	bool bit = own ? sorting_sent_bit(s, &t->word, s->height + s->levels + t->receiver.come) : in->down;

	sorting_receiver_step(&t->receiver, s, begins, bit, in->streams.m_ready);
}

static void count(struct sorting_terminal *t, const struct sorting_terminal_in *in)
{
	struct sorting_number_in n = { .round = in->round, .step = in->step, .opens = in->opens, .prefix = in->prefix,
				       .counts = t->state == TERMINAL_IN_ROUND && !is_own(t),
				       .peak = sorting_sent_peak(t->shape, &t->word) };

	sorting_number_step(&t->number, t->shape, &n);
}

void sorting_terminal_step(struct sorting_terminal *t, const struct sorting_terminal_in *in)
{
	bool go = in->send && t->state == TERMINAL_IN_ROUND && in->batch == t->number.number, wire = go && !is_own(t);
	bool gone = is_own(t) ? t->receiver.valid : in->stage;

	receive(t, in, go && is_own(t));
	if (t->shape->batches > 1)
		count(t, in);
	t->up_start = wire;
	t->up = wire || (t->state == TERMINAL_SENDS && !is_own(t) && sorting_sent_bit(t->shape, &t->word, t->sent++));
	switch (t->state) {
	case TERMINAL_FREE:
		if (!in->streams.s_valid || !t->s_ready)
			break;
		t->state = TERMINAL_WAITS;
		t->word.destination = in->streams.s_destination;
		t->word.data = in->streams.s_data;
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
	*p = (struct sorting_pace){ .batches = s->batches, .batch_bits = s->batch_bits, .wait = s->times.wait,
				    .has_blocks = s->mesh_side > 1 };
}

static void pace_ranks(struct sorting_pace *p, const struct sorting_pace_in *in)
{
	bool comes = p->wait > 0 ? ago(p->firsts, p->wait) : in->prefix_first;

	p->opens = p->round || (p->asked && comes);
	p->asked = in->rank || (p->asked && !comes);
	p->step = in->rank || ago(p->firsts, p->wait + p->batch_bits);
	p->sum_first = ago(p->ranks, 1);
	p->ranks = p->ranks << 1 | in->rank;
	p->firsts = p->firsts << 1 | in->prefix_first;
	if (p->has_blocks)
		return;			/* they get numbers from above */
	memcpy(p->prefix, p->later, sizeof p->prefix);
	memcpy(p->later, in->prefix, sizeof p->later);
}

void sorting_pace_step(struct sorting_pace *p, const struct sorting_pace_in *in)
{
	enum { BATCH_BEGINS = 1, SEND = 3 };		/* clocks behind the one in which a batch is found to begin */
	bool of_batch = p->stage && !p->unordered;
	bool begins = of_batch && p->in_round && p->stages % 2 == 0 && p->stages < 2 * p->batches;

	p->order = p->stage && p->unordered;
	p->batch_begins = ago(p->begun, BATCH_BEGINS);
	p->send = ago(p->begun, SEND);
	p->begun = p->begun << 1 | begins;
	p->stages += of_batch;
	p->unordered = (p->has_blocks && p->round) || (p->unordered && !p->stage);
	if (p->round)
		p->in_round = true, p->stages = 0;
	p->rises = p->has_blocks && p->in_round && p->stages < 2 * p->batches;
	p->batch = p->stages / 2 % p->batches;
	if (p->batches > 1)
		pace_ranks(p, in);
	p->round = in->round;
	p->stage = in->stage;
}

/* ---- the control part of a node ----------------------------------------------------------------------------------------- */

void sorting_command_start(struct sorting_command *c, const struct sorting_shape *s, unsigned level)
{
	*c = (struct sorting_command){ .ranked = s->batches > 1 };
	sorting_ranks_start(&c->ranks, s, level);
}

static void command_ranks(struct sorting_command *c, const struct sorting_command_up *child, const struct sorting_command_down *above)
{
	const uint8_t sum[SORTING_CHILDREN] = { child[LEFT_CHILD].sum, child[RIGHT_CHILD].sum };

	sorting_ranks_step(&c->ranks, sum, child[LEFT_CHILD].sum_first, above->prefix, above->prefix_first);
	c->up.sum = c->ranks.sum;
	c->up.sum_first = c->ranks.sum_first;
	for (unsigned i = 0; i < SORTING_CHILDREN; i++) {
		c->down[i].prefix = c->ranks.down.prefix[i];
		c->down[i].prefix_first = c->ranks.down.prefix_first;
	}
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
	*t = (struct sorting_timer){ .times = s->times, .stages = s->up_stages, .ranks = s->batches > 1 ? s->height : 0,
				     .has_order = s->mesh_side > 1 };
	t->least = t->times.pause;
}

/* Number t->next of the round's commands. */
static unsigned command(const struct sorting_timer *t)
{
	if (t->next == 0)
		return ROUND;
	if (t->next <= t->ranks)
		return RANK;
	return t->next == t->ranks + t->has_order + t->stages + 1 ? SORT : STAGE;
}

void sorting_timer_step(struct sorting_timer *t, const struct sorting_command_up *root)
{
	bool ranks = t->next > 0 && t->next <= t->ranks, is_time = ++t->clocks >= t->least;
	bool now = is_time && (ranks || root->done) && (t->next > 0 || (root->ready && root->wish));

	t->bits = t->bits << 1 & 7;
	if (now) {
		t->bits = command(t);
		t->clocks = 0;
		t->next = t->next == t->ranks + t->has_order + 2 * t->stages + 2 ? 0 : t->next + 1;
		t->least = t->next > 0 && t->next <= t->ranks ? t->times.spacing : t->times.pause;
	}
	t->command = t->bits >> 2 & 1;
	t->vacant = t->next == 0 && t->clocks + 1 >= t->least;
}
