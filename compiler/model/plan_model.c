/* plan_model.c: simulates one plan: the elements as plan.h defines them, in C. */
#include "model/plan_model.h"

#include <stdlib.h>
#include <string.h>

#include "util/text.h"

/* A vertex of a pruned butterfly: rtl-templates/gather.v and spread.v. */
struct vertex {
	uint8_t out[2];
	uint8_t way[2][2];		/* gather: [input][parent] */
	uint8_t past[2][2];		/* spread: [input], a clock and two clocks ago */
	uint8_t crossed, open, flip, free_way;
};

/* The flip-flops of one array of elements, a byte each. */
struct element_state {
	uint8_t *a, *b;			/* exchange, choose: inputs of the last clock; delay, select: a; compare: a is
					   crossed */
	uint8_t *held;			/* exchange, choose: straight; compare: decided */
	struct vertex *vertex;		/* gather, spread; else NULL */
	struct plan_model *called;
};

struct plan_model {
	const struct plan *plan;
	uint8_t **value;		/* [signal][wire] in this clock */
	struct element_state *state;
	uint8_t *output;
	uint8_t *scratch;		/* room for any operand */
	bool copy;			/* the input `copy` */
	uint8_t chance;			/* a random bit */
	const uint8_t *setting;		/* [plan->settings] */
	bool stop;			/* the input `stop` */
	const uint8_t *turned;		/* [plan->turned], or NULL: zeros */
	bool *started;			/* [k]: the strobe k clocks ago; [0] is this clock's */
	unsigned last;
};

struct plan_model *plan_model_new(const struct plan *plan)
{
	struct plan_model *m = allocate(sizeof *m);
	unsigned widest = plan->outputs;

	m->plan = plan;
	m->value = allocate_array(plan->signal_count, sizeof *m->value);
	m->state = allocate_array(plan->element_count + 1, sizeof *m->state);
	m->output = allocate_array(plan->outputs, 1);
	m->last = plan->latency + 1;
	m->started = allocate_array(m->last + 1, sizeof *m->started);
	for (size_t i = 0; i < plan->signal_count; i++) {
		m->value[i] = allocate_array(plan->signal[i].width, 1);
		if (plan->signal[i].width > widest)
			widest = plan->signal[i].width;
	}
	for (size_t i = 0; i < plan->element_count; i++) {
		const struct element *e = &plan->element[i];
		struct element_state *s = &m->state[i];

		s->a = allocate_array(e->count, 1);
		s->b = allocate_array(e->count, 1);
		s->held = allocate_array(e->count, 1);
		if (e->kind == ELEMENT_GATHER || e->kind == ELEMENT_SPREAD)
			s->vertex = allocate_array(e->count, sizeof *s->vertex);
		if (e->kind == ELEMENT_CALL)
			s->called = plan_model_new(e->plan);
		if (e->kind == ELEMENT_CALL && e->plan->inputs > widest)
			widest = e->plan->inputs;
	}
	m->scratch = allocate_array(widest, 1);
	return m;
}

void plan_model_free(struct plan_model *m)
{
	if (!m)
		return;
	for (size_t i = 0; i < m->plan->element_count; i++) {
		free(m->state[i].a);
		free(m->state[i].b);
		free(m->state[i].held);
		free(m->state[i].vertex);
		plan_model_free(m->state[i].called);
	}
	for (size_t i = 0; i < m->plan->signal_count; i++)
		free(m->value[i]);
	free(m->value);
	free(m->state);
	free(m->output);
	free(m->scratch);
	free(m->started);
	free(m);
}

static void collect(const struct plan_model *m, const struct operand *o, uint8_t *to)
{
	for (size_t i = 0; i < o->count; i++) {
		const struct wires *w = &o->slice[i];

		if (w->signal == PLAN_ZERO)
			memset(to, 0, w->width);
		else
			memcpy(to, m->value[w->signal] + w->low, w->width);
		to += w->width;
	}
}

static uint8_t wire_of(const struct plan_model *m, const struct operand *o, unsigned at)
{
	for (size_t i = 0; i < o->count; i++) {
		const struct wires *w = &o->slice[i];

		if (at < w->width)
			return w->signal == PLAN_ZERO ? 0 : m->value[w->signal][w->low + at];
		at -= w->width;
	}
	return 0;
}

static uint8_t parity_of(const struct plan_model *m, const struct element *e, unsigned from, unsigned at)
{
	uint8_t parity = 0;

	for (unsigned k = from; k < e->in_count; k++)
		parity ^= wire_of(m, &e->in[k], at);
	return parity;
}

