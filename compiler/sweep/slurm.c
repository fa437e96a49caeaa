/* slurm.c: points through Slurm: array jobs, and a job behind them that gathers the results.
 *
 *   sbatch --array=0-999 slurm/points 0, sbatch --array=0-499 slurm/points 1000, ..
 *   sbatch --dependency=afterany:.. slurm/gather
 *
 * slurm/names has the name of a point in each line, slurm/jobs the numbers of the jobs, slurm/ftc is a link to the program. Slurm
 * expands patterns in some names, and scripts are read by a shell. So no script, and nothing that Slurm is given but --plot, holds a
 * name of the user's: sbatch works in DIR, and its jobs do. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sweep/sweep.h"
#include "util/file.h"
#include "util/message.h"
#include "util/plain.h"
#include "util/process.h"

/* Slurm's own limit, MaxArraySize, is 1001 unless it is configured. */
enum { ARRAY_POINTS = 1000, MOST_JOBS_BYTES = 65536 };

static bool write_script(const struct engine_request *r, const char *name, const struct text *script)
{
	char *path = format_string("%s/slurm/%s", r->place->directory, name);
	bool done = write_file(path, script);

	free(path);
	return done;
}

static const char points_script[] =
	"#!/bin/sh\n# A point of an array: line $1 + SLURM_ARRAY_TASK_ID + 1 of the names.\n"
	"name=$(sed -n \"$(($1 + SLURM_ARRAY_TASK_ID + 1))p\" slurm/names)\nexec slurm/ftc sweep --point \"$name\" -o .\n";
static const char gather_script[] =
	"#!/bin/sh\n# All points have ended. $1: what to plot.\nexec slurm/ftc sweep -o . ${1:+--plot \"$1\"}\n";

static bool write_fixed(const struct engine_request *r, const char *name, const char *script)
{
	struct text text = {0};

	text_add(&text, script);
	bool done = write_script(r, name, &text);
	text_free(&text);
	return done;
}

static bool link_program(const struct engine_request *r)
{
	char *link = plain_link(r->place->directory, "slurm/ftc", r->ftc);
	bool done = link;

	free(link);
	return done;
}

static bool write_scripts(const struct engine_request *r)
{
	char *folder = format_string("%s/slurm", r->place->directory);
	struct text names = {0};
	bool done = mkdir(folder, 0777) == 0 || errno == EEXIST || error("%s: writing failed: %s", r->place->asked, strerror(errno));

	for (size_t i = 0; i < r->missing_count; i++)
		text_print(&names, "%s\n", r->missing[i]);
	done = done && write_script(r, "names", &names) && write_fixed(r, "points", points_script)
	       && write_fixed(r, "gather", gather_script) && link_program(r);
	text_free(&names);
	free(folder);
	return done;
}

/* The user's own options, words with blanks between them. */
static void add_own(struct arguments *a, const char *options)
{
	while (options && *options) {
		size_t blanks = strspn(options, " "), length = strcspn(options + blanks, " ");

		if (length > 0)
			arguments_add(a, "%.*s", (int)length, options + blanks);
		options += blanks + length;
	}
}

static void add_usual(struct arguments *a, const struct engine_request *r, const char *sbatch, const char *log)
{
	arguments_add_all(a, sbatch, "--parsable", "--job-name=ftc-sweep", NULL);
	arguments_add(a, "--output=log/%s", log);
	add_own(a, r->sbatch);
}

/* Submits a job. Its number, "12" or "12;cluster", a fresh string; NULL after a message. */
static char *submit(const struct engine_request *r, struct arguments *a)
{
	struct process_result result = {0};
	bool done = run_process(a->items, r->place->directory, &result);
	char *job = NULL;

	if (done) {
		job = format_string("%.*s", (int)strspn(result.output.bytes, "0123456789"), result.output.bytes);
	} else {
		char *how = process_end_told(&result);

		error("sbatch %s", how);
		free(how);
		for (const char *line = result.output.bytes; *line; line = text_next_line(line))
			detail("  sbatch: %.*s", (int)strcspn(line, "\n"), line);
	}
	text_free(&result.output);
	return job;
}

/* Writes down the jobs' numbers, "12,13". */
static bool note_jobs(const struct engine_request *r, const struct text *jobs)
{
	return write_script(r, "jobs", jobs);
}

static bool add_job(const struct engine_request *r, struct arguments *a, struct text *jobs)
{
	char *job = submit(r, a);

	if (job)
		text_print(jobs, "%s%s", jobs->length ? "," : "", job);
	free(job);
	arguments_free(a);
	return job && note_jobs(r, jobs);
}

static bool submit_points(const struct engine_request *r, const char *sbatch, struct text *jobs)
{
	bool done = true;

	for (size_t from = 0; from < r->missing_count && done; from += ARRAY_POINTS) {
		size_t count = r->missing_count - from < ARRAY_POINTS ? r->missing_count - from : ARRAY_POINTS;
		struct arguments a = {0};

		add_usual(&a, r, sbatch, "slurm-%A_%a.txt");
		if (r->jobs > 0)
			arguments_add(&a, "--array=0-%zu%%%lu", count - 1, r->jobs);
		else
			arguments_add(&a, "--array=0-%zu", count - 1);
		arguments_add(&a, "slurm/points");
		arguments_add(&a, "%zu", from);
		done = add_job(r, &a, jobs);
	}
	return done;
}

static bool submit_gathering(const struct engine_request *r, const char *sbatch, struct text *jobs)
{
	struct arguments a = {0};

	add_usual(&a, r, sbatch, "slurm-gather.txt");
	char *after = copy_string(jobs->bytes);

	for (char *c = after; *c; c++)
		*c = *c == ',' ? ':' : *c;
	arguments_add(&a, "--dependency=afterany:%s", after);
	arguments_add_all(&a, "slurm/gather", r->plot, NULL);
	free(after);
	return add_job(r, &a, jobs);
}

int engine_slurm(const struct engine_request *r)
{
	char *sbatch = require_tool("sbatch");
	struct text jobs = {0};
	int status = EXIT_WORK_FAILED;

	if (sbatch && write_scripts(r) && submit_points(r, sbatch, &jobs) && submit_gathering(r, sbatch, &jobs))
		status = EXIT_DONE;
	text_free(&jobs);
	free(sbatch);
	return status;
}

bool slurm_is_idle(const struct sweep_place *p)
{
	char *path = format_string("%s/slurm/jobs", p->directory), *squeue;
	struct text jobs = {0};
	bool idle = true;

	if (access(path, F_OK) == 0 && read_file(path, MOST_JOBS_BYTES, &jobs) && (squeue = find_tool("squeue"))) {
		char *argv[] = { squeue, "--noheader", "--format=%A", "--jobs", jobs.bytes, NULL };
		struct process_result result = {0};

		/* It fails if it knows none of them any more. */
		if (run_process(argv, NULL, &result) && strspn(result.output.bytes, " \n") < result.output.length) {
			idle = error("jobs %s of %s still wait or run: expected that they have ended", jobs.bytes, p->asked);
			suggest("scancel %s, or again when they have ended", jobs.bytes);
		}
		text_free(&result.output);
		free(squeue);
	}
	text_free(&jobs);
	free(path);
	return idle;
}
