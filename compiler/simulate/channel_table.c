/* channel_table.c: see channel_table.h. */
#include "simulate/channel_table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "simulate/table_head.h"
#include "trails.h"

struct carried {
	uint64_t words, delivered, lost, refused;
};

/* Sums a window's hops by link. The hops of a trail count in the windows in which they are. A word that leaves its way behind a link is
 * lost there, and may be delivered yet. */
static void count_hop(const struct trails *t, const struct trail *trail, uint32_t k, struct carried *sum)
{
	const struct trail_hop *hop = &t->hop[trail->first_hop + k];
	struct carried *here = &sum[hop->link];
	bool last = k + 1 == trail->hops, leaves = !last && hop[1].wire & ~hop->wire & TRAIL_ASIDE;

	here->words++;
	here->delivered += trail->end == TRAIL_ARRIVED;
	here->lost += last ? trail->end == TRAIL_LOST : leaves;
	here->refused += last && trail->end == TRAIL_REFUSED;
}

static void print_window(const struct simulation *s, uint64_t first, uint64_t slots, struct carried *sum, struct text *out)
{
	const struct trails *t = s->trails;

	for (size_t i = 0; i < t->links; i++) {
		const struct trail_link *link = &t->link[i];

		if (sum[i].words == 0)
			continue;
		text_print(out, "%" PRIu64 ",%" PRIu64 ".%" PRIu64 ",%" PRIu64 ".%" PRIu64 ",%" PRIu32 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64
			   ",%" PRIu64 ",%.4f\n", first, link->from >> 32, link->from & UINT32_MAX, link->to >> 32, link->to & UINT32_MAX,
			   link->wires, sum[i].words, sum[i].delivered, sum[i].lost, sum[i].refused,
			   (double)sum[i].words / ((double)link->wires * (double)slots));
	}
	memset(sum, 0, t->links * sizeof *sum);
}

/* By window and, in it, by the number of the hop. */
static int by_step(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

bool channel_table_print(const struct simulation *s, struct text *out)
{
	const struct trails *t = s->trails;
	uint64_t window = s->options.window, at = 0;

	if (!trails_complete(s, "--channels"))
		return false;
	struct carried *sum = allocate_array(t->links + 1, sizeof *sum);
	uint64_t *order = allocate_array(t->hops + 1, sizeof *order);
	uint32_t *trail_of = allocate_array(t->hops + 1, sizeof *trail_of);

	for (size_t i = 0; i < t->trails; i++)
		for (size_t k = t->trail[i].first_hop; k < t->trail[i].first_hop + t->trail[i].hops; k++) {
			order[k] = trail_slot(s, trails_step_of(t, &t->trail[i], k)) << 32 | k;
			trail_of[k] = (uint32_t)i;
		}
	qsort(order, t->hops, sizeof *order, by_step);
	table_head(s, out);
	text_print(out, "# window: %lu slots\nslot,from,to,wires,carried,delivered,lost,refused,load\n", s->options.window);
	for (size_t i = 0; i < t->hops; i++) {
		uint32_t which = (uint32_t)order[i];
		const struct trail *trail = &t->trail[trail_of[which]];

		if ((order[i] >> 32) / window != at) {
			print_window(s, at * window, window, sum, out);
			at = (order[i] >> 32) / window;
		}
		count_hop(t, trail, which - trail->first_hop, sum);
	}
	uint64_t rest = (t->steps ? trail_slot(s, (uint32_t)t->steps - 1) + 1 : 0) - at * window;

	print_window(s, at * window, rest < window ? rest : window, sum, out);
	free(sum);
	free(order);
	free(trail_of);
	return true;
}
