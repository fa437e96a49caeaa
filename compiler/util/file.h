/* file.h: reads and writes single files.
 *
 * Every result that has a name of the user's goes through write_result() or move_result(). They put it where it was
 * sent: a regular file is replaced as a whole, what a link names instead of the link, and a device or a pipe is written
 * into. They never replace a file that read_input() has read, or an earlier result of the same command.
 */
#ifndef FTC_UTIL_FILE_H
#define FTC_UTIL_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "util/text.h"

/* Bytes that are read or copied at a time, on a stack that may be small (ulimit -s). */
enum { PART_BYTES = 1 << 14 };

/* Writes `content` to `path`.
 *
 * A new or regular file is written beside its place and renamed: whatever happens, `path` holds all of the old content
 * or all of the new one. Links are followed. A file that is replaced passes on its mode and, where that is allowed, its
 * owner. A device, a pipe, and the file that is standard output or standard error are written into.
 * Folders that are missing on the way to it are made.
 * On failure prints one message, returns false, and sets *status, the command's exit status: 2 if the place was wrong,
 * 1 if writing failed. */
bool write_result(const char *path, const struct text *content, int *status);

/* Whether `path` is a place for write_result(), as far as that is known before: for what takes long. False after a message;
 * *status is then 2. */
bool check_result(const char *path, int *status);

/* Moves the finished regular file `from`, which lies in the folder that result_folder() names, to `path`, by the rules of
 * write_result(). */
bool move_result(const char *from, const char *path, int *status);

/* The folder in which `path` lies when all links are followed, with a '/' at its end, or "". A fresh string. */
char *result_folder(const char *path);

/* write_result() of ftc's own files, which may be written again. */
bool write_file(const char *path, const struct text *content);

/* Like open(), mode 0666, again when interrupted; the file closes at exec. */
int open_file(const char *path, int flags);

/* Writes all bytes into an open file. Returns 0 or errno. */
int write_bytes(int file, const void *bytes, size_t size);

/* Writes all bytes into a file that must not exist yet. Returns 0 or errno. */
int write_new_file(const char *path, const struct text *content);

/* Reads a whole file ("-": standard input) of at most `limit` bytes. Prints a message and returns false on failure. */
bool read_file(const char *path, size_t limit, struct text *content);

/* As read_file(), of a text: a byte-order mark before it, which editors put there, is skipped. */
bool read_text(const char *path, size_t limit, struct text *content);

/* As read_text(), of a file that the user gave as an input: no result replaces it. */
bool read_input(const char *path, size_t limit, struct text *content);

/* Judges what has been read so far; the bytes from `from` on are new. False after a message ends the reading. */
typedef bool read_check(const char *name, const struct text *content, size_t from, const void *context);
/* As read_input(); what is no good input is refused as soon as it is met, which matters where a file has no end. */
bool read_checked_input(const char *path, size_t limit, read_check *check, const void *context, struct text *content);

/* Whether read_input() has read the file `path`. */
bool is_input(const char *path);

/* Like write_file() and read_file(), for the file `name` in `directory`. */
bool write_file_in(const char *directory, const char *name, const struct text *content);
bool read_file_in(const char *directory, const char *name, size_t limit, struct text *content);

/* Makes the folders in which `path` is to lie, as mkdir -p does. Returns 0 or errno; *made says how much of the path names what was
 * there before, for remove_parents(). */
int make_parents(const char *path, size_t *made);
/* Removes the folders again that make_parents() made, as far as they are empty. */
void remove_parents(const char *path, size_t made);
/* Whether make_parents() could make them, and something in the last. Returns 0 or errno. */
int check_parents(const char *path);

/* Makes the folders that `path` names behind its first `from` characters, the last part apart. Returns 0 or errno. */
int make_folders(char *path, size_t from, mode_t mode);

/* The exit status for the failure of a system call on a place: EXIT_USAGE for a wrong one, else EXIT_WORK_FAILED. */
int failure_status(int failure);

#endif
