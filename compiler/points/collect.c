/* collect.c: which networks are compared: the user's own, and what the machines propose with the keys that it holds fixed. */
#include <stdlib.h>
#include <string.h>

#include "fpga/board.h"
#include "network/machine.h"
#include "network/network.h"
#include "network/proposals.h"
#include "parse/bus.h"
#include "parse/document.h"
#include "parse/keys.h"
#include "parse/kind.h"
#include "points/fixed.h"
#include "points/points.h"
#include "shells/shells.h"
#include "util/message.h"

/* Of a file with a network. */
static const char *const shared[] = {
	"family", "clock", "leaf-interface", NULL
};
/* Given to each point apart. */
static const char *const apart[] = { "network", "name", "leaves", "nodes", "payload-bits", NULL };

static bool is_in(const char *const *names, const char *name)
{
	while (*names && strcmp(*names, name) != 0)
		names++;
	return *names;
}

/* Also those of a bus, if the file has one: its bridges are a part of all points. */
static bool is_shared(const struct key *key)
{
	return is_in(shared, key->name) || bus_has_key(key);
}

/* ---- points ------------------------------------------------------------------------------------------------ */

static struct point *add_point(struct points *p)
{
	p->point = room_for_one(p->point, p->count, sizeof *p->point);
	p->point[p->count] = (struct point){0};
	return &p->point[p->count++];
}

bool points_add(struct points *p, const struct points_request *r)
{
	struct override *all = allocate_array(r->override_count + 2, sizeof *all);
	size_t count = r->override_count;
	char *payload = NULL, *family = NULL;
	struct spec spec;

	for (size_t i = 0; i < count; i++)
		all[i] = r->overrides[i];
	if (r->payload_bits)
		all[count++].text = payload = format_string("payload-bits=%lu", r->payload_bits);
	if (r->board)
		all[count++].text = family = format_string("family=%s", device_family(r->board->device)->word);
	bool good = network_read_spec(&spec, r->file, all, count);

	free(all);
	if (good && !spec.machine->model.predict) {
		machine_lacks(&spec, "comparison");
		spec_free(&spec);
		good = false;
	}
	if (good && r->ends && r->ends != spec_all_leaves(&spec)) {
		error("--leaves is %lu, but %s has %u %s: expected a file without network, or as many", r->ends, r->file, spec_all_leaves(&spec),
		      spec.machine->ends);
		suggest("without --leaves");
		spec_free(&spec);
		good = false;
	}
	if (good) {
		struct point *point = add_point(p);
		struct text parameters = {0};

		spec_print(&spec, &parameters);
		*point = (struct point){ .name = copy_string(spec.name), .parameters = parameters.bytes, .spec = spec, .yours = true };
		p->ends = spec_all_leaves(&spec);
		p->payload_bits = spec.payload_bits;
	}
	free(payload);
	free(family);
	return good;
}

static const struct kind *kind_of(const struct document *keys)
{
	const struct entry *network = document_find(keys, "network");
	size_t i = 0;

	while (strcmp(network_kinds[i]->word, network->items[0].text) != 0)
		i++;
	return network_kinds[i];
}

static char *value_of(const struct entry *entry);

/* "{leaf: 0-7, role: both}" */
static void add_mapping(const struct document *mapping, struct text *out)
{
	text_add(out, "{");
	for (size_t i = 0; i < mapping->count; i++) {
		char *value = value_of(&mapping->entries[i]);

		text_print(out, "%s%s: %s", i ? ", " : "", mapping->entries[i].key, value);
		free(value);
	}
	text_add(out, "}");
}

/* An entry's value as a parameter file has it. Fresh. */
static char *value_of(const struct entry *entry)
{
	struct text t = {0};

	text_add(&t, entry->is_list ? "[" : "");
	for (size_t i = 0; i < entry->count; i++)
		text_print(&t, "%s%s", i ? ", " : "", entry->items[i].text);
	for (size_t i = 0; i < entry->mapping_count; i++) {
		text_add(&t, i ? ", " : "");
		add_mapping(&entry->mappings[i], &t);
	}
	text_add(&t, entry->is_list ? "]" : "");
	return t.bytes;
}

static bool is_same(const struct entry *a, const struct entry *b)
{
	char *one = value_of(a), *other = value_of(b);
	bool same = strcmp(one, other) == 0;

	free(one);
	free(other);
	return same;
}

/* Adds a fixed key to the text of a proposal. False if the proposal gives another value, or the key's rival. */
static bool add_fixed(const struct fixed *f, const struct document *keys, const struct entry *entry, struct text *out)
{
	const struct key *key = key_of(kind_of(keys), entry->key);
	const struct entry *own = document_find(keys, entry->key);

	if (!key || is_in(apart, entry->key) || (f->some && !is_shared(key)) || entry != fixed_find(f, entry->key))
		return true;
	if (own)
		return is_same(own, entry);
	for (const char *const *rival = key->rivals; rival && *rival; rival++)
		if (document_find(keys, *rival))
			return false;
	char *value = value_of(entry);

	text_print(out, "%s: %s\n", entry->key, value);
	free(value);
	return true;
}

