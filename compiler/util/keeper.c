/* keeper.c: sees to it that nothing of a tool is left behind.
 *
 * The keeper sleeps until a signal arrives. All of them are blocked, so that it takes them one after the other. */
#define _GNU_SOURCE		/* close_range */
#include "util/keeper.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "util/cleanup.h"
#include "util/file.h"

/* How long a tool may go on after a signal or at the end of its time, and how often its memory is looked at. */
static const double grace = 2, glance = 0.1;

enum { KIBI = 1024, TOOL_MISSING = 127 };

bool wait_for_end(pid_t child, int *status)
{
	pid_t ended;

	do
		ended = waitpid(child, status, 0);
	while (ended < 0 && errno == EINTR);
	return ended > 0;
}

double seconds_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

struct keeper {
	const struct keeper_task *task;
	struct keeper_report *report;
	double deadline;	/* of the tool's time; 0: none */
	double last;		/* moment at which the tool is killed; 0: none yet */
	double stopped;		/* since when ftc is stopped by Ctrl-Z; 0: it runs */
	bool given_up;
};

/* ---- the tool ---------------------------------------------------------------------------------------------- */

/* Failures are reported on `output`. */
static void refuse(const struct keeper *k, const char *what)
{
	k->report->not_started = true;
	dprintf(k->task->output, "%s: %s\n", what, strerror(errno));
	_exit(TOOL_MISSING);
}

static bool point_streams(int output)
{
	int nothing = open_file("/dev/null", O_RDONLY);

	return nothing >= 0 && dup2(nothing, STDIN_FILENO) >= 0 && dup2(output, STDOUT_FILENO) >= 0
	       && dup2(output, STDERR_FILENO) >= 0;
}

static bool set_place(const char *variable, const char *path)
{
	return !path || setenv(variable, path, 1) == 0;
}

/* In the child: becomes the tool. */
static void become(const struct keeper *k)
{
	const struct keeper_task *task = k->task;
	const char *failed = task->argv[0];

	if (task->directory && chdir(task->directory) != 0)
		failed = task->directory;
	else if (set_place("TMPDIR", task->temporary) && set_place("HOME", task->home) && set_place("XDG_STATE_HOME", task->home))
		execv(task->argv[0], task->argv);
	refuse(k, failed);
}

/* Should the keeper be killed, then the tool goes, too. */
static void begin_tool(const struct keeper *k, const sigset_t *mask, pid_t keeper)
{
	if (setpgid(0, 0) != 0 || prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != keeper)
		refuse(k, "a process of its own");
	if (k->task->argv && !point_streams(k->task->output))
		refuse(k, "its streams");
	if (!k->task->argv)
		signal(SIGTTOU, SIG_IGN);	/* it may write to the terminal, if in the background */
	sigprocmask(SIG_SETMASK, mask, NULL);
	if (k->task->argv)
		become(k);
	_exit(k->task->work(k->task->context, k->task->output));
}

static bool start_tool(struct keeper *k, const sigset_t *mask)
{
	pid_t keeper = getpid();

	pid_t tool = fork();
	if (tool == 0)
		begin_tool(k, mask, keeper);
	if (tool > 0)
		setpgid(tool, tool);
	k->report->tool = tool;
	return tool > 0;
}

/* ---- what is below a process ------------------------------------------------------------------------------- */

/* Calls `visit` for all children of a process. False if the system does not list them. */
static bool each_child(pid_t parent, void (*visit)(pid_t child, void *context), void *context)
{
	char path[96];
	int child;
	bool told = false;

	snprintf(path, sizeof path, "/proc/%d/task", (int)parent);
	DIR *threads = opendir(path);
	for (struct dirent *thread; threads && (thread = readdir(threads));) {
		snprintf(path, sizeof path, "/proc/%d/task/%.20s/children", (int)parent, thread->d_name);
		FILE *children = *thread->d_name == '.' ? NULL : fopen(path, "re");
		while (children && fscanf(children, "%d", &child) == 1)
			visit(child, context);
		told = told || children;
		if (children)
			fclose(children);
	}
	if (threads)
		closedir(threads);
	return told;
}

static void add_memory(pid_t process, void *context)
{
	char path[64];
	unsigned long pages = 0;

	snprintf(path, sizeof path, "/proc/%d/statm", (int)process);
	FILE *file = fopen(path, "re");
	if (file && fscanf(file, "%*u %lu", &pages) == 1)
		*(double *)context += (double)pages * (double)sysconf(_SC_PAGESIZE);
	if (file)
		fclose(file);
	each_child(process, add_memory, context);
}

/* Memory in use by all that is below this process. */
static double megabytes_below(void)
{
	double bytes = 0;

	each_child(getpid(), add_memory, &bytes);
	return bytes / (KIBI * KIBI);
}

/* ---- the end ----------------------------------------------------------------------------------------------- */

static void kill_child(pid_t child, void *context)
{
	(void)context;
	kill(child, SIGKILL);
}

/* Kills all children, and theirs, which become this process' own meanwhile. */
static void kill_all(void)
{
	struct timespec wait = { 0, 10000000 };
	pid_t ended;

	for (;;) {
		bool told = each_child(getpid(), kill_child, NULL);

		while ((ended = waitpid(-1, NULL, WNOHANG)) > 0)
			;
		if (ended < 0 || !told)
			return;
		nanosleep(&wait, NULL);
	}
}

