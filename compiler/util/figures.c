/* figures.c: text that is made of JSON. */
#include "util/figures.h"

#include <stdlib.h>
#include <string.h>

/* How a sentence wants a value. */
struct shape {
	int width, precision;		/* precision -1: none is given */
	char letter;			/* f, g, % or s; else what ends the format */
	bool hides_zero;
};

static struct shape read_shape(const char *format)
{
	struct shape shape = { .precision = -1 };
	char *end = (char *)format;

	if (*end == ':') {
		shape.hides_zero = end[1] == '?';
		shape.width = (int)strtol(end + 1 + shape.hides_zero, &end, 10);
	}
	if (*end == '.')
		shape.precision = (int)strtol(end + 1, &end, 10);
	shape.letter = *end;
	return shape;
}

/* The member at a path of `length` characters; null where the path ends at one, NULL: there is none. */
static const json_t *member(const json_t *object, const char *path, size_t length)
{
	const char *end = path + length;

	while (object && !json_is_null(object) && path < end) {
		size_t step = strcspn(path, ".:}");

		object = json_object_getn(object, path, step);
		path += step + 1;
	}
	return object;
}

static void add_real(double value, const struct shape *shape, struct text *out)
{
	if (shape->letter == 'f')
		text_print(out, "%.*f", shape->precision, value);
	else if (shape->letter == 'g')
		text_print(out, "%.*g", shape->precision, value);
	else if (shape->letter == '%')
		text_print(out, "%.*f", shape->precision, 100 * value);
	else
		abort();
}

static bool is_dash(const json_t *value, const struct shape *shape)
{
	if (json_is_number(value))
		return shape->hides_zero && json_number_value(value) == 0;
	return json_array_size(value) == 0;
}

static void add_value(const json_t *value, const struct shape *shape, struct text *out)
{
	if (shape->letter == 's')
		text_add(out, json_number_value(value) == 1 ? "" : "s");
	else if (json_is_string(value))
		text_add(out, json_string_value(value));
	else if (is_dash(value, shape))
		text_add(out, "-");
	else if (json_is_integer(value) && !strchr("fg%", shape->letter))
		text_print(out, "%lld", (long long)json_integer_value(value));
	else if (json_is_number(value))
		add_real(json_number_value(value), shape, out);
	for (size_t i = 0; i < json_array_size(value); i++) {
		text_add(out, i > 0 ? ", " : "");
		add_value(json_array_get(value, i), shape, out);
	}
}

/* Appends the value at a place, which begins behind its brace. */
static void add_place(const json_t *object, const char *place, struct text *out)
{
	size_t length = strcspn(place, ":}");
	const json_t *value = member(object, place, length);
	struct shape shape = read_shape(place + length);
	struct text shown = {0};

	if (!value)
		abort();
	add_value(value, &shape, &shown);
	text_print(out, "%*s", shape.width, shown.bytes);
	text_free(&shown);
}

void figures_say(const json_t *object, const char *sentence, struct text *out)
{
	for (const char *s = sentence; *s != '\0';) {
		size_t plain = strcspn(s, "{");

		text_add_bytes(out, s, plain);
		s += plain;
		if (*s == '{') {
			add_place(object, s + 1, out);
			s = strchr(s, '}') + 1;
		}
	}
}

static void end_line(struct text *out)
{
	while (out->length > 0 && out->bytes[out->length - 1] == ' ')
		out->bytes[--out->length] = '\0';
	text_add(out, "\n");
}

static void add_cell(const json_t *row, const struct column *c, struct text *out)
{
	struct text cell = {0};

	figures_say(row, c->cell, &cell);
	text_print(out, "  %*s", c->width, cell.bytes);
	text_free(&cell);
}

void figures_table(const json_t *list, const struct column *columns, struct text *out)
{
	for (const struct column *c = columns; c->label; c++)
		text_print(out, "  %*s", c->width, c->label);
	end_line(out);
	for (size_t i = 0; i < json_array_size(list); i++) {
		for (const struct column *c = columns; c->label; c++)
			add_cell(json_array_get(list, i), c, out);
		end_line(out);
	}
}

bool figures_has(const json_t *object, const char *path)
{
	const json_t *value = member(object, path, strlen(path));

	return json_is_true(value) || json_number_value(value) != 0 || json_array_size(value) > 0
	       || (json_is_string(value) && json_string_length(value) > 0);
}
