/* messages.c: messages to simulate, read from a file.
 *
 *   file    := { line }
 *   line    := blank* [ leaf blank+ to [ blank+ payload ] blank* ] [ "#" anything ] newline
 *   to      := leaf | "*" | "@" group
 *   payload := digits | "0x" hexadecimal digits
 */
#include "schedule/messages.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bits.h"
#include "util/message.h"
#include "util/text.h"

/* Longer than the longest payload (65535 bits are 19729 decimal digits), with room for a comment. */
enum { LONGEST_LINE = 65536, SHOWN = 24 };

struct message_reader {
	const char *path;
	FILE *file;
	char *line;
	size_t length;			/* of line, without its newline */
	size_t number;			/* of line, from 1 */
	const char *at;			/* next character to read */
	struct message_list *list;
	size_t room, payload_room, payload_count;
	uint32_t *last;			/* by leaf: its last message so far */
};

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

static struct place here(const struct message_reader *r, const char *at)
{
	return (struct place){ r->path, r->number, (size_t)(at - r->line) + 1, r->line };
}

/* The length of the word at `at`, as far as messages show it. */
static int word_length(const char *at)
{
	int length = (int)strcspn(at, " \t\r\n#");

	return length < SHOWN ? length : SHOWN;
}

static void skip_blanks(struct message_reader *r)
{
	while (is_blank(*r->at))
		r->at++;
}

static bool at_end(const struct message_reader *r)
{
	return !*r->at || *r->at == '#';
}

static bool refuse_leaf(const struct message_reader *r, const char *start, const char *what)
{
	if (!*start || *start == '#')
		error_at(here(r, start), "%s leaf is missing: expected \"source destination [payload]\"", what);
	else
		error_at(here(r, start), "%s leaf is \"%.*s\": expected a number from 0 to %u", what,
			 word_length(start), start, r->list->leaves - 1);
	return false;
}

/* Refuses "*" or "@" and a number that this network does not have. */
static bool refuse_set(const struct message_reader *r, const char *start)
{
	unsigned groups = r->list->sets > 0 ? r->list->sets - 1 : 0;

	if (*start == '*' && r->list->sets > 0)
		return refuse_leaf(r, start, "destination");
	error_at(here(r, start), "destination is \"%.*s\", %s, but this network has no %s: expected %s%u", word_length(start), start,
		 *start == '*' ? "all leaves" : "a group", *start == '*' ? "broadcasts" : groups > 0 ? "such group" : "groups",
		 groups > 0 ? "@ and a group from 1 to " : "a leaf from 0 to ", groups > 0 ? groups : r->list->leaves - 1);
	if (*start == '*')
		suggest("--set broadcast-every=8");
	return false;
}

/* Reads a number below `end`; false if there is none, or if other characters follow directly. */
static bool read_below(struct message_reader *r, uint64_t end, uint64_t *value)
{
	const char *start = r->at;

	*value = 0;
	while (*r->at >= '0' && *r->at <= '9' && *value < end)
		*value = *value * 10 + (uint64_t)(*r->at++ - '0');
	return r->at > start && *value < end && (is_blank(*r->at) || at_end(r));
}

static bool read_leaf(struct message_reader *r, const char *what, uint32_t *leaf)
{
	const char *start;
	uint64_t value;

	skip_blanks(r);
	start = r->at;
	if (!read_below(r, r->list->leaves, &value))
		return refuse_leaf(r, start, what);
	*leaf = (uint32_t)value;
	return true;
}

/* Destinations of several leaves: all leaves are number 0, group g is number g. */
static bool read_destination(struct message_reader *r, uint32_t *destination)
{
	const char *start;
	uint64_t set = 0;
	bool good;

	skip_blanks(r);
	start = r->at;
	if (*start != '*' && *start != '@')
		return read_leaf(r, "destination", destination);
	r->at++;
	good = *start == '*' ? is_blank(*r->at) || at_end(r) : read_below(r, r->list->sets, &set) && set > 0;
	if (!good || r->list->sets == 0)
		return refuse_set(r, start);
	*destination = r->list->leaves + (uint32_t)set;
	return true;
}

