/* text.c: growing text, and memory that cannot fail. */
#include "util/text.h"

#include <limits.h>
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "util/budget.h"
#include "util/message.h"

static void *or_die(void *memory, size_t size)
{
	if (!memory) {
		/* Not error(), which itself asks for memory. */
		fprintf(stderr, "ftc: error: out of memory (%zu bytes were asked for)\n", size);
		exit(EXIT_WORK_FAILED);
	}
	return memory;
}

void *allocate(size_t size)
{
	budget_take(size);
	return or_die(calloc(1, size ? size : 1), size);
}

void *allocate_array(size_t count, size_t size)
{
	if (size && count > SIZE_MAX / size)
		return or_die(NULL, SIZE_MAX);
	return allocate(count * size);
}

void *reallocate(void *old, size_t size)
{
	size_t had = old ? malloc_usable_size(old) : 0;

	budget_take(size > had ? size - had : 0);
	return or_die(realloc(old, size ? size : 1), size);
}

char *copy_string(const char *s)
{
	size_t size = strlen(s) + 1;

	return memcpy(allocate(size), s, size);
}

char *format_string(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	char *s = format_list(format, args);
	va_end(args);
	return s;
}

char *format_list(const char *format, va_list args)
{
	struct text t = {0};

	text_print_list(&t, format, args);
	return t.bytes;
}

char *list_words(const char *const *words, size_t count)
{
	struct text t = {0};

	for (size_t i = 0; i < count; i++)
		text_print(&t, "%s%s", i == 0 ? "" : i + 1 < count ? ", " : " or ", words[i]);
	return t.bytes;
}

void *room_for_one(void *items, size_t count, size_t size)
{
	bool full = (count & (count - 1)) == 0;

	return full ? reallocate(items, (count ? 2 * count : 1) * size) : items;
}

void text_skip_byte_order_mark(struct text *text)
{
	if (strncmp(text->bytes, "\xef\xbb\xbf", 3) != 0)
		return;
	text->length -= 3;
	memmove(text->bytes, text->bytes + 3, text->length + 1);
}

const char *text_next_line(const char *line)
{
	line += strcspn(line, "\n");
	return *line ? line + 1 : line;
}

bool text_ends_with(const char *s, const char *end)
{
	size_t length = strlen(s), end_length = strlen(end);

	return length >= end_length && strcmp(s + length - end_length, end) == 0;
}

bool text_to_unsigned(const char *s, unsigned long *value)
{
	unsigned long sum = 0;

	if (!*s || (s[0] == '0' && s[1]))
		return false;
	for (; *s; s++) {
		if (*s < '0' || *s > '9')
			return false;
		unsigned digit = (unsigned)(*s - '0');
		if (sum > (ULONG_MAX - digit) / 10)
			return false;
		sum = 10 * sum + digit;
	}
	*value = sum;
	return true;
}

/* Further digits are cut off: the number is out of any range. */
enum { MOST_DIGITS = 400 };

/* The number that an English word names, those that sizes of networks are; or -1. */
static double named_number(const char *word)
{
	static const struct { const char *word; unsigned number; } names[] = {
		{ "one", 1 }, { "two", 2 }, { "three", 3 }, { "four", 4 }, { "five", 5 }, { "six", 6 }, { "seven", 7 },
		{ "eight", 8 }, { "nine", 9 }, { "ten", 10 }, { "eleven", 11 }, { "twelve", 12 }, { "thirteen", 13 },
		{ "fourteen", 14 }, { "fifteen", 15 }, { "sixteen", 16 }, { "seventeen", 17 }, { "eighteen", 18 },
		{ "nineteen", 19 }, { "twenty", 20 }, { "thirty-two", 32 }, { "sixty-four", 64 },
	};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcasecmp(word, names[i].word) == 0)
			return names[i].number;
	return -1;
}

unsigned long text_nearest_unsigned(const char *s, unsigned long low, unsigned long high)
{
	char digits[MOST_DIGITS + 1];
	double named = named_number(s);
	size_t length = 0;

	for (; *s && length < MOST_DIGITS; s++)
		if (*s != '_')
			digits[length++] = *s;
	digits[length] = 0;
	double meant = named < 0 ? strtod(digits, NULL) : named;
	if (!(meant > (double)low))
		return low;
	return meant >= (double)high ? high : (unsigned long)(meant + 0.5);
}

/* Makes room for `more` bytes and the 0 behind them. */
void text_reserve(struct text *t, size_t more)
{
	size_t needed = t->length + more + 1;

	if (more > SIZE_MAX / 2 - t->length)
		or_die(NULL, more);
	if (needed <= t->room)
		return;
	t->room = needed > 2 * t->room ? needed : 2 * t->room;
	t->bytes = reallocate(t->bytes, t->room);
}

void text_add_bytes(struct text *t, const void *bytes, size_t count)
{
	budget_spend(10 + count / 4);
	text_reserve(t, count);
	if (count)
		memcpy(t->bytes + t->length, bytes, count);
	t->length += count;
	t->bytes[t->length] = 0;
}

void text_add(struct text *t, const char *s)
{
	text_add_bytes(t, s, strlen(s));
}

enum { PRINTING = 150 };		/* steps, of a line */

void text_print_list(struct text *t, const char *format, va_list args)
{
	va_list again;

	budget_spend(PRINTING);
	/* Most lines are short: the first try nearly always fits, and a second pass is rare. */
	text_reserve(t, 120);
	va_copy(again, args);
	size_t room = t->room - t->length;
	int length = vsnprintf(t->bytes + t->length, room, format, args);
	if (length >= 0 && (size_t)length >= room) {
		text_reserve(t, (size_t)length);
		vsnprintf(t->bytes + t->length, (size_t)length + 1, format, again);
	}
	va_end(again);
	if (length < 0) {
		fprintf(stderr, "ftc: internal: a text could not be formatted: \"%s\"\n", format);
		exit(EXIT_WORK_FAILED);
	}
	t->length += (size_t)length;
}

static bool is_control(char c)
{
	return ((unsigned char)c < ' ' && c != 0) || c == 0x7f;
}

/* As bash and zsh read it: on one line, whatever the word holds. */
static void add_escaped_word(struct text *t, const char *word)
{
	text_add(t, "$'");
	for (; *word; word++)
		if (is_control(*word))
			text_print(t, "\\x%02x", (unsigned char)*word);
		else
			text_print(t, *word == '\'' || *word == '\\' ? "\\%c" : "%c", *word);
	text_add(t, "'");
}

void text_add_word(struct text *t, const char *word)
{
	static const char harmless[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=./,:+@%";

	if (*word && strspn(word, harmless) == strlen(word)) {
		text_add(t, word);
		return;
	}
	for (const char *c = word; *c; c++)
		if (is_control(*c)) {
			add_escaped_word(t, word);
			return;
		}
	text_add(t, "'");
	for (; *word; word++)
		if (*word == '\'')
			text_add(t, "'\\''");
		else
			text_add_bytes(t, word, 1);
	text_add(t, "'");
}

const char *shell_word(const char *word)
{
	static struct text shown;

	shown.length = 0;
	text_add_word(&shown, word);
	return shown.bytes;
}

void text_print(struct text *t, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	text_print_list(t, format, args);
	va_end(args);
}

void text_free(struct text *t)
{
	free(t->bytes);
	*t = (struct text){0};
}

bool text_each_piece(const char *list, bool (*use)(const char *piece, void *context), void *context)
{
	char *copy = copy_string(list), *rest = copy;
	bool good = true;

	while (good && rest)
		good = use(strsep(&rest, ","), context);
	free(copy);
	return good;
}
