/* run_page.c: see run_page.h. */
#include "simulate/run_page.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "network/about.h"
#include "network/machine.h"
#include "simulate/columns.h"
#include "simulate/delivery_log.h"
#include "simulate/run_trails.h"
#include "util/json.h"
#include "util/message.h"
#include "util/page.h"
#include "util/svg.h"

/* Deliveries. */
enum { MOST_DELIVERIES = 200000, MOST_WAY_ENDS = 4096 };

/* Whether leaves send a word again until it arrives, in a known time. */
static bool knows_last_try(const struct simulation *s)
{
	return s->labels && simulation_knows_tries(s) && s->network->direct_clocks[s->network->label_bits] > 0;
}

/* The clocks for which a word has moved when it arrives. Where leaves send a word again until it arrives, these are those of its last
 * try; elsewhere all since it was first on its port. */
static uint64_t moved(const struct simulation *s, const struct logged *l)
{
	uint32_t differ = s->labels ? s->labels[l->source] ^ s->labels[l->leaf] : 0;
	uint64_t all = l->delivered - l->offered, bits = 0;

	while (differ >> bits)
		bits++;
	uint64_t direct = knows_last_try(s) ? s->network->direct_clocks[bits] : 0;

	return direct > 0 && direct < all ? direct : all;
}

enum field { SOURCE, DESTINATION, NUMBER, CREATED, OFFERED, DELIVERED, MOVED, FIELDS };

struct log_field {
	const struct simulation *s;
	enum field field;
};

static uint64_t field_of(const void *context, size_t i)
{
	const struct log_field *f = context;
	const struct logged *l = &f->s->log->entry[i];

	switch (f->field) {
	case SOURCE: return l->source;
	case DESTINATION: return l->leaf;
	case NUMBER: return l->number;
	case CREATED: return l->offered - l->created;	/* small numbers take fewer bytes */
	case OFFERED: return l->delivered - l->offered;
	case DELIVERED: return l->delivered;
	default: return moved(f->s, l);
	}
}

/* In the order of the log. */
static void add_deliveries(struct columns *t, const struct simulation *s, size_t count)
{
	static const char *const names[FIELDS] = {
		"source", "destination", "number", "queued", "waited", "delivered", "moved",
	};

	for (enum field f = 0; f < FIELDS; f++)
		columns_add_from(t, names[f], field_of, &(struct log_field){ s, f }, count, f == DELIVERED);
}

/* ---- ways ---- */

