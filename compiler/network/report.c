/* report.c: the parts that all machines' reports share. */
#include "network/report.h"

#include <stdlib.h>
#include <string.h>

#include "network/cost.h"
#include "network/leaf.h"
#include "network/machine.h"
#include "network/prediction.h"
#include "network/reference.h"
#include "parse/family.h"
#include "network/crossing.h"
#include "parse/shell.h"
#include "util/figures.h"
#include "util/json.h"

/* JSON ------------------------------------------------------------------------------------------------------------ */

void report_reference_json(const struct spec *spec, json_t *object)
{
	struct reference_tree tree;

	if (spec->machine->shape.reference(spec, &tree))
		reference_add_json(&tree, STANDARD_CEIL, object);
}

static const char *const element_names[ELEMENT_KINDS] = {
	[ELEMENT_EXCHANGE] = "exchange", [ELEMENT_CHOOSE] = "choose", [ELEMENT_PARITY] = "parity",
	[ELEMENT_COMPARE] = "compare", [ELEMENT_SELECT] = "select", [ELEMENT_PICK] = "pick",
	[ELEMENT_GATHER] = "gather", [ELEMENT_SPREAD] = "spread",
	[ELEMENT_CALL] = "call", [ELEMENT_DELAY] = "register",
};

static json_t *json_cost(const struct cost *cost)
{
	return json_pack("{s:I, s:I, s:I, s:I}", "lut4", (json_int_t)cost->lut4, "ff", (json_int_t)cost->ff, "cells",
			 (json_int_t)cost->cells, "ram_bits", (json_int_t)cost->ram_bits);
}

json_t *summary_cost(const struct cost *cost, const struct family *family)
{
	return family->fitted ? json_cost(cost) : NULL;
}

void summary_add_shell(json_t *object, const struct network *net)
{
	struct cost shell = network_shell_cost(net);

	if (shell.lut4 == 0)
		return;
	char *name = format_string("estimate_%s", net->spec->shell->word);

	json_object_set_new(object, name, summary_cost(&shell, net->spec->family));
	free(name);
}

static json_t *json_level(const struct network *net, unsigned k)
{
	struct level_logic logic;

	network_level_logic(net, k, &logic);
	return json_pack("{s:i, s:I, s:i, s:o*}", "level", network_level_number(net, k), "nodes",
			 (json_int_t)(k < net->levels ? logic.nodes : net->ends), "capacity", net->capacity[k],
			 "estimate", k < net->levels ? summary_cost(&logic.total, net->spec->family) : NULL);
}

void summary_add(json_t *object, const struct network *net)
{
	const struct spec *spec = net->spec;
	struct cost cost = network_cost(net);
	json_t *levels = json_array();

	json_object_update_new(object, spec_identity(spec));
	JSON_NUMBERS(object, { spec->machine->ends, net->ends }, { "payload_bits", spec->payload_bits });
	for (unsigned k = 0; net->subtree_count > 0 && k <= net->levels; k++)
		json_array_append_new(levels, json_level(net, k));
	if (json_array_size(levels) > 0)
		json_object_set(object, "levels", levels);
	json_decref(levels);
	if (net->latency > 0)
		json_add_number(object, "latency_clocks", net->latency);
	json_add_number(object, "slot_clocks", net->slot_clocks);
	json_object_set_new(object, "estimate", summary_cost(&cost, spec->family));
	summary_add_shell(object, net);
}

static json_t *json_elements(const unsigned long long *elements)
{
	json_t *object = json_object();

	for (int kind = 0; kind < ELEMENT_KINDS; kind++)
		if (kind != ELEMENT_CALL)
			json_add_number(object, element_names[kind], elements[kind]);
	return object;
}

static json_t *json_elements_of(const struct network *net)
{
	unsigned long long elements[ELEMENT_KINDS];

	network_elements(net, elements);
	return json_elements(elements);
}

static json_t *json_plans(const struct network *net)
{
	unsigned long long *uses = network_plan_uses(net);
	json_t *list = json_array();

	for (size_t i = 0; i < net->plans.count; i++) {
		const struct plan *plan = net->plans.plan[i];
		struct cost cost = plan_cost(plan);
		json_t *object = json_pack("{s:s, s:i, s:i, s:I, s:i, s:o*}", "kind", plan_kind_name(plan->kind),
					   "inputs", plan->inputs, "outputs", plan->outputs, "count",
					   (json_int_t)uses[i], "latency_clocks", plan->latency, "estimate",
					   summary_cost(&cost, net->spec->family));

		json_array_append_new(list, object);
	}
	free(uses);
	return list;
}

