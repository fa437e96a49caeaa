/* words.h: text files of numbers and words, read line by line, with places for messages.
 *
 * A comment extends from a mark to the end of its line.
 */
#ifndef FTC_UTIL_WORDS_H
#define FTC_UTIL_WORDS_H

#include "util/message.h"

struct word {
	const char *at;			/* in the file; no NUL follows */
	size_t length;
};

struct words {
	const char *path;
	struct text content;
	const char *marks;		/* characters that begin a comment: "#", "%" or both */
	bool commas;			/* stand between words, too; set behind words_open() */
	const char *line;		/* the current line */
	size_t number;			/* its number, from 1; 0 before the first */
	const char *next;		/* the line after it */
	struct word *word;		/* the words of the line */
	size_t count, room;
};

enum {
	MOST_WORDS_BYTES = 1 << 30,	/* of a file */
	USUAL_LINE = 65536,		/* bytes of a line of a few words */
};

/* Reads the whole file ("-": standard input). Prints one message and returns false when it cannot be read, is no text,
 * has a line of more than `longest` bytes or is larger than MOST_WORDS_BYTES. Reads no further than it must for that. */
bool words_open(struct words *w, const char *path, const char *marks, size_t longest);
/* Goes back before the first line. */
void words_rewind(struct words *w);
/* The next line; false after the last. Lines without words have count 0. */
bool words_line(struct words *w);
/* The next line that is more than a comment. */
bool words_line_of_data(struct words *w);
/* Makes `line` the current line, whose words begin behind `skip` characters. */
void words_split(struct words *w, const char *line, size_t skip, size_t number);
void words_close(struct words *w);

bool word_is(const struct word *word, const char *text);
/* Converts a decimal number, of at most 64 characters: "1", "-.5e3", or as Fortran writes it, "1.0D+00" and "1.0-100". */
bool word_real(const struct word *word, double *value);
/* The place of word `i` of the line, or of the line's end if there is none. */
struct place word_place(const struct words *w, size_t i);

/* The functions below print one message ("WHAT is ..: expected ..") when they return false. */

/* Word `i` is missing, or not what was expected. Returns false. */
bool words_refuse(const struct words *w, size_t i, const char *what, const char *expected);
/* Whether the line has at most `most` words. */
bool words_end(const struct words *w, size_t most, const char *expected);
/* Converts word `i` to a number in [low, high]: a whole number or, for words_real(), a finite decimal. */
bool words_unsigned(const struct words *w, size_t i, const char *what, unsigned long low, unsigned long high,
		    unsigned long *value);
bool words_real(const struct words *w, size_t i, const char *what, double *value);

#endif
