/* mapped.h: files that a library writes through memory.
 *
 * Such a write cannot fail: where the disk is full, the process gets SIGBUS.
 */
#ifndef FTC_UTIL_MAPPED_H
#define FTC_UTIL_MAPPED_H

/* From now on a mapped file without room on its disk ends ftc with a message that `path` cannot be written, status
 * EXIT_WORK_FAILED and no temporaries left. */
void mapped_begin(const char *path);
void mapped_end(void);

#endif
