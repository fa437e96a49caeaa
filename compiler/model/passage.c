/* passage.c: runs plans on whole messages.
 *
 * A concentrator becomes a list of steps without calls and delays, on wires that have numbers. A router becomes a table:
 * where selectors lead a message, by its wire and the next bits of its route: through one concentrator at most. A message
 * that is alone always takes the same way, which is looked up; others go through all steps.
 */
#include "model/passage.h"

#include <stdlib.h>
#include <string.h>

#include "util/text.h"

/* A wire carries a message, by its place in the list, or NOBODY, whose sign distinguishes it. */
enum { NOBODY = -1 };

/* What a wire's way alone leads to, apart from an output; UNKNOWN: it has not been asked for. */
enum { LOST = -1, UNKNOWN = -2 };

/* Elements side by side: the k-th one's wires are k behind those of the first. Inputs that they lack are wires that are
 * always idle. */
struct step {
	uint32_t in[ELEMENT_MAXIMUM_INPUTS];
	uint32_t out[2];
	uint32_t count;
	uint32_t setting;		/* of a pick: the first of `count` */
	uint16_t clock;
	uint8_t kind;
};

struct concentrator {
	struct step *step;
	size_t steps;
	int *wire;			/* the inputs, all NOBODY between runs; idle ones, from `idle` on; those of the
					   steps */
	uint32_t wires, idle;
	uint32_t *output;		/* [plan->outputs]: wires */
	int *alone;			/* [plan->inputs]: see LOST */
};

/* Where selectors lead. */
struct way {
	int call;			/* of the router; OUTPUT: to output `wire`; or LOST */
	uint32_t wire;
};

enum { OUTPUT = -3 };

/* A concentrator in a router. */
struct call {
	const struct plan *plan;
	unsigned clock;
	int *output;			/* by its outputs: the router's, or LOST */
	int head;			/* during a run: the last message that came; NOBODY */
};

struct router {
	unsigned digits;
	struct way *way;		/* [input << digits | bits of the route] */
	int *alone;			/* likewise: the output of a message that is alone */
	struct call *call;
	unsigned calls;
	int *next;			/* [input]: the message before in the same call */
	unsigned *touched;		/* [input]: calls with messages */
};

struct passage {
	const struct plan_library *library;
	unsigned long long *work;	/* by plan->index */
	struct concentrator **concentrator;
	struct router **router;
	const uint8_t *setting;		/* of plans that have settings */
};

static unsigned long long plan_work(const struct passage *p, const struct plan *plan)
{
	unsigned long long work = 0;

	for (size_t i = 0; i < plan->signal_count; i++)
		work += plan->signal[i].width;
	for (size_t i = 0; i < plan->element_count; i++)
		if (plan->element[i].kind == ELEMENT_CALL)
			work += p->work[plan->element[i].plan->index];
	return work;
}

struct passage *passage_create(const struct plan_library *library)
{
	struct passage *p = allocate(sizeof *p);

	p->library = library;
	p->work = allocate_array(library->count, sizeof *p->work);
	p->concentrator = allocate_array(library->count, sizeof(struct concentrator *));
	p->router = allocate_array(library->count, sizeof(struct router *));
	for (size_t i = 0; i < library->count; i++)	/* called plans come before their callers */
		p->work[i] = plan_work(p, library->plan[i]);
	return p;
}

unsigned long long passage_work(const struct passage *p, const struct plan *plan)
{
	return p->work[plan->index];
}

/* ---- Concentrators become steps ---- */

/* The numbers of a plan's wires, signal after signal. */
struct numbers {
	size_t *base;
	uint32_t *wire;
};

static struct numbers numbers_new(const struct plan *plan)
{
	struct numbers n = { .base = allocate_array(plan->signal_count, sizeof *n.base) };
	size_t wires = 0;

	for (size_t i = 0; i < plan->signal_count; i++) {
		n.base[i] = wires;
		wires += plan->signal[i].width;
	}
	n.wire = allocate_array(wires + 1, sizeof *n.wire);
	return n;
}

static void numbers_free(struct numbers *n)
{
	free(n->base);
	free(n->wire);
}

static void collect(const struct numbers *n, const struct operand *o, uint32_t idle, uint32_t *to)
{
	for (size_t i = 0; i < o->count; i++) {
		const struct wires *w = &o->slice[i];

		for (unsigned k = 0; k < w->width; k++)
			*to++ = w->signal == PLAN_ZERO ? idle : n->wire[n->base[w->signal] + w->low + k];
	}
}

