/* report.c: the report of an on-line fat-tree: cost, timing, and throughput in theory. */
#include "machines/fat-tree/fat_tree.h"

#include <string.h>

#include "leaves/root.h"
#include "machines/fat_tree_measures_report.h"
#include "machines/fat-tree/throughput.h"
#include "model/tries.h"
#include "network/cost.h"
#include "network/report.h"
#include "util/figures.h"
#include "util/json.h"
#include "util/message.h"
#include "util/output.h"

/* Theory, as far as the network's size allows. */
struct theory {
	bool has_fresh;
	struct throughput fresh;
	struct tries retry;
};

static void find_theory(const struct network *net, struct theory *t)
{
	const struct spec *spec = net->spec;

	/* With dead wires equal subtrees differ. */
	if (spec->leaves * (unsigned long)spec->connections > THROUGHPUT_MAXIMUM_WIRES || spec->fault_count > 0)
		return;
	throughput_fresh(net, &t->fresh);
	t->has_fresh = true;
	tries_find(net, TRIES_UNIFORM | TRIES_TO_ONE, &t->retry);
}

/* The slowest concentrator of a level, going up or down, to which the others are padded. NULL: none. */
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

/* JSON ------------------------------------------------------------------------------------------------------------ */

/* A message's pass through a level. */
static json_t *json_pass(const struct network *net, unsigned k, bool up)
{
	const struct node *node = network_node(net, k);
	const struct plan *plan = slowest(net, k, up);
	json_t *object = json_object();

	json_add_number(object, "level", k);
	json_object_set_new(object, "direction", json_string(up ? "up" : "down"));
	JSON_NUMBERS(object, { "clocks", up ? node->up_latency : node->down_latency },
			     { "strip", node->parent_wires > 0 }, { "concentrator", plan ? plan->latency : 0 });
	if (!up)
		json_add_number(object, "turn_delay", node->parent_wires > 0 ? node->turn_delay : 0);
	return object;
}

static json_t *json_latency(const struct network *net)
{
	json_t *list = json_array();

	for (unsigned k = net->levels; k-- > 0;)
		if (network_node(net, k)->up)
			json_array_append_new(list, json_pass(net, k, true));
	for (unsigned k = 0; k < net->levels; k++)
		json_array_append_new(list, json_pass(net, k, false));
	return list;
}

static json_t *json_frame(const struct frame *f)
{
	json_t *object = json_object();

	JSON_NUMBERS(object, { "route_bits", f->route_bits }, { "source_bits", f->source_bits },
			     { "tag_bits", f->tag_bits }, { "data_clocks", f->data_clocks },
			     { "acknowledge_at", f->acknowledge_at }, { "acknowledge_clocks", f->acknowledge_clocks },
			     { "slot_clocks", f->slot_clocks });
	return object;
}

static json_t *json_theory(const struct network *net, const struct theory *t)
{
	json_t *object = json_object();

	json_object_set_new(object, "fresh", t->has_fresh ? throughput_json(net, &t->fresh) : json_null());
	json_object_set_new(object, "retry", tries_json(net, &t->retry));
	return object;
}

/* The streams of the outside; NULL: there are none. */
static json_t *root_json(const struct network *net)
{
	unsigned streams = network_root_streams(net);
	struct cost cost = root_cost(net);

	if (streams == 0)
		return NULL;
	json_t *object = json_pack("{s:i, s:f}", "streams", (int)streams, "payload_bits_per_clock",
				   (double)streams * net->spec->payload_bits / net->slot_clocks);

	json_object_set_new(object, "estimate", summary_cost(&cost, net->spec->family));
	return object;
}

static json_t *report_object(const struct network *net, const struct theory *theory)
{
	json_t *object = fat_tree_report_json(net);

	json_object_set_new(object, "latency_parts", json_latency(net));
	json_object_set_new(object, "frame", json_frame(net->frame));
	json_object_set_new(object, "root", root_json(net));
	json_object_set_new(object, "throughput", json_theory(net, theory));
	json_object_set_new(object, "leiserson", fat_tree_leiserson_json(net));
	return object;
}

/* Text ------------------------------------------------------------------------------------------------------------ */

