/* crossing.c: leaves with clocks of their own.
 *
 * In: the key async-leaves: `none`, `all`, a leaf, a range, or a list of these, and `clock: async` in the map of a bus. Out: whether a
 * leaf has a clock of its own. */
#include "parse/crossing.h"

#include <stdlib.h>
#include <string.h>

#include "parse/bus.h"
#include "parse/keys.h"
#include "util/message.h"
#include "util/number.h"

/* What a text that names no leaves is likely to mean, alone or, `in_list`, beside others. A fresh string. */
static char *likely_leaves(const char *text, bool in_list, unsigned low)
{
	static const char *const yes[] = { "all", "yes", "true", "every" }, *const no[] = { "none", "no", "false" };

	if (!in_list && nearest_name(text, yes, sizeof yes / sizeof *yes))
		return copy_string("all");
	if (!in_list && nearest_name(text, no, sizeof no / sizeof *no))
		return copy_string("none");
	return format_string("%u", low);
}

/* The nearest leaves to "12-40". A fresh string. */
static char *nearest_leaves(unsigned long first, unsigned long last, unsigned low, unsigned high)
{
	if (first < low || first > high)
		return format_string("%u", first > high ? high : low);
	if (last > high)
		return first == high ? format_string("%u", high) : format_string("%lu-%u", first, high);
	return format_string("%lu-%lu", last < low ? low : last, first);
}

static bool wrong_leaves(const struct value *value, const char *what, char *nearest)
{
	error_at(value->at, "async-leaves: %.*s%s %s", SHOWN_BYTES, *value->text ? value->text : "an empty text",
		 strlen(value->text) > SHOWN_BYTES ? "..." : "", what);
	suggest("%s", nearest);
	free(nearest);
	return false;
}

static bool read_item_leaves(const struct request *q, const struct value *value, bool in_list, unsigned low)
{
	struct spec *spec = q->spec;
	unsigned high = low + spec->leaves - 1;
	unsigned long first = 0, last = 0;
	bool formed = read_range(value->text, &first, &last);

	if (!formed || first < low || last > high || last < first) {
		char *expected = format_string("is no leaf: expected all, none, a leaf from %u to %u, or several as %u-%u", low, high, low, high);

		wrong_leaves(value, expected, formed ? nearest_leaves(first, last, low, high) : likely_leaves(value->text, in_list, low));
		free(expected);
		return false;
	}
	for (unsigned long leaf = first; leaf <= last; leaf++) {
		if (spec->async[leaf - low])
			return wrong_leaves(value, "names a leaf that stands there already: expected each leaf once",
					    format_string("without %.*s", SHOWN_BYTES, value->text));
		spec->async[leaf - low] = true;
	}
	return true;
}

static bool is_word(const struct entry *entry, const char *word)
{
	return !entry->is_list && entry->count == 1 && strcmp(entry->items[0].text, word) == 0;
}

bool crossing_read(const struct request *q, unsigned first_end)
{
	const struct entry *entry = given(q, &async_leaves_key);
	struct spec *spec = q->spec;

	spec->async_first = first_end;
	if (!entry || is_word(entry, "none") || (entry->is_list && entry->count == 0))
		return true;
	spec->async = allocate_array(spec->leaves, sizeof *spec->async);
	crossing_note(spec, entry->key_at);
	if (is_word(entry, "all")) {
		memset(spec->async, true, spec->leaves);
		return true;
	}
	for (size_t i = 0; i < entry->count; i++)
		if (!read_item_leaves(q, &entry->items[i], entry->is_list, first_end))
			return false;
	return true;
}

bool crossing_check(const struct request *q, bool messages, const char *says)
{
	const struct entry *entry = given(q, &async_leaves_key);

	if (!q->spec->async || messages)
		return true;
	error_at(entry->key_at, "async-leaves are given, but the network %s: expected leaves that send messages, or no async-leaves", says);
	return suggest("without async-leaves");
}

void crossing_note(struct spec *spec, struct place at)
{
	if (spec->async_file)
		return;
	spec->async_file = copy_string(at.file ? at.file : spec->source);
	spec->async_text = at.line_text ? format_string("%.*s", (int)strcspn(at.line_text, "\n"), at.line_text) : NULL;
	spec->async_line = at.line;
	spec->async_column = at.column;
}

struct place crossing_place(const struct spec *spec)
{
	if (!spec->async_file)
		return (struct place){ .file = spec->source };
	return (struct place){ spec->async_file, spec->async_line, spec->async_column, spec->async_text };
}

bool crossing_at(const struct spec *spec, unsigned leaf)
{
	const struct bus_region *r = spec->bus ? bus_region_of(spec, leaf) : NULL;

	return (spec->async && spec->async[leaf]) || (r && r->async);
}

unsigned crossing_count(const struct spec *spec)
{
	unsigned count = 0;

	for (unsigned leaf = 0; (spec->async || spec->bus) && leaf < spec->leaves; leaf++)
		count += crossing_at(spec, leaf);
	return count;
}

int crossing_number(const struct spec *spec, unsigned leaf)
{
	int number = 0;

	for (unsigned k = 0; k < leaf; k++)
		number += crossing_at(spec, k);
	return crossing_at(spec, leaf) ? number : -1;
}

/* Behind a run of leaves from `first` on that are all so. */
static unsigned end_of_run(const struct spec *spec, unsigned first, bool (*is_so)(const struct spec *spec, unsigned leaf))
{
	while (first < spec->leaves && is_so(spec, first))
		first++;
	return first;
}

char *crossing_leaves(const struct spec *spec)
{
	struct text t = { 0 };
	unsigned low = spec->async_first;

	text_add(&t, "");
	for (unsigned leaf = 0, end; leaf < spec->leaves; leaf = end + 1) {
		end = end_of_run(spec, leaf, crossing_at);
		if (end == leaf + 1)
			text_print(&t, "%s%u", t.length > 0 ? ", " : "", leaf + low);
		else if (end > leaf)
			text_print(&t, "%s%u-%u", t.length > 0 ? ", " : "", leaf + low, end - 1 + low);
	}
	return t.bytes;
}

static bool is_given(const struct spec *spec, unsigned leaf)
{
	return spec->async[leaf];
}

static bool has_async(const struct spec *spec)
{
	return spec->async;
}

/* [0, "4-7"]. */
static json_t *async_value(const struct spec *spec)
{
	json_t *list = json_array();
	unsigned low = spec->async_first;

	if (end_of_run(spec, 0, is_given) == spec->leaves) {
		json_decref(list);
		return json_string("all");
	}
	for (unsigned leaf = 0, end; leaf < spec->leaves; leaf = end + 1) {
		end = end_of_run(spec, leaf, is_given);
		if (end > leaf)
			json_array_append_new(list, end == leaf + 1 ? json_integer(leaf + low)
								    : json_sprintf("%u-%u", leaf + low, end - 1 + low));
	}
	return list;
}

const struct key async_leaves_key = {
	.name = "async-leaves", .type = KEY_OWN, .has = has_async, .value = async_value, .takes = "`none`, `all`, list of leaves",
	.otherwise = "`none`", .help = "Leaves with clocks of their own; their streams get dual-clock FIFOs.",
};
