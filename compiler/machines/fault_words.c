/* fault_words.c: see fault_words.h. */
#include "machines/fault_words.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "parse/keys.h"

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* False if the text has another form. */
static bool split(const char *text, unsigned of_node, struct fault_words *words)
{
	unsigned wanted, found = 0;

	*words = (struct fault_words){ .is_link = strncmp(text, "link:", 5) == 0 };
	wanted = of_node + words->is_link;
	if (!words->is_link && strncmp(text, "node:", 5) != 0)
		return false;
	for (const char *rest = text + 4; *rest; found++) {
		size_t length = strcspn(++rest, ":");
		char *number = format_string("%.*s", (int)length, rest);
		bool good = found < wanted && text_to_unsigned(number, &words->number[found]);

		free(number);
		if (!good)
			return false;
		rest += length;
	}
	return found == wanted;
}

/* Reads the digits at the beginning of the text; a number too large becomes the largest. */
static unsigned long leading_number(const char *text)
{
	unsigned long number = 0;

	for (; is_digit(*text); text++) {
		unsigned digit = (unsigned)(*text - '0');

		number = number > (ULONG_MAX - digit) / 10 ? ULONG_MAX : 10 * number + digit;
	}
	return number;
}

/* Whether a link is meant: the word says so, or without a known one that there are more numbers than a node has. */
static bool means_link(const char *text, unsigned numbers, unsigned of_node)
{
	static const char *const names[] = { "node", "link" };
	size_t length = strcspn(text, "0123456789 :.,=-_/");
	char *word = format_string("%.*s", (int)length, text);
	const char *name = nearest_name(word, names, 2);

	free(word);
	return name ? name == names[1] : numbers > of_node;
}

/* What a text of another form most likely means. */
static void guess(const char *text, unsigned of_node, struct fault_words *words)
{
	unsigned found = 0;

	*words = (struct fault_words){ .number = { 1 } };
	for (const char *c = text; *c; c++)
		if (is_digit(*c) && (c == text || !is_digit(c[-1]))) {
			if (found < MOST_FAULT_NUMBERS)
				words->number[found] = leading_number(c);
			found++;
		}
	words->is_link = means_link(text, found, of_node);
	for (unsigned i = of_node + words->is_link; i < MOST_FAULT_NUMBERS; i++)
		words->number[i] = 0;
}

bool read_fault_words(const char *text, unsigned of_node, struct fault_words *words)
{
	if (split(text, of_node, words))
		return true;
	guess(text, of_node, words);
	return false;
}

bool refuse_fault_form(const struct value *value, const char *form, const char *nearest)
{
	const char *rest = strlen(value->text) > SHOWN_BYTES ? "..." : "";

	error_at(value->at, "a fault is %.*s%s: expected %s", SHOWN_BYTES, *value->text ? value->text : "empty", rest,
		 form);
	return suggest("%s", nearest);
}

void keep_fault_lines(struct spec *spec, const struct entry *entry)
{
	const struct place *first = &entry->items[0].at, *last = &entry->items[entry->count - 1].at;

	spec->fault_file = copy_string(first->file);
	if (first->line_text)
		spec->fault_lines = format_string("%.*s", (int)(last->line_text - first->line_text)
						  + (int)strcspn(last->line_text, "\r\n"), first->line_text);
}
