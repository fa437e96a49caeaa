/* report.c: the parts that all machines' reports share. */
#include "network/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "network/cost.h"
#include "network/leaf.h"
#include "network/machine.h"
#include "network/reference.h"
#include "parse/family.h"
#include "parse/shell.h"
#include "util/json.h"

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

void report_reference_json(const struct spec *spec, json_t *object)
{
	struct reference_tree tree;

	if (spec->machine->reference(spec, &tree))
		reference_add_json(&tree, STANDARD_CEIL, object);
}

static void print_cost(const char *what, const struct cost *cost, bool cells, struct text *out)
{
	text_print(out, "  %-34s %10lu %10lu", what, cost->lut4, cost->ff);
	if (cells)
		text_print(out, " %10lu", cost->cells);
	if (cost->ram_bits > 0)
		text_print(out, " %12lu RAM bits", cost->ram_bits);
	text_add(out, "\n");
}

static void print_level_logic(const struct network *net, unsigned k, bool cells, struct text *out)
{
	struct level_logic logic;
	char what[64];

	network_level_logic(net, k, &logic);
	snprintf(what, sizeof what, "level %u: %llu node%s", k, logic.nodes, logic.nodes == 1 ? "" : "s");
	print_cost(what, &logic.total, cells, out);
	if (logic.selectors > 0)
		print_cost("  selectors", &logic.selection, cells, out);
	if (logic.concentrators.ff > 0)
		print_cost("  concentrators", &logic.concentrators, cells, out);
	if (logic.turns.ff + logic.turns.ram_bits > 0)
		print_cost("  delay of turning messages", &logic.turns, cells, out);
	if (logic.settings.ff > 0)
		print_cost("  settings, strobes", &logic.settings, cells, out);
	if (logic.pace.ff > 0)
		print_cost("  strobes, keeping step", &logic.pace, cells, out);
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
	struct cost total = network_cost(net), shell = network_shell_cost(net);

	if (shell.lut4 > 0)
		print_cost(net->spec->shell->many, &shell, cells, out);
	print_cost("all", &total, cells, out);
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
		print_level_logic(net, k, cells, out);
	if (adapters.lut4 > 0)
		print_cost(net->spec->leaf->cost_is, &adapters, cells, out);
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
		print_cost(part[i].name, &part[i].cost, cells, out);
	print_rest(net, cells, out);
}

static const char *const element_names[ELEMENT_KINDS] = {
	[ELEMENT_EXCHANGE] = "exchange", [ELEMENT_CHOOSE] = "choose", [ELEMENT_PARITY] = "parity",
	[ELEMENT_COMPARE] = "compare", [ELEMENT_SELECT] = "select", [ELEMENT_PICK] = "pick",
	[ELEMENT_GATHER] = "gather", [ELEMENT_SPREAD] = "spread",
	[ELEMENT_CALL] = "call", [ELEMENT_DELAY] = "register",
};

void report_plans(const struct network *net, const char *title, struct text *out)
{
	unsigned long long *uses = network_plan_uses(net), elements[ELEMENT_KINDS];

	bool fitted = net->spec->family->fitted;

	text_print(out, "\n%s\n  kind           in -> out       number  clocks%s\n", title,
		   fitted ? "    LUT4      FF each" : "");
	for (size_t i = 0; i < net->plans.count; i++) {
		const struct plan *plan = net->plans.plan[i];
		struct cost cost = plan_cost(plan);

		text_print(out, "  %-9s %7u -> %-7u %8llu %7u", plan_kind_name(plan->kind), plan->inputs, plan->outputs, uses[i],
			   plan->latency);
		if (fitted)
			text_print(out, " %7lu %7lu", cost.lut4, cost.ff);
		text_add(out, "\n");
	}
	network_elements(net, elements);
	text_add(out, "  elements:");
	for (int kind = 0; kind < ELEMENT_KINDS; kind++)
		if (elements[kind] > 0 && kind != ELEMENT_CALL)
			text_print(out, " %llu %s,", elements[kind], element_names[kind]);
	text_print(out, " at most %u between registers\n", net->elements_between_registers);
	free(uses);
}

/* JSON ------------------------------------------------------------------------------------------------------------ */

json_t *summary_cost(const struct cost *cost, const struct family *family)
{
	if (!family->fitted)
		return NULL;
	return json_pack("{s:I, s:I, s:I, s:I}", "lut4", (json_int_t)cost->lut4, "ff", (json_int_t)cost->ff, "cells",
			 (json_int_t)cost->cells, "ram_bits", (json_int_t)cost->ram_bits);
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

static json_t *level(const struct network *net, unsigned k)
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
		json_array_append_new(levels, level(net, k));
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

static void add_level_details(const struct network *net, json_t *levels)
{
	for (unsigned k = 0; k < net->levels; k++) {
		json_t *object = json_array_get(levels, k);
		struct level_logic logic;

		network_level_logic(net, k, &logic);
		json_add_number(object, "selectors", logic.selectors);
		json_object_set_new(object, "elements", json_elements(logic.elements));
		json_object_set_new(object, "estimate_parts", level_parts(&logic, net->spec->family));
	}
}

json_t *report_json(const struct network *net, const char *plans_are)
{
	json_t *object = json_object();
	unsigned long long elements[ELEMENT_KINDS];

	summary_add(object, net);
	add_level_details(net, json_object_get(object, "levels"));
	json_object_set_new(object, "parameters", spec_json(net->spec));
	json_add_number(object, "elements_between_registers", net->elements_between_registers);
	network_elements(net, elements);
	json_object_set_new(object, "elements", json_elements(elements));
	json_object_set_new(object, plans_are, json_plans(net));
	return object;
}
