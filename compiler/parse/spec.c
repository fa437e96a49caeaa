/* spec.c: reads and checks the parameters of a network.
 *
 * In: a parameter file and overrides. Out: a spec in which nothing is missing, out of range or
 * contradictory. The first mistake ends the reading: one message. */
#include "parse/spec.h"

#include <stdlib.h>
#include <string.h>

#include "parse/bus.h"
#include "parse/document.h"
#include "parse/family.h"
#include "parse/shell.h"
#include "parse/keys.h"
#include "parse/kind.h"
#include "util/digest.h"

static bool unknown_key(const struct entry *entry)
{
	const char *names[MOST_KEYS];
	const char *nearest = likely_name(entry->key, names, key_names(names));

	if (nearest) {
		struct entry meant = *entry;

		error_at(entry->key_at, "unknown key %.60s: expected a key such as %s", entry->key, nearest);
		meant.key = nearest;
		suggest_value(&meant, entry->is_list ? "[...]" : entry->items[0].text);
	} else {
		error_at(entry->key_at, "unknown key %.60s: expected one that `ftc help keys` lists", entry->key);
	}
	return false;
}

bool spec_knows_key(const struct entry *entry)
{
	return key_find(entry->key) || unknown_key(entry);
}

static bool is_in(const struct document *document, const struct entry *entry)
{
	return entry >= document->entries && entry < document->entries + document->count;
}

/* Forgets the file's entry of the key `rival`: not one from an override, nor from this document. */
static void forget_rival(struct request *q, const struct document *document, const char *rival)
{
	size_t i = request_place(q, rival);

	if (i < q->count && !q->entry[i]->is_override && !is_in(document, q->entry[i]))
		q->entry[i] = q->entry[--q->count];
}

/* The kind that an entry of the key `network` names; NULL: none, or there is no entry. */
static const struct kind *kind_named(const struct entry *network)
{
	for (size_t i = 0; network && network->count == 1 && network_kinds[i]; i++)
		if (strcmp(network_kinds[i]->word, network->items[0].text) == 0)
			return network_kinds[i];
	return NULL;
}

/* The key `name` of the kind of network that is given so far, or of any. */
static const struct key *key_meant(const struct request *q, const char *name)
{
	const struct kind *kind = kind_named(given(q, &network_key));
	const struct key *key = kind ? key_of(kind, name) : NULL;

	return key ? key : key_find(name);
}

/* Reports that this ftc was built without the machine of the kind that `network` names; returns false. */
static bool refuse_kind(const struct kind *kind, const struct entry *network)
{
	error_at(network->value_at, "network is %s: expected another one, for this ftc was built without the machine %s",
		 kind->word, kind->choices->machine);
	return suggest("meson configure -Dmachines=all");
}

/* Reports a key that no kind has, or that only a kind has that was not built. */
static bool refuse_key(const struct request *q, const struct document *document, const struct entry *entry)
{
	const struct entry *here = document_find(document, network_key.name);
	const struct entry *network = here ? here : given(q, &network_key);
	const struct kind *kind = kind_named(network);

	return kind && !kind->read ? refuse_kind(kind, network) : unknown_key(entry);
}

/* Enters the entries of a document. A later entry replaces an earlier one of the same key or of one of the key's rivals. */
static bool enter(struct request *q, const struct document *document)
{
	q->entry = reallocate(q->entry, (q->count + document->count + 1) * sizeof *q->entry);
	for (size_t i = 0; i < document->count; i++) {
		const struct entry *entry = &document->entries[i];
		const struct key *key = key_meant(q, entry->key);
		size_t place = request_place(q, entry->key);

		if (!key)
			return refuse_key(q, document, entry);
		q->entry[place] = entry;
		q->count += place == q->count;
		for (const char *const *rival = key->rivals; rival && *rival; rival++)
			forget_rival(q, document, *rival);
	}
	return true;
}

static bool require(const struct request *q, const struct key *key)
{
	if (!key->required || given(q, key))
		return true;
	error_at((struct place){ .file = q->spec->source }, "%s is missing: expected %s", key->name, key->required);
	return suggest("%s: %s", key->name, key->example);
}

