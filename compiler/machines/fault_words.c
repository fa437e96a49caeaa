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

char *spec_fault_text(const struct fault *fault)
{
	if (fault->is_link)
		return format_string("link:%u:%u:%u", fault->level, fault->index, fault->parent);
	return format_string("node:%u:%u", fault->level, fault->index);
}

static bool same_fault(const struct fault *a, const struct fault *b)
{
	return a->is_link == b->is_link && a->level == b->level && a->index == b->index && a->parent == b->parent;
}

/* Appends a fault, unless it is known. */
static void add_fault(struct spec *spec, const struct fault *fault, const struct place *at, const char *lines)
{
	size_t known = 0;

	while (known < spec->fault_count && !same_fault(&spec->faults[known], fault))
		known++;
	if (known < spec->fault_count)
		return;
	spec->faults[known] = *fault;
	spec->fault_places[known] = (struct fault_place){ at->line, at->column,
							  at->line_text ? (size_t)(at->line_text - lines) : 0 };
	spec->fault_count++;
}

bool read_fault_list(const struct request *q, const struct key *key, fault_reader *read)
{
	const struct entry *entry = given(q, key);
	struct spec *spec = q->spec;

	if (!entry)
		return true;
	if (entry->count > MAXIMUM_FAULTS) {
		error_at(entry->value_at, "faults has %zu entries: expected at most %d", entry->count, MAXIMUM_FAULTS);
		return false;
	}
	if (entry->count == 0)
		return true;
	spec->faults = allocate_array(entry->count, sizeof *spec->faults);
	spec->fault_places = allocate_array(entry->count, sizeof *spec->fault_places);
	keep_fault_lines(spec, entry);
	for (size_t i = 0; i < entry->count; i++) {
		struct fault fault = {0};

		if (!read(spec, &entry->items[i], &fault))
			return false;
		add_fault(spec, &fault, &entry->items[i].at, entry->items[0].at.line_text);
	}
	return true;
}

json_t *fault_list_value(const struct spec *spec)
{
	json_t *list = json_array();

	for (size_t i = 0; i < spec->fault_count; i++) {
		char *fault = spec_fault_text(&spec->faults[i]);

		json_array_append_new(list, json_string(fault));
		free(fault);
	}
	return list;
}