/* Whether an element with these inputs is the next one of a step. */
static bool is_next(const struct concentrator *c, const struct step *s, const uint32_t *in)
{
	for (unsigned i = 0; i < ELEMENT_MAXIMUM_INPUTS; i++)
		if (in[i] != s->in[i] + (s->in[i] == c->idle ? 0 : s->count))
			return false;
	return true;
}

/* Elements side by side; `in` holds the wires of each input, one input after the other. They become one step, or more
 * where their inputs do not lie side by side. */
static void add_steps(struct concentrator *c, const struct element *e, const struct numbers *n, unsigned clock,
		      const uint32_t *in)
{
	uint32_t out[2] = { c->wires, c->wires + e->count };
	struct step *s = NULL;

	c->wires += 2 * e->count;
	for (unsigned k = 0; k < e->count; k++) {
		uint32_t own[ELEMENT_MAXIMUM_INPUTS];

		for (unsigned i = 0; i < ELEMENT_MAXIMUM_INPUTS; i++)
			own[i] = i < e->in_count ? in[i * e->count + k] : c->idle;
		for (int side = 0; side < 2; side++)
			if (e->out[side] != PLAN_NO_SIGNAL)
				n->wire[n->base[e->out[side]] + k] = out[side] + k;
		if (s && is_next(c, s, own)) {
			s->count++;
			continue;
		}
		c->step = room_for_one(c->step, c->steps, sizeof *c->step);
		s = &c->step[c->steps++];
		*s = (struct step){ .out = { out[0] + k, out[1] + k }, .count = 1, .kind = (uint8_t)e->kind,
				    .setting = e->setting + k, .clock = (uint16_t)(clock + e->clock) };
		memcpy(s->in, own, sizeof own);
	}
}

/* Adds a plan's elements, from the wires `in` to those in `out`. */
static void add_plan(struct concentrator *c, const struct plan *plan, unsigned clock, const uint32_t *in, uint32_t *out)
{
	struct numbers n = numbers_new(plan);
	uint32_t *wires = NULL;

	memcpy(n.wire, in, plan->inputs * sizeof *in);
	for (size_t i = 0; i < plan->element_count; i++) {
		const struct element *e = &plan->element[i];
		size_t count = 0;

		for (unsigned k = 0; k < e->in_count; k++)
			count += operand_width(&e->in[k]);
		wires = reallocate(wires, (count + 1) * sizeof *wires);
		count = 0;
		for (unsigned k = 0; k < e->in_count; k++) {
			collect(&n, &e->in[k], c->idle, wires + count);
			count += operand_width(&e->in[k]);
		}
		if (e->kind == ELEMENT_CALL)
			add_plan(c, e->plan, clock + e->clock, wires, n.wire + n.base[e->out[0]]);
		else if (e->kind == ELEMENT_DELAY)
			memcpy(n.wire + n.base[e->out[0]], wires, count * sizeof *wires);
		else
			add_steps(c, e, &n, clock, wires);
	}
	collect(&n, &plan->output, c->idle, out);
	free(wires);
	numbers_free(&n);
}

/* The most elements side by side, called plans' included. */
static unsigned widest(const struct plan *plan)
{
	unsigned most = 1;

	for (size_t i = 0; i < plan->element_count; i++) {
		const struct element *e = &plan->element[i];
		unsigned count = e->kind == ELEMENT_CALL ? widest(e->plan) : e->count;

		most = count > most ? count : most;
	}
	return most;
}

static struct concentrator *concentrator_new(const struct plan *plan)
{
	struct concentrator *c = allocate(sizeof *c);
	uint32_t *in = allocate_array(plan->inputs, sizeof *in);

	c->idle = plan->inputs;
	c->wires = plan->inputs + widest(plan);
	c->output = allocate_array(plan->outputs, sizeof *c->output);
	c->alone = allocate_array(plan->inputs, sizeof *c->alone);
	for (unsigned i = 0; i < plan->inputs; i++) {
		in[i] = i;
		c->alone[i] = UNKNOWN;
	}
	add_plan(c, plan, 0, in, c->output);
	free(in);
	c->wire = allocate_array(c->wires, sizeof *c->wire);
	for (uint32_t i = 0; i < c->wires; i++)
		c->wire[i] = NOBODY;
	return c;
}

static void concentrator_free(struct concentrator *c)
{
	if (!c)
		return;
	free(c->step);
	free(c->wire);
	free(c->output);
	free(c->alone);
	free(c);
}

static struct concentrator *concentrator_of(struct passage *p, const struct plan *plan)
{
	struct concentrator **c = &p->concentrator[plan->index];

