/* motion_parts.h: where what moves in a device is, for the page of a run. */
#ifndef FTC_MACHINES_AREA_UNIVERSAL_MOTION_PARTS_H
#define FTC_MACHINES_AREA_UNIVERSAL_MOTION_PARTS_H

#include <jansson.h>

#include "overlay/image.h"
#include "overlay/layout.h"

struct device_parts {
	const struct overlay *o;
	const struct image *image;
	const struct layout *layout;
};

/* A fresh object: the meshes' corners, nodes, channels, the messages' ways, pins and flip-flops by name. */
json_t *device_parts_json(const struct device_parts *h);

#endif
