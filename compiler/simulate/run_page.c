/* run_page.c: see run_page.h. */
#include "simulate/run_page.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "network/about.h"
#include "network/machine.h"
#include "simulate/chips_drawing.h"
#include "simulate/columns.h"
#include "simulate/delivery_log.h"
#include "simulate/run_trails.h"
#include "simulate/heat_map.h"
#include "simulate/run_ways.h"
#include "trails.h"
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
static uint64_t moved(const struct simulation *s, bool knows, const struct logged *l)
{
	uint32_t differ = s->labels ? s->labels[l->source] ^ s->labels[l->leaf] : 0;
	uint64_t all = l->delivered - l->offered, bits = 0;

	while (differ >> bits)
		bits++;
	uint64_t direct = knows ? s->network->direct_clocks[bits] : 0;

	return direct > 0 && direct < all ? direct : all;
}

enum field { SOURCE, DESTINATION, NUMBER, CREATED, OFFERED, DELIVERED, MOVED, FIELDS };

/* The last word of an end that has arrived. From it follows nearly what the next one is: its number is one more, it comes into being a little
 * later, and it is on its port as soon as both are past. */
struct last_word {
	uint64_t number, created, delivered;
};

static uint32_t code_of(enum field f, const struct logged *l, const struct last_word *last)
{
	uint64_t free_at = l->created > last->delivered ? l->created : last->delivered;

	switch (f) {
	case NUMBER: return columns_signed((int64_t)(l->number - last->number - 1));
	case CREATED: return columns_signed((int64_t)(l->created - last->created));
	default: return columns_signed((int64_t)(l->offered - free_at));
	}
}

static void add_predicted(struct columns *t, const char *name, enum field f, const struct simulation *s, size_t count)
{
	struct last_word *last = allocate_array(run_ends(s), sizeof *last);
	uint32_t *value = columns_values(t, count);

	for (unsigned e = 0; e < run_ends(s); e++)
		last[e].number = UINT64_MAX;	/* before 0 */
	for (size_t i = 0; i < count; i++) {
		const struct logged *l = &s->log->entry[i];

		value[i] = code_of(f, l, &last[l->source]);
		last[l->source] = (struct last_word){ l->number, l->created, l->delivered };
	}
	columns_add(t, name, count, false);
	free(last);
}

static void add_known(struct columns *t, const char *name, enum field f, const struct simulation *s, size_t count)
{
	uint32_t *value = columns_values(t, count);
	bool knows = knows_last_try(s);
	uint64_t before = 0;

	for (size_t i = 0; i < count; i++) {
		const struct logged *l = &s->log->entry[i];

		value[i] = f == SOURCE ? l->source : f == DESTINATION ? l->leaf : (uint32_t)(f == MOVED ? moved(s, knows, l) : l->delivered - before);
		before = l->delivered;
	}
	columns_add(t, name, count, f == DELIVERED);
}

/* In the order of the log. */
static void add_deliveries(struct columns *t, const struct simulation *s, size_t count)
{
	static const char *const names[FIELDS] = {
		"source", "destination", "number", "created", "offered", "delivered", "moved",
	};

	for (enum field f = 0; f < FIELDS; f++)
		(f == NUMBER || f == CREATED || f == OFFERED ? add_predicted : add_known)(t, names[f], f, s, count);
}

/* ---- ways ---- */

/* Links of tries are those of these ways. */
static bool trails_by_way(const struct simulation *s)
{
	return run_trails_there(s) && s->trails->by_way;
}

/* The pairs of ends in the log, and of such tries, as source * ends + destination, ascending; at most one more than `most`. Of
 * more ends the page knows no ways: none. */
static uint64_t *find_pairs(const struct simulation *s, size_t deliveries, size_t most, size_t *count)
{
	size_t ends = run_ends(s);

	*count = 0;
	if (ends > MOST_WAY_ENDS)
		return allocate_array(1, sizeof(uint64_t));
	bool *there = allocate_array(ends * ends, sizeof *there);
	uint64_t *pair = allocate_array(most + 1, sizeof *pair);

	for (size_t i = 0; i < deliveries; i++)
		there[s->log->entry[i].source * ends + s->log->entry[i].leaf] = true;
	for (size_t i = 0, trails = trails_by_way(s) ? s->trails->trails : 0; i < trails; i++)
		there[s->trails->trail[i].source * ends + s->trails->trail[i].destination] = true;
	for (size_t i = 0; i < ends * ends && *count <= most; i++)
		if (there[i])
			pair[(*count)++] = i;
	free(there);
	return pair;
}

/* Vertices of ways by level and index: + 1, the place among their names. */
struct vertex_names {
	uint32_t *place[2 * MAXIMUM_LEVELS + 1];
	unsigned room[2 * MAXIMUM_LEVELS + 1];
	json_t *names;
};

