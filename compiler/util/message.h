/* message.h: messages to the user on standard error.
 *
 *   tree.yaml:3:9: error: leaves is 0: expected a number from 2 to 1048576
 *     3 | leaves: 0
 *       |         ^
 *   try: leaves: 2
 */
#ifndef FTC_UTIL_MESSAGE_H
#define FTC_UTIL_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "util/text.h"

/* EXIT_NOT_ALL: of `ftc verify`: nothing is wrong, but some of the work was not done. */
enum { EXIT_DONE = 0, EXIT_WORK_FAILED = 1, EXIT_USAGE = 2, EXIT_NOT_ALL = 3 };

/* A place in an input: file name (or "--set key=value", or NULL), line and column from 1 (0: none).
 * `line_text` is the line's text (up to a newline), or NULL. */
struct place {
	const char *file;
	size_t line;
	size_t column;
	const char *line_text;
};

/* error_at(), error() and suggest() return false, for functions that end with them: `return error("...");`. */
bool error_at(struct place at, const char *format, ...) __attribute__((format(printf, 2, 3)));
void warning_at(struct place at, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Byte `offset` of the file's `content` belongs into no text: an error with its place. */
bool refuse_byte(const char *file, const char *content, size_t offset, const char *expected);
/* Messages without a place: "ftc: error: ...". */
#define error(...) error_at((struct place){0}, __VA_ARGS__)
#define warning(...) warning_at((struct place){0}, __VA_ARGS__)
/* A suggestion that follows an error or a warning: "try: ...". */
bool suggest(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* What error() would print, for a signal handler. A fresh string. */
char *message_text(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* What a terminal may show: control characters, marks of direction and bytes that are no UTF-8 become '?', tabs spaces. All
 * messages below are printed so. A name that reaches standard output goes through name_shown(): the string stays until there
 * have been seven others. */
const char *name_shown(const char *name);
void text_add_shown(struct text *t, const char *s);
/* Likewise in place; newlines stay. */
void text_disarm(char *s);
/* A fresh copy, so disarmed. */
char *text_disarmed(const char *s);
/* Prints such a text on standard output. */
void show_text(const char *text);
/* From now on appends the messages of error() and error_at() to `text`, a line each without the place, and drops
 * suggestions; NULL: everything goes to standard error again. For callers that report errors in another way. Returns the text of
 * before, for those that restore it. */
struct text *message_capture(struct text *text);
/* From now on this process prints no message: another one says how its work ended. */
void message_silence(void);
/* A further line of an error or a warning, "  yosys: ...", for what a tool has said. */
void detail(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Shows a line of progress (without a newline) if standard error is a terminal. The next progress or message replaces
 * it, and so does progress_end(), which main calls at the end. */
void progress(const char *format, ...) __attribute__((format(printf, 1, 2)));
void progress_end(void);
/* From now on this process shows no progress: another one does. */
void progress_silence(void);
/* Progress of work that is counted: "12 of 40 points, 3.1 a second, 9 s to go". `before` of those `done` were done before this
 * run began, `seconds` ago. Shown as by progress() on a terminal; else, every ten seconds, a line of its own. */
void progress_counted(const char *what, size_t done, size_t before, size_t total, double seconds);

/* The entry of `names` (count of them) nearest to `word` in edit distance, or NULL when none is near. */
const char *nearest_name(const char *word, const char *const *names, size_t count);
/* That entry; else the first one of which `word` is a part, "axi" of "axi-lite", or an abbreviation, "bram" of "block-ram"; or NULL. */
const char *likely_name(const char *word, const char *const *names, size_t count);

#endif
