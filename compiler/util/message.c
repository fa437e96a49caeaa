/* message.c: messages to the user on standard error. */
#include "util/message.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* Most characters of a line shown: a file without newlines must not fill the screen. */
enum { SHOWN_WIDTH = 100, PROGRESS_WIDTH = 79 };

/* How often progress goes to a pipe. */
enum { TELLING_SECONDS = 10 };

/* Whether a progress line is on the terminal, to be erased before the next message. The cursor is at its start, where
 * text on standard output overwrites it. */
static bool progress_shown, progress_silent;

static void progress_clear(void)
{
	if (progress_shown)
		fputs("\033[K", stderr);
	progress_shown = false;
}

static bool is_continuation(char c)
{
	return ((unsigned char)c & 0xc0) == 0x80;
}

/* ---- what a terminal may show ---------------------------------------------------------------------------------- */

/* Reads a character of UTF-8, in its shortest form. Returns its bytes; 0 if there is none. */
static size_t read_character(const char *s, unsigned long *character)
{
	static const unsigned long least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	unsigned char first = (unsigned char)*s;
	size_t length = first < 0x80 ? 1 : first < 0xc0 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf8 ? 4 : 0;

	*character = first < 0x80 ? first : first & (0x7fU >> length);
	for (size_t i = 1; i < length; i++) {
		if (!is_continuation(s[i]))
			return 0;
		*character = *character << 6 | (s[i] & 0x3f);
	}
	return length && *character >= least[length] && *character <= 0x10ffff ? length : 0;
}

/* Terminals obey control characters, also those from 0x80 on, and let marks of direction change the order of what they show. */
static bool is_obeyed(unsigned long c)
{
	return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x200e || c == 0x200f || (c >= 0x2028 && c <= 0x202e)
	       || (c >= 0x2066 && c <= 0x2069) || (c >= 0xd800 && c <= 0xdfff) || c == 0xfeff;
}

/* Adds the next character as a terminal may show it: '?' for what it would obey and for what is no UTF-8, and for a tab one
 * space, which keeps the caret below its character. Returns the bytes that it has. */
static size_t add_harmless(struct text *t, const char *s)
{
	unsigned long character;
	size_t length = read_character(s, &character);

	if (length && !is_obeyed(character))
		text_add_bytes(t, s, length);
	else
		text_add(t, *s == '\t' ? " " : "?");
	return length ? length : 1;
}

void text_add_shown(struct text *t, const char *s)
{
	text_add(t, "");
	while (*s)
		s += add_harmless(t, s);
}

void text_disarm(char *s)
{
	struct text line = {0};

	text_add(&line, "");
	for (const char *from = s; *from;) {
		if (*from == '\n')
			text_add_bytes(&line, from++, 1);
		else
			from += add_harmless(&line, from);
	}
	/* No character has become longer. */
	memcpy(s, line.bytes, line.length + 1);
	text_free(&line);
}

char *text_disarmed(const char *s)
{
	char *copy = copy_string(s);

	text_disarm(copy);
	return copy;
}

void show_text(const char *text)
{
	char *shown = text_disarmed(text);

	fputs(shown, stdout);
	free(shown);
}

const char *name_shown(const char *name)
{
	enum { MOST_NAMES = 8 };
	static struct text shown[MOST_NAMES];
	static unsigned next;
	struct text *t = &shown[next++ % MOST_NAMES];

	t->length = 0;
	text_add_shown(t, name);
	return t->bytes;
}

/* From message_silence() on. */
static bool silent;

/* One write for the whole message: processes that run beside each other do not mix theirs. Frees it. */
static void put(struct text *message)
{
	if (!silent) {
		progress_clear();
		fwrite(message->bytes, 1, message->length, stderr);
	}
	text_free(message);
}

static void add_clean_list(struct text *out, const char *format, va_list args)
{
	char *s = format_list(format, args);

	text_add_shown(out, s);
	text_add(out, "\n");
	free(s);
}

