/* report.c: the report of a hypertree: links, distances, loads, packets, dependencies, faults. */
#include <stdlib.h>

#include "machines/hypertree/drawing.h"
#include "machines/hypertree/measures.h"
#include "machines/hypertree/model.h"
#include "machines/hypertree/words.h"
#include "network/cost.h"
#include "network/report.h"
#include "util/figures.h"
#include "util/json.h"
#include "util/message.h"
#include "util/output.h"

enum { SHOWN_PARTS = 8, SHOWN_QUEUES = 8 };

/* Measures of all ordered pairs of living nodes of first .. K. */
struct pairs {
	unsigned long long pairs;	/* with a path, each node with itself included */
	struct distances shortest;
	struct hypertree_traffic rule;
};

struct report {
	const struct spec *spec;
	struct hypertree *h;
	unsigned living;		/* nodes */
	struct pairs all, leaves;
	struct hypertree_dependencies with, without;	/* classes */
	struct hypertree_islands islands;
	struct hypertree_survival survival;		/* without faults only */
	struct hypertree_throughput saturated;
};

static struct pairs measure(const struct hypertree *h, const struct graph *g, unsigned first)
{
	struct pairs p = { .shortest = graph_distances(g, first) };

	p.pairs = p.shortest.pairs;
	for (unsigned x = first; x <= h->nodes; x++)
		p.pairs -= h->dead_node[x];
	hypertree_traffic(h, first, &p.rule);
	return p;
}

static struct report examine(const struct spec *spec)
{
	struct report r = { .spec = spec, .h = hypertree_of(spec) };
	const struct hypertree_parameters *own = hypertree_parameters(spec);
	struct graph g = hypertree_graph(r.h);

	r.all = measure(r.h, &g, 1);
	r.leaves = measure(r.h, &g, hypertree_first_leaf(r.h));
	graph_free(&g);
	hypertree_depend(r.h, TRIAL_AS_IS, &r.with);
	hypertree_depend(r.h, TRIAL_ONE_CLASS, &r.without);
	r.islands = hypertree_islands(r.h);
	for (unsigned x = 1; x <= r.h->nodes; x++)
		r.living += !r.h->dead_node[x];
	if (!r.h->any_dead)
		hypertree_try_faults(r.h, r.h->kind <= HYPERTREE_2, &r.survival);
	r.saturated = hypertree_saturate(r.h, own->buffers, hypertree_outstanding(own), 1, SATURATED_FRAMES);
	return r;
}

static void report_free(struct report *r)
{
	hypertree_dependencies_free(&r->with);
	hypertree_dependencies_free(&r->without);
	hypertree_islands_free(&r->islands);
	hypertree_free(r->h);
}

/* ---- levels ------------------------------------------------------------------------------------------------ */

static unsigned nodes_of_level(const struct hypertree *h, unsigned level)
{
	return level < h->levels ? 1u << level : h->nodes - (1u << level) + 1;
}

/* Links of a level by one port, dead ones too; each counts once, though both ends may have it at that port. */
static unsigned links_of(const struct hypertree *h, unsigned level, enum hypertree_port port)
{
	unsigned ends = 0;

	for (unsigned x = 1u << level; x < 2u << level && x <= h->nodes; x++) {
		unsigned other = hypertree_neighbour(h, x, port);

		ends += other ? 1 + (port == PORT_UP || hypertree_far_port(h, x, port) != port) : 0;
	}
	return ends / 2;
}

/* Links across. A full ring's two ports are the two ends of its links. */
static unsigned links_across(const struct hypertree *h, unsigned level)
{
	return links_of(h, level, PORT_CROSS_0) + (h->kind == FULL_RING ? 0 : links_of(h, level, PORT_CROSS_1));
}

static unsigned long long busiest_across(const struct hypertree_traffic *t, unsigned level)
{
	return t->cross[level][0] > t->cross[level][1] ? t->cross[level][0] : t->cross[level][1];
}

static const struct column level_columns[] = {
	{ "level", 5, "{level}" }, { "nodes", 5, "{nodes}" }, { "up", 5, "{links_up}" },
	{ "across", 6, "{links_across}" },
	{ "link bits", 9, "{link_bits}" }, { "busiest up", 10, "{busiest_up}" },
	{ "busiest across", 14, "{busiest_across}" },
	{ .label = NULL },
};

static json_t *levels_json(const struct report *r)
{
	json_t *levels = json_array();

	for (unsigned m = 0; m <= r->h->levels; m++) {
		json_t *object = json_object(), *bits = json_array();

		for (unsigned i = 0; i < MOST_CROSS_PORTS; i++)
			if (r->h->link_bit[m][i])
				json_array_append_new(bits, json_integer(r->h->link_bit[m][i]));
		JSON_NUMBERS(object, { "level", m }, { "nodes", nodes_of_level(r->h, m) },
			     { "links_up", m ? links_of(r->h, m, PORT_UP) : 0 },
			     { "links_across", links_across(r->h, m) }, { "busiest_up", r->all.rule.up[m] },
			     { "busiest_across", busiest_across(&r->all.rule, m) });
		json_object_set_new(object, "link_bits", bits);
		json_array_append_new(levels, object);
	}
	return levels;
}

