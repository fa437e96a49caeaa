/* report.c: `ftc report`: what was understood, what it makes, and what theory says of it.
 *
 * For a person a page of text, for a program one JSON object. Everything is summed over subtree types, so a million
 * leaves take as long as twenty.
 */
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "network/cost.h"
#include "leaves/frame.h"
#include "machines/off-line/partial_cost.h"
#include "machines/off-line/playback.h"
#include "network/summary.h"
#include "machines/fat-tree/measures.h"
#include "machines/fat-tree/throughput.h"
#include "machines/generalized/report.h"
#include "commands/command.h"
#include "parse/kind.h"
#include "schedule/schedule.h"
#include "util/message.h"

/* The simulation of slots is worth about a second: this many wires set, and enough slots to settle. */
static const unsigned long long slot_budget = 150000000;
enum { FEWEST_SLOTS = 200, MOST_SLOTS = 20000 };

/* What theory says, as far as the network is not too large for it. */
struct theory {
	bool has_fresh, has_retry;
	struct throughput fresh, retry;
	unsigned long slots;
};

/* Payload bits per clock at the very most. */
struct bandwidth {
	double leaf;			/* one leaf, sending */
	double all;			/* all leaves together */
	double root;			/* from one half of the tree to the other */
};

struct report {
	const struct network *net;
	struct frame frame;		/* fat-tree only */
	struct theory theory;
	struct bandwidth bandwidth;
	struct text text;
};

static bool off_line(const struct report *r)
{
	return r->net->spec->switching == SWITCHING_OFF_LINE;
}

static unsigned frame_clocks(const struct report *r)
{
	return network_frame_clocks(r->net);
}

static void find_theory(struct report *r)
{
	const struct spec *spec = r->net->spec;
	struct theory *t = &r->theory;
	unsigned long long work;

	if (spec->leaves * (unsigned long)spec->connections > THROUGHPUT_MAXIMUM_WIRES)
		return;
	throughput_fresh(r->net, &t->fresh);
	t->has_fresh = true;
	if (spec->leaves > 4096)	/* a slot is a pass over every vertex of the tree */
		return;
	work = throughput_slot_work(r->net);
	if (work > slot_budget / FEWEST_SLOTS)
		return;
	t->slots = slot_budget / work < MOST_SLOTS ? (unsigned long)(slot_budget / work) : MOST_SLOTS;
	throughput_slots(r->net, true, t->slots, 1, &t->retry);
	t->has_retry = true;
}

static void find_bandwidth(struct report *r)
{
	const struct spec *spec = r->net->spec;
	double payload = spec->payload_bits, slot = frame_clocks(r);

	if (r->net->sorter) {
		r->bandwidth.all = spec->wires * (payload + spec->key_bits) / slot;
		r->bandwidth.leaf = r->bandwidth.all / spec->wires;
		return;
	}
	r->bandwidth.leaf = spec->connections * payload / slot;
	r->bandwidth.all = spec->leaves * r->bandwidth.leaf;
	r->bandwidth.root = fat_tree_bisection(r->net).root * payload / slot;
}

static void prepare(struct report *r)
{
	find_bandwidth(r);
	if (r->net->sorter || off_line(r))
		return;
	frame_plan_network(&r->frame, r->net);
	find_theory(r);
}

/* The slowest concentrator of a level going up, or down: the one that sets the pace. NULL: none. */
static const struct plan *slowest(const struct network *net, unsigned level, bool up)
{
	const struct plan *plan = NULL;

	for (size_t i = 0; i < net->node_count; i++) {
		const struct node *node = net->node[i];

		for (int side = 0; node->level == level && side < (up ? 1 : 2); side++) {
			const struct plan *p = up ? node->up : node->down[side];

			if (p && (!plan || p->latency > plan->latency))
				plan = p;
		}
	}
	return plan;
}

static const struct node *node_of(const struct network *net, unsigned level)
{
	for (size_t i = 0; i < net->node_count; i++)
		if (net->node[i]->level == level)
			return net->node[i];
	return NULL;
}

/* JSON ------------------------------------------------------------------------------------------------------------ */

