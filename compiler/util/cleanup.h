/* cleanup.h: temporary directories and child processes, which must not outlive ftc.
 *
 * Temporary directories are removed when ftc ends: by exit(), or by any signal that ends it and can be caught, faults
 * apart. SIGKILL leaves a temporary directory behind, but never a partial result.
 */
#ifndef FTC_UTIL_CLEANUP_H
#define FTC_UTIL_CLEANUP_H

#include <stdbool.h>
#include <sys/types.h>

/* Removes a file or a directory with its content, if it is there, without following links. False if something
 * remains. */
bool remove_tree(const char *path);

/* Has `path` removed when ftc ends. The name must be absolute or the working directory stay the same. */
void cleanup_add(const char *path);
/* Like mkdtemp(), but the new directory is removed when ftc ends; no signal is handled in between. */
char *cleanup_make_directory(char *template);
/* `path` is finished and stays (or has been removed already). */
void cleanup_forget(const char *path);
/* Removes `path`, if it is there. What cannot be removed is tried again when ftc ends. */
void cleanup_remove(const char *path);
/* Removes all of them in a signal handler that then ends ftc by _exit(). */
void cleanup_in_handler(void);

/* The signal (of signal.h) that ends a child of cleanup_add_child() at once, with all below it. */
#define CLEANUP_END SIGRTMIN

/* From cleanup_add_child() to cleanup_after_child(), a signal goes to the child (a second one as SIGTERM, a third as
 * CLEANUP_END), and ftc waits for its end. When the last child has ended, a signal received meanwhile ends ftc. Ctrl-Z
 * reaches the child as SIGTSTP, and SIGCONT follows. At most CLEANUP_CHILDREN at a time. */
enum { CLEANUP_CHILDREN = 64 };
void cleanup_add_child(pid_t child);
void cleanup_after_child(pid_t child);
/* fork() with cleanup_add_child(); no signal is handled in between. The child has disowned (see below), all signals
 * are blocked in it, and `mask` is what ftc had blocked. */
pid_t cleanup_fork(sigset_t *mask);
/* A child that is killed, and waited for, when a signal ends ftc; 0: none. */
void cleanup_set_companion(pid_t process);
/* In a forked child: the temporaries and children are its parent's, and signals end it in the usual way. */
void cleanup_disown(void);
/* Whether a signal has arrived: ftc ends with its last child, and nothing new should be started. */
bool cleanup_is_ending(void);

#endif