/* ---- distances --------------------------------------------------------------------------------------------- */

static double mean(unsigned long long sum, unsigned long long pairs)
{
	return pairs ? (double)sum / (double)pairs : 0;
}

static double mean_by_rule(const struct pairs *p)
{
	return mean(p->rule.sum, p->pairs - p->rule.lost);
}

/* Links on the shortest way, times the ports of a node. */
static double ports_mean(const json_t *object, const char *pairs)
{
	return json_number_value(json_object_get(object, "ports"))
	       * json_number_value(json_object_get(json_object_get(object, pairs), "shortest_mean"));
}

static void say_distances(const json_t *object, struct text *out)
{
	figures_say(object, "\nLinks from node to node, each node with itself included\n"
		    "                                 all nodes     leaves\n"
		    "  mean, shortest way            {all.shortest_mean:10.4f} {leaves.shortest_mean:10.4f}\n"
		    "  mean, by the rule             {all.rule_mean:10.4f} {leaves.rule_mean:10.4f}\n"
		    "  mean, shortest, times {ports} ports", out);
	text_print(out, " %10.4f %10.4f\n", ports_mean(object, "all"), ports_mean(object, "leaves"));
	figures_say(object, "  longest, shortest way         {all.diameter:10} {leaves.diameter:10}\n"
		    "  longest, by the rule          {all.rule_longest:10} {leaves.rule_longest:10}\n", out);
	if (figures_has(object, "all.dropped_pairs"))
		text_add(out, "  by the rule: of packets that it does not drop\n");
}

static json_t *pairs_json(const struct pairs *p)
{
	json_t *object = json_object();

	JSON_NUMBERS(object, { "pairs", p->pairs }, { "shortest_sum", p->shortest.sum }, { "rule_sum", p->rule.sum },
		     { "diameter", p->shortest.longest }, { "rule_longest", p->rule.longest },
		     { "dropped_pairs", p->rule.lost }, { "busiest_link", p->rule.busiest },
		     { "busiest_direction", p->rule.busiest_way });
	json_add_real(object, "shortest_mean", mean(p->shortest.sum, p->pairs));
	json_add_real(object, "rule_mean", mean_by_rule(p));
	return object;
}

static bool is_acknowledged(const struct report *r)
{
	return hypertree_parameters(r->spec)->acknowledge;
}

/* Words of a node in a frame, at most: all nodes send alike to all others, and a link takes one packet a frame. The
 * answers of all words load links as the words do. */
static double throughput_bound(const struct report *r)
{
	double others = r->living - 1.0, busiest = (double)r->all.rule.busiest_way;
	double bound = busiest > others ? others / busiest : 1;

	return is_acknowledged(r) ? bound / 2 : bound;
}

/* Payload bits that reach processors in a clock, in the whole network. */
static double saturated_bits(const struct report *r)
{
	unsigned payload = r->spec->payload_bits;

	return r->saturated.accepted * r->saturated.nodes * payload / hypertree_frame(r->h, payload);
}

static json_t *saturation_json(const struct report *r)
{
	const struct hypertree_throughput *t = &r->saturated;
	json_t *object = json_object();

	JSON_NUMBERS(object, { "frames", t->frames }, { "least_node", t->least_node }, { "most_node", t->most_node },
		     { "longest_latency_frames", t->longest });
	json_add_real(object, "accepted", t->accepted);
	json_add_real(object, "least", t->least);
	json_add_real(object, "most", t->most);
	json_add_real(object, "latency_frames", t->latency);
	json_add_real(object, "payload_bits_per_clock", saturated_bits(r));
	return object;
}

static void say_packets(const struct report *r, const json_t *object, struct text *out)
{
	bool words = is_acknowledged(r);

	figures_say(object, "\nPacket: {packet_bytes} bytes, 3 of them a header\n"
		    "Queues: {queues} at the largest node, of at most {ports} ports and one for its processor\n"
		    "Frame: {slot_clocks} clocks, in which each link passes one packet each way\n"
		    "Throughput: at most {throughput_bound:.4f} ", out);
	text_print(out, "%s of each node a frame, if all send to all others alike\n",
		   words ? "words, and as many answers," : "packets");
	figures_say(object, "  simulated, {saturation.frames} frames in which all always have a ", out);
	text_add(out, words ? "word" : "packet");
	figures_say(json_object_get(object, "saturation"),
		    " to send: {accepted:.4f} of each node; {payload_bits_per_clock:.4g} payload bits a clock\n"
		    "  from node {least_node}, the worst served, {least:.4f}; from node {most_node}, the best, "
		    "{most:.4f}\n"
		    "  until a packet arrives, {latency_frames:.1f} frames in the mean, at most "
		    "{longest_latency_frames}\n",
		    out);
}