static void add_number(json_t *object, const char *key, unsigned long long value)
{
	json_object_set_new(object, key, json_integer((json_int_t)value));
}

static void add_real(json_t *object, const char *key, double value)
{
	json_object_set_new(object, key, json_real(value));
}

static const char *const element_names[ELEMENT_KINDS] = {
	[ELEMENT_EXCHANGE] = "exchange", [ELEMENT_CHOOSE] = "choose", [ELEMENT_PARITY] = "parity",
	[ELEMENT_COMPARE] = "compare", [ELEMENT_SELECT] = "select", [ELEMENT_PICK] = "pick",
	[ELEMENT_CALL] = "call", [ELEMENT_DELAY] = "register",
};

static json_t *json_elements(const unsigned long long *elements)
{
	json_t *object = json_object();

	for (int kind = 0; kind < ELEMENT_KINDS; kind++)
		if (kind != ELEMENT_CALL)
			add_number(object, element_names[kind], elements[kind]);
	return object;
}

static json_t *json_plans(const struct network *net)
{
	unsigned long long *uses = network_plan_uses(net);
	json_t *list = json_array();

	for (size_t i = 0; i < net->plans.count; i++) {
		const struct plan *plan = net->plans.plan[i];
		json_t *object = json_object();

		json_object_set_new(object, "kind", json_string(plan_kind_name(plan->kind)));
		add_number(object, "inputs", plan->inputs);
		add_number(object, "outputs", plan->outputs);
		add_number(object, "count", uses[i]);
		add_number(object, "latency_clocks", plan->latency);
		json_object_set_new(object, "estimate", summary_cost(&plan->cost));
		json_array_append_new(list, object);
	}
	free(uses);
	return list;
}

static void json_level_details(const struct network *net, json_t *levels)
{
	for (unsigned k = 0; k < net->levels; k++) {
		json_t *object = json_array_get(levels, k), *parts = json_object();
		struct level_logic logic;

		network_level_logic(net, k, &logic);
		add_number(object, "selectors", logic.selectors);
		json_object_set_new(object, "elements", json_elements(logic.elements));
		json_object_set_new(parts, "selectors", summary_cost(&logic.selection));
		json_object_set_new(parts, "concentrators", summary_cost(&logic.concentrators));
		json_object_set_new(parts, "turn_delays", summary_cost(&logic.turns));
		json_object_set_new(parts, "settings", summary_cost(&logic.settings));
		json_object_set_new(parts, "pace", summary_cost(&logic.pace));
		json_object_set_new(object, "estimate_parts", parts);
	}
}

/* One pass of a message through a level. */
static json_t *json_pass(const struct network *net, unsigned k, bool up)
{
	const struct node *node = node_of(net, k);
	const struct plan *plan = slowest(net, k, up);
	json_t *object = json_object();

	add_number(object, "level", k);
	json_object_set_new(object, "direction", json_string(up ? "up" : "down"));
	add_number(object, "clocks", up ? node->up_latency : node->down_latency);
	add_number(object, "strip", node->parent_wires > 0);
	add_number(object, "concentrator", plan ? plan->latency : 0);
	if (!up)
		add_number(object, "turn_delay", node->parent_wires > 0 ? node->turn_delay : 0);
	return object;
}

static json_t *json_latency(const struct network *net)
{
	json_t *list = json_array();

	for (unsigned k = net->levels; k-- > 0;)
		if (node_of(net, k)->up)
			json_array_append_new(list, json_pass(net, k, true));
	for (unsigned k = 0; k < net->levels; k++)
		json_array_append_new(list, json_pass(net, k, false));
	return list;
}

/* Off-line. */
static json_t *json_playback(const struct network *net)
{
	struct playback p = playback_plan(net);
	const struct schedule_file *file = net->schedule;
	json_t *object = json_object(), *latency = json_array();

	add_number(object, "cycle_clocks", p.period);
	add_number(object, "message_clocks", p.message_clocks);
	add_number(object, "settings_bits", network_root(net)->settings);
	add_number(object, "ram_cycles", net->spec->schedule_cycles);
	if (file != NULL) {
		add_number(object, "cycles", file->schedule.cycles);
		add_number(object, "messages", file->set.count);
	}
	for (unsigned k = 0; k < net->levels; k++)
		json_array_append_new(latency, json_integer(p.latency[k]));
	json_object_set_new(object, "latency_by_turn_level", latency);
	return object;
}

