/* process.c: runs external tools. */
#define _GNU_SOURCE		/* pipe2, memmem */
#include "util/process.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "util/cleanup.h"
#include "util/file.h"
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

char *require_tool_of(const char *tool, const char *package)
{
	char *found = find_tool(tool);

	if (!found) {
		error("%s is not installed: it is neither in PATH nor among the tools that .ci/install-tools installs",
		      tool);
		suggest("sudo apt-get install %s", package);
	}
	return found;
}

char *require_tool(const char *tool)
{
	return require_tool_of(tool, tool_package(tool));
}

/* Where temporary directories are wanted, and its real path: fresh, NULL if there is none. */
static const char *temporary_chosen(void)
{
	const char *set = getenv("TMPDIR");

	return set && *set ? set : "/tmp";
}

bool is_plain_path(const char *path)
{
	for (const char *c = path; *c; c++)
		if ((unsigned char)*c <= ' ' || *c == 0x7f || strchr("'\"`;&|<>()$*?[]{}#!\\~%:=", *c))
			return false;
	return strcmp(path, name_shown(path)) == 0;
}

static char *temporary_place(void)
{
	static bool told;
	char *where = realpath(temporary_chosen(), NULL);

	if (!where || is_plain_path(where))
		return where;
	if (!told)
		warning("TMPDIR is '%s', in which make and yosys cannot work: /tmp takes its place", where);
	told = true;
	free(where);
	return realpath("/tmp", NULL);
}

static struct process_limits usual_limits;

void process_limit(struct process_limits limits)
{
	usual_limits = limits;
}

/* ---- how a process ended ----------------------------------------------------------------------------------- */

/* C++ programs that get no memory say so and abort. */
static enum process_end end_of(const struct keeper_report *report, const struct text *output)
{
	bool aborted = report->end == PROCESS_SIGNALLED && WTERMSIG(report->status) == SIGABRT;

	if (aborted && memmem(output->bytes, output->length, "std::bad_alloc", strlen("std::bad_alloc")))
		return PROCESS_OUT_OF_MEMORY;
	return report->end;
}

