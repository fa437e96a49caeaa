/* slot_walk.c: a part of a frame slot as one pass up a tree and one down. */
#include "model/slot_walk.h"

#include <stdlib.h>
#include <string.h>

#include "network/machine.h"
#include "util/ranks.h"
#include "util/text.h"

void slot_walk_init(struct slot_walk *w, const struct network *net, const struct slot_steps *steps, size_t most)
{
	*w = (struct slot_walk){ .net = net, .steps = steps, .passage = passage_create(&net->plans),
				 .chances = chances_new(), .passing = allocate_array(most, sizeof *w->passing) };
	for (int up = 0; up < 2; up++)
		for (unsigned k = 0; k < net->levels; k++) {
			struct slot_level *level = &w->level[up][k];
			unsigned stations = steps->stations(net, k);

			level->first = allocate_array(stations, sizeof *level->first);
			level->busy = allocate_array(stations, sizeof *level->busy);
			for (unsigned i = 0; i < stations; i++)
				level->first[i] = NOBODY_HERE;
		}
}

void slot_walk_finish(struct slot_walk *w)
{
	for (int up = 0; up < 2; up++)
		for (unsigned k = 0; k < w->net->levels; k++) {
			free(w->level[up][k].first);
			free(w->level[up][k].busy);
		}
	free(w->traveller);
	free(w->passing);
	text_free(&w->parcel);
	passage_free(w->passage);
	chances_free(w->chances);
}

unsigned slot_pass(struct slot_walk *w, const struct plan *plan, bool up, unsigned level, unsigned delay, unsigned count)
{
	return passage_run(w->passage, plan, chances_view(w->chances, up, level, w->slot->clock + delay), w->passing,
			   count);
}

void slot_count(struct slot_walk *w, bool up, unsigned level, unsigned vertex)
{
	unsigned long long *count = up ? w->slot->up : w->slot->down;

	if (w->share) {
		unsigned leaf = vertex * w->net->spec->machine->model.slots->leaves_below(w->net, level);

		if (leaf < w->share->first || leaf >= w->share->end)
			return;
	}
	count[level]++;
}

static void visit(struct slot_walk *w, bool up, unsigned level)
{
	struct slot_level *here = &w->level[up][level];
	void (*step)(struct slot_walk *, unsigned, unsigned, int) = up ? w->steps->up : w->steps->down;

	for (unsigned i = 0; i < here->count; i++) {
		unsigned station = here->busy[i];
		int first = here->first[station];

		here->first[station] = NOBODY_HERE;
		if (first != NOBODY_HERE)
			step(w, level, station, first);
	}
	here->count = 0;
}

/* ---- A walk that ranks share ---- */

/* A message that goes from its rank to all others. The extra bytes follow. */
struct guest {
	uint32_t message, station, destination;
	struct traveller traveller;
};

void slot_walk_share(void *walk, const struct slot_share *share)
{
	struct slot_walk *w = walk;

	w->share = share;
}

/* The messages at the stations above the cut. */
static void pack(struct slot_walk *w, const struct slot_level *above)
{
	w->parcel.length = 0;
	for (unsigned i = 0; i < above->count; i++)
		for (int m = above->first[above->busy[i]]; m != NOBODY_HERE; m = w->traveller[m].next) {
			struct guest g = { (uint32_t)m, above->busy[i], w->slot->destination[m], w->traveller[m] };

			text_add_bytes(&w->parcel, &g, sizeof g);
			w->share->give(w->share->context, g.message, &w->parcel);
		}
}

static void unpack(struct slot_walk *w, unsigned level, const char *given, size_t bytes)
{
	for (size_t at = 0; at < bytes; at += sizeof(struct guest) + w->share->extra) {
		struct guest g;

		memcpy(&g, given + at, sizeof g);
		w->share->take(w->share->context, g.message, g.destination, given + at + sizeof g);
		w->slot->arrived_at[g.message] = SLOT_LOST;
		w->traveller[g.message] = g.traveller;
		slot_enter(w, true, level, g.station, g.message, g.traveller.wire);
	}
}

/* What has come to the nodes above the cut, from any rank, comes to those of all. */
static void exchange(struct slot_walk *w)
{
	unsigned level = w->share->level - 1;

	pack(w, &w->level[true][level]);
	ranks_exchange(w->parcel.bytes, w->parcel.length);
	for (unsigned r = 0; r < ranks_count(); r++) {
		size_t bytes;
		const char *given = ranks_given(r, &bytes);

		if (r != ranks_rank())
			unpack(w, level, given, bytes);
	}
}

/* Other ranks see to messages on their way down that go to a child without own leaves: no two children share a concentrator. */
static void forget_others(struct slot_walk *w, unsigned level)
{
	const struct slot_share *share = w->share;
	struct slot_level *here = &w->level[false][level];
	unsigned below = w->net->spec->machine->model.slots->leaves_below(w->net, level + 1);
	unsigned first = share->first / below, last = (share->end - 1) / below;

	for (unsigned i = 0; i < here->count; i++) {
		int *link = &here->first[here->busy[i]];

		while (*link != NOBODY_HERE) {
			struct traveller *t = &w->traveller[*link];
			unsigned child = w->slot->destination[*link] / below;

			if (child < first || child > last)
				*link = t->next;
			else
				link = &t->next;
		}
	}
}

void slot_walk_play(struct slot_walk *w, struct slot *slot)
{
	w->slot = slot;
	if (w->travellers < slot->messages) {
		w->traveller = reallocate(w->traveller, slot->messages * sizeof *w->traveller);
		w->travellers = slot->messages;
	}
	for (size_t i = 0; i < slot->sent_count; i++) {
		uint32_t m = slot->sent[i];

		slot->arrived_at[m] = SLOT_LOST;
		w->steps->send(w, m, m / slot->lanes, m % slot->lanes);
	}
	for (unsigned k = w->net->levels; k-- > 0;) {
		if (w->share && k + 1 == w->share->level)
			exchange(w);
		visit(w, true, k);
	}
	for (unsigned k = 0; k < w->net->levels; k++) {
		if (w->share && k <= w->share->level && !slot->to_all)
			forget_others(w, k);
		visit(w, false, k);
	}
}
