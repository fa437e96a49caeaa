/* pins.h: on which pins of a device the bits of a circuit's ports shall be (ftc compile --pins).
 *
 *   file := { line }
 *   line := [ port [ "[" bit "]" ] mesh pin ] [ "#" anything ] newline
 *
 * Without a bit, the bits of a vector are on that pin and the following ones.
 */
#ifndef FTC_OVERLAY_PINS_H
#define FTC_OVERLAY_PINS_H

#include <stdbool.h>

#include "overlay/netlist.h"
#include "overlay/overlay.h"

struct pin_place {
	bool given;			/* otherwise it may be on any pin */
	unsigned mesh, pin;
};
struct pin_places {
	struct pin_place *input, *output;	/* [bit of a port], as in the netlist */
};

/* Reads a file with pins of the first `meshes` meshes; NULL: nothing is given. False after one message with the place; free it
 * in any case. */
bool pins_read(struct pin_places *p, const char *path, const struct netlist *n, const struct overlay *o, unsigned meshes);
void pins_free(struct pin_places *p);

#endif
