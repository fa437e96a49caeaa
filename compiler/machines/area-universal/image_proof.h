/* image_proof.h: proves that an image computes a circuit. */
#ifndef FTC_MACHINES_AREA_UNIVERSAL_IMAGE_PROOF_H
#define FTC_MACHINES_AREA_UNIVERSAL_IMAGE_PROOF_H

#include <stdbool.h>

#include "network/machine.h"

/* Of struct machine. Adds a proof for each output port and each group of flip-flops, and says in list->about and
 * list->facts what is compared. */
bool device_prove_image(struct proofs *list, const struct network *net, const struct image_request *q, int *status);

#endif
