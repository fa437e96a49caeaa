/* process.h: runs external tools. */
#ifndef FTC_UTIL_PROCESS_H
#define FTC_UTIL_PROCESS_H

#include <stdbool.h>
#include <stddef.h>

#include "util/keeper.h"
#include "util/text.h"

/* Finds `tool` in PATH, then in the folder where .ci/install-tools puts the ECP5 tools
 * (${FTC_TOOLS:-${XDG_DATA_HOME:-$HOME/.local/share}/ftc/ecp5-tools}/bin).
 * Returns a fresh path, or NULL if there is none. */
char *find_tool(const char *tool);

/* Whether make, shells and the scripts of tools take the path as it stands: no blanks, quotes or signs of theirs, and UTF-8. */
bool is_plain_path(const char *path);

/* Like find_tool(), but prints one message that names the Debian package if the tool is missing. */
char *require_tool(const char *tool);
/* The same with another package than tool_package(). */
char *require_tool_of(const char *tool, const char *package);

/* tools.c: the programs that ftc runs, up to a NULL name. */
struct known_tool {
	const char *name;
	const char *package;		/* Debian's that has it; NULL: one of its name */
	const char *version_option;	/* NULL: the tool does not say its version */
	const char *purpose;		/* as `ftc --version` has it; NULL: left out there */
};
extern const struct known_tool known_tools[];
/* Its row; NULL: it has none. */
const struct known_tool *known_tool(const char *tool);
/* The Debian package of a tool: of one that is not known, its name. */
const char *tool_package(const char *tool);

/* Extracts the version from a tool's output: the first number.number after "Yosys" or "Version". False when there is
 * none. */
bool tool_version(const char *printed, unsigned *major, unsigned *minor);

struct process_result {
	enum process_end end;	/* util/keeper.h */
	int status;		/* exit status, 128 + signal when killed, 127 when not started */
	int signal;		/* that killed it; 0: none */
	struct text output;	/* standard output and standard error, as they came */
	double seconds;		/* wall clock */
};

/* Whether the process ended by itself, with status 0. */
bool process_succeeded(const struct process_result *result);
/* How another one ended, fresh, to follow its name: "failed with status 3", "was ended by signal 11 (Segmentation
 * fault)". */
char *process_end_told(const struct process_result *result);
/* Behind an error that reports this: how to raise the limit that the process met, if it met one. */
void process_suggest_more(const struct process_result *result);

/* What every tool may take. */
struct process_limits {
	double seconds;			/* wall clock; 0: no limit */
	double megabytes;		/* resident, the tool's own processes included; 0: no limit */
};
/* Of memory, in force; 0: there is none. */
double process_megabytes(void);
/* What to allow for once memory has run out; 0: there is no limit. */
double process_more_megabytes(void);
/* Sets the limits of all tools that are started from now on. */
void process_limit(struct process_limits limits);

/* Runs argv (NULL-terminated, argv[0] a path) in `directory` (NULL: the current one) and waits. When ftc or the tool
 * ends, in whatever way, so does everything that the tool has started. Its TMPDIR is a directory that goes with ftc,
 * and so is Yosys' HOME.
 * Returns process_succeeded(). The caller frees result->output. */
bool run_process(char *const argv[], const char *directory, struct process_result *result);
/* The same with a time limit of its own; 0: that of process_limit(). */
bool run_process_within(double seconds, char *const argv[], const char *directory, struct process_result *result);

/* One of several processes. */
struct process_job {
	char *const *argv;		/* as in run_process() */
	const char *directory;
	double seconds_allowed;		/* as in run_process_within() */
	/* Without argv: a part of ftc that runs beside ftc, as if by fork(). It writes what result.output is to hold
	 * into `output`, and returns an exit status. It has no limits. */
	int (*work)(void *context, int output);
	void *context;
	struct process_result result;	/* grows while it runs; the caller frees result.output */

	/* private to run_processes() */
	int child, pipe;		/* process id of its keeper, 0: not running; reading end of its output */
	struct keeper_report *report;
	bool unheard;			/* reading its output has failed */
	bool told_to_end;
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
	const bool *stop;	/* NULL, or true from when on no further job is begun */
	const bool *end;	/* NULL, or true from when on those that run are ended, as by Ctrl-C, but ftc goes on */
};

enum { MOST_PROCESSES = 64 };
/* As many as there are processors, but 1 .. MOST_PROCESSES: for `at_once` below. */
unsigned processes_at_once(void);

/* Runs job[0 .. count-1], at most `at_once` (1 .. MOST_PROCESSES) at a time, started in order; returns when all have
 * ended. Ctrl-C ends them and then ftc, without a call of the watcher. */
void run_processes(struct process_job *job, size_t count, unsigned at_once, const struct process_watcher *watcher);

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
