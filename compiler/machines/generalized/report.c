/* report.c: `ftc report` of an XGFT.
 *
 * Levels, distances and bisections; Table 1 against other networks with as many nodes as the tree has
 * leaves; and the effect of faults. Time is in proportion to levels and faults, not leaves. */
#include "leaves/frame.h"
#include "machines/generalized/generalized.h"

#include <stdlib.h>

#include "network/cost.h"
#include "machines/rivals.h"
#include "network/report.h"
#include "machines/xgft.h"
#include "machines/generalized/dead_links.h"
#include "machines/generalized/paths.h"
#include "machines/xgft_measures.h"
#include "model/tries.h"
#include "parse/family.h"
#include "parse/shell.h"
#include "parse/kind.h"
#include "util/figures.h"
#include "util/json.h"
#include "util/message.h"
#include "util/number.h"
#include "util/output.h"
#include "util/plot.h"
#include "util/process.h"

struct report {
	const struct spec *spec;
	struct bisection_bounds edge, leaf;	/* bisections: halves of all nodes, halves of the leaves */
	json_t *rows;			/* of Table 1 */
	struct survivors left;
	struct network *network;	/* NULL: it cannot be built */
	struct tries tries;		/* if messages can go from every leaf to every other */
};

/* "torus 4^3 x 2" */
static char *sides_name(const char *kind, const struct sides *sides)
{
	struct text t = {0};

	text_print(&t, "%s ", kind);
	for (unsigned i = 0, equal; i < sides->count; i += equal) {
		for (equal = 1; i + equal < sides->count && sides->side[i + equal] == sides->side[i];)
			equal++;
		text_print(&t, "%s%u", i ? " x " : "", sides->side[i]);
		if (equal > 1)
			text_print(&t, "^%u", equal);
	}
	return t.bytes;
}

static json_t *bounds_json(unsigned long lower, unsigned long upper)
{
	json_t *object = json_object();

	json_object_set_new(object, "exact", json_boolean(lower == upper));
	JSON_NUMBERS(object, { "lower", lower }, { "upper", upper });
	return object;
}

/* Table 1 ---------------------------------------------------------------------------------------------------------- */

/* Takes `name` over. */
static void add_row(json_t *list, char *name, struct rival is)
{
	json_t *row = json_object();

	json_object_set_new(row, "network", json_string(name));
	JSON_NUMBERS(row, { "nodes", is.nodes }, { "degree", is.degree }, { "diameter", is.diameter }, { "cost", is.cost });
	json_object_set_new(row, "edge_bisection", bounds_json(is.bisection_lower, is.bisection_upper));
	json_array_append_new(list, row);
	free(name);
}

/* The digits of the leaves' numbers as sides, most significant first. */
static struct sides digit_sides(const struct spec *spec)
{
	struct sides s = {0};

	for (unsigned i = spec->height; i >= 1; i--)
		if (spec->children[i] > 1)
			s.side[s.count++] = spec->children[i];
	return s;
}

/* The tree's own row first. */
static json_t *rows_json(const struct spec *spec, const struct bisection_bounds *edge)
{
	struct sides digits = digit_sides(spec), cube = hypercube_sides(spec->leaves), square = squarest(spec->leaves);
	json_t *list = json_array();

	add_row(list, copy_string(spec->name), (struct rival){
		.nodes = spec->leaves, .degree = xgft_leaf_connectivity(spec), .diameter = xgft_diameter(spec),
		.cost = xgft_cost(spec), .bisection_lower = edge->lower, .bisection_upper = edge->upper,
	});
	if (cube.count)
		add_row(list, format_string("hypercube Q(%u)", cube.count), generalized_hypercube(&cube));
	add_row(list, sides_name("generalized hypercube", &digits), generalized_hypercube(&digits));
	add_row(list, sides_name("torus", &square), torus(&square));
	if (digits.count > 2)
		add_row(list, sides_name("torus", &digits), torus(&digits));
	return list;
}

