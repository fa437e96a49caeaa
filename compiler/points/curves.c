/* curves.c: see curves.h. */
#include "points/curves.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "network/machine.h"
#include "points/run.h"
#include "simulate/series.h"
#include "simulate/simulate.h"
#include "util/keeper.h"
#include "util/message.h"

enum { FLAT_LOADS = 4, BISECTIONS = 4 };
static const double flat_most = 0.8, knee_most = 1.1;

/* ---- A load ---- */

/* A network that is simulated, and the curve that grows. */
struct tracer {
	struct simulation *s;
	const struct curves_request *r;
	struct curve *curve;
	double most;			/* the greatest load */
};

/* Simulates once. False if a message was wrong, after a message. */
static bool run_once(const struct tracer *t, double load, unsigned long seed, struct simulate_point *point, struct steady *steady)
{
	struct series series = { .slot_clocks = t->s->network->slot_clocks };
	struct testbench_result all;

	t->s->options.seed = seed;
	t->s->series = &series;
	bool good = simulate_once(t->s, load, point, &all);

	if (good) {
		*steady = series_steady(&series, (unsigned)t->r->slots, all.measured_created);
		testbench_result_free(&all);
	}
	t->s->series = NULL;
	series_free(&series);
	return good;
}

/* Adds what the runs of a load have given, and returns it. */
static struct curve_load add_load(struct tracer *t, double load, size_t runs, const struct simulate_point *point,
				  const struct steady *steady)
{
	double offered[CURVE_MOST_SEEDS], accepted[CURVE_MOST_SEEDS], latency[CURVE_MOST_SEEDS], ends = simulation_senders(t->s);
	struct queue queue = { 0 };
	size_t at = t->curve->count++;
	struct curve_load sum = { .load = load, .runs = (unsigned)runs, .steady = true };

	for (size_t i = 0; i < runs; i++) {
		offered[i] = point[i].offered;
		accepted[i] = steady[i].accepted / ends;
		latency[i] = steady[i].latency;
		sum.p50 += (double)steady[i].p50 / (double)runs;
		sum.p99 += (double)steady[i].p99 / (double)runs;
		sum.warmup += (double)steady[i].warmup / (double)runs;
		sum.steady &= steady[i].found;
		queue.offered += steady[i].queue.offered;
		queue.grown += steady[i].queue.grown;
		queue.waiting += steady[i].queue.waiting;
	}
	sum.offered = interval_of(offered, runs);
	sum.accepted = interval_of(accepted, runs);
	sum.latency = interval_of(latency, runs);
	sum.saturated = queue_grows(&queue);
	for (; at > 0 && t->curve->at[at - 1].load > load; at--)
		t->curve->at[at] = t->curve->at[at - 1];
	t->curve->at[at] = sum;
	return sum;
}

/* Whether the mean of what is delivered is known well enough. */
static bool is_close(const struct tracer *t, const struct steady *steady, size_t runs)
{
	double accepted[CURVE_MOST_SEEDS];

	for (size_t i = 0; i < runs; i++)
		accepted[i] = steady[i].accepted;
	struct interval all = interval_of(accepted, runs);

	return all.half <= t->r->close * all.mean;
}

/* Simulates a load with all seeds and, with `closely`, with more of them until the throughput is known well enough. */
static bool trace_load(struct tracer *t, double load, bool closely, struct curve_load *load_made)
{
	struct simulate_point point[CURVE_MOST_SEEDS];
	struct steady steady[CURVE_MOST_SEEDS];
	size_t runs = 0;

	while (runs < t->r->seeds || (closely && runs < CURVE_MOST_SEEDS && !is_close(t, steady, runs))) {
		if (!run_once(t, load, t->r->seed + runs, &point[runs], &steady[runs]))
			return false;
		runs++;
	}
	*load_made = add_load(t, load, runs, point, steady);
	return true;
}

/* ---- A curve ---- */

static bool bisect(struct tracer *t, double low, double high)
{
	struct curve_load made;

	for (unsigned i = 0; i < BISECTIONS; i++) {
		double middle = (low + high) / 2;

		if (!trace_load(t, middle, false, &made))
			return false;
		if (made.saturated)
			high = middle;
		else
			low = middle;
	}
	return true;
}

/* The knee may be below the saturation throughput or above it: a network that is offered more than it takes may deliver less than
 * it could. */
static bool trace_curve(struct tracer *t)
{
	struct curve_load made = { 0 };
	bool good = trace_load(t, t->most, true, &made);
	double whole = made.accepted.mean, low = 0;

	t->curve->saturation = made.accepted;
	t->curve->saturates = made.saturated;

	for (unsigned i = 1; i <= FLAT_LOADS && good; i++) {
		double load = flat_most * whole * i / FLAT_LOADS;

		good = trace_load(t, load, false, &made);
		low = !made.saturated ? load : low;
	}
	if (good && t->curve->saturates)
		good = bisect(t, low, fmin(knee_most * whole, t->most));
	for (size_t i = 0; i < t->curve->count; i++)
		if (!t->curve->at[i].saturated)
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

static bool trace_network(const struct curves_request *r, const struct spec *spec, struct curve *curve)
{
	struct simulation s = { .invocation = "ftc compare", .quiet = true, .network = network_new(spec) };
	bool good = s.network;

	s.options = (struct simulate_options){ .frames = r->slots, .sweep = true, .packet_words = 1 };
	if (good) {
		simulation_plan(&s);
		good = simulation_build(&s);
	}
	for (size_t i = 0; i < r->patterns && good; i++) {
		struct tracer t = { .s = &s, .r = r, .curve = &curve[i], .most = simulation_full_load(spec) };

		curve[i].pattern = s.options.pattern = r->pattern[i];
		curve[i].engine = s.engine;
		good = trace_curve(&t);
	}
	if (s.network)
		simulation_free(&s);
	return good;
}

static bool trace(void *context, size_t number, struct text *result)
{
	const struct tracing *all = context;
	struct curve *curve = allocate_array(all->r->patterns, sizeof *curve);
	bool good = trace_network(all->r, &all->p->point[all->order[number]].spec, curve);

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

	for (size_t i = 0; i < p->count * r->patterns; i++)
		all.curve[i].pattern = r->pattern[i % r->patterns];
	points_run(p->count, &work);
	free(all.order);
	return all.curve;
}

double curve_bits_per_ns(const struct point *point, double messages)
{
	return messages * point->spec.leaves * point->spec.payload_bits / point->figure[FIGURE_SLOT].value
	       * point->figure[FIGURE_MHZ].value / 1000;
}

double curve_ns(const struct point *point, double clocks)
{
	return 1000 * clocks / point->figure[FIGURE_MHZ].value;
}
