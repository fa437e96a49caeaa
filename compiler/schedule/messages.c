/* messages.c: messages to simulate, or to schedule, read from a file.
 *
 *   file    := { line }
 *   line    := blank* [ [ name ":" blank+ ] [ time blank+ ] leaf blank+ to [ blank+ payload | blank+ "words" blank+ digits ]
 *              [ blank+ "class" blank+ name ] blank* ] [ "#" anything ] newline
 *   time    := ( "@" | "@+" ) digits [ "s" ] [ blank+ "after" blank+ message { "," message } ]
 *   message := digits | name
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
#include "schedule/message_reader.h"
#include "schedule/sources.h"
#include "util/json.h"

/* `role`: "source" or "destination". */
static bool read_leaf(const struct message_reader *r, size_t i, const char *role, uint32_t *leaf)
{
	unsigned long value, first = r->form.first_end;
	char *what = format_string("%s %s", role, message_end_word(r));
	bool good = words_unsigned(&r->w, i, what, first, first + r->list->leaves - 1, &value);

	if (good && r->form.dead && r->form.dead[value - first]) {
		char *expected = format_string("a %s that lives", message_end_word(r));

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
			 ? format_string("a %s from %u to %u: here a message is for one", message_end_word(r), r->form.first_end,
					 r->form.first_end + r->list->leaves - 1)
			 : r->list->sets > 1 && !all ? format_string("@ and a group from 1 to %u", r->list->sets - 1)
			 : format_string("a %s from %u to %u, this network has no %s", message_end_word(r),
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

/* The message's own payload, word `at`. */
static bool read_payload(struct message_reader *r, size_t at, uint32_t *own)
{
	const struct word *word = &r->w.word[at];
	unsigned bits = r->list->payload_bits;
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

static bool read_length(const struct message_reader *r, size_t at, uint32_t *words)
{
	unsigned long number;

	if (!words_unsigned(&r->w, at, "number of words", 1, r->form.one_word ? 1 : MOST_MESSAGE_WORDS, &number))
		return r->form.one_word && suggest("a line for each word: %s", r->form.one_word);
	*words = (uint32_t)number;
	return true;
}

static bool read_class(const struct message_reader *r, size_t at, unsigned *class)
{
	const struct word *word = &r->w.word[at];

	if (r->w.count <= at || !message_is_name(word->at, word->length))
		return words_refuse(&r->w, at, "class", MESSAGE_NAME_EXPECTED);
	*class = message_list_class(r->list, word->at, word->length);
	return *class > 0 || words_refuse(&r->w, at, "class", "one of the 255 classes before it");
}

/* What is behind the destination: a payload, a number of words, or neither; then the class, or none. */
static bool read_content(struct message_reader *r, struct new_message *m, uint32_t *own)
{
	size_t at = r->first + 2;

	*own = MESSAGE_NONE;
	m->words = 1;
	if (r->w.count > at && word_is(&r->w.word[at], "words")) {
		if (!read_length(r, at + 1, &m->words))
			return false;
		at += 2;
	} else if (r->w.count > at && !word_is(&r->w.word[at], "class")) {
		if (!read_payload(r, at++, own))
			return false;
	}
	if (r->w.count > at && word_is(&r->w.word[at], "class")) {
		if (!read_class(r, at + 1, &m->class))
			return false;
		at += 2;
	}
	return words_end(&r->w, at, "\"source destination [payload | words N] [class NAME]\"");
}

static void append(struct message_reader *r, const struct new_message *m, uint32_t own)
{
	struct message_list *list = r->list;
	uint32_t number = (uint32_t)list->count;

	if (m->timed && !list->time)
		list->timed_line = r->w.number;
	message_list_add(list, m);
	if (!list->own_payload && own != MESSAGE_NONE) {
		list->own_payload = allocate_array(2 * (size_t)number + 1, sizeof *list->own_payload);
		memset(list->own_payload, 0xff, number * sizeof *list->own_payload);
	}
	if (list->own_payload) {
		list->own_payload = room_for_one(list->own_payload, number, sizeof *list->own_payload);
		list->own_payload[number] = own;
	}
}

/* Refuses a file of phases: only words that bring their parents can follow it. */
static bool is_of_phases(const struct message_reader *r)
{
	if (r->list->count > 0 || !word_is(&r->w.word[0], "phases"))
		return false;
	words_refuse(&r->w, 0, "first line", "messages, for this tree does not let words bring their parents");
	return suggest("--set up-routing=given, for an xgft, gft or cm-5") || true;
}

static bool read_message(struct message_reader *r)
{
	struct new_message m = { 0 };
	uint32_t own;

	if (is_of_phases(r))
		return false;
	if (!message_read_name(r) || !message_read_time(r, &m) || !read_leaf(r, r->first, "source", &m.source)
	    || !read_destination(r, &m.destination) || !read_content(r, &m, &own))
		return false;
	if (r->list->words + m.words > MESSAGE_NONE)
		return error_at(word_place(&r->w, 0), "more than %u words in all messages", MESSAGE_NONE);
	append(r, &m, own);
	message_keep_name(r);
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
	struct message_reader *r = allocate(sizeof *r);

	*r = (struct message_reader){
		.w = { .path = name, .marks = "#" }, .list = list, .form = *form, .may_broadcast = may_broadcast(spec->kind),
	};
	message_list_start(list, form->leaves > 0 ? form->leaves : spec->leaves, spec->payload_bits);
	list->sets = spec->broadcast_every > 0 && !form->single ? 1 + spec->group_count : 0;
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
	json_decref(r->names);
	free(r->after);
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

bool source_file(struct message_set *set, const char *path, const struct spec *spec, const char *why)
{
	struct message_list list;
	/* Only their existence matters: a schedule has no clocks. */
	struct message_form form = { .slot_clocks = 1, .single = true };
	bool good = messages_read(&list, path, spec, &form);

	if (good && list.time)
		warning_at((struct place){ .file = strcmp(path, "-") == 0 ? "standard input" : path,
					   .line = list.timed_line },
			   "times are ignored: %s", why);
	*set = (struct message_set){ .count = good ? list.words : 0 };
	set->demand = good ? allocate_array(list.words + 1, sizeof *set->demand) : NULL;
	/* The list is sorted by leaf; the words' numbers give the order of the file. */
	for (uint32_t leaf = 0; good && leaf < list.leaves; leaf++)
		for (uint32_t i = list.first[leaf]; i != MESSAGE_NONE; i = list.next[i])
			for (uint32_t k = 0; k < message_words(&list, i); k++)
				set->demand[message_first_word(&list, i) + k] = (struct demand){ leaf, list.destination[i] };
	messages_free(&list);
	return good;
}
