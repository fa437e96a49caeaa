/* plan_model.c: simulates one plan: the elements as plan.h defines them, in C. */
#include "model/plan_model.h"

#include <stdlib.h>
#include <string.h>

#include "util/text.h"

/* A vertex of a pruned butterfly: rtl-templates/batched/gather.v and spread.v. */
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
	uint8_t *now[2];		/* compare, pick: inputs of this clock */
	uint32_t *from[ELEMENT_MAXIMUM_INPUTS];	/* [wire of the input]: cells */
	struct vertex *vertex;		/* gather, spread; else NULL */
	struct plan_model *called;
};

struct plan_model {
	const struct plan *plan;
	uint8_t *cell;			/* in this clock: a 0, then the wires of all signals */
	uint8_t **value;		/* [signal][wire]: in `cell` */
	struct element_state *state;
	uint32_t *output_from;		/* [output]: cells */
	uint8_t *output;
	bool shown;			/* `cell` and `output` have what registers show in this clock */
	uint8_t *scratch;		/* room for any operand */
	bool copy;			/* the input `copy` */
	uint8_t chance;			/* a random bit */
	const uint8_t *setting;		/* [plan->settings] */
	bool stop;			/* the input `stop` */
	const uint8_t *turned;		/* [plan->turned], or NULL: zeros */
	bool *started;			/* [k]: the strobe k clocks ago; [0] is this clock's */
	unsigned last;
};

/* The cells of an operand. */
static uint32_t *cells_of(const struct plan_model *m, const struct operand *o)
{
	uint32_t *cell = allocate_array(operand_width(o) + 1, sizeof *cell), *next = cell;

	for (size_t i = 0; i < o->count; i++) {
		const struct wires *w = &o->slice[i];

		for (unsigned k = 0; k < w->width; k++)
			*next++ = w->signal == PLAN_ZERO ? 0 : (uint32_t)(m->value[w->signal] - m->cell) + w->low + k;
	}
	return cell;
}

static void place_signals(struct plan_model *m)
{
	size_t cells = 1;

	for (size_t i = 0; i < m->plan->signal_count; i++)
		cells += m->plan->signal[i].width;
	m->cell = allocate_array(cells, 1);
	m->value = allocate_array(m->plan->signal_count, sizeof *m->value);
	cells = 1;
	for (size_t i = 0; i < m->plan->signal_count; i++) {
		m->value[i] = m->cell + cells;
		cells += m->plan->signal[i].width;
	}
}

static void begin_element(const struct plan_model *m, const struct element *e, struct element_state *s)
{
	s->a = allocate_array(e->count, 1);
	s->b = allocate_array(e->count, 1);
	s->held = allocate_array(e->count, 1);
	for (int i = 0; i < 2 && (e->kind == ELEMENT_COMPARE || e->kind == ELEMENT_PICK); i++)
		s->now[i] = allocate_array(e->count, 1);
	for (unsigned i = 0; i < e->in_count; i++)
		s->from[i] = cells_of(m, &e->in[i]);
	if (e->kind == ELEMENT_GATHER || e->kind == ELEMENT_SPREAD)
		s->vertex = allocate_array(e->count, sizeof *s->vertex);
	if (e->kind == ELEMENT_CALL)
		s->called = plan_model_new(e->plan);
}

struct plan_model *plan_model_new(const struct plan *plan)
{
	struct plan_model *m = allocate(sizeof *m);
	unsigned most = 1;

	m->plan = plan;
	m->state = allocate_array(plan->element_count + 1, sizeof *m->state);
	m->output = allocate_array(plan->outputs, 1);
	m->last = plan->latency + 1;
	m->started = allocate_array(m->last + 1, sizeof *m->started);
	place_signals(m);
	m->output_from = cells_of(m, &plan->output);
	for (size_t i = 0; i < plan->element_count; i++) {
		const struct element *e = &plan->element[i];

		begin_element(m, e, &m->state[i]);
		if (e->kind == ELEMENT_CALL && e->plan->inputs > most)
			most = e->plan->inputs;
	}
	m->scratch = allocate_array(most, 1);
	return m;
}

