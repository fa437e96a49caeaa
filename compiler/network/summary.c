/* summary.c: a network as JSON. */
#include "network/summary.h"

#include "network/cost.h"
#include "network/machine.h"
#include "parse/kind.h"
#include "util/json.h"

json_t *summary_cost(const struct cost *cost)
{
	json_t *object = json_object();

	json_add_number(object, "lut4", cost->lut4);
	json_add_number(object, "ff", cost->ff);
	json_add_number(object, "cells", cost->cells);
	json_add_number(object, "ram_bits", cost->ram_bits);
	return object;
}

static json_t *level(const struct network *net, unsigned k)
{
	json_t *object = json_object();
	struct level_logic logic;

	network_level_logic(net, k, &logic);
	json_add_number(object, "level", network_level_number(net, k));
	json_add_number(object, "nodes", k < net->levels ? logic.nodes : net->ends);
	json_add_number(object, "capacity", net->capacity[k]);
	if (k < net->levels)
		json_object_set_new(object, "estimate", summary_cost(&logic.total));
	return object;
}

void summary_add(json_t *object, const struct network *net)
{
	const struct spec *spec = net->spec;
	const struct kind *kind = spec->kind;
	struct cost cost = network_cost(net);
	json_t *levels = json_array();

	json_object_set_new(object, "network", json_string(kind->word));
	json_object_set_new(object, "name", json_string(spec->name));
	json_add_number(object, spec->machine->ends, net->ends);
	for (unsigned k = 0; net->subtree_count > 0 && k <= net->levels; k++)
		json_array_append_new(levels, level(net, k));
	json_object_set_new(object, "levels", levels);
	json_add_number(object, "latency_clocks", net->latency);
	json_add_number(object, "frame_clocks", net->slot_clocks);
	json_object_set_new(object, "estimate", summary_cost(&cost));
}
