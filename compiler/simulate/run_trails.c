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

/* Deliveries, or trails, by their pairs of ends: of one pair in their order. */
struct by_ends {
	uint32_t *which;		/* [count] */
	size_t count;
};

typedef uint32_t end_of(const struct simulation *s, uint32_t which);

static uint32_t source_of_logged(const struct simulation *s, uint32_t i)
{
	return s->log->entry[i].source;
}

static uint32_t destination_of_logged(const struct simulation *s, uint32_t i)
{
	return s->log->entry[i].leaf;
}

static uint32_t source_of_trail(const struct simulation *s, uint32_t i)
{
	return s->trails->trail[i].source;
}

static uint32_t destination_of_trail(const struct simulation *s, uint32_t i)
{
	return s->trails->trail[i].destination;
}

/* Sorts by an end, and keeps the order of what has the same. */
static void distribute(const struct simulation *s, struct by_ends *l, end_of *end)
{
	size_t *first = allocate_array((size_t)s->network->ends + 1, sizeof *first);
	uint32_t *sorted = allocate_array(l->count + 1, sizeof *sorted);

	for (size_t i = 0; i < l->count; i++)
		first[end(s, l->which[i]) + 1]++;
	for (unsigned e = 0; e < s->network->ends; e++)
		first[e + 1] += first[e];
	for (size_t i = 0; i < l->count; i++)
		sorted[first[end(s, l->which[i])]++] = l->which[i];
	free(l->which);
	free(first);
	l->which = sorted;
}

static struct by_ends sort_by_ends(const struct simulation *s, size_t count, end_of *source, end_of *destination)
{
	struct by_ends l = { allocate_array(count + 1, sizeof *l.which), count };

	for (size_t i = 0; i < count; i++)
		l.which[i] = (uint32_t)i;
	distribute(s, &l, destination);
	distribute(s, &l, source);
	return l;
}

