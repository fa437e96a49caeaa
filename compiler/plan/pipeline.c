/* pipeline.c: gives every signal of a plan its clock, puts registers where they are needed, and estimates the cost.
 *
 * Elements are placed as early as possible: in the clock in which the last input arrives, if the elements since the
 * last register, itself included, are at most `spacing`; otherwise in the next clock, where all inputs come from
 * registers. Earlier inputs wait in delays. A delay covers only the wires that still have a reader.
 */
#include <stdlib.h>

#include "plan/builder.h"
#include "plan/ranges.h"
#include "util/text.h"

/* Neighbouring wires of a signal that still have a reader, and the signal of the finished plan that carries them. */
struct run {
	unsigned low, width;
	int signal;
};

/* The wires of a signal some clocks after its own clock, in order. */
struct copy {
	struct run *run;
	size_t count;
};

/* Clock, then level. A signal that arrives before the others comes from a register. */
struct time {
	unsigned clock, level;
};

/* A signal of the raw plan. */
struct track {
	struct time at;
	unsigned width;
	unsigned depth;			/* clocks until its last reader */
	struct ranges wait;		/* clocks until the readers of its wires */
	struct copy *copy;		/* [k], 0 .. depth */
};

struct pipeline {
	const struct plan_library *library;
	struct plan *raw;
	struct track *track;
	unsigned *placed;		/* clock of each element */
};

/* Raises *latest to the arrival of an operand. */
static void arrive(const struct pipeline *pl, const struct operand *o, struct time *latest)
{
	for (size_t i = 0; i < o->count; i++) {
		int s = o->slice[i].signal;
		struct time at = s == PLAN_ZERO ? (struct time){0} : pl->track[s].at;

		if (at.clock > latest->clock || (at.clock == latest->clock && at.level > latest->level))
			*latest = at;
	}
}

/* Whether an element may stand behind inputs of that level. */
static bool fits(const struct pipeline *pl, const struct element *e, unsigned level)
{
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
	bool decides = e->kind == ELEMENT_EXCHANGE || e->kind == ELEMENT_CHOOSE;
	struct time in = {0}, out;

	for (unsigned k = 0; k < e->in_count; k++)
		arrive(pl, &e->in[k], &in);
	if (!fits(pl, e, in.level))
		in = (struct time){ in.clock + 1, 0 };
	pl->placed[index] = in.clock;
	if (e->kind == ELEMENT_CALL)
		out = (struct time){ in.clock + e->plan->latency, 0 };
	else if (decides)
		out = (struct time){ in.clock + 1, 1 };
	else if (e->kind == ELEMENT_GATHER)
		out = (struct time){ in.clock + (e->out[1] == PLAN_NO_SIGNAL ? 1 : 2), 0 };
	else if (e->kind == ELEMENT_SPREAD)
		out = (struct time){ in.clock + 3, 0 };
	else
		out = (struct time){ in.clock + (e->kind == ELEMENT_SELECT), in.level + 1 };
	for (int k = 0; k < 2; k++)
		if (e->out[k] != PLAN_NO_SIGNAL)
			pl->track[e->out[k]].at = out;
}

/* Notes that an element reads this operand in `clock`. */
static void note_reader(struct pipeline *pl, const struct operand *o, unsigned clock)
{
	for (size_t i = 0; i < o->count; i++) {
		const struct wires *w = &o->slice[i];

		if (w->signal == PLAN_ZERO)
			continue;
		struct track *t = &pl->track[w->signal];
		unsigned wait = clock - t->at.clock;

		if (wait > t->depth)
			t->depth = wait;
		if (wait > 0)
			ranges_add(&t->wait, w->low, w->width, wait);
	}
}

/* The run with a wire that has one. */
static const struct run *find_run(const struct copy *copy, unsigned wire)
{
	size_t low = 0, high = copy->count;

	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;

		if (copy->run[middle].low <= wire)
			low = middle;
		else
			high = middle;
	}
	return &copy->run[low];
}

/* Adds one register for the wires low .. low + width - 1, k clocks after the signal. */
static void add_run(struct plan *p, struct track *t, unsigned k, unsigned low, unsigned width)
{
	const struct run *before = find_run(&t->copy[k - 1], low);
	struct element *e = plan_add(p, ELEMENT_DELAY, width, true, false);
	struct copy *copy = &t->copy[k];

	e->clock = t->at.clock + k - 1;
	p->signal[e->out[0]].clock = t->at.clock + k;
	copy->run = room_for_one(copy->run, copy->count, sizeof *copy->run);
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
	p->signal[signal].clock = t->at.clock;
	p->signal[signal].level = t->at.level;
	ranges_sort(&t->wait);
	for (unsigned k = 1; k <= t->depth; k++) {
		size_t at = 0;

		for (struct range r = ranges_next(&t->wait, &at, k); r.high > 0; r = ranges_next(&t->wait, &at, k))
			add_run(p, t, k, r.low, r.high - r.low);
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
		const struct run *run = find_run(&t->copy[clock - t->at.clock], w->low);

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
	struct time last = {0};

	arrive(pl, &pl->raw->output, &last);
	return last.clock + (last.clock == 0 || last.level > 0);
}

struct plan *plan_pipeline(struct plan *raw, const struct plan_library *library)
{
	struct pipeline pl = { library, raw, allocate_array(raw->signal_count, sizeof *pl.track),
			       allocate_array(raw->element_count + 1, sizeof *pl.placed) };

	/* A router begins with its own selectors, at level 0. */
	bool router = raw->kind == PLAN_ROUTER_UP || raw->kind == PLAN_ROUTER_DOWN;
	unsigned input_level = router ? 0 : library->input_level;

	for (size_t i = 0; i < raw->signal_count; i++)
		pl.track[i].width = raw->signal[i].width;
	pl.track[PLAN_INPUT].at.level = input_level;
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
	p->turned = raw->turned;
	p->partial = raw->partial;
	note_reader(&pl, &raw->output, p->latency);
	add_delays(p, &pl.track[PLAN_INPUT], PLAN_INPUT);
	for (size_t i = 0; i < raw->element_count; i++)
		rebuild_element(&pl, p, i);
	p->output = delayed(&pl, &raw->output, p->latency);
	plan_find_choices(p);
	plan_estimate(p, library);

	for (size_t i = 0; i < raw->signal_count; i++) {
		for (unsigned k = 0; pl.track[i].copy && k <= pl.track[i].depth; k++)
			free(pl.track[i].copy[k].run);
		free(pl.track[i].copy);
		ranges_free(&pl.track[i].wait);
	}
	free(pl.track);
	free(pl.placed);
	plan_free(raw);
	return p;
}
