/* summary.c: a network as JSON. */
#include "network/summary.h"

#include <stdlib.h>

#include "network/cost.h"
#include "parse/kind.h"

static void add_number(json_t *object, const char *key, unsigned long long value)
{
	json_object_set_new(object, key, json_integer((json_int_t)value));
}

json_t *summary_cost(const struct cost *cost)
{
	json_t *object = json_object();

	add_number(object, "lut4", cost->lut4);
	add_number(object, "ff", cost->ff);
	add_number(object, "cells", cost->cells);
	add_number(object, "ram_bits", cost->ram_bits);
	return object;
}

static json_t *level(const struct network *net, unsigned k)
{
	json_t *object = json_object();

	add_number(object, "level", k);
	add_number(object, "nodes", network_vertices(net, k));
	add_number(object, "capacity", net->capacity[k]);
	if (k < net->levels) {
		struct level_logic logic;

		network_level_logic(net, k, &logic);
		json_object_set_new(object, "estimate", summary_cost(&logic.total));
	}
	return object;
}

void summary_add(json_t *object, const struct network *net)
{
	const struct spec *spec = net->spec;
	struct cost cost = network_cost(net);
	json_t *levels = json_array();

	json_object_set_new(object, "network", json_string(spec->kind->word));
	json_object_set_new(object, "name", json_string(spec->name));
	if (spec->network != NETWORK_SORTER) {
		add_number(object, "leaves", spec->leaves);
		for (unsigned k = 0; k <= net->levels; k++)
			json_array_append_new(levels, level(net, k));
	} else {
		add_number(object, "wires", spec->wires);
	}
	json_object_set_new(object, "levels", levels);
	add_number(object, "latency_clocks", net->latency);
	add_number(object, "frame_clocks", net->slot_clocks);
	json_object_set_new(object, "estimate", summary_cost(&cost));
}