/* Bit by bit: condition ? a : b. */
static uint8_t either(uint8_t condition, uint8_t a, uint8_t b)
{
	return (condition & a) | (~condition & b);
}

/* Signals that come from flip-flops. */
static void show_registers(struct plan_model *m)
{
	for (size_t i = 0; i < m->plan->element_count; i++) {
		const struct element *e = &m->plan->element[i];
		struct element_state *s = &m->state[i];
		uint8_t *first = e->out[0] >= 0 ? m->value[e->out[0]] : NULL;
		uint8_t *second = e->out[1] >= 0 ? m->value[e->out[1]] : NULL;

		if (e->kind == ELEMENT_DELAY)
			memcpy(first, s->a, e->count);
		if (e->kind == ELEMENT_CALL)
			memcpy(first, plan_model_outputs(s->called), e->plan->outputs);
		for (unsigned k = 0; s->vertex && k < e->count; k++)
			for (int side = 0; side < 2; side++)
				if (e->out[side] >= 0)
					m->value[e->out[side]][k] = s->vertex[k].out[side];
		if (e->kind != ELEMENT_EXCHANGE && e->kind != ELEMENT_CHOOSE)
			continue;
		for (unsigned k = 0; k < e->count; k++) {
			if (first)
				first[k] = either(s->held[k], s->a[k], s->b[k]);
			if (second)
				second[k] = either(s->held[k], s->b[k], s->a[k]);
		}
	}
}

/* In the clock of the route bit the outputs carry the M bit or 0 instead. */
static void settle_select(struct plan_model *m, size_t index, unsigned k)
{
	const struct element *e = &m->plan->element[index];
	uint8_t now = wire_of(m, &e->in[0], k), before = m->state[index].a[k];
	bool route = m->started[e->clock + 1], both = e->copies && m->copy;

	for (int side = 0; side < 2; side++)
		if (e->out[side] != PLAN_NO_SIGNAL)
			m->value[e->out[side]][k] = route ? before & (both || now == side) : now;
}

/* Signals that follow combinationally. */
static void settle(struct plan_model *m)
{
	for (size_t i = 0; i < m->plan->element_count; i++) {
		const struct element *e = &m->plan->element[i];

		for (unsigned k = 0; k < e->count; k++) {
			if (e->kind == ELEMENT_PARITY)
				m->value[e->out[0]][k] = parity_of(m, e, 0, k);
			if (e->kind == ELEMENT_SELECT)
				settle_select(m, i, k);
			if (e->kind == ELEMENT_PICK)
				m->value[e->out[0]][k] = either(m->setting[e->setting + k], wire_of(m, &e->in[1], k),
								wire_of(m, &e->in[0], k));
			if (e->kind != ELEMENT_COMPARE)
				continue;
			uint8_t a = wire_of(m, &e->in[0], k), b = wire_of(m, &e->in[1], k);
			uint8_t decided = m->state[i].held[k], crossed = m->state[i].a[k];

			m->value[e->out[0]][k] = either(decided, either(crossed, b, a), a & b);
			m->value[e->out[1]][k] = either(decided, either(crossed, a, b), a | b);
		}
	}
}

static void clock_gather(const struct plan_model *m, const struct element *e, struct vertex *v, unsigned k)
{
	bool two = e->out[1] != PLAN_NO_SIGNAL, start = m->started[e->clock], route = m->started[e->clock + 1];
	uint8_t in[2] = { wire_of(m, &e->in[0], k), wire_of(m, &e->in[1], k) };

	if (!two) {
		v->out[0] = m->stop ? 0 : in[0] | in[1];
		return;
	}
	for (int parent = 0; parent < 2; parent++) {
		uint8_t flip = route && parent == 0 ? 0xff : 0;		/* the route bit of this parent is 0 */

		v->out[parent] = start ? 0 : ((in[0] ^ flip) & v->way[0][parent]) | ((in[1] ^ flip) & v->way[1][parent]);
		for (int i = 0; i < 2; i++) {
			if (start)
				v->way[i][parent] = in[i];
			else if (route)
				v->way[i][parent] &= in[i] ^ flip;
			if (m->stop)
				v->way[i][parent] = 0;
		}
	}
}