/* The whole text of a proposal. False if it does not go together with the fixed keys. */
static bool complete(const struct points *p, const struct fixed *f, const struct proposal *proposal, struct text *out)
{
	struct document keys;
	bool good = document_read_text(&keys, proposal->name, proposal->keys);

	text_add(out, proposal->keys);
	if (!p->payload_follows)
		text_print(out, "payload-bits: %u\n", p->payload_bits);
	for (size_t i = 0; i < f->count && good; i++)
		for (size_t k = 0; k < f->document[i].count && good; k++)
			if (!p->board || strcmp(f->document[i].entries[k].key, "family") != 0)
				good = add_fixed(f, &keys, &f->document[i].entries[k], out);
	if (p->board)
		text_print(out, "family: %s\n", device_family(p->board->device)->word);
	document_free(&keys);
	return good;
}

/* The error among messages, which is the last one: warnings come before it. Fresh. */
static char *error_of(const struct text *said)
{
	size_t end = said->length, start;

	while (end > 0 && said->bytes[end - 1] == '\n')
		end--;
	for (start = end; start > 0 && said->bytes[start - 1] != '\n'; )
		start--;
	return end > 0 ? format_string("%.*s", (int)(end - start), said->bytes + start) : copy_string("");
}

/* Has the bridges of a bus, if the keys ask for one, be a part of the point. False after a message: it cannot have them. */
static bool add_bridges(struct spec *spec)
{
	if (!spec->bus)
		return true;
	if (!shell_for_user(spec, &no_shell))
		return false;
	struct network *net = network_elaborate(spec);
	bool good = shell_check(net);

	network_free(net);
	return good;
}

/* Reads a point's text; where it is no network, it is left out, and the message kept. */
static void read_point(struct points *p, const char *name, struct text *parameters)
{
	struct document document;
	struct text said = {0};
	struct spec spec;
	char *called = copy_string(name);

	struct text *before = message_capture(&said);
	bool good = document_read_text(&document, name, parameters->bytes) && network_read_entries(&spec, NULL, &document, called);
	if (good && !add_bridges(&spec)) {
		spec_free(&spec);
		good = false;
	}
	message_capture(before);
	document_free(&document);
	if (good) {
		struct point *point = add_point(p);

		point->name = called;
		point->parameters = copy_string(parameters->bytes);
		point->spec = spec;
	} else {
		p->left_out = room_for_one(p->left_out, p->left_out_count, sizeof *p->left_out);
		p->left_out[p->left_out_count++] = (struct left_out){ called, error_of(&said) };
	}
	text_free(&said);
}

static void add_proposals(struct points *p, const struct fixed *f)
{
	struct proposals list = { .ends = p->ends, .payload_bits = p->payload_bits };

	for (size_t i = 0; network_machines[i]; i++)
		if (network_machines[i]->report.propose)
			network_machines[i]->report.propose(&list);
	for (size_t i = 0; i < list.count; i++) {
		struct text parameters = {0};

		if (complete(p, f, &list.item[i], &parameters))
			read_point(p, list.item[i].name, &parameters);
		text_free(&parameters);
	}
	proposals_free(&list);
}

/* With words as long as those of the first point, now that they are known: widths of lanes follow from them. */
static void propose_again(struct points *p, const struct fixed *f)
{
	struct points again = { .board = p->board, .ends = p->ends, .payload_bits = p->point[0].spec.payload_bits, .payload_follows = true };

	points_free(p);
	*p = again;
	add_proposals(p, f);
}

/* How many leaves, and how long words, if there is no network that says so. False after a message. */
static bool find_size(struct points *p, const struct fixed *f, const struct points_request *r)
{
	if (!fixed_number(f, "leaves", r->ends, 2, MAXIMUM_LEAVES, &p->ends)
	    || !fixed_number(f, "payload-bits", r->payload_bits, 1, MAXIMUM_BITS, &p->payload_bits))
		return false;
	if (p->ends == 0 && !fixed_number(f, "nodes", 0, 2, MAXIMUM_LEAVES, &p->ends))
		return false;
	p->payload_follows = p->payload_bits == 0 && fixed_find(f, "bus");
	if (p->payload_bits == 0)
		p->payload_bits = DEFAULT_PAYLOAD_BITS;
	if (p->ends > 0)
		return true;
	error("ftc explore is given no number of leaves: expected --leaves N, or a parameter file with leaves");
	return suggest("ftc explore --leaves 16 --payload %u", p->payload_bits);
}

bool points_collect(struct points *p, const struct points_request *r)
{
	struct fixed fixed = {0};

	*p = (struct points){ .board = r->board };
	bool good = fixed_read(&fixed, r) && (fixed.some ? points_add(p, r) && add_bridges(&p->point[0].spec) : find_size(p, &fixed, r));

	if (good)
		add_proposals(p, &fixed);
	if (good && p->payload_follows && p->count > 0 && p->point[0].spec.payload_bits != p->payload_bits)
		propose_again(p, &fixed);
	if (good && p->count == 0) {
		error("no network of %u leaves and words of %u bits has these keys: expected others%s%s", p->ends, p->payload_bits,
		      p->left_out_count ? "; the first says: " : "", p->left_out_count ? p->left_out[0].why : "");
		good = suggest("fewer fixed keys");
	}
	fixed_free(&fixed);
	return good;
}

void points_free(struct points *p)
{
	for (size_t i = 0; i < p->count; i++) {
		spec_free(&p->point[i].spec);
		free(p->point[i].name);
		free(p->point[i].parameters);
		free(p->point[i].failure);
		output_free(&p->point[i].logs);
	}
	for (size_t i = 0; i < p->left_out_count; i++) {
		free(p->left_out[i].name);
		free(p->left_out[i].why);
	}
	free(p->point);
	free(p->left_out);
}