/* Adds up to SHOWN_WIDTH characters of a line from character `first` on. */
static void add_line_part(struct text *out, const char *line, size_t first)
{
	size_t character = 0;

	while (*line && *line != '\n' && *line != '\r' && character < first + SHOWN_WIDTH) {
		size_t before = out->length;

		line += add_harmless(out, line);
		if (character++ < first)
			out->bytes[out->length = before] = 0;
	}
	text_add(out, "\n");
}

static void add_place_line(struct text *out, struct place at)
{
	size_t column = at.column ? at.column : 1;
	size_t first = column > SHOWN_WIDTH - 20 ? column - (SHOWN_WIDTH - 20) : 0;
	char *margin = format_string("%3zu ", at.line);

	text_print(out, "%s| ", margin);
	add_line_part(out, at.line_text, first);
	if (at.column)
		text_print(out, "%*s| %*s^\n", (int)strlen(margin), "", (int)(column - first - 1), "");
	free(margin);
}

/* See message_capture(). */
static struct text *captured;

struct text *message_capture(struct text *text)
{
	struct text *before = captured;

	captured = text;
	return before;
}

void message_silence(void)
{
	silent = true;
}

static void message_at(struct place at, const char *kind, const char *format, va_list args)
{
	struct text out = {0};

	if (captured) {
		text_print_list(captured, format, args);
		text_add(captured, "\n");
		return;
	}
	text_add_shown(&out, at.file ? at.file : "ftc");
	text_add(&out, ":");
	if (at.line)
		text_print(&out, "%zu:", at.line);
	if (at.line && at.column)
		text_print(&out, "%zu:", at.column);
	text_print(&out, " %s: ", kind);
	add_clean_list(&out, format, args);
	if (at.line && at.line_text)
		add_place_line(&out, at);
	put(&out);
}

bool error_at(struct place at, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	message_at(at, "error", format, args);
	va_end(args);
	return false;
}

char *message_text(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	char *said = format_list(format, args), *whole;
	va_end(args);
	text_disarm(said);
	whole = format_string("ftc: error: %s\n", said);
	free(said);
	return whole;
}

bool refuse_byte(const char *file, const char *content, size_t offset, const char *expected)
{
	struct place at = { .file = file, .line = 1, .column = 1 };

	for (size_t i = 0; i < offset; i++) {
		at.column++;
		if (content[i] == '\n') {
			at.line++;
			at.column = 1;
		}
	}
	return error_at(at, "not a text file (byte 0x%02x): expected %s", (unsigned char)content[offset], expected);
}

void warning_at(struct place at, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	message_at(at, "warning", format, args);
	va_end(args);
}

bool suggest(const char *format, ...)
{
	va_list args;

	if (captured)
		return false;
	struct text out = {0};
	text_add(&out, "try: ");
	va_start(args, format);
	add_clean_list(&out, format, args);
	va_end(args);
	put(&out);
	return false;
}

void detail(const char *format, ...)
{
	va_list args;

	if (captured)
		return;
	struct text out = {0};
	va_start(args, format);
	add_clean_list(&out, format, args);
	va_end(args);
	put(&out);
}

void progress(const char *format, ...)
{
	va_list args;

	if (progress_silent || !isatty(STDERR_FILENO))
		return;
	progress_clear();
	va_start(args, format);
	char *s = format_list(format, args);
	va_end(args);
	text_disarm(s);
	/* A line that wraps could not be erased. */
	fprintf(stderr, "%.*s\r", PROGRESS_WIDTH, s);
	fflush(stderr);
	free(s);
	progress_shown = true;
}

void progress_silence(void)
{
	progress_silent = true;
}

void progress_end(void)
{
	progress_clear();
	fflush(stderr);
}

/* "9 s", "12 min", "3.5 h", "12 days": a fresh string. */
static char *duration(double seconds)
{
	enum { MINUTE = 60, HOUR = 60 * MINUTE, DAY = 24 * HOUR };

	if (seconds < 100)
		return format_string("%.0f s", seconds);
	if (seconds < 100 * MINUTE)
		return format_string("%.0f min", seconds / MINUTE);
	if (seconds < 100 * HOUR)
		return format_string("%.1f h", seconds / HOUR);
	return seconds < 1e5 * HOUR ? format_string("%.0f days", seconds / DAY) : copy_string("years");
}