static void end_element(struct element_state *s)
{
	for (unsigned i = 0; i < ELEMENT_MAXIMUM_INPUTS; i++)
		free(s->from[i]);
	free(s->a);
	free(s->b);
	free(s->held);
	free(s->now[0]);
	free(s->now[1]);
	free(s->vertex);
	plan_model_free(s->called);
}

void plan_model_free(struct plan_model *m)
{
	if (!m)
		return;
	for (size_t i = 0; i < m->plan->element_count; i++)
		end_element(&m->state[i]);
	free(m->cell);
	free(m->value);
	free(m->state);
	free(m->output_from);
	free(m->output);
	free(m->scratch);
	free(m->started);
	free(m);
}

static void collect(const struct plan_model *m, const uint32_t *from, unsigned count, uint8_t *restrict to)
{
	const uint8_t *cell = m->cell;

	for (unsigned k = 0; k < count; k++)
		to[k] = cell[from[k]];
}

/* A wire of an element's input in this clock. */
static uint8_t wire_of(const struct plan_model *m, const struct element_state *s, unsigned input, unsigned at)
{
	return m->cell[s->from[input][at]];
}

static uint8_t parity_of(const struct plan_model *m, size_t index, unsigned first, unsigned at)
{
	uint8_t parity = 0;

	for (unsigned k = first; k < m->plan->element[index].in_count; k++)
		parity ^= wire_of(m, &m->state[index], k, at);
	return parity;
}

/* Bit by bit: condition ? a : b. */
static uint8_t either(uint8_t condition, uint8_t a, uint8_t b)
{
	return (condition & a) | (~condition & b);
}

static void show_exchange(struct plan_model *m, const struct element *e, const struct element_state *s)
{
	uint8_t *first = e->out[0] >= 0 ? m->value[e->out[0]] : NULL;
	uint8_t *second = e->out[1] >= 0 ? m->value[e->out[1]] : NULL;

	for (unsigned k = 0; first && k < e->count; k++)
		first[k] = either(s->held[k], s->a[k], s->b[k]);
	for (unsigned k = 0; second && k < e->count; k++)
		second[k] = either(s->held[k], s->b[k], s->a[k]);
}

/* Signals that come from flip-flops. */
static void show_registers(struct plan_model *m)
{
	for (size_t i = 0; i < m->plan->element_count && !m->shown; i++) {
		const struct element *e = &m->plan->element[i];
		const struct element_state *s = &m->state[i];

		if (e->kind == ELEMENT_DELAY)
			memcpy(m->value[e->out[0]], s->a, e->count);
		if (e->kind == ELEMENT_CALL)
			memcpy(m->value[e->out[0]], plan_model_outputs(s->called), e->plan->outputs);
		for (unsigned k = 0; s->vertex && k < e->count; k++)
			for (int side = 0; side < 2; side++)
				if (e->out[side] >= 0)
					m->value[e->out[side]][k] = s->vertex[k].out[side];
		if (e->kind == ELEMENT_EXCHANGE || e->kind == ELEMENT_CHOOSE)
			show_exchange(m, e, s);
	}
	if (!m->shown)
		collect(m, m->output_from, m->plan->outputs, m->output);
	m->shown = true;
}

/* In the clock of the route bit the outputs carry the M bit or 0 instead. */
static void settle_select(struct plan_model *m, size_t index, unsigned k)
{
	const struct element *e = &m->plan->element[index];
	uint8_t now = wire_of(m, &m->state[index], 0, k), before = m->state[index].a[k];
	bool route = m->started[e->clock + 1], both = e->copies && m->copy;

	for (int side = 0; side < 2; side++)
		if (e->out[side] != PLAN_NO_SIGNAL)
			m->value[e->out[side]][k] = route ? before & (both || now == side) : now;
}

/* The smaller and the larger bits, until the words differ; then their own. */
static void settle_compare(struct plan_model *m, const struct element *e, const struct element_state *s)
{
	const uint8_t *restrict a = s->now[0], *restrict b = s->now[1], *restrict decided = s->held, *restrict crossed = s->a;
	uint8_t *restrict first = m->value[e->out[0]], *restrict second = m->value[e->out[1]];

	for (unsigned k = 0; k < e->count; k++) {
		first[k] = either(decided[k], either(crossed[k], b[k], a[k]), a[k] & b[k]);
		second[k] = either(decided[k], either(crossed[k], a[k], b[k]), a[k] | b[k]);
	}
}

