/* run_results.c: see run_results.h. */
#include "commands/run_results.h"

#include <string.h>

#include "commands/deliver.h"
#include "network/machine.h"
#include "simulate/channel_table.h"
#include "simulate/delivery_log.h"
#include "simulate/heat_map.h"
#include "simulate/message_classes.h"
#include "simulate/run_page.h"
#include "simulate/run_trails.h"
#include "simulate/try_table.h"
#include "trails.h"
#include "util/file.h"
#include "util/message.h"

enum { MOST_HOPS = 1 << 23 };	/* of trails: 64 MB, or 256 MB where words wait on their way */

/* No two results have one name. */
static bool check_names(const struct simulate_options *o)
{
	const struct { const char *option, *file; } result[] = {
		{ "--log", o->log }, { "--html", o->html }, { "--channels", o->channels }, { "--tries", o->tries },
		{ "--heat-map", o->heat_map },
	};
	enum { RESULTS = sizeof result / sizeof *result };

	for (unsigned i = 0; i < RESULTS; i++)
		for (unsigned j = i + 1; j < RESULTS; j++)
			if (result[i].file && result[j].file && strcmp(result[i].file, result[j].file) == 0)
				return error("%s and %s are the same file: %s", result[i].option, result[j].option, result[i].file)
				       || suggest("another file for one of them");
	return true;
}

bool run_results_check(const struct simulate_options *o, const char *name, const struct command_line *line, int *status)
{
	return check_names(o) && deliver_check_file("--log", o->log, "log.csv", line, status)
	       && deliver_check_file("--html", o->html, "run.html", line, status)
	       && deliver_check_file("--channels", o->channels, "channels.csv", line, status)
	       && deliver_check_file("--tries", o->tries, "tries.csv", line, status)
	       && deliver_check_file("--heat-map", o->heat_map, "heat-map.svg", line, status)
	       && (!line->output || output_check(line->output, line->command, name, status));
}

void run_results_begin(struct simulation *s)
{
	const struct simulate_options *o = &s->options;
	const struct simulator *simulator = s->network->spec->machine->model.simulator;

	if (!s->words_are && simulator)
		s->words_are = simulator->words_are;
	if (o->log || o->html || o->tries)
		s->log = delivery_log_new(s->network->spec->machine->first_end);
	s->classes = message_classes_new(&s->list);
	if (o->channels || o->tries || o->heat_map || o->html)
		s->trails = trails_new(o->channels || o->tries || o->heat_map ? MOST_HOPS : RUN_PAGE_HOPS);
}

static bool print_log(const struct simulation *s, struct text *out)
{
	delivery_log_print(s->log, out);
	return true;
}

/* Writes what `print` prints. False after a message; *status is the exit status then. True if `file` is NULL. */
static bool write_table(const struct simulation *s, const char *file, bool (*print)(const struct simulation *s, struct text *out),
			int *status)
{
	struct text lines = { 0 };
	bool done = !file || (print(s, &lines) && write_result(file, &lines, status));

	text_free(&lines);
	return done;
}

static bool write_heat_map(const struct simulation *s, int *status)
{
	struct text svg = { 0 };
	bool done = !s->options.heat_map || (heat_map_print(s, &svg) && (*status = deliver_picture(s->options.heat_map, &svg)) == EXIT_DONE);

	text_free(&svg);
	return done;
}

static bool write_all(const struct simulation *s, const struct text *html, int *status)
{
	const struct simulate_options *o = &s->options;

	return write_table(s, o->log, print_log, status) && write_table(s, o->channels, channel_table_print, status)
	       && write_table(s, o->tries, try_table_print, status) && write_heat_map(s, status) && (!o->html || write_result(o->html, html, status));
}

int run_results_deliver(struct simulation *s, const struct command_line *line, struct findings *found)
{
	struct text html = { 0 };
	int failed = EXIT_WORK_FAILED;

	if (s->trails)
		trails_sort(s->trails);
	if (s->options.channels || s->options.tries || s->options.heat_map)
		run_trails_spread(s);
	/* Before the findings are given away. */
	const struct simulator *simulator = s->network->spec->machine->model.simulator;
	bool paged = !s->options.html || (simulator && simulator->page ? simulator->page : run_page_print)(s, found, &html);
	deliver_about(found, s->network->spec);
	int status = deliver_report(line, s->network->spec->name, found);

	/* The waveform is wanted above all after a failure; so are the log and the page. */
	if (s->trace_file && !trace_finish(s, !line->json))
		status = EXIT_WORK_FAILED;
	if (!paged || !write_all(s, &html, &failed))
		status = failed;
	text_free(&html);
	return status;
}
