/* pipeline.c: gives every signal of a plan its clock, puts registers where they are needed, and estimates the cost.
 *
 * Elements are placed as early as possible: in the clock in which the last input arrives, if the elements since the
 * last register, itself included, are at most `spacing`; otherwise in the next clock, where all inputs come from
 * registers. Earlier inputs wait in delays. A delay covers only the wires that still have a reader.
 */
#include <stdlib.h>

#include "plan/builder.h"
#include "util/text.h"

/* Neighbouring wires of a signal that still have a reader, and the signal of the finished plan that carries them. */
struct run {
	unsigned low, width;
	int signal;
};

/* The wires of a signal some clocks after its own clock. */
struct copy {
	struct run *run;
	size_t count;
};

/* A signal of the raw plan. */
struct track {
	unsigned clock, level;
	unsigned width;
	unsigned depth;			/* clocks until its last reader */
	unsigned *wait;			/* [wire]: clocks until the wire's last reader */
	struct copy *copy;		/* [k], 0 .. depth */
};

struct pipeline {
	const struct plan_library *library;
	struct plan *raw;
	struct track *track;
	unsigned *placed;		/* clock of each element */
};

static unsigned operand_clock(const struct pipeline *pl, const struct operand *o)
{
	unsigned clock = 0;

	for (size_t i = 0; i < o->count; i++) {
		int s = o->slice[i].signal;

		if (s != PLAN_ZERO && pl->track[s].clock > clock)
			clock = pl->track[s].clock;
	}
	return clock;
}

/* The level of an operand in that clock: 0 if it arrived earlier and comes from a register. */
static unsigned operand_level(const struct pipeline *pl, const struct operand *o, unsigned clock)
{
	unsigned level = 0;

	for (size_t i = 0; i < o->count; i++) {
		int s = o->slice[i].signal;

		if (s != PLAN_ZERO && pl->track[s].clock == clock && pl->track[s].level > level)
			level = pl->track[s].level;
	}
	return level;
}

static unsigned element_level(const struct pipeline *pl, const struct element *e, unsigned clock)
{
	unsigned level = 0;

	for (unsigned k = 0; k < e->in_count; k++) {
		unsigned l = operand_level(pl, &e->in[k], clock);

		if (l > level)
			level = l;
	}
	return level;
}

static bool fits(const struct pipeline *pl, const struct element *e, unsigned clock)
{
	unsigned level = element_level(pl, e, clock);

	switch (e->kind) {
	case ELEMENT_CALL:
		return level <= e->plan->input_level;
	case ELEMENT_EXCHANGE:
	case ELEMENT_CHOOSE:
		/* The decision passes a LUT if it is a xor, or if the target's flip-flops always have one in front. */
		return level + (e->in_count > 2 || !pl->library->lone_flip_flops) <= pl->library->spacing;
	default:
		return level + 1 <= pl->library->spacing;
	}
}

static void place(struct pipeline *pl, size_t index)
{
	struct element *e = &pl->raw->element[index];
	unsigned clock = 0;

	for (unsigned k = 0; k < e->in_count; k++) {
		unsigned c = operand_clock(pl, &e->in[k]);

		if (c > clock)
			clock = c;
	}
	if (!fits(pl, e, clock))
		clock++;
	pl->placed[index] = clock;

	bool decides = e->kind == ELEMENT_EXCHANGE || e->kind == ELEMENT_CHOOSE;
	unsigned level = decides ? 1 : e->kind == ELEMENT_CALL ? 0 : element_level(pl, e, clock) + 1;
	unsigned leaves = e->kind == ELEMENT_CALL ? clock + e->plan->latency :
			  clock + (decides || e->kind == ELEMENT_SELECT);

	for (int k = 0; k < 2; k++)
		if (e->out[k] != PLAN_NO_SIGNAL) {
			pl->track[e->out[k]].clock = leaves;
			pl->track[e->out[k]].level = level;
		}
}

/* Notes that an element reads this operand in `clock`. */
static void note_reader(struct pipeline *pl, const struct operand *o, unsigned clock)
{
	for (size_t i = 0; i < o->count; i++) {
		const struct wires *w = &o->slice[i];

		if (w->signal == PLAN_ZERO)
			continue;
		struct track *t = &pl->track[w->signal];
		unsigned wait = clock - t->clock;

		if (wait > t->depth)
			t->depth = wait;
		for (unsigned k = w->low; k < w->low + w->width; k++)
			if (wait > t->wait[k])
				t->wait[k] = wait;
	}
}

static const struct run *find_run(const struct copy *copy, unsigned low)
{
	for (size_t i = 0; i < copy->count; i++)
		if (low >= copy->run[i].low && low < copy->run[i].low + copy->run[i].width)
			return &copy->run[i];
	return NULL;
}

