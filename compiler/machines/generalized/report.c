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
#include "machines/generalized/paths.h"
#include "machines/xgft_measures.h"
#include "model/tries.h"
#include "parse/family.h"
#include "parse/shell.h"
#include "parse/kind.h"
#include "util/json.h"
#include "util/message.h"
#include "util/output.h"
#include "util/plot.h"
#include "util/process.h"

enum { MOST_ROWS = 5 };

/* A row of Table 1. */
struct row {
	char *name;
	struct rival is;
};

struct report {
	const struct spec *spec;
	struct bisection_bounds edge, leaf;	/* bisections: halves of all nodes, halves of the leaves */
	struct row row[MOST_ROWS];	/* the tree's own first */
	unsigned row_count;
	struct survivors left;
	struct network *network;	/* NULL: no messages can go from every leaf to every other */
	struct tries tries;
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

static void add_row(struct report *r, char *name, struct rival rival)
{
	r->row[r->row_count++] = (struct row){ name, rival };
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

static void find_rows(struct report *r)
{
	const struct spec *spec = r->spec;
	struct sides digits = digit_sides(spec), cube = hypercube_sides(spec->leaves), square = squarest(spec->leaves);

	add_row(r, copy_string(spec->name), (struct rival){
		.nodes = spec->leaves, .degree = xgft_leaf_connectivity(spec), .diameter = xgft_diameter(spec),
		.cost = xgft_cost(spec), .bisection_lower = r->edge.lower, .bisection_upper = r->edge.upper,
	});
	if (cube.count)
		add_row(r, format_string("hypercube Q(%u)", cube.count), generalized_hypercube(&cube));
	add_row(r, sides_name("generalized hypercube", &digits), generalized_hypercube(&digits));
	add_row(r, sides_name("torus", &square), torus(&square));
	if (digits.count > 2)
		add_row(r, sides_name("torus", &digits), torus(&digits));
}

/* Text ------------------------------------------------------------------------------------------------------------ */

static void print_levels(const struct report *r, struct text *out)
{
	const struct spec *spec = r->spec;
	bool faults = spec->fault_count > 0;

	text_print(out,
		   "\nLevels (leaves are level 0)\n"
		   "  level      nodes  children  parents  degree  links up%s\n",
		   faults ? "      alive: nodes   links up" : "");
	for (unsigned l = spec->height + 1; l-- > 0;) {
		unsigned children = l ? spec->children[l] : 0, parents = l < spec->height ? spec->parents[l + 1] : 0;
		unsigned long links = l < spec->height ? xgft_links(spec, l) : 0;

		text_print(out, "  %5u %10u %9u %8u %7u %9lu", l, spec->level_nodes[l], children, parents,
			   xgft_degree(spec, l), links);
		if (faults)
			text_print(out, " %17lu %10lu", r->left.nodes[l], r->left.links[l]);
		text_add(out, "\n");
	}
	text_print(out, "  all   %10lu                            %9lu\n", xgft_all_nodes(spec), xgft_all_links(spec));
	if (spec->link_width > 1)
		text_print(out, "  a link has %u wires each way\n", spec->link_width);
}

static void print_distances(const struct spec *spec, struct text *out)
{
	struct fraction mean = xgft_mean_distance(spec);
	unsigned disjoint = xgft_leaf_connectivity(spec);
	char *tolerated = disjoint == 1 ? copy_string("one fault can cut a leaf off") :
					  format_string("any %u fault%s leave%s all leaves connected", disjoint - 1,
							disjoint == 2 ? "" : "s", disjoint == 2 ? "s" : "");

	text_print(out,
		   "\nDistances, in links\n"
		   "  from leaf to leaf at most %u, %lu/%lu = %.4f on the average; between any two nodes at most %u\n",
		   xgft_diameter(spec), mean.numerator, mean.denominator,
		   (double)mean.numerator / (double)mean.denominator, xgft_node_diameter(spec));
	text_print(out, "\nConnectivity\n"
		   "  between any two leaves %u path%s without a common node: %s\n"
		   "  of the whole graph, switches included: %u\n", disjoint, disjoint == 1 ? "" : "s",
		   tolerated, xgft_node_connectivity(spec));
	free(tolerated);
}

/* "64" or "12 to 14". A fresh string. */
static char *bounds_text(unsigned long lower, unsigned long upper)
{
	return lower == upper ? format_string("%lu", lower) : format_string("%lu to %lu", lower, upper);
}

/* m_h w_1..w_h / 2, which may end in a half. */
static char *half_text(unsigned long twice)
{
	return format_string("%lu%s", twice / 2, twice % 2 ? ".5" : "");
}

static void print_bounds(const char *name, const struct bisection_bounds *b, const char *of, struct text *out)
{
	if (b->lower == b->upper)
		text_print(out, "  %s  %lu links (exact): %s\n", name, b->lower, of);
	else
		text_print(out, "  %s  at least %lu, at most %lu links: %s\n", name, b->lower, b->upper, of);
}

static void print_bisections(const struct report *r, struct text *out)
{
	unsigned long twice = xgft_bisection_formula_twice(r->spec);
	char *formula = half_text(twice);

	text_add(out, "\nBisections, the fewest links between two halves\n");
	print_bounds("edge bisection", &r->edge, "halves of all nodes, switches included (Oehring et al., section 2)", out);
	print_bounds("leaf bisection", &r->leaf, "halves of the leaves, the switches on either side", out);
	text_print(out, "  m_h w_1..w_h / 2 = %s; Theorem 1 proves an edge bisection of at most %lu\n", formula, twice);
	free(formula);
}

static void print_rows(const struct report *r, struct text *out)
{
	text_add(out, "\nOthers with as many nodes as there are leaves (Table 1; a range where only bounds are known)\n"
	     "  network                              degree  diameter     cost   edge bisection\n");
	for (unsigned i = 0; i < r->row_count; i++) {
		const struct rival *is = &r->row[i].is;
		char *bisection = bounds_text(is->bisection_lower, is->bisection_upper);

		text_print(out, "  %-36s %6u %9u %8lu %16s\n", r->row[i].name, is->degree, is->diameter, is->cost,
			   bisection);
		free(bisection);
	}
}

static void print_faults(const struct report *r, struct text *out)
{
	const struct survivors *left = &r->left;
	struct text leaves = {0};

	if (r->spec->fault_count == 0)
		return;
	text_print(out, "\nFaults: %zu\n", r->spec->fault_count);
	text_print(out, "  pairs of leaves with a path: %llu of %llu\n", left->pairs, left->all_pairs);
	survivors_print_cut_off(left, &leaves);
	if (left->cut_off_leaves)
		text_print(out, "  leaves cut off from the most others: %s\n", leaves.bytes);
	else
		text_add(out, "  no leaf is cut off\n");
	text_print(out, "  links that cross between two halves of the sub-trees below the roots: %lu of %lu\n",
		   left->bisection,
		   (unsigned long)r->spec->level_nodes[r->spec->height] * (r->spec->children[r->spec->height] / 2));
	text_free(&leaves);
}

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

static void print_hardware(const struct spec *spec, struct text *out)
{
	if (!network_is_buildable(spec))
		return;
	struct network *net = network_elaborate(spec);

	if (spec->family->fitted)
		print_logic(net, out);
	else
		text_print(out, "\nHardware (logic unknown, as no estimates are fitted to %s)\n", spec->family->name);
	text_print(out, "  latency %u clocks from leaf to leaf; frame slot %u clocks\n", net->latency,
		   net->slot_clocks);
	if (net->frame)
		frame_print_turns(net->frame, out);
	network_free(net);
}

static void print_tries(const struct report *r, struct text *out)
{
	if (!r->network)
		return;
	text_add(out, "\nAt full uniform load (every lane always has a message for another leaf), per leaf and "
		 "slot\n");
	if (r->tries.known)
		text_print(out, "  %8.4f  messages offered\n", r->tries.uniform.offered);
	tries_print(r->network, &r->tries, out);
}

static void print_text(const struct report *r, struct text *out)
{
	const struct spec *spec = r->spec;

	char *name = xgft_name(spec);

	text_print(out, "%s: %s, %u leaves\n\n", spec->name, name, spec->leaves);
	free(name);
	report_parameters(spec, out);
	print_levels(r, out);
	print_distances(spec, out);
	print_bisections(r, out);
	print_rows(r, out);
	print_faults(r, out);
	if (spec->fault_count == 0)
		report_reference(spec, out);
	print_hardware(spec, out);
	print_tries(r, out);
}

/* JSON ------------------------------------------------------------------------------------------------------------ */

/* Wires each way of the links above a sub-tree of height `l`. */
static unsigned long channel_wires(const struct spec *spec, unsigned l)
{
	unsigned long wires = l < spec->height ? spec->link_width : 0;

	for (unsigned i = 1; wires && i <= l + 1; i++)
		wires *= spec->parents[i];
	return wires;
}

static json_t *json_level(const struct report *r, unsigned l)
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

static json_t *json_bounds(unsigned long lower, unsigned long upper)
{
	json_t *object = json_object();

	json_object_set_new(object, "exact", json_boolean(lower == upper));
	JSON_NUMBERS(object, { "lower", lower }, { "upper", upper });
	return object;
}

static json_t *json_rows(const struct report *r)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < r->row_count; i++) {
		const struct rival *is = &r->row[i].is;
		json_t *object = json_object();

		json_object_set_new(object, "network", json_string(r->row[i].name));
		JSON_NUMBERS(object, { "nodes", is->nodes }, { "degree", is->degree }, { "diameter", is->diameter },
				     { "cost", is->cost });
		json_object_set_new(object, "edge_bisection", json_bounds(is->bisection_lower, is->bisection_upper));
		json_array_append_new(list, object);
	}
	return list;
}

