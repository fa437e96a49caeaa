/* paired.c: see paired.h. */
#include "points/paired.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fpga/board.h"
#include "network/machine.h"
#include "points/run.h"
#include "simulate/simulate.h"
#include "util/figures.h"
#include "util/interval.h"
#include "util/json.h"
#include "util/message.h"
#include "util/process.h"

/* What is compared of a run. */
struct yield {
	double time;			/* ns: latency of a message, a round trip, or all */
	double rate;			/* a microsecond and end: messages or requests; NAN of what ends by itself */
	bool ran, saturated;		/* more and more messages wait: the time grows with the run */
};

struct pairing {
	struct points *p;
	const struct paired_request *r;
	struct yield *yield;		/* [(point * loads + load) * seeds + seed]; time is NAN: it failed, or nothing that is measured arrived */
};

static double mhz_of(const struct point *point)
{
	return point->figure[FIGURE_MHZ].source == FIGURE_UNKNOWN ? 0 : point->figure[FIGURE_MHZ].value;
}

/* ---- Runs ---- */

/* `period`: clocks that are as long as a slot of the first network. */
static bool prepare(struct simulation *s, const struct paired_request *r, const struct point *point, const struct traffic_demand *demand,
		    double period, double think)
{
	s->network = network_new(&point->spec);
	if (!s->network)
		return false;
	double slots = period / s->network->slot_clocks;

	s->options = (struct simulate_options){
		.sweep = true, .seeds = 1, .demand = *demand, .period = period, .frames = (unsigned long)ceil((double)r->slots * slots),
		.warmup = (unsigned long)((double)r->slots / 4 * slots), .load = 1, .link = usual_link,
	};
	s->options.demand.loop.think = (unsigned)(think + 0.5);
	if (r->workload) {
		s->options.workload = *r->workload;
		s->options.works = true;
		s->options.messages = workload_names[r->workload->kind];
		if (!workload_make(&s->list, r->workload, s->network))
			return false;
	}
	simulation_plan(s);
	return simulation_build(s);
}

static struct yield yield_of(const struct simulation *s, const struct simulate_point *p, double mhz)
{
	double measured = (double)s->options.frames * s->network->slot_clocks / mhz;	/* us */

	if (simulation_ends_itself(&s->options))
		return (struct yield){ 1000 * (double)p->clocks / mhz, NAN, true, false };
	if (s->options.demand.loop.window > 0)
		return (struct yield){ p->answered.all > 0 ? 1000 * p->round_trip.mean / mhz : NAN,
				       (double)p->answered.all / p->answered.clients / measured, true, false };
	return (struct yield){ p->latency.count > 0 ? 1000 * p->latency.mean / mhz : NAN, p->accepted / s->network->slot_clocks * mhz, true,
			       p->judged && p->judgement.saturated };
}

static bool run_point(void *context, size_t number, struct text *result)
{
	const struct pairing *all = context;
	const struct paired_request *r = all->r;
	const struct point *first = &all->p->point[0], *point = &all->p->point[number];
	double ratio = mhz_of(point) / mhz_of(first);
	struct simulation s = { .invocation = "ftc compare", .quiet = true };
	bool good = prepare(&s, r, point, &r->demand[number], ratio * first->figure[FIGURE_SLOT].value,
			    ratio * r->demand[number].loop.think);

	for (size_t i = 0; i < r->loads * r->seeds && good; i++) {
		struct simulate_point p;
		struct testbench_result all_of;

		s.options.seed = r->seed + i % r->seeds;
		good = simulate_once(&s, r->load[i / r->seeds], &p, &all_of);
		struct yield yield = good ? yield_of(&s, &p, mhz_of(point)) : (struct yield){ .time = NAN, .rate = NAN };

		testbench_result_free(&all_of);
		text_add_bytes(result, &yield, sizeof yield);
	}
	s.options.demand = (struct traffic_demand){ 0 };	/* it is the caller's */
	if (s.network)
		simulation_free(&s);
	return good;
}

static void take(void *context, size_t number, bool good, const struct text *result)
{
	struct pairing *all = context;
	size_t each = all->r->loads * all->r->seeds;

	if (good && result->length == each * sizeof *all->yield)
		memcpy(&all->yield[number * each], result->bytes, result->length);
}

/* ---- Rows ---- */

/* Of all seeds, those of another point subtracted if there is one. */
static json_t *mean_json(const struct yield *yield, const struct yield *beside, size_t seeds, bool rate)
{
	double *value = allocate_array(seeds, sizeof *value);

	for (size_t i = 0; i < seeds; i++)
		value[i] = rate ? yield[i].rate - (beside ? beside[i].rate : 0) : yield[i].time - (beside ? beside[i].time : 0);
	struct interval x = interval_of(value, seeds);

	free(value);
	return json_interval(x);
}

