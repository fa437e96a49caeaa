/* cleanup.h: temporary directories and child processes, which must not outlive ftc.
 *
 * Temporary directories are removed when ftc ends: by exit(), or by SIGINT, SIGTERM or SIGHUP. SIGKILL leaves a
 * temporary directory behind, but never a partial result.
 */
#ifndef FTC_UTIL_CLEANUP_H
#define FTC_UTIL_CLEANUP_H

#include <stdbool.h>
#include <sys/types.h>

/* Removes a file or a directory with its content, without following links. False if something remains. */
bool remove_tree(const char *path);

/* Has `path` removed when ftc ends. The name must be absolute or the working directory stay the same. */
void cleanup_add(const char *path);
/* Like mkdtemp(), but the new directory is removed when ftc ends; no signal is handled in between. */
char *cleanup_make_directory(char *template);
/* `path` is finished and stays (or has been removed already). */
void cleanup_forget(const char *path);

/* From cleanup_add_child() to cleanup_after_child(), a signal goes to the child (a second one as SIGTERM, a third as
 * SIGKILL) and ftc waits for its end. When the last child has ended, a signal received meanwhile ends ftc. At most
 * CLEANUP_CHILDREN at a time. */
enum { CLEANUP_CHILDREN = 64 };
void cleanup_add_child(pid_t child);
void cleanup_after_child(pid_t child);
/* Whether a signal has arrived: ftc ends with its last child, and nothing new should be started. */
bool cleanup_is_ending(void);

#endif
