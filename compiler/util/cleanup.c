/* cleanup.c: removes temporary directories and ends child processes.
 *
 * A signal handler may only call async-signal-safe functions, which rules out walking a directory. The handler instead
 * starts rm with a list of arguments that is always ready. */
#define _GNU_SOURCE		/* nftw, _Fork */
#include "util/cleanup.h"

#include <errno.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "util/message.h"
#include "util/text.h"

enum { MOST_CHILDREN = CLEANUP_CHILDREN, FIRST_ROOM = 16 };

/* "rm", "-rf", "--", the paths, NULL. */
static char **volatile rm_arguments;
static volatile sig_atomic_t path_count;
static int path_room;

/* Running tools; 0: a free place. */
static volatile sig_atomic_t children[MOST_CHILDREN];
static volatile sig_atomic_t companion;
static volatile sig_atomic_t signals_met;
static volatile sig_atomic_t first_signal;

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *walk)
{
	(void)status;
	(void)type;
	(void)walk;
	remove(path);
	return 0;		/* the others go in any case */
}

bool remove_tree(const char *path)
{
	enum { WALKS = 2 };	/* the second meets what came during the first, or failed but once */
	struct stat status;

	for (int i = 0; i < WALKS; i++) {
		nftw(path, remove_entry, 32, FTW_DEPTH | FTW_PHYS);
		if (lstat(path, &status) != 0 && errno == ENOENT)
			return true;
	}
	return false;
}

static void remove_all(void)
{
	for (int i = 0; i < path_count; i++)
		if (!remove_tree(rm_arguments[3 + i]))
			warning("%s cannot be removed", rm_arguments[3 + i]);
}

void cleanup_in_handler(void)
{
	if (companion) {
		kill(companion, SIGKILL);
		waitpid(companion, NULL, 0);
	}
	if (path_count) {
		pid_t remover = _Fork();
		if (remover == 0) {
			execv("/bin/rm", rm_arguments);
			_exit(127);
		}
		if (remover > 0)
			waitpid(remover, NULL, 0);
	}
}

/* Removes the temporaries and dies of `signal`, for the parent to see. */
static void die_of(int signal)
{
	cleanup_in_handler();
	struct sigaction usual = { .sa_handler = SIG_DFL };
	sigaction(signal, &usual, NULL);
	sigset_t set;
	sigemptyset(&set);
	sigaddset(&set, signal);
	raise(signal);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
}

static void tell_children(int signal)
{
	for (unsigned i = 0; i < MOST_CHILDREN; i++)
		if (children[i])
			kill(children[i], signal);
}

static bool any_child(void)
{
	for (unsigned i = 0; i < MOST_CHILDREN; i++)
		if (children[i])
			return true;
	return false;
}

/* Children that ignore the first signal get SIGTERM at the second and are killed at the third. */
static void on_signal(int signal)
{
	if (!any_child())
		die_of(signal);
	if (signals_met == 0)
		first_signal = signal;
	signals_met++;
	tell_children(signals_met == 1 ? signal : signals_met == 2 ? SIGTERM : CLEANUP_END);
}

/* Ctrl-Z reaches ftc alone. */
static void on_stop(int signal)
{
	int failure = errno;

	tell_children(signal);
	raise(SIGSTOP);
	tell_children(SIGCONT);
	errno = failure;
}

/* What ends a process unless it is handled, is no fault of the process itself, and is sent by somebody or some limit. */
static const int ends[] = {
	SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGXCPU, SIGXFSZ, SIGALRM, SIGVTALRM, SIGPROF, SIGUSR1, SIGUSR2, SIGIO,
};
enum { END_COUNT = sizeof ends / sizeof *ends };

/* A signal that the parent had us ignore (nohup) stays ignored. */
static void handle(int signal, void (*handler)(int))
{
	struct sigaction old, new = { .sa_handler = handler };

	sigaction(signal, NULL, &old);
	if (old.sa_handler == SIG_DFL)
		sigaction(signal, &new, NULL);
}

