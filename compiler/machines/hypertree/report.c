/* report.c: the report of a hypertree: links, distances, loads, packets, dependencies, faults. */
#include <stdlib.h>

#include "machines/hypertree/drawing.h"
#include "machines/hypertree/measures.h"
#include "machines/hypertree/model.h"
#include "machines/hypertree/words.h"
#include "network/cost.h"
#include "network/report.h"
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
	r.saturated = hypertree_saturate(r.h, own->buffers, own->acknowledge ? own->lanes : 0, 1, SATURATED_FRAMES);
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

static void print_level(const struct report *r, unsigned level, struct text *out)
{
	const struct hypertree *h = r->h;
	const unsigned *bit = h->link_bit[level];
	char *bits = bit[1] ? format_string("%u, %u", bit[0], bit[1]) : bit[0] ? format_string("%u", bit[0])
		     : copy_string("-");

	text_print(out, "  %5u  %5u  %5u  %6u  %9s  %10llu  %14llu\n", level, nodes_of_level(h, level),
		   level ? links_of(h, level, PORT_UP) : 0, links_across(h, level), bits, r->all.rule.up[level],
		   busiest_across(&r->all.rule, level));
	free(bits);
}

static void print_levels(const struct report *r, struct text *out)
{
	text_print(out, "\nNodes and links by level; the busiest link of each, if every node sends one packet to every\n"
		   "other, both directions added\n");
	text_print(out, "  %5s  %5s  %5s  %6s  %9s  %10s  %14s\n", "level", "nodes", "up", "across", "link bits",
		   "busiest up", "busiest across");
	for (unsigned level = 0; level <= r->h->levels; level++)
		print_level(r, level, out);
}

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

