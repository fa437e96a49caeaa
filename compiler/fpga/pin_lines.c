/* pin_lines.c: what happens at the pins of a user's own top module, read from a file.
 *
 *   line   := "@" digits [ "us" | "ms" | "s" ] blank+ pin blank+ ( number | '"' bytes '"' )
 *   pin    := name [ "[" digits "]" ]
 *   number := digits | "0x" hexadecimal digits
 *   bytes  := { any but '"' and '\' | "\n" | "\r" | "\t" | "\\" | "\"" | "\x" two hexadecimal digits }
 */
#include "fpga/pin_lines.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_serial(const struct own_port *port, const char *name, enum port_direction direction)
{
	return port->width == 1 && port->direction == direction && strcmp(port->name, name) == 0;
}

bool pin_is_sent(const struct own_port *port)
{
	return is_serial(port, "uart_tx", PORT_OUTPUT);
}

bool pin_is_heard(const struct own_port *port)
{
	return is_serial(port, "uart_rx", PORT_INPUT);
}

/* ---- the three parts of a line ----------------------------------------------------------------------------- */

static bool read_time(const struct words *w, double clock_hz, uint64_t last, uint64_t *clock)
{
	static const char expected[] = "@ and a clock, or a time in us, ms or s: @1000, @20ms";
	char *text = format_string("%.*s", (int)w->word[0].length, w->word[0].at), *end = text;
	size_t digits = strspn(text + (*text == '@'), "0123456789.");
	double number = *text == '@' && digits > 0 ? strtod(text + 1, &end) : 0;
	double per_second = strcmp(end, "s") == 0 ? 1 : strcmp(end, "ms") == 0 ? 1e3 : strcmp(end, "us") == 0 ? 1e6 : 0;
	double clocks = per_second > 0 ? round(number / per_second * clock_hz) : number;
	bool good = end == text + 1 + digits && digits > 0 && (per_second > 0 || (!*end && clocks == floor(clocks)));

	free(text);
	if (!good)
		return words_refuse(w, 0, "time", expected);
	*clock = clocks <= (double)last ? (uint64_t)clocks : 0;
	if (clocks <= (double)last)
		return true;
	if (clocks >= (double)MOST_TOP_CLOCKS)
		return error_at(word_place(w, 0), "the time is beyond clock %llu, the last that a run may have", (unsigned long long)MOST_TOP_CLOCKS - 1);
	error_at(word_place(w, 0), "the time is clock %.0f: the run ends with clock %llu", clocks, (unsigned long long)last);
	return suggest("--clocks %.0f", clocks + 1);
}

/* Refuses a name that no port has. */
static bool refuse_pin(const struct words *w, const struct own_top *own, const char *name)
{
	const char **names = allocate_array(own->port_count + 1, sizeof *names);
	size_t count = 0;

	for (size_t i = 0; i < own->port_count; i++)
		if (!own_port_is_common(&own->port[i]))
			names[count++] = own->port[i].name;
	char *listed = list_words(names, count);
	const char *near = nearest_name(name, names, count);

	error_at(word_place(w, 1), "%s is no pin of the module %s: expected %s", name, own->top->name, count ? listed : "pins, which it does not have");
	if (near)
		suggest("%s", near);
	free(listed);
	free(names);
	return false;
}

static const struct own_port *find_port(const struct own_top *own, const char *name)
{
	for (size_t i = 0; i < own->port_count; i++)
		if (strcmp(own->port[i].name, name) == 0 && !own_port_is_common(&own->port[i]))
			return &own->port[i];
	return NULL;
}

/* The bit in "[BIT]", which is `text`; the whole port without it. */
static bool read_bits(const struct words *w, const char *text, struct pin_event *e)
{
	unsigned long bit = 0;
	size_t length = strlen(text);

	e->low = 0;
	e->width = e->port->width;
	if (!*text && e->width <= WIDEST_LEVEL)
		return true;
	char *digits = format_string("%.*s", length > 1 ? (int)length - 2 : 0, length ? text + 1 : "");
	bool good = length > 2 && text[length - 1] == ']' && text_to_unsigned(digits, &bit) && bit < e->width;

	free(digits);
	e->low = (unsigned)bit;
	e->width = 1;
	return good || error_at(word_place(w, 1), "the pin is \"%.*s\": expected a bit of %s[%u:0]", (int)w->word[1].length, w->word[1].at,
				e->port->name, e->port->width - 1);
}

static bool read_pin(const struct words *w, const struct own_top *own, struct pin_event *e)
{
	if (w->count < 2)
		return words_refuse(w, 1, "pin", "a pin, and its level");
	char *text = format_string("%.*s", (int)w->word[1].length, w->word[1].at), *bracket = strchr(text, '[');
	char *bits = copy_string(bracket ? bracket : "");

	if (bracket)
		*bracket = 0;
	e->port = find_port(own, text);
	bool good = e->port ? read_bits(w, bits, e) : refuse_pin(w, own, text);
	free(bits);
	free(text);
	return good;
}

static bool read_level(const struct words *w, struct pin_event *e)
{
	uint64_t most = e->width < 64 ? (UINT64_C(1) << e->width) - 1 : UINT64_MAX;
	char *text = w->count > 2 ? format_string("%.*s", (int)w->word[2].length, w->word[2].at) : copy_string(""), *end = text;
	bool hexadecimal = strncmp(text, "0x", 2) == 0;

	errno = 0;
	if (isxdigit((unsigned char)text[hexadecimal ? 2 : 0]))
		e->value = strtoull(text, &end, hexadecimal ? 16 : 10);
	bool good = end > text && !*end && errno == 0 && e->value <= most;

	free(text);
	if (good)
		return words_end(w, 3, "a time, a pin and its level");
	char *expected = most == 1 ? copy_string("0 or 1") : format_string("a number from 0 to %llu, or with 0x before it", (unsigned long long)most);

	words_refuse(w, 2, "level", expected);
	free(expected);
	return false;
}

