/* plan.c: operands, signals and elements, from which plans are built. */
#include "plan/plan.h"

#include <stdlib.h>

#include "plan/builder.h"
#include "util/text.h"

unsigned operand_width(const struct operand *o)
{
	unsigned width = 0;

	for (size_t i = 0; i < o->count; i++)
		width += o->slice[i].width;
	return width;
}

void operand_append(struct operand *o, int signal, unsigned low, unsigned width)
{
	if (width == 0)
		return;
	if (o->count > 0) {
		struct wires *last = &o->slice[o->count - 1];

		if (last->signal == signal && (signal == PLAN_ZERO || last->low + last->width == low)) {
			last->width += width;
			return;
		}
	}
	o->slice = reallocate(o->slice, (o->count + 1) * sizeof *o->slice);
	o->slice[o->count++] = (struct wires){ signal, low, width };
}

struct operand operand_of(int signal, unsigned low, unsigned width)
{
	struct operand o = { 0 };

	operand_append(&o, signal, low, width);
	return o;
}

void operand_append_operand(struct operand *o, const struct operand *more)
{
	for (size_t i = 0; i < more->count; i++)
		operand_append(o, more->slice[i].signal, more->slice[i].low, more->slice[i].width);
}

struct operand operand_part(const struct operand *o, unsigned low, unsigned width)
{
	struct operand part = { 0 };

	for (size_t i = 0; i < o->count && width > 0; i++) {
		const struct wires *s = &o->slice[i];

		if (low >= s->width) {
			low -= s->width;
			continue;
		}
		unsigned take = s->width - low < width ? s->width - low : width;

		operand_append(&part, s->signal, s->low + low, take);
		width -= take;
		low = 0;
	}
	return part;
}

void operand_free(struct operand *o)
{
	free(o->slice);
	*o = (struct operand){ 0 };
}

static int add_signal(struct plan *p, unsigned width)
{
	p->signal = room_for_one(p->signal, p->signal_count, sizeof *p->signal);
	p->signal[p->signal_count] = (struct signal){ .width = width };
	return (int)p->signal_count++;
}

struct plan *plan_new(enum plan_kind kind, unsigned r, unsigned s)
{
	struct plan *p = allocate(sizeof *p);

	p->kind = kind;
	p->inputs = r;
	p->outputs = s;
	add_signal(p, r);
	return p;
}

struct element *plan_add(struct plan *p, enum element_kind kind, unsigned count, bool first, bool second)
{
	p->element = room_for_one(p->element, p->element_count, sizeof *p->element);
	struct element *e = &p->element[p->element_count++];

	*e = (struct element){ .kind = kind, .count = count };
	e->out[0] = first ? add_signal(p, count) : PLAN_NO_SIGNAL;
	e->out[1] = second ? add_signal(p, count) : PLAN_NO_SIGNAL;
	return e;
}

void element_input(struct element *e, struct operand o)
{
	e->in[e->in_count++] = o;
}

void plan_concentrate(struct plan_library *library, struct plan *p, struct operand in, unsigned s, make_plan *make)
{
	unsigned r = operand_width(&in);

	if (r <= s) {
		operand_append_operand(&p->output, &in);
		operand_append(&p->output, PLAN_ZERO, 0, s - r);
		operand_free(&in);
		return;
	}
	struct element *e = plan_add(p, ELEMENT_CALL, s, true, false);

	e->plan = make(library, r, s);
	element_input(e, in);
	operand_append(&p->output, e->out[0], 0, s);
}

void plan_free(struct plan *p)
{
	if (!p)
		return;
	for (size_t i = 0; i < p->element_count; i++)
		for (unsigned k = 0; k < p->element[i].in_count; k++)
			operand_free(&p->element[i].in[k]);
	operand_free(&p->output);
	free(p->element);
	free(p->signal);
	free(p->choices);
	free(p->decisions);
	ranges_free(&p->input_readers);
	ranges_free(&p->input_flip_flops);
	free(p->name);
	free(p);
}

bool plan_copies(const struct plan *plan)
{
	for (size_t i = 0; i < plan->element_count; i++)
		if (plan->element[i].copies)
			return true;
	return false;
}

bool plan_stops(const struct plan *plan)
{
	for (size_t i = 0; i < plan->element_count; i++)
		if (plan->element[i].kind == ELEMENT_GATHER)
			return true;
	return false;
}

/* A gather for one parent reads no route bit. */
static bool has_strobe(const struct element *e)
{
	return e->kind != ELEMENT_PARITY && e->kind != ELEMENT_DELAY && e->kind != ELEMENT_PICK &&
	       !(e->kind == ELEMENT_GATHER && e->out[1] == PLAN_NO_SIGNAL);
}

bool plan_uses_strobe(const struct plan *plan)
{
	for (size_t i = 0; i < plan->element_count; i++)
		if (has_strobe(&plan->element[i]))
			return true;
	return false;
}

unsigned element_strobe(const struct element *e)
{
	return e->clock + (e->kind == ELEMENT_SELECT || e->kind == ELEMENT_GATHER) + 2 * (e->kind == ELEMENT_SPREAD);
}

unsigned element_last_strobe(const struct element *e)
{
	return has_strobe(e) ? element_strobe(e) + (e->kind == ELEMENT_CHOOSE || e->kind == ELEMENT_SPREAD) : 0;
}

bool element_keeps_state(const struct element *e)
{
	return e->kind == ELEMENT_SPREAD;
}

unsigned plan_last_strobe(const struct plan *plan)
{
	unsigned last = 0;

	for (size_t i = 0; i < plan->element_count; i++) {
		unsigned strobe = element_last_strobe(&plan->element[i]);

		last = strobe > last ? strobe : last;
	}
	return last;
}

void plan_find_choices(struct plan *p)
{
	p->choices = allocate_array(p->latency + 1, sizeof *p->choices);
	p->deepest_strobe = plan_last_strobe(p);
	for (size_t i = 0; i < p->element_count; i++) {
		const struct element *e = &p->element[i];

		if (e->kind == ELEMENT_CHOOSE)
			p->choices[e->clock] = true;
		if (e->kind != ELEMENT_CALL)
			continue;
		for (unsigned clock = 0; clock <= e->plan->latency; clock++)
			p->choices[e->clock + clock] |= e->plan->choices[clock];
		if (e->clock + e->plan->deepest_strobe > p->deepest_strobe)
			p->deepest_strobe = e->clock + e->plan->deepest_strobe;
	}
}

bool plan_needs_favor(const struct plan *plan)
{
	return plan->choices[0];
}

bool plan_needs_chance(const struct plan *plan)
{
	for (unsigned clock = 1; clock <= plan->latency; clock++)
		if (plan->choices[clock])
			return true;
	return false;
}

bool plan_chooses(const struct plan *plan)
{
	return plan_needs_favor(plan) || plan_needs_chance(plan);
}

const char *plan_kind_name(enum plan_kind kind)
{
	static const char *const names[] = {		/* from PLAN_AUTO on */
		"auto", "wires", "batcher", "butterfly", "crossbar", "partial", "living", "sorter", "router-up", "router-down",
		"gather", "spread",
	};

	return names[kind - PLAN_AUTO];
}
