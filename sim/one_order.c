/* one_order.c: a list of messages to several leaves, in an order that agrees with what all leaves have heard. */
#include "one_order.h"

#include <stdlib.h>
#include <string.h>

#include "util/text.h"

static const uint64_t nowhere = UINT64_MAX;

struct item {
	uint32_t number;
	bool finished;			/* all have received it */
	bool early;			/* goes before others: see rearrange() */
	struct message message;
};

struct one_order {
	unsigned leaves;
	concerns_leaf *concerns;
	const void *context;
	struct item *item, *aside;
	size_t count, room;
	uint64_t first;			/* place of item[0] */
	uint64_t *at;			/* by number: its place, or `nowhere` */
	size_t numbers;
	uint64_t *place;		/* by leaf: it has received all items before this place that concern it, and none behind */
};

struct one_order *one_order_create(unsigned leaves, concerns_leaf *concerns, const void *context)
{
	struct one_order *o = allocate(sizeof *o);

	*o = (struct one_order){ .leaves = leaves, .concerns = concerns, .context = context,
				 .place = allocate_array(leaves, sizeof *o->place) };
	return o;
}

void one_order_free(struct one_order *o)
{
	free(o->item);
	free(o->aside);
	free(o->at);
	free(o->place);
	free(o);
}

static bool concerns(const struct one_order *o, size_t i, uint32_t leaf)
{
	return o->concerns(o->context, &o->item[i].message, leaf);
}

/* The first item that the leaf may not have received. */
static size_t next_of(const struct one_order *o, uint32_t leaf)
{
	return o->place[leaf] > o->first ? o->place[leaf] - o->first : 0;
}

static bool has(const struct one_order *o, size_t i, uint32_t leaf)
{
	return i < next_of(o, leaf) && concerns(o, i, leaf);
}

static uint64_t place_of(const struct one_order *o, uint32_t number)
{
	return number < o->numbers ? o->at[number] : nowhere;
}

static void put(struct one_order *o, size_t i, const struct item *item)
{
	o->item[i] = *item;
	if (!item->finished)
		o->at[item->number] = o->first + i;
}

static void make_room(struct one_order *o, uint32_t number)
{
	if (o->count == o->room) {
		o->room = o->room ? 2 * o->room : 64;
		o->item = reallocate(o->item, o->room * sizeof *o->item);
		o->aside = reallocate(o->aside, o->room * sizeof *o->aside);
	}
	if (number >= o->numbers) {
		o->at = reallocate(o->at, 2 * ((size_t)number + 1) * sizeof *o->at);
		for (; o->numbers < 2 * ((size_t)number + 1); o->numbers++)
			o->at[o->numbers] = nowhere;
	}
}

static void append(struct one_order *o, uint32_t number, const struct message *m)
{
	size_t done = 0;

	while (o->count == o->room && done < o->count && o->item[done].finished)
		done++;
	o->count -= done;
	o->first += done;
	if (done > 0)
		memmove(o->item, o->item + done, o->count * sizeof *o->item);
	make_room(o, number);
	put(o, o->count++, &(struct item){ .number = number, .message = *m });
}

/* Whether some leaf has received item i, and item j, behind it, later or not yet. */
static bool comes_before(const struct one_order *o, size_t i, size_t j)
{
	uint32_t leaf = 0;

	while (leaf < o->leaves && !(has(o, i, leaf) && concerns(o, j, leaf)))
		leaf++;
	return leaf < o->leaves;
}

/* Item `last`, and all from `first` on that leaves have heard before it, go before the others there. False if the leaf has
 * not received one of these. */
static bool mark_early(struct one_order *o, size_t first, size_t last, uint32_t leaf)
{
	o->item[last].early = true;
	for (size_t i = last; i-- > first;) {
		o->item[i].early = false;
		for (size_t j = i + 1; j <= last && !o->item[i].early; j++)
			o->item[i].early = o->item[j].early && comes_before(o, i, j);
		if (o->item[i].early && concerns(o, i, leaf))
			return false;
	}
	return true;
}

/* Puts the early ones first, both kinds in their order, and the leaves' places behind what they have received. */
static void rearrange(struct one_order *o, size_t first, size_t last)
{
	size_t to = first, *moved = allocate_array(last - first + 1, sizeof *moved);

	memcpy(o->aside + first, o->item + first, (last - first + 1) * sizeof *o->item);
	for (unsigned late = 0; late < 2; late++)
		for (size_t i = first; i <= last; i++)
			if (o->aside[i].early != late) {
				put(o, to, &o->aside[i]);
				moved[i - first] = to++;
			}
	for (uint32_t leaf = 0; leaf < o->leaves; leaf++) {
		size_t end = next_of(o, leaf), furthest = first;

		for (size_t i = first; i < end && end <= last + 1; i++)
			if (o->concerns(o->context, &o->aside[i].message, leaf) && moved[i - first] >= furthest)
				furthest = moved[i - first] + 1;
		if (end > first && end <= last + 1)
			o->place[leaf] = o->first + furthest;
	}
	free(moved);
}

bool one_order_receive(struct one_order *o, uint32_t leaf, uint32_t number, const struct message *m)
{
	bool fresh = place_of(o, number) == nowhere;

	if (fresh)
		append(o, number, m);
	size_t at = o->at[number] - o->first, missed = next_of(o, leaf);

	while (missed < at && !concerns(o, missed, leaf))
		missed++;
	if (missed < at && !mark_early(o, missed, at, leaf)) {
		if (fresh)
			o->at[o->item[--o->count].number] = nowhere;
		return false;
	}
	if (missed < at)
		rearrange(o, missed, at);
	o->place[leaf] = o->at[number] + 1;
	return true;
}

bool one_order_received(const struct one_order *o, uint32_t leaf, uint32_t number)
{
	return place_of(o, number) != nowhere && has(o, o->at[number] - o->first, leaf);
}

void one_order_finish(struct one_order *o, uint32_t number)
{
	o->item[o->at[number] - o->first].finished = true;
	o->at[number] = nowhere;
}
