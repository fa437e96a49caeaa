/* process.h: runs external tools. */
#ifndef FTC_UTIL_PROCESS_H
#define FTC_UTIL_PROCESS_H

#include <stdbool.h>
#include <stddef.h>

#include "util/text.h"

/* Finds `tool` in PATH, then in the folder where .ci/install-tools puts the ECP5 tools
 * (${FTC_TOOLS:-${XDG_DATA_HOME:-$HOME/.local/share}/ftc/ecp5-tools}/bin).
 * Returns a fresh path, or NULL if there is none. */
char *find_tool(const char *tool);

/* Like find_tool(), but prints one message that names the Debian package if the tool is missing. */
char *require_tool(const char *tool, const char *package);

struct process_result {
	int status;		/* exit status, 128 + signal when killed, 127 when not started */
	struct text output;	/* standard output and standard error, as they came */
	double seconds;		/* wall clock */
};

/* Runs argv (NULL-terminated, argv[0] a path) in `directory` (NULL: the current one) and waits. Ctrl-C ends the child,
 * then ftc; if ftc is killed, so is the child. Returns status == 0. The caller frees result->output. */
bool run_process(char *const argv[], const char *directory, struct process_result *result);

/* One of several processes. */
struct process_job {
	char *const *argv;		/* as in run_process() */
	const char *directory;
	struct process_result result;	/* grows while it runs; the caller frees result.output */

	/* private to run_processes() */
	int child, pipe;		/* process id, 0: not running; reading end of its output */
	double started;
};

/* Callbacks while processes run; each may be NULL. */
struct process_watcher {
	/* Called several times a second while any job runs. */
	void (*running)(const struct process_job *job, size_t count, void *context);
	/* Called when a job has ended, whatever its status. True: run it again, with an empty result and the argv that
	 * the callback may have changed. */
	bool (*ended)(struct process_job *job, void *context);
	void *context;
};

enum { MOST_PROCESSES = 64 };

/* Runs job[0 .. count-1], at most `at_once` (1 .. MOST_PROCESSES) at a time, started in order; returns when all have
 * ended. Ctrl-C ends them and then ftc, without a call of the watcher. */
void run_processes(struct process_job *job, size_t count, unsigned at_once, const struct process_watcher *watcher);

/* Seconds of a monotonic clock. */
double seconds_now(void);

/* A growing list of arguments; `items` is always NULL-terminated. */
struct arguments {
	char **items;
	size_t count;
};
void arguments_add(struct arguments *a, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Adds words up to the NULL that must end them. */
void arguments_add_all(struct arguments *a, ...) __attribute__((sentinel));
void arguments_free(struct arguments *a);

/* A fresh private directory under $TMPDIR, removed when ftc exits (also by a signal). */
char *temporary_directory(void);

#endif