	if (!*c)
		*c = concentrator_new(plan);
	return *c;
}

/* ---- Concentrators run ---- */

/* All ones if an odd number of four wires carries messages, else 0: the same number is idle, and the sign of the xor
 * tells. */
static int odd(int a, int b, int c, int d)
{
	return -((a ^ b ^ c ^ d) < 0);
}

/* All ones if a wire is idle, else 0. */
static int idle(int a)
{
	return -(a < 0);
}

/* condition ? a : b */
static int either(int condition, int a, int b)
{
	return b ^ ((a ^ b) & condition);
}

/* The compiler turns these loops into vector instructions. */
static void exchange(const struct step *s, int *wire)
{
	const int *a = wire + s->in[0], *b = wire + s->in[1];
	const int *p = wire + s->in[2], *q = wire + s->in[3], *r = wire + s->in[4];
	int *restrict first = wire + s->out[0], *restrict second = wire + s->out[1];

	for (uint32_t k = 0; k < s->count; k++) {
		int straight = odd(a[k], p[k], q[k], r[k]);

		first[k] = either(straight, a[k], b[k]);
		second[k] = either(straight, b[k], a[k]);
	}
}

static void choose(const struct step *s, int *wire, bool other)
{
	const int *a = wire + s->in[other], *b = wire + s->in[!other];
	int *restrict first = wire + s->out[0];

	for (uint32_t k = 0; k < s->count; k++)
		first[k] = either(idle(a[k]), b[k], a[k]);
}

static void parity(const struct step *s, int *wire)
{
	const int *a = wire + s->in[0], *b = wire + s->in[1], *c = wire + s->in[2], *d = wire + s->in[3];
	int *restrict first = wire + s->out[0];

	for (uint32_t k = 0; k < s->count; k++)
		first[k] = ~odd(a[k], b[k], c[k], d[k]);
}

static void pick(const struct step *s, int *wire, const uint8_t *setting)
{
	const int *a = wire + s->in[0], *b = wire + s->in[1];
	int *restrict first = wire + s->out[0];

	for (uint32_t k = 0; k < s->count; k++)
		first[k] = setting[s->setting + k] ? b[k] : a[k];
}

static void run_steps(const struct concentrator *c, struct chance_view view, const uint8_t *setting)
{
	for (size_t i = 0; i < c->steps; i++) {
		const struct step *s = &c->step[i];

		if (s->kind == ELEMENT_EXCHANGE)
			exchange(s, c->wire);
		else if (s->kind == ELEMENT_CHOOSE)
			choose(s, c->wire, chance_after(view, s->clock));
		else if (s->kind == ELEMENT_PICK)
			pick(s, c->wire, setting);
		else
			parity(s, c->wire);
	}
}

/* Where a message leaves that comes alone, by wire `in`: no choice is a tie. Not of a plan with settings. */
static int way_alone(struct concentrator *c, const struct plan *plan, uint32_t in, struct chance_view view)
{
	if (c->alone[in] != UNKNOWN)
		return c->alone[in];
	c->wire[in] = 0;
	run_steps(c, view, NULL);
	c->alone[in] = LOST;
	for (unsigned j = 0; j < plan->outputs; j++)
		if (c->wire[c->output[j]] != NOBODY)
			c->alone[in] = (int)j;
	c->wire[in] = NOBODY;
	return c->alone[in];
}

/* ---- Routers become tables; a concentrator is a router without selectors, for one ---- */

/* Who reads a wire of a plan. */
struct reader {
	const struct element *element;	/* NULL: none but the output */
	int at;				/* which wire of its input, or output of the plan; LOST: no reader */
};

static void note_readers(const struct numbers *n, const struct operand *o, const struct element *e, struct reader *reader)
{
	int at = 0;

	for (size_t i = 0; i < o->count; i++)
		for (unsigned k = 0; k < o->slice[i].width; k++, at++)
			if (o->slice[i].signal != PLAN_ZERO)
				reader[n->base[o->slice[i].signal] + o->slice[i].low + k] = (struct reader){ e, at };
}

static struct reader *find_readers(const struct plan *plan, const struct numbers *n)
{
	size_t wires = 0;
	struct reader *reader;

	for (size_t i = 0; i < plan->signal_count; i++)
		wires += plan->signal[i].width;
	reader = allocate_array(wires, sizeof *reader);
	for (size_t i = 0; i < wires; i++)
		reader[i].at = LOST;
	for (size_t i = 0; i < plan->element_count; i++)
		note_readers(n, &plan->element[i].in[0], &plan->element[i], reader);
	note_readers(n, &plan->output, NULL, reader);
	return reader;
}

