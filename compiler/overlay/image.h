/* image.h: what is loaded into a device: control words, settings, and the length of a step; with names for people.
 *
 * The file is JSON (docs/explanation/area-universal-circuit.md has the format). A digest over all of it guards against a changed digit, the
 * device's digest against another device. Names are UTF-8.
 */
#ifndef FTC_OVERLAY_IMAGE_H
#define FTC_OVERLAY_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "overlay/overlay.h"
#include "util/text.h"

/* A bit of a port of the circuit, at a pin of the device. */
struct image_pin {
	char *port;
	unsigned bit;
	bool vector;				/* the port has several bits */
	unsigned mesh, pin;			/* the device's pin_in or pin_out [mesh * pins + pin] */
};
struct image_latch {
	char *name;				/* of the user's flip-flop */
	bool constant;				/* in no element: it is always `complement` */
	unsigned mesh, row, column;		/* the element whose s it is */
	bool complement;			/* the flip-flop is not s */
};

struct image {
	char device[17];			/* digest of the device */
	char *circuit;				/* name of the circuit's module */
	char circuit_digest[17];		/* of the file */
	unsigned model;				/* enum logic_model */
	unsigned cycles;			/* d, 1 .. overlay->depth; 1 with one mesh */
	unsigned step;				/* S, clocks */
	uint16_t *control;			/* [overlay_elements()], as overlay_element() numbers them */
	uint32_t *setting;			/* [banks * cycles]: of bank b in cycle c at b * cycles + c; the first two banks
						   are not used */
	unsigned banks;
	struct image_pin *input, *output;	/* in the order of the circuit's ports, bit 0 first */
	size_t input_count, output_count;
	struct image_latch *latch;		/* in the order of the circuit's, without those that nothing reads */
	size_t latch_count;
};

/* An image of zeros for the device: `cycles` must be set before. */
void image_start(struct image *image, const struct overlay *o, unsigned cycles);
/* `width` bits of a RAM's word of a cycle, from bit `low` up; 0 where the RAM does not exist. width <= 32. */
uint32_t image_get(const struct image *image, struct overlay_ram ram, unsigned cycle, unsigned low, unsigned width);
void image_set(struct image *image, struct overlay_ram ram, unsigned cycle, unsigned low, unsigned width, uint32_t value);

/* The file's text. */
void image_print(const struct image *image, const struct overlay *o, struct text *out);
/* Reads a file and checks all ranges and digests, and that nothing is listed twice. False after one message with the place, with nothing to free. */
bool image_read(struct image *image, const struct overlay *o, const char *path);
void image_free(struct image *image);

#endif
