/* points.c: the hypertrees that `ftc explore` compares, and what is known of one in advance. */
#include "machines/hypertree/model.h"
#include "network/prediction.h"
#include "network/proposals.h"

#include <stdlib.h>

#include "util/text.h"

/* Clocks from a packet's last byte at the processor to m_axis. */
enum { TO_AXIS = 1 };

/* `outstanding`: words that a processor has under way at most; 0: they are not acknowledged. */
static void propose_hypertree(struct proposals *list, enum hypertree_kind which, unsigned outstanding)
{
	const struct kind *kind = &hypertree_kinds[which];
	char *name = outstanding ? format_string("%s-acknowledge%u", kind->word, outstanding) : copy_string(kind->word);
	char *keys = outstanding ? format_string("outstanding: %u\n", outstanding) : copy_string("");

	propose(list, name, "network: %s\nnodes: %u\nacknowledge: %s\n%s", kind->word, list->ends,
		outstanding ? "true" : "false", keys);
	free(keys);
	free(name);
}

void hypertree_propose(struct proposals *list)
{
	static const unsigned outstanding[] = { 0, 1, MOST_OUTSTANDING };

	if (list->ends > MOST_HYPERTREE_NODES || list->payload_bits < LEAST_HYPERTREE_PAYLOAD
	    || list->payload_bits > MOST_HYPERTREE_PAYLOAD)
		return;
	for (size_t i = 0; i < sizeof outstanding / sizeof *outstanding; i++) {
		propose_hypertree(list, HYPERTREE_1, outstanding[i]);
		propose_hypertree(list, HYPERTREE_2, outstanding[i]);
	}
}

void hypertree_predict(const struct network *net, struct prediction *p)
{
	const struct hypertree_parameters *own = hypertree_parameters(net->spec);
	struct hypertree *h = hypertree_of(net->spec);
	struct hypertree_throughput t = hypertree_saturate(h, own->buffers, hypertree_outstanding(own), 1,
							   SATURATED_FRAMES);

	p->knows_accepted = true;
	p->accepted = t.accepted;
	/* It waits for a frame, passes whole frames but the last one, and then comes byte after byte. */
	p->knows_latency = true;
	p->latency = (net->slot_clocks - 1) / 2.0
		     + (hypertree_lone_frames(h, own->buffers, hypertree_outstanding(own)) - 1) * net->slot_clocks
		     + hypertree_packet_bytes(net->spec->payload_bits) + TO_AXIS;
	hypertree_free(h);
}
