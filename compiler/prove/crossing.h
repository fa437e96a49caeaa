/* crossing.h: proofs of the FIFOs between a network and leaves with clocks of their own (emit/crossing.h). */
#ifndef FTC_PROVE_CROSSING_H
#define FTC_PROVE_CROSSING_H

#include "lower/design.h"
#include "network/network.h"
#include "prove/proof.h"

/* Adds them: `crossing` is the module around the network, a design that has been emitted. */
void crossing_prove(struct proofs *list, const struct network *net, const struct design *crossing);

#endif
