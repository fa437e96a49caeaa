/* trails.c: see trails.h. */
#include "trails.h"

#include <stdlib.h>
#include <string.h>

#include "util/text.h"

enum { FIRST_TABLE = 1 << 10, FIRST_OPEN = 1 << 10 };

struct trails *trails_new(size_t most)
{
	struct trails *t = allocate(sizeof *t);

	t->most = most;
	t->table_size = FIRST_TABLE;
	t->table = allocate_array(t->table_size, sizeof *t->table);
	return t;
}

void trails_free(struct trails *t)
{
	if (!t)
		return;
	free(t->step);
	free(t->trail);
	free(t->hop);
	free(t->step_of);
	free(t->open);
	free(t->wire);
	free(t->link);
	free(t->table);
	free(t);
}

/* ---- links ---- */

static struct trail_place *place_of(const struct trails *t, uint64_t from, uint64_t to)
{
	size_t at = trails_hash(t, from, to);

	while (t->table[at].number && (t->table[at].from != from || t->table[at].to != to))
		at = (at + 1) & (t->table_size - 1);
	return &t->table[at];
}

static void grow_table(struct trails *t)
{
	free(t->table);
	t->table_size *= 2;
	t->table = allocate_array(t->table_size, sizeof *t->table);
	for (size_t i = 0; i < t->links; i++)
		*place_of(t, t->link[i].from, t->link[i].to) = (struct trail_place){ t->link[i].from, t->link[i].to, (uint32_t)i + 1 };
}

uint32_t trails_link(struct trails *t, const struct trail_link *link)
{
	struct trail_place *place = place_of(t, link->from, link->to);

	if (place->number)
		return place->number - 1;
	t->link = room_for_one(t->link, t->links, sizeof *t->link);
	t->link[t->links++] = *link;
	*place = (struct trail_place){ link->from, link->to, (uint32_t)t->links };
	if (2 * t->links > t->table_size)
		grow_table(t);
	return (uint32_t)t->links - 1;
}

/* ---- the order of hops ---- */

/* Places the open hops. */
static void close_hops(struct trails *t)
{
	size_t next = t->hops;

	t->hops += t->opens;
	while (t->hops > t->hop_room) {
		t->hop_room = t->hop_room ? 2 * t->hop_room : t->hops;
		t->hop = reallocate(t->hop, t->hop_room * sizeof *t->hop);
	}
	for (size_t i = t->open_trail; i < t->trails; i++) {
		t->trail[i].first_hop = (uint32_t)next;
		next += t->trail[i].hops;
		t->trail[i].hops = 0;
	}
	for (size_t i = 0; i < t->opens; i++) {
		struct trail *trail = &t->trail[t->open[i].trail];
		size_t at = trail->first_hop + trail->hops++;

		t->hop[at] = t->open[i].hop;
		if (t->step_of)
			t->step_of[at] = t->open[i].step;
	}
	t->opens = 0;
	t->open_trail = t->trails;
}

static void make_room(struct trails *t, size_t opens)
{
	while (opens > t->open_room) {
		t->open_room = t->open_room ? 2 * t->open_room : FIRST_OPEN;
		t->open = reallocate(t->open, t->open_room * sizeof *t->open);
	}
}

/* A trail goes on in a later step: no hop has its place until the end. */
static void open_all(struct trails *t)
{
	make_room(t, t->hops + t->opens);
	memmove(t->open + t->hops, t->open, t->opens * sizeof *t->open);
	for (size_t i = 0; i < t->open_trail; i++)
		for (size_t k = t->trail[i].first_hop; k < t->trail[i].first_hop + t->trail[i].hops; k++)
			t->open[k] = (struct open_hop){ t->hop[k], (uint32_t)i, t->trail[i].step };
	t->opens += t->hops;
	t->hops = t->open_trail = 0;
	t->spans = true;
}

void trails_prepare(struct trails *t, uint32_t trail)
{
	if (trail < t->open_trail)
		open_all(t);
	make_room(t, t->opens + 1);
}

/* ---- what happens ---- */

void trails_step(struct trails *t, uint64_t clock)
{
	if (!t->spans && !t->by_way)
		close_hops(t);
	t->step = room_for_one(t->step, t->steps, sizeof *t->step);
	t->step[t->steps++] = (struct trail_step){ .clock = clock };
}

void trails_long_step(struct trails *t, uint64_t clock, unsigned lasts, const uint32_t *part)
{
	trails_step(t, clock);
	struct trail_step *step = &t->step[t->steps - 1];

	step->lasts = lasts;
	memcpy(step->part, part, sizeof step->part);
}

uint32_t trails_begin(struct trails *t, uint32_t source, uint32_t destination)
{
	t->cut |= t->hops + t->opens >= t->most;
	if (t->cut)
		return NO_TRAIL;
	t->trail = room_for_one(t->trail, t->trails, sizeof *t->trail);
	t->trail[t->trails] = (struct trail){ (uint32_t)t->steps - 1, source, destination, 0, 0, TRAIL_LOST };
	return (uint32_t)t->trails++;
}

void trails_whole(struct trails *t, uint32_t trail, unsigned hops, const uint8_t *wire, unsigned wires)
{
	t->by_way = true;
	if (trail == NO_TRAIL)
		return;
	while (t->wires + wires > t->wire_room) {
		t->wire_room = t->wire_room ? 2 * t->wire_room : FIRST_OPEN;
		t->wire = reallocate(t->wire, t->wire_room);
	}
	memcpy(t->wire + t->wires, wire, wires);
	t->wires += wires;
	t->trail[trail].hops = hops;
	t->hops += hops;
}

void trails_aside(struct trails *t, uint32_t trail)
{
	if (trail == NO_TRAIL)
		return;
	t->open[t->opens - 1].hop.wire |= TRAIL_ASIDE;
	t->strays = true;
}

void trails_end(struct trails *t, uint32_t trail, enum trail_end end)
{
	if (trail != NO_TRAIL)
		t->trail[trail].end = end;
}

void trails_sort(struct trails *t)
{
	if (t->by_way)
		return;
	if (t->spans)
		t->step_of = allocate_array(t->opens + 1, sizeof *t->step_of);
	close_hops(t);
}