uint32_t *run_trails_words(const struct simulation *s, size_t deliveries, size_t trails)
{
	uint32_t *word = allocate_array(trails + 1, sizeof *word);
	struct by_ends log = sort_by_ends(s, deliveries, source_of_logged, destination_of_logged);
	struct by_ends way = sort_by_ends(s, trails, source_of_trail, destination_of_trail);
	uint64_t ends = s->network->ends;
	size_t k = 0;

	for (size_t i = 0; i < trails; i++) {
		const struct trail *trail = &s->trails->trail[way.which[i]];
		uint64_t pair = trail->source * ends + trail->destination;

		while (k < deliveries && source_of_logged(s, log.which[k]) * ends + destination_of_logged(s, log.which[k]) < pair)
			k++;
		bool known = k < deliveries && source_of_logged(s, log.which[k]) == trail->source
			     && destination_of_logged(s, log.which[k]) == trail->destination;

		word[way.which[i]] = known ? log.which[k] : NO_WORD;
		k += known && trail->end == TRAIL_ARRIVED;
	}
	free(log.which);
	free(way.which);
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

/* What columns are made of. */
struct shown {
	const struct trails *t;
	const uint32_t *word;
};

static uint64_t step_of(const void *context, size_t i)
{
	return ((const struct shown *)context)->t->trail[i].step;
}

static uint64_t word_of(const void *context, size_t i)
{
	return ((const struct shown *)context)->word[i] + 1u;	/* NO_WORD becomes 0 */
}

static uint64_t end_of_trail(const void *context, size_t i)
{
	return ((const struct shown *)context)->t->trail[i].end;
}

static uint64_t hops_of(const void *context, size_t i)
{
	return ((const struct shown *)context)->t->trail[i].hops;
}

static uint64_t clock_of_step(const void *context, size_t i)
{
	return ((const struct trails *)context)->step[i].clock;
}

static uint64_t lasts_of_step(const void *context, size_t i)
{
	return ((const struct trails *)context)->step[i].lasts;
}

/* A number of steps: of their rounds, for example. */
struct part {
	const struct trails *t;
	unsigned which;
};

static uint64_t part_of_step(const void *context, size_t i)
{
	const struct part *part = context;

	return part->t->step[i].part[part->which];
}

/* Empty columns where steps have no length of their own, and no numbers. */
static void add_step_columns(struct columns *c, const struct trails *t, json_t *meta)
{
	static const char *const column[TRAIL_PARTS] = { "stepPart0", "stepPart1", "stepPart2" };
	json_t *parts = json_array();

	columns_add_from(c, "stepClock", clock_of_step, t, t->steps, true);
	columns_add_from(c, "stepLasts", lasts_of_step, t, t->part[0] ? t->steps : 0, false);
	for (unsigned k = 0; k < TRAIL_PARTS; k++) {
		columns_add_from(c, column[k], part_of_step, &(struct part){ t, k }, t->part[k] ? t->steps : 0, false);
		if (t->part[k])
			json_array_append_new(parts, json_string(t->part[k]));
	}
	json_object_set_new(meta, "parts", parts);
}

static void add_trail_columns(struct columns *c, const struct trails *t, const uint32_t *word, size_t trails)
{
	struct numbers source = { 0 }, destination = { 0 };
	struct shown shown = { t, word };

	columns_add_from(c, "trailStep", step_of, &shown, trails, true);
	columns_add_from(c, "trailWord", word_of, &shown, trails, false);
	columns_add_from(c, "trailEnd", end_of_trail, &shown, trails, false);
	columns_add_from(c, "trailHops", hops_of, &shown, trails, false);
	for (size_t i = 0; i < trails; i++)
		if (word[i] == NO_WORD) {
			numbers_add(&source, t->trail[i].source);
			numbers_add(&destination, t->trail[i].destination);
		}
	columns_add_numbers(c, "strangerSource", &source, false);
	columns_add_numbers(c, "strangerDestination", &destination, false);
}

static uint64_t link_of_hop(const void *context, size_t i)
{
	return ((const struct trails *)context)->hop[i].link;
}

static uint64_t wire_of_hop(const void *context, size_t i)
{
	return ((const struct trails *)context)->hop[i].wire;
}

static uint64_t wait_of_hop(const void *context, size_t i)
{
	const struct trails *t = context;
	const struct trail *trail = &t->trail[t->hop[i].trail];

	return t->hop[i].step - (i == trail->first_hop ? trail->step : t->hop[i - 1].step);
}

static uint64_t aside_of_hop(const void *context, size_t i)
{
	return ((const struct trails *)context)->hop[i].aside;
}

static bool strays(const struct trails *t, size_t hops)
{
	for (size_t i = 0; i < hops; i++)
		if (t->hop[i].aside)
			return true;
	return false;
}

/* Left out, which is an empty column: links that follow from the ends, wires of large networks, waits where there are none, and that no
 * link leads off a word's way. */
static void add_hop_columns(struct columns *c, const struct simulation *s, const uint32_t *word, size_t trails)
{
	const struct trails *t = s->trails;
	size_t hops = trails > 0 ? t->trail[trails - 1].first_hop + t->trail[trails - 1].hops : 0;

	columns_add_from(c, "hopLink", link_of_hop, t, all_follow(s, word, trails) ? 0 : hops, false);
	columns_add_from(c, "hopWire", wire_of_hop, t, s->network->ends <= 64 ? hops : 0, false);
	columns_add_from(c, "hopWait", wait_of_hop, t, waits(t, trails) ? hops : 0, false);
	columns_add_from(c, "hopAside", aside_of_hop, t, strays(t, hops) ? hops : 0, false);
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

	add_step_columns(c, t, meta);
	add_trail_columns(c, t, word, shown);
	add_hop_columns(c, s, word, shown);
	json_object_set_new(meta, "links", name_links(t));
	/* Behind this step the page has no trails. */
	json_object_set_new(meta, "trailSteps", json_integer((json_int_t)(shown < t->trails ? t->trail[shown].step : t->steps)));
	json_object_set_new(meta, "trailsCut", json_boolean(t->cut || shown < t->trails));
	free(word);
}