static json_t *json_frame(const struct frame *f)
{
	json_t *object = json_object();

	add_number(object, "route_bits", f->route_bits);
	add_number(object, "source_bits", f->source_bits);
	add_number(object, "tag_bits", f->tag_bits);
	add_number(object, "data_clocks", f->data_clocks);
	add_number(object, "acknowledge_at", f->acknowledge_at);
	add_number(object, "acknowledge_clocks", f->acknowledge_clocks);
	add_number(object, "slot_clocks", f->slot_clocks);
	return object;
}

static json_t *json_throughput(const struct network *net, const struct throughput *t)
{
	json_t *object = json_object(), *up = json_array(), *down = json_array();

	add_real(object, "offered", t->offered);
	add_real(object, "accepted", t->accepted);
	add_real(object, "error", t->error);
	for (unsigned k = 1; k <= net->levels; k++) {
		json_array_append_new(up, json_real(t->up[k]));
		json_array_append_new(down, json_real(t->down[k]));
	}
	json_object_set_new(object, "up", up);
	json_object_set_new(object, "down", down);
	return object;
}

static json_t *json_theory(const struct report *r)
{
	const struct theory *t = &r->theory;
	json_t *object = json_object();

	json_object_set_new(object, "fresh", t->has_fresh ? json_throughput(r->net, &t->fresh) : json_null());
	json_object_set_new(object, "retry", t->has_retry ? json_throughput(r->net, &t->retry) : json_null());
	if (t->has_retry)
		add_number(json_object_get(object, "retry"), "slots", t->slots);
	return object;
}

static json_t *json_components(const struct components *c)
{
	json_t *object = json_object();

	add_number(object, "root_capacity", c->root_capacity);
	add_number(object, "wires", c->wires);
	add_number(object, "selectors", c->selectors);
	add_number(object, "crosspoints", c->crosspoints);
	add_number(object, "partial_crosspoints", c->partial_crosspoints);
	add_real(object, "component_bound", c->bound);
	add_real(object, "volume_bound", c->volume);
	return object;
}

static void json_tree(const struct report *r, json_t *object)
{
	const struct network *net = r->net;
	struct components c = fat_tree_components(net);
	struct bisection b = fat_tree_bisection(net);
	struct cost adapters = network_adapter_cost(net);
	json_t *bisection = json_object();

	json_level_details(net, json_object_get(object, "levels"));
	add_number(bisection, "root", b.root);
	add_number(bisection, "min_cut", b.min_cut);
	json_object_set_new(object, "bisection", bisection);
	add_number(object, "wires", c.channel_wires);
	add_number(object, "selectors", off_line(r) ? 0 : c.selectors);
	json_object_set_new(object, "estimate_adapters", summary_cost(&adapters));
	if (off_line(r)) {
		json_object_set_new(object, "playback", json_playback(net));
		json_object_set_new(object, "leiserson", json_components(&c));
		if (net->spec->concentrator == CONCENTRATOR_PARTIAL)
			json_object_set_new(object, "partial", partial_json(net));
		return;
	}
	json_object_set_new(object, "latency", json_latency(net));
	json_object_set_new(object, "frame", json_frame(&r->frame));
	json_object_set_new(object, "throughput", json_theory(r));
	json_object_set_new(object, "leiserson", json_components(&c));
}

static void print_json(const struct report *r)
{
	json_t *object = json_object(), *bandwidth = json_object();
	unsigned long long elements[ELEMENT_KINDS];

	summary_add(object, r->net);
	json_object_set_new(object, "parameters", spec_json(r->net->spec));
	add_number(object, "elements_between_registers", r->net->elements_between_registers);
	network_elements(r->net, elements);
	json_object_set_new(object, "elements", json_elements(elements));
	json_object_set_new(object, r->net->sorter ? "sorters" : "concentrators", json_plans(r->net));
	add_real(bandwidth, "leaf_bits_per_clock", r->bandwidth.leaf);
	add_real(bandwidth, "peak_bits_per_clock", r->bandwidth.all);
	if (!r->net->sorter)
		add_real(bandwidth, "bisection_bits_per_clock", r->bandwidth.root);
	json_object_set_new(object, "bandwidth", bandwidth);
	if (!r->net->sorter)
		json_tree(r, object);
	json_dumpf(object, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(9));
	putchar('\n');
	json_decref(object);
}

