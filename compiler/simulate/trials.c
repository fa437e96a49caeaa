/* trials.c: see trials.h. */
#include "simulate/trials.h"

#include <math.h>
#include <stdlib.h>

#include "util/text.h"

/* Of a run whose queues grow, so many slots at least show that they go on growing; and at most so much of the growth may be lost
 * when a run becomes twice as long: of queues that grow only by chance three tenths are. */
enum { LEAST_SATURATED = 2000 };
static const double lasting_growth = 0.85;

/* What decides is three quarters of a run, what counts as many slots as the whole: its intervals are narrower by the root of 3/4, and
 * hardly ever wider than by one half. */
static const double deciding = 1.15, counting = 1.5;

/* A run that goes on. */
struct trial {
	struct testbench tb;
	struct testbench_result result;
	struct bench *bench;
	struct traffic *again;		/* as tb.traffic, to count what is created */
	struct series_source *head;	/* of it, by leaf */
	struct series series;
};

struct trialling {
	struct simulation *s;
	const struct trials_request *r;
	struct trial *trial[TRIALS_MOST_SEEDS];
	size_t count;
	uint64_t slots, warmup;		/* of each run; those that do not count */
};

/* Adds the run of the next seed. False after a message. */
static bool add_trial(struct trialling *all)
{
	struct simulation *s = all->s;
	struct trial *t = allocate(sizeof *t);
	unsigned slot = s->network->slot_clocks;

	s->options.seed = all->r->seed + all->count;
	t->series = (struct series){ .slot_clocks = slot, .part_slots = (unsigned)(all->r->slots + SERIES_PARTS - 1) / SERIES_PARTS };
	t->head = allocate_array(simulation_leaves(s), sizeof *t->head);
	t->tb = simulation_testbench(s);
	t->tb.model = simulation_open(s);
	t->tb.traffic = simulation_traffic(s, all->r->load, UINT64_MAX);
	t->again = simulation_traffic(s, all->r->load, UINT64_MAX);
	t->tb.patience_clocks = (uint64_t)SIMULATION_PATIENCE_SLOTS * slot;
	t->tb.delivery = series_note;
	t->tb.context = &t->series;
	all->trial[all->count++] = t;
	if (!t->tb.model)
		return false;
	t->bench = testbench_begin(&t->tb, &t->result);
	return true;
}

/* Goes on to that slot. False after a message. */
static bool advance(struct trialling *all, uint64_t slots)
{
	uint64_t end = slots * all->s->network->slot_clocks;

	all->slots = slots;
	for (size_t i = 0; i < all->count; i++) {
		struct trial *t = all->trial[i];

		if (!testbench_advance(t->bench, end))
			return false;
		series_note_traffic(&t->series, t->again, t->head, simulation_leaves(all->s), end);
	}
	return true;
}

/* Lets everything arrive, and frees a run. */
static bool end_trial(struct trial *t)
{
	bool good = t->bench && testbench_finish(t->bench);

	testbench_result_free(&t->result);
	model_close(t->tb.model);
	traffic_free(t->tb.traffic);
	traffic_free(t->again);
	free(t->head);
	series_free(&t->series);
	free(t);
	return good;
}

/* Of the slots from `first` on; `loose`: how much wider than asked for an interval may be. */
static struct judgement judge(const struct trialling *all, uint64_t first, double loose)
{
	struct closeness close = { loose * all->r->close.latency, loose * all->r->close.accepted };
	struct series *series[TRIALS_MOST_SEEDS];

	for (size_t i = 0; i < all->count; i++)
		series[i] = &all->trial[i]->series;
	return series_judge(series, all->count, first, all->slots, &close);
}

/* Whether more and more messages wait: twice, and the second time hardly less. */
static bool is_saturated(const struct trialling *all, const struct judgement *now, const struct judgement *before)
{
	return now->saturated && before->saturated && now->grown >= lasting_growth * before->grown && all->slots >= LEAST_SATURATED;
}

