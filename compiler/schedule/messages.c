/* messages.c: messages to simulate, or to schedule, read from a file.
 *
 *   file    := { line }
 *   line    := blank* [ [ time blank+ ] leaf blank+ to [ blank+ payload ] blank* ] [ "#" anything ] newline
 *   time    := "@" digits [ "s" ] | "@+" digits [ "s" ] blank+ "after" blank+ message
 *   to      := leaf | "*" | "@" group
 *   payload := digits | "0x" hexadecimal digits
 */
#include "schedule/messages.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "bits.h"
#include "parse/keys.h"
#include "parse/kind.h"
#include "schedule/sources.h"
#include "util/words.h"

struct message_reader {
	struct words w;
	struct message_list *list;
	struct message_form form;
	bool may_broadcast;		/* networks of this kind can have broadcasts */
	size_t first;			/* the first word of the line behind the time */
	size_t payload_count;
	uint32_t *last;			/* by leaf: its last message so far */
};

/* A line's time. */
struct time_read {
	uint64_t time;
	uint32_t after;			/* the message it waits for, or MESSAGE_NONE */
	bool given;
};

/* The number of clocks of the line's first word, behind "@" or "@+"; with an "s" at its end they are slots. */
static bool read_clocks(const struct message_reader *r, const char *digits, uint64_t *clocks)
{
	const struct word *word = &r->w.word[0];
	size_t length = word->length - (size_t)(digits - word->at);
	bool slots = length > 0 && digits[length - 1] == 's';
	unsigned long factor = slots ? r->form.slot_clocks : 1, number = 0;
	char *text = format_string("%.*s", (int)(length - slots), digits);
	bool good = text_to_unsigned(text, &number);

	free(text);
	if (!good)
		return words_refuse(&r->w, 0, "time", "@1200 (clocks), @12s (slots) or, for example, @+5 after 1");
	*clocks = number * factor;
	if (number <= MOST_MESSAGE_CLOCKS / factor)
		return true;
	char *expected = format_string("at most %lu %s", MOST_MESSAGE_CLOCKS / factor, slots ? "slots" : "clocks");
	words_refuse(&r->w, 0, "time", expected);
	free(expected);
	return false;
}

/* "after" and the number of an earlier message. */
static bool read_after(const struct message_reader *r, uint32_t *after)
{
	unsigned long number;

	if (r->w.count < 2 || !word_is(&r->w.word[1], "after"))
		return words_refuse(&r->w, 1, "what follows a time with +", "\"after\" and the number of a message");
	if (!r->list->count)
		return words_refuse(&r->w, 2, "message to wait for",
				    "an earlier message of the file, and this is the first");
	if (!words_unsigned(&r->w, 2, "message to wait for", 1, r->list->count, &number))
		return suggest("the number of an earlier message: the first is 1, and this one would be %zu",
			       r->list->count + 1);
	*after = (uint32_t)number - 1;
	return true;
}

static const char *end_word(const struct message_reader *r)
{
	return r->form.end ? r->form.end : "leaf";
}

/* Refuses word i, which should have been the source. */
static bool refuse_source(const struct message_reader *r, size_t i, const char *expected)
{
	char *what = format_string("source %s", end_word(r));

	words_refuse(&r->w, i, what, expected);
	free(what);
	return false;
}

static bool read_time(struct message_reader *r, struct time_read *read)
{
	const struct word *word = &r->w.word[0];

	*read = (struct time_read){ .after = MESSAGE_NONE };
	r->first = 0;
	if (*word->at != '@')
		return true;
	if (r->form.instead)
		return refuse_source(r, 0, r->form.instead);
	bool waits = word->length > 1 && word->at[1] == '+';

	read->given = true;
	r->first = waits ? 3 : 1;
	if (!read_clocks(r, word->at + 1 + waits, &read->time))
		return false;
	if (!waits && r->w.count > 1 && word_is(&r->w.word[1], "after"))
		return words_refuse(&r->w, 0, "time before \"after\"", "@+ and the clocks since the delivery");
	return !waits || read_after(r, &read->after);
}

/* `role`: "source" or "destination". */
static bool read_leaf(const struct message_reader *r, size_t i, const char *role, uint32_t *leaf)
{
	unsigned long value, first = r->form.first_end;
	char *what = format_string("%s %s", role, end_word(r));
	bool good = words_unsigned(&r->w, i, what, first, first + r->list->leaves - 1, &value);

	if (good && r->form.dead && r->form.dead[value - first]) {
		char *expected = format_string("a %s that lives", end_word(r));

		good = words_refuse(&r->w, i, what, expected);
		free(expected);
	}
	free(what);
	if (good)
		*leaf = (uint32_t)(value - first);
	return good;
}

