/* playback.c: when everything in a delivery cycle of an off-line network happens. */
#include "machines/off-line/playback.h"

#include "util/text.h"

static unsigned larger(unsigned a, unsigned b)
{
	return a > b ? a : b;
}

/* Of the nodes of a level, which keep step. */
static const struct node *node_of_level(const struct network *net, unsigned level)
{
	size_t i = 0;

	while (net->node[i]->level != level)
		i++;
	return net->node[i];
}

/* Clocks from one change of a node's settings to the next: a bit that comes from above last is at the node's last register. */
static unsigned busy_clocks(const struct network *net, const struct playback *p, unsigned level)
{
	const struct node *node = node_of_level(net, level);
	unsigned wait = level > 0 ? net->down_arrival[level] - net->up_arrival[level] : 0;

	return larger(wait + node->down_latency, node->up_latency) + p->message_clocks - 1;
}

void playback_plan(struct network *net)
{
	unsigned L = net->levels, last = net->latency, first;
	struct playback p = { .message_clocks = 1 + net->spec->payload_bits };

	for (unsigned k = L, down = 0; k-- > 0;) {
		down += node_of_level(net, k)->down_latency;
		p.latency[k] = net->up_arrival[k] + down;
	}
	first = p.latency[L - 1];
	p.end_at = first - 1;
	/* A leaf has its last bit a clock after it was on the wire. */
	p.period = last + p.message_clocks - p.end_at;
	for (unsigned k = 0; k < L; k++)
		p.period = larger(p.period, busy_clocks(net, &p, k));
	/* The root, or a leaf at the end, is the last to look at the settings. */
	p.advance_at = larger(net->up_arrival[0], p.end_at) + L + 2;
	p.period = larger(p.period, p.advance_at + 1);
	net->playback = allocate(sizeof p);
	*net->playback = p;
	net->slot_clocks = p.period;
}
