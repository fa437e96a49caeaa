/* sweep.c: the throughput-latency curve: one run per load, as CSV, JSON and a plot.
 *
 * Runs are independent and run in parallel, one process per processor. Each has its own instance of the model and
 * the same seed: the result does not depend on the number of processors. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "network/machine.h"
#include "simulate/simulate.h"
#include "simulate/sweep_pgfplots.h"
#include "util/file.h"
#include "util/json.h"
#include "util/keeper.h"
#include "util/message.h"
#include "util/plot.h"
#include "util/process.h"
#include "util/text.h"
#include "util/vector.h"

/* One run. */
struct runner {
	const struct simulation *s;
	double load;
};

/* In a process of its own: simulates, and writes the result. */
static int simulate_load(void *context, int output)
{
	const struct runner *runner = context;
	struct simulate_point point;
	struct testbench_result result;
	bool good = simulate_once(runner->s, runner->load, &point, &result);

	testbench_result_free(&result);
	if (write_bytes(output, &point, sizeof point) != 0)
		good = false;
	fflush(NULL);
	return good ? EXIT_DONE : EXIT_WORK_FAILED;
}

/* The runs of a sweep. */
struct runs {
	struct simulate_point *points;
	struct process_job *jobs;
	size_t finished;
	double began;			/* seconds_now() */
	bool failed;
};

/* Takes a run's result. */
static bool finish_run(struct process_job *job, void *context)
{
	struct runs *runs = context;
	struct simulate_point *point = &runs->points[job - runs->jobs];
	bool whole = job->result.output.length == sizeof *point;

	if (whole)
		memcpy(point, job->result.output.bytes, sizeof *point);
	else if (job->result.end == PROCESS_SIGNALLED)
		error("a run of the sweep was ended by signal %d", job->result.signal);
	else
		error("a run of the sweep ended without a result");
	text_free(&job->result.output);
	runs->finished++;
	runs->failed = runs->failed || !whole || !point->passed;
	return false;
}

static void show_runs(const struct process_job *job, size_t count, void *context)
{
	const struct runs *runs = context;

	(void)job;
	progress_counted("loads", runs->finished, 0, count, seconds_now() - runs->began);
}

static bool run_points(const struct simulation *s, struct simulate_point *points)
{
	size_t count = s->options.load_count;
	struct runner *runner = allocate_array(count, sizeof *runner);
	struct runs runs = { .began = seconds_now(), .points = points, .jobs = allocate_array(count, sizeof *runs.jobs) };
	struct process_watcher watcher = {
		.running = show_runs, .ended = finish_run, .context = &runs, .stop = &runs.failed,
	};

	for (size_t i = 0; i < count; i++) {
		runner[i] = (struct runner){ s, s->options.loads[i] };
		runs.jobs[i] = (struct process_job){ .work = simulate_load, .context = &runner[i] };
	}
	run_processes(runs.jobs, count, processes_at_once(), &watcher);
	free(runs.jobs);
	free(runner);
	return !runs.failed;
}

/* Four columns, empty where there is nothing. */
static void csv_latency(const struct latency_summary *l, struct text *out)
{
	if (l->count > 0)
		text_print(out, ",%.2f,%" PRIu64 ",%" PRIu64 ",%" PRIu64, l->mean, l->p50, l->p99, l->greatest);
	else
		text_add(out, ",,,,");
}

static void csv_real(bool known, const char *format, double value, struct text *out)
{
	text_add(out, ",");
	if (known)
		text_print(out, format, value);
}

static void csv_count(bool known, uint64_t value, struct text *out)
{
	text_add(out, ",");
	if (known)
		text_print(out, "%" PRIu64, value);
}