static void print_distances(const struct report *r, struct text *out)
{
	const struct pairs *all = &r->all, *leaves = &r->leaves;
	double ports = r->h->ports;

	text_print(out, "\nLinks from node to node, each node with itself included\n");
	text_print(out, "  %-29s %10s %10s\n", "", "all nodes", "leaves");
	text_print(out, "  %-29s %10.4f %10.4f\n", "mean, shortest way", mean(all->shortest.sum, all->pairs),
		   mean(leaves->shortest.sum, leaves->pairs));
	text_print(out, "  %-29s %10.4f %10.4f\n", "mean, by the rule", mean_by_rule(all), mean_by_rule(leaves));
	text_print(out, "  mean, shortest, times %u ports %10.4f %10.4f\n", r->h->ports,
		   ports * mean(all->shortest.sum, all->pairs), ports * mean(leaves->shortest.sum, leaves->pairs));
	text_print(out, "  %-29s %10u %10u\n", "longest, shortest way", all->shortest.longest,
		   leaves->shortest.longest);
	text_print(out, "  %-29s %10u %10u\n", "longest, by the rule", all->rule.longest, leaves->rule.longest);
	if (all->rule.lost)
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

static void print_saturation(const struct report *r, struct text *out)
{
	const struct hypertree_throughput *t = &r->saturated;

	text_print(out, "  simulated, %lu frames in which all always have a %s to send: %.4f of each node; %.4g"
		   " payload bits a clock\n", t->frames, is_acknowledged(r) ? "word" : "packet", t->accepted,
		   saturated_bits(r));
	text_print(out, "  from node %u, the worst served, %.4f; from node %u, the best, %.4f\n", t->least_node,
		   t->least, t->most_node, t->most);
	text_print(out, "  until a packet arrives, %.1f frames in the mean, at most %lu\n", t->latency, t->longest);
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

static void print_packets(const struct report *r, struct text *out)
{
	unsigned payload = r->spec->payload_bits;

	text_print(out, "\nPacket: %u bytes, 3 of them a header\n", hypertree_packet_bytes(payload));
	text_print(out, "Queues: %u at the largest node, of at most %u ports and one for its processor\n",
		   hypertree_queues(r->h), r->h->ports);
	text_print(out, "Frame: %u clocks, in which each link passes one packet each way\n",
		   hypertree_frame(r->h, payload));
	text_print(out, "Throughput: at most %.4f %s of each node a frame, if all send to all others alike\n",
		   throughput_bound(r), is_acknowledged(r) ? "words, and as many answers," : "packets");
	print_saturation(r, out);
}

/* ---- dependencies ------------------------------------------------------------------------------------------ */

static void print_cycle(const struct hypertree_dependencies *d, struct text *out)
{
	for (unsigned i = 0; i < d->cycle_length && i < SHOWN_QUEUES; i++) {
		const struct hypertree_queue *q = &d->cycle[i];

		text_print(out, "    node %u, from %s, class %u\n", q->node, hypertree_port_word(q->port), q->class);
	}
	if (d->cycle_length > SHOWN_QUEUES)
		text_print(out, "    and %u more, then the first again\n", d->cycle_length - SHOWN_QUEUES);
}

static void print_dependencies(const struct report *r, struct text *out)
{
	text_print(out, "\nDeadlock: ");
	if (r->with.cycle) {
		text_print(out, "can happen: these %u queues wait for each other in a circle\n", r->with.cycle_length);
		print_cycle(&r->with, out);
		return;
	}
	text_print(out, "cannot happen: %u dependencies between queues have no cycle\n", r->with.edges);
	if (!r->without.cycle) {
		text_print(out, "  nor would they with a single queue at each port\n");
		return;
	}
	text_print(out, "  with a single queue at each port %u queues would wait for each other in a circle:\n",
		   r->without.cycle_length);
	print_cycle(&r->without, out);
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

static void print_parts(const struct hypertree_part *part, unsigned count, struct text *out)
{
	for (unsigned i = 0; i < count && i < SHOWN_PARTS; i++) {
		char *text = hypertree_part_text(&part[i]);

		text_print(out, "%s%s", i ? ", " : "", text);
		free(text);
	}
	if (count > SHOWN_PARTS)
		text_print(out, " and %u more", count - SHOWN_PARTS);
}

/* What single faults would do. */
static void print_survival(const struct report *r, struct text *out)
{
	const struct hypertree_survival *s = &r->survival;

	text_print(out, "\nFaults: none; tried with each of %u nodes and links dead\n", s->tried);
	if (s->cuts) {
		text_print(out, "  %u of them cut%s others off: ", s->cuts, s->cuts == 1 ? "s" : "");
		print_parts(s->cut, s->cuts, out);
		text_add(out, "\n");
	} else {
		text_add(out, "  whichever dies, all others reach each other\n");
	}
	if (r->h->kind > HYPERTREE_2) {
		text_add(out, "  the rule leads no packet round what is dead\n");
		return;
	}
	if (s->losses) {
		const char *of = !s->cuts ? "of the parts" : s->losses == 1 ? "other" : "others";

		text_print(out, "  %u %s make%s the rule drop packets: ", s->losses, of, s->losses == 1 ? "s" : "");
		print_parts(s->loss, s->losses, out);
		text_add(out, "\n");
	} else {
		text_print(out, "  whichever%s dies, the rule finds a way\n", s->cuts ? " other" : "");
	}
	if (s->cycles)
		text_print(out, "  if one of %u dies, deadlock can happen\n", s->cycles);
	else
		text_add(out, "  whichever dies, deadlock cannot happen\n");
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
static void print_faults(const struct report *r, struct text *out)
{
	const struct hypertree_parameters *own = hypertree_parameters(r->spec);

	text_add(out, "\nFaults: ");
	print_parts(own->fault, own->fault_count, out);
	text_print(out, "; %u nodes live\n", r->living);
	if (r->islands.count > 1)
		print_cut_off(r, out);
	else
		text_print(out, "  all of these reach each other\n");
	if (r->all.rule.lost)
		text_print(out, "  the rule drops packets between %llu of %llu ordered pairs of these\n",
			   r->all.rule.lost, (unsigned long long)r->living * (r->living - 1));
	else
		text_print(out, "  the rule finds a way between any two of these\n");
}

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
	json_object_set_new(object, "estimate", summary_cost(&cost));
	network_free(net);
}

int hypertree_report(const struct spec *spec, bool files, struct findings *found)
{
	struct report r = examine(spec);
	struct text *out = &found->text;
	json_t *object = report_object(&r);

	text_print(out, "%s: %s of %u nodes\n\n", spec->name, spec->kind->word, r.h->nodes);
	report_parameters(spec, out);
	print_levels(&r, out);
	print_distances(&r, out);
	print_packets(&r, out);
	print_dependencies(&r, out);
	if (r.h->any_dead)
		print_faults(&r, out);
	else
		print_survival(&r, out);
	add_logic(spec, out, object);
	json_print(object, &found->json);
	if (files)
		add_files(&r, &found->json, &found->files);
	report_free(&r);
	return EXIT_DONE;
}