static void install(void)
{
	static bool installed;

	if (installed)
		return;
	installed = true;
	atexit(remove_all);
	for (size_t i = 0; i < END_COUNT; i++)
		handle(ends[i], on_signal);
	handle(SIGTSTP, on_stop);
	/* Who ignores it cannot wait for a child. */
	signal(SIGCHLD, SIG_DFL);
}

static void unhandle(int signal)
{
	struct sigaction old, usual = { .sa_handler = SIG_DFL };

	sigaction(signal, NULL, &old);
	if (old.sa_handler == on_signal || old.sa_handler == on_stop)
		sigaction(signal, &usual, NULL);
}

void cleanup_disown(void)
{
	path_count = 0;
	companion = 0;
	for (unsigned i = 0; i < MOST_CHILDREN; i++)
		children[i] = 0;
	for (size_t i = 0; i < END_COUNT; i++)
		unhandle(ends[i]);
	unhandle(SIGTSTP);
}

/* A signal may arrive between any two lines and always finds a valid list. */
static void make_room(void)
{
	char **old = rm_arguments, **new;

	if (old && path_count < path_room)
		return;
	path_room = path_room ? 2 * path_room : FIRST_ROOM;
	new = allocate_array((size_t)path_room + 4, sizeof *new);
	new[0] = "rm";
	new[1] = "-rf";
	new[2] = "--";
	for (int i = 0; i < path_count; i++)
		new[3 + i] = old[3 + i];
	rm_arguments = new;
	free(old);
}

/* There is room. */
static void add_cleanup(char *path)
{
	rm_arguments[3 + path_count] = path;
	path_count++;
}

void cleanup_add(const char *path)
{
	install();
	make_room();
	add_cleanup(copy_string(path));
}

char *cleanup_make_directory(char *template)
{
	sigset_t all, mask;

	/* All memory first: without it ftc ends, and leaves nothing. */
	install();
	make_room();
	char *path = copy_string(template);
	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, &mask);
	char *made = mkdtemp(path) ? strcpy(template, path) : NULL;
	int failure = errno;
	if (made)
		add_cleanup(path);
	sigprocmask(SIG_SETMASK, &mask, NULL);
	if (!made)
		free(path);
	errno = failure;
	return made;
}

void cleanup_forget(const char *path)
{
	for (int i = 0; i < path_count; i++) {
		char *entry = rm_arguments[3 + i];

		if (strcmp(entry, path) != 0)
			continue;
		/* The list is valid at every moment, as a signal may arrive between any two lines. */
		rm_arguments[3 + i] = rm_arguments[3 + path_count - 1];
		rm_arguments[3 + path_count - 1] = NULL;
		path_count--;
		free(entry);
		return;
	}
}

void cleanup_remove(const char *path)
{
	if (remove_tree(path))
		cleanup_forget(path);
}

void cleanup_add_child(pid_t child)
{
	install();
	for (unsigned i = 0; i < MOST_CHILDREN; i++)
		if (!children[i]) {
			children[i] = child;
			return;
		}
}

void cleanup_after_child(pid_t child)
{
	for (unsigned i = 0; i < MOST_CHILDREN; i++)
		if (children[i] == child)
			children[i] = 0;
	if (signals_met && !any_child())
		die_of(first_signal);
}

void cleanup_set_companion(pid_t process)
{
	install();
	companion = process;
}

pid_t cleanup_fork(sigset_t *mask)
{
	sigset_t all;

	install();
	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, mask);
	pid_t child = fork();
	int failure = errno;
	if (child == 0) {
		cleanup_disown();
		return 0;
	}
	if (child > 0)
		cleanup_add_child(child);
	sigprocmask(SIG_SETMASK, mask, NULL);
	errno = failure;
	return child;
}

bool cleanup_is_ending(void)
{
	return signals_met;
}
