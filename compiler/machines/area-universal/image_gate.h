/* image_gate.h: what an image computes in a step: module `gate` for Yosys.
 *
 *   in    --> [       ] --> out         in, out: as the image lists the circuit's pins
 *   s     --> [ NANDs ] --> next        s, next: a bit for each element that holds a flip-flop of the image's list
 *   loose --> [       ]                 what else is read: pins and latches that are none of the circuit's
 */
#ifndef FTC_MACHINES_AREA_UNIVERSAL_IMAGE_GATE_H
#define FTC_MACHINES_AREA_UNIVERSAL_IMAGE_GATE_H

#include "overlay/check.h"
#include "util/text.h"

enum { NO_BIT = -1 };

struct image_gate {
	const struct overlay *o;
	const struct image *image;
	const struct decoded *decoded;
	int *s;				/* [element]: bit of s and next, or NO_BIT */
	int *in;			/* [pin]: bit of `in`, or NO_BIT */
	int *loose_latch, *loose_pin;	/* [element], [pin]: bit of `loose`, or NO_BIT */
	unsigned latches, loose;	/* widths */
	unsigned gates;			/* NANDs */
};

/* Image and decoded image must outlive it. */
void image_gate_make(struct image_gate *g, const struct overlay *o, const struct image *image, const struct decoded *decoded);
/* Bit of s and next that holds a flip-flop which is not constant. */
unsigned image_gate_bit(const struct image_gate *g, const struct image_latch *latch);
/* The module in Verilog. */
struct text image_gate_verilog(const struct image_gate *g);
void image_gate_free(struct image_gate *g);

#endif