/* A router on its way to tables. */
struct survey {
	const struct plan *plan;
	struct numbers numbers;
	struct reader *reader;
	struct router *router;
};

static unsigned selectors_in_a_row(const struct survey *v, size_t wire)
{
	const struct reader *r = &v->reader[wire];
	unsigned most = 0;

	if (r->at == LOST || !r->element || r->element->kind == ELEMENT_CALL)
		return 0;
	for (int side = 0; side < 2; side++) {
		if (r->element->out[side] == PLAN_NO_SIGNAL)
			continue;
		unsigned more = selectors_in_a_row(v, v->numbers.base[r->element->out[side]] + (unsigned)r->at);

		most = more > most ? more : most;
	}
	return most + (r->element->kind == ELEMENT_SELECT);
}

static int call_of(struct survey *v, const struct element *e)
{
	int number = 0;

	for (const struct element *other = v->plan->element; other != e; other++)
		number += other->kind == ELEMENT_CALL;
	return number;
}

/* Where a message goes from a wire, if these are the next bits of its route. */
static struct way follow(struct survey *v, size_t wire, unsigned bits, unsigned digits)
{
	const struct reader *r = &v->reader[wire];
	const struct element *e = r->element;
	bool one = false;

	if (r->at == LOST)
		return (struct way){ .call = LOST };
	if (!e)
		return (struct way){ OUTPUT, (uint32_t)r->at };
	if (e->kind == ELEMENT_CALL)
		return (struct way){ call_of(v, e), (uint32_t)r->at };
	if (e->kind == ELEMENT_SELECT)
		one = digits >> --bits & 1;
	if (e->out[one] == PLAN_NO_SIGNAL)
		return (struct way){ .call = LOST };
	return follow(v, v->numbers.base[e->out[one]] + (unsigned)r->at, bits, digits);
}

static void add_call(struct survey *v, const struct element *e)
{
	struct router *r = v->router;
	struct call call = { e->plan, e->clock, allocate_array(e->plan->outputs, sizeof *call.output), NOBODY };

	for (unsigned j = 0; j < e->plan->outputs; j++) {
		struct way way = follow(v, v->numbers.base[e->out[0]] + j, 0, 0);

		call.output[j] = way.call == OUTPUT ? (int)way.wire : LOST;
	}
	r->call = room_for_one(r->call, r->calls, sizeof *r->call);
	r->call[r->calls++] = call;
}

static void survey_router(struct router *r, const struct plan *plan)
{
	struct survey v = { .plan = plan, .numbers = numbers_new(plan), .router = r };

	v.reader = find_readers(plan, &v.numbers);
	for (unsigned i = 0; i < plan->inputs; i++) {
		unsigned digits = selectors_in_a_row(&v, i);

		r->digits = digits > r->digits ? digits : r->digits;
	}
	r->way = allocate_array((size_t)plan->inputs << r->digits, sizeof *r->way);
	for (size_t k = 0; k < (size_t)plan->inputs << r->digits; k++)
		r->way[k] = follow(&v, k >> r->digits, r->digits, (unsigned)k);
	for (size_t i = 0; i < plan->element_count; i++)
		if (plan->element[i].kind == ELEMENT_CALL)
			add_call(&v, &plan->element[i]);
	free(v.reader);
	numbers_free(&v.numbers);
}

/* All inputs go to the only call, whose outputs are the plan's. */
static void survey_concentrator(struct router *r, const struct plan *plan)
{
	r->way = allocate_array(plan->inputs, sizeof *r->way);
	for (unsigned i = 0; i < plan->inputs; i++)
		r->way[i].wire = i;
	r->calls = 1;
	r->call = allocate(sizeof *r->call);
	*r->call = (struct call){ plan, 0, allocate_array(plan->outputs, sizeof *r->call->output), NOBODY };
	for (unsigned j = 0; j < plan->outputs; j++)
		r->call->output[j] = (int)j;
}

static struct router *router_new(const struct plan *plan)
{
	struct router *r = allocate(sizeof *r);

	if (plan->kind == PLAN_ROUTER_UP || plan->kind == PLAN_ROUTER_DOWN)
		survey_router(r, plan);
	else
		survey_concentrator(r, plan);
	r->alone = allocate_array((size_t)plan->inputs << r->digits, sizeof *r->alone);
	for (size_t k = 0; k < (size_t)plan->inputs << r->digits; k++)
		r->alone[k] = UNKNOWN;
	r->next = allocate_array(plan->inputs, sizeof *r->next);
	r->touched = allocate_array(plan->inputs, sizeof *r->touched);
	return r;
}