static json_t *level_parts(const struct level_logic *logic, const struct family *f)
{
	if (!f->fitted)
		return NULL;
	return json_pack("{s:o, s:o, s:o, s:o, s:o}", "selectors", summary_cost(&logic->selection, f),
			 "concentrators", summary_cost(&logic->concentrators, f), "turn_delays", summary_cost(&logic->turns, f),
			 "settings", summary_cost(&logic->settings, f), "pace", summary_cost(&logic->pace, f));
}

static void add_level_details(const struct network *net, unsigned k, json_t *object)
{
	struct level_logic logic;

	network_level_logic(net, k, &logic);
	json_add_number(object, "selectors", logic.selectors);
	json_object_set_new(object, "elements", json_elements(logic.elements));
	json_object_set_new(object, "estimate_parts", level_parts(&logic, net->spec->family));
}

json_t *report_json(const struct network *net, const char *plans_are)
{
	json_t *object = json_object();

	summary_add(object, net);
	for (unsigned k = 0; k < net->levels; k++)
		add_level_details(net, k, json_array_get(json_object_get(object, "levels"), k));
	json_object_set_new(object, "parameters", spec_json(net->spec));
	json_add_number(object, "elements_between_registers", net->elements_between_registers);
	json_object_set_new(object, "elements", json_elements_of(net));
	json_object_set_new(object, plans_are, json_plans(net));
	return object;
}

/* Text ------------------------------------------------------------------------------------------------------------ */

void report_parameters(const struct spec *spec, struct text *out)
{
	struct text t = {0};

	spec_print(spec, &t);
	text_add(out, "Parameters\n");
	for (const char *line = t.bytes; line && *line != '\0'; line += strcspn(line, "\n"), line += *line == '\n')
		text_print(out, "  %.*s\n", (int)strcspn(line, "\n"), line);
	text_free(&t);
}

void report_reference(const struct spec *spec, struct text *out)
{
	json_t *object = json_object();

	report_reference_json(spec, object);
	if (json_object_size(object) > 0) {
		text_add(out, "\nReference tree (Bay 1992, chapter 4): an edge is a wire up and a wire down\n");
		reference_say(object, out);
	}
	json_decref(object);
}

static void say_cost(const char *what, const json_t *cost, bool cells, struct text *out)
{
	text_print(out, "  %-34s", what);
	figures_say(cost, cells ? " {lut4:10} {ff:10} {cells:10}" : " {lut4:10} {ff:10}", out);
	figures_say(cost, figures_has(cost, "ram_bits") ? " {ram_bits:12} RAM bits\n" : "\n", out);
}

static void say_cost_of(const char *what, const struct cost *cost, bool cells, struct text *out)
{
	json_t *object = json_cost(cost);

	say_cost(what, object, cells, out);
	json_decref(object);
}

static void say_level_logic(const struct network *net, unsigned k, bool cells, struct text *out)
{
	json_t *object = json_level(net, k);
	struct text what = {0};

	add_level_details(net, k, object);
	const json_t *parts = json_object_get(object, "estimate_parts");

	text_print(&what, "level %u: ", network_level_number(net, k));
	figures_say(object, "{nodes} node{nodes:s}", &what);
	say_cost(what.bytes, json_object_get(object, "estimate"), cells, out);
	if (figures_has(object, "selectors"))
		say_cost("  selectors", json_object_get(parts, "selectors"), cells, out);
	if (figures_has(parts, "concentrators.ff"))
		say_cost("  concentrators", json_object_get(parts, "concentrators"), cells, out);
	if (figures_has(parts, "turn_delays.ff") || figures_has(parts, "turn_delays.ram_bits"))
		say_cost("  delay of turning messages", json_object_get(parts, "turn_delays"), cells, out);
	if (figures_has(parts, "settings.ff"))
		say_cost("  settings, strobes", json_object_get(parts, "settings"), cells, out);
	if (figures_has(parts, "pace.ff"))
		say_cost("  strobes, keeping step", json_object_get(parts, "pace"), cells, out);
	text_free(&what);
	json_decref(object);
}

static void print_head(const struct network *net, bool cells, struct text *out)
{
	text_print(out, "\nLogic (estimate for %s: %s)\n", net->spec->family->name,
		   cells ? "LUT4, flip-flops, logic cells" : "LUT4 and flip-flops");
	text_print(out, "  %-34s %10s %10s%s\n", "", "LUT4", "FF", cells ? "      cells" : "");
}

