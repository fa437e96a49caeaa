/* tries.h: how often a message is tried before it arrives: at full load to any leaf, and if all send to one. */
#ifndef FTC_MODEL_TRIES_H
#define FTC_MODEL_TRIES_H

#include <jansson.h>

#include "model/slots.h"
#include "util/text.h"

/* Which loads to simulate. */
enum { TRIES_UNIFORM = 1, TRIES_TO_ONE = 2 };

/* Expected tries of a message to leaf 0, if all other leaves always send there, from the leaf that is served least. A
 * slot in which the leaf holds it for a turn counts as a try. */
struct tries_to_one {
	bool known;
	bool at_least;			/* none arrived from that leaf: `tries` are the slots that were simulated */
	double tries;
};

struct tries {
	bool known;			/* not too large to simulate */
	struct throughput uniform;	/* every lane always has a message for any other leaf */
	struct tries_to_one with_turns, without_turns;
};

/* Simulates the loads of `which`, as far as the size of the network allows. */
void tries_find(const struct network *net, unsigned which, struct tries *t);

/* Five times the tries that a report gives for this load: above that, something is wrong with the network or with the
 * load. Uniform: the tries that suffice for 99.9 % of all messages; the rare message that takes more is no fault. Else
 * those of a message to a leaf to which all others send, with turns. 0: unknown. */
double tries_bound(const struct network *net, bool uniform);

/* See struct machine: for networks with slots. */
struct prediction;
void tries_predict(const struct network *net, struct prediction *p);

/* Lines of a report: what leaves accept at full uniform load, and how often messages are tried. */
void tries_print(const struct network *net, const struct tries *t, struct text *out);
/* The same as a fresh object, null if it is not known; and one of throughput_slots() or of theory. */
json_t *tries_json(const struct network *net, const struct tries *t);
json_t *throughput_json(const struct network *net, const struct throughput *t);

#endif
