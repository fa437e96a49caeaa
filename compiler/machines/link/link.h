/* link.h: a link that joins two chips through few pins, as a machine: an end of it is generated, two are simulated. */
#ifndef FTC_MACHINES_LINK_LINK_H
#define FTC_MACHINES_LINK_LINK_H

#include "leaves/leaf.h"
#include "network/machine.h"
#include "parse/kind.h"

extern const struct kind link_kind;
extern const struct machine link_machine;
extern const struct leaf link_leaf;		/* lower.c */
extern const struct simulator link_simulator;	/* simulate.c */

enum { MOST_LINK_BITS = 1023, MOST_LINK_WORDS = 14, MOST_LINK_TRIP = 7 };

/* spec->own */
struct link_parameters {
	unsigned pins;			/* each way, beside a clock: 1, 2, 4 or 8 */
	unsigned words;			/* of a frame */
	unsigned trip;			/* frames, or trip_key.automatic */
};
const struct link_parameters *link_parameters(const struct spec *spec);
extern const struct key *const link_keys[];	/* parameters.c */

/* The sizes of frames, in clocks; rtl-templates/link/link_steps.v has the same. */
struct link_frame {
	unsigned head, body, tail;	/* the header, a word, the CRC */
	unsigned clocks;		/* a frame with words */
	unsigned trip;			/* frames from the begin of one to its answer */
	unsigned silence;		/* the link is down after so many frames without an answer: the logarithm */
};
struct link_frame link_frame(const struct spec *spec);
/* The share of the pins' bits that are words', if no bit is wrong. */
double link_best_rate(const struct spec *spec);

/* As struct machine has them. */
bool link_read(const struct request *q);				/* parameters.c */
void link_lower(struct design *d, const struct network *net);		/* lower.c */
void link_prove(struct proofs *list, const struct network *net);	/* proof.c */
int link_report(const struct spec *spec, bool files, struct findings *found);	/* report.c */

#endif
