/* sweep.c: `ftc sweep`: many points of keys' and options' values, through GNU parallel or Slurm.
 *
 * In: a sweep file, or only the directory of a sweep. Out: a directory with a folder for each point, one CSV, one JSON, and
 * pictures. The work is done in compiler/sweep/. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands/deliver.h"
#include "commands/made.h"
#include "shells/shells.h"
#include "sweep/sweep.h"
#include "util/file.h"
#include "util/json.h"
#include "util/message.h"
#include "util/paths.h"
#include "util/output.h"
#include "util/process.h"

enum {
	OPTION_ENGINE, OPTION_JOBS, OPTION_HOSTS, OPTION_SBATCH, OPTION_RETRIES, OPTION_RETRY_FAILED, OPTION_PLOT, OPTION_POINT,
	OPTION_COUNT
};

static const struct option options[] = {
	[OPTION_ENGINE] = { "--engine", "NAME", "where points run: local (default) or ssh, by GNU parallel, or slurm" },
	[OPTION_JOBS] = { "-j", "NUMBER", "points at a time, with ssh per host; default: one per processor, with"
			  " slurm as many as it allows" },
	[OPTION_HOSTS] = { "--hosts", "LIST", "with ssh: the hosts, as for GNU parallel's --sshlogin,"
			   " [N/][USER@]HOST,..." },
	[OPTION_SBATCH] = { "--sbatch", "OPTIONS", "with slurm: further options of sbatch, separated by blanks" },
	[OPTION_RETRIES] = { "--retries", "NUMBER", "how often GNU parallel tries a failing point; default 1" },
	[OPTION_RETRY_FAILED] = { "--retry-failed", NULL, "rerun failed points too" },
	[OPTION_PLOT] = { "--plot", "LIST", "plot the points over columns of the results:"
			  " x=COLUMN,y=COLUMN[,by=COLUMN] [,front=more|less|none] [,lines=mean] [,also=COLUMN];"
			  " front: the better y, default more; lines: through the means at each x, with 95 %"
			  " intervals; also: dashed lines of another column" },
	[OPTION_POINT] = { "--point", "NAME", "run only this point of -o; engines call this" },
	[OPTION_COUNT] = { 0 },
};

enum { MOST_JOBS = 100000, MOST_RETRIES = 100 };
enum engine { ENGINE_LOCAL, ENGINE_SSH, ENGINE_SLURM };
static const char *const engine_words[] = { "local", "ssh", "slurm" };

/* What is asked for. */
struct sweeping {
	const struct command_line *line;
	unsigned engine;
	struct engine_request request;
	struct sweep sweep;
	struct sweep_place place;
	struct sweep_plot plot;
	bool plotted;
	char *gnuplot;
};

/* ---- what may stand in a sweep --------------------------------------------------------------------------------- */

/* Options whose results points would overwrite each other's, or that say nothing of a network, or that make lists, which no row
 * holds. */
static bool is_left_out(const struct command *command, const char *option)
{
	/* Of ftc simulate: of a top module, whose changes no row holds; to ftc build they are something else. */
	static const char *const of_tops[] = { "--top", "--board", "--pins", "--clocks", "--constraints", "--clock", "--clock-hz", "--baud" };
	static const char *const names[] = { "--trace", "--log", "--html", "--channels", "--window", "--tries", "--sweep", "--loads", "--picture", "--paper" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(names[i], option) == 0)
			return true;
	for (size_t i = 0; command == &command_simulate && i < sizeof of_tops / sizeof *of_tops; i++)
		if (strcmp(of_tops[i], option) == 0)
			return true;
	return false;
}

static void add_option(struct sweep_command *command, const char *name, bool flag)
{
	if (command->count == SWEEP_MOST_OPTIONS) {
		error("internal: ftc %s has too many options for a sweep", command->name);
		abort();
	}
	command->option[command->count++] = (struct sweep_option){ name, flag };
}

static struct sweep_command vocabulary(const struct command *command)
{
	struct sweep_command words = { .name = command->name, .makes_files = command == &command_build };

	for (const struct option *o = command->options; o->name; o++)
		if (!is_left_out(command, o->name))
			add_option(&words, o->name, !o->value);
	for (const struct shell *const *shell = shells; *shell && command->takes & TAKES_SHELL; shell++)
		add_option(&words, (*shell)->option, true);
	if (command->takes & TAKES_LIMIT)
		add_option(&words, "--limit", false);
	if (command->takes & TAKES_TOOL_TIME)
		add_option(&words, "--tool-timeout", false);
	if (command->takes & TAKES_TOOL_MEMORY)
		add_option(&words, "--tool-memory", false);
	return words;
}

