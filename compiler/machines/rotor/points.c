/* points.c: the rotors that `ftc explore` compares, and what is known of one in advance. */
#include "machines/rotor/rotor.h"
#include "network/prediction.h"
#include "network/proposals.h"

void rotor_propose(struct proposals *list)
{
	if (list->ends < LEAST_ROTOR_LEAVES || list->ends > MOST_ROTOR_LEAVES || list->payload_bits < LEAST_ROTOR_PAYLOAD
	    || list->payload_bits > MOST_ROTOR_PAYLOAD)
		return;
	propose(list, "rotor", "network: rotor\nleaves: %u\n", list->ends);
	propose(list, "rotor-queues4", "network: rotor\nleaves: %u\nqueue-words: 4\n", list->ends);
	propose(list, "rotor-block-ram", "network: rotor\nleaves: %u\nstorage: block-ram\n", list->ends);
	if (list->ends > 2 * LEAST_BINS * (LEAST_PLACES_OF_TWO_BANKS - 1))
		propose(list, "rotor-block-ram-banks2", "network: rotor\nleaves: %u\nstorage: block-ram\nqueue-words: 16\nbanks: 2\n", list->ends);
}

void rotor_predict(const struct network *net, struct prediction *p)
{
	struct rotor_shape s = rotor_shape(net->spec);

	p->knows_accepted = true;
	p->accepted = rotor_saturate(net, ROTOR_SATURATED_SEED, ROTOR_SATURATED_CLOCKS).accepted_in_slot;
	p->knows_latency = true;
	/* It waits for a turn, and then for a visit. */
	p->latency = rotor_shortest_clocks(&s) + (s.bins - 1 + s.period - 1) / 2.0;
}