/* Adds one register for the wires low .. low + width - 1, k clocks after the signal. */
static void add_run(struct plan *p, struct track *t, unsigned k, unsigned low, unsigned width)
{
	const struct run *before = find_run(&t->copy[k - 1], low);
	struct element *e = plan_add(p, ELEMENT_DELAY, width, true, false);
	struct copy *copy = &t->copy[k];

	e->clock = t->clock + k - 1;
	p->signal[e->out[0]].clock = t->clock + k;
	copy->run = reallocate(copy->run, (copy->count + 1) * sizeof *copy->run);
	copy->run[copy->count++] = (struct run){ low, width, e->out[0] };
	element_input(e, operand_of(before->signal, low - before->low, width));
}

/* Puts the signal and its delays into the finished plan. */
static void add_delays(struct plan *p, struct track *t, int signal)
{
	t->copy = allocate_array(t->depth + 1, sizeof *t->copy);
	t->copy[0].run = allocate(sizeof *t->copy[0].run);
	t->copy[0].run[0] = (struct run){ 0, t->width, signal };
	t->copy[0].count = 1;
	p->signal[signal].clock = t->clock;
	p->signal[signal].level = t->level;
	for (unsigned k = 1; k <= t->depth; k++)
		for (unsigned low = 0, high; low < t->width; low = high + 1) {
			for (high = low; high < t->width && t->wait[high] >= k;)
				high++;
			if (high > low)
				add_run(p, t, k, low, high - low);
		}
}

/* The operand as read in `clock`, in terms of the finished plan's signals. */
static struct operand delayed(const struct pipeline *pl, const struct operand *o, unsigned clock)
{
	struct operand result = { 0 };

	for (size_t i = 0; i < o->count; i++) {
		const struct wires *w = &o->slice[i];

		if (w->signal == PLAN_ZERO) {
			operand_append(&result, PLAN_ZERO, 0, w->width);
			continue;
		}
		const struct track *t = &pl->track[w->signal];
		const struct run *run = find_run(&t->copy[clock - t->clock], w->low);

		operand_append(&result, run->signal, w->low - run->low, w->width);
	}
	return result;
}

static void rebuild_element(struct pipeline *pl, struct plan *p, size_t index)
{
	struct element *old = &pl->raw->element[index];
	struct element *e = plan_add(p, old->kind, old->count, old->out[0] >= 0, old->out[1] >= 0);
	int out[2] = { e->out[0], e->out[1] };

	e->plan = old->plan;
	e->copies = old->copies;
	e->setting = old->setting;
	e->clock = pl->placed[index];
	for (unsigned k = 0; k < old->in_count; k++)
		element_input(e, delayed(pl, &old->in[k], e->clock));
	for (int k = 0; k < 2; k++)
		if (old->out[k] != PLAN_NO_SIGNAL)
			add_delays(p, &pl->track[old->out[k]], out[k]);
}

/* The clock in which all outputs come straight from registers. */
static unsigned output_clock(const struct pipeline *pl)
{
	unsigned last = operand_clock(pl, &pl->raw->output);

	return last + (last == 0 || operand_level(pl, &pl->raw->output, last) > 0);
}

struct plan *plan_pipeline(struct plan *raw, const struct plan_library *library)
{
	struct pipeline pl = { library, raw, allocate_array(raw->signal_count, sizeof *pl.track),
			       allocate_array(raw->element_count + 1, sizeof *pl.placed) };

	/* A router begins with its own selectors, at level 0. */
	bool router = raw->kind == PLAN_ROUTER_UP || raw->kind == PLAN_ROUTER_DOWN;
	unsigned input_level = router ? 0 : library->input_level;

	for (size_t i = 0; i < raw->signal_count; i++) {
		pl.track[i].width = raw->signal[i].width;
		pl.track[i].wait = allocate_array(pl.track[i].width, sizeof(unsigned));
	}
	pl.track[PLAN_INPUT].level = input_level;
	for (size_t i = 0; i < raw->element_count; i++)
		place(&pl, i);
	for (size_t i = 0; i < raw->element_count; i++)
		for (unsigned k = 0; k < raw->element[i].in_count; k++)
			note_reader(&pl, &raw->element[i].in[k], pl.placed[i]);

	struct plan *p = plan_new(raw->kind, raw->inputs, raw->outputs);

	p->latency = output_clock(&pl);
	p->input_level = input_level;
	p->spacing = library->spacing;
	p->settings = raw->settings;
	p->partial = raw->partial;
	note_reader(&pl, &raw->output, p->latency);
	add_delays(p, &pl.track[PLAN_INPUT], PLAN_INPUT);
	for (size_t i = 0; i < raw->element_count; i++)
		rebuild_element(&pl, p, i);
	p->output = delayed(&pl, &raw->output, p->latency);
	plan_estimate(p, library);

	for (size_t i = 0; i < raw->signal_count; i++) {
		for (unsigned k = 0; pl.track[i].copy && k <= pl.track[i].depth; k++)
			free(pl.track[i].copy[k].run);
		free(pl.track[i].copy);
		free(pl.track[i].wait);
	}
	free(pl.track);
	free(pl.placed);
	plan_free(raw);
	return p;
}
