/* elaborate.c: a device's tree: Leiserson's fat-tree whose leaves are meshes and whose settings change with every clock. */
#include "machines/area-universal/area_universal.h"

#include "machines/fat_tree_common.h"
#include "network/network.h"
#include "util/message.h"

bool device_is_hardware(const struct device_parameters *own)
{
	return own->meshes <= OVERLAY_MOST_MESHES && own->side <= OVERLAY_MOST_SIDE;
}

bool area_universal_accept(const struct spec *spec)
{
	const struct device_parameters *own = device_parameters(spec);

	if (device_is_hardware(own))
		return true;
	error("%s is a device of %u meshes of %u x %u elements: expected at most %d meshes of %d x %d", spec->source, own->meshes,
	      own->side, own->side, OVERLAY_MOST_MESHES, OVERLAY_MOST_SIDE, OVERLAY_MOST_SIDE);
	return suggest("ftc report %s, which needs no hardware", shell_word(spec->source));
}

void area_universal_elaborate(struct network *net)
{
	net->plans.wish = PLAN_CROSSBAR;
	net->ends = net->spec->leaves;
	if (net->spec->levels > 0)
		fat_tree_elaborate(net);
}

void area_universal_overlay(const struct network *net, struct overlay *o)
{
	const struct device_parameters *own = device_parameters(net->spec);

	overlay_start(o, net, own->side, own->pins, own->depth);
}
