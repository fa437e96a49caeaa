/* node_times.c: how long a node takes, in clocks. The one place for such numbers: tests/machines/sorting-fat-tree/node.c holds
 * them against every clock of the model and of the hardware. */
#include "machines/sorting-fat-tree/node.h"

enum {
	AFTER_SENDING = 5,		/* clocks from the command to the first begin, and from the end of the last period to `idle` */
	WRITTEN = 4,			/* from a word's bits on the wires till they are written, beside sorter and rotator; and `idle` */
};

unsigned long sorting_node_sort_clocks(const struct sorting_node *n, unsigned words)
{
	const struct flexible_width *w = flexible_width_of(&n->moves, words);
	/* Ones reach the banks; a column of both halves in each clock. */
	unsigned long fill = n->sorter_latency + n->rotator_latency + 5 + (2u << n->column_bits) - words / n->lines;
	/* The last column is written till its last bit, but for those that all words share. */
	unsigned long last = n->sorter_latency + n->rotator_latency + 6 + n->last_beat - n->shared;

	return fill + ((unsigned long)(w->passes + 1) * w->columns - 1) * n->sort_period + last;
}

unsigned long sorting_node_send_clocks(const struct sorting_node *n, unsigned waves)
{
	return (unsigned long)waves * n->period + AFTER_SENDING;
}

unsigned long sorting_node_take_clocks(const struct sorting_node *n)
{
	return n->sorter_latency + n->rotator_latency + n->last_beat + 1 + WRITTEN;
}

unsigned sorting_node_feed_waves(const struct sorting_node *n, unsigned words, unsigned batch)
{
	unsigned batches = 1u << n->batch_bits, own = words > batch ? (words - batch + batches - 1) / batches : 0;

	return (own + n->lines - 1) / n->lines;
}

unsigned long sorting_node_feed_clocks(const struct sorting_node *n, unsigned waves)
{
	return waves > 0 ? (waves - 1ul) * n->sort_period + 3 + sorting_node_take_clocks(n) : 0;
}
