/* tree.h: vertices and channels of a complete binary tree by number.
 *
 * Vertices are numbered as in a heap: the root is 1, the children of v are 2v and 2v+1, leaf i is 2^L + i. The channels
 * above a vertex have the vertex's number and level. A message from s to d passes upwards the channels above leaf s and
 * its ancestors below the turning point, and downwards those above d and its ancestors below the turning point.
 */
#ifndef FTC_SCHEDULE_TREE_H
#define FTC_SCHEDULE_TREE_H

#include "bits.h"
#include "schedule/schedule.h"

static inline uint32_t tree_leaf(const struct channel_tree *tree, uint32_t leaf)
{
	return (1u << tree->levels) + leaf;
}

/* How many channels a message passes upwards, which equals those downwards; 0 for a local message. */
static inline unsigned demand_height(const struct demand *m)
{
	return bit_length(m->source ^ m->destination);
}

static inline unsigned vertex_level(uint32_t vertex)
{
	return bit_length(vertex) - 1;
}

/* Loads of all channels: [vertex], both arrays of 2^(L+1). Free with channel_loads_free(). */
struct channel_loads {
	uint32_t *up, *down;
};
struct channel_loads channel_loads_of(const struct channel_tree *tree, const struct message_set *set);
void channel_loads_free(struct channel_loads *loads);
/* The load factor of these loads. */
struct load_factor load_factor_of(const struct channel_tree *tree, const struct channel_loads *loads);
/* The greatest load on a level. */
uint32_t channel_loads_most(const uint32_t *load, unsigned level);
/* Channels of a level, each way, without those above no leaf at the right edge. */
unsigned level_channels(const struct channel_tree *tree, unsigned level);
/* Prints "load_factor", "channel", "lower_bound" and "loads" of a JSON object. */
void channel_loads_print(const struct channel_tree *tree, const struct channel_loads *loads, struct text *out);

#endif