/* Text ------------------------------------------------------------------------------------------------------------ */

static const char *const family_cells[] = {
	[FAMILY_ECP5] = "ECP5: LUT4 and flip-flops",
	[FAMILY_ICE40] = "iCE40: LUT4, flip-flops, logic cells",
	[FAMILY_ICE40_UP] = "iCE40 UltraPlus: LUT4, flip-flops, logic cells",
};

static void print_parameters(const struct network *net)
{
	struct text t = {0};

	spec_print(net->spec, &t);
	puts("Parameters");
	for (const char *line = t.bytes; line && *line != '\0'; line += strcspn(line, "\n"), line += *line == '\n')
		printf("  %.*s\n", (int)strcspn(line, "\n"), line);
	text_free(&t);
}

static void print_capacities(const struct report *r)
{
	const struct network *net = r->net;
	const struct throughput *use = r->theory.has_retry ? &r->theory.retry : &r->theory.fresh;
	struct components c = fat_tree_components(net);
	struct bisection b = fat_tree_bisection(net);

	printf("\nCapacity\n"
	       "  level     nodes  wires each way%s\n", r->theory.has_fresh ? "   in use at full uniform load: up, down" : "");
	for (unsigned k = 0; k <= net->levels; k++) {
		unsigned capacity = net->spec->capacity[k];

		printf("  %5u %9u %15u", k, network_vertices(net, k), capacity);
		if (k == 0 && !net->spec->external)
			printf("   not brought out");
		else if (k > 0 && r->theory.has_fresh)
			printf("   %27.0f%%  %4.0f%%", 100 * use->up[k] / capacity, 100 * use->down[k] / capacity);
		putchar('\n');
	}
	printf("  bisection: %u wires each way through the root", b.root);
	if (b.min_cut < b.root)
		printf(", of which the channels below can use %u", b.min_cut);
	printf("\n  wires of all channels, both ways: %llu\n", c.channel_wires);
}

static void print_cost(const char *what, const struct cost *cost, bool cells)
{
	printf("  %-34s %10lu %10lu", what, cost->lut4, cost->ff);
	if (cells)
		printf(" %10lu", cost->cells);
	if (cost->ram_bits > 0)
		printf(" %12lu RAM bits", cost->ram_bits);
	putchar('\n');
}

static void print_level_logic(const struct network *net, unsigned k, bool cells)
{
	struct level_logic logic;
	char what[64];

	network_level_logic(net, k, &logic);
	snprintf(what, sizeof what, "level %u: %llu node%s", k, logic.nodes, logic.nodes == 1 ? "" : "s");
	print_cost(what, &logic.total, cells);
	if (logic.selectors > 0)
		print_cost("  selectors", &logic.selection, cells);
	if (logic.concentrators.ff > 0)
		print_cost("  concentrators", &logic.concentrators, cells);
	if (logic.turns.ff + logic.turns.ram_bits > 0)
		print_cost("  delay of turning messages", &logic.turns, cells);
	if (logic.settings.ff > 0)
		print_cost("  settings, strobes", &logic.settings, cells);
	if (logic.pace.ff > 0)
		print_cost("  strobes, keeping step", &logic.pace, cells);
}

static void print_logic(const struct network *net)
{
	bool cells = net->spec->family != FAMILY_ECP5;
	struct cost total = network_cost(net), adapters = network_adapter_cost(net);

	printf("\nLogic (estimate for %s)\n", family_cells[net->spec->family]);
	printf("  %-34s %10s %10s%s\n", "", "LUT4", "FF", cells ? "      cells" : "");
	for (unsigned k = 0; k < net->levels; k++)
		print_level_logic(net, k, cells);
	if (adapters.lut4 > 0)
		print_cost(net->spec->switching == SWITCHING_OFF_LINE ? "leaf players, timer, settings' RAM" : "leaf adapters, frame timer",
			   &adapters, cells);
	print_cost("all", &total, cells);
}

