/* cleanup.h: what must not outlive ftc.
 *
 * Temporary directories are removed when ftc ends: by exit(), or by SIGINT, SIGTERM or SIGHUP. (Nothing
 * can be done about SIGKILL; what stays behind then is a directory of our own, never half a result.)
 */
#ifndef FTC_UTIL_CLEANUP_H
#define FTC_UTIL_CLEANUP_H

#include <stdbool.h>
#include <sys/types.h>

/* Removes a file or a directory with all that is in it, following no link. False when something stays. */
bool remove_tree(const char *path);

/* Has `path` removed when ftc ends. The name must be absolute or the working directory stay the same. */
void cleanup_add(const char *path);
/* As mkdtemp(), and the new directory is removed when ftc ends; no signal falls between the two. */
char *cleanup_make_directory(char *template);
/* `path` is finished and stays (or has been removed already). */
void cleanup_forget(const char *path);

/* From cleanup_add_child() to cleanup_after_child(), a signal goes to the child (a second one as SIGTERM, a third as
 * SIGKILL) and ftc waits for its end; when the last child is gone, the signal that came meanwhile, if any, ends ftc.
 * At most CLEANUP_CHILDREN at a time. */
enum { CLEANUP_CHILDREN = 64 };
void cleanup_add_child(pid_t child);
void cleanup_after_child(pid_t child);
/* A signal has come and ftc will end as soon as no child is left: nothing should be begun. */
bool cleanup_is_ending(void);

#endif