/* The kinds of network that have such a key: "xgft and gft". A fresh string. */
static char *list_owners(const char *name)
{
	struct text t = {0};
	size_t left = 0;

	text_add(&t, "");
	for (size_t i = 0; network_kinds[i]; i++)
		left += key_of(network_kinds[i], name) != NULL;
	for (size_t i = 0; network_kinds[i]; i++)
		if (key_of(network_kinds[i], name))
			text_print(&t, "%s%s", !t.length ? "" : left == 1 ? " and " : ", ",
				   network_kinds[i]->word), left--;
	return t.bytes;
}

/* How many rows the two kinds share. */
static size_t common_rows(const struct kind *one, const struct kind *other)
{
	size_t common = 0;

	for (const struct key *const *key = one->keys; *key; key++)
		common += key_of(other, (*key)->name) == *key;
	return common;
}

/* Of the kinds that have the key the one most like `kind`: most of the file's other keys stay good. */
static const struct kind *nearest_owner(const struct kind *kind, const char *name)
{
	const struct kind *nearest = NULL;

	for (size_t i = 0; network_kinds[i]; i++)
		if (key_of(network_kinds[i], name)
		    && (!nearest || common_rows(kind, network_kinds[i]) > common_rows(kind, nearest)))
			nearest = network_kinds[i];
	return nearest;
}

/* The kind's key that was once called as the entry's key is, if the value is a number of it; or NULL. */
static const struct key *key_renamed(const struct kind *kind, const struct entry *entry)
{
	for (const struct key *const *key = kind->keys; *key; key++)
		if ((*key)->once && strcmp((*key)->once, entry->key) == 0 && is_number_of(*key, entry))
			return *key;
	return NULL;
}

/* Refuses a key that this kind of network does not have. */
static bool refuse_strange_key(const struct request *q, const struct entry *entry)
{
	const struct kind *kind = q->spec->kind;
	const struct key *renamed = key_renamed(kind, entry);
	char *place = where(given(q, &network_key)), *owners = list_owners(entry->key);
	struct entry meant = *entry;

	error_at(entry->key_at, "%s is a key of %s, but network is %s in %s: expected a key of %s", entry->key, owners,
		 kind->word, place, kind->word);
	free(owners);
	free(place);
	if (!renamed)
		return suggest("without %s, or network: %s", entry->key, nearest_owner(kind, entry->key)->word);
	meant.key = renamed->name;
	suggest_value(&meant, entry->items[0].text);
	return false;
}

static bool check_keys_belong(const struct request *q)
{
	for (size_t i = 0; i < q->count; i++)
		if (!key_of(q->spec->kind, q->entry[i]->key))
			return refuse_strange_key(q, q->entry[i]);
	return true;
}

/* Reads the kind of network and prepares the spec for it. */
static bool read_kind(const struct request *q)
{
	enum { MOST_KINDS = 32 };
	const char *words[MOST_KINDS + 1] = { NULL };
	struct spec *spec = q->spec;
	unsigned index = 0;

	for (size_t i = 0; i < MOST_KINDS && network_kinds[i]; i++)
		words[i] = network_kinds[i]->word;
	if (!require(q, &network_key) || !read_word(q, &network_key, words, &index))
		return false;
	spec->kind = network_kinds[index];
	if (!spec->kind->read)
		return refuse_kind(spec->kind, given(q, &network_key));
	spec->name = copy_string(spec->kind->name);
	if (spec->kind->own_size)
		spec->own = allocate(spec->kind->own_size);
	return true;
}

static bool read_request(struct request *q)
{
	struct spec *spec = q->spec;

	if (!read_kind(q) || !check_keys_belong(q))
		return false;
	for (const struct key *const *key = spec->kind->keys; *key; key++)
		if (!require(q, *key) || !read_key(q, *key))
			return false;
	if (!spec->kind->read(q))
		return false;
	if (spec->kind->warn)
		spec->kind->warn(q);
	return true;
}

/* Reads the request, if the documents are `good`, and frees what it was read from. */
static bool finish(struct request *q, struct document *documents, size_t count, bool good)
{
	good = good && read_request(q);
	for (size_t i = 0; i < count; i++)
		document_free(&documents[i]);
	free(q->entry);
	if (!good)
		spec_free(q->spec);
	return good;
}

bool spec_read(struct spec *spec, const char *path, const struct override *overrides, size_t override_count)
{
	struct request q = { .spec = spec };
	struct document *documents = allocate_array(override_count + 1, sizeof *documents);

	*spec = (struct spec){ .source = path, .family = families, .shell = &no_shell };
	bool good = document_read(&documents[0], path) && enter(&q, &documents[0]);
	for (size_t i = 0; good && i < override_count; i++)
		good = document_read_override(&documents[i + 1], overrides[i].text) && enter(&q, &documents[i + 1]);
	good = finish(&q, documents, override_count + 1, good);
	free(documents);
	return good;
}

