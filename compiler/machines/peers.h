/* peers.h: other networks beside that of a report, with as many leaves and as long words: how long their models take for the
 * same sets of messages. */
#ifndef FTC_MACHINES_PEERS_H
#define FTC_MACHINES_PEERS_H

#include <stddef.h>

#include "network/network.h"
#include "schedule/schedule.h"

/* The network that these lines of a parameter file describe, with the leaves, the payload and the family of `spec`. NULL: there
 * is none of so many leaves, or its machine does not foresee the clocks of a set. */
struct network *peer_new(const struct spec *spec, const char *keys);

/* Clocks until the last message of a set has arrived, of sets that are sent one after the other. */
struct peer_clocks {
	double mean;
	unsigned long most;
};
struct peer_clocks peer_send(const struct network *peer, const struct message_set *set, size_t sets);

#endif