/* ---- options --------------------------------------------------------------------------------------------------- */

/* Options of an engine that is not asked for. */
static bool check_engine(const struct sweeping *s)
{
	const char *const *value = s->line->value;

	if (s->engine == ENGINE_SSH && !value[OPTION_HOSTS]) {
		error("--engine ssh is given without --hosts: expected the machines");
		return suggest("--hosts 4/first,8/second");
	}
	for (unsigned i = OPTION_HOSTS; i <= OPTION_RETRIES; i++) {
		unsigned whose = i == OPTION_HOSTS ? ENGINE_SSH : ENGINE_SLURM;
		bool fits = i == OPTION_RETRIES ? s->engine != ENGINE_SLURM : s->engine == whose;

		if (!value[i] || fits)
			continue;
		error("%s has no meaning for --engine %s", options[i].name, engine_words[s->engine]);
		return i == OPTION_RETRIES ? suggest("without %s", options[i].name) : suggest("--engine %s", engine_words[whose]);
	}
	return true;
}

static bool read_options(struct sweeping *s)
{
	const char *const *value = s->line->value;

	s->request = (struct engine_request){ .tries = 1, .hosts = value[OPTION_HOSTS], .sbatch = value[OPTION_SBATCH],
					      .plot = value[OPTION_PLOT] };
	if (!option_word("--engine", value[OPTION_ENGINE], engine_words, 3, &s->engine)
	    || !option_unsigned("-j", value[OPTION_JOBS], 1, MOST_JOBS, &s->request.jobs)
	    || !option_unsigned("--retries", value[OPTION_RETRIES], 1, MOST_RETRIES, &s->request.tries) || !check_engine(s))
		return false;
	if (s->line->html && s->engine == ENGINE_SLURM) {
		error("--html has no meaning for --engine slurm, whose last job gathers the results");
		return suggest("ftc sweep -o %s --html %s, when it has ended", s->line->output ? shell_word(s->line->output) : "DIR",
			       shell_word(s->line->html));
	}
	s->plotted = value[OPTION_PLOT];
	if (s->plotted && !sweep_plot_read(&s->plot, value[OPTION_PLOT]))
		return false;
	if (s->line->output)
		return true;
	error("ftc sweep is given no place for its results: expected -o DIR");
	return suggest("-o out");
}

/* Without a sweep file nothing runs. */
static bool check_alone(const struct sweeping *s)
{
	const char *const *value = s->line->value;

	for (unsigned i = 0; i < OPTION_PLOT; i++)
		if (value[i]) {
			error("%s is given, but no sweep file: expected one", options[i].name);
			return suggest("ftc sweep SWEEP.yaml -o %s", shell_word(s->line->output));
		}
	return true;
}

/* ---- results --------------------------------------------------------------------------------------------------- */

static bool write_all(const struct sweeping *s, const struct output *out)
{
	bool done = true;

	for (size_t i = 0; i < out->count && done; i++)
		done = write_file_in(s->place.directory, out->files[i].path, &out->files[i].content);
	return done;
}

static bool collect(struct sweeping *s, const struct results *r, struct findings *found, int *status)
{
	struct text csv = {0};

	results_csv(r, &csv);
	results_report(r, s->line->output, found);
	made_add(s->line, found);
	output_add(&found->files, "results.csv", &csv);
	output_add_copy(&found->files, "results.json", &found->json);
	return !s->plotted || sweep_plot_draw(&s->plot, r, s->gnuplot, &found->files, &found->text, status);
}

/* Gathers what there is; EXIT_WORK_FAILED if not all points are done. */
static int gather(struct sweeping *s)
{
	struct results results;
	struct findings found = {0};
	int status = EXIT_WORK_FAILED;

	results_read(&results, &s->place);
	bool good = collect(s, &results, &found, &status);
	/* A picture that cannot be drawn does not cost the table. */
	bool written = write_all(s, &found.files);

	int shown = deliver_shown(s->line, "results", &found);

	if (good && !written)
		status = EXIT_WORK_FAILED;
	else if (good && shown != EXIT_DONE)
		status = shown;
	else if (good)
		status = results.state[POINT_DONE] == results.count ? EXIT_DONE : EXIT_WORK_FAILED;
	findings_free(&found);
	results_free(&results);
	return status;
}