/* words = words * factor + digit. False when it does not fit into `bits`. */
static bool append_digit(uint64_t *words, unsigned bits, unsigned factor, unsigned digit)
{
	unsigned count = (bits + 63) / 64, top = bits - (count - 1) * 64;
	uint64_t carry = digit;

	for (unsigned i = 0; i < count; i++) {
		__extension__ unsigned __int128 product = (unsigned __int128)words[i] * factor + carry;

		words[i] = (uint64_t)product;
		carry = (uint64_t)(product >> 64);
	}
	return !carry && words[count - 1] <= bits_low(top);
}

static int digit_value(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return 99;
}

/* Room for one more payload, zeroed. */
static uint64_t *fresh_payload(struct message_reader *r)
{
	size_t words = (r->list->payload_bits + 63) / 64;
	uint64_t *payload;

	if (r->payload_count == r->payload_room) {
		r->payload_room = r->payload_room ? r->payload_room * 2 : 64;
		r->list->payload = reallocate(r->list->payload, r->payload_room * words * sizeof *payload);
	}
	payload = r->list->payload + r->payload_count++ * words;
	memset(payload, 0, words * sizeof *payload);
	return payload;
}

/* The message's own payload, if the line has one. */
static bool read_payload(struct message_reader *r, uint32_t *own)
{
	unsigned base = 10, bits = r->list->payload_bits;
	const char *start, *digits;
	uint64_t *payload;

	skip_blanks(r);
	*own = MESSAGE_NONE;
	if (at_end(r))
		return true;
	start = r->at;
	if (start[0] == '0' && (start[1] == 'x' || start[1] == 'X')) {
		base = 16;
		r->at += 2;
	}
	*own = (uint32_t)r->payload_count;
	payload = fresh_payload(r);
	for (digits = r->at; digit_value(*r->at) < (int)base; r->at++) {
		if (!append_digit(payload, bits, base, (unsigned)digit_value(*r->at)))
			return error_at(here(r, start), "payload \"%.*s\" does not fit into %u bits (payload-bits)",
					word_length(start), start, bits);
	}
	if (r->at == digits || (!is_blank(*r->at) && !at_end(r)))
		return error_at(here(r, start), "payload is \"%.*s\": expected a number, decimal or with 0x before it",
				word_length(start), start);
	return true;
}

static bool read_end(struct message_reader *r)
{
	skip_blanks(r);
	if (at_end(r))
		return true;
	return error_at(here(r, r->at), "\"%.*s\" is more than \"source destination [payload]\"", word_length(r->at),
			r->at);
}

static void grow(struct message_reader *r)
{
	struct message_list *list = r->list;

	r->room = r->room ? r->room + r->room / 2 : 1024;
	list->destination = reallocate(list->destination, r->room * sizeof *list->destination);
	list->next = reallocate(list->next, r->room * sizeof *list->next);
	if (list->own_payload)
		list->own_payload = reallocate(list->own_payload, r->room * sizeof *list->own_payload);
}

static void append(struct message_reader *r, uint32_t source, uint32_t destination, uint32_t own)
{
	struct message_list *list = r->list;
	uint32_t number;

	if (list->count == r->room)
		grow(r);
	number = (uint32_t)list->count++;
	if (own != MESSAGE_NONE && !list->own_payload) {
		list->own_payload = allocate_array(r->room, sizeof *list->own_payload);
		for (uint32_t i = 0; i < number; i++)
			list->own_payload[i] = MESSAGE_NONE;
	}
	if (list->own_payload)
		list->own_payload[number] = own;
	list->destination[number] = destination;
	list->next[number] = MESSAGE_NONE;
	if (r->last[source] == MESSAGE_NONE)
		list->first[source] = number;
	else
		list->next[r->last[source]] = number;
	r->last[source] = number;
}