static void csv_judgement(const struct simulation *s, const struct simulate_point *p, struct text *out)
{
	const struct judgement *j = &p->judgement;
	double half = j->accepted.half / simulation_senders(s);

	csv_count(p->judged, j->saturated, out);
	csv_count(true, p->latency.count, out);
	csv_real(p->judged && !j->saturated && isfinite(j->latency.half), "%.2f", j->latency.half, out);
	csv_real(p->judged && j->messages > 0 && isfinite(half), "%.6f", half, out);
	csv_count(p->judged, j->steady, out);
	csv_count(p->judged, j->converged, out);
	text_print(out, ",%u", p->runs);
	csv_count(p->counted, p->lost, out);
	csv_count(p->counted, p->held, out);
	text_add(out, ",");
	if (s->options.messages)
		text_add(out, ",,,,");
	else
		demand_csv(&s->options.demand, out);
	text_print(out, ",%.8f,%.8f\n", p->offered / s->network->slot_clocks, p->accepted / s->network->slot_clocks);
}

static void csv_row(const struct simulation *s, const struct simulate_point *p, struct text *out)
{
	const struct spec *spec = s->network->spec;

	text_print(out, "%g,%.6f,%.6f", p->load, p->offered, p->accepted);
	csv_latency(&p->latency, out);
	csv_latency(&p->network_latency, out);
	text_print(out, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64, p->sent, p->delivered, p->unsent);
	csv_count(p->knows_tries, p->retries, out);
	csv_count(p->knows_tries && p->most_tried.exists, p->most_tried.tries, out);
	csv_count(p->longest_wait.exists, p->longest_wait.waited, out);
	text_print(out, ",%u", p->served.waiting);
	/* Of leaves that are idle now and then nothing is said. */
	csv_count(p->served.waiting > 0, p->served.least, out);
	csv_count(p->served.waiting > 0, p->served.most, out);
	text_print(out, ",%s,%s,%u,%u,%u,%lu", spec->name, s->options.messages ? "" : demand_csv_pattern(&s->options.demand), simulation_leaves(s), spec->payload_bits,
		   s->network->slot_clocks, s->options.seed);
	csv_judgement(s, p, out);
}

static void write_csv(const struct simulation *s, const struct simulate_point *points, struct text *out)
{
	text_add(out, "load,offered,accepted,latency_mean,latency_p50,latency_p99,latency_max,"
		      "network_mean,network_p50,network_p99,network_max,sent,delivered,unsent,retries,"
		      "most_tries,longest_wait,waiting_leaves,served_least,served_most,"
		      "name,pattern,leaves,payload_bits,slot_clocks,seed,saturated,latency_count,latency_half95,accepted_half95,"
		      "steady,converged,seeds,lost,held," DEMAND_CSV_COLUMNS ",offered_per_clock,accepted_per_clock\n");
	for (size_t i = 0; i < s->options.load_count; i++)
		csv_row(s, &points[i], out);
}

static void write_json(const struct simulation *s, const struct simulate_point *points, struct text *out)
{
	const struct spec *spec = s->network->spec;
	json_t *list = json_array(), *object;

	for (size_t i = 0; i < s->options.load_count; i++) {
		const struct simulate_point *p = &points[i];

		object = json_pack("{s:f, s:f, s:f, s:o, s:o, s:I, s:I, s:I, s:o, s:o, s:o, s:o, s:o, s:o}", "load", p->load,
			"offered", p->offered, "accepted", p->accepted, "latency", latency_json(&p->latency),
			"network_latency", latency_json(&p->network_latency), "sent", (json_int_t)p->sent,
			"delivered", (json_int_t)p->delivered, "unsent", (json_int_t)p->unsent,
			"retries", json_known(p->knows_tries, p->retries),
			"lost", json_known(p->counted, p->lost), "held", json_known(p->counted, p->held),
			"most_tries", json_known(p->knows_tries && p->most_tried.exists, p->most_tried.tries),
			"longest_wait", json_known(p->longest_wait.exists, p->longest_wait.waited), "served", served_json(s, &p->served));
		judgement_json(s, p, object);
		json_array_append_new(list, object);
	}
	object = spec_identity(spec);
	JSON_NUMBERS(object, { spec->machine->ends, simulation_leaves(s) }, { "payload_bits", spec->payload_bits },
		     { "slot_clocks", s->network->slot_clocks });
	if (s->options.messages) {
		json_object_set_new(object, "messages", json_string(s->options.messages));
	} else {
		demand_json(&s->options.demand, object);
		JSON_NUMBERS(object, { "frames", s->options.frames }, { "warmup", s->options.warmup });
	}
	json_object_update_new(object, json_pack("{s:I, s:o}", "seed", (json_int_t)s->options.seed, "points", list));
	json_print(object, out);
}

