/* packing.c: messages in delivery cycles: the data structure. */
#include "schedule/packing.h"

#include <stdlib.h>
#include <string.h>

#include "util/text.h"

/* Finds the levels that bind. */
static void choose_levels(struct packing *p, const struct message_set *set)
{
	const struct channel_tree *tree = p->tree;
	struct channel_loads loads = channel_loads_of(tree, set);
	uint64_t reach = UINT64_MAX;		/* most messages that the channels below let through */

	for (unsigned level = tree->levels; level > 0; level--) {
		uint32_t up = channel_loads_most(loads.up, level), down = channel_loads_most(loads.down, level);

		if (reach > tree->capacity[level] / 2 && (up > tree->capacity[level] || down > tree->capacity[level])) {
			p->shift[p->levels] = tree->levels - level;
			p->capacity[p->levels] = tree->capacity[level];
			p->first_up[p->levels] = p->channels;
			p->first_down[p->levels] = p->channels + (1u << level);
			p->channels += 2u << level;
			p->levels++;
		}
		reach = reach > tree->capacity[level] / 2 ? tree->capacity[level] : 2 * reach;
	}
	channel_loads_free(&loads);
}

struct packing_size packing_size(const struct channel_tree *tree, const struct message_set *set)
{
	struct packing p = { .tree = tree };

	choose_levels(&p, set);
	return (struct packing_size){ p.channels, sizeof *p.load * p.channels + 2 * sizeof *p.head[0] * tree->leaves
				     + p.channels / 8 };
}

void packing_start(struct packing *p, const struct channel_tree *tree, const struct message_set *set,
		   unsigned most_cycles)
{
	*p = (struct packing){ .tree = tree, .demand = set->demand, .count = set->count, .most_cycles = most_cycles };
	choose_levels(p, set);
	p->words = (most_cycles + 63) / 64;
	p->room = allocate_array((size_t)p->channels * p->words + 1, sizeof *p->room);
	p->load = allocate_array((size_t)p->channels * most_cycles + 1, sizeof *p->load);
	p->cycle = allocate_array(set->count + 1, sizeof *p->cycle);
	memset(p->cycle, 0xff, set->count * sizeof *p->cycle);
	for (int end = 0; end < 2; end++) {
		p->next[end] = allocate_array(set->count + 1, sizeof *p->next[end]);
		p->head[end] = allocate_array((size_t)tree->leaves * most_cycles + 1, sizeof *p->head[end]);
		memset(p->head[end], 0xff, (size_t)tree->leaves * most_cycles * sizeof *p->head[end]);
	}
}

void packing_free(struct packing *p)
{
	free(p->room);
	free(p->load);
	free(p->cycle);
	for (int end = 0; end < 2; end++) {
		free(p->next[end]);
		free(p->head[end]);
	}
}

/* Sets the bits first .. end - 1. */
static void set_bits(uint64_t *bits, unsigned first, unsigned end)
{
	for (unsigned w = first / 64; w * 64 < end; w++) {
		uint64_t word = UINT64_MAX;

		if (w * 64 < first)
			word &= UINT64_MAX << first % 64;
		if (end - w * 64 < 64)
			word &= ((uint64_t)1 << end % 64) - 1;
		bits[w] |= word;
	}
}

void packing_open(struct packing *p, unsigned cycles)
{
	unsigned end = cycles < p->most_cycles ? cycles : p->most_cycles;

	for (uint32_t channel = 0; channel < p->channels; channel++)
		set_bits(p->room + (size_t)channel * p->words, p->cycles, end);
	p->cycles = end;
}

unsigned packing_way(const struct packing *p, uint32_t message, uint32_t channel[2 * MAXIMUM_LEVELS])
{
	const struct demand *m = &p->demand[message];
	unsigned height = demand_height(m), count = 0;

	for (unsigned k = 0; k < p->levels && p->shift[k] < height; k++) {
		channel[count++] = p->first_up[k] + (m->source >> p->shift[k]);
		channel[count++] = p->first_down[k] + (m->destination >> p->shift[k]);
	}
	return count;
}

static uint32_t *list_of(struct packing *p, int end, uint32_t message, uint32_t cycle)
{
	uint32_t leaf = end ? p->demand[message].destination : p->demand[message].source;

	return &p->head[end][(size_t)cycle * p->tree->leaves + leaf];
}

void packing_put(struct packing *p, uint32_t message, uint32_t cycle)
{
	uint32_t channel[2 * MAXIMUM_LEVELS], *load = p->load + (size_t)cycle * p->channels;
	unsigned count = packing_way(p, message, channel);

	for (unsigned i = 0; i < count; i++)
		if (++load[channel[i]] >= p->capacity[i / 2])
			p->room[(size_t)channel[i] * p->words + cycle / 64] &= ~((uint64_t)1 << cycle % 64);
	for (int end = 0; end < 2; end++) {
		uint32_t *list = list_of(p, end, message, cycle);

		p->next[end][message] = *list;
		*list = message;
	}
	p->cycle[message] = cycle;
}

void packing_take(struct packing *p, uint32_t message)
{
	uint32_t channel[2 * MAXIMUM_LEVELS], cycle = p->cycle[message], *load = p->load + (size_t)cycle * p->channels;
	unsigned count = packing_way(p, message, channel);

	for (unsigned i = 0; i < count; i++)
		if (--load[channel[i]] < p->capacity[i / 2])
			p->room[(size_t)channel[i] * p->words + cycle / 64] |= (uint64_t)1 << cycle % 64;
	for (int end = 0; end < 2; end++) {
		uint32_t *list = list_of(p, end, message, cycle);

		while (*list != message)
			list = &p->next[end][*list];
		*list = p->next[end][message];
	}
	p->cycle[message] = NO_CYCLE;
}