static void print_plans(const struct network *net)
{
	unsigned long long *uses = network_plan_uses(net), elements[ELEMENT_KINDS];

	printf("\n%s\n  kind           in -> out       number  clocks    LUT4      FF each\n",
	       net->sorter ? "Sorter" : "Concentrators");
	for (size_t i = 0; i < net->plans.count; i++) {
		const struct plan *plan = net->plans.plan[i];

		printf("  %-9s %7u -> %-7u %8llu %7u %7lu %7lu\n", plan_kind_name(plan->kind), plan->inputs,
		       plan->outputs, uses[i], plan->latency, plan->cost.lut4, plan->cost.ff);
	}
	network_elements(net, elements);
	printf("  elements:");
	for (int kind = 0; kind < ELEMENT_KINDS; kind++)
		if (elements[kind] > 0 && kind != ELEMENT_CALL)
			printf(" %llu %s,", elements[kind], element_names[kind]);
	printf(" at most %u between registers\n", net->elements_between_registers);
	free(uses);
}

static void print_pass(const struct network *net, unsigned k, bool up)
{
	const struct node *node = node_of(net, k);
	const struct plan *plan = slowest(net, k, up);

	printf("  level %2u %-4s %4u", k, up ? "up" : "down", up ? node->up_latency : node->down_latency);
	if (node->parent_wires > 0)
		printf("  1 route bit,");
	if (plan)
		printf("  %u concentrator %u -> %u", plan->latency, plan->inputs, plan->outputs);
	else
		printf("  wires only");
	if (!up && node->parent_wires > 0)
		printf("  (turning here: waits %u)", node->turn_delay);
	putchar('\n');
}

static void print_latency(const struct network *net)
{
	printf("\nLatency: %u clocks from leaf to leaf, by every path\n", net->latency);
	for (unsigned k = net->levels; k-- > 0;)
		if (node_of(net, k)->up)
			print_pass(net, k, true);
	for (unsigned k = 0; k < net->levels; k++)
		print_pass(net, k, false);
}

static void print_frame(const struct report *r)
{
	const struct frame *f = &r->frame;

	printf("\nFrame slot: %u clocks\n", f->slot_clocks);
	printf("  data part: %u on the wire (1 M, %u route, 1 start, %u source, %u payload)\n", f->data_clocks,
	       f->route_bits, f->source_bits, f->payload_bits);
	printf("  acknowledge part: from clock %u, %u on the wire (1 M, %u route", f->acknowledge_at,
	       f->acknowledge_clocks, f->route_bits);
	if (f->tag_bits > 0)
		printf(", 1 start, %u tag", f->tag_bits);
	printf(")\n");
}

static void print_bandwidth(const struct report *r)
{
	const struct bandwidth *b = &r->bandwidth;

	printf("\nBandwidth, payload bits per clock at the very most\n"
	       "  one leaf %.4g, all leaves %.5g, from half to half through the root %.5g each way\n", b->leaf, b->all,
	       b->root);
}

static void print_theory(const struct report *r)
{
	const struct theory *t = &r->theory;

	if (!t->has_fresh)
		return;
	printf("\nAt full uniform load (every lane always has a message for another leaf), per leaf and slot\n"
	       "  %8.4f  messages offered\n", t->fresh.offered);
	if (t->has_retry)
		printf("  %8.4f  accepted when messages are sent until they arrive (simulation of %lu slots, +- %.4f)\n",
		       t->retry.accepted, t->slots, t->retry.error);
	printf("  %8.4f  accepted if dropped ones were forgotten (%s)\n", t->fresh.accepted,
	       r->net->spec->connections == 1 ? "exact" : "approximation: connections > 1");
}

static void print_leiserson(const struct network *net)
{
	struct components c = fat_tree_components(net);

	printf("\nLeiserson's measures (1985, section IV), w = %u\n", c.root_capacity);
	printf("  components: %llu wires at the nodes, %llu selectors;\n"
	       "    n lg(w^3/n^2) = %.0f, so %.2f wires for each of his O()\n", c.wires, c.selectors, c.bound,
	       (double)c.wires / c.bound);
	printf("  crosspoints: %llu with full crossbars, %llu with one stage of partial concentrators\n", c.crosspoints,
	       c.partial_crosspoints);
	printf("  volume: (w lg(n/w))^(3/2) = %.4g\n", c.volume);
}

