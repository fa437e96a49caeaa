/* run_trails.c: see run_trails.h. */
#include "simulate/run_trails.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "network/machine.h"
#include "simulate/delivery_log.h"
#include "simulate/run_page.h"
#include "simulate/run_ways.h"
#include "trails.h"

/* ---- which word a trail is of ---- */

/* By pair of ends its next delivery, and by delivery the one behind it of its pair; + 1, 0: none. */
struct next_word {
	struct pair_place { uint64_t pair; uint32_t word; } *table;	/* [size]: by hash; pair + 1, 0: free */
	size_t size;			/* a power of two */
	uint32_t *then;			/* [deliveries] */
};

static uint32_t *next_of(const struct next_word *n, uint64_t pair)
{
	size_t at = (pair + 1) * 0xd6e8feb86659fd93u >> 32 & (n->size - 1);

	while (n->table[at].pair && n->table[at].pair != pair + 1)
		at = (at + 1) & (n->size - 1);
	n->table[at].pair = pair + 1;
	return &n->table[at].word;
}

/* The usual case: trails are of the words of their source in their order, each until one arrives. NULL: they are not. */
static uint32_t *words_in_turn(const struct simulation *s, size_t deliveries, size_t trails)
{
	const struct logged *log = s->log->entry;
	unsigned ends = run_ends(s);
	uint32_t *word = allocate_array(trails + 1, sizeof *word), *of_source = allocate_array(deliveries + 1, sizeof *of_source);
	uint32_t *next = allocate_array(ends + 2, sizeof *next), *end = next + 1;
	size_t i = 0;

	for (size_t k = 0; k < deliveries; k++)
		end[log[k].source + 1]++;
	for (unsigned e = 0; e < ends; e++)
		end[e + 1] += end[e];
	for (size_t k = 0; k < deliveries; k++)
		of_source[end[log[k].source]++] = (uint32_t)k;
	uint32_t *at = allocate_array(ends, sizeof *at);

	memcpy(at, next, ends * sizeof *at);
	for (; i < trails; i++) {
		const struct trail *trail = &s->trails->trail[i];
		uint32_t *mine = &at[trail->source];

		if (*mine == end[trail->source] || log[of_source[*mine]].leaf != trail->destination)
			break;
		word[i] = of_source[*mine];
		*mine += trail->end == TRAIL_ARRIVED;
	}
	free(of_source);
	free(next);
	free(at);
	if (i == trails)
		return word;
	free(word);
	return NULL;
}

uint32_t *run_trails_words(const struct simulation *s, size_t deliveries, size_t trails)
{
	uint32_t *word = words_in_turn(s, deliveries, trails);

	if (word)
		return word;
	word = allocate_array(trails + 1, sizeof *word);
	struct next_word n = { .size = 2, .then = allocate_array(deliveries + 1, sizeof *n.then) };
	uint64_t ends = run_ends(s);
	size_t most = deliveries + trails < ends * ends ? deliveries + trails : (size_t)(ends * ends);

	while (n.size < 2 * most)
		n.size *= 2;
	n.table = allocate_array(n.size, sizeof *n.table);
	for (size_t i = deliveries; i-- > 0;) {
		uint32_t *next = next_of(&n, s->log->entry[i].source * ends + s->log->entry[i].leaf);

		n.then[i] = *next;
		*next = (uint32_t)i + 1;
	}
	for (size_t i = 0; i < trails; i++) {
		const struct trail *trail = &s->trails->trail[i];
		uint32_t *next = next_of(&n, trail->source * ends + trail->destination);

		word[i] = *next - 1;	/* of 0 NO_WORD */
		if (*next && trail->end == TRAIL_ARRIVED)
			*next = n.then[*next - 1];
	}
	free(n.table);
	free(n.then);
	return word;
}

/* The first trails, with not too many hops in all. */
static size_t trails_shown(const struct trails *t)
{
	size_t hops = 0, i = 0;

	while (i < t->trails && hops + t->trail[i].hops <= RUN_PAGE_HOPS)
		hops += t->trail[i++].hops;
	return i;
}

/* ---- trails ---- */

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
static void add_step_columns(struct columns *c, const struct trails *t, size_t trails, json_t *meta)
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
	uint32_t *begun = columns_values(c, t->steps);

	memset(begun, 0, t->steps * sizeof *begun);
	for (size_t i = 0; i < trails; i++)
		begun[t->trail[i].step]++;
	columns_add(c, "stepTrails", t->steps, false);
}

/* Trails are of the words of their source, one after the other: the next one, once a word has arrived. Codes: 0 for that word; 1 for one that
 * is not delivered; otherwise 1 + how many words of the source further on it is. */