/* More runs, where these differ. False after a message. */
static bool add_trials(struct trialling *all)
{
	size_t wanted = 2 * all->count;

	while (all->count < wanted && all->count < TRIALS_MOST_SEEDS)
		if (!add_trial(all))
			return false;
	return advance(all, all->slots);
}

/* Runs that happen to be calm look known too soon. So what decides that they are long enough does not count: they go on to twice as
 * many slots, and the new ones do. *last becomes what these say. False after a message. */
static bool confirm(struct trialling *all, struct judgement *last)
{
	uint64_t decided = all->slots;

	if (!advance(all, 2 * decided))
		return false;
	struct judgement fresh = judge(all, decided, counting);

	fresh.converged &= fresh.saturated == last->saturated;
	*last = fresh;
	all->warmup = decided;
	return true;
}

/* Goes on until the figures have converged, or there are no more slots; what the last look has shown, and whether it alone speaks
 * for saturation. False after a message. */
static bool lengthen(struct trialling *all, struct judgement *last, bool *undecided)
{
	const struct trials_request *r = all->r;
	struct judgement before = { 0 };

	for (bool good = advance(all, r->slots); good; before = *last) {
		all->warmup = all->slots / 4;
		*last = judge(all, all->warmup, deciding);
		bool saturated = is_saturated(all, last, &before), longest = 2 * all->slots > r->most_slots;
		bool enough = last->converged && saturated == last->saturated, more = last->runs_differ && all->count < TRIALS_MOST_SEEDS;

		if (longest && (enough || !more)) {
			*undecided = last->saturated && !saturated;
			last->saturated = saturated;
			last->converged = false;
			return true;
		}
		if (!enough)
			good = more ? add_trials(all) : advance(all, 2 * all->slots);
		else if (!confirm(all, last))
			return false;
		else if (last->converged)
			return true;
	}
	return false;
}

/* Of the parts in which no slot is left out. */
static void take_quantiles(const struct trialling *all, struct trials *found)
{
	struct histogram *h = histogram_create();

	for (size_t i = 0; i < all->count; i++) {
		const struct series *s = &all->trial[i]->series;

		for (size_t k = 0; k < SERIES_PARTS; k++)
			if (s->part[k] && k * s->part_slots >= found->warmup)
				histogram_merge(h, s->part[k]);
	}
	found->p50 = histogram_quantile(h, 0.5);
	found->p99 = histogram_quantile(h, 0.99);
	histogram_free(h);
}

static struct interval scaled(struct interval x, double by)
{
	return (struct interval){ x.mean * by, x.half * by };
}

static void take_figures(const struct trialling *all, const struct judgement *j, bool undecided, struct trials *found)
{
	double ends = simulation_senders(all->s);

	*found = (struct trials){
		.load = all->r->load, .runs = (unsigned)all->count, .slots = all->slots, .warmup = all->warmup,
		.offered = scaled(j->offered, 1 / ends), .accepted = scaled(j->accepted, 1 / ends), .latency = j->latency,
		.messages = j->messages, .saturated = j->saturated, .undecided = undecided, .steady = j->steady, .converged = j->converged,
	};
	/* It grows with the run, or may do so. */
	if (j->saturated || undecided)
		found->latency.half = INFINITY;
	take_quantiles(all, found);
}

bool trials_run(struct simulation *s, const struct trials_request *r, struct trials *t)
{
	struct trialling all = { .s = s, .r = r };
	struct judgement last = { 0 };
	bool good = true, undecided = false;

	while (all.count < r->seeds && good)
		good = add_trial(&all);
	good = good && lengthen(&all, &last, &undecided);
	if (good)
		take_figures(&all, &last, undecided, t);
	for (size_t i = 0; i < all.count; i++)
		good = end_trial(all.trial[i]) && good;
	return good;
}
