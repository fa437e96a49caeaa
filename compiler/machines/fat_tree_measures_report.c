/* fat_tree_measures_report.c: what the reports of on-line and off-line fat-trees share. */
#include "machines/fat_tree_measures_report.h"

#include "machines/fat_tree_common.h"
#include "machines/fat_tree_faults.h"
#include "machines/fat_tree_layout.h"
#include "machines/fat_tree_measures.h"
#include "model/slots.h"
#include "network/cost.h"
#include "network/report.h"
#include "parse/family.h"
#include "util/figures.h"
#include "util/json.h"
#include "util/output.h"

/* Payload bits per clock, at most: of one leaf, sending; of all together; from one half of the tree to the other. */
static json_t *json_bandwidth(const struct network *net)
{
	double payload = net->spec->payload_bits, slot = net->slot_clocks;
	double leaf = net->spec->connections * payload / slot;

	return json_pack("{s:f, s:f, s:f}", "leaf_bits_per_clock", leaf,
			 "peak_bits_per_clock", net->spec->leaves * leaf,
			 "bisection_bits_per_clock", fat_tree_bisection(net).root * payload / slot);
}

void fat_tree_report_capacities(const struct network *net, const struct throughput *use, struct text *out)
{
	struct components c = fat_tree_components(net);
	struct bisection b = fat_tree_bisection(net);

	text_print(out, "\nCapacity\n"
		   "  level     nodes  wires each way%s\n", use ? "   in use at full uniform load: up, down" : "");
	for (unsigned k = 0; k <= net->levels; k++) {
		unsigned capacity = net->capacity[k];

		text_print(out, "  %5u %9u %15u", k, network_vertices(net, k), capacity);
		if (k == 0 && !net->spec->external)
			text_add(out, "   not brought out");
		else if (k > 0 && use)
			text_print(out, "   %27.0f%%  %4.0f%%", 100 * use->up[k] / capacity,
				   100 * use->down[k] / capacity);
		text_add(out, "\n");
	}
	text_print(out, "  bisection: %u wires each way through the root", b.root);
	if (b.min_cut < b.root)
		text_print(out, ", of which the channels below can use %u", b.min_cut);
	text_print(out, "\n  wires of all channels, both ways: %llu\n", c.channel_wires);
}

/* Channels with dead wires, each once: level, vertex, wires, those that live. */
static json_t *json_lowered(const struct network *net)
{
	json_t *list = json_array();

	for (unsigned k = 0; k <= net->levels; k++)
		for (unsigned v = 0; v < network_vertices(net, k); v++) {
			unsigned dead = fat_tree_dead_wires(net, k, v);
			const struct subtree *tree;

			if (dead == 0)
				continue;
			fat_tree_channel_bit(net, k, v, &tree);
			json_t *channel = json_object();

			JSON_NUMBERS(channel, { "level", k }, { "vertex", v }, { "wires", tree->capacity },
					      { "living", tree->capacity - dead });
			json_array_append_new(list, channel);
		}
	return list;
}

static json_t *json_faults(const struct network *net)
{
	unsigned dead = net->dead_ends ? net->spec->leaves - net->living_ends : 0;

	return json_pack("{s:i, s:o}", "dead_leaves", (int)dead, "channels", json_lowered(net));
}

void fat_tree_report_faults(const struct network *net, struct text *out)
{
	if (net->spec->fault_count == 0)
		return;
	json_t *faults = json_faults(net), *channels = json_object_get(faults, "channels");
	static const struct column columns[] = {
		{ "level", 5, "{level}" }, { "vertex", 8, "{vertex}" }, { "wires", 8, "{wires}" }, { "living", 8, "{living}" },
		{ .label = NULL },
	};

	figures_say(faults, "\nFaults: leaves that are dead: {dead_leaves}; capacities that dead wires lower\n", out);
	figures_table(channels, columns, out);
	json_decref(faults);
}

void fat_tree_report_bandwidth(const struct network *net, struct text *out)
{
	json_t *object = json_bandwidth(net);

	figures_say(object, "\nBandwidth, payload bits per clock at the very most\n"
		    "  one leaf {leaf_bits_per_clock:.4g}, all leaves {peak_bits_per_clock:.5g}, "
		    "from half to half through the root {bisection_bits_per_clock:.5g} each way\n", out);
	json_decref(object);
}

json_t *fat_tree_report_json(const struct network *net)
{
	json_t *object = report_json(net, "concentrators");
	struct bisection bisection = fat_tree_bisection(net);
	struct components c = fat_tree_components(net);
	struct cost adapters = network_adapter_cost(net);
	unsigned long long selectors = 0;

	for (unsigned k = 0; k < net->levels; k++) {
		struct level_logic logic;

		network_level_logic(net, k, &logic);
		selectors += logic.selectors;
	}
	json_object_set_new(object, "bandwidth", json_bandwidth(net));
	json_object_set_new(object, "bisection", json_pack("{s:I, s:I}", "root", (json_int_t)bisection.root, "min_cut",
							   (json_int_t)bisection.min_cut));
	JSON_NUMBERS(object, { "wires", c.channel_wires }, { "selectors", selectors });
	json_object_set_new(object, "estimate_adapters", summary_cost(&adapters, net->spec->family));
	if (net->spec->fault_count == 0)
		report_reference_json(net->spec, object);
	else
		json_object_set_new(object, "faults", json_faults(net));
	return object;
}

void fat_tree_report_files(const struct network *net, const struct text *json, struct output *out)
{
	fat_tree_draw(net, out);
	fat_tree_layout_draw(net, out);
	output_add_copy(out, "report.json", json);
}

json_t *fat_tree_leiserson_json(const struct network *net)
{
	struct components c = fat_tree_components(net);
	json_t *object = json_object();

	JSON_NUMBERS(object, { "root_capacity", c.root_capacity }, { "wires", c.wires }, { "selectors", c.selectors },
			     { "crosspoints", c.crosspoints }, { "partial_crosspoints", c.partial_crosspoints });
	json_add_real(object, "component_bound", c.bound);
	json_add_real(object, "volume_bound", c.volume);
	json_object_set_new(object, "layout", fat_tree_layout_json(net, c.volume));
	return object;
}

void fat_tree_report_leiserson(const struct network *net, struct text *out)
{
	json_t *object = fat_tree_leiserson_json(net);

	figures_say(object, "\nLeiserson's measures (1985, section IV), w = {root_capacity}\n"
		    "  components: {wires} wires at the nodes, {selectors} selectors;\n"
		    "    n lg(w^3/n^2) = {component_bound:.0f}, so ", out);
	text_print(out, "%.2f wires for each of his O()\n", json_number_value(json_object_get(object, "wires"))
		   / json_number_value(json_object_get(object, "component_bound")));
	figures_say(object, "  crosspoints: {crosspoints} with full crossbars, {partial_crosspoints} with one stage of "
		    "partial concentrators\n"
		    "  volume: (w lg(n/w))^(3/2) = {volume_bound:.4g}\n\n", out);
	fat_tree_layout_say(json_object_get(object, "layout"), out);
	if (net->spec->fault_count == 0)
		report_reference(net->spec, out);
	json_decref(object);
}