static void clock_spread(const struct plan_model *m, const struct element *e, struct vertex *v, unsigned k)
{
	bool at_s = m->started[e->clock + 1], at_d = m->started[e->clock + 2], after_d = m->started[e->clock + 3];
	uint8_t a = wire_of(m, &e->in[0], k), b = e->in_count > 1 ? wire_of(m, &e->in[1], k) : 0;
	uint8_t a_1 = v->past[0][0], b_1 = v->past[1][0], differ = a ^ b;
	uint8_t from_a = v->past[0][at_d || after_d], from_b = v->past[1][at_d || after_d];
	uint8_t way = at_d ? either(a_1, a, either(b_1, ~b, v->free_way)) : v->crossed;
	uint8_t free_way = (a_1 ^ b_1) & (v->flip ^ b_1);
	uint8_t lose = after_d ? v->open : 0;			/* of the edge that is not `crossed`, S becomes 0 */

	for (int side = 0; side < 2; side++) {
		uint8_t turned = m->turned ? m->turned[side * e->count + k] : 0, chosen = side ? either(way, from_a, from_b)
											       : either(way, from_b, from_a);
		uint8_t loses = lose & (side ? ~v->crossed : v->crossed);

		v->out[side] = turned | (at_s ? 0 : chosen & ~loses);
	}
	if (at_d) {
		v->flip ^= (v->past[0][1] ^ v->past[1][1]) & ~a_1 & ~b_1;
		v->crossed = way;
		v->open = a_1 & b_1 & ~differ;
	} else {
		v->crossed = either(v->open & differ, a ^ v->crossed, v->crossed);
		v->open &= ~differ;
	}
	v->past[0][1] = a_1;
	v->past[1][1] = b_1;
	v->past[0][0] = a;
	v->past[1][0] = b;
	v->free_way = free_way;
}

static void clock_element(struct plan_model *m, size_t index)
{
	const struct element *e = &m->plan->element[index];
	struct element_state *s = &m->state[index];
	bool start = m->started[e->clock];

	switch (e->kind) {
	case ELEMENT_EXCHANGE:
	case ELEMENT_CHOOSE:
		collect(m, &e->in[0], s->a);
		collect(m, &e->in[1], s->b);
		for (unsigned k = 0; start && k < e->count; k++)
			s->held[k] = e->kind == ELEMENT_CHOOSE ? s->a[k] & ~(m->chance & s->b[k])
							       : s->a[k] ^ parity_of(m, e, 2, k);
		break;
	case ELEMENT_COMPARE:
		for (unsigned k = 0; k < e->count; k++) {
			uint8_t a = wire_of(m, &e->in[0], k), b = wire_of(m, &e->in[1], k);

			s->a[k] = start ? 0 : either(s->held[k], s->a[k], a & ~b);
			s->held[k] = start ? 0 : s->held[k] | (a ^ b);
		}
		break;
	case ELEMENT_CALL:
		collect(m, &e->in[0], m->scratch);
		plan_model_chance(s->called, m->chance);
		plan_model_clock(s->called, m->scratch, start);
		break;
	case ELEMENT_GATHER:
	case ELEMENT_SPREAD:
		for (unsigned k = 0; k < e->count; k++)
			(e->kind == ELEMENT_GATHER ? clock_gather : clock_spread)(m, e, &s->vertex[k], k);
		break;
	case ELEMENT_DELAY:
	case ELEMENT_SELECT:
		collect(m, &e->in[0], s->a);
		break;
	case ELEMENT_PARITY:
	case ELEMENT_PICK:
		break;
	}
}

const uint8_t *plan_model_outputs(struct plan_model *m)
{
	show_registers(m);
	collect(m, &m->plan->output, m->output);
	return m->output;
}

void plan_model_copy(struct plan_model *m, bool copy)
{
	m->copy = copy;
}

void plan_model_stop(struct plan_model *m, bool stop)
{
	m->stop = stop;
}

void plan_model_turned(struct plan_model *m, const uint8_t *turned)
{
	m->turned = turned;
}

void plan_model_reset(struct plan_model *m)
{
	for (size_t i = 0; i < m->plan->element_count; i++)
		for (unsigned k = 0; element_keeps_state(&m->plan->element[i]) && k < m->plan->element[i].count; k++)
			m->state[i].vertex[k].flip = 0;
	memset(m->started, 0, (m->last + 1) * sizeof *m->started);
}

void plan_model_chance(struct plan_model *m, uint8_t chance)
{
	m->chance = chance;
}

void plan_model_set(struct plan_model *m, const uint8_t *setting)
{
	m->setting = setting;
}

void plan_model_clock(struct plan_model *m, const uint8_t *in, bool start)
{
	show_registers(m);
	memcpy(m->value[PLAN_INPUT], in, m->plan->inputs);
	settle(m);
	m->started[0] = start;
	for (size_t i = 0; i < m->plan->element_count; i++)
		clock_element(m, i);
	memmove(m->started + 1, m->started, m->last * sizeof *m->started);
}
