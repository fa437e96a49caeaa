/* curves.c: see curves.h. */
#include "points/curves.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "network/machine.h"
#include "points/run.h"
#include "simulate/simulate.h"
#include "util/keeper.h"
#include "util/message.h"

enum { FLAT_LOADS = 4, BISECTIONS = 4 };
static const double flat_most = 0.8, knee_most = 1.1;

unsigned long curves_most_slots(enum engine engine)
{
	enum { MODEL_SLOTS = 131072, RTL_SLOTS = 4096 };

	return engine == ENGINE_MODEL ? MODEL_SLOTS : RTL_SLOTS;
}

/* ---- A load ---- */

/* A network that is simulated, and the curve that grows. */
struct tracer {
	struct simulation *s;
	const struct curves_request *r;
	struct curve *curve;
	double most;			/* the greatest load */
};

/* Simulates a load, and adds it to the curve. False after a message. */
static bool trace_load(struct tracer *t, double load, struct trials *made)
{
	struct trials_request r = {
		.load = load, .seed = t->r->seed, .seeds = t->r->seeds, .slots = t->r->slots, .close = t->r->close,
		.most_slots = t->r->most_slots ? t->r->most_slots : curves_most_slots(t->s->engine),
	};
	struct curve *c = t->curve;
	size_t at = c->count;

	if (!trials_run(t->s, &r, made))
		return false;
	for (; at > 0 && c->at[at - 1].load > load; at--)
		c->at[at] = c->at[at - 1];
	c->at[at] = *made;
	c->count++;
	return true;
}

/* ---- A curve ---- */

static bool bisect(struct tracer *t, double low, double high)
{
	struct trials made;

	for (unsigned i = 0; i < BISECTIONS; i++) {
		double middle = (low + high) / 2;

		if (!trace_load(t, middle, &made))
			return false;
		if (made.saturated || !made.converged)
			high = middle;
		else
			low = middle;
	}
	return true;
}

/* The knee may be below the saturation throughput or above it: a network that is offered more than it takes may deliver less than
 * it could. */
static bool find_loads(struct tracer *t, double whole)
{
	double low = 0;
	bool good = true;

	for (unsigned i = 1; i <= FLAT_LOADS && good; i++) {
		struct trials made;
		double load = flat_most * whole * i / FLAT_LOADS;

		good = trace_load(t, load, &made);
		low = good && made.converged && !made.saturated ? load : low;
	}
	if (good && (t->curve->saturates || t->curve->undecided))
		good = bisect(t, low, fmin(knee_most * whole, t->most));
	return good;
}

static bool trace_curve(struct tracer *t)
{
	struct trials made = { 0 };
	bool good = trace_load(t, t->most, &made);

	t->curve->saturation = made.accepted;
	t->curve->saturates = made.saturated;
	t->curve->undecided = !made.saturated && !made.converged;
	for (size_t i = 0; i < t->r->loads && good; i++)
		good = trace_load(t, t->r->load[i], &made);
	if (good && t->r->loads == 0)
		good = find_loads(t, t->curve->saturation.mean);
	for (size_t i = 0; i < t->curve->count; i++)
		if (!t->curve->at[i].saturated && t->curve->at[i].converged)
			t->curve->knee = t->curve->at[i].load;
	t->curve->done = good;
	return good;
}

/* ---- A network ---- */

struct tracing {
	const struct points *p;
	const struct curves_request *r;
	struct curve *curve;		/* [point * patterns + pattern] */
	size_t *order;			/* the points, in the order in which they begin */
};

/* `demand`: of each pattern. */
static bool trace_network(const struct curves_request *r, const struct spec *spec, const struct traffic_demand *demand, struct curve *curve)
{
	struct simulation s = { .invocation = "ftc compare", .quiet = true, .network = network_new(spec) };
	bool good = s.network;

	s.options = (struct simulate_options){ .frames = r->slots, .sweep = true, .link = usual_link };
	if (good) {
		simulation_plan(&s);
		good = simulation_build(&s);
	}
	for (size_t i = 0; i < r->patterns && good; i++) {
		struct tracer t = { .s = &s, .r = r, .curve = &curve[i], .most = simulation_full_load(spec) };

		s.options.demand = demand[i];
		curve[i].engine = s.engine;
		good = trace_curve(&t);
	}
	s.options.demand = (struct traffic_demand){ 0 };	/* it is the caller's */
	if (s.network)
		simulation_free(&s);
	return good;
}

static bool trace(void *context, size_t number, struct text *result)
{
	const struct tracing *all = context;
	struct curve *curve = allocate_array(all->r->patterns, sizeof *curve);
	size_t point = all->order[number];
	bool good = trace_network(all->r, &all->p->point[point].spec, &all->r->demand[point * all->r->patterns], curve);

	text_add_bytes(result, curve, all->r->patterns * sizeof *curve);
	free(curve);
	return good;
}

/* Of a network that failed, what was traced before. */
static void take_curves(void *context, size_t number, bool good, const struct text *result)
{
	struct tracing *all = context;

	(void)good;
	if (result->length == all->r->patterns * sizeof *all->curve)
		memcpy(&all->curve[all->order[number] * all->r->patterns], result->bytes, result->length);
}

/* ---- All ---- */

/* The largest networks first: they take longest. */
static size_t *by_size(const struct points *p)
{
	size_t *order = allocate_array(p->count, sizeof *order);

	for (size_t i = 0; i < p->count; i++) {
		size_t at = i;

		for (; at > 0 && p->point[order[at - 1]].figure[FIGURE_LUT4].value < p->point[i].figure[FIGURE_LUT4].value; at--)
			order[at] = order[at - 1];
		order[at] = i;
	}
	return order;
}

struct curve *curves_make(struct points *p, const struct curves_request *r)
{
	struct tracing all = { p, r, allocate_array(p->count * r->patterns, sizeof *all.curve), by_size(p) };
	struct points_work work = { .work = trace, .take = take_curves, .context = &all, .what = "networks compared",
				    .total = p->count, .began = seconds_now() };

	points_run(p->count, &work);
	free(all.order);
	return all.curve;
}

double curve_bits_per_ns(const struct point *point, double messages)
{
	return messages * spec_all_leaves(&point->spec) * point->spec.payload_bits / point->figure[FIGURE_SLOT].value
	       * point->figure[FIGURE_MHZ].value / 1000;
}

double curve_ns(const struct point *point, double clocks)
{
	return 1000 * clocks / point->figure[FIGURE_MHZ].value;
}