static void add_words(struct columns *c, const struct simulation *s, const uint32_t *word, size_t trails, size_t deliveries)
{
	const struct trails *t = s->trails;
	uint32_t *place = allocate_array(deliveries + 1, sizeof *place), *count = allocate_array(run_ends(s), sizeof *count);
	uint32_t *next = allocate_array(run_ends(s), sizeof *next), *value = columns_values(c, trails);

	for (size_t i = 0; i < deliveries; i++)
		place[i] = count[s->log->entry[i].source]++;
	for (size_t i = 0; i < trails; i++) {
		uint32_t source = t->trail[i].source;
		int64_t ahead = word[i] == NO_WORD ? 0 : (int64_t)place[word[i]] - next[source];

		value[i] = word[i] == NO_WORD ? 1 : ahead == 0 ? 0 : columns_signed(ahead) + 1;
		if (word[i] != NO_WORD)
			next[source] = place[word[i]] + (t->trail[i].end == TRAIL_ARRIVED);
	}
	columns_add(c, "trailWord", trails, false);
	free(place);
	free(count);
	free(next);
}

static void add_trail_columns(struct columns *c, const struct simulation *s, const uint32_t *word, size_t trails, size_t deliveries)
{
	const struct trails *t = s->trails;
	uint32_t *value = columns_values(c, trails), before = 0;
	size_t strangers = 0;

	for (size_t i = 0; i < trails; i++) {
		uint32_t source = t->trail[i].source;

		value[i] = source - before + (source < before ? run_ends(s) : 0);
		before = source;
	}
	columns_add(c, "trailSource", trails, false);
	add_words(c, s, word, trails, deliveries);
	value = columns_values(c, trails);
	for (size_t i = 0; i < trails; i++)
		value[i] = t->trail[i].hops * TRAIL_ENDS + t->trail[i].end;
	columns_add(c, "trailHops", trails, false);
	value = columns_values(c, trails);
	for (size_t i = 0; i < trails; i++)
		if (word[i] == NO_WORD)
			value[strangers++] = t->trail[i].destination;
	columns_add(c, "strangerDestination", strangers, false);
}

/* ---- their hops ---- */

struct outlet {
	uint64_t from;
	uint32_t link;
};

static int by_vertex(const void *a, const void *b)
{
	const struct outlet *x = a, *y = b;

	return x->from == y->from ? (x->link > y->link) - (x->link < y->link) : (x->from > y->from) - (x->from < y->from);
}

/* By link its place among those that leave the same vertex. */
static uint32_t *find_outlets(const struct trails *t)
{
	struct outlet *outlet = allocate_array(t->links + 1, sizeof *outlet);
	uint32_t *place = allocate_array(t->links + 1, sizeof *place);

	for (size_t i = 0; i < t->links; i++)
		outlet[i] = (struct outlet){ t->link[i].from, (uint32_t)i };
	qsort(outlet, t->links, sizeof *outlet, by_vertex);
	for (size_t i = 1; i < t->links; i++)
		if (outlet[i].from == outlet[i - 1].from)
			place[outlet[i].link] = place[outlet[i - 1].link] + 1;
	free(outlet);
	return place;
}

/* By source + 1, a link that leaves the vertex where its trails begin; 0: it has none. NULL if a trail begins elsewhere, or a hop where the one
 * before it does not end. */
static uint32_t *find_starts(const struct simulation *s, size_t trails)
{
	const struct trails *t = s->trails;
	uint32_t *start = allocate_array(run_ends(s), sizeof *start);
	bool joined = true;

	for (size_t i = 0; i < trails && joined; i++) {
		const struct trail_hop *hop = &t->hop[t->trail[i].first_hop];
		uint32_t *first = &start[t->trail[i].source], hops = t->trail[i].hops;

		if (hops == 0)
			continue;
		if (*first == 0)
			*first = hop->link + 1;
		uint64_t at = t->link[*first - 1].from;

		for (uint32_t k = 0; k < hops; k++) {
			const struct trail_link *link = &t->link[hop[k].link];

			joined &= link->from == at;
			at = link->to;
		}
	}
	if (joined)
		return start;
	free(start);
	return NULL;
}

void run_trails_spread(const struct simulation *s)
{
	struct trails *t = s->trails;
	size_t wire = 0, hops = 0;

	if (!t->by_way)
		return;
	t->hop = reallocate(t->hop, (t->hops + 1) * sizeof *t->hop);
	for (size_t i = 0; i < t->trails; i++) {
		struct trail *trail = &t->trail[i];
		struct word_way way;

		s->network->spec->machine->report.way(s->network, trail->source, trail->destination, &way);
		trail->first_hop = (uint32_t)hops;
		for (unsigned k = 0; k < trail->hops; k++) {
			uint32_t link = trails_link(t, &(struct trail_link){ trail_vertex(way.vertex[k].level, way.vertex[k].index),
							    trail_vertex(way.vertex[k + 1].level, way.vertex[k + 1].index), 0 });

			t->hop[hops++] = (struct trail_hop){ link, t->link[link].wires > 1 ? t->wire[wire++] : 0 };
		}
	}
	t->by_way = false;
}