/* The group is killed before the tool's number can be another's. */
static void end_tool(struct keeper *k)
{
	kill(-k->report->tool, SIGKILL);
	kill(k->report->tool, SIGKILL);
	bool told = wait_for_end(k->report->tool, &k->report->status);
	kill_all();
	if (!told)
		k->report->end = PROCESS_UNHEARD;
	else if (k->report->not_started)
		k->report->end = PROCESS_NOT_STARTED;
	else if (k->report->end == PROCESS_EXITED && WIFSIGNALED(k->report->status))
		k->report->end = PROCESS_SIGNALLED;
	k->report->complete = true;
}

/* Reports a child that has ended; false: nothing can be known. */
static bool next_ended(siginfo_t *info)
{
	int failed;

	do
		failed = waitid(P_ALL, 0, info, WEXITED | WNOHANG | WNOWAIT);
	while (failed && errno == EINTR);
	return !failed;
}

/* Has the tool ended, or can nothing be known? Buries other children that have. */
static bool has_ended(struct keeper *k)
{
	siginfo_t info = {0};

	while (next_ended(&info)) {
		if (!info.si_pid || info.si_pid == k->report->tool)
			return info.si_pid;
		waitpid(info.si_pid, NULL, 0);
		info.si_pid = 0;
	}
	k->report->end = PROCESS_UNHEARD;
	return true;
}

/* ---- the watch --------------------------------------------------------------------------------------------- */

/* Passes a signal on to the tool, which must end soon. */
static void pass_on(struct keeper *k, int signal)
{
	kill(-k->report->tool, signal);
	if (k->stopped > 0)
		kill(-k->report->tool, SIGCONT);
	if (k->last <= 0)
		k->last = seconds_now() + grace;
}

/* Ctrl-Z stops ftc, which has its tools stopped; that time does not count. */
static void stop(struct keeper *k)
{
	kill(-k->report->tool, SIGSTOP);
	if (k->stopped <= 0)
		k->stopped = seconds_now();
}

static void go_on(struct keeper *k)
{
	kill(-k->report->tool, SIGCONT);
	if (k->stopped > 0 && k->deadline > 0)
		k->deadline += seconds_now() - k->stopped;
	k->stopped = 0;
}

static void take_signal(struct keeper *k, int signal)
{
	if (signal == CLEANUP_END)
		k->given_up = true;
	else if (signal == SIGTSTP)
		stop(k);
	else if (signal == SIGCONT)
		go_on(k);
	else if (signal > 0 && signal != SIGCHLD)
		pass_on(k, signal);
}

static void check_limits(struct keeper *k)
{
	double time = seconds_now();

	if (k->last > 0 && time >= k->last)
		k->given_up = true;
	if (k->deadline > 0 && k->stopped <= 0 && time >= k->deadline) {
		k->deadline = 0;
		k->report->end = PROCESS_TIMED_OUT;
		pass_on(k, SIGTERM);
	}
	if (k->task->megabytes > 0 && k->last <= 0 && megabytes_below() > k->task->megabytes) {
		k->report->end = PROCESS_OUT_OF_MEMORY;
		k->given_up = true;
	}
}

/* The next signal, or 0 when it is time to look at the limits. */
static int wait_for_signal(const struct keeper *k)
{
	sigset_t all;
	double wait = 3600, time = seconds_now();

	if (k->deadline > 0 && k->stopped <= 0 && k->deadline - time < wait)
		wait = k->deadline - time;
	if (k->last > 0 && k->last - time < wait)
		wait = k->last - time;
	if (k->task->megabytes > 0 && wait > glance)
		wait = glance;
	if (wait < 0.001)
		wait = 0.001;
	struct timespec limit = { (time_t)wait, (long)((wait - (double)(time_t)wait) * 1e9) };
	sigfillset(&all);
	int signal = sigtimedwait(&all, NULL, &limit);
	return signal > 0 ? signal : 0;
}

/* The keeper's life. */
static void keep(struct keeper *k, const sigset_t *mask, pid_t ftc)
{
	setpgid(0, 0);
	prctl(PR_SET_NAME, "ftc-keeper");
	/* Without these, something might be left. */
	if (prctl(PR_SET_CHILD_SUBREAPER, 1) != 0 || prctl(PR_SET_PDEATHSIG, CLEANUP_END) != 0 || getppid() != ftc
	    || !start_tool(k, mask))
		refuse(k, "keeper");
	/* What ftc has open should close with it; the end of `output` is its sign that all is over. */
	if (k->task->output > 3)
		close_range(3, (unsigned)k->task->output - 1, 0);
	close_range((unsigned)k->task->output + 1, ~0u, 0);
	k->deadline = k->task->seconds > 0 ? seconds_now() + k->task->seconds : 0;
	while (!k->given_up && !has_ended(k)) {
		take_signal(k, wait_for_signal(k));
		check_limits(k);
	}
	end_tool(k);
	_exit(EXIT_SUCCESS);
}

pid_t keeper_start(const struct keeper_task *task, struct keeper_report *report)
{
	struct keeper k = { .task = task, .report = report };
	sigset_t mask;
	pid_t ftc = getpid(), child = cleanup_fork(&mask);

	if (child == 0)
		keep(&k, &mask, ftc);
	return child;
}