static void print_unknown(const struct family *family, struct text *out)
{
	text_print(out, "\nLogic: unknown, as no estimates are fitted to %s\n", family->name);
}

static void print_rest(const struct network *net, bool cells, struct text *out)
{
	struct cost total = network_cost(net), shell = network_shell_cost(net), crossing = crossing_cost(net);

	if (crossing.lut4 > 0)
		say_cost_of("FIFOs between clocks", &crossing, cells, out);
	if (shell.lut4 > 0)
		say_cost_of(net->spec->shell->many, &shell, cells, out);
	say_cost_of("all", &total, cells, out);
}

void report_rates_json(const struct network *net, double accepted_per_clock, json_t *object)
{
	const struct family *family = net->spec->family;
	struct cost cost = network_cost(net);
	double mhz = predict_mhz(net), mbps = accepted_per_clock * net->spec->payload_bits * mhz;
	unsigned long rams = cost_block_rams(&cost, family), most = cost.lut4 > cost.ff ? cost.lut4 : cost.ff;
	unsigned long cells = family->lone_flip_flops ? most : cost.cells;

	if (!family->fitted || mhz <= 0) {
		json_object_set_new(object, "rates", json_null());
		return;
	}
	json_object_set_new(object, "rates", json_pack("{s:f, s:f, s:f, s:f, s:f, s:I}", "mhz", mhz, "mbps", mbps,
		"mbps_per_lut4", mbps / cost.lut4, "mbps_per_cell", mbps / cells,
		"mbps_per_lut4_charged", mbps / (cost.lut4 + rams * family->block_ram.luts), "block_rams", (json_int_t)rams));
}

void report_rates_say(const json_t *object, const struct family *family, struct text *out)
{
	const json_t *rates = json_object_get(object, "rates");

	if (!figures_has(rates, "mhz"))
		return;
	figures_say(rates, "\nRates, estimated at {mhz:.0f} MHz: {mbps:.0f} Mbit/s of payload in the whole network, {mbps_per_lut4:.2f} per LUT4,"
		    " {mbps_per_cell:.2f} per cell\n", out);
	if (!figures_has(rates, "block_rams"))
		return;
	figures_say(rates, "  with {block_rams} block RAM{block_rams:s}", out);
	text_print(out, ", counted as %u LUT4 each, ", family->block_ram.luts);
	figures_say(rates, "{mbps_per_lut4_charged:.2f} per LUT4\n", out);
}

void report_logic(const struct network *net, struct text *out)
{
	bool cells = !net->spec->family->lone_flip_flops;
	struct cost adapters = network_adapter_cost(net);

	if (!net->spec->family->fitted) {
		print_unknown(net->spec->family, out);
		return;
	}
	print_head(net, cells, out);
	for (unsigned k = 0; k < net->levels; k++)
		say_level_logic(net, k, cells, out);
	if (adapters.lut4 > 0)
		say_cost_of(net->spec->leaf->cost_is, &adapters, cells, out);
	print_rest(net, cells, out);
}

void report_logic_parts(const struct network *net, const struct report_part *part, unsigned count, struct text *out)
{
	bool cells = !net->spec->family->lone_flip_flops;

	if (!net->spec->family->fitted) {
		print_unknown(net->spec->family, out);
		return;
	}
	print_head(net, cells, out);
	for (unsigned i = 0; i < count; i++)
		say_cost_of(part[i].name, &part[i].cost, cells, out);
	print_rest(net, cells, out);
}

void report_plans(const struct network *net, const char *title, struct text *out)
{
	bool fitted = net->spec->family->fitted;
	json_t *plans = json_plans(net), *elements = json_elements_of(net), *item;
	const char *name;
	size_t i;

	text_print(out, "\n%s\n  kind           in -> out       number  clocks%s\n", title,
		   fitted ? "    LUT4      FF each" : "");
	json_array_foreach(plans, i, item) {
		figures_say(item, "  {kind:-9} {inputs:7} -> {outputs:-7} {count:8} {latency_clocks:7}", out);
		figures_say(item, fitted ? " {estimate.lut4:7} {estimate.ff:7}\n" : "\n", out);
	}
	text_add(out, "  elements:");
	json_object_foreach(elements, name, item)
		if (json_integer_value(item) > 0)
			text_print(out, " %" JSON_INTEGER_FORMAT " %s,", json_integer_value(item), name);
	text_print(out, " at most %u between registers\n", net->elements_between_registers);
	json_decref(plans);
	json_decref(elements);
}
