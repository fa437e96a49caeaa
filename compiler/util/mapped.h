/* mapped.h: files that a library writes, also through memory.
 *
 * A write through memory cannot fail: where the disk is full, the process gets SIGBUS.
 */
#ifndef FTC_UTIL_MAPPED_H
#define FTC_UTIL_MAPPED_H

/* From now on a mapped file without room on its disk ends ftc with a message that `path` cannot be written, status
 * EXIT_WORK_FAILED and no temporaries left. */
void mapped_begin(const char *path);
/* For other writes of such files that have failed: the same at once, with the reason, an errno. */
void mapped_failed(int reason);
void mapped_end(void);

#endif
