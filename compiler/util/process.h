/* process.h: running the tools that ftc drives. */
#ifndef FTC_UTIL_PROCESS_H
#define FTC_UTIL_PROCESS_H

#include <stdbool.h>
#include <stddef.h>

#include "util/text.h"

/* Where `tool` is: a name is looked up in PATH, then in the folder where .ci/install-tools puts the
 * ECP5 tools (${FTC_TOOLS:-${XDG_DATA_HOME:-$HOME/.local/share}/ftc/ecp5-tools}/bin).
 * Returns a fresh path, or NULL when there is none. */
char *find_tool(const char *tool);

/* As find_tool(), but a missing tool is one message that names the Debian package to install. */
char *require_tool(const char *tool, const char *package);

struct process_result {
	int status;		/* exit status, 128 + signal when killed, 127 when not started */
	struct text output;	/* standard output and standard error, as they came */
	double seconds;		/* wall clock */
};

/* Runs argv (NULL-terminated, argv[0] a path) in `directory` (NULL: here) and waits. Ctrl-C reaches the
 * child and ends ftc after it; a killed ftc takes its child with it. Returns status == 0. The caller frees result->output. */
bool run_process(char *const argv[], const char *directory, struct process_result *result);

/* One of several processes. */
struct process_job {
	char *const *argv;		/* as in run_process() */
	const char *directory;
	struct process_result result;	/* grows while it runs; the caller frees result.output */

	/* of run_processes() */
	int child, pipe;		/* process id, 0: not running; reading end of its output */
	double started;
};

/* What is told of them meanwhile; each function may be NULL. */
struct process_watcher {
	/* Several times a second while any runs. */
	void (*running)(const struct process_job *job, size_t count, void *context);
	/* Each time one has ended, whatever its status. True: run it again, with what the function put into argv; its
	 * result begins anew. */
	bool (*ended)(struct process_job *job, void *context);
	void *context;
};

enum { MOST_PROCESSES = 64 };

/* Runs job[0 .. count-1], at most `at_once` (1 .. MOST_PROCESSES) of them at a time, begun in their order; returns when
 * all have ended. Ctrl-C ends them and then ftc, without a word to the watcher. */
void run_processes(struct process_job *job, size_t count, unsigned at_once, const struct process_watcher *watcher);

/* Seconds since some moment, whatever is done to the clock on the wall. */
double seconds_now(void);

/* A list of arguments that grows; `items` is always NULL-terminated. */
struct arguments {
	char **items;
	size_t count;
};
void arguments_add(struct arguments *a, const char *format, ...) __attribute__((format(printf, 2, 3)));
void arguments_free(struct arguments *a);

/* A fresh private directory under $TMPDIR, removed when ftc exits (also by a signal). */
char *temporary_directory(void);

#endif
