/* chips_drawing.c: see chips_drawing.h. */
#include "simulate/chips_drawing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BETWEEN = 60 };

/* "4.3 to 3.1" with indices, or a leaf's "3", that are higher. */
static void add_names(const char *from, const char *end, bool leaf, unsigned more, struct text *out)
{
	while (from < end) {
		size_t length = strspn(from, "0123456789");

		if (leaf && length > 0)
			text_print(out, "%lu", strtoul(from, NULL, 10) + more);
		else
			text_add_bytes(out, from, length);
		from += length;
		leaf = *from == '.';
		if (from < end)
			text_add_bytes(out, from++, 1);
	}
}

/* The number that stands beside a leaf, if what follows its name is that: NULL, or where its digits begin. */
static const char *label_of(const char *after, unsigned long leaf)
{
	const char *label = strstr(after, "<text"), *name = strstr(after, " data-");
	char *number = format_string(">%lu</text>", leaf);
	const char *digits = label ? strchr(label, '>') : NULL;
	bool mine = digits && (!name || name > label) && strncmp(digits, number, strlen(number)) == 0;

	free(number);
	return mine ? digits + 1 : NULL;
}

static void add_second(const char *body, const char *end, unsigned more, struct text *out)
{
	const char *at = body, *name;

	while ((name = strstr(at, " data-")) && name < end) {
		const char *value = strchr(name, '"') + 1, *close = strchr(value, '"');
		bool leaf = strncmp(name, " data-leaf", 10) == 0;
		const char *label = leaf ? label_of(close, strtoul(value, NULL, 10)) : NULL;

		text_add_bytes(out, at, (size_t)(value - at));
		add_names(value, close, leaf, more, out);
		at = close;
		if (label) {
			text_add_bytes(out, at, (size_t)(label - at));
			at = label + strspn(label, "0123456789");
			add_names(label, at, true, more, out);
		}
	}
	text_add_bytes(out, at, (size_t)(end - at));
}

void chips_drawing_add(const struct text *chip, unsigned leaves, struct text *out)
{
	const char *body = strchr(chip->bytes, '>') + 1, *end = strstr(chip->bytes, "</svg>");
	unsigned width = 0, height = 0;

	if (!end || sscanf(chip->bytes, "<svg xmlns=\"%*[^\"]\" width=\"%u\" height=\"%u\"", &width, &height) != 2)
		abort();
	unsigned aside = width + BETWEEN;

	text_print(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"%u\" viewBox=\"0 0 %u %u\" role=\"img\">\n",
		   aside + width, height, aside + width, height);
	text_add_bytes(out, body, (size_t)(end - body));
	text_print(out, "<g data-shift=\"%u\" transform=\"translate(%u 0)\">\n", aside, aside);
	add_second(body, end, leaves, out);
	text_add(out, "</g>\n</svg>\n");
}
