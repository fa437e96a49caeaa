/* spec.c: what the user asked for, every value checked.
 *
 * In: a parameter file and overrides. Out: a spec in which nothing is missing, out of range or
 * contradictory. The first mistake ends the reading: one message. */
#include "parse/spec.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "parse/document.h"
#include "parse/keys.h"
#include "parse/kind.h"
#include "util/digest.h"

static const char *example_of(enum key key, enum network_kind network)
{
	static const char *const examples[KEY_COUNT] = {
		[KEY_NETWORK] = "fat-tree",
		[KEY_LEAVES] = "16",
		[KEY_WIRES] = "8",
		[KEY_HEIGHT] = "2",
		[KEY_CHILDREN] = "4",
		[KEY_PARENTS] = "2",
	};

	if (network == NETWORK_XGFT)
		return key == KEY_CHILDREN ? "[4, 4]" : "[2, 2]";
	return examples[key] ? examples[key] : "...";
}

static bool unknown_key(const struct entry *entry)
{
	const char *nearest = nearest_name(entry->key, key_names, KEY_COUNT);
	struct text all = {0};

	for (size_t i = 0; i < KEY_COUNT; i++)
		text_print(&all, "%s%s", i == 0 ? "" : i + 1 < KEY_COUNT ? ", " : " or ", key_names[i]);
	if (nearest) {
		struct entry meant = *entry;

		error_at(entry->key_at, "unknown key %.60s: expected a key such as %s", entry->key, nearest);
		meant.key = nearest;
		suggest_value(&meant, entry->is_list ? "[...]" : entry->items[0].text);
	} else {
		error_at(entry->key_at, "unknown key %.60s: expected %s", entry->key, all.bytes);
	}
	text_free(&all);
	return false;
}

static bool is_in(const struct document *document, const struct entry *entry)
{
	return entry >= document->entries && entry < document->entries + document->count;
}

/* Enters the entries of a document. What comes later takes the place of the same key in the file, and, as there
 * are two ways to give the capacities, of the other way, too. */
static bool enter(struct request *q, const struct document *document)
{
	for (size_t i = 0; i < document->count; i++) {
		const struct entry *entry = &document->entries[i];
		unsigned key = 0;

		while (key < KEY_COUNT && strcmp(entry->key, key_names[key]) != 0)
			key++;
		if (key == KEY_COUNT)
			return unknown_key(entry);
		q->given[key] = entry;
		unsigned other = key == KEY_CAPACITIES ? KEY_ROOT_CAPACITY : KEY_CAPACITIES;
		bool two_ways = key == KEY_CAPACITIES || key == KEY_ROOT_CAPACITY;
		if (two_ways && q->given[other] && !q->given[other]->is_override && !is_in(document, q->given[other]))
			q->given[other] = NULL;
	}
	return true;
}

bool require(const struct request *q, enum key key, const char *expected)
{
	if (q->given[key])
		return true;
	error_at((struct place){ .file = q->spec->source }, "%s is missing: expected %s", key_names[key], expected);
	suggest("%s: %s", key_names[key], example_of(key, q->spec->network));
	return false;
}

/* The kinds of network whose bits are set: "xgft and gft". A fresh string. */
static char *list_networks(unsigned networks)
{
	struct text t = {0};

	for (unsigned i = 0; network_words[i]; i++)
		if (networks >> i & 1)
			text_print(&t, "%s%s", !t.length ? "" : networks >> i == 1 ? " and " : ", ", network_words[i]);
	return t.bytes;
}

/* A key that means nothing for this kind of network is a mistake, not a comment. */
static bool check_keys_belong(const struct request *q)
{
	enum network_kind network = q->spec->network;

	for (unsigned key = 0; key < KEY_COUNT; key++) {
		if (!q->given[key] || key_belongs_to(key, network))
			continue;
		char *place = where(q->given[KEY_NETWORK]), *owners = list_networks(key_networks(key));
		error_at(q->given[key]->key_at, "%s is a key of %s, but network is %s in %s: expected a key of %s",
			 key_names[key], owners, network_words[network], place, network_words[network]);
		suggest("without %s, or network: %.*s", key_names[key], (int)strcspn(owners, " ,"), owners);
		free(owners);
		free(place);
		return false;
	}
	return true;
}

static bool read_hardware(const struct request *q)
{
	struct spec *spec = q->spec;
	unsigned family = FAMILY_ECP5;

	if (!read_word(q, KEY_FAMILY, family_words, &family))
		return false;
	spec->family = family;
	return read_number_or_auto(q, KEY_ELEMENTS_BETWEEN_REGISTERS, 1, MAXIMUM_ELEMENTS,
				   &spec->elements_between_registers)
	       && read_number_or_auto(q, KEY_CLOCK, 1, MAXIMUM_CLOCK_MHZ, &spec->clock_mhz)
	       && read_number(q, KEY_DELAY_RAM_THRESHOLD, 0, MAXIMUM_DELAY_RAM_THRESHOLD, &spec->delay_ram_threshold)
	       && read_flag(q, KEY_PROBE, &spec->probe);
}

