/* playback.c: the timing of an off-line network's delivery cycle. */
#include "machines/playback.h"

#include "util/number.h"
#include "util/text.h"

/* Clocks between changes of a node's settings: the last bit from above must have reached the node's last register. */
static unsigned busy_clocks(const struct network *net, const struct playback *p, unsigned level)
{
	const struct node *node = network_node(net, level);
	unsigned wait = level > 0 ? net->down_arrival[level] - net->up_arrival[level] : 0;

	return larger(wait + node->down_latency, node->up_latency) + p->message_clocks - 1;
}

void playback_plan(struct network *net)
{
	unsigned L = net->levels, last = net->latency, first;
	struct playback p = { .message_clocks = 1 + net->spec->payload_bits };

	for (unsigned k = L, down = 0; k-- > 0;) {
		down += network_node(net, k)->down_latency;
		p.latency[k] = net->up_arrival[k] + down;
	}
	first = p.latency[L - 1];
	p.end_at = first - 1;
	/* A leaf has its last bit one clock after that bit was on the wire. */
	p.period = last + p.message_clocks - p.end_at;
	for (unsigned k = 0; k < L; k++)
		p.period = larger(p.period, busy_clocks(net, &p, k));
	/* The root, or a leaf at its end, uses the settings last. */
	p.advance_at = larger(net->up_arrival[0], p.end_at) + L + 2;
	p.period = larger(p.period, p.advance_at + 1);
	net->playback = allocate(sizeof p);
	*net->playback = p;
	net->slot_clocks = p.period;
}
