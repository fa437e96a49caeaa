/* parallel.c: points through GNU parallel, on this machine or on others by ssh.
 *
 *   ftc ---- keeper ---- parallel --(ssh)-- ftc sweep --point NAME ---- keeper ---- sh, ftc simulate ..
 *
 * ftc hands over the names of the points that are missing, and reads what points say of themselves. Parallel takes much of what
 * stands in a command for its own, and runs Perl from it. The command is fixed, therefore: the paths of ftc and of the results are in
 * variables of the environment, which --env also sends to other machines. All that runs here ends with ftc (util/keeper.h). GNU
 * parallel's own --resume goes by the numbers of lines, which change when a sweep grows. */
#include <stdlib.h>
#include <string.h>

#include "sweep/sweep.h"
#include "util/cleanup.h"
#include "util/file.h"
#include "util/message.h"
#include "util/plain.h"
#include "util/process.h"

/* Most lines of others that are shown. */
enum { MOST_TOLD = 20 };

/* What is known while parallel runs. */
struct watch {
	const struct engine_request *request;
	json_t *ended;			/* names of points that have ended, each once */
	size_t read;			/* bytes of parallel's output that have been read */
	char *stop;			/* why no point can write; NULL: they can */
	bool end;
	struct text strange;		/* what is no point's word: of parallel, ssh, a shell */
};

static void take_line(struct watch *w, const char *line)
{
	char name[SWEEP_NAME], how[8];

	if (sscanf(line, "point %16[0-9a-f] %7s", name, how) == 2) {
		json_object_set_new(w->ended, name, json_true());
	} else if (strncmp(line, "stop ", strlen("stop ")) == 0) {
		if (!w->stop)
			w->stop = copy_string(line + strlen("stop "));
		w->end = true;
	} else if (*line) {
		text_print(&w->strange, "%s\n", line);
	}
}

/* Takes in all whole lines that have come. */
static void take_lines(struct watch *w, const struct text *output)
{
	const char *line = output->bytes + w->read, *end;

	for (; (end = strchr(line, '\n')); line = end + 1) {
		char *copy = format_string("%.*s", (int)(end - line), line);

		take_line(w, copy);
		free(copy);
	}
	w->read = (size_t)(line - output->bytes);
}

static void running(const struct process_job *job, size_t count, void *context)
{
	struct watch *w = context;
	size_t before = w->request->total - w->request->missing_count;

	(void)count;
	take_lines(w, &job->result.output);
	progress_counted("points", before + json_object_size(w->ended), before, w->request->total, job->result.seconds);
}

/* The names, a line each, in the file `names`. False after a message. */
static bool write_names(const char *folder, const struct engine_request *r)
{
	struct text names = {0};

	for (size_t i = 0; i < r->missing_count; i++)
		text_print(&names, "%s\n", r->missing[i]);
	bool written = write_file_in(folder, "names", &names);
	text_free(&names);
	return written;
}

#define PROGRAM "FTC_SWEEP_PROGRAM"
#define PLACE "FTC_SWEEP_PLACE"
static const char template[] = "\"$" PROGRAM "\" sweep --point ,,, -o \"$" PLACE "\"";

static void add_arguments(struct arguments *a, const struct engine_request *r, const char *parallel)
{
	arguments_add_all(a, parallel, "--plain", "--will-cite", "--ungroup", "--halt", "never", "-I", ",,,", "--arg-file", "names",
			  "--joblog=+log/joblog", NULL);
	arguments_add(a, "--retries=%lu", r->tries);
	/* GNU parallel prepares as many, whether there is work for them or not. */
	if (r->jobs > 0)
		arguments_add(a, "--jobs=%lu", r->jobs < r->missing_count ? r->jobs : (unsigned long)r->missing_count);
	/* On this machine jobs inherit the environment. */
	if (r->hosts) {
		arguments_add(a, "--sshlogin=%s", r->hosts);
		arguments_add_all(a, "--env", PROGRAM, "--env", PLACE, NULL);
	}
	arguments_add(a, "%s", template);
}

