/* catalogue.h: proofs that the headers of their monitors describe, in lines `//! WORD ...` (docs/explanation/proofs.md). A maker of proofs
 * says which monitor, where in the design, and the values that no instance has. */
#ifndef FTC_PROVE_CATALOGUE_H
#define FTC_PROVE_CATALOGUE_H

#include "lower/builder.h"
#include "prove/builder.h"

enum { MOST_GIVEN = 2 };		/* lists of values for one site */

/* What a monitor is bound to. */
struct site {
	const struct instance *instance;	/* its parameters are the monitor's and the circuit's; NULL: all are given */
	const char *around;			/* for monitors of the module around it: that module; else NULL */
	const struct named_value *given[MOST_GIVEN];	/* values that a monitor says are given; each list ends with a NULL name */
	const struct parameter *vectors;	/* likewise, of any width; ends with a NULL name; or NULL */
};

/* Adds the proofs by this monitor of the template at the site, but none whose name the list has: a monitor's `subject` names
 * all that tells instances apart. A value that is missing makes the list incomplete, as a message says. */
void catalogue_prove(struct proofs *list, const char *monitor, const struct site *site);

/* Does so for every instance of the template in the modules of the design. Of `site`, which may be NULL, counts what is
 * given. */
void catalogue_prove_each(struct proofs *list, const struct design *d, const char *monitor, const struct site *site);

#endif
