/* words.c: text files of numbers and words, read line by line, with places for messages. */
#define _GNU_SOURCE		/* memrchr */
#include "util/words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/output.h"

enum { SHOWN = 24 };

/* Control characters that stand in no text. A NUL is one, too. Bytes beyond ASCII may be in comments. */
static const char IN_NO_TEXT[] = "\1\2\3\4\5\6\7\10\16\17\20\21\22\23\24\25\26\27\30\31\32\33\34\35\36\37\177";

/* The end of the first line that ends behind `from` and is too long; NULL if there is none. */
static const char *find_long_line(const struct text *content, size_t from, size_t longest)
{
	const char *before = memrchr(content->bytes, '\n', from), *end = content->bytes + content->length;
	const char *line = before ? before + 1 : content->bytes;

	while (line < end) {
		const char *next = memchr(line, '\n', (size_t)(end - line));

		if ((size_t)((next ? next : end) - line) > longest)
			return next ? next : end;
		line = next ? next + 1 : end;
	}
	return NULL;
}

/* Whether what has been read is text, in lines of at most *context bytes. */
static bool check_text(const char *name, const struct text *content, size_t from, const void *context)
{
	const size_t *longest = context;
	size_t good = from + strcspn(content->bytes + from, IN_NO_TEXT);
	const char *end = find_long_line(content, from, *longest);

	if (good < content->length)
		return refuse_byte(name, content->bytes, good, "lines of words and numbers");
	if (!end)
		return true;
	size_t number = 1;
	for (const char *c = content->bytes; c < end; c++)
		number += *c == '\n';
	return error_at((struct place){ .file = name, .line = number },
			"the line is longer than %zu bytes: expected lines of words and numbers", *longest);
}

bool words_open(struct words *w, const char *path, const char *marks, size_t longest)
{
	*w = (struct words){ .path = strcmp(path, "-") == 0 ? "standard input" : path, .marks = marks };
	if (read_checked_input(path, MOST_WORDS_BYTES, check_text, &longest, &w->content)) {
		words_rewind(w);
		return true;
	}
	words_close(w);
	return false;
}

void words_rewind(struct words *w)
{
	w->line = w->next = w->content.bytes;
	w->number = 0;
	w->count = 0;
}

static bool ends_word(const struct words *w, char c)
{
	/* Digits and letters are behind all marks in ASCII; a NUL ends a word, too. */
	return (c <= '%' && (strchr(" \t\r\n\f\v", c) || strchr(w->marks, c))) || (c == ',' && w->commas);
}

void words_split(struct words *w, const char *line, size_t skip, size_t number)
{
	const char *at = line + skip;

	w->line = line;
	w->number = number;
	w->count = 0;
	for (;;) {
		const char *start = at += strspn(at, w->commas ? " \t\r\f\v," : " \t\r\f\v");

		while (!ends_word(w, *at))
			at++;
		if (at == start)
			return;
		if (w->count == w->room) {
			w->room = w->room ? 2 * w->room : 16;
			w->word = reallocate(w->word, w->room * sizeof *w->word);
		}
		w->word[w->count++] = (struct word){ start, (size_t)(at - start) };
	}
}

bool words_line(struct words *w)
{
	const char *line = w->next;

	if (!*line)
		return false;
	words_split(w, line, 0, w->number + 1);
	line += strcspn(line, "\n");
	w->next = *line ? line + 1 : line;
	return true;
}

bool words_line_of_data(struct words *w)
{
	do
		if (!words_line(w))
			return false;
	while (!w->count);
	return true;
}

void words_close(struct words *w)
{
	text_free(&w->content);
	free(w->word);
	*w = (struct words){0};
}

bool word_is(const struct word *word, const char *text)
{
	return strlen(text) == word->length && memcmp(text, word->at, word->length) == 0;
}

struct place word_place(const struct words *w, size_t i)
{
	const char *at;

	if (!w->number)
		return (struct place){ .file = w->path };
	if (i < w->count)
		at = w->word[i].at;
	else
		at = w->count ? w->word[w->count - 1].at + w->word[w->count - 1].length : w->line;
	return (struct place){ w->path, w->number, (size_t)(at - w->line) + 1, w->line };
}

/* For "%.*s": how much of a word a message shows. */
static int shown(const struct word *word)
{
	return (int)(word->length < SHOWN ? word->length : SHOWN);
}

bool words_refuse(const struct words *w, size_t i, const char *what, const char *expected)
{
	if (i >= w->count)
		return error_at(word_place(w, i), "%s is missing: expected %s", what, expected);
	return error_at(word_place(w, i), "%s is \"%.*s\": expected %s", what, shown(&w->word[i]), w->word[i].at,
			expected);
}

bool words_end(const struct words *w, size_t most, const char *expected)
{
	return w->count <= most || error_at(word_place(w, most), "\"%.*s\" is one word too many: expected %s",
					    shown(&w->word[most]), w->word[most].at, expected);
}

/* A short word as a string; NULL when there is none, or when it is too long for a number. */
static const char *number_text(const struct words *w, size_t i, char text[64])
{
	if (i >= w->count || w->word[i].length >= 64)
		return NULL;
	text[w->word[i].length] = 0;
	return memcpy(text, w->word[i].at, w->word[i].length);
}

bool words_unsigned(const struct words *w, size_t i, const char *what, unsigned long low, unsigned long high,
		    unsigned long *value)
{
	char room[64];
	const char *text = number_text(w, i, room);

	while (text && text[0] == '0' && text[1])
		text++;
	if (text && text_to_unsigned(text, value) && *value >= low && *value <= high)
		return true;
	char *expected = format_string("a whole number from %lu to %lu", low, high);
	words_refuse(w, i, what, expected);
	free(expected);
	return false;
}

/* Is there a sign right behind the number? Fortran leaves out the letter before an exponent of three digits. */
static bool begins_exponent(const char *text, size_t i)
{
	return i > 0 && (text[i] == '+' || text[i] == '-') && (strchr("0123456789", text[i - 1]) || text[i - 1] == '.');
}

bool word_real(const struct word *word, double *value)
{
	char text[80], *end;
	size_t length = 0;

	if (word->length == 0 || word->length > 64)
		return false;
	for (size_t i = 0; i < word->length; i++) {
		char c = word->at[i];

		/* No "inf", "nan" or hexadecimal. */
		if (!strchr("+-.0123456789eEdD", c) || !c)
			return false;
		if (begins_exponent(word->at, i))
			text[length++] = 'e';
		text[length++] = c == 'd' || c == 'D' ? 'e' : c;
		if (length + 2 > sizeof text)
			return false;
	}
	text[length] = 0;
	*value = strtod(text, &end);
	return end != text && !*end;
}

bool words_real(const struct words *w, size_t i, const char *what, double *value)
{
	/* Sums and differences must be finite, too. */
	return (i < w->count && word_real(&w->word[i], value) && fabs(*value) <= 1e100)
	       || words_refuse(w, i, what, "a number such as 2 or -0.5");
}
