/* process.c: runs external tools. */
#define _GNU_SOURCE		/* pipe2 */
#include "util/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "util/cleanup.h"
#include "util/message.h"

static bool is_program(const char *path)
{
	struct stat status;

	return stat(path, &status) == 0 && S_ISREG(status.st_mode) && access(path, X_OK) == 0;
}

/* The folder where .ci/install-tools puts the tools that the distribution lacks. */
static char *extra_tools(void)
{
	const char *chosen = getenv("FTC_TOOLS"), *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");

	if (chosen && *chosen)
		return format_string("%s/bin", chosen);
	if (data && *data)
		return format_string("%s/ftc/ecp5-tools/bin", data);
	return format_string("%s/.local/share/ftc/ecp5-tools/bin", home ? home : "");
}

/* `tool` in one of the folders of `path`, which are separated by colons. */
static char *find_in(const char *path, const char *tool)
{
	while (*path) {
		size_t length = strcspn(path, ":");
		char *candidate = format_string("%.*s/%s", (int)length, path, tool);

		/* An empty folder means the current one, from where no tool is taken. */
		if (length && is_program(candidate))
			return candidate;
		free(candidate);
		path += length + (path[length] == ':');
	}
	return NULL;
}

char *find_tool(const char *tool)
{
	const char *path = getenv("PATH");

	if (strchr(tool, '/'))
		return is_program(tool) ? copy_string(tool) : NULL;
	char *found = find_in(path ? path : "/usr/local/bin:/usr/bin:/bin", tool);
	if (!found) {
		char *extra = extra_tools();
		found = find_in(extra, tool);
		free(extra);
	}
	return found;
}

char *require_tool(const char *tool, const char *package)
{
	char *found = find_tool(tool);

	if (!found) {
		error("%s is not installed: it is neither in PATH nor among the tools that .ci/install-tools installs",
		      tool);
		suggest("sudo apt-get install %s", package);
	}
	return found;
}

/* In the child: becomes argv, both output streams into the pipe. */
static void become(char *const argv[], const char *directory, int output, const sigset_t *mask, pid_t parent)
{
	int nothing = open("/dev/null", O_RDONLY);
	const char *failed = argv[0];

	dup2(nothing, STDIN_FILENO);
	dup2(output, STDOUT_FILENO);
	dup2(output, STDERR_FILENO);
	sigprocmask(SIG_SETMASK, mask, NULL);
	/* Nobody waits for the tool once ftc is dead. */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(127);
	if (directory && chdir(directory) != 0)
		failed = directory;
	else
		execv(argv[0], argv);
	dprintf(STDERR_FILENO, "%s: %s\n", failed, strerror(errno));
	_exit(127);
}

static int status_of(int status)
{
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static int wait_for(pid_t child)
{
	int status;

	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			return 127;
	return status_of(status);
}

double seconds_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Starts the child with signals blocked until the handler knows it. */
static pid_t start(char *const argv[], const char *directory, int output)
{
	sigset_t all, mask;
	pid_t self = getpid();

	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, &mask);
	pid_t child = fork();
	if (child == 0)
		become(argv, directory, output, &mask, self);
	if (child > 0)
		cleanup_add_child(child);
	sigprocmask(SIG_SETMASK, &mask, NULL);
	return child;
}

/* Leaves job->child 0 if the job cannot be started; its output says why. */
static void start_job(struct process_job *job)
{
	int ends[2];

	text_free(&job->result.output);
	job->result = (struct process_result){ .status = 127 };
	text_add(&job->result.output, "");
	job->child = 0;
	job->started = seconds_now();
	/* Only the child's copies on its streams may stay open, or the pipe never ends. */
	if (pipe2(ends, O_CLOEXEC) != 0) {
		text_print(&job->result.output, "pipe: %s\n", strerror(errno));
		return;
	}
	pid_t child = start(job->argv, job->directory, ends[1]);
	int failure = errno;
	close(ends[1]);
	if (child < 0) {
		text_print(&job->result.output, "fork: %s\n", strerror(failure));
		close(ends[0]);
		return;
	}
	job->child = child;
	job->pipe = ends[0];
}

static void end_job(struct process_job *job, int status)
{
	pid_t child = job->child;

	job->result.status = status;
	job->result.seconds = seconds_now() - job->started;
	close(job->pipe);
	job->child = 0;
	cleanup_after_child(child);
}