/* ---- dependencies ------------------------------------------------------------------------------------------ */

static void say_cycle(const json_t *cycle, struct text *out)
{
	size_t length = json_array_size(cycle);

	for (size_t i = 0; i < length && i < SHOWN_QUEUES; i++)
		figures_say(json_array_get(cycle, i), "    node {node}, from {port}, class {class}\n", out);
	if (length > SHOWN_QUEUES)
		text_print(out, "    and %zu more, then the first again\n", length - SHOWN_QUEUES);
}

static void say_dependencies(const json_t *object, struct text *out)
{
	const json_t *with = json_object_get(json_object_get(object, "deadlock"), "cycle");
	const json_t *without = json_object_get(json_object_get(object, "one_class"), "cycle");

	text_add(out, "\nDeadlock: ");
	if (json_array_size(with) > 0) {
		text_print(out, "can happen: these %zu queues wait for each other in a circle\n",
			   json_array_size(with));
		say_cycle(with, out);
		return;
	}
	figures_say(object, "cannot happen: {deadlock.dependencies} dependencies between queues have no cycle\n", out);
	if (json_array_size(without) == 0) {
		text_add(out, "  nor would they with a single queue at each port\n");
		return;
	}
	text_print(out, "  with a single queue at each port %zu queues would wait for each other in a circle:\n",
		   json_array_size(without));
	say_cycle(without, out);
}

static json_t *cycle_json(const struct hypertree_dependencies *d)
{
	json_t *cycle = json_array();

	for (unsigned i = 0; i < d->cycle_length; i++) {
		json_t *queue = json_object();

		json_add_number(queue, "node", d->cycle[i].node);
		json_object_set_new(queue, "port", json_string(hypertree_port_word(d->cycle[i].port)));
		json_add_number(queue, "class", d->cycle[i].class);
		json_array_append_new(cycle, queue);
	}
	return cycle;
}

static json_t *dependencies_json(const struct hypertree_dependencies *d)
{
	json_t *object = json_object();

	json_add_number(object, "dependencies", d->edges);
	json_object_set_new(object, "cycle", cycle_json(d));
	return object;
}

/* ---- faults ------------------------------------------------------------------------------------------------ */

static json_t *part_list(const struct hypertree_part *part, unsigned count)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < count; i++) {
		char *text = hypertree_part_text(&part[i]);

		json_array_append_new(list, json_string(text));
		free(text);
	}
	return list;
}

static void say_parts(const json_t *list, struct text *out)
{
	size_t count = json_array_size(list);

	for (size_t i = 0; i < count && i < SHOWN_PARTS; i++)
		text_print(out, "%s%s", i ? ", " : "", json_string_value(json_array_get(list, i)));
	if (count > SHOWN_PARTS)
		text_print(out, " and %zu more", count - SHOWN_PARTS);
}

/* Of the single faults that do not cut others off. JSON has their number only. */
static void say_losses(const struct hypertree_survival *s, struct text *out)
{
	const char *of = !s->cuts ? "of the parts" : s->losses == 1 ? "other" : "others";
	json_t *losses = part_list(s->loss, s->losses);

	text_print(out, "  %u %s make%s the rule drop packets: ", s->losses, of, s->losses == 1 ? "s" : "");
	say_parts(losses, out);
	text_add(out, "\n");
	json_decref(losses);
}

/* What single faults would do. */
static void say_survival(const struct report *r, const json_t *faults, struct text *out)
{
	const json_t *cuts = json_object_get(faults, "cuts");
	size_t count = json_array_size(cuts);

	figures_say(faults, "\nFaults: none; tried with each of {tried} nodes and links dead\n", out);
	if (count > 0) {
		text_print(out, "  %zu of them cut%s others off: ", count, count == 1 ? "s" : "");
		say_parts(cuts, out);
		text_add(out, "\n");
	} else {
		text_add(out, "  whichever dies, all others reach each other\n");
	}
	if (r->h->kind > HYPERTREE_2) {
		text_add(out, "  the rule leads no packet round what is dead\n");
		return;
	}
	if (figures_has(faults, "losses"))
		say_losses(&r->survival, out);
	else
		text_print(out, "  whichever%s dies, the rule finds a way\n", count > 0 ? " other" : "");
	figures_say(faults, figures_has(faults, "cycles") ? "  if one of {cycles} dies, deadlock can happen\n" :
							    "  whichever dies, deadlock cannot happen\n", out);
}

