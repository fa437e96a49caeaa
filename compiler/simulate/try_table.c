/* try_table.c: see try_table.h. */
#include "simulate/try_table.h"

#include <inttypes.h>
#include <stdlib.h>

#include "network/machine.h"
#include "simulate/delivery_log.h"
#include "simulate/run_trails.h"
#include "simulate/table_head.h"
#include "trails.h"

static void print_vertex(uint64_t vertex, struct text *out)
{
	text_print(out, "%" PRIu64 ".%" PRIu64, vertex >> 32, vertex & UINT32_MAX);
}

static void print_way(const struct simulation *s, const struct trail *trail, struct text *out)
{
	const struct trails *t = s->trails;
	uint32_t step = trail->step;

	for (uint32_t k = 0; k < trail->hops; k++) {
		const struct trail_hop *hop = &t->hop[trail->first_hop + k];
		uint32_t now = trails_step_of(t, trail, trail->first_hop + k);

		if (k == 0)
			print_vertex(t->link[hop->link].from, out);
		text_add(out, " ");
		print_vertex(t->link[hop->link].to, out);
		if (now != step)
			text_print(out, "@%" PRIu64, trail_slot(s, now));
		step = now;
	}
}

bool try_table_print(const struct simulation *s, struct text *out)
{
	static const char *const ends[TRAIL_ENDS] = { [TRAIL_LOST] = "lost", [TRAIL_REFUSED] = "refused", [TRAIL_ARRIVED] = "arrived" };
	const struct trails *t = s->trails;
	unsigned first = s->network->spec->machine->first_end;

	if (!trails_complete(s, "--tries"))
		return false;
	uint32_t *word = run_trails_words(s, s->log->count, t->trails);

	table_head(s, out);
	text_add(out, "slot,source,destination,number,end,way\n");
	for (size_t i = 0; i < t->trails; i++) {
		const struct trail *trail = &t->trail[i];

		text_print(out, "%" PRIu64 ",%" PRIu32 ",%" PRIu32 ",", trail_slot(s, trail->step), trail->source + first,
			   trail->destination + first);
		if (word[i] != NO_WORD)
			text_print(out, "%" PRIu64, s->log->entry[word[i]].number);
		text_print(out, ",%s,", ends[trail->end]);
		print_way(s, trail, out);
		text_add(out, "\n");
	}
	free(word);
	return true;
}