/* Reads a job's output; at its end, its status. */
static void read_job(struct process_job *job)
{
	char part[65536];
	ssize_t count = read(job->pipe, part, sizeof part);

	if (count > 0)
		text_add_bytes(&job->result.output, part, (size_t)count);
	if (count == 0 || (count < 0 && errno != EINTR))
		end_job(job, wait_for(job->child));
}

/* After a signal: does not wait for the end of the pipe, which a dead tool's own children may keep open. */
static void reap_job(struct process_job *job)
{
	int status;

	if (job->child && waitpid(job->child, &status, WNOHANG) == job->child)
		end_job(job, status_of(status));
}

enum { TOLD_MILLISECONDS = 250 };

/* Waits until a job prints something or ends, and reads it; limited in time for the sake of the watcher. */
static void wait_for_jobs(struct process_job **running, size_t count)
{
	struct pollfd files[MOST_PROCESSES];

	for (size_t i = 0; i < count; i++)
		running[i]->result.seconds = seconds_now() - running[i]->started;
	for (size_t i = 0; i < count; i++)
		files[i] = (struct pollfd){ .fd = running[i]->pipe, .events = POLLIN };
	int ready = poll(files, count, TOLD_MILLISECONDS);
	for (size_t i = 0; i < count && ready > 0; i++)
		if (files[i].revents)
			read_job(running[i]);
	for (size_t i = 0; i < count && cleanup_is_ending(); i++)
		reap_job(running[i]);
}

/* Reports the end of a job to the watcher. False if the job was started again. */
static bool finish_job(struct process_job *job, const struct process_watcher *watcher)
{
	bool again = watcher && watcher->ended && !cleanup_is_ending() && watcher->ended(job, watcher->context);

	if (again)
		start_job(job);
	return !again;
}

void run_processes(struct process_job *job, size_t count, unsigned at_once, const struct process_watcher *watcher)
{
	struct process_job *running[MOST_PROCESSES];
	size_t begun = 0, busy = 0;
	bool watched = watcher && watcher->running;

	while (begun < count || busy > 0) {
		while (busy < at_once && begun < count && !cleanup_is_ending()) {
			start_job(&job[begun]);
			running[busy++] = &job[begun++];
		}
		if (busy == 0)		/* after a signal, all have ended */
			return;
		bool alive = true;
		for (size_t i = 0; i < busy; i++)
			alive = alive && running[i]->child;
		if (alive)
			wait_for_jobs(running, busy);
		if (watched && !cleanup_is_ending())
			watcher->running(job, count, watcher->context);
		/* The others keep their order. */
		size_t left = 0;
		for (size_t i = 0; i < busy; i++)
			if (running[i]->child || !finish_job(running[i], watcher))
				running[left++] = running[i];
		busy = left;
	}
}

bool run_process(char *const argv[], const char *directory, struct process_result *result)
{
	struct process_job job = { .argv = argv, .directory = directory };

	run_processes(&job, 1, 1, NULL);
	*result = job.result;
	return result->status == 0;
}

void arguments_add(struct arguments *a, const char *format, ...)
{
	va_list args;

	a->items = reallocate(a->items, (a->count + 2) * sizeof *a->items);
	va_start(args, format);
	a->items[a->count++] = format_list(format, args);
	va_end(args);
	a->items[a->count] = NULL;
}

void arguments_add_all(struct arguments *a, ...)
{
	va_list args;

	va_start(args, a);
	for (const char *word; (word = va_arg(args, const char *));)
		arguments_add(a, "%s", word);
	va_end(args);
}

void arguments_free(struct arguments *a)
{
	for (size_t i = 0; i < a->count; i++)
		free(a->items[i]);
	free(a->items);
	*a = (struct arguments){0};
}

char *temporary_directory(void)
{
	const char *set = getenv("TMPDIR"), *chosen = set && *set ? set : "/tmp";
	char *where = realpath(chosen, NULL);
	char *path = format_string("%s/ftc-XXXXXX", where ? where : chosen);

	if (!where || !cleanup_make_directory(path)) {
		error("no temporary directory can be made in %s: %s", where ? where : chosen, strerror(errno));
		suggest("TMPDIR=/var/tmp, or any directory that is writable and has room");
		exit(EXIT_WORK_FAILED);
	}
	free(where);
	return path;
}
