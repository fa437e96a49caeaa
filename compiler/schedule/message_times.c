/* message_times.c: what stands before the source of a message: its name, its time, and those it waits for. */
#include "schedule/message_reader.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "util/json.h"

bool message_is_name(const char *at, size_t length)
{
	size_t good = 0;

	while (good < length && (isalnum((unsigned char)at[good]) || strchr("_.-", at[good])))
		good++;
	return length > 0 && good == length && length < 63 && isalpha((unsigned char)*at);
}

static unsigned long number_of(const struct message_reader *r, const char *name)
{
	return (unsigned long)json_integer_value(json_object_get(r->names, name));
}

bool message_read_name(struct message_reader *r)
{
	const struct word *word = &r->w.word[0];
	size_t length = word->length - 1;

	r->first = 0;
	r->name[0] = 0;
	if (word->at[length] != ':')
		return true;
	if (!message_is_name(word->at, length))
		return words_refuse(&r->w, 0, "name", MESSAGE_NAME_EXPECTED ", and a colon");
	memcpy(r->name, word->at, length);
	r->name[length] = 0;
	r->first = 1;
	if (number_of(r, r->name) == 0)
		return true;
	char *expected = format_string("another one: message %lu has this name", number_of(r, r->name));

	words_refuse(&r->w, 0, "name", expected);
	free(expected);
	return false;
}

void message_keep_name(struct message_reader *r)
{
	if (!r->name[0])
		return;
	if (!r->names)
		r->names = json_object();
	json_add_number(r->names, r->name, r->list->count);
}

/* The number of clocks of the time, behind "@" or "@+"; with an "s" at its end they are slots. */
static bool read_clocks(const struct message_reader *r, const char *digits, uint64_t *clocks)
{
	const struct word *word = &r->w.word[r->first];
	size_t length = word->length - (size_t)(digits - word->at);
	bool slots = length > 0 && digits[length - 1] == 's';
	unsigned long factor = slots ? r->form.slot_clocks : 1, number = 0;
	char *text = format_string("%.*s", (int)(length - slots), digits);
	bool good = text_to_unsigned(text, &number);

	free(text);
	if (!good)
		return words_refuse(&r->w, r->first, "time", "@1200 (clocks), @12s (slots) or, for example, @+5 after 1");
	*clocks = number * factor;
	if (number <= MOST_MESSAGE_CLOCKS / factor)
		return true;
	char *expected = format_string("at most %lu %s", MOST_MESSAGE_CLOCKS / factor, slots ? "slots" : "clocks");
	words_refuse(&r->w, r->first, "time", expected);
	free(expected);
	return false;
}

/* The message that `part`, alone in its words, names: an earlier one. */
static bool read_earlier(const struct message_reader *r, const struct words *part, unsigned long *number)
{
	static const char what[] = "message to wait for";
	const struct word *word = &part->word[0];

	if (!r->list->count)
		return words_refuse(part, 0, what, "an earlier message of the file, and this is the first");
	if (message_is_name(word->at, word->length)) {
		char *name = format_string("%.*s", (int)word->length, word->at);

		*number = number_of(r, name);
		free(name);
		return *number > 0 || words_refuse(part, 0, what, "the name of an earlier message")
		       || suggest("its line before this one: no message waits for itself, or for one that waits for it");
	}
	return words_unsigned(part, 0, what, 1, r->list->count, number)
	       || suggest("the number of an earlier message: the first is 1, and this one would be %zu", r->list->count + 1);
}

/* Word i: names of earlier messages, or their numbers, with commas between them. */
static bool read_after(struct message_reader *r, size_t i)
{
	struct word word = i < r->w.count ? r->w.word[i] : (struct word){ "", 0 }, piece = word;
	struct words part = r->w;
	unsigned long number;

	if (i >= r->w.count)
		return words_refuse(&r->w, i, "message to wait for", "its number or name");
	part.word = &piece;
	part.count = 1;
	for (r->after_count = 0; piece.at <= word.at + word.length; piece.at += piece.length + 1) {
		size_t left = (size_t)(word.at + word.length - piece.at);
		const char *comma = memchr(piece.at, ',', left);

		piece.length = comma ? (size_t)(comma - piece.at) : left;
		if (!read_earlier(r, &part, &number))
			return false;
		r->after = room_for_one(r->after, r->after_count, sizeof *r->after);
		r->after[r->after_count++] = (uint32_t)number - 1;
	}
	return true;
}

/* Refuses word i, which should have been the source. */
static bool refuse_source(const struct message_reader *r, size_t i, const char *expected)
{
	char *what = format_string("source %s", message_end_word(r));

	words_refuse(&r->w, i, what, expected);
	free(what);
	return false;
}

bool message_read_time(struct message_reader *r, struct new_message *m)
{
	size_t at = r->first;
	const struct word *word = &r->w.word[at];

	if (at >= r->w.count || *word->at != '@')
		return true;
	if (r->form.instead)
		return refuse_source(r, at, r->form.instead);
	bool delay = word->length > 1 && word->at[1] == '+', waits = r->w.count > at + 1 && word_is(&r->w.word[at + 1], "after");

	m->timed = true;
	if (!read_clocks(r, word->at + 1 + delay, delay ? &m->delay : &m->time))
		return false;
	if (delay && !waits)
		return words_refuse(&r->w, at + 1, "what follows a time with +", "\"after\" and the number of a message");
	r->first = waits ? at + 3 : at + 1;
	if (!waits)
		return true;
	if (!read_after(r, at + 2))
		return false;
	m->after = r->after;
	m->after_count = r->after_count;
	return true;
}
