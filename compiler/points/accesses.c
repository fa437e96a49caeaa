/* accesses.c: see accesses.h. */
#include "points/accesses.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fpga/board.h"
#include "network/cost.h"
#include "network/machine.h"
#include "parse/bus.h"
#include "parse/family.h"
#include "points/run.h"
#include "simulate/bus_run.h"
#include "simulate/simulate.h"
#include "util/interval.h"
#include "util/json.h"
#include "util/process.h"

/* ---- Runs ---- */

struct measuring {
	const struct points *p;
	const struct bus_options *o;
	json_t **run;			/* [point] */
};

/* Adds what the table of points does not have. */
static void add_costs(const struct network *net, struct text *json)
{
	const struct family *family = net->spec->family;
	struct cost whole = network_cost(net), bridges = network_shell_cost(net);
	json_t *object = json_loads(json->bytes, 0, NULL);

	json_object_set_new(object, "bridge_lut4", json_known(family->fitted, bridges.lut4));
	json_object_set_new(object, "bridge_ff", json_known(family->fitted, bridges.ff));
	json_object_set_new(object, "block_rams", json_known(family->fitted, cost_block_rams(&whole, family)));
	text_free(json);
	json_print(object, json);
}

static bool measure(void *context, size_t number, struct text *result)
{
	const struct measuring *all = context;
	struct network *net = network_new(&all->p->point[number].spec);
	struct findings found = { 0 };
	bool good = net && bus_simulate(net, all->o, NULL, &found);

	if (good) {
		add_costs(net, &found.json);
		text_add(result, found.json.bytes);
	}
	findings_free(&found);
	network_free(net);
	return good;
}

static void take(void *context, size_t number, bool good, const struct text *result)
{
	struct measuring *all = context;

	if (good && result->length > 0)
		all->run[number] = json_loadb(result->bytes, result->length, 0, NULL);
}

json_t **accesses_measure(const struct points *p, const struct bus_options *o)
{
	struct measuring all = { p, o, allocate_array(p->count + 1, sizeof(json_t *)) };
	struct points_work work = { .work = measure, .take = take, .context = &all, .what = "networks compared", .total = p->count,
				    .began = seconds_now() };

	points_run(p->count, &work);
	return all.run;
}

/* ---- Ranks ---- */

/* A point and what is measured of it. */
struct row {
	const struct point *point;
	const json_t *run;		/* NULL: it failed */
	double mhz, lut4;		/* 0: not known */
	unsigned rank, rank_lut4;	/* from 1 on; 0: none */
};

static double rate_of(const struct row *row, size_t seed)
{
	return json_number_value(json_array_get(json_object_get(row->run, "rates"), seed));
}

/* The mean of all seeds. */
static double mean_rate(const struct row *row)
{
	double sum = 0;
	size_t seeds = json_array_size(json_object_get(row->run, "rates"));

	for (size_t i = 0; i < seeds; i++)
		sum += rate_of(row, i);
	return seeds > 0 ? sum / (double)seeds : 0;
}

/* Accesses a microsecond, and for each LUT4; 0: not known. */
static double speed(const struct row *row)
{
	return mean_rate(row) * row->mhz;
}

static double speed_lut4(const struct row *row)
{
	return row->lut4 > 0 ? speed(row) / row->lut4 : 0;
}

/* 1 and how many have more of it; 0: it has none itself. */
static unsigned rank_by(double (*value)(const struct row *), const struct row *row, const struct row *all, size_t count)
{
	unsigned rank = 1;

	for (size_t i = 0; i < count; i++)
		rank += value(&all[i]) > value(row);
	return value(row) > 0 ? rank : 0;
}

static int compare(const void *one, const void *other)
{
	const struct row *a = one, *b = other;
	double x = speed(a), y = speed(b);

	return x != y ? (x > y ? -1 : 1) : strcmp(a->point->name, b->point->name);
}

static double known(const struct figure *f)
{
	return f->source == FIGURE_UNKNOWN ? 0 : f->value;
}

static struct row *rank(const struct points *p, json_t *const *run)
{
	struct row *row = allocate_array(p->count + 1, sizeof *row);

