/* keys.c: the keys common to several kinds of network, and all uses of rows. */
#include "parse/keys.h"

#include <string.h>

#include "parse/family.h"
#include "parse/kind.h"

static json_t *network_value(const struct spec *spec)
{
	return json_string(spec->kind->word);
}

const struct key network_key = {
	.name = "network", .type = KEY_OWN, .value = network_value,
	.required = "the kind of network, such as fat-tree, sorter or xgft", .example = "fat-tree",
	.help = "The kind of network.",
};
const struct key name_key = {
	.name = "name", .type = KEY_NAME, .field = offsetof(struct spec, name),
	.takes = "a-z, then a-z 0-9 `_`, at most 64", .otherwise = "the network: `fat_tree`, `sorter`, ..",
	.help = "The top module, and the prefix of every module and file.",
};

const struct key leaves_key = {
	.name = "leaves", .type = KEY_NUMBER, .field = offsetof(struct spec, leaves), .low = 2, .high = MAXIMUM_LEAVES,
	.required = "the number of leaves, from 2 to 1048576", .example = "16", .help = "Number of leaves.", .size = true,
};
const struct key payload_bits_key = {
	.name = "payload-bits", .type = KEY_NUMBER, .field = offsetof(struct spec, payload_bits),
	.low = 1, .high = MAXIMUM_BITS, .preset = 32, .help = "Bits of payload in each message.",
};

const struct key family_key = {
	.name = "family", .type = KEY_FAMILY, .field = offsetof(struct spec, family),
	.help = "FPGA family of the pipelining and the estimates.",
};
const struct key elements_key = {
	.name = "elements-between-registers", .type = KEY_NUMBER_OR_AUTO,
	.field = offsetof(struct spec, elements_between_registers), .low = 1, .high = MAXIMUM_ELEMENTS,
	.serial = "registers stand behind every switch",
	.help = "Switching elements between two registers; `auto`: the most that `clock` allows.",
};
const struct key clock_key = {
	.name = "clock", .type = KEY_NUMBER_OR_AUTO, .field = offsetof(struct spec, clock_mhz),
	.low = 1, .high = MAXIMUM_CLOCK_MHZ, .unit = "MHz",
	.help = "Target clock of the network; `auto`: the board's, or 100.",
};
const struct key delay_ram_key = {
	.name = "delay-ram-threshold", .type = KEY_NUMBER_OR_AUTO, .field = offsetof(struct spec, delay_ram_threshold),
	.high = MAXIMUM_DELAY_RAM_THRESHOLD, .unit = "clocks", .preset = DELAY_RAM_AUTO, .automatic = DELAY_RAM_AUTO,
	.serial = "words do not wait where they turn",
	.help = "Delays of at least this many clocks use RAM instead of flip-flops; 0: none; `auto`: where it pays.",
};
const struct key probe_key = {
	.name = "probe", .type = KEY_FLAG, .field = offsetof(struct spec, probe),
	.help = "Adds ports with the wires of every channel, for tests.",
};

const struct key *key_of(const struct kind *kind, const char *name)
{
	for (const struct key *const *key = kind->keys; *key; key++)
		if (strcmp((*key)->name, name) == 0)
			return *key;
	return NULL;
}

const struct key *key_find(const char *name)
{
	const struct key *key = NULL;

	for (size_t i = 0; network_kinds[i] && !key; i++)
		key = key_of(network_kinds[i], name);
	return key;
}

bool key_has_rival(const struct key *key, const char *name)
{
	for (const char *const *rival = key->rivals; rival && *rival; rival++)
		if (strcmp(*rival, name) == 0)
			return true;
	return false;
}

size_t key_names(const char *names[MOST_KEYS])
{
	const struct key *rows[MOST_KEYS];
	size_t count = key_rows(rows), distinct = 0;

	for (size_t i = 0; i < count; i++)
		if (i == 0 || strcmp(rows[i]->name, rows[i - 1]->name) != 0)
			names[distinct++] = rows[i]->name;
	return distinct;
}

/* Where a row belongs: behind the last of its name. MOST_KEYS if it is already there. */
static size_t row_place(const struct key *const *rows, size_t count, const struct key *row)
{
	size_t place = count;

	for (size_t i = 0; i < count; i++) {
		if (rows[i] == row)
			return MOST_KEYS;
		if (strcmp(rows[i]->name, row->name) == 0)
			place = i + 1;
	}
	return place;
}