static void say_row(const json_t *row, struct text *out)
{
	const json_t *bounds = json_object_get(row, "edge_bisection");
	struct text bisection = {0};

	figures_say(row, "  {network:-36} {degree:6} {diameter:9} {cost:8}", out);
	figures_say(bounds, figures_has(bounds, "exact") ? "{lower}" : "{lower} to {upper}", &bisection);
	text_print(out, " %16s\n", bisection.bytes);
	text_free(&bisection);
}

static void say_rows(const json_t *rows, struct text *out)
{
	text_add(out, "\nOthers with as many nodes as there are leaves (Table 1; a range where only bounds are known)\n"
		 "  network                              degree  diameter     cost   edge bisection\n");
	for (size_t i = 0; i < json_array_size(rows); i++)
		say_row(json_array_get(rows, i), out);
}

/* Levels ----------------------------------------------------------------------------------------------------------- */

/* Wires each way of the links above a sub-tree of height `l`. */
static unsigned long channel_wires(const struct spec *spec, unsigned l)
{
	unsigned long wires = l < spec->height ? spec->link_width : 0;

	for (unsigned i = 1; wires && i <= l + 1; i++)
		wires *= spec->parents[i];
	return wires;
}

static json_t *level_json(const struct report *r, unsigned l)
{
	const struct spec *spec = r->spec;
	unsigned parents = l < spec->height ? spec->parents[l + 1] : 0;
	json_t *object = json_object();

	JSON_NUMBERS(object, { "level", l }, { "nodes", spec->level_nodes[l] },
			     { "capacity", channel_wires(spec, l) }, { "children", l ? spec->children[l] : 0 },
			     { "parents", parents }, { "degree", xgft_degree(spec, l) },
			     { "links_up", l < spec->height ? xgft_links(spec, l) : 0 },
			     { "nodes_alive", r->left.nodes[l] }, { "links_up_alive", r->left.links[l] });
	return object;
}

static void say_levels(const struct spec *spec, const json_t *object, struct text *out)
{
	/* Without faults, the columns end before those of what is alive. */
	const struct column columns[] = {
		{ "level", 5, "{level}" }, { "nodes", 9, "{nodes}" }, { "children", 8, "{children}" },
		{ "parents  degree  links up", 25, "{parents} {degree:7} {links_up:9}" },
		{ spec->fault_count > 0 ? "alive: nodes" : NULL, 16, "{nodes_alive}" },
		{ "links up", 9, "{links_up_alive}" }, { .label = NULL },
	};

	text_add(out, "\nLevels (leaves are level 0)\n");
	figures_table(json_object_get(object, "levels"), columns, out);
	figures_say(object, "  all   {nodes:10}                            {links:9}\n", out);
	if (spec->link_width > 1)
		text_print(out, "  a link has %u wires each way\n", spec->link_width);
}

/* Distances, bisections -------------------------------------------------------------------------------------------- */

static void add_graph(const struct report *r, json_t *object)
{
	const struct spec *spec = r->spec;
	struct fraction mean = xgft_mean_distance(spec);
	unsigned long twice = xgft_bisection_formula_twice(spec);
	json_t *bisection = bounds_json(r->edge.lower, r->edge.upper), *distance = json_object();

	JSON_NUMBERS(object, { "nodes", xgft_all_nodes(spec) }, { "links", xgft_all_links(spec) },
			     { "diameter", xgft_diameter(spec) }, { "node_diameter", xgft_node_diameter(spec) });
	JSON_NUMBERS(distance, { "numerator", mean.numerator }, { "denominator", mean.denominator });
	json_object_set_new(object, "mean_distance", distance);
	JSON_NUMBERS(object, { "leaf_connectivity", xgft_leaf_connectivity(spec) },
			     { "node_connectivity", xgft_node_connectivity(spec) }, { "cost", xgft_cost(spec) });
	json_object_set_new(bisection, "formula", json_real((double)twice / 2));
	json_add_number(bisection, "theorem_1", twice);
	json_object_set_new(object, "edge_bisection", bisection);
	json_object_set_new(object, "leaf_bisection", bounds_json(r->leaf.lower, r->leaf.upper));
}

