/* run_trails.c: see run_trails.h. */
#include "simulate/run_trails.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "network/machine.h"
#include "simulate/delivery_log.h"
#include "simulate/run_page.h"
#include "trails.h"


/* ---- which word a trail is of ---- */

/* A delivery or a trail, by its pair of ends. */
struct of_pair {
	uint64_t pair;
	uint32_t which;
};

static int by_pair(const void *a, const void *b)
{
	const struct of_pair *x = a, *y = b;

	if (x->pair != y->pair)
		return x->pair < y->pair ? -1 : 1;
	return (x->which > y->which) - (x->which < y->which);
}

uint32_t *run_trails_words(const struct simulation *s, size_t deliveries, size_t trails)
{
	uint32_t *word = allocate_array(trails + 1, sizeof *word);
	struct of_pair *log = allocate_array(deliveries + 1, sizeof *log), *way = allocate_array(trails + 1, sizeof *way);
	uint64_t ends = s->network->ends;
	size_t k = 0;

	for (size_t i = 0; i < deliveries; i++)
		log[i] = (struct of_pair){ s->log->entry[i].source * ends + s->log->entry[i].leaf, (uint32_t)i };
	for (size_t i = 0; i < trails; i++)
		way[i] = (struct of_pair){ s->trails->trail[i].source * ends + s->trails->trail[i].destination, (uint32_t)i };
	qsort(log, deliveries, sizeof *log, by_pair);
	qsort(way, trails, sizeof *way, by_pair);
	for (size_t i = 0; i < trails; i++) {
		while (k < deliveries && log[k].pair < way[i].pair)
			k++;
		bool known = k < deliveries && log[k].pair == way[i].pair;

		word[way[i].which] = known ? log[k].which : NO_WORD;
		k += known && s->trails->trail[way[i].which].end == TRAIL_ARRIVED;
	}
	free(log);
	free(way);
	return word;
}

/* ---- columns ---- */

/* The first trails, with not too many hops in all. */
static size_t trails_shown(const struct trails *t)
{
	size_t hops = 0, i = 0;

	while (i < t->trails && hops + t->trail[i].hops <= RUN_PAGE_HOPS)
		hops += t->trail[i++].hops;
	return i;
}

/* A word that waits on its way: the steps between its hops. */
static bool waits(const struct trails *t, size_t trails)
{
	for (size_t i = 0; i < trails; i++)
		for (uint32_t k = 0; k < t->trail[i].hops; k++)
			if (t->hop[t->trail[i].first_hop + k].step != t->trail[i].step)
				return true;
	return false;
}

/* Whether the trail follows the only way between its ends, which the page has already. */
static bool follows(const struct simulation *s, const struct trail *trail)
{
	const struct machine *machine = s->network->spec->machine;
	const struct trails *t = s->trails;
	struct word_way way;

	if (!machine->report.way || !machine->report.way(s->network, trail->source, trail->destination, &way) || trail->hops >= way.count)
		return false;
	for (uint32_t k = 0; k < trail->hops; k++) {
		const struct trail_link *link = &t->link[t->hop[trail->first_hop + k].link];

		if (link->from != trail_vertex(way.vertex[k].level, way.vertex[k].index)
		    || link->to != trail_vertex(way.vertex[k + 1].level, way.vertex[k + 1].index))
			return false;
	}
	return true;
}

static bool all_follow(const struct simulation *s, const uint32_t *word, size_t trails)
{
	if ((uint64_t)s->network->ends * s->network->ends > RUN_PAGE_WAYS)
		return false;
	for (size_t i = 0; i < trails; i++)
		if (word[i] == NO_WORD || !follows(s, &s->trails->trail[i]))
			return false;
	return true;
}

static void add_trail_columns(struct columns *c, const struct trails *t, const uint32_t *word, size_t trails)
{
	struct numbers step = { 0 }, of = { 0 }, end = { 0 }, hops = { 0 }, source = { 0 }, destination = { 0 };

	for (size_t i = 0; i < trails; i++) {
		const struct trail *trail = &t->trail[i];

		numbers_add(&step, trail->step);
		numbers_add(&of, word[i] == NO_WORD ? 0 : word[i] + 1);
		numbers_add(&end, trail->end);
		numbers_add(&hops, trail->hops);
		if (word[i] == NO_WORD) {
			numbers_add(&source, trail->source);
			numbers_add(&destination, trail->destination);
		}
	}
	columns_add_numbers(c, "trailStep", &step, true);
	columns_add_numbers(c, "trailWord", &of, false);
	columns_add_numbers(c, "trailEnd", &end, false);
	columns_add_numbers(c, "trailHops", &hops, false);
	columns_add_numbers(c, "strangerSource", &source, false);
	columns_add_numbers(c, "strangerDestination", &destination, false);
}

/* Left out, which is an empty column: links that follow from the ends, wires of large networks, waits where there are none. */
static void add_hop_columns(struct columns *c, const struct simulation *s, const uint32_t *word, size_t trails)
{
	const struct trails *t = s->trails;
	struct numbers link = { 0 }, wire = { 0 }, wait = { 0 };
	bool known = all_follow(s, word, trails), wires = s->network->ends <= 64, waiting = waits(t, trails);

	for (size_t i = 0; i < trails; i++)
		for (uint32_t k = 0, before = t->trail[i].step; k < t->trail[i].hops; k++) {
			const struct trail_hop *hop = &t->hop[t->trail[i].first_hop + k];

			if (!known)
				numbers_add(&link, hop->link);
			if (wires)
				numbers_add(&wire, hop->wire);
			if (waiting)
				numbers_add(&wait, hop->step - before);
			before = hop->step;
		}
	columns_add_numbers(c, "hopLink", &link, false);
	columns_add_numbers(c, "hopWire", &wire, false);
	columns_add_numbers(c, "hopWait", &wait, false);
}

static json_t *name_links(const struct trails *t)
{
	json_t *list = json_array();

	for (size_t i = 0; i < t->links; i++) {
		const struct trail_link *link = &t->link[i];

		json_array_append_new(list, json_pack("[o, o, i]",
				      json_sprintf("%" PRIu64 ".%" PRIu64, link->from >> 32, link->from & UINT32_MAX),
				      json_sprintf("%" PRIu64 ".%" PRIu64, link->to >> 32, link->to & UINT32_MAX), (int)link->wires));
	}
	return list;
}

/* A word to several leaves arrives more than once, by one trail or none. */
static bool has_trails(const struct simulation *s)
{
	return s->trails && s->trails->steps > 0 && s->network->spec->broadcast_every == 0;
}

void run_trails_add(struct columns *c, const struct simulation *s, size_t deliveries, json_t *meta)
{
	if (!has_trails(s)) {
		json_object_set_new(meta, "links", json_null());
		return;
	}
	const struct trails *t = s->trails;
	size_t shown = trails_shown(t);
	uint32_t *word = run_trails_words(s, deliveries, shown);

	columns_add(c, "stepClock", t->step, t->steps, true);
	add_trail_columns(c, t, word, shown);
	add_hop_columns(c, s, word, shown);
	json_object_set_new(meta, "links", name_links(t));
	/* Behind this step the page has no trails. */
	json_object_set_new(meta, "trailSteps", json_integer((json_int_t)(shown < t->trails ? t->trail[shown].step : t->steps)));
	json_object_set_new(meta, "trailsCut", json_boolean(t->cut || shown < t->trails));
	free(word);
}