	for (size_t i = 0; i < p->count; i++)
		row[i] = (struct row){ .point = &p->point[i], .run = run[i], .mhz = known(&p->point[i].figure[FIGURE_MHZ]),
				       .lut4 = known(&p->point[i].figure[FIGURE_LUT4]) };
	qsort(row, p->count, sizeof *row, compare);
	for (size_t i = 0; i < p->count; i++) {
		row[i].rank = rank_by(speed, &row[i], row, p->count);
		row[i].rank_lut4 = rank_by(speed_lut4, &row[i], row, p->count);
	}
	return row;
}

/* ---- Rows ---- */

/* The mean of all seeds' rates, each times `factor` and, where there is another row, by that row's rate of the same seed; null if
 * `factor` is not known. */
static json_t *rates_json(const struct row *row, double factor, const struct row *beside)
{
	size_t seeds = json_array_size(json_object_get(row->run, "rates"));
	double *value = allocate_array(seeds + 1, sizeof *value);
	struct interval x = { NAN, NAN };

	for (size_t i = 0; i < seeds; i++)
		value[i] = factor * rate_of(row, i) / (beside ? rate_of(beside, i) : 1);
	if (seeds > 0 && factor > 0)
		x = interval_of(value, seeds);
	free(value);
	return json_interval(x);
}

static void add_measured(json_t *object, const struct row *row, const struct row *first)
{
	const json_t *latency = json_object_get(row->run, "latency");
	double mhz = row->mhz, mean = json_number_value(json_object_get(latency, "mean"));

	json_object_set_new(object, "accesses_per_clock", rates_json(row, 1, NULL));
	json_object_set_new(object, "accesses_per_us", rates_json(row, mhz, NULL));
	json_object_set_new(object, "accesses_per_ms_lut4", rates_json(row, row->lut4 > 0 ? 1000 * mhz / row->lut4 : 0, NULL));
	json_object_set_new(object, "beside_first", rates_json(row, first->mhz > 0 ? mhz / first->mhz : 0, first));
	json_object_set_new(object, "latency_mean", json_finite(row->run ? mean : NAN));
	json_object_set_new(object, "latency_ns", json_finite(row->run && mhz > 0 ? 1000 * mean / mhz : NAN));
	json_object_set_new(object, "worst_share", json_incref(row->run ? json_object_get(json_object_get(row->run, "worst_master"), "share")
									: json_null()));
}

static json_t *row_json(const struct row *row, const struct row *first)
{
	static const char *const copied[] = { "bridge_lut4", "bridge_ff", "block_rams", "wrong", "lost", "doubled" };
	const struct spec *spec = &row->point->spec;
	json_t *object = json_pack("{s:o, s:s, s:s, s:o, s:s, s:b, s:i, s:b}", "rank", json_known(row->rank > 0, row->rank), "name", row->point->name, "machine",
		spec->machine->name, "rank_lut4", json_known(row->rank_lut4 > 0, row->rank_lut4), "order", bus_order_words[spec->bus->order], "posted",
		spec->bus->posted, "outstanding", (int)spec->bus->outstanding, "done", row->run != NULL);

	for (unsigned k = 0; k <= FIGURE_SLOT; k++) {
		const struct figure *f = &row->point->figure[k];

		json_object_set_new(object, figure_names[k], json_finite(f->source == FIGURE_UNKNOWN ? NAN : f->value));
	}
	add_measured(object, row, first);
	for (size_t i = 0; i < sizeof copied / sizeof *copied; i++)
		json_object_set_new(object, copied[i], row->run ? json_incref(json_object_get(row->run, copied[i])) : json_null());
	return object;
}

json_t *accesses_json(const struct points *p, const struct bus_options *o, json_t *const *run)
{
	const struct spec *spec = &p->point[0].spec;
	struct row *row = rank(p, run);
	json_t *list = json_array();

	for (size_t i = 0; i < p->count; i++)
		json_array_append_new(list, row_json(&row[i], &row[0]));
	free(row);
	return json_pack("{s:o, s:i, s:i, s:I, s:I, s:I, s:f, s:I, s:{s:I, s:I}, s:o}", "board", p->board ? json_string(p->board->name) : json_null(),
			 "masters", (int)bus_masters(spec), "slaves", (int)bus_slaves(spec), "seed", (json_int_t)o->seed, "seeds", (json_int_t)o->seeds,
			 "accesses", (json_int_t)o->accesses, "reads", o->reads, "think", (json_int_t)o->think, "memory_clocks", "least",
			 (json_int_t)o->memory_low, "most", (json_int_t)o->memory_high, "networks", list);
}