static void say_distances(const json_t *object, struct text *out)
{
	const json_t *mean = json_object_get(object, "mean_distance");

	figures_say(object, "\nDistances, in links\n"
		    "  from leaf to leaf at most {diameter}, {mean_distance.numerator}/{mean_distance.denominator} = ", out);
	text_print(out, "%.4f", json_number_value(json_object_get(mean, "numerator"))
		   / json_number_value(json_object_get(mean, "denominator")));
	figures_say(object, " on the average; between any two nodes at most {node_diameter}\n", out);
}

static void say_connectivity(const json_t *object, struct text *out)
{
	long long faults = json_integer_value(json_object_get(object, "leaf_connectivity")) - 1;

	figures_say(object, "\nConnectivity\n  between any two leaves {leaf_connectivity} path", out);
	if (faults > 0)
		text_print(out, "s without a common node: any %lld fault%s leave%s all leaves connected\n", faults,
			   faults == 1 ? "" : "s", faults == 1 ? "s" : "");
	else
		text_add(out, " without a common node: one fault can cut a leaf off\n");
	figures_say(object, "  of the whole graph, switches included: {node_connectivity}\n", out);
}

static void say_bounds(const json_t *bounds, const char *name, const char *of, struct text *out)
{
	text_print(out, "  %s  ", name);
	figures_say(bounds, figures_has(bounds, "exact") ? "{lower} links (exact)" :
							   "at least {lower}, at most {upper} links", out);
	text_print(out, ": %s\n", of);
}

static void say_bisections(const json_t *object, struct text *out)
{
	const json_t *edge = json_object_get(object, "edge_bisection"), *leaf = json_object_get(object, "leaf_bisection");

	text_add(out, "\nBisections, the fewest links between two halves\n");
	say_bounds(edge, "edge bisection", "halves of all nodes, switches included (Oehring et al., section 2)", out);
	say_bounds(leaf, "leaf bisection", "halves of the leaves, the switches on either side", out);
	figures_say(edge, "  m_h w_1..w_h / 2 = {formula:.17g}; Theorem 1 proves an edge bisection of at most {theorem_1}\n",
		    out);
}

/* Faults ----------------------------------------------------------------------------------------------------------- */

static json_t *faults_json(const struct report *r)
{
	const struct survivors *left = &r->left;
	json_t *object = json_object(), *ranges = json_array();

	JSON_NUMBERS(object, { "count", r->spec->fault_count }, { "pairs", left->all_pairs },
			     { "pairs_connected", left->pairs }, { "leaves_cut_off", left->cut_off_leaves });
	for (size_t i = 0; i < left->cut_off_count; i++)
		json_array_append_new(ranges,
				      json_pack("[I, I]", (json_int_t)left->cut_off[i].first,
						(json_int_t)left->cut_off[i].first + left->cut_off[i].count - 1));
	json_object_set_new(object, "cut_off", ranges);
	json_add_number(object, "bisection_links", left->bisection);
	return object;
}

static void say_faults(const struct report *r, const json_t *faults, struct text *out)
{
	const struct spec *spec = r->spec;

	if (spec->fault_count == 0)
		return;
	figures_say(faults, "\nFaults: {count}\n  pairs of leaves with a path: {pairs_connected} of {pairs}\n", out);
	text_add(out, figures_has(faults, "leaves_cut_off") ? "  leaves cut off from the most others: " :
							      "  no leaf is cut off");
	survivors_print_cut_off(&r->left, out);
	figures_say(faults, "\n  links that cross between two halves of the sub-trees below the roots: {bisection_links} of ",
		    out);
	text_print(out, "%lu\n", (unsigned long)spec->level_nodes[spec->height] * (spec->children[spec->height] / 2));
}

/* Hardware --------------------------------------------------------------------------------------------------------- */

