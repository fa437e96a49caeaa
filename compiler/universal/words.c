/* words.c: text files of numbers and words, read line by line, with places for messages. */
#include "universal/words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/output.h"

enum { SHOWN = 24 };

bool words_open(struct words *w, const char *path, const char *marks, size_t limit)
{
	*w = (struct words){ .path = path, .marks = marks };
	if (!read_file(path, limit, &w->content))
		return false;
	if (!w->content.bytes)
		text_add(&w->content, "");
	words_rewind(w);
	if (strlen(w->content.bytes) == w->content.length)
		return true;
	error_at((struct place){ .file = path }, "byte 0 at offset %zu: expected a text file", strlen(w->content.bytes));
	words_close(w);
	return false;
}

void words_rewind(struct words *w)
{
	w->line = w->next = w->content.bytes;
	w->number = 0;
	w->count = 0;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

bool words_line(struct words *w)
{
	const char *at = w->next;

	if (!*at)
		return false;
	w->line = at;
	w->number++;
	w->count = 0;
	while (*at && *at != '\n' && !strchr(w->marks, *at)) {
		const char *start = at;

		if (is_blank(*at)) {
			at++;
			continue;
		}
		while (*at && *at != '\n' && !is_blank(*at) && !strchr(w->marks, *at))
			at++;
		if (w->count == w->room) {
			w->room = w->room ? 2 * w->room : 16;
			w->word = reallocate(w->word, w->room * sizeof *w->word);
		}
		w->word[w->count++] = (struct word){ start, (size_t)(at - start) };
	}
	at += strcspn(at, "\n");
	w->next = *at ? at + 1 : at;
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

int word_shown(const struct word *word)
{
	return (int)(word->length < SHOWN ? word->length : SHOWN);
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

/* A short word as a string; NULL when it is too long for a number. */
static const char *number_text(const struct word *word, char text[64])
{
	if (word->length >= 64)
		return NULL;
	memcpy(text, word->at, word->length);
	text[word->length] = 0;
	return text;
}

bool words_unsigned(const struct words *w, size_t i, const char *what, unsigned long low, unsigned long high,
		    unsigned long *value)
{
	char text[64];

	if (i >= w->count)
		error_at(word_place(w, i), "%s is missing: expected a whole number from %lu to %lu", what, low, high);
	else if (number_text(&w->word[i], text) && text_to_unsigned(text, value) && *value >= low && *value <= high)
		return true;
	else
		error_at(word_place(w, i), "%s is '%.*s': expected a whole number from %lu to %lu", what, word_shown(&w->word[i]),
			 w->word[i].at, low, high);
	return false;
}

bool words_real(const struct words *w, size_t i, const char *what, double *value)
{
	char text[64], *end;

	if (i >= w->count)
		return error_at(word_place(w, i), "%s is missing: expected a number", what);
	/* No "inf", "nan" or hexadecimal. */
	if (number_text(&w->word[i], text) && strspn(text, "+-.0123456789eE") == w->word[i].length) {
		*value = strtod(text, &end);
		/* Sums and differences must be finite, too. */
		if (end != text && !*end && fabs(*value) <= 1e100)
			return true;
	}
	return error_at(word_place(w, i), "%s is '%.*s': expected a number such as 2 or -0.5", what,
			word_shown(&w->word[i]), w->word[i].at);
}