static int status_of(int status)
{
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* A keeper that was itself killed has reported nothing. */
static void take_report(struct process_result *result, struct keeper_report *report, int status)
{
	if (!report->complete) {
		if (report->tool > 0)
			kill(-report->tool, SIGKILL);
		report->end = WIFSIGNALED(status) ? PROCESS_SIGNALLED : PROCESS_NOT_STARTED;
		report->status = status;
	}
	result->end = end_of(report, &result->output);
	result->signal = WIFSIGNALED(report->status) ? WTERMSIG(report->status) : 0;
	result->status = status_of(report->status);
}

bool tool_version(const char *printed, unsigned *major, unsigned *minor)
{
	const char *at = strstr(printed, "Version ");

	if (!at)
		at = strstr(printed, "Yosys ");
	if (!at)
		return false;
	while (*at && *at != '\n' && !isdigit((unsigned char)*at))
		at++;
	return sscanf(at, "%u.%u", major, minor) == 2;
}

bool process_succeeded(const struct process_result *result)
{
	return result->end == PROCESS_EXITED && result->status == 0;
}

char *process_end_told(const struct process_result *result)
{
	switch (result->end) {
	case PROCESS_EXITED:
		return format_string("failed with status %d", result->status);
	case PROCESS_TIMED_OUT:
		return format_string("was ended after %.0f s: its time ran out", result->seconds);
	case PROCESS_OUT_OF_MEMORY:
		return usual_limits.megabytes > 0
			       ? format_string("ran out of memory: %.12g MB are allowed", usual_limits.megabytes)
			       : copy_string("ran out of memory");
	case PROCESS_NOT_STARTED:
		return copy_string("cannot be started");
	case PROCESS_UNHEARD:
		return copy_string("has ended, but its output or its status cannot be read");
	case PROCESS_SIGNALLED:
		break;
	}
	return format_string("was ended by signal %d (%s)%s", result->signal, strsignal(result->signal),
			     result->signal == SIGKILL ? ", as the system does when memory runs out" : "");
}

double process_megabytes(void)
{
	return usual_limits.megabytes;
}

double process_more_megabytes(void)
{
	return 4 * usual_limits.megabytes;
}

void process_suggest_more(const struct process_result *result)
{
	if (result->end == PROCESS_TIMED_OUT && usual_limits.seconds > 0)
		suggest("--tool-timeout %.0f or none", 10 * ceil(usual_limits.seconds));
	if (result->end == PROCESS_OUT_OF_MEMORY && usual_limits.megabytes > 0)
		suggest("something smaller, or --tool-memory %.12g or none", process_more_megabytes());
}

/* ---- running ----------------------------------------------------------------------------------------------- */

/* The folder for temporary files of tools, or NULL if none can be made. */
static const char *tools_temporary(void)
{
	static char *path;
	static pid_t owner;

	if (owner != getpid()) {
		owner = getpid();
		char *where = temporary_place();
		/* What a parent has made goes with the parent. */
		path = where ? format_string("%s/ftc-XXXXXX", where) : NULL;
		free(where);
		if (path && !cleanup_make_directory(path)) {
			free(path);
			path = NULL;
		}
	}
	return path;
}

/* Yosys, which may be called yosys-0.23, writes the commands of its scripts into a history in HOME. */
static bool keeps_history(const char *tool)
{
	const char *slash = strrchr(tool, '/');

	return strncmp(slash ? slash + 1 : tool, "yosys", strlen("yosys")) == 0;
}

static struct keeper_task task_of(const struct process_job *job, int output)
{
	bool tool = job->argv;
	const char *temporary = tool ? tools_temporary() : NULL;

	return (struct keeper_task){
		.argv = job->argv, .directory = job->directory, .work = job->work, .context = job->context,
		.temporary = temporary, .home = tool && keeps_history(job->argv[0]) ? temporary : NULL, .output = output,
		.seconds = job->seconds_allowed > 0 ? job->seconds_allowed : tool ? usual_limits.seconds : 0,
		.megabytes = tool ? usual_limits.megabytes : 0,
	};
}

/* Memory shared with a keeper. */
static struct keeper_report *new_report(void)
{
	void *memory = mmap(NULL, sizeof(struct keeper_report), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1,
			    0);

	return memory == MAP_FAILED ? NULL : memory;
}

static void free_report(struct keeper_report *report)
{
	if (report)
		munmap(report, sizeof *report);
}

/* A pipe from which ftc reads what there is. */
static bool open_pipe(int ends[2])
{
	if (pipe2(ends, O_CLOEXEC) != 0)
		return false;
	if (fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0)
		return true;
	int failure = errno;
	close(ends[0]);
	close(ends[1]);
	errno = failure;
	return false;
}

/* Leaves job->child 0 if the job cannot be started; its output says why. */
static void start_job(struct process_job *job)
{
	int ends[2];

	text_free(&job->result.output);
	job->result = (struct process_result){ .status = 127, .end = PROCESS_NOT_STARTED };
	text_add(&job->result.output, "");
	job->child = 0;
	job->unheard = job->told_to_end = false;
	job->started = seconds_now();
	if (!open_pipe(ends)) {
		text_print(&job->result.output, "pipe: %s\n", strerror(errno));
		return;
	}
	struct keeper_task task = task_of(job, ends[1]);
	job->report = new_report();
	/* What is in the buffers must not be printed twice, by ftc and by a part of it. */
	if (!job->argv) {
		fflush(stdout);
		fflush(stderr);
	}
	pid_t child = job->report ? keeper_start(&task, job->report) : -1;
	int failure = errno;
	close(ends[1]);
	if (child < 0) {
		text_print(&job->result.output, "fork: %s\n", strerror(failure));
		close(ends[0]);
		free_report(job->report);
		return;
	}
	job->child = child;
	job->pipe = ends[0];
}

/* Reads what a job has printed so far. */
static void read_job(struct process_job *job)
{
	char part[PART_BYTES];
	ssize_t count;

	do {
		count = read(job->pipe, part, sizeof part);
		if (count > 0)
			text_add_bytes(&job->result.output, part, (size_t)count);
	} while (count > 0 || (count < 0 && errno == EINTR));
	job->unheard = job->unheard || (count < 0 && errno != EAGAIN);
}

/* Has the job's keeper ended, the last of its processes? */
static bool has_ended(const struct process_job *job)
{
	siginfo_t info = {0};
	int failed;

	do
		failed = waitid(P_PID, (id_t)job->child, &info, WEXITED | WNOHANG | WNOWAIT);
	while (failed && errno == EINTR);
	return failed || info.si_pid;
}

static void end_job(struct process_job *job)
{
	pid_t child = job->child;
	int status = 0;

	read_job(job);
	job->unheard = !wait_for_end(child, &status) || job->unheard;
	job->result.seconds = seconds_now() - job->started;
	take_report(&job->result, job->report, status);
	if (job->unheard && job->result.end == PROCESS_EXITED)
		job->result.end = PROCESS_UNHEARD;
	free_report(job->report);
	close(job->pipe);
	job->child = 0;
	cleanup_after_child(child);
}

enum { TOLD_MILLISECONDS = 250, ENDING_MILLISECONDS = 1 };

/* Waits until a job prints something or ends, and reads it; limited in time for the sake of the watcher. */
static void wait_for_jobs(struct process_job **running, size_t count)
{
	struct pollfd files[MOST_PROCESSES];

	for (size_t i = 0; i < count; i++)
		running[i]->result.seconds = seconds_now() - running[i]->started;
	for (size_t i = 0; i < count; i++)
		files[i] = (struct pollfd){ .fd = running[i]->pipe, .events = POLLIN };
	int ready = poll(files, count, TOLD_MILLISECONDS);
	for (size_t i = 0; i < count; i++) {
		if (ready > 0 && files[i].revents)
			read_job(running[i]);
		/* The pipe's end is a moment before that of the keeper. */
		if (ready > 0 && (files[i].revents & POLLHUP) && !has_ended(running[i]))
			poll(NULL, 0, ENDING_MILLISECONDS);
		if (has_ended(running[i]))
			end_job(running[i]);
	}
}

/* Reports the end of a job to the watcher. False if the job was started again. */
static bool finish_job(struct process_job *job, const struct process_watcher *watcher)
{
	bool again = watcher && watcher->ended && !cleanup_is_ending() && watcher->ended(job, watcher->context);

	if (again)
		start_job(job);
	return !again;
}

/* Whether further jobs are begun. */
static bool goes_on(const struct process_watcher *watcher)
{
	return !cleanup_is_ending() && !(watcher && watcher->stop && *watcher->stop);
}

/* Ends what runs, once. A keeper waits a moment for its tool, then kills all. */
static void end_jobs(struct process_job **running, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (running[i]->child && !running[i]->told_to_end) {
			kill(running[i]->child, SIGTERM);
			running[i]->told_to_end = true;
		}
}

unsigned processes_at_once(void)
{
	long processors = sysconf(_SC_NPROCESSORS_ONLN);

	return processors < 1 ? 1 : processors > MOST_PROCESSES ? MOST_PROCESSES : (unsigned)processors;
}

void run_processes(struct process_job *job, size_t count, unsigned at_once, const struct process_watcher *watcher)
{
	struct process_job *running[MOST_PROCESSES];
	size_t begun = 0, busy = 0;
	bool watched = watcher && watcher->running;

	while (begun < count || busy > 0) {
		while (busy < at_once && begun < count && goes_on(watcher)) {
			start_job(&job[begun]);
			running[busy++] = &job[begun++];
		}
		if (busy == 0)		/* nothing more is begun, and all have ended */
			return;
		bool alive = true;
		for (size_t i = 0; i < busy; i++)
			alive = alive && running[i]->child;
		if (alive)
			wait_for_jobs(running, busy);
		if (watched && !cleanup_is_ending())
			watcher->running(job, count, watcher->context);
		if (watcher && watcher->end && *watcher->end)
			end_jobs(running, busy);
		/* The others keep their order. */
		size_t left = 0;
		for (size_t i = 0; i < busy; i++)
			if (running[i]->child || !finish_job(running[i], watcher))
				running[left++] = running[i];
		busy = left;
	}
}

bool run_process_within(double seconds, char *const argv[], const char *directory, struct process_result *result)
{
	struct process_job job = { .argv = argv, .directory = directory, .seconds_allowed = seconds };

	run_processes(&job, 1, 1, NULL);
	*result = job.result;
	return process_succeeded(result);
}

bool run_process(char *const argv[], const char *directory, struct process_result *result)
{
	return run_process_within(0, argv, directory, result);
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
	char *where = temporary_place(), *path = format_string("%s/ftc-XXXXXX", where ? where : "");

	if (!where || !cleanup_make_directory(path)) {
		error("no temporary directory can be made in %s: %s", where ? where : temporary_chosen(),
		      strerror(errno));
		suggest("TMPDIR=/var/tmp, or any directory that is writable and has room");
		exit(EXIT_WORK_FAILED);
	}
	free(where);
	return path;
}
