/* trails.c: see trails.h. */
#include "trails.h"

#include <stdlib.h>
#include <string.h>

#include "util/text.h"

enum { FIRST_TABLE = 1 << 10 };

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
	free(t->link);
	free(t->table);
	free(t);
}

/* ---- links ---- */

static uint32_t *place_of(const struct trails *t, uint64_t from, uint64_t to)
{
	uint64_t hash = (from * 0x9e3779b97f4a7c15u ^ to) * 0xd6e8feb86659fd93u;
	size_t at = hash >> 32 & (t->table_size - 1);

	while (t->table[at] && (t->link[t->table[at] - 1].from != from || t->link[t->table[at] - 1].to != to))
		at = (at + 1) & (t->table_size - 1);
	return &t->table[at];
}

static void grow_table(struct trails *t)
{
	free(t->table);
	t->table_size *= 2;
	t->table = allocate_array(t->table_size, sizeof *t->table);
	for (size_t i = 0; i < t->links; i++)
		*place_of(t, t->link[i].from, t->link[i].to) = (uint32_t)i + 1;
}

static uint32_t number_of(struct trails *t, const struct trail_link *link)
{
	uint32_t *place = place_of(t, link->from, link->to);

	if (*place)
		return *place - 1;
	t->link = room_for_one(t->link, t->links, sizeof *t->link);
	t->link[t->links++] = *link;
	*place = (uint32_t)t->links;
	if (2 * t->links > t->table_size)
		grow_table(t);
	return (uint32_t)t->links - 1;
}

/* ---- what happens ---- */

void trails_step(struct trails *t, uint64_t clock)
{
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
	t->cut |= t->hops >= t->most;
	if (t->cut)
		return NO_TRAIL;
	t->trail = room_for_one(t->trail, t->trails, sizeof *t->trail);
	t->trail[t->trails] = (struct trail){ (uint32_t)t->steps - 1, source, destination, TRAIL_LOST, 0, 0 };
	return (uint32_t)t->trails++;
}

void trails_hop(struct trails *t, uint32_t trail, const struct trail_link *link, unsigned wire)
{
	if (trail == NO_TRAIL)
		return;
	t->hop = room_for_one(t->hop, t->hops, sizeof *t->hop);
	t->hop[t->hops++] = (struct trail_hop){ trail, number_of(t, link), wire & INT32_MAX, 0, (uint32_t)t->steps - 1 };
	t->trail[trail].hops++;
}

void trails_aside(struct trails *t, uint32_t trail)
{
	if (trail != NO_TRAIL)
		t->hop[t->hops - 1].aside = true;
}

void trails_end(struct trails *t, uint32_t trail, enum trail_end end)
{
	if (trail != NO_TRAIL)
		t->trail[trail].end = end;
}

void trails_sort(struct trails *t)
{
	struct trail_hop *sorted = allocate_array(t->hops + 1, sizeof *sorted);
	uint32_t at = 0;

	for (size_t i = 0; i < t->trails; i++) {
		t->trail[i].first_hop = at;
		at += t->trail[i].hops;
		t->trail[i].hops = 0;
	}
	for (size_t i = 0; i < t->hops; i++) {
		struct trail *trail = &t->trail[t->hop[i].trail];

		sorted[trail->first_hop + trail->hops++] = t->hop[i];
	}
	free(t->hop);
	t->hop = sorted;
}