static uint32_t place_of_vertex(struct vertex_names *v, unsigned level, unsigned index)
{
	if (index >= v->room[level]) {
		unsigned room = 2 * index + 2;

		v->place[level] = reallocate(v->place[level], room * sizeof **v->place);
		memset(v->place[level] + v->room[level], 0, (room - v->room[level]) * sizeof **v->place);
		v->room[level] = room;
	}
	uint32_t *place = &v->place[level][index];

	if (*place == 0) {
		json_array_append_new(v->names, json_sprintf("%u.%u", level, index));
		*place = (uint32_t)json_array_size(v->names);
	}
	return *place - 1;
}

/* For each pair the vertices of its way, as places in the list of names that is returned; none where chance chooses. */
static json_t *add_ways(struct columns *t, const struct simulation *s, size_t deliveries)
{
	struct run_ways ways = run_ways_of(s);
	struct numbers length = { 0 }, vertex = { 0 };
	struct vertex_names named = { .names = json_array() };
	size_t pairs;
	uint64_t *pair = find_pairs(s, deliveries, RUN_PAGE_WAYS, &pairs);

	if (trails_by_way(s) && (pairs > RUN_PAGE_WAYS || run_ends(s) > MOST_WAY_ENDS))
		run_trails_spread(s);
	for (size_t i = 0; s->network->spec->machine->report.way && pairs <= RUN_PAGE_WAYS && i < pairs; i++) {
		struct word_way way;
		unsigned ends = run_ends(s);
		bool known = run_way(&ways, (unsigned)(pair[i] / ends), (unsigned)(pair[i] % ends), &way);

		numbers_add(&length, known ? way.count : 0);
		for (unsigned k = 0; known && k < way.count; k++)
			numbers_add(&vertex, place_of_vertex(&named, way.vertex[k].level, way.vertex[k].index));
	}
	columns_add_numbers(t, "pair", &(struct numbers){ pair, length.count }, true);
	columns_add_numbers(t, "wayLength", &length, false);
	columns_add_numbers(t, "wayVertex", &vertex, false);
	for (unsigned level = 0; level < sizeof named.place / sizeof *named.place; level++)
		free(named.place[level]);
	return named.names;
}

/* ---- the page ---- */

/* Without a drawing empty. */
static void add_drawing(const struct simulation *s, struct text *svg)
{
	struct text styled = { 0 }, one = { 0 };

	run_drawing_add(s->network, &styled);
	if (styled.length > 0)
		svg_unstyled(&styled, &one);
	if (one.length > 0 && simulation_chips(s) > 1)
		chips_drawing_add(&one, s->network->spec->leaves, svg);
	else if (one.length > 0)
		text_add_bytes(svg, one.bytes, one.length);
	text_free(&one);
	text_free(&styled);
}

/* A string of bytes that JSON may not be able to say, such as the name of a file. */
static json_t *shown(const char *string)
{
	char *copy = text_disarmed(string);
	json_t *said = json_string(copy);

	free(copy);
	return said;
}

/* `counted`: what links carry is that of deliveries; of tries that were lost nothing is known. */
static json_t *describe(const struct simulation *s, const struct findings *found, size_t deliveries, bool counted)
{
	const struct machine *machine = s->network->spec->machine;
	json_t *meta = network_about(s->network->spec);

	json_object_update_new(meta, json_pack("{s:i, s:s, s:s, s:s, s:i, s:i, s:b, s:I}", "page", 1, "version", FTC_VERSION, "end", machine->end,
					       "ends", machine->ends, "first", (int)machine->first_end, "slot", (int)s->network->slot_clocks,
					       "tries", (int)knows_last_try(s), "deliveries", (json_int_t)s->log->count));
	if (simulation_chips(s) > 1) {
		char *both = format_string("%u %s of two chips; each: %s", run_ends(s), machine->ends, json_string_value(json_object_get(meta, "describe")));

		json_object_set_new(meta, "describe", json_string(both));
		free(both);
	}
	json_object_set_new(meta, "counted", json_boolean(counted));
	json_add_number(meta, "leaves", run_ends(s));
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
	json_t *about = describe(s, found, deliveries, run_ways_tell(s, deliveries));

	add_deliveries(&t, s, deliveries);
	json_object_set_new(about, "vertices", add_ways(&t, s, deliveries));
	run_trails_add(&t, s, deliveries, about);
	json_object_set_new(about, "columns", t.list);
	json_print(about, &meta_json);
	page_add_json(&meta_json, &meta);
	page_add_json(&found->json, &result);
	columns_print(&t, &data);
	svg_escaped(&title, s->network->spec->name);
	add_drawing(s, &drawing);
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
	columns_free(&t);
	return done;
}