/* Refuses "*", or "@" and a number, that this network does not have. */
static bool refuse_set(const struct message_reader *r, bool all)
{
	char *expected = r->form.single
			 ? format_string("a %s from %u to %u: here a message is for one", end_word(r), r->form.first_end,
					 r->form.first_end + r->list->leaves - 1)
			 : r->list->sets > 1 && !all ? format_string("@ and a group from 1 to %u", r->list->sets - 1)
			 : format_string("a %s from %u to %u, this network has no %s", end_word(r),
					 r->form.first_end, r->form.first_end + r->list->leaves - 1,
					 all ? "broadcasts" : "groups");

	words_refuse(&r->w, r->first + 1, "destination", expected);
	free(expected);
	return all && r->may_broadcast && !r->form.single && suggest("--set broadcast-every=8");
}

/* Destinations of several leaves: all leaves are number 0, group g is number g. */
static bool read_destination(const struct message_reader *r, uint32_t *destination)
{
	size_t at = r->first + 1;
	const struct word *word = &r->w.word[at];
	bool all = r->w.count > at && word_is(word, "*");
	unsigned long set = 0;

	if (!all && (r->w.count <= at || *word->at != '@'))
		return read_leaf(r, at, "destination", destination);
	char *group = format_string("%.*s", (int)word->length - 1, word->at + 1);
	bool good = all ? r->list->sets > 0 : text_to_unsigned(group, &set) && set > 0 && set < r->list->sets;
	free(group);
	*destination = r->list->leaves + (uint32_t)set;
	return good || refuse_set(r, all);
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
	size_t bytes = (r->list->payload_bits + 63) / 64 * sizeof(uint64_t);

	r->list->payload = room_for_one(r->list->payload, r->payload_count, bytes);
	return memset((char *)r->list->payload + r->payload_count++ * bytes, 0, bytes);
}

/* Says that the payload, word `at`, is too large: in its own notation, if that is short. */
static bool refuse_payload(struct message_reader *r, size_t at, bool hexadecimal)
{
	unsigned bits = r->list->payload_bits;
	struct text expected = {0};

	text_print(&expected, "a number of at most %u bits (payload-bits)", bits);
	if (bits <= 64)
		text_print(&expected, hexadecimal ? ", so at most 0x%" PRIx64 : ", so at most %" PRIu64,
			   UINT64_MAX >> (64 - bits));
	words_refuse(&r->w, at, "payload", expected.bytes);
	text_free(&expected);
	return false;
}

/* The message's own payload, if the line has one. */
static bool read_payload(struct message_reader *r, uint32_t *own)
{
	size_t at = r->first + 2;
	const struct word *word = &r->w.word[at];
	unsigned bits = r->list->payload_bits;

	*own = MESSAGE_NONE;
	if (r->w.count <= at)
		return true;
	bool hexadecimal = word->length > 2 && word->at[0] == '0' && (word->at[1] == 'x' || word->at[1] == 'X');
	const char *digit = word->at + 2 * hexadecimal;
	int base = hexadecimal ? 16 : 10;
	uint64_t *payload = fresh_payload(r);

	*own = (uint32_t)r->payload_count - 1;
	for (; digit < word->at + word->length && digit_value(*digit) < base; digit++)
		if (!append_digit(payload, bits, (unsigned)base, (unsigned)digit_value(*digit)))
			return refuse_payload(r, at, hexadecimal);
	return digit == word->at + word->length
	       || words_refuse(&r->w, at, "payload", "a number, decimal or with 0x before it");
}

/* Makes room for the time of message `number`. Those before the first with a time are created in clock 0. */
static void append_time(struct message_reader *r, uint32_t number, const struct time_read *read)
{
	struct message_list *list = r->list;
	size_t room = 2 * (size_t)number + 1;

	if (!list->time && !read->given)
		return;
	if (!list->time) {
		list->timed_line = r->w.number;
		list->time = allocate_array(room, sizeof *list->time);
	}
	if (!list->after && read->after != MESSAGE_NONE) {
		list->after = allocate_array(room, sizeof *list->after);
		memset(list->after, 0xff, number * sizeof *list->after);
	}
	list->time = room_for_one(list->time, number, sizeof *list->time);
	list->time[number] = read->time;
	if (list->after) {
		list->after = room_for_one(list->after, number, sizeof *list->after);
		list->after[number] = read->after;
	}
}