static int ascending(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static size_t sort_unique(uint64_t *value, size_t count)
{
	size_t kept = 0;

	if (count > 0)
		qsort(value, count, sizeof *value, ascending);
	for (size_t i = 0; i < count; i++)
		if (kept == 0 || value[kept - 1] != value[i])
			value[kept++] = value[i];
	return kept;
}

/* The pairs of ends in the log, as source * ends + destination, ascending; at most one more than `most`. Of
 * more ends the page knows no ways: none. */
static uint64_t *find_pairs(const struct simulation *s, size_t deliveries, size_t most, size_t *count)
{
	size_t ends = s->network->ends;

	*count = 0;
	if (ends > MOST_WAY_ENDS)
		return allocate_array(1, sizeof(uint64_t));
	bool *there = allocate_array(ends * ends, sizeof *there);
	uint64_t *pair = allocate_array(most + 1, sizeof *pair);

	for (size_t i = 0; i < deliveries; i++)
		there[s->log->entry[i].source * ends + s->log->entry[i].leaf] = true;
	for (size_t i = 0; i < ends * ends && *count <= most; i++)
		if (there[i])
			pair[(*count)++] = i;
	free(there);
	return pair;
}

/* Replaces names of vertices by their places among all. */
static json_t *name_vertices(struct numbers *vertex)
{
	uint64_t *name = allocate_array(vertex->count + 1, sizeof *name);
	json_t *names = json_array();

	if (vertex->count > 0)
		memcpy(name, vertex->value, vertex->count * sizeof *name);
	size_t count = sort_unique(name, vertex->count);

	for (size_t i = 0; i < count; i++)
		json_array_append_new(names, json_sprintf("%" PRIu64 ".%" PRIu64, name[i] >> 32, name[i] & UINT32_MAX));
	for (size_t i = 0; i < vertex->count; i++)
		vertex->value[i] = (uint64_t)((uint64_t *)bsearch(&vertex->value[i], name, count, sizeof *name, ascending) - name);
	free(name);
	return names;
}

/* For each pair the vertices of its way, as places in the list of names that is returned; none where chance chooses. */
static json_t *add_ways(struct columns *t, const struct simulation *s, size_t deliveries)
{
	const struct machine *machine = s->network->spec->machine;
	struct numbers length = { 0 }, vertex = { 0 };
	size_t pairs;
	uint64_t *pair = find_pairs(s, deliveries, RUN_PAGE_WAYS, &pairs);

	for (size_t i = 0; machine->report.way && pairs <= RUN_PAGE_WAYS && i < pairs; i++) {
		struct word_way way;
		unsigned ends = s->network->ends;
		bool known = machine->report.way(s->network, (unsigned)(pair[i] / ends), (unsigned)(pair[i] % ends), &way);

		numbers_add(&length, known ? way.count : 0);
		for (unsigned k = 0; known && k < way.count; k++)
			numbers_add(&vertex, (uint64_t)way.vertex[k].level << 32 | way.vertex[k].index);
	}
	json_t *names = name_vertices(&vertex);

	columns_add(t, "pair", pair, length.count, true);
	columns_add_numbers(t, "wayLength", &length, false);
	columns_add_numbers(t, "wayVertex", &vertex, false);
	free(pair);
	return names;
}

/* ---- the page ---- */

/* Without a drawing empty. */
static void add_drawing(const struct network *net, struct text *svg)
{
	char *wanted = format_string("%s.svg", net->spec->name);
	struct output drawings = { 0 };

	if (net->spec->machine->report.draw)
		net->spec->machine->report.draw(net, &drawings);
	for (size_t i = 0; i < drawings.count; i++)
		if (strcmp(drawings.files[i].path, wanted) == 0)
			svg_unstyled(&drawings.files[i].content, svg);
	output_free(&drawings);
	free(wanted);
}

/* A string of bytes that JSON may not be able to say, such as the name of a file. */
static json_t *shown(const char *string)
{
	char *copy = text_disarmed(string);
	json_t *said = json_string(copy);

	free(copy);
	return said;
}

static json_t *describe(const struct simulation *s, const struct findings *found, size_t deliveries)
{
	const struct machine *machine = s->network->spec->machine;
	json_t *meta = network_about(s->network->spec);

	json_object_update_new(meta, json_pack("{s:i, s:s, s:s, s:s, s:i, s:i, s:b, s:I}", "page", 1, "version", FTC_VERSION, "end", machine->end,
					       "ends", machine->ends, "first", (int)machine->first_end, "slot", (int)s->network->slot_clocks,
					       "tries", (int)knows_last_try(s), "deliveries", (json_int_t)s->log->count));
	json_add_number(meta, "leaves", s->network->ends);
	json_add_number(meta, "shown", deliveries);
	json_object_set_new(meta, "words", s->words_are ? json_string(s->words_are) : json_null());
	json_object_set_new(meta, "answers", json_boolean(s->answers));
	json_object_set_new(meta, "command", shown(s->invocation));
	json_object_set_new(meta, "report", shown(found->text.bytes));
	return meta;
}

static size_t deliveries_shown(const struct delivery_log *log)
{
	if (log->count <= MOST_DELIVERIES)
		return log->count;
	warning("the page of the run has its first %d deliveries of %zu: a browser plays no more", MOST_DELIVERIES, log->count);
	suggest("a smaller --frames, or --load");
	return MOST_DELIVERIES;
}

bool run_page_print(const struct simulation *s, const struct findings *found, struct text *html)
{
	struct text title = { 0 }, drawing = { 0 }, meta = { 0 }, meta_json = { 0 }, result = { 0 }, data = { 0 };
	struct columns t = { .list = json_array() };
	size_t deliveries = deliveries_shown(s->log);
	json_t *about = describe(s, found, deliveries);

	add_deliveries(&t, s, deliveries);
	json_object_set_new(about, "vertices", add_ways(&t, s, deliveries));
	run_trails_add(&t, s, deliveries, about);
	json_object_set_new(about, "columns", t.list);
	json_print(about, &meta_json);
	page_add_json(&meta_json, &meta);
	page_add_json(&found->json, &result);
	page_add_packed((const unsigned char *)t.bytes.bytes, t.bytes.length, &data);
	svg_escaped(&title, s->network->spec->name);
	add_drawing(s->network, &drawing);
	/* An empty text has no bytes. */
	text_add(&data, "");
	text_add(&drawing, "");
	bool done = page_print("run.html", (const struct page_part[]){ { "title", &title }, { "drawing", &drawing },
			       { "meta", &meta }, { "result", &result }, { "data", &data }, { NULL, NULL } }, html);

	text_free(&title);
	text_free(&drawing);
	text_free(&meta);
	text_free(&meta_json);
	text_free(&result);
	text_free(&data);
	text_free(&t.bytes);
	return done;
}