static void say_pass(const struct network *net, const json_t *pass, struct text *out)
{
	bool up = strcmp(json_string_value(json_object_get(pass, "direction")), "up") == 0;
	const struct plan *plan = slowest(net, (unsigned)json_integer_value(json_object_get(pass, "level")), up);

	figures_say(pass, "  level {level:2} {direction:-4} {clocks:4}", out);
	if (figures_has(pass, "strip"))
		text_add(out, "  1 route bit,");
	if (plan)
		text_print(out, "  %u concentrator %u -> %u", plan->latency, plan->inputs, plan->outputs);
	else
		text_add(out, "  wires only");
	if (!up && figures_has(pass, "strip"))
		figures_say(pass, "  (turning here: waits {turn_delay})", out);
	text_add(out, "\n");
}

static void say_latency(const struct network *net, const json_t *object, struct text *out)
{
	const json_t *passes = json_object_get(object, "latency_parts");

	figures_say(object, "\nLatency: {latency_clocks} clocks from leaf to leaf, by every path\n", out);
	for (size_t i = 0; i < json_array_size(passes); i++)
		say_pass(net, json_array_get(passes, i), out);
}

static void say_frame(const struct frame *f, const json_t *frame, struct text *out)
{
	figures_say(frame, "\nFrame slot: {slot_clocks} clocks\n"
		    "  data part: {data_clocks} on the wire (1 M, {route_bits} route, 1 start, {source_bits} source, "
		    "", out);
	text_print(out, "%u payload)\n", f->payload_bits);
	figures_say(frame, "  acknowledge part: from clock {acknowledge_at}, {acknowledge_clocks} on the wire (1 M, "
		    "{route_bits} route", out);
	if (figures_has(frame, "tag_bits"))
		figures_say(frame, ", 1 start, {tag_bits} tag", out);
	text_add(out, ")\n");
	frame_print_turns(f, out);
}

static void say_root(const json_t *root, struct text *out)
{
	if (!root)
		return;
	figures_say(root, "\nRoot channel: {streams} streams each way: at most {streams} words out and {streams} in a slot, "
		    "{payload_bits_per_clock:.4g} payload bits per clock each way\n", out);
	if (json_object_get(root, "estimate"))
		figures_say(root, "  adapters, among those of leaves above: {estimate.lut4} LUT4, {estimate.ff} flip-flops\n", out);
}

static void say_theory(const struct network *net, const struct theory *t, const json_t *throughput, struct text *out)
{
	if (!t->has_fresh)
		return;
	figures_say(throughput, "\nAt full uniform load (every lane always has a message for another leaf), per leaf "
		    "and slot\n"
		    "  {fresh.offered:8.4f}  messages offered\n", out);
	tries_print(net, &t->retry, out);
	figures_say(throughput, "  {fresh.accepted:8.4f}  accepted if dropped ones were forgotten (", out);
	text_print(out, "%s)\n", net->spec->connections == 1 ? "exact" : "approximation: connections > 1");
}

static void write_text(const struct network *net, const struct theory *theory, const json_t *object, struct text *out)
{
	const struct throughput *use = theory->retry.known ? &theory->retry.uniform :
				       theory->has_fresh ? &theory->fresh : NULL;

	text_print(out, "%s: fat-tree of %u leaves\n\n", net->spec->name, net->spec->leaves);
	report_parameters(net->spec, out);
	fat_tree_report_capacities(net, use, out);
	fat_tree_report_faults(net, out);
	report_logic(net, out);
	report_plans(net, "Concentrators", out);
	say_latency(net, object, out);
	say_frame(net->frame, json_object_get(object, "frame"), out);
	say_root(json_object_get(object, "root"), out);
	fat_tree_report_bandwidth(net, out);
	say_theory(net, theory, json_object_get(object, "throughput"), out);
	fat_tree_report_leiserson(net, out);
}

int fat_tree_report(const struct spec *spec, bool files, struct findings *found)
{
	struct network *net = network_elaborate(spec);
	struct theory theory = {0};
	json_t *object;

	find_theory(net, &theory);
	object = report_object(net, &theory);
	write_text(net, &theory, object, &found->text);
	json_print(object, &found->json);
	if (files)
		fat_tree_report_files(net, &found->json, &found->files);
	network_free(net);
	return EXIT_DONE;
}
