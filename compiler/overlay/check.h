/* check.h: decodes an image into a circuit and compares: shares with the compiler's stages only the element's definition,
 * the device and the image's format. */
#ifndef FTC_OVERLAY_CHECK_H
#define FTC_OVERLAY_CHECK_H

#include <stdbool.h>
#include <stddef.h>

#include "overlay/image.h"
#include "overlay/logic.h"

/* A value that an image computes. */
enum decoded_of { DECODED_ZERO, DECODED_PIN, DECODED_GATE, DECODED_LATCH };
struct decoded_source {
	enum decoded_of of;
	unsigned index;				/* pin: mesh * pins + pin; gate, latch: element (overlay_element()) */
	bool complement;
	unsigned clock;				/* when it is steady, counted from the begin of a step */
};
/* An image as a circuit: each element's gate with its operands, each output pin with its source. */
struct decoded {
	struct decoded_source *x, *y;		/* [element]: what the gate reads; only of elements that are reached */
	bool *used;				/* [element]: its gate or latch is reached from an output pin or a latch of the map */
	unsigned *steady;			/* [element]: clock in which g is steady */
	struct decoded_source *pin;		/* [meshes * pins]: what each output pin shows */
	unsigned step;				/* the least S with which every latch in use and output pin of the map is right */
};

/* Follows every wire back, through the tree cycle by cycle. False with `why`, a fresh string, if a wire runs in a circle, or
 * a wire's value depends on the cycle in which it is looked at (two messages for one register). */
bool image_decode(struct decoded *d, const struct overlay *o, const struct image *image, char **why);
void decoded_free(struct decoded *d);

/* Does the image compute the circuit? Compares the decoded circuit with the normalised one gate for gate, the names of pins
 * and latches with the netlist's, and S with the recomputed one. False with `why`. */
bool image_check(const struct overlay *o, const struct image *image, const struct logic *l, char **why);

#endif