static json_t *json_faults(const struct report *r)
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

static void add_graph(const struct report *r, json_t *object)
{
	const struct spec *spec = r->spec;
	struct fraction mean = xgft_mean_distance(spec);
	unsigned long twice = xgft_bisection_formula_twice(spec);
	json_t *bisection = json_bounds(r->edge.lower, r->edge.upper), *distance = json_object();

	JSON_NUMBERS(object, { "nodes", xgft_all_nodes(spec) }, { "links", xgft_all_links(spec) },
			     { "diameter", xgft_diameter(spec) }, { "node_diameter", xgft_node_diameter(spec) });
	JSON_NUMBERS(distance, { "numerator", mean.numerator }, { "denominator", mean.denominator });
	json_object_set_new(object, "mean_distance", distance);
	JSON_NUMBERS(object, { "leaf_connectivity", xgft_leaf_connectivity(spec) },
			     { "node_connectivity", xgft_node_connectivity(spec) }, { "cost", xgft_cost(spec) });
	json_object_set_new(bisection, "formula", json_real((double)twice / 2));
	json_add_number(bisection, "theorem_1", twice);
	json_object_set_new(object, "edge_bisection", bisection);
	json_object_set_new(object, "leaf_bisection", json_bounds(r->leaf.lower, r->leaf.upper));
}