bool spec_read_entries(struct spec *spec, const char *path, const struct document *entries, const char *source)
{
	struct request q = { .spec = spec };
	struct document file = {0};

	*spec = (struct spec){ .source = path ? path : source, .family = families, .shell = &no_shell };
	return finish(&q, &file, 1, (!path || (document_read(&file, path) && enter(&q, &file))) && enter(&q, entries));
}

static void print_value(const json_t *value, struct text *out);

static void print_mapping(const json_t *object, struct text *out)
{
	const char *key, *between = "{";
	json_t *value;

	json_object_foreach((json_t *)object, key, value) {
		text_print(out, "%s%s: ", between, key);
		print_value(value, out);
		between = ", ";
	}
	text_add(out, "}");
}

/* A value as YAML on one line: words without quotes, lists in brackets, mappings in braces. */
static void print_value(const json_t *value, struct text *out)
{
	if (json_is_string(value)) {
		text_add(out, json_string_value(value));
	} else if (json_is_integer(value)) {
		text_print(out, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
	} else if (json_is_real(value)) {
		text_print(out, "%.9g", json_real_value(value));
	} else if (json_is_boolean(value)) {
		text_add(out, json_is_true(value) ? "true" : "false");
	} else if (json_is_object(value)) {
		print_mapping(value, out);
	} else {
		text_add(out, "[");
		for (size_t i = 0; i < json_array_size(value); i++) {
			text_add(out, i ? ", " : "");
			print_value(json_array_get(value, i), out);
		}
		text_add(out, "]");
	}
}

void spec_print(const struct spec *spec, struct text *out)
{
	for (const struct key *const *key = spec->kind->keys; *key; key++) {
		json_t *value = key_value(spec, *key);

		if (!value)
			continue;
		text_print(out, "%s: ", (*key)->name);
		print_value(value, out);
		text_add(out, "\n");
		json_decref(value);
	}
}

json_t *spec_identity(const struct spec *spec)
{
	return json_pack("{s:s, s:s}", "network", spec->kind->word, "name", spec->name);
}

json_t *spec_json(const struct spec *spec)
{
	json_t *object = json_object();

	for (const struct key *const *key = spec->kind->keys; *key; key++) {
		json_t *value = key_value(spec, *key);

		if (value)
			json_object_set_new(object, (*key)->name, value);
	}
	return object;
}

void spec_digest(const struct spec *spec, char digest[17])
{
	struct text t = {0};

	spec_print(spec, &t);
	if (spec->shell->word)
		text_print(&t, "%s ", spec->shell->word);
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
	copy->own = spec->own ? copy_of(spec->own, spec->kind->own_size) : NULL;
	copy->faults = copy_of(spec->faults, spec->fault_count * sizeof *spec->faults);
	copy->fault_places = copy_of(spec->fault_places, spec->fault_count * sizeof *spec->fault_places);
	copy->fault_file = spec->fault_file ? copy_string(spec->fault_file) : NULL;
	copy->fault_lines = spec->fault_lines ? copy_string(spec->fault_lines) : NULL;
	copy->schedule_name = spec->schedule_name ? copy_string(spec->schedule_name) : NULL;
	copy->schedule_path = spec->schedule_path ? copy_string(spec->schedule_path) : NULL;
	copy->bus = spec->bus ? bus_copy(spec->bus) : NULL;
	copy->async = copy_of(spec->async, spec->leaves * sizeof *spec->async);
	copy->async_file = spec->async_file ? copy_string(spec->async_file) : NULL;
	copy->async_text = spec->async_text ? copy_string(spec->async_text) : NULL;
	copy->member_of = copy_of(spec->member_of, spec->leaves * sizeof *spec->member_of);
	return copy;
}

void spec_free(struct spec *spec)
{
	free(spec->name);
	free(spec->own);
	free(spec->faults);
	free(spec->fault_places);
	free(spec->fault_file);
	free(spec->fault_lines);
	free(spec->schedule_name);
	free(spec->schedule_path);
	free(spec->member_of);
	free(spec->async);
	free(spec->async_file);
	free(spec->async_text);
	bus_free(spec->bus);
	*spec = (struct spec){0};
}
