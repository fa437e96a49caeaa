/* circuit_ports.c: lines of text become rows of pins, and rows of pins lines. */
#include "host/circuit_ports.h"

#include <stdlib.h>
#include <string.h>

#include "util/message.h"

enum { DIGIT_BITS = 4, SHOWN_BYTES = 40 };

/* ---- the ports of an image ---- */

static struct circuit_port *make_ports(const struct image_pin *pin, size_t count, size_t *ports)
{
	struct circuit_port *list = NULL;

	*ports = 0;
	for (size_t i = 0; i < count; i++) {
		struct circuit_port *last = *ports > 0 ? &list[*ports - 1] : NULL;

		if (!last || strcmp(last->name, pin[i].port) != 0) {
			list = room_for_one(list, *ports, sizeof *list);
			last = &list[(*ports)++];
			*last = (struct circuit_port){ .name = pin[i].port, .pin = &pin[i] };
		}
		last->pins++;
		if (last->width <= pin[i].bit)
			last->width = pin[i].bit + 1;
	}
	return list;
}

void circuit_ports_make(struct circuit_ports *p, const struct image *image, const struct overlay *o)
{
	*p = (struct circuit_ports){ .pins = o->pins };
	p->input = make_ports(image->input, image->input_count, &p->input_count);
	p->output = make_ports(image->output, image->output_count, &p->output_count);
}

void circuit_ports_free(struct circuit_ports *p)
{
	free(p->input);
	free(p->output);
	*p = (struct circuit_ports){ 0 };
}

static unsigned pin_number(const struct circuit_ports *p, const struct image_pin *pin)
{
	return pin->mesh * p->pins + pin->pin;
}

/* ---- lines ---- */

/* A line being read. */
struct reader {
	const struct circuit_ports *p;
	const char *file, *line;
	size_t number;
	uint8_t *row;
};

static struct place place_of(const struct reader *r, const char *at)
{
	return (struct place){ r->file, r->number, (size_t)(at - r->line) + 1, r->line };
}