/* What parallel keeps for itself, the shell that it takes, and the paths in its command. */
static void set_environment(const struct engine_request *r, const char *work)
{
	setenv("PARALLEL_HOME", work, 1);
	setenv("PARALLEL_SHELL", "/bin/sh", 1);
	setenv(PROGRAM, r->ftc, 1);
	setenv(PLACE, r->place->directory, 1);
}

/* A link to the folder of the log, in the folder in which parallel works. */
static bool link_log(const struct engine_request *r, const char *work)
{
	char *log = format_string("%s/log", r->place->directory), *link = plain_link(work, "log", log);
	bool done = link;

	free(link);
	free(log);
	return done;
}

/* GNU parallel sends a path with a line break to other machines through bzip2, without which it says no more than "failed". */
static bool can_send(const struct engine_request *r)
{
	if (!r->hosts || !(strchr(r->ftc, '\n') || strchr(r->place->directory, '\n')))
		return true;
	char *bzip2 = require_tool("bzip2");

	free(bzip2);
	return bzip2 != NULL;
}

/* Another program of that name belongs to Debian's moreutils. */
static bool is_gnu(const char *parallel)
{
	char *argv[] = { (char *)parallel, "--plain", "--version", NULL };
	struct process_result result = {0};
	bool gnu = run_process(argv, NULL, &result) && strncmp(result.output.bytes, "GNU parallel", strlen("GNU parallel")) == 0;

	text_free(&result.output);
	if (gnu)
		return true;
	error("%s is not GNU parallel: expected that one", parallel);
	return suggest("sudo apt-get install parallel");
}

static bool is_missing(const struct engine_request *r)
{
	for (size_t i = 0; i < r->missing_count; i++)
		if (place_state(r->place, r->missing[i]) == POINT_MISSING)
			return true;
	return false;
}

/* What others have said matters only if there are points that did not run. */
static int judge(struct watch *w, const struct process_result *result)
{
	const struct engine_request *r = w->request;
	const char *line;

	if (w->stop) {
		error("%s: %s", r->place->asked, w->stop);
		suggest("the same again, once there is room: it runs only the points that are missing");
		return EXIT_WORK_FAILED;
	}
	if (!is_missing(r))
		return EXIT_DONE;
	/* What they have left is gathered nevertheless. */
	char *how = process_end_told(result);

	error("some points did not run: parallel %s", how);
	free(how);
	text_add(&w->strange, "");
	line = w->strange.bytes;
	for (unsigned i = 0; *line && i < MOST_TOLD; i++, line = text_next_line(line))
		detail("  parallel: %.*s", (int)strcspn(line, "\n"), line);
	return EXIT_DONE;
}

/* Runs parallel in the folder `work`. */
static int run_parallel(struct watch *w, const char *parallel, const char *work)
{
	struct process_watcher watcher = { .running = running, .context = w, .end = &w->end };
	struct arguments a = {0};

	add_arguments(&a, w->request, parallel);
	set_environment(w->request, work);
	struct process_job job = { .argv = a.items, .directory = work };

	run_processes(&job, 1, 1, &watcher);
	take_lines(w, &job.result.output);
	int status = judge(w, &job.result);
	text_free(&job.result.output);
	arguments_free(&a);
	return status;
}

int engine_parallel(const struct engine_request *r)
{
	char *parallel = require_tool("parallel");
	struct watch w = { .request = r, .ended = json_object() };
	int status = EXIT_WORK_FAILED;

	if (parallel && can_send(r) && is_gnu(parallel)) {
		char *work = temporary_directory();

		if (write_names(work, r) && link_log(r, work))
			status = run_parallel(&w, parallel, work);
		free(work);
	}
	free(parallel);
	free(w.stop);
	text_free(&w.strange);
	json_decref(w.ended);
	return status;
}