size_t key_rows(const struct key *rows[MOST_KEYS])
{
	size_t count = 0;

	for (const struct kind *const *kind = network_kinds; *kind; kind++)
		for (const struct key *const *key = (*kind)->keys; *key && count < MOST_KEYS; key++) {
			size_t place = row_place(rows, count, *key);

			if (place == MOST_KEYS)
				continue;
			memmove(&rows[place + 1], &rows[place], (count++ - place) * sizeof *rows);
			rows[place] = *key;
		}
	return count;
}

const void *key_field(const struct spec *spec, const struct key *key)
{
	return (key->own ? (const char *)spec->own : (const char *)spec) + key->field;
}

json_t *key_value(const struct spec *spec, const struct key *key)
{
	const void *field = key_field(spec, key);
	const unsigned *number = field;

	if (key->has && !key->has(spec))
		return NULL;
	switch (key->type) {
	case KEY_NUMBER: return json_integer(*number);
	case KEY_NUMBER_OR_AUTO: return *number == key->automatic ? json_string("auto") : json_integer(*number);
	case KEY_WORD: return json_string(key->words[*number]);
	case KEY_FAMILY: return json_string((*(const struct family *const *)(const void *)field)->word);
	case KEY_FLAG: return json_boolean(*(const bool *)field);
	case KEY_NAME: return json_string(*(char *const *)field);
	case KEY_OWN: break;
	}
	return key->value(spec);
}

/* Of a number or a list of numbers; 0: it is something else. */
static json_int_t greatest_number(const json_t *value)
{
	json_int_t greatest = json_integer_value(value);

	for (size_t i = 0; i < json_array_size(value); i++) {
		json_int_t number = json_integer_value(json_array_get(value, i));

		greatest = number > greatest ? number : greatest;
	}
	return greatest;
}

char *key_largest(const struct spec *spec)
{
	const struct key *largest = NULL;
	json_int_t most = 0;
	bool in_list = false;

	for (const struct key *const *key = spec->kind->keys; *key; key++) {
		json_t *value = (*key)->size ? key_value(spec, *key) : NULL;
		json_int_t number = greatest_number(value);

		if (number > most) {
			largest = *key;
			most = number;
			in_list = json_is_array(value);
		}
		json_decref(value);
	}
	if (!largest)
		return NULL;
	return in_list ? format_string("%lld in %s", (long long)most, largest->name)
		       : format_string("%s: %lld", largest->name, (long long)most);
}

static void add_words(struct text *t, const char *const *words)
{
	for (size_t i = 0; words[i]; i++)
		text_print(t, "%s`%s`", i ? ", " : "", words[i]);
}

static void add_family_words(struct text *t)
{
	const char *words[MOST_FAMILIES + 1];

	family_words(words);
	add_words(t, words);
}

char *key_takes(const struct key *key)
{
	struct text t = {0};

	if (key == &network_key)
		for (size_t i = 0; network_kinds[i]; i++)
			text_print(&t, "%s`%s`", i ? ", " : "", network_kinds[i]->word);
	else if (key->takes)
		text_add(&t, key->takes);
	else if (key->type == KEY_WORD)
		add_words(&t, key->words);
	else if (key->type == KEY_FAMILY)
		add_family_words(&t);
	else if (key->type == KEY_FLAG)
		text_add(&t, "`true`, `false`");
	else
		text_print(&t, "%s%u .. %u%s%s", key->type == KEY_NUMBER_OR_AUTO ? "`auto`, " : "", key->low, key->high,
			   key->unit ? " " : "", key->unit ? key->unit : "");
	return t.bytes;
}

char *key_otherwise(const struct key *key)
{
	if (key->otherwise)
		return copy_string(key->otherwise);
	if (key->required)
		return copy_string("must be given");
	if (key->type == KEY_WORD)
		return format_string("`%s`", key->words[key->preset]);
	if (key->type == KEY_FAMILY)
		return format_string("`%s`", families->word);
	if (key->type == KEY_FLAG)
		return copy_string(key->preset ? "`true`" : "`false`");
	return key->type == KEY_NUMBER_OR_AUTO ? copy_string("`auto`") : format_string("%u", key->preset);
}

char *key_kinds(const struct key *key)
{
	struct text t = {0};
	bool all = true;

	for (const struct kind *const *kind = network_kinds; *kind; kind++) {
		if (key_of(*kind, key->name) == key)
			text_print(&t, "%s`%s`", t.length ? ", " : "", (*kind)->word);
		else
			all = false;
	}
	if (all) {
		text_free(&t);
		text_add(&t, "all");
	}
	return t.bytes;
}
