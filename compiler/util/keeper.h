/* keeper.h: a process between ftc and a tool.
 *
 *   ftc ---- keeper ---- tool ---- what the tool starts
 *
 * All that a tool starts, in whatever process group or session, becomes the keeper's child when its own parent ends. The
 * keeper kills all of it as soon as the tool has ended, has used up its time or its memory, or ftc is gone, even by
 * SIGKILL.
 */
#ifndef FTC_UTIL_KEEPER_H
#define FTC_UTIL_KEEPER_H

#include <stdbool.h>
#include <sys/types.h>

enum process_end {
	PROCESS_EXITED,			/* by itself, with a status */
	PROCESS_SIGNALLED,
	PROCESS_TIMED_OUT,
	PROCESS_OUT_OF_MEMORY,
	PROCESS_NOT_STARTED,
	PROCESS_UNHEARD,		/* its output could not be read, or its end is unknown */
};

/* What is kept. */
struct keeper_task {
	/* A tool, argv[0] a path, in `directory` (NULL: the current one). Both its output streams go into `output`. */
	char *const *argv;
	const char *directory;
	const char *temporary;		/* its TMPDIR; NULL: as ftc's */
	const char *home;		/* likewise its HOME, with all that programs keep there */
	/* Without argv: a part of ftc itself, which writes its result into `output`, and returns an exit status. */
	int (*work)(void *context, int output);
	void *context;
	int output;			/* a pipe's end, which closes when all is over */
	double seconds;			/* 0: no limit */
	double megabytes;		/* of all its processes together; 0: no limit */
};

/* What a keeper leaves, in memory that it shares with ftc. */
struct keeper_report {
	bool complete, not_started;
	pid_t tool;			/* and its process group */
	enum process_end end;
	int status;			/* as of waitpid() */
};

/* Starts a keeper, which cleanup.h ends with ftc. Its process id; -1 with errno set. */
pid_t keeper_start(const struct keeper_task *task, struct keeper_report *report);

/* waitpid() that is not interrupted. False if the child's end is unknown. */
bool wait_for_end(pid_t child, int *status);

/* Seconds of a monotonic clock. */
double seconds_now(void);

#endif
