/* device.h: area-universal devices for tests. */
#ifndef FTC_TESTS_OVERLAY_DEVICE_H
#define FTC_TESTS_OVERLAY_DEVICE_H

#include "networks.h"
#include "network/machine.h"
#include "overlay/overlay.h"
#include "util/text.h"

struct device {
	struct spec spec;
	struct network *net;
	struct overlay o;
};

struct device_size {
	unsigned meshes, side, pins, depth;
	unsigned capacity[OVERLAY_MOST_LEVELS];	/* of levels 1, 2, .. */
};

static inline void device_start(struct device *d, const struct device_size *size)
{
	struct text yaml = { 0 };

	text_print(&yaml, "network: area-universal\nmeshes: %u\nmesh-side: %u\npins: %u\nsettings-depth: %u\n", size->meshes, size->side,
		   size->pins, size->depth);
	for (unsigned k = 0; 1u << k < size->meshes; k++)
		text_print(&yaml, "%s%u", k > 0 ? ", " : "capacities: [", size->capacity[k]);
	text_add(&yaml, size->meshes > 1 ? "]\n" : "");
	d->net = network_from(&d->spec, yaml.bytes);
	d->net->spec->machine->circuits.overlay(d->net, &d->o);
	text_free(&yaml);
}

static inline void device_end(struct device *d)
{
	network_done(&d->spec, d->net);
}

#endif
