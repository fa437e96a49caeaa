/* words.c: ports, queues and reasons in words. */
#include <stdlib.h>

#include "machines/hypertree/words.h"

const char *hypertree_port_word(enum hypertree_port port)
{
	static const char *const words[HYPERTREE_PORTS] = {
		[PORT_UP] = "up", [PORT_LEFT] = "left", [PORT_RIGHT] = "right", [PORT_CROSS_0] = "cross 0",
		[PORT_CROSS_1] = "cross 1", [PORT_OWN] = "own",
	};

	return words[port];
}

const char *hypertree_reason_word(enum hypertree_reason reason)
{
	static const char *const words[] = {
		[REASON_ARRIVED] = "arrived", [REASON_ANCESTOR] = "ancestor", [REASON_BIT] = "bit",
		[REASON_NO_BIT] = "no-bit", [REASON_BIT_DEAD] = "bit-dead", [REASON_TURN] = "turn", [REASON_BESIDE] = "beside",
		[REASON_UP_DEAD] = "up-dead", [REASON_FORCED] = "forced", [REASON_DOWN_DEAD] = "down-dead",
		[REASON_WAYPOINT] = "waypoint", [REASON_LOST] = "lost",
	};

	return words[reason];
}

/* Why a packet crosses to bring its number nearer to the goal. */
static void say_crossing(const struct hypertree *h, const struct hypertree_hop *hop, struct text *out)
{
	unsigned level = hypertree_level(hop->node), bit = h->link_bit[level][hop->step.port - PORT_CROSS_0];

	if (bit)
		text_print(out, "link bit %u differs from the goal's", bit);
	else
		text_add(out, "the goal, or the node of this level above it, is near on the ring");
}

void hypertree_say_reason(const struct hypertree *h, const struct hypertree_hop *hop, struct text *out)
{
	switch (hop->step.reason) {
	case REASON_ARRIVED: text_add(out, "the destination"); break;
	case REASON_ANCESTOR: text_add(out, "the goal is below"); break;
	case REASON_BIT: say_crossing(h, hop, out); break;
	case REASON_NO_BIT: text_add(out, "no link here brings it nearer to the goal"); break;
	case REASON_BIT_DEAD: text_add(out, "the link that brings it nearer is dead or missing"); break;
	case REASON_TURN: text_add(out, "the plain way back from the destination comes by this link"); break;
	case REASON_BESIDE: text_add(out, "the link across of that child leads to the goal, or above it"); break;
	case REASON_UP_DEAD: text_add(out, "the way up is dead"); break;
	case REASON_FORCED: text_add(out, "after a crossing because the way up was dead"); break;
	case REASON_DOWN_DEAD:
		text_print(out, "the way down is dead: the goal is now node %u",
			   hypertree_waypoint(h, &hop->packet));
		break;
	case REASON_WAYPOINT: text_add(out, "the destination is at or below the other end"); break;
	case REASON_LOST: text_add(out, "dropped: another dead part is in the way"); break;
	}
}