static bool read_message(struct message_reader *r)
{
	uint32_t source = 0, destination = 0, own;

	skip_blanks(r);
	if (at_end(r))
		return true;
	if (!read_leaf(r, "source", &source) || !read_destination(r, &destination)
	    || !read_payload(r, &own) || !read_end(r))
		return false;
	if (r->list->count == MESSAGE_NONE)
		return error_at(here(r, r->line), "more than %u messages", MESSAGE_NONE);
	append(r, source, destination, own);
	return true;
}

static bool refuse_line(const struct message_reader *r, size_t column, const char *why)
{
	return error_at((struct place){ r->path, r->number, column, NULL }, "%s", why);
}

/* Reads one line; false at the end of the file, or, with *good false, after an error. */
static bool next_line(struct message_reader *r, bool *good)
{
	int c = getc_unlocked(r->file);

	r->number++;
	*good = true;
	for (r->length = 0; c != EOF && c != '\n'; c = getc_unlocked(r->file)) {
		if (!c)
			*good = refuse_line(r, r->length + 1, "byte 0: expected a text file of messages");
		else if (r->length == LONGEST_LINE)
			*good = refuse_line(r, r->length + 1, "line of more than 65536 characters");
		if (!*good)
			return false;
		r->line[r->length++] = (char)c;
	}
	r->line[r->length] = 0;
	if (c != EOF || r->length)
		return true;
	*good = !ferror(r->file);
	if (!*good)
		error("cannot read %s: %s", r->path, strerror(errno));
	return false;
}

static bool read_lines(struct message_reader *r)
{
	bool good = true;

	while (next_line(r, &good)) {
		r->at = r->line;
		good = read_message(r);
		if (!good)
			return false;
		if (r->number % (1 << 20) == 0)
			progress("reading %s: %zu messages", r->path, r->list->count);
	}
	if (good && !r->list->count) {
		error_at((struct place){ .file = r->path }, "no messages: expected lines of \"source destination [payload]\"");
		good = false;
	}
	return good;
}

struct message_reader *messages_begin(struct message_list *list, const char *name, const struct spec *spec)
{
	unsigned leaves = spec->leaves, sets = spec->broadcast_every > 0 ? 1 + spec->group_count : 0;
	struct message_reader *r = allocate(sizeof *r);

	*r = (struct message_reader){ .path = name, .list = list };
	*list = (struct message_list){ .leaves = leaves, .sets = sets, .payload_bits = spec->payload_bits };
	list->first = allocate_array(leaves, sizeof *list->first);
	r->last = allocate_array(leaves, sizeof *r->last);
	memset(list->first, 0xff, leaves * sizeof *list->first);
	memset(r->last, 0xff, leaves * sizeof *r->last);
	r->line = allocate(LONGEST_LINE + 1);
	return r;
}

bool messages_line(struct message_reader *r, const char *line, size_t skip, size_t number)
{
	size_t payloads = r->payload_count;

	r->length = strlen(line);
	r->number = number;
	if (r->length > LONGEST_LINE)
		return refuse_line(r, LONGEST_LINE + 1, "line of more than 65536 characters");
	memcpy(r->line, line, r->length + 1);
	r->at = r->line + skip;
	if (read_message(r))
		return true;
	r->payload_count = payloads;
	return false;
}

void messages_end(struct message_reader *r)
{
	free(r->line);
	free(r->last);
	free(r);
}

bool messages_read(struct message_list *list, const char *path, const struct spec *spec)
{
	bool standard = !strcmp(path, "-"), good;
	FILE *file = standard ? stdin : fopen(path, "r");
	struct message_reader *r;

	if (!file) {
		*list = (struct message_list){ 0 };
		return error("cannot open %s: %s", path, strerror(errno));
	}
	r = messages_begin(list, standard ? "standard input" : path, spec);
	r->file = file;
	good = read_lines(r);
	if (!standard)
		fclose(file);
	messages_end(r);
	return good;
}

void messages_free(struct message_list *list)
{
	free(list->destination);
	free(list->next);
	free(list->first);
	free(list->own_payload);
	free(list->payload);
	*list = (struct message_list){ 0 };
}