/* Off-line. */
static void print_playback(const struct network *net)
{
	struct playback p = playback_plan(net);
	const struct schedule_file *file = net->schedule;

	printf("\nDelivery cycle: %u clocks, of which a message takes %u (1 M, %u payload)\n", p.period, p.message_clocks,
	       net->spec->payload_bits);
	printf("  latency from leaf to leaf, by the level of the node at which a message turns:");
	for (unsigned k = 0; k < net->levels; k++)
		printf(" %u", p.latency[k]);
	printf("\n  settings: %u bits a cycle", network_root(net)->settings);
	if (net->spec->schedule_cycles > 0)
		printf(", RAM for %u cycles", net->spec->schedule_cycles);
	putchar('\n');
	if (file != NULL)
		printf("  %s: %zu messages in %u cycles, %lu clocks a round\n", net->spec->schedule_path, file->set.count,
		       file->schedule.cycles, (unsigned long)file->schedule.cycles * p.period);
}

static void print_player(const struct report *r)
{
	printf("%s: off-line fat-tree of %u leaves\n\n", r->net->spec->name, r->net->spec->leaves);
	print_parameters(r->net);
	print_capacities(r);
	print_logic(r->net);
	print_plans(r->net);
	print_playback(r->net);
	print_bandwidth(r);
	print_leiserson(r->net);
	if (r->net->spec->concentrator == CONCENTRATOR_PARTIAL)
		partial_print(r->net);
}

static void print_tree(const struct report *r)
{
	printf("%s: fat-tree of %u leaves\n\n", r->net->spec->name, r->net->spec->leaves);
	print_parameters(r->net);
	print_capacities(r);
	print_logic(r->net);
	print_plans(r->net);
	print_latency(r->net);
	print_frame(r);
	print_bandwidth(r);
	print_theory(r);
	print_leiserson(r->net);
}

static void print_sorter(const struct report *r)
{
	const struct network *net = r->net;

	printf("%s: sorter of %u words\n\n", net->spec->name, net->spec->wires);
	print_parameters(net);
	print_plans(net);
	printf("\nLatency: %u clocks\nFrame: %u clocks a word, back to back\n", net->latency, frame_clocks(r));
	printf("Bandwidth: %.4g bits per clock\n", r->bandwidth.all);
}

static int report_network(const struct command_line *line, const struct spec *spec)
{
	struct network *net = network_new(spec);
	struct report r = { .net = net };

	if (!net)
		return EXIT_USAGE;
	if (line->output) {
		error("-o: ftc report has pictures of generalized fat trees only, and network is %s", spec->kind->word);
		suggest("ftc generate %s -o DIR, which draws the network", line->file);
		network_free(net);
		return EXIT_USAGE;
	}
	prepare(&r);
	if (line->json)
		print_json(&r);
	else if (net->sorter)
		print_sorter(&r);
	else if (off_line(&r))
		print_player(&r);
	else
		print_tree(&r);
	network_free(net);
	return EXIT_DONE;
}

static int report(const struct command_line *line)
{
	struct spec spec;
	const char *values[1];
	int status;

	if (!options_read(line, command_report.options, values, NULL, 0, NULL))
		return EXIT_USAGE;
	if (!spec_read(&spec, line->file, line->overrides, line->override_count))
		return EXIT_USAGE;
	if (spec_is_xgft(&spec))
		status = xgft_report(line, &spec);
	else
		status = report_network(line, &spec);
	spec_free(&spec);
	return fflush(stdout) == 0 ? status : EXIT_WORK_FAILED;
}

static const struct option options[] = {{0}};

const struct command command_report = {
	.name = "report",
	.summary = "print what was understood, what it costs and what it carries",
	.usage = "FILE [-o DIR]",
	.options = options,
	.needs_file = true,
	.takes = TAKES_SET | TAKES_OUTPUT | TAKES_JSON,
	.run = report,
};
