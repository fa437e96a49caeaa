/* cost.h: estimates of the parts of a device beside its nodes. */
#ifndef FTC_MACHINES_AREA_UNIVERSAL_COST_H
#define FTC_MACHINES_AREA_UNIVERSAL_COST_H

#include "machines/area-universal/area_universal.h"
#include "network/cost.h"

enum device_part {
	DEVICE_ELEMENTS,		/* of all meshes, with their control registers */
	DEVICE_PINS,			/* registers of the pins */
	DEVICE_BORDERS,			/* what sends the border's wires up, and keeps what comes down */
	DEVICE_SETTINGS,		/* the leaves' RAMs of settings */
	DEVICE_TIMING,			/* the step timer, and what carries its signals to all meshes */
	DEVICE_PARTS
};
extern const char *const device_part_names[DEVICE_PARTS];

/* Of all meshes together. */
struct cost device_part_cost(const struct network *net, enum device_part part);

#endif