static void print_logic(const struct network *net, struct text *out)
{
	const struct spec *spec = net->spec;
	struct cost adapters = network_adapter_cost(net), shell = network_shell_cost(net), all = network_cost(net);

	text_print(out,
		"\nHardware (estimate for %s: LUT4 and flip-flops)\n                                LUT4         FF\n",
		spec->family->name);
	for (unsigned l = net->levels; l > 0; l--) {
		struct level_logic logic;

		network_level_logic(net, net->levels - l, &logic);
		text_print(out, "  level %2u: %7llu routers %8lu %10lu\n", l, logic.nodes, logic.total.lut4,
			   logic.total.ff);
	}
	text_print(out, "  leaf adapters            %8lu %10lu\n", adapters.lut4, adapters.ff);
	if (shell.lut4 > 0)
		text_print(out, "  %-24s %8lu %10lu\n", spec->shell->many, shell.lut4, shell.ff);
	text_print(out, "  all                      %8lu %10lu\n", all.lut4, all.ff);
}

static unsigned broadcasts_at_once(const struct network *net)
{
	return smaller(intact_spanning_trees(net->spec), net->frame->shape.trees_at_once);
}

static void add_hardware(const struct network *net, json_t *object)
{
	struct cost cost = network_cost(net);

	JSON_NUMBERS(object, { "payload_bits", net->spec->payload_bits }, { "latency_clocks", net->latency },
		     { "slot_clocks", net->slot_clocks });
	json_object_set_new(object, "estimate", summary_cost(&cost, net->spec->family));
	summary_add_shell(object, net);
	if (net->frame && net->spec->broadcast_every > 0)
		json_object_set_new(object, "broadcasts", json_pack("{s:i, s:i, s:i}", "at_once", (int)broadcasts_at_once(net),
				    "every_slots", (int)net->spec->broadcast_every,
				    "every_clocks", (int)(net->spec->broadcast_every * net->slot_clocks)));
}

static void say_hardware(const struct network *net, const json_t *object, struct text *out)
{
	if (net->spec->family->fitted)
		print_logic(net, out);
	else
		text_print(out, "\nHardware (logic unknown, as no estimates are fitted to %s)\n", net->spec->family->name);
	figures_say(object, "  latency {latency_clocks} clocks from leaf to leaf; frame slot {slot_clocks} clocks\n", out);
	if (figures_has(object, "broadcasts.at_once"))
		figures_say(object, "  broadcasts: at most {broadcasts.at_once} in one of {broadcasts.every_slots} slots, "
			    "{broadcasts.every_clocks} clocks\n", out);
	if (net->frame)
		frame_print_turns(net->frame, out);
}

/* Whether messages can go from every leaf to every other. */
static bool serves_all(const struct report *r)
{
	return r->network && r->left.pairs == r->left.all_pairs;
}

static void say_tries(const struct report *r, const json_t *object, struct text *out)
{
	text_add(out, "\nAt full uniform load (every lane always has a message for another leaf), per leaf and slot\n");
	if (r->tries.known)
		figures_say(object, "  {throughput.retry.offered:8.4f}  messages offered\n", out);
	tries_print(r->network, &r->tries, out);
}

/* All -------------------------------------------------------------------------------------------------------------- */

static json_t *report_object(const struct report *r)
{
	json_t *object = spec_identity(r->spec), *levels = json_array();
	char *name = xgft_name(r->spec);

	json_object_set_new(object, "xgft", json_string(name));
	free(name);
	JSON_NUMBERS(object, { "leaves", r->spec->leaves }, { "height", r->spec->height });
	for (unsigned l = r->spec->height + 1; l-- > 0;)
		json_array_append_new(levels, level_json(r, l));
	json_object_set_new(object, "levels", levels);
	add_graph(r, object);
	json_object_set(object, "table_1", r->rows);
	json_object_set_new(object, "faults", faults_json(r));
	if (r->spec->fault_count == 0)
		report_reference_json(r->spec, object);
	json_object_set_new(object, "parameters", spec_json(r->spec));
	if (r->network)
		add_hardware(r->network, object);
	if (serves_all(r))
		json_object_set_new(object, "throughput",
				    json_pack("{s:o}", "retry", tries_json(r->network, &r->tries)));
	return object;
}

