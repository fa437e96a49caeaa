/* link.h: a link that joins two chips through few pins, as a machine: an end of it is generated, two are simulated. */
#ifndef FTC_MACHINES_LINK_LINK_H
#define FTC_MACHINES_LINK_LINK_H

#include "leaves/leaf.h"
#include "machines/link_end.h"
#include "network/machine.h"
#include "parse/kind.h"

extern const struct kind link_kind;
extern const struct machine link_machine;
extern const struct leaf link_leaf;		/* lower.c */
extern const struct simulator link_simulator;	/* simulate.c */

extern const struct key *const link_keys[];	/* parameters.c */

/* The share of the pins' bits that are words', if no bit is wrong. */
double link_best_rate(const struct spec *spec);

/* As struct machine has them. */
bool link_read(const struct request *q);				/* parameters.c */
void link_lower(struct design *d, const struct network *net);		/* lower.c */
void link_prove(struct proofs *list, const struct network *net);	/* machine.c */
int link_report(const struct spec *spec, bool files, struct findings *found);	/* report.c */

#endif