static void add_hardware(const struct spec *spec, json_t *object)
{
	struct network *net = network_elaborate(spec);
	struct cost cost = network_cost(net);

	JSON_NUMBERS(object, { "payload_bits", spec->payload_bits }, { "latency_clocks", net->latency },
		     { "slot_clocks", net->slot_clocks });
	json_object_set_new(object, "estimate", summary_cost(&cost, spec->family));
	summary_add_shell(object, net);
	network_free(net);
}

static void write_json(const struct report *r, struct text *out)
{
	json_t *object = spec_identity(r->spec), *levels = json_array();
	char *name = xgft_name(r->spec);

	json_object_set_new(object, "xgft", json_string(name));
	free(name);
	JSON_NUMBERS(object, { "leaves", r->spec->leaves }, { "height", r->spec->height });
	for (unsigned l = r->spec->height + 1; l-- > 0;)
		json_array_append_new(levels, json_level(r, l));
	json_object_set_new(object, "levels", levels);
	add_graph(r, object);
	json_object_set_new(object, "table_1", json_rows(r));
	json_object_set_new(object, "faults", json_faults(r));
	if (r->spec->fault_count == 0)
		report_reference_json(r->spec, object);
	json_object_set_new(object, "parameters", spec_json(r->spec));
	if (network_is_buildable(r->spec))
		add_hardware(r->spec, object);
	if (r->network)
		json_object_set_new(object, "throughput",
				    json_pack("{s:o}", "retry", tries_json(r->network, &r->tries)));
	json_print(object, out);
}

/* Pictures -------------------------------------------------------------------------------------------------------- */

static void write_csv(const struct report *r, struct text *out)
{
	text_add(out, "network,nodes,degree,diameter,cost,bisection_lower,bisection_upper\n");
	for (unsigned i = 0; i < r->row_count; i++) {
		const struct rival *is = &r->row[i].is;

		text_add(out, "\"");
		plot_add_name(out, r->row[i].name);
		text_print(out, "\",%lu,%u,%u,%lu,%lu,%lu\n", is->nodes, is->degree, is->diameter,
			   is->cost, is->bisection_lower, is->bisection_upper);
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
		   "set yrange [0:*]\nset xrange [-0.6:%u.6]\nunset key\n"
		   "set offsets 0,0,graph 0.1,0\n"
		   "set multiplot layout 1,4 title \"%s: Table 1 for %u nodes\" noenhanced\n",
		   r->row_count - 1, r->spec->name, r->spec->leaves);
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
	char *gnuplot = require_tool("gnuplot", "gnuplot-nox");
	struct text csv = {0}, script = {0}, copy = {0};

	write_csv(r, &csv);
	write_script(r, &script);
	bool good = gnuplot && plot_add(gnuplot, "table1.csv", &csv, &script, "table1", 1200, 460, out);
	text_add(&copy, json->bytes);
	output_add(out, "report.json", &copy);
	output_add(out, "table1.csv", &csv);
	output_add(out, "table1.gp", &script);
	free(gnuplot);
	return good;
}

static void find_tries(struct report *r)
{
	if (!network_is_buildable(r->spec) || r->left.pairs < r->left.all_pairs)
		return;
	r->network = network_elaborate(r->spec);
	tries_find(r->network, TRIES_UNIFORM | TRIES_TO_ONE, &r->tries);
}

int generalized_report(const struct spec *spec, bool files, struct findings *found)
{
	struct report r = { .spec = spec, .edge = xgft_graph_bisection(spec), .leaf = xgft_leaf_bisection(spec) };

	find_rows(&r);
	xgft_survivors(spec, &r.left);
	find_tries(&r);
	print_text(&r, &found->text);
	write_json(&r, &found->json);
	bool good = !files || add_files(&r, &found->json, &found->files);
	for (unsigned i = 0; i < r.row_count; i++)
		free(r.row[i].name);
	survivors_free(&r.left);
	network_free(r.network);
	return good ? EXIT_DONE : EXIT_WORK_FAILED;
}