/* ---- bytes of a serial line -------------------------------------------------------------------------------- */

static const char escaped[] = "nrt\\\"", meant[] = "\n\r\t\\\"";

static unsigned hexadecimal_digit(char c)
{
	return isdigit((unsigned char)c) ? (unsigned)(c - '0') : (unsigned)(tolower((unsigned char)c) - 'a' + 10);
}

/* One byte from *at on, of a text that ends with its line; false: it is none. */
static bool read_byte(const char **at, char *byte)
{
	const char *c = *at, *known;

	if (*c != '\\') {
		*byte = *c;
		*at = c + 1;
		return *c && *c != '\n' && *c != '\r';
	}
	known = c[1] ? strchr(escaped, c[1]) : NULL;
	if (known) {
		*byte = meant[known - escaped];
		*at = c + 2;
		return true;
	}
	if (c[1] != 'x' || !isxdigit((unsigned char)c[2]) || !isxdigit((unsigned char)c[3]))
		return false;
	*byte = (char)(hexadecimal_digit(c[2]) << 4 | hexadecimal_digit(c[3]));
	*at = c + 4;
	return true;
}

static bool read_bytes(const struct words *w, struct pin_event *e)
{
	const char *at = w->count > 2 ? w->word[2].at : "";
	struct text bytes = {0};
	char byte;
	bool good = *at++ == '"';

	while (good && *at != '"' && (good = read_byte(&at, &byte)))
		text_add_bytes(&bytes, &byte, 1);
	const char *behind = good ? at + 1 + strspn(at + 1, " \t\r") : "";
	good = good && (!*behind || strchr("\n#", *behind));
	e->bytes = bytes.bytes ? bytes.bytes : copy_string("");
	e->length = bytes.length;
	return good || error_at(word_place(w, 2), "expected bytes between quotes, with \\n, \\r, \\t, \\\\, \\\" and \\x41 for those that are no"
				" letters") || suggest("\"go\\n\"");
}

void pin_bytes_print(const char *bytes, size_t length, struct text *out)
{
	for (size_t i = 0; i < length; i++) {
		const char *known = bytes[i] ? strchr(meant, bytes[i]) : NULL;

		if (known)
			text_print(out, "\\%c", escaped[known - meant]);
		else if ((unsigned char)bytes[i] >= ' ' && (unsigned char)bytes[i] < 127)
			text_add_bytes(out, &bytes[i], 1);
		else
			text_print(out, "\\x%02x", (unsigned char)bytes[i]);
	}
}

/* ------------------------------------------------------------------------------------------------------------ */

static int compare_events(const void *a, const void *b)
{
	const struct pin_event *x = a, *y = b;

	if (x->clock != y->clock)
		return x->clock < y->clock ? -1 : 1;
	return x->at.line < y->at.line ? -1 : x->at.line > y->at.line;
}

/* What the lines of one clock have set of an input. */
struct set_bits {
	uint64_t clock, mask, value;
	bool any;
};

/* Refuses an event that sets bits which an earlier line has set otherwise in the same clock. */
static bool agrees(struct set_bits *set, const struct pin_event *e)
{
	uint64_t mask = (e->width < 64 ? (UINT64_C(1) << e->width) - 1 : UINT64_MAX) << e->low, value = e->value << e->low;

	if (!set->any || set->clock != e->clock)
		*set = (struct set_bits){ .clock = e->clock };
	if ((set->mask & mask & (set->value ^ value)) != 0)
		return error_at(e->at, "another line gives %s another level in this clock: expected one", e->port->name);
	set->mask |= mask;
	set->value |= value;
	set->any = true;
	return true;
}

/* Whether no two lines set an input in one clock to two levels; the events are sorted. */
static bool inputs_agree(const struct pin_lines *lines, const struct own_top *own)
{
	struct set_bits *set = allocate_array(own->port_count + 1, sizeof *set);
	bool good = true;

	for (size_t i = 0; good && i < lines->count; i++) {
		const struct pin_event *e = &lines->event[i];

		if (e->port->direction == PORT_INPUT && !e->bytes && e->low < 64)
			good = agrees(&set[e->port - own->port], e);
	}
	free(set);
	return good;
}

bool pin_lines_read(struct pin_lines *lines, const char *path, const struct own_top *own, double clock_hz, uint64_t last)
{
	struct words *w = &lines->words;
	bool good = words_open(w, path, "#", USUAL_LINE);

	while (good && words_line_of_data(w)) {
		lines->event = room_for_one(lines->event, lines->count, sizeof *lines->event);
		struct pin_event *e = &lines->event[lines->count++];

		*e = (struct pin_event){ .at = word_place(w, 1) };
		good = read_time(w, clock_hz, last, &e->clock) && read_pin(w, own, e)
		       && (pin_is_sent(e->port) || pin_is_heard(e->port) ? read_bytes(w, e) : read_level(w, e));
	}
	if (good && lines->count > 0)
		qsort(lines->event, lines->count, sizeof *lines->event, compare_events);
	return good && inputs_agree(lines, own);
}

void pin_lines_free(struct pin_lines *lines)
{
	for (size_t i = 0; i < lines->count; i++)
		free(lines->event[i].bytes);
	free(lines->event);
	words_close(&lines->words);
}
