/* fixed.c: reads the keys that hold for all networks which are compared. */
#include "points/fixed.h"

#include <stdlib.h>
#include <string.h>

#include "parse/keys.h"
#include "util/message.h"

const struct entry *fixed_find(const struct fixed *f, const char *key)
{
	const struct entry *entry = NULL;

	for (size_t i = 0; i < f->count; i++) {
		const struct entry *here = document_find(&f->document[i], key);

		entry = here ? here : entry;
	}
	return entry;
}

/* Without a file, --set holds keys of the proposals, which choose their networks themselves. */
static bool check_network(const struct fixed *f, const struct points_request *r)
{
	const struct entry *network = fixed_find(f, "network");

	if (r->file || !network)
		return true;
	error_at(network->value_at, "network is given, but no parameter file: expected a file that describes your network,"
		 " or no network");
	return suggest("without network");
}

/* An option and --set must not give two numbers. 0: the option is not given. */
static bool check_option(const struct fixed *f, const char *option, unsigned long number, const char *key)
{
	const struct entry *entry = fixed_find(f, key);
	unsigned long given;

	if (!number || !entry || !entry->is_override || entry->is_list || !text_to_unsigned(entry->items[0].text, &given)
	    || given == number)
		return true;
	error_at(entry->value_at, "%s is %lu, but %s is %lu: expected one of them", key, given, option, number);
	return suggest("without %s", option);
}

/* Whether two keys give the same thing in two forms, both in the file or both by --set. */
static bool is_rival(const struct entry *a, const struct entry *b)
{
	const struct key *rows[MOST_KEYS];
	size_t count = key_rows(rows);

	for (size_t i = 0; i < count; i++)
		if (strcmp(rows[i]->name, a->key) == 0 && key_has_rival(rows[i], b->key))
			return a->is_override == b->is_override;
	return false;
}

/* Refuses the entry if an earlier one is its rival. */
static bool check_rival(const struct fixed *f, const struct entry *entry)
{
	for (size_t i = 0; i < f->count; i++)
		for (size_t k = 0; k < f->document[i].count; k++) {
			const struct entry *other = &f->document[i].entries[k];

			if (other == entry)
				return true;
			if (!is_rival(entry, other))
				continue;
			error_at(entry->key_at, "%s, but %s is given, too: expected one of them, each gives the other", entry->key,
				 other->key);
			return suggest("without %s", entry->key);
		}
	return true;
}

static bool check_rivals(const struct fixed *f)
{
	for (size_t i = 0; i < f->count; i++)
		for (size_t k = 0; k < f->document[i].count; k++)
			if (!check_rival(f, &f->document[i].entries[k]))
				return false;
	return true;
}

bool fixed_read(struct fixed *f, const struct points_request *r)
{
	bool good = true;

	f->document = allocate_array(r->override_count + 1, sizeof *f->document);
	if (r->file)
		good = document_read(&f->document[f->count++], r->file);
	for (size_t i = 0; i < r->override_count && good; i++)
		good = document_read_override(&f->document[f->count++], r->overrides[i].text);
	for (size_t i = 0; i < f->count && good; i++)
		for (size_t k = 0; k < f->document[i].count && good; k++)
			good = spec_knows_key(&f->document[i].entries[k]);
	f->some = fixed_find(f, "network");
	return good && check_network(f, r) && check_option(f, "--leaves", r->ends, "leaves")
	       && check_option(f, "--leaves", r->ends, "nodes") && check_option(f, "--payload", r->payload_bits, "payload-bits")
	       && check_rivals(f);
}

bool fixed_number(const struct fixed *f, const char *key, unsigned long option, unsigned low, unsigned high, unsigned *number)
{
	const struct entry *entry = fixed_find(f, key);
	unsigned long given = 0;

	*number = (unsigned)option;
	if (option || !entry)
		return true;
	if (!entry->is_list && text_to_unsigned(entry->items[0].text, &given) && given >= low && given <= high) {
		*number = (unsigned)given;
		return true;
	}
	error_at(entry->value_at, "%s is %s: expected a number from %u to %u", key, entry->is_list ? "a list"
		 : entry->items[0].text, low, high);
	return suggest("%s: %lu", key, entry->is_list ? low : text_nearest_unsigned(entry->items[0].text, low, high));
}

void fixed_free(struct fixed *f)
{
	for (size_t i = 0; i < f->count; i++)
		document_free(&f->document[i]);
	free(f->document);
}