static void router_free(struct router *r)
{
	if (!r)
		return;
	for (unsigned k = 0; k < r->calls; k++)
		free(r->call[k].output);
	free(r->call);
	free(r->way);
	free(r->alone);
	free(r->next);
	free(r->touched);
	free(r);
}

static struct router *router_of(struct passage *p, const struct plan *plan)
{
	struct router **r = &p->router[plan->index];

	if (!*r)
		*r = router_new(plan);
	return *r;
}

/* ---- Routers run ---- */

/* Moves those that pass to the front. */
static unsigned close_ranks(struct passing *passing, unsigned count)
{
	unsigned left = 0;

	for (unsigned i = 0; i < count; i++)
		if (passing[i].wire != (uint32_t)LOST)
			passing[left++] = passing[i];
	return left;
}

unsigned passage_digits(struct passage *p, const struct plan *plan)
{
	return router_of(p, plan)->digits;
}

static int route_alone(struct passage *p, struct router *r, size_t k, struct chance_view view)
{
	const struct way *way = &r->way[k];

	if (r->alone[k] != UNKNOWN)
		return r->alone[k];
	r->alone[k] = way->call == OUTPUT ? (int)way->wire : LOST;
	if (way->call >= 0) {
		const struct call *call = &r->call[way->call];
		int out = way_alone(concentrator_of(p, call->plan), call->plan, way->wire, view);

		r->alone[k] = out == LOST ? LOST : call->output[out];
	}
	return r->alone[k];
}

/* The messages of one call, which are chained from its head. Their wires become outputs of the router, or LOST. */
static void run_call(struct passage *p, struct router *r, struct call *call, struct chance_view view,
		     struct passing *passing)
{
	struct concentrator *c = concentrator_of(p, call->plan);

	for (int i = call->head; i != NOBODY; i = r->next[i]) {
		c->wire[passing[i].wire] = i;
		passing[i].digits = passing[i].wire;	/* to find it again */
		passing[i].wire = (uint32_t)LOST;
	}
	view.at += call->clock;
	run_steps(c, view, p->setting);
	for (unsigned j = 0; j < call->plan->outputs; j++) {
		int i = c->wire[c->output[j]];

		if (i != NOBODY)
			passing[i].wire = (uint32_t)call->output[j];
	}
	for (int i = call->head; i != NOBODY; i = r->next[i])
		c->wire[passing[i].digits] = NOBODY;
}

/* The only message of a call. */
static void run_call_alone(struct passage *p, const struct call *call, struct chance_view view, struct passing *passing)
{
	int out = way_alone(concentrator_of(p, call->plan), call->plan, passing->wire, view);

	passing->wire = (uint32_t)(out == LOST ? LOST : call->output[out]);
}

void passage_set(struct passage *p, const uint8_t *setting)
{
	p->setting = setting;
}

unsigned passage_run(struct passage *p, const struct plan *plan, struct chance_view view, struct passing *passing,
		     unsigned count)
{
	struct router *r = router_of(p, plan);
	unsigned touched = 0;

	if (count == 1 && plan->settings == 0) {
		passing->wire = (uint32_t)route_alone(p, r, (size_t)passing->wire << r->digits | passing->digits, view);
		return close_ranks(passing, 1);
	}
	for (unsigned i = 0; i < count; i++) {
		const struct way *way = &r->way[(size_t)passing[i].wire << r->digits | passing[i].digits];

		passing[i].wire = way->call == LOST ? (uint32_t)LOST : way->wire;
		if (way->call < 0)
			continue;
		if (r->call[way->call].head == NOBODY)
			r->touched[touched++] = (unsigned)way->call;
		r->next[i] = r->call[way->call].head;
		r->call[way->call].head = (int)i;
	}
	for (unsigned k = 0; k < touched; k++) {
		struct call *call = &r->call[r->touched[k]];

		if (r->next[call->head] == NOBODY && plan->settings == 0)
			run_call_alone(p, call, view, &passing[call->head]);
		else
			run_call(p, r, call, view, passing);
		call->head = NOBODY;
	}
	return close_ranks(passing, count);
}

void passage_free(struct passage *p)
{
	for (size_t i = 0; i < p->library->count; i++) {
		concentrator_free(p->concentrator[i]);
		router_free(p->router[i]);
	}
	free(p->work);
	free(p->concentrator);
	free(p->router);
	free(p);
}
