/* summary.c: a network as JSON. */
#include "network/summary.h"

#include <stdlib.h>

#include "network/cost.h"
#include "parse/keys.h"

static void add_number(json_t *object, const char *key, unsigned long long value)
{
	json_object_set_new(object, key, json_integer((json_int_t)value));
}

static void add_parameter(json_t *object, enum key key, unsigned value)
{
	add_number(object, key_names[key], value);
}

static void add_word(json_t *object, enum key key, const char *word)
{
	json_object_set_new(object, key_names[key], json_string(word));
}

static void add_flag(json_t *object, enum key key, bool value)
{
	json_object_set_new(object, key_names[key], json_boolean(value));
}

/* 0 stands for the word auto. */
static void add_number_or_auto(json_t *object, enum key key, unsigned value)
{
	if (value > 0)
		add_parameter(object, key, value);
	else
		add_word(object, key, "auto");
}

static void add_capacities(json_t *object, const struct spec *spec)
{
	json_t *list;

	if (spec->root_capacity > 0) {
		add_parameter(object, KEY_ROOT_CAPACITY, spec->root_capacity);
		return;
	}
	list = json_array();
	for (unsigned k = spec->capacity[0] > 0 ? 0 : 1; k <= spec->levels; k++)
		json_array_append_new(list, json_integer(spec->capacity[k]));
	json_object_set_new(object, key_names[KEY_CAPACITIES], list);
}

static json_t *level_list(const unsigned *numbers, unsigned height)
{
	json_t *list = json_array();

	for (unsigned i = 1; i <= height; i++)
		json_array_append_new(list, json_integer(numbers[i]));
	return list;
}

/* The tree as its parameter file gives it. */
static void add_tree(json_t *object, const struct spec *spec)
{
	if (spec->network == NETWORK_CM_5 || spec->network == NETWORK_PRUNED_BUTTERFLY) {
		add_parameter(object, KEY_LEAVES, spec->leaves);
		return;
	}
	add_parameter(object, KEY_HEIGHT, spec->height);
	if (spec->network == NETWORK_GFT) {
		add_parameter(object, KEY_CHILDREN, spec->children[1]);
		add_parameter(object, KEY_PARENTS, spec->parents[1]);
	} else {
		json_object_set_new(object, key_names[KEY_CHILDREN], level_list(spec->children, spec->height));
		json_object_set_new(object, key_names[KEY_PARENTS], level_list(spec->parents, spec->height));
	}
}

static void add_xgft(json_t *object, const struct spec *spec)
{
	json_t *faults = json_array();

	add_tree(object, spec);
	add_parameter(object, KEY_LINK_WIDTH, spec->link_width);
	add_word(object, KEY_UP_ROUTING, up_routing_words[spec->up_routing]);
	for (size_t i = 0; i < spec->fault_count; i++) {
		char *fault = spec_fault_text(&spec->faults[i]);

		json_array_append_new(faults, json_string(fault));
		free(fault);
	}
	json_object_set_new(object, key_names[KEY_FAULTS], faults);
}

json_t *summary_parameters(const struct spec *spec)
{
	json_t *object = json_object();

	add_word(object, KEY_NETWORK, network_words[spec->network]);
	add_word(object, KEY_NAME, spec->name);
	if (spec->network == NETWORK_SORTER) {
		add_parameter(object, KEY_WIRES, spec->wires);
		add_parameter(object, KEY_KEY_BITS, spec->key_bits);
	} else if (spec_is_xgft(spec)) {
		add_xgft(object, spec);
	} else {
		add_parameter(object, KEY_LEAVES, spec->leaves);
		add_capacities(object, spec);
		add_parameter(object, KEY_CONNECTIONS, spec->connections);
		add_flag(object, KEY_EXTERNAL, spec->external);
	}
	if (spec->network != NETWORK_SORTER) {
		add_word(object, KEY_CONCENTRATOR, concentrator_words[spec->concentrator]);
		add_word(object, KEY_LEAF_INTERFACE, leaf_interface_words[spec->leaf_interface]);
	}
	add_parameter(object, KEY_PAYLOAD_BITS, spec->payload_bits);
	add_word(object, KEY_FAMILY, family_words[spec->family]);
	add_number_or_auto(object, KEY_ELEMENTS_BETWEEN_REGISTERS, spec->elements_between_registers);
	add_number_or_auto(object, KEY_CLOCK, spec->clock_mhz);
	add_parameter(object, KEY_DELAY_RAM_THRESHOLD, spec->delay_ram_threshold);
	add_flag(object, KEY_PROBE, spec->probe);
	return object;
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
	add_number(object, "capacity", network_capacity(net, k));
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

	json_object_set_new(object, "network", json_string(network_words[spec->network]));
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
	add_number(object, "frame_clocks", network_frame_clocks(net));
	json_object_set_new(object, "estimate", summary_cost(&cost));
}