/* Of the loads at which something was delivered; of those that are not saturated, or of all. INFINITY: there are none. */
static double least_latency(const struct simulation *s, const struct simulate_point *points, bool lasting)
{
	double least = INFINITY;

	for (size_t i = 0; i < s->options.load_count; i++)
		if (points[i].latency.count > 0 && !(lasting && points[i].judgement.saturated))
			least = fmin(least, points[i].latency.mean);
	return least;
}

/* A latency above this many clocks is that of a queue that grows throughout the run: it says nothing about the
 * network, and would flatten the rest of the curve. A multiple of *step, a round number: the frame ends at a number. */
static double latency_ceiling(const struct simulation *s, const struct simulate_point *points, double *step)
{
	static const double round[] = { 1, 2, 5 };
	double least = least_latency(s, points, true), power = 1;
	unsigned k = 0;

	if (!isfinite(least))
		least = least_latency(s, points, false);
	if (!isfinite(least))
		least = 1;
	for (*step = 1; *step * 7 < 12 * least; *step = round[k] * power) {
		k = (k + 1) % 3;
		power *= k == 0 ? 10 : 1;
	}
	return fmax(1, ceil(12 * least / *step)) * *step;
}

/* Above 0, also if nothing was offered. */
static double greatest_offered(const struct simulation *s, const struct simulate_point *points)
{
	double most = 1e-6;

	for (size_t i = 0; i < s->options.load_count; i++)
		most = fmax(most, points[i].offered);
	return most;
}

static void write_gnuplot(const struct simulation *s, const struct simulate_point *points, struct text *out)
{
	const struct spec *spec = s->network->spec;
	double step, ceiling = latency_ceiling(s, points, &step), offered = 1.05 * greatest_offered(s, points);
	struct text said = {0}, title = {0};

	result_title(s, &said);
	plot_add_name(&title, said.bytes);
	text_free(&said);
	text_print(out,
		   "set datafile separator ','\n"
		   "set style line 1 lc rgb '#1b6ca8' lw 2 pt 7 ps 0.5\n"
		   "set style line 2 lc rgb '#d1495b' lw 2 pt 5 ps 0.5\n"
		   "set style line 3 lc rgb '#66a182' lw 2 pt 9 ps 0.6\n"
		   "set style line 9 lc rgb '#999999' lw 1 dt 2\n"
		   "set grid lc rgb '#dddddd'\n"
		   "set border 3\nset tics nomirror out\n"
		   "set bmargin 6.5\n"
		   "set xrange [0:%.6g]\n"
		   "set xlabel 'offered (messages per %s: below in a slot, above in a clock)'\n"
		   "set x2range [0:%.6g]\nset x2tics out\nset format x2 '%%g'\n"
		   "set multiplot layout 1,2 title \"%s: %u %s, payload of %u bits, slot of %u clocks\\n%s\""
		   " noenhanced\n",
		   offered, spec->machine->end, offered / s->network->slot_clocks, spec->name,
		   simulation_leaves(s), spec->machine->ends, spec->payload_bits, s->network->slot_clocks, title.bytes);
	text_print(out,
		   "set key below horizontal reverse Left\n"
		   "set ylabel 'latency from creation (clocks)'\n"
		   "set border 7\n"
		   "set yrange [0:%.0f]\nset ytics %.0f\n"
		   "set label 1 \"higher: queues that grow\\nthroughout the run\" at graph 0.98, 0.94 right tc rgb '#777777'\n"
		   "plot 'sweep.csv' using 2:6 skip 1 with linespoints ls 2 title '99th percentile', \\\n"
		   "     '' using 2:4 skip 1 with linespoints ls 1 title 'mean', \\\n"
		   "     '' using 2:4:29 skip 1 with yerrorbars ls 1 notitle, \\\n"
		   "     '' using 2:5 skip 1 with linespoints ls 3 title 'median'\n"
		   "set ylabel 'accepted (per %s and slot)'\n"
		   "unset label 1\n"
		   "set yrange [0:*]\nset ytics autofreq\n"
		   "plot x with lines ls 9 title 'all that is offered', \\\n"
		   "     'sweep.csv' using 2:3 skip 1 with linespoints ls 1 title 'delivered'\n"
		   "unset multiplot\n", ceiling, step, spec->machine->end);
	text_free(&title);
}

