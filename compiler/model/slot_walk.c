/* slot_walk.c: a part of a frame slot as one pass up a tree and one down. */
#include "model/slot_walk.h"

#include <stdlib.h>

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
	passage_free(w->passage);
	chances_free(w->chances);
}

unsigned slot_pass(struct slot_walk *w, const struct plan *plan, bool up, unsigned level, unsigned delay, unsigned count)
{
	return passage_run(w->passage, plan, chances_view(w->chances, up, level, w->slot->clock + delay), w->passing,
			   count);
}

static void visit(struct slot_walk *w, bool up, unsigned level)
{
	struct slot_level *here = &w->level[up][level];
	void (*step)(struct slot_walk *, unsigned, unsigned, int) = up ? w->steps->up : w->steps->down;

	for (unsigned i = 0; i < here->count; i++) {
		unsigned station = here->busy[i];
		int first = here->first[station];

		here->first[station] = NOBODY_HERE;
		step(w, level, station, first);
	}
	here->count = 0;
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
	for (unsigned k = w->net->levels; k-- > 0;)
		visit(w, true, k);
	for (unsigned k = 0; k < w->net->levels; k++)
		visit(w, false, k);
}