/* ---- running --------------------------------------------------------------------------------------------------- */

/* Which points are to run. */
static void list_missing(struct sweeping *s)
{
	bool failed_too = s->line->value[OPTION_RETRY_FAILED];
	struct engine_request *r = &s->request;

	r->total = s->sweep.point_count;
	r->missing = allocate_array(r->total + 1, sizeof *r->missing);
	for (size_t i = 0; i < r->total; i++) {
		enum point_state state = place_state(&s->place, s->sweep.point[i].name);

		if (state == POINT_MISSING || (state == POINT_FAILED && failed_too))
			r->missing[r->missing_count++] = s->sweep.point[i].name;
	}
}

static void tell_submitted(const struct sweeping *s)
{
	const struct engine_request *r = &s->request;
	struct text out = {0};

	if (s->line->json) {
		json_t *told = json_object();

		JSON_NUMBERS(told, { "points", r->total }, { "submitted", r->missing_count });
		json_print(told, &out);
	} else {
		text_print(&out, "%zu of %zu points are submitted; the last job gathers the results in %s\n", r->missing_count,
			   r->total, name_shown(s->line->output));
	}
	fputs(out.bytes, stdout);
	text_free(&out);
}

static int run_engine(struct sweeping *s)
{
	struct engine_request *r = &s->request;
	int status = s->engine == ENGINE_SLURM ? engine_slurm(r) : engine_parallel(r);

	if (status == EXIT_DONE && s->engine == ENGINE_SLURM)
		tell_submitted(s);
	return status;
}

static int run_points(struct sweeping *s)
{
	struct engine_request *r = &s->request;
	int status = EXIT_DONE;

	r->place = &s->place;
	r->ftc = program_path();
	if (!r->ftc)
		return EXIT_WORK_FAILED;
	list_missing(s);
	if (r->missing_count > 0)
		status = run_engine(s);
	if (status == EXIT_DONE && (s->engine != ENGINE_SLURM || r->missing_count == 0))
		status = gather(s);
	free(r->ftc);
	free(r->missing);
	return status;
}

static int run_file(struct sweeping *s)
{
	const struct sweep_command commands[] = { vocabulary(&command_report), vocabulary(&command_simulate),
						  vocabulary(&command_build) };
	int status = EXIT_USAGE;

	if (sweep_read(&s->sweep, s->line->word[0], commands, sizeof commands / sizeof *commands)
	    && place_begin(&s->place, s->line->output, &s->sweep, &status))
		status = run_points(s);
	sweep_free(&s->sweep);
	return status;
}

static int gather_only(struct sweeping *s)
{
	int status = EXIT_USAGE;

	return check_alone(s) && place_open(&s->place, s->line->output, NULL, &status) ? gather(s) : status;
}

static int run_single(const struct command_line *line)
{
	char *ftc = program_path();
	int status = EXIT_USAGE;

	if (!line->output)
		error("--point is given without -o: expected the directory of the sweep");
	else if (ftc)
		status = point_run(line->output, line->value[OPTION_POINT], ftc);
	free(ftc);
	return status;
}

static int sweep(const struct command_line *line)
{
	struct sweeping s = { .line = line, .place.lock = -1 };
	int status = EXIT_USAGE;

	/* Points limit their own tools; together they may take more. */
	process_limit((struct process_limits){0});
	if (line->value[OPTION_POINT])
		return run_single(line);
	if (read_options(&s)) {
		if (s.plotted && !(s.gnuplot = require_tool("gnuplot")))
			status = EXIT_WORK_FAILED;
		else
			status = line->word_count ? run_file(&s) : gather_only(&s);
	}
	place_close(&s.place);
	sweep_plot_free(&s.plot);
	free(s.gnuplot);
	return status;
}

const struct command command_sweep = {
	.name = "sweep",
	.summary = "run a command at many values of keys and options: one table, one plot",
	.page = "docs/how-to/sweep.md",
	.usage = "[SWEEP.yaml] -o DIR [-j NUMBER] [--engine NAME] [--plot LIST]",
	.options = options,
	.words = 1,
	.takes = TAKES_OUTPUT | TAKES_DRAWINGS | TAKES_JSON | TAKES_PAGE,
	.run = sweep,
};