static void append(struct message_reader *r, uint32_t source, uint32_t destination, uint32_t own)
{
	struct message_list *list = r->list;
	uint32_t number = (uint32_t)list->count++;

	list->destination = room_for_one(list->destination, number, sizeof *list->destination);
	list->next = room_for_one(list->next, number, sizeof *list->next);
	if (list->own_payload) {
		list->own_payload = room_for_one(list->own_payload, number, sizeof *list->own_payload);
		list->own_payload[number] = own;
	} else if (own != MESSAGE_NONE) {
		list->own_payload = allocate_array(2 * (size_t)number + 1, sizeof *list->own_payload);
		memset(list->own_payload, 0xff, number * sizeof *list->own_payload);
		list->own_payload[number] = own;
	}
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
	uint32_t source, destination, own;
	struct time_read time;

	if (!read_time(r, &time) || !read_leaf(r, r->first, "source", &source)
	    || !read_destination(r, &destination) || !read_payload(r, &own)
	    || !words_end(&r->w, r->first + 3, "\"source destination [payload]\""))
		return false;
	if (r->list->count == MESSAGE_NONE)
		return error_at(word_place(&r->w, 0), "more than %u messages", MESSAGE_NONE);
	append_time(r, (uint32_t)r->list->count, &time);
	append(r, source, destination, own);
	return true;
}

static bool may_broadcast(const struct kind *kind)
{
	const struct key *const *key = kind->keys;

	while (*key && strcmp((*key)->name, "broadcast-every") != 0)
		key++;
	return *key;
}

struct message_reader *messages_begin(struct message_list *list, const char *name, const struct spec *spec,
				      const struct message_form *form)
{
	unsigned leaves = form->leaves > 0 ? form->leaves : spec->leaves, sets = spec->broadcast_every > 0 && !form->single ? 1 + spec->group_count : 0;
	struct message_reader *r = allocate(sizeof *r);

	*r = (struct message_reader){
		.w = { .path = name, .marks = "#" }, .list = list, .form = *form, .may_broadcast = may_broadcast(spec->kind),
	};
	*list = (struct message_list){ .leaves = leaves, .sets = sets, .payload_bits = spec->payload_bits };
	list->first = allocate_array(leaves, sizeof *list->first);
	r->last = allocate_array(leaves, sizeof *r->last);
	memset(list->first, 0xff, leaves * sizeof *list->first);
	memset(r->last, 0xff, leaves * sizeof *r->last);
	return r;
}

bool messages_line(struct message_reader *r, const char *line, size_t skip, size_t number)
{
	size_t payloads = r->payload_count;

	words_split(&r->w, line, skip, number);
	if (!r->w.count || read_message(r))
		return true;
	r->payload_count = payloads;
	return false;
}

void messages_end(struct message_reader *r)
{
	words_close(&r->w);
	free(r->last);
	free(r);
}

bool messages_read(struct message_list *list, const char *path, const struct spec *spec,
		   const struct message_form *form)
{
	struct message_reader *r = messages_begin(list, path, spec, form);
	bool good = words_open(&r->w, path, "#", USUAL_LINE);

	while (good && words_line_of_data(&r->w)) {
		good = read_message(r);
		if (r->w.number % (1 << 20) == 0)
			progress("reading %s: %zu messages", r->w.path, list->count);
	}
	if (good && !list->count)
		good = error_at((struct place){ .file = r->w.path },
				"no messages: expected lines of \"source destination [payload]\"");
	messages_end(r);
	return good;
}

void messages_free(struct message_list *list)
{
	free(list->destination);
	free(list->next);
	free(list->first);
	free(list->way);
	free(list->own_payload);
	free(list->payload);
	free(list->time);
	free(list->after);
	*list = (struct message_list){ 0 };
}

bool source_file(struct message_set *set, const char *path, const struct spec *spec, const char *why)
{
	struct message_list list;
	/* Only their existence matters: a schedule has no clocks. */
	struct message_form form = { .slot_clocks = 1, .single = true };
	bool good = messages_read(&list, path, spec, &form);

	*set = (struct message_set){ .count = 0 };
	if (good && list.time)
		warning_at((struct place){ .file = strcmp(path, "-") == 0 ? "standard input" : path,
					   .line = list.timed_line },
			   "times are ignored: %s", why);
	if (good) {
		/* The list is sorted by leaf; the messages' numbers give the order of the file. */
		set->count = list.count;
		set->demand = allocate_array(list.count + 1, sizeof *set->demand);
		for (uint32_t leaf = 0; leaf < list.leaves; leaf++)
			for (uint32_t i = list.first[leaf]; i != MESSAGE_NONE; i = list.next[i])
				set->demand[i] = (struct demand){ leaf, list.destination[i] };
	}
	messages_free(&list);
	return good;
}