static void print_cut_off(const struct report *r, struct text *out)
{
	const struct hypertree_islands *all = &r->islands;
	unsigned shown = 0;

	text_print(out, "  nodes cut off from the other %u:", all->nodes[all->main]);
	for (unsigned x = 1; x <= r->h->nodes; x++)
		if (all->island[x] != all->main && !r->h->dead_node[x])
			text_print(out, "%s %u", shown++ ? "," : "", x);
	text_add(out, "\n");
}

/* What the given faults leave. */
static void say_faults(const struct report *r, const json_t *object, struct text *out)
{
	text_add(out, "\nFaults: ");
	say_parts(json_object_get(json_object_get(object, "parameters"), "faults"), out);
	text_print(out, "; %u nodes live\n", r->living);
	if (r->islands.count > 1)
		print_cut_off(r, out);
	else
		text_add(out, "  all of these reach each other\n");
	if (figures_has(object, "all.dropped_pairs")) {
		figures_say(object, "  the rule drops packets between {all.dropped_pairs} of ", out);
		text_print(out, "%llu ordered pairs of these\n", (unsigned long long)r->living * (r->living - 1));
	} else {
		text_add(out, "  the rule finds a way between any two of these\n");
	}
}

static json_t *survival_json(const struct report *r)
{
	const struct hypertree_survival *s = &r->survival;
	json_t *object = json_object();

	json_add_number(object, "tried", s->tried);
	json_object_set_new(object, "cuts", part_list(s->cut, s->cuts));
	if (r->h->kind <= HYPERTREE_2)
		JSON_NUMBERS(object, { "losses", s->losses }, { "cycles", s->cycles });
	return object;
}

static json_t *islands_json(const struct report *r)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < r->islands.count; i++)
		json_array_append_new(list, json_array());
	for (unsigned x = 1; x <= r->h->nodes; x++)
		if (r->islands.island[x] < r->islands.count)
			json_array_append_new(json_array_get(list, r->islands.island[x]), json_integer(x));
	return list;
}

/* ---- all --------------------------------------------------------------------------------------------------- */

static json_t *report_object(const struct report *r)
{
	json_t *object = spec_identity(r->spec);
	unsigned payload = r->spec->payload_bits;

	JSON_NUMBERS(object, { "nodes", r->h->nodes }, { "payload_bits", payload });
	json_object_set_new(object, "parameters", spec_json(r->spec));
	json_object_set_new(object, "levels", levels_json(r));
	JSON_NUMBERS(object, { "ports", r->h->ports }, { "packet_bytes", hypertree_packet_bytes(payload) },
		     { "queues", hypertree_queues(r->h) }, { "slot_clocks", hypertree_frame(r->h, payload) });
	json_add_real(object, "throughput_bound", throughput_bound(r));
	json_object_set_new(object, "saturation", saturation_json(r));
	json_object_set_new(object, "all", pairs_json(&r->all));
	json_object_set_new(object, "leaves", pairs_json(&r->leaves));
	json_object_set_new(object, "deadlock", dependencies_json(&r->with));
	json_object_set_new(object, "one_class", dependencies_json(&r->without));
	json_object_set_new(object, "islands", islands_json(r));
	if (!r->h->any_dead)
		json_object_set_new(object, "single_faults", survival_json(r));
	return object;
}

static void add_files(const struct report *r, const struct text *json, struct output *out)
{
	struct text copy = {0};

	hypertree_add_drawing(r->spec, r->h, out);
	text_add(&copy, json->bytes);
	output_add(out, "report.json", &copy);
}

static void add_logic(const struct spec *spec, struct text *out, json_t *object)
{
	struct network *net = network_elaborate(spec);
	struct cost cost = network_cost(net);

	report_logic(net, out);
	json_object_set_new(object, "estimate", summary_cost(&cost, spec->family));
	network_free(net);
}

int hypertree_report(const struct spec *spec, bool files, struct findings *found)
{
	struct report r = examine(spec);
	struct text *out = &found->text;
	json_t *object = report_object(&r);

	figures_say(object, "{name}: {network} of {nodes} nodes\n\n", out);
	report_parameters(spec, out);
	text_add(out, "\nNodes and links by level; the busiest link of each, if every node sends one packet to every\n"
		 "other, both directions added\n");
	figures_table(json_object_get(object, "levels"), level_columns, out);
	say_distances(object, out);
	say_packets(&r, object, out);
	say_dependencies(object, out);
	if (r.h->any_dead)
		say_faults(&r, object, out);
	else
		say_survival(&r, json_object_get(object, "single_faults"), out);
	add_logic(spec, out, object);
	json_print(object, &found->json);
	if (files)
		add_files(&r, &found->json, &found->files);
	report_free(&r);
	return EXIT_DONE;
}