static bool read_request(struct request *q)
{
	struct spec *spec = q->spec;
	unsigned network = NETWORK_FAT_TREE;

	if (!require(q, KEY_NETWORK, "the kind of network, such as fat-tree, sorter or xgft")
	    || !read_word(q, KEY_NETWORK, network_words, &network))
		return false;
	spec->network = network;
	spec->kind = network_kinds[network];
	spec->payload_bits = 32;
	spec->name = copy_string(spec->kind->name);
	if (!check_keys_belong(q) || !read_name(q, &spec->name) || !spec->kind->read(q) || !read_hardware(q))
		return false;
	if (spec->kind->warn)
		spec->kind->warn(q);
	return true;
}

bool spec_read(struct spec *spec, const char *path, const struct override *overrides, size_t override_count)
{
	struct request q = { .spec = spec };
	struct document *documents = allocate_array(override_count + 1, sizeof *documents);

	*spec = (struct spec){ .source = path };
	bool good = document_read(&documents[0], path) && enter(&q, &documents[0]);
	for (size_t i = 0; good && i < override_count; i++)
		good = document_read_override(&documents[i + 1], overrides[i].text) && enter(&q, &documents[i + 1]);
	if (good)
		good = read_request(&q);
	for (size_t i = 0; i <= override_count; i++)
		document_free(&documents[i]);
	free(documents);
	if (!good)
		spec_free(spec);
	return good;
}

bool spec_read_entries(struct spec *spec, const char *path, const struct document *entries, const char *source)
{
	struct request q = { .spec = spec };
	struct document file = {0};

	*spec = (struct spec){ .source = path ? path : source };
	bool good = (!path || (document_read(&file, path) && enter(&q, &file))) && enter(&q, entries) && read_request(&q);

	document_free(&file);
	if (!good)
		spec_free(spec);
	return good;
}

void print_word(struct text *out, enum key key, const char *word)
{
	text_print(out, "%s: %s\n", key_names[key], word);
}

void print_number(struct text *out, enum key key, unsigned number)
{
	text_print(out, "%s: %u\n", key_names[key], number);
}

void print_number_or_auto(struct text *out, enum key key, unsigned number)
{
	if (number)
		print_number(out, key, number);
	else
		print_word(out, key, "auto");
}

void spec_print(const struct spec *spec, struct text *out)
{
	print_word(out, KEY_NETWORK, network_words[spec->network]);
	print_word(out, KEY_NAME, spec->name);
	spec->kind->print(spec, out);
	print_number(out, KEY_PAYLOAD_BITS, spec->payload_bits);
	print_word(out, KEY_FAMILY, family_words[spec->family]);
	print_number_or_auto(out, KEY_ELEMENTS_BETWEEN_REGISTERS, spec->elements_between_registers);
	print_number_or_auto(out, KEY_CLOCK, spec->clock_mhz);
	print_number(out, KEY_DELAY_RAM_THRESHOLD, spec->delay_ram_threshold);
	print_word(out, KEY_PROBE, spec->probe ? "true" : "false");
}

void spec_digest(const struct spec *spec, char digest[17])
{
	struct text t = {0};

	spec_print(spec, &t);
	text_add(&t, FTC_VERSION);
	digest_text(&t, digest);
	text_free(&t);
}

/* A fresh copy of `size` bytes, or NULL of NULL. */
static void *copy_of(const void *bytes, size_t size)
{
	return bytes ? memcpy(allocate(size), bytes, size) : NULL;
}

struct spec *spec_copy(const struct spec *spec)
{
	struct spec *copy = copy_of(spec, sizeof *spec);

	copy->name = copy_string(spec->name);
	copy->faults = copy_of(spec->faults, spec->fault_count * sizeof *spec->faults);
	copy->schedule_name = spec->schedule_name ? copy_string(spec->schedule_name) : NULL;
	copy->schedule_path = spec->schedule_path ? copy_string(spec->schedule_path) : NULL;
	copy->member_of = copy_of(spec->member_of, spec->leaves * sizeof *spec->member_of);
	return copy;
}

void spec_free(struct spec *spec)
{
	free(spec->name);
	free(spec->faults);
	free(spec->schedule_name);
	free(spec->schedule_path);
	free(spec->member_of);
	*spec = (struct spec){0};
}