/* A hop as a place among the links that leave its vertex: these are small numbers. */
static void add_links(struct columns *c, const struct simulation *s, size_t trails, size_t hops)
{
	const struct trails *t = s->trails;

	if (t->by_way) {
		columns_add(c, "sourceLink", 0, false);
		columns_add(c, "hopLink", 0, false);
		return;
	}
	uint32_t *start = find_starts(s, trails), *outlet = find_outlets(t), *value = columns_values(c, run_ends(s));

	if (start)
		memcpy(value, start, run_ends(s) * sizeof *start);
	columns_add(c, "sourceLink", start ? run_ends(s) : 0, false);
	value = columns_values(c, hops);
	for (size_t i = 0; i < t->links && !start; i++)
		outlet[i] = (uint32_t)i;
	for (size_t i = 0; i < hops; i++)
		value[i] = outlet[t->hop[i].link];
	columns_add(c, "hopLink", hops, false);
	free(start);
	free(outlet);
}

/* Of large networks no wires; else those of links that have several. */
static void add_wires(struct columns *c, const struct simulation *s, size_t hops)
{
	const struct trails *t = s->trails;
	bool known = run_ends(s) <= 64 && !t->wide;

	if (t->by_way) {
		columns_add_bytes(c, "hopWire", t->wire, known ? t->wires : 0);
		return;
	}
	uint8_t *several = allocate_array(t->links + 1, sizeof *several);
	uint32_t *value = columns_values(c, hops);
	size_t count = 0;

	for (size_t i = 0; i < t->links && known; i++)
		several[i] = t->link[i].wires > 1;
	for (size_t i = 0; i < hops && known; i++) {
		value[count] = t->hop[i].wire & ~TRAIL_ASIDE;
		count += several[t->hop[i].link];
	}
	columns_add(c, "hopWire", count, false);
	free(several);
}

/* Left out, which is an empty column, where no word waits on its way. */
static void add_waits(struct columns *c, const struct trails *t, size_t trails, size_t hops)
{
	uint32_t *value = columns_values(c, hops), all = 0;

	for (size_t i = 0; t->step_of && i < trails; i++)
		for (uint32_t k = 0, before = t->trail[i].step; k < t->trail[i].hops; k++) {
			size_t hop = t->trail[i].first_hop + k;

			all |= value[hop] = t->step_of[hop] - before;
			before = t->step_of[hop];
		}
	columns_add(c, "hopWait", all ? hops : 0, false);
}

/* Likewise, where no link leads off a word's way. */
static void add_asides(struct columns *c, const struct trails *t, size_t hops)
{
	size_t count = t->strays ? hops : 0;
	uint32_t *value = columns_values(c, count);

	for (size_t i = 0; i < count; i++)
		value[i] = t->hop[i].wire >> 31;
	columns_add(c, "hopAside", count, false);
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
bool run_trails_there(const struct simulation *s)
{
	return s->trails && s->trails->steps > 0 && s->network->spec->broadcast_every == 0;
}

void run_trails_add(struct columns *c, const struct simulation *s, size_t deliveries, json_t *meta)
{
	if (!run_trails_there(s)) {
		json_object_set_new(meta, "links", json_null());
		return;
	}
	const struct trails *t = s->trails;
	size_t shown = trails_shown(t);

	if (shown < t->trails)
		run_trails_spread(s);
	size_t hops = shown > 0 ? t->trail[shown - 1].first_hop + t->trail[shown - 1].hops : 0;
	uint32_t *word = run_trails_words(s, deliveries, shown);

	add_step_columns(c, t, shown, meta);
	add_trail_columns(c, s, word, shown, deliveries);
	add_links(c, s, shown, hops);
	add_wires(c, s, hops);
	add_waits(c, t, shown, hops);
	add_asides(c, t, hops);
	json_object_set_new(meta, "links", name_links(t));
	json_object_set_new(meta, "byWay", json_boolean(t->by_way));
	/* Behind this step the page has no trails. */
	json_object_set_new(meta, "trailSteps", json_integer((json_int_t)(shown < t->trails ? t->trail[shown].step : t->steps)));
	json_object_set_new(meta, "trailsCut", json_boolean(t->cut || shown < t->trails));
	free(word);
}