static json_t *row_json(const struct pairing *all, size_t point, size_t load)
{
	const struct paired_request *r = all->r;
	const struct point *one = &all->p->point[point];
	const struct yield *y = &all->yield[(point * r->loads + load) * r->seeds], *first = &all->yield[load * r->seeds];
	bool done = y[0].ran, open = !r->workload && r->demand[0].loop.window == 0, saturated = false;

	for (size_t i = 0; i < r->seeds; i++)
		saturated = saturated || y[i].saturated;
	json_t *row = json_pack("{s:s, s:s, s:i, s:o, s:b, s:o}", "name", one->name, "machine", one->spec.machine->name, "payload_bits",
				(int)one->spec.payload_bits, "load", open ? json_real(r->load[load]) : json_null(), "done", done, "saturated", json_known_truth(open && done, saturated));

	for (unsigned k = 0; k <= FIGURE_SLOT; k++)
		json_object_set_new(row, figure_names[k], json_finite(one->figure[k].source == FIGURE_UNKNOWN ? NAN : one->figure[k].value));
	json_object_update_new(row, json_pack("{s:o, s:o, s:o, s:o}", "time_ns", mean_json(y, NULL, r->seeds, false), "time_ns_beside_first",
		mean_json(y, first, r->seeds, false), "rate_per_us", mean_json(y, NULL, r->seeds, true), "rate_per_us_beside_first",
		mean_json(y, first, r->seeds, true)));
	return row;
}

/* What the time is of. */
static const char *timed(const struct paired_request *r)
{
	const struct loop_demand *loop = &r->demand[0].loop;

	return r->workload ? "the workload" : loop->batch > 0 ? "the batches" : loop->window > 0 ? "a round trip" : "a message";
}

json_t *paired_json(struct points *p, const struct paired_request *r, bool *done)
{
	size_t each = r->loads * r->seeds;
	struct pairing all = { p, r, allocate_array(p->count * each, sizeof *all.yield) };
	struct points_work work = { .work = run_point, .take = take, .context = &all, .what = "networks compared", .total = p->count,
				    .began = seconds_now() };
	json_t *list = json_array(), *object = json_object();

	for (size_t i = 0; i < p->count * each; i++)
		all.yield[i] = (struct yield){ .time = NAN, .rate = NAN };
	points_run(p->count, &work);
	*done = true;
	for (size_t load = 0; load < r->loads; load++)
		for (size_t i = 0; i < p->count; i++) {
			json_array_append_new(list, row_json(&all, i, load));
			*done = *done && all.yield[(i * r->loads + load) * r->seeds].ran;
		}
	if (r->workload) {
		char *title = workload_title(r->workload);

		json_object_set_new(object, "workload", json_string(title));
		free(title);
	} else {
		demand_json(&r->demand[0], object);
	}
	if (!r->workload && r->demand[0].loop.window > 0)
		json_object_set_new(object, "closed_loop", loop_request_json(&r->demand[0].loop));
	json_object_set_new(object, "board", p->board ? json_string(p->board->name) : json_null());
	json_object_set_new(object, "of", json_string(timed(r)));
	JSON_NUMBERS(object, { "seed", r->seed }, { "seeds", r->seeds });
	json_object_set_new(object, "slots", json_known(!r->workload && r->demand[0].loop.batch == 0, r->slots));
	json_object_set_new(object, "networks", list);
	free(all.yield);
	return object;
}

/* ---- Text ---- */

void paired_say(const json_t *object, const struct points *p, const struct paired_request *r, struct text *out)
{
	const json_t *list = json_object_get(object, "networks"), *first = json_array_get(list, 0);
	bool rates = !json_is_null(json_object_get(json_object_get(first, "rate_per_us"), "mean"));
	int width = (int)strlen("name");
	size_t i;
	json_t *row;

	for (size_t k = 0; k < p->count; k++)
		width = (int)strlen(p->point[k].name) > width ? (int)strlen(p->point[k].name) : width;
	const struct column columns[] = {
		{ "name", -width, "{name}" }, { "load", 6, "{load:g}" }, { "~LUT4", 6, "{lut4:.0f}" }, { "~MHz", 4, "{mhz:.0f}" }, { "slot", 4, "{slot_clocks:.0f}" },
		{ "ns", 20, "{time_ns.mean:.1f} +-{time_ns.half95:.1f}" },
		{ "beside first", 20, "{time_ns_beside_first.mean:.1f} +-{time_ns_beside_first.half95:.1f}" },
		{ rates ? "a us" : NULL, 18, "{rate_per_us.mean:.4f} +-{rate_per_us.half95:.4f}" },
		{ "beside first", 18, "{rate_per_us_beside_first.mean:.4f} +-{rate_per_us_beside_first.half95:.4f}" }, { .label = NULL },
	};

	text_print(out, "%zu network%s%s%s, ", p->count, p->count == 1 ? "" : "s", p->board ? ", on the " : "", p->board ? p->board->title : "");
	figures_say(object, figures_has(object, "workload") ? "{workload}" : "{pattern}", out);
	if (json_object_get(object, "closed_loop"))
		loop_title(&r->demand[0].loop, out);
	figures_say(object, ": {seeds} runs, seeds from {seed} on, each with the same for all networks\n\n", out);
	figures_table(list, columns, out);
	figures_say(object, "\nns: of {of}, at the network's clock. ", out);
	text_print(out, "%sbeside first: the difference from the first network, run by run.\n+-: half of the 95 %% confidence interval of the"
		   " runs, without the error of the clock. load: messages of an end in a slot\nof the first network. ~ estimated\n",
		   rates ? "a us: a microsecond and end. " : "");
	figures_print_chips(p, out);
	figures_print_clocks(p, out);
	json_array_foreach(list, i, row)
		if (!figures_has(row, "done"))
			figures_say(row, "{name}: failed, see the message above\n", out);
		else if (json_is_null(json_object_get(json_object_get(row, "time_ns"), "mean")))
			figures_say(row, "{name}, load {load:g}: nothing that is measured arrived; try more --slots\n", out);
		else if (figures_has(row, "saturated"))
			figures_say(row, "{name}, load {load:g}: saturated in some run: ns grows with the run\n", out);
}
