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

/* While `child` is not 0, a signal goes to it and ftc waits for its end; cleanup_after_child() then
 * lets the signal that came meanwhile, if any, end ftc. */
void cleanup_set_child(pid_t child);
void cleanup_after_child(void);

#endif