/* ", 3.1 a second, 9 s to go"; without an end while nothing is left of what is known. */
static void add_rate(struct text *line, double rate, double left)
{
	bool slow = rate < 0.1;
	double shown = slow ? 60 * rate : rate;

	text_print(line, shown < 99.5 ? ", %.2g a %s" : ", %.0f a %s", shown, slow ? "minute" : "second");
	if (left > 0) {
		char *time = duration(left / rate);

		text_print(line, ", %s to go", time);
		free(time);
	}
}

void progress_counted(const char *what, size_t done, size_t before, size_t total, double seconds)
{
	static double told;
	bool terminal = isatty(STDERR_FILENO);
	double rate = seconds > 0 ? (double)(done - before) / seconds : 0;
	struct text line = {0};

	/* Other work has begun. */
	if (seconds < told)
		told = 0;
	if (progress_silent || (!terminal && seconds < told + TELLING_SECONDS))
		return;
	text_print(&line, "%zu of %zu %s", done, total, what);
	if (rate > 0)
		add_rate(&line, rate, (double)(total - done));
	if (terminal)
		progress("%s", line.bytes);
	else
		fprintf(stderr, "ftc: %s\n", line.bytes);
	told = seconds;
	text_free(&line);
}

enum { LONGEST_WORD = 64 };

/* Treats upper and lower case, and '-' and '_', as equal: they are often confused. */
static bool same_letter(char a, char b)
{
	return strncasecmp(&a, &b, 1) == 0 || ((a == '-' || a == '_') && (b == '-' || b == '_'));
}

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* Edit distance (insert, delete, replace, swap of neighbours) by the usual table, three rows of it. */
static size_t edit_distance(const char *a, const char *b)
{
	size_t rows[3][LONGEST_WORD + 1], length = strlen(b);
	size_t *before = rows[0], *above = rows[1], *here = rows[2];

	for (size_t j = 0; j <= length; j++)
		above[j] = before[j] = j;
	for (size_t i = 1; a[i - 1]; i++) {
		here[0] = i;
		for (size_t j = 1; j <= length; j++) {
			here[j] = least(above[j] + 1, here[j - 1] + 1);
			here[j] = least(here[j], above[j - 1] + !same_letter(a[i - 1], b[j - 1]));
			if (i > 1 && j > 1 && same_letter(a[i - 1], b[j - 2]) && same_letter(a[i - 2], b[j - 1]))
				here[j] = least(here[j], before[j - 2] + 1);
		}
		size_t *oldest = before;
		before = above;
		above = here;
		here = oldest;
	}
	return above[length];
}

const char *nearest_name(const char *word, const char *const *names, size_t count)
{
	const char *nearest = NULL;
	size_t length = strlen(word);
	size_t nearest_distance = (length + 2) / 3 + 1;

	if (length == 0 || length > LONGEST_WORD)
		return NULL;
	for (size_t i = 0; i < count; i++) {
		if (strlen(names[i]) > LONGEST_WORD)
			continue;
		size_t distance = edit_distance(word, names[i]);
		if (distance < nearest_distance) {
			nearest = names[i];
			nearest_distance = distance;
		}
	}
	return nearest;
}

/* Whether `word` is left of `name` when letters are left out behind the first one, as bram of block-ram. */
static bool abbreviates(const char *word, const char *name)
{
	bool first = same_letter(*word, *name);

	for (; *name; name++)
		word += *word && same_letter(*word, *name);
	return first && !*word;
}

const char *likely_name(const char *word, const char *const *names, size_t count)
{
	enum { LEAST_PART = 3 };	/* bytes: fewer are part of much */
	const char *nearest = nearest_name(word, names, count);
	bool long_enough = strlen(word) >= LEAST_PART;

	for (size_t i = 0; !nearest && long_enough && i < count; i++)
		if (strstr(names[i], word))
			nearest = names[i];
	for (size_t i = 0; !nearest && long_enough && i < count; i++)
		if (abbreviates(word, names[i]))
			nearest = names[i];
	return nearest;
}
