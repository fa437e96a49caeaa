/* text.h: growing text, and memory that cannot fail.
 *
 * A command of ftc runs once and exits; allocation failure ends it with a message and status 1.
 */
#ifndef FTC_UTIL_TEXT_H
#define FTC_UTIL_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/* Memory of `size` bytes, zeroed; never NULL. */
void *allocate(size_t size);
/* Like calloc, checked for overflow; never NULL. */
void *allocate_array(size_t count, size_t size);
/* Like realloc; never NULL for size > 0. */
void *reallocate(void *old, size_t size);
/* A fresh copy of `s`. */
char *copy_string(const char *s);
/* A fresh string made as by printf, or vprintf. */
char *format_string(const char *format, ...) __attribute__((format(printf, 1, 2)));
char *format_list(const char *format, va_list args);
/* "auto, batcher or butterfly": `count` words in a fresh string. */
char *list_words(const char *const *words, size_t count);
/* `items`, an array of `count` items of `size` bytes, with room for one more. The array has room for the least power of
 * two >= count: it doubles when full. */
void *room_for_one(void *items, size_t count, size_t size);

/* The beginning of the next line, or the end of the text. */
const char *text_next_line(const char *line);

bool text_ends_with(const char *s, const char *end);

/* Converts decimal digits. A sign, a space, a leading zero or overflow is false and leaves *value alone. */
bool text_to_unsigned(const char *s, unsigned long *value);
/* For suggestions: the number in the range nearest to the likely meaning of `s`, which may be 1e3, 0x10, 16.0, 1_024 or
 * sixteen; `low` if `s` is not a number. */
unsigned long text_nearest_unsigned(const char *s, unsigned long low, unsigned long high);

/* Growing text; bytes[length] is always 0. Start with `struct text t = {0};`. */
struct text {
	char *bytes;
	size_t length;
	size_t room;
};

void text_add(struct text *t, const char *s);
/* Adds a word, quoted where a shell would need it; with control characters as $'..', which bash and zsh read, but sh may not: such
 * words are for people. */
void text_add_word(struct text *t, const char *word);
/* Makes room for so many more bytes, and a 0 behind them: for who writes them in place and then adds to t->length. */
void text_reserve(struct text *t, size_t more);
/* The same as a string, which the next call replaces: for commands in messages. */
const char *shell_word(const char *word);
void text_add_bytes(struct text *t, const void *bytes, size_t count);
void text_print(struct text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_print_list(struct text *t, const char *format, va_list args);
/* Removes the mark that some editors put before UTF-8, where it has no meaning. */
void text_skip_byte_order_mark(struct text *text);
/* Frees the bytes; the text is empty and can be used again. */
void text_free(struct text *t);

/* Splits a list at its commas and passes every piece to `use`, until one is refused; then false. */
bool text_each_piece(const char *list, bool (*use)(const char *piece, void *context), void *context);

#endif