static void settle_pick(struct plan_model *m, const struct element *e, const struct element_state *s)
{
	for (unsigned k = 0; k < e->count; k++)
		m->value[e->out[0]][k] = either(m->setting[e->setting + k], s->now[1][k], s->now[0][k]);
}

/* Signals that follow combinationally. */
static void settle(struct plan_model *m)
{
	for (size_t i = 0; i < m->plan->element_count; i++) {
		const struct element *e = &m->plan->element[i];
		const struct element_state *s = &m->state[i];

		for (int j = 0; s->now[0] && j < 2; j++)
			collect(m, s->from[j], e->count, s->now[j]);
		if (e->kind == ELEMENT_COMPARE)
			settle_compare(m, e, s);
		if (e->kind == ELEMENT_PICK)
			settle_pick(m, e, s);
		for (unsigned k = 0; e->kind == ELEMENT_PARITY && k < e->count; k++)
			m->value[e->out[0]][k] = parity_of(m, i, 0, k);
		for (unsigned k = 0; e->kind == ELEMENT_SELECT && k < e->count; k++)
			settle_select(m, i, k);
	}
}

static void clock_gather(const struct plan_model *m, const struct element *e, const struct element_state *s, unsigned k)
{
	bool two = e->out[1] != PLAN_NO_SIGNAL, start = m->started[e->clock], route = m->started[e->clock + 1];
	uint8_t in[2] = { wire_of(m, s, 0, k), wire_of(m, s, 1, k) };
	struct vertex *v = &s->vertex[k];

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

static void clock_spread(const struct plan_model *m, const struct element *e, const struct element_state *s, unsigned k)
{
	bool at_s = m->started[e->clock + 1], at_d = m->started[e->clock + 2], after_d = m->started[e->clock + 3];
	struct vertex *v = &s->vertex[k];
	uint8_t a = wire_of(m, s, 0, k), b = e->in_count > 1 ? wire_of(m, s, 1, k) : 0;
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

static void clock_compare(const struct element *e, struct element_state *s, bool start)
{
	const uint8_t *restrict a = s->now[0], *restrict b = s->now[1];
	uint8_t *restrict crossed = s->a, *restrict decided = s->held, kept = start ? 0 : 0xff;

	for (unsigned k = 0; k < e->count; k++) {
		crossed[k] = kept & either(decided[k], crossed[k], a[k] & ~b[k]);
		decided[k] = kept & (decided[k] | (a[k] ^ b[k]));
	}
}

static void clock_element(struct plan_model *m, size_t index)
{
	const struct element *e = &m->plan->element[index];
	struct element_state *s = &m->state[index];
	bool start = m->started[e->clock];

	switch (e->kind) {
	case ELEMENT_EXCHANGE:
	case ELEMENT_CHOOSE:
		collect(m, s->from[0], e->count, s->a);
		collect(m, s->from[1], e->count, s->b);
		for (unsigned k = 0; start && k < e->count; k++)
			s->held[k] = e->kind == ELEMENT_CHOOSE ? s->a[k] & ~(m->chance & s->b[k])
							       : s->a[k] ^ parity_of(m, index, 2, k);
		break;
	case ELEMENT_COMPARE:
		clock_compare(e, s, start);
		break;
	case ELEMENT_CALL:
		collect(m, s->from[0], e->plan->inputs, m->scratch);
		plan_model_chance(s->called, m->chance);
		plan_model_clock(s->called, m->scratch, start);
		break;
	case ELEMENT_GATHER:
	case ELEMENT_SPREAD:
		for (unsigned k = 0; k < e->count; k++)
			(e->kind == ELEMENT_GATHER ? clock_gather : clock_spread)(m, e, s, k);
		break;
	case ELEMENT_DELAY:
	case ELEMENT_SELECT:
		collect(m, s->from[0], e->count, s->a);
		break;
	case ELEMENT_PARITY:
	case ELEMENT_PICK:
		break;
	}
}

const uint8_t *plan_model_outputs(struct plan_model *m)
{
	show_registers(m);
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
	m->shown = false;
	memmove(m->started + 1, m->started, m->last * sizeof *m->started);
}
