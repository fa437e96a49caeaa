/* motion.h: the page of a device's run: gates and wires with their values, clock by clock, and messages in the tree. */
#ifndef FTC_MACHINES_AREA_UNIVERSAL_MOTION_H
#define FTC_MACHINES_AREA_UNIVERSAL_MOTION_H

#include <stdbool.h>

#include "overlay/image.h"
#include "simulate/simulate.h"

/* The first steps of a run. */
struct device_motion {
	const struct overlay *o;
	const struct image *image;
	bool *pin_in, *pin_out;		/* [step * meshes * pins]: taken at its begin, shown at its end */
	size_t steps;
};

/* Adds a step, unless there are enough. Free both arrays in the end. */
void device_motion_step(struct device_motion *m, const bool *pin_in, const bool *pin_out);

/* Appends the page. Each clock is that of overlay/device_model.h with the pins that the run had; false after a message if it shows other
 * outputs than the run did. The run had so many images, of which this is the first. */
bool device_motion_page(const struct device_motion *m, const struct simulation *s, const struct findings *found, size_t images,
			struct text *html);

#endif
