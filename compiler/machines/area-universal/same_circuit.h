/* same_circuit.h: whether an image says that it is of a circuit: the model, and the names of its pins and flip-flops.
 *
 * What the image computes is left to proofs and simulations. They compare what the lists name, so the lists must be whole. */
#ifndef FTC_MACHINES_AREA_UNIVERSAL_SAME_CIRCUIT_H
#define FTC_MACHINES_AREA_UNIVERSAL_SAME_CIRCUIT_H

#include <stdbool.h>

#include "overlay/image.h"
#include "overlay/netlist.h"

/* Whether a step of the image is a clock of a circuit. False after a message; `path` names the image. */
bool image_has_clocks(const struct image *image, const char *path);
/* Whether the image lists each input, each output and each flip-flop of the circuit that its compiler keeps, and no others.
 * False after a message. */
bool image_lists_circuit(const struct image *image, const char *path, const struct netlist *n);
/* The number of a pin of the circuit in a list of the image, or SIZE_MAX. */
size_t image_find_pin(const struct image_pin *pin, size_t count, const struct netlist_pin *wanted);

#endif
