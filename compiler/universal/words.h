/* words.h: text files of numbers and words, line by line, with the places for messages.
 *
 * A comment goes from the mark to the end of its line.
 */
#ifndef FTC_UNIVERSAL_WORDS_H
#define FTC_UNIVERSAL_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "util/message.h"
#include "util/text.h"

struct word {
	const char *at;			/* in the file; not ended by a NUL */
	size_t length;
};

struct words {
	const char *path;
	struct text content;
	const char *marks;		/* what begins a comment: "#", "%" or both */
	const char *line;		/* the line at hand */
	size_t number;			/* of it, from 1; 0 before the first */
	const char *next;		/* the line after it */
	struct word *word;		/* the words of the line */
	size_t count, room;
};

/* Reads the whole file. Prints one message and returns false when it cannot be read or holds a byte 0. */
bool words_open(struct words *w, const char *path, const char *marks, size_t limit);
/* Goes back before the first line. */
void words_rewind(struct words *w);
/* The next line; false after the last. Lines without words have count 0. */
bool words_line(struct words *w);
/* The next line that is not only comment. */
bool words_line_of_data(struct words *w);
void words_close(struct words *w);

bool word_is(const struct word *word, const char *text);
/* For "%.*s": as much of a word as is shown. */
int word_shown(const struct word *word);
/* The place of word `i` of the line; that of the line's end when there is none. */
struct place word_place(const struct words *w, size_t i);

/* Word `i` as a number in [low, high], a whole one or, for words_real(), a finite decimal one. Prints one message ("WHAT is ..")
 * and returns false when it is none, or missing. */
bool words_unsigned(const struct words *w, size_t i, const char *what, unsigned long low, unsigned long high,
		    unsigned long *value);
bool words_real(const struct words *w, size_t i, const char *what, double *value);

#endif