static void write_text(const struct report *r, const json_t *object, struct text *out)
{
	const struct spec *spec = r->spec;

	figures_say(object, "{name}: {xgft}, {leaves} leaves\n\n", out);
	report_parameters(spec, out);
	say_levels(spec, object, out);
	say_distances(object, out);
	say_connectivity(object, out);
	say_bisections(object, out);
	say_rows(r->rows, out);
	say_faults(r, json_object_get(object, "faults"), out);
	if (spec->fault_count == 0)
		report_reference(spec, out);
	if (r->network)
		say_hardware(r->network, object, out);
	if (serves_all(r))
		say_tries(r, object, out);
}

/* Pictures -------------------------------------------------------------------------------------------------------- */

static void write_csv(const json_t *rows, struct text *out)
{
	text_add(out, "network,nodes,degree,diameter,cost,bisection_lower,bisection_upper\n");
	for (size_t i = 0; i < json_array_size(rows); i++) {
		const json_t *row = json_array_get(rows, i);

		text_add(out, "\"");
		plot_add_name(out, json_string_value(json_object_get(row, "network")));
		figures_say(row, "\",{nodes},{degree},{diameter},{cost},{edge_bisection.lower},{edge_bisection.upper}\n", out);
	}
}

/* Four bar charts side by side, the tree first, in its own colour. */
static void write_script(const struct report *r, struct text *out)
{
	static const struct panel { const char *title; unsigned column; } panels[] = {
		{ "degree = connectivity", 3 }, { "diameter (links)", 4 }, { "cost = degree x diameter", 5 },
		{ "edge bisection (links)", 7 },
	};

	text_print(out,
		   "set datafile separator ','\n"
		   "set style fill solid 0.9\nset boxwidth 0.7\n"
		   "set grid y lc rgb '#dddddd'\nset border 3\nset tics nomirror out\n"
		   "set xtics rotate by 40 right font ',9' noenhanced\n"
		   "set bmargin 10\nset lmargin 9\nset rmargin 1\n"
		   "set yrange [0:*]\nset xrange [-0.6:%zu.6]\nunset key\n"
		   "set offsets 0,0,graph 0.1,0\n"
		   "set multiplot layout 1,4 title \"%s: Table 1 for %u nodes\" noenhanced\n",
		   json_array_size(r->rows) - 1, r->spec->name, r->spec->leaves);
	for (size_t i = 0; i < sizeof panels / sizeof *panels; i++)
		text_print(out,
			"set title '%s' font ',11'\n"
			"plot 'table1.csv' using 0:%u:($0 == 0 ? 0xd1495b : 0x1b6ca8):xtic(1) skip 1 with boxes lc "
			"rgb variable, \\\n"
			"     '' using 0:%u:%u skip 1 with labels offset 0,0.6 font ',9'\n",
			panels[i].title, panels[i].column, panels[i].column, panels[i].column);
	text_add(out, "unset multiplot\n");
}

/* Adds report.json, and Table 1 as data and as pictures. */
static bool add_files(const struct report *r, const struct text *json, struct output *out)
{
	char *gnuplot = require_tool("gnuplot");
	struct text csv = {0}, script = {0};

	write_csv(r->rows, &csv);
	write_script(r, &script);
	bool good = gnuplot && plot_add(gnuplot, "table1.csv", &csv, &script, "table1", 1200, 460, out);
	output_add_copy(out, "report.json", json);
	output_add(out, "table1.csv", &csv);
	output_add(out, "table1.gp", &script);
	free(gnuplot);
	return good;
}

int generalized_report(const struct spec *spec, bool files, struct findings *found)
{
	struct report r = { .spec = spec, .edge = xgft_graph_bisection(spec), .leaf = xgft_leaf_bisection(spec) };

	r.rows = rows_json(spec, &r.edge);
	xgft_survivors(spec, &r.left);
	if (xgft_is_buildable(spec))
		r.network = network_elaborate(spec);
	if (serves_all(&r))
		tries_find(r.network, TRIES_UNIFORM | TRIES_TO_ONE, &r.tries);
	json_t *object = report_object(&r);

	write_text(&r, object, &found->text);
	json_print(object, &found->json);
	bool good = !files || add_files(&r, &found->json, &found->files);
	json_decref(r.rows);
	survivors_free(&r.left);
	network_free(r.network);
	return good ? EXIT_DONE : EXIT_WORK_FAILED;
}