static void add_pgfplots(const struct simulation *s, const struct simulate_point *points, struct output *out)
{
	struct sweep_axes axes = { .end = s->network->spec->machine->end, .offered = greatest_offered(s, points) };
	struct text picture = { 0 };

	axes.ceiling = latency_ceiling(s, points, &axes.step);
	sweep_pgfplots(&axes, &picture);
	output_add(out, "sweep.tex", &picture);
}

/* Adds the files of -o. */
static bool add_files(const struct simulation *s, const struct simulate_point *points, const char *gnuplot,
		      struct output *out)
{
	struct text csv = {0}, json = {0}, script = {0};

	write_csv(s, points, &csv);
	write_json(s, points, &json);
	write_gnuplot(s, points, &script);
	bool drawn = plot_add(gnuplot, "sweep.csv", &csv, &script, "sweep", 1000, 420, out)
		     && (!(s->options.drawings & DRAWN_PDF) || plot_add_pdf(gnuplot, "sweep.csv", &csv, &script, "sweep", 1000, 420, out));

	if (s->options.drawings & DRAWN_TIKZ)
		add_pgfplots(s, points, out);

	output_add(out, "sweep.csv", &csv);
	output_add(out, "sweep.json", &json);
	output_add(out, "sweep.gp", &script);
	return drawn;
}

/* Warns of the least load at which a word was tried too often. */
static void warn_once(const struct simulation *s, const struct simulate_point *points)
{
	const struct simulate_point *least = NULL;
	double bound = simulation_tries_bound(s);

	for (size_t i = 0; i < s->options.load_count; i++)
		if (points[i].knows_tries && (double)points[i].most_tried.tries > bound
		    && (!least || points[i].load < least->load))
			least = &points[i];
	if (!least)
		return;
	char *when = format_string("at load %g, ", least->load);

	warn_of_tries(s, least, bound, when);
	free(when);
}

static enum simulation_end write_results(const struct simulation *s, const struct simulate_point *points,
					 const char *gnuplot, struct findings *found)
{
	if (gnuplot && !add_files(s, points, gnuplot, &found->files)) {
		output_free(&found->files);
		return SIMULATION_ABSENT;
	}
	warn_once(s, points);
	write_csv(s, points, &found->text);
	write_json(s, points, &found->json);
	return SIMULATION_PASSED;
}

enum simulation_end simulate_sweep(struct simulation *s, struct findings *found)
{
	struct simulate_point *points = allocate_array(s->options.load_count, sizeof *points);
	char *gnuplot = s->options.draw ? require_tool("gnuplot") : NULL;
	enum simulation_end end = SIMULATION_ABSENT;

	if (gnuplot || !s->options.draw)
		end = run_points(s, points) ? write_results(s, points, gnuplot, found) : SIMULATION_FAILED;
	free(gnuplot);
	free(points);
	return end;
}
