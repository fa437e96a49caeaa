/* words.h: text files of numbers and words, read line by line, with places for messages.
 *
 * A comment extends from a mark to the end of its line.
 */
#ifndef FTC_UNIVERSAL_WORDS_H
#define FTC_UNIVERSAL_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "util/message.h"
#include "util/text.h"

struct word {
	const char *at;			/* in the file; no NUL follows */
	size_t length;
};

struct words {
	const char *path;
	struct text content;
	const char *marks;		/* characters that begin a comment: "#", "%" or both */
	const char *line;		/* the current line */
	size_t number;			/* its number, from 1; 0 before the first */
	const char *next;		/* the line after it */
	struct word *word;		/* the words of the line */
	size_t count, room;
};

/* Reads the whole file. Prints one message and returns false when it cannot be read or contains a zero byte. */
bool words_open(struct words *w, const char *path, const char *marks, size_t limit);
/* Goes back before the first line. */
void words_rewind(struct words *w);
/* The next line; false after the last. Lines without words have count 0. */
bool words_line(struct words *w);
/* The next line that is more than a comment. */
bool words_line_of_data(struct words *w);
void words_close(struct words *w);

bool word_is(const struct word *word, const char *text);
/* For "%.*s": how much of a word a message shows. */
int word_shown(const struct word *word);
/* The place of word `i` of the line, or of the line's end if there is none. */
struct place word_place(const struct words *w, size_t i);

/* Converts word `i` to a number in [low, high]: a whole number or, for words_real(), a finite decimal. Prints one
 * message ("WHAT is ..") and returns false when the word is missing or no such number. */
bool words_unsigned(const struct words *w, size_t i, const char *what, unsigned long low, unsigned long high,
		    unsigned long *value);
bool words_real(const struct words *w, size_t i, const char *what, double *value);

#endif