static int digit_of(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 'a' ^ 'A';
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool bad_value(const struct reader *r, const struct circuit_port *port, const char *at, size_t length)
{
	return error_at(place_of(r, at), "the value of %s is \"%.*s%s\": expected a hexadecimal number of %u bit%s", port->name,
			(int)(length < SHOWN_BYTES ? length : SHOWN_BYTES), at, length > SHOWN_BYTES ? "..." : "", port->width,
			port->width == 1 ? "" : "s");
}

static void set_pin(struct reader *r, const struct circuit_port *port, unsigned bit, bool value)
{
	for (size_t i = 0; i < port->pins; i++)
		if (port->pin[i].bit == bit) {
			unsigned pin = pin_number(r->p, &port->pin[i]);

			r->row[pin / 8] = (uint8_t)((r->row[pin / 8] & ~(1u << pin % 8)) | (unsigned)value << pin % 8);
		}
}

/* A value of any width, its last digit lowest; 0x may stand before it. */
static bool read_value(struct reader *r, const struct circuit_port *port, const char *at, size_t length)
{
	const char *first = at;
	size_t digits = length;

	if (length > 2 && at[0] == '0' && (at[1] | 32) == 'x') {
		first += 2;
		digits -= 2;
	}
	if (digits == 0)
		return bad_value(r, port, at, length);
	for (size_t i = 0; i < digits; i++) {
		int digit = digit_of(first[digits - 1 - i]);

		if (digit < 0)
			return bad_value(r, port, at, length);
		for (unsigned k = 0; k < DIGIT_BITS; k++)
			if (digit >> k & 1 && DIGIT_BITS * i + k >= port->width)
				return bad_value(r, port, at, length);
	}
	for (unsigned bit = 0; bit < port->width; bit++) {
		size_t i = bit / DIGIT_BITS;

		set_pin(r, port, bit, i < digits && digit_of(first[digits - 1 - i]) >> bit % DIGIT_BITS & 1);
	}
	return true;
}

/* The next word, or NULL; *length is that of the word. */
static const char *next_word(const char *at, size_t *length)
{
	at += strspn(at, " \t");
	*length = strcspn(at, " \t#");
	return *length > 0 ? at : NULL;
}

static bool no_such_port(const struct reader *r, const char *at, size_t length)
{
	const char **names = allocate_array(r->p->input_count + 1, sizeof *names);
	char *word = format_string("%.*s", (int)(length < SHOWN_BYTES ? length : SHOWN_BYTES), at);
	const char *near;

	for (size_t i = 0; i < r->p->input_count; i++)
		names[i] = r->p->input[i].name;
	near = nearest_name(word, names, r->p->input_count);
	error_at(place_of(r, at), "the circuit has no input %s", word);
	if (near)
		suggest("%s=..", near);
	free(word);
	free(names);
	return false;
}

static bool read_named(struct reader *r)
{
	bool *given = allocate_array(r->p->input_count + 1, sizeof *given);
	bool good = true;
	size_t length;

	for (const char *at = r->line; good && (at = next_word(at, &length)); at += length) {
		const char *equals = memchr(at, '=', length);
		size_t name = equals ? (size_t)(equals - at) : length, port = 0;

		while (port < r->p->input_count
		       && (strlen(r->p->input[port].name) != name || memcmp(r->p->input[port].name, at, name) != 0))
			port++;
		if (!equals)
			good = error_at(place_of(r, at), "\"%.*s\" has no name: expected name=value, as before it", (int)length, at);
		else if (port == r->p->input_count)
			good = no_such_port(r, at, name);
		else if (given[port])
			good = error_at(place_of(r, at), "%s is given twice", r->p->input[port].name);
		else
			good = read_value(r, &r->p->input[port], equals + 1, length - name - 1);
		if (good)
			given[port] = true;
	}
	free(given);
	return good;
}

static bool wrong_count(const struct reader *r, const char *at)
{
	struct text ports = { 0 };

	circuit_ports_describe(r->p->input, r->p->input_count, &ports);
	error_at(place_of(r, at), "the line has %s words than the circuit has inputs: expected %zu (%s)", *at && *at != '#' ? "more" : "fewer",
		 r->p->input_count, ports.bytes);
	text_free(&ports);
	return false;
}

static bool read_in_order(struct reader *r)
{
	const char *at = r->line;
	size_t length;

	for (size_t i = 0; i < r->p->input_count; i++) {
		const char *word = next_word(at, &length);

		if (!word)
			return wrong_count(r, at + strspn(at, " \t"));
		if (!read_value(r, &r->p->input[i], word, length))
			return false;
		at = word + length;
	}
	at += strspn(at, " \t");
	return !*at || *at == '#' || wrong_count(r, at);
}

bool circuit_ports_read(const struct circuit_ports *p, const char *file, const char *line, size_t number, uint8_t *row)
{
	struct reader r = { p, file, line, number, row };
	size_t length;
	const char *first = next_word(line, &length);

	return first && memchr(first, '=', length) ? read_named(&r) : read_in_order(&r);
}

/* ---- answers ---- */

static unsigned digit_at(const struct circuit_ports *p, const struct circuit_port *port, const uint8_t *row, unsigned digit)
{
	unsigned value = 0;

	for (size_t i = 0; i < port->pins; i++) {
		unsigned pin = pin_number(p, &port->pin[i]);

		if (port->pin[i].bit / DIGIT_BITS == digit)
			value |= (row[pin / 8] >> pin % 8 & 1u) << port->pin[i].bit % DIGIT_BITS;
	}
	return value;
}

void circuit_ports_print(const struct circuit_ports *p, const uint8_t *row, struct text *out)
{
	for (size_t i = 0; i < p->output_count; i++) {
		const struct circuit_port *port = &p->output[i];

		text_print(out, "%s%s=", i > 0 ? " " : "", port->name);
		for (unsigned digit = (port->width + DIGIT_BITS - 1) / DIGIT_BITS; digit-- > 0;)
			text_print(out, "%x", digit_at(p, port, row, digit));
	}
}

void circuit_ports_describe(const struct circuit_port *port, size_t count, struct text *out)
{
	for (size_t i = 0; i < count; i++) {
		text_print(out, "%s%s", i > 0 ? ", " : "", port[i].name);
		if (port[i].width > 1)
			text_print(out, "[%u]", port[i].width);
	}
	if (count == 0)
		text_add(out, "none");
}
