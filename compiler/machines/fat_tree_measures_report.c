/* fat_tree_measures_report.c: what the reports of on-line and off-line fat-trees share. */
#include "machines/fat_tree_measures_report.h"

#include "machines/fat_tree_measures.h"
#include "model/slots.h"
#include "network/cost.h"
#include "network/report.h"
#include "parse/family.h"
#include "util/json.h"

/* Payload bits per clock, at most. */
struct bandwidth {
	double leaf;			/* one leaf, sending */
	double all;			/* all leaves together */
	double root;			/* from one half of the tree to the other */
};

static struct bandwidth find_bandwidth(const struct network *net)
{
	double payload = net->spec->payload_bits, slot = net->slot_clocks;
	struct bandwidth b = { .leaf = net->spec->connections * payload / slot };

	b.all = net->spec->leaves * b.leaf;
	b.root = fat_tree_bisection(net).root * payload / slot;
	return b;
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

void fat_tree_report_bandwidth(const struct network *net, struct text *out)
{
	struct bandwidth b = find_bandwidth(net);

	text_print(out,
		   "\nBandwidth, payload bits per clock at the very most\n"
		   "  one leaf %.4g, all leaves %.5g, from half to half through the root %.5g each way\n",
		   b.leaf, b.all, b.root);
}

void fat_tree_report_leiserson(const struct network *net, struct text *out)
{
	struct components c = fat_tree_components(net);

	text_print(out, "\nLeiserson's measures (1985, section IV), w = %u\n", c.root_capacity);
	text_print(out, "  components: %llu wires at the nodes, %llu selectors;\n"
		   "    n lg(w^3/n^2) = %.0f, so %.2f wires for each of his O()\n", c.wires, c.selectors, c.bound,
		   (double)c.wires / c.bound);
	text_print(out, "  crosspoints: %llu with full crossbars, %llu with one stage of partial concentrators\n",
		   c.crosspoints, c.partial_crosspoints);
	text_print(out, "  volume: (w lg(n/w))^(3/2) = %.4g\n", c.volume);
	report_reference(net->spec, out);
}

json_t *fat_tree_report_json(const struct network *net)
{
	json_t *object = report_json(net, "concentrators");
	struct bandwidth bandwidth = find_bandwidth(net);
	struct bisection bisection = fat_tree_bisection(net);
	struct components c = fat_tree_components(net);
	struct cost adapters = network_adapter_cost(net);
	unsigned long long selectors = 0;

	for (unsigned k = 0; k < net->levels; k++) {
		struct level_logic logic;

		network_level_logic(net, k, &logic);
		selectors += logic.selectors;
	}
	json_object_set_new(object, "bandwidth", json_pack("{s:f, s:f, s:f}", "leaf_bits_per_clock", bandwidth.leaf,
		"peak_bits_per_clock", bandwidth.all, "bisection_bits_per_clock", bandwidth.root));
	json_object_set_new(object, "bisection", json_pack("{s:I, s:I}", "root", (json_int_t)bisection.root, "min_cut",
							   (json_int_t)bisection.min_cut));
	JSON_NUMBERS(object, { "wires", c.channel_wires }, { "selectors", selectors });
	json_object_set_new(object, "estimate_adapters", summary_cost(&adapters, net->spec->family));
	report_reference_json(net->spec, object);
	return object;
}

json_t *fat_tree_leiserson_json(const struct network *net)
{
	struct components c = fat_tree_components(net);
	json_t *object = json_object();

	JSON_NUMBERS(object, { "root_capacity", c.root_capacity }, { "wires", c.wires }, { "selectors", c.selectors },
			     { "crosspoints", c.crosspoints }, { "partial_crosspoints", c.partial_crosspoints });
	json_add_real(object, "component_bound", c.bound);
	json_add_real(object, "volume_bound", c.volume);
	return object;
}
