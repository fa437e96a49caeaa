/* xgft_paper_table.c: Table 1 of Oehring et al. (1995), each row beside what its formulas give. */
#include <stdlib.h>

#include "machines/rivals.h"
#include "machines/xgft_measures.h"
#include "machines/xgft_paper.h"
#include "util/figures.h"

struct spec xgft_shape_spec(const struct xgft_shape *shape)
{
	struct spec spec = { .height = shape->height, .leaves = 1, .link_width = 1, .source = "" };

	for (unsigned i = 1; i <= shape->height; i++) {
		spec.children[i] = shape->m[i - 1];
		spec.parents[i] = shape->w[i - 1];
		spec.leaves *= shape->m[i - 1];
	}
	spec.connections = spec.parents[1];
	spec.level_nodes[0] = spec.leaves;
	for (unsigned i = 1; i <= shape->height; i++)
		spec.level_nodes[i] = spec.level_nodes[i - 1] / shape->m[i - 1] * shape->w[i - 1];
	return spec;
}

/* The print's columns. */
struct printed {
	unsigned long degree, diameter;
	double bisection;
};

/* Takes `name` over. */
static void add_row(json_t *rows, char *name, const struct rival *is, const struct printed *print)
{
	json_t *row = json_pack("{s:s, s:b}", "network", name, "exact", is->bisection_lower == is->bisection_upper);
	json_t *in_print = json_object();

	JSON_NUMBERS(row, { "nodes", is->nodes }, { "degree", is->degree }, { "diameter", is->diameter }, { "cost", is->cost },
			  { "edge_bisection", is->bisection_upper }, { "edge_bisection_at_least", is->bisection_lower });
	JSON_NUMBERS(in_print, { "degree", print->degree }, { "diameter", print->diameter },
			       { "cost", print->degree * print->diameter });
	json_add_real(in_print, "edge_bisection", print->bisection);
	json_object_set_new(row, "print", in_print);
	json_array_append_new(rows, row);
	free(name);
}

static double power(unsigned base, unsigned exponent)
{
	return exponent ? base * power(base, exponent - 1) : 1;
}

/* "GQ 4^2": degree (m - 1) h, diameter h, bisection m^(h+1) / 4. A hypercube is one with m = 2. */
static void add_generalized_hypercube(json_t *rows, const char *kind, unsigned m, unsigned h)
{
	struct sides sides = { .count = h };

	for (unsigned i = 0; i < h; i++)
		sides.side[i] = m;
	const struct rival is = generalized_hypercube(&sides);
	add_row(rows, m == 2 ? format_string("%s Q(%u)", kind, h) : format_string("%s %u^%u", kind, m, h), &is,
		&(struct printed){ (m - 1ul) * h, h, power(m, h + 1) / 4 });
}

/* Degree 2h; the print has the diameter sum (n_i - 1) and the bisection, the least product of all sides but one. */
static void add_torus(json_t *rows, const struct sides *sides)
{
	const struct rival is = torus(sides);
	struct printed print = { 2ul * sides->count, 0, (double)is.nodes };
	struct text name = {0};
	unsigned longest = 0;

	for (unsigned i = 0; i < sides->count; i++) {
		text_print(&name, "%s%u", i ? " x " : "torus ", sides->side[i]);
		print.diameter += sides->side[i] - 1;
		longest = sides->side[i] > longest ? sides->side[i] : longest;
	}
	print.bisection /= longest;
	add_row(rows, name.bytes, &is, &print);
}

static void add_tree(json_t *rows, const struct xgft_shape *shape)
{
	const struct spec spec = xgft_shape_spec(shape);
	struct bisection_bounds edge = xgft_graph_bisection(&spec);
	const struct rival is = { spec.leaves, xgft_leaf_connectivity(&spec), xgft_diameter(&spec), xgft_cost(&spec), edge.lower,
				  edge.upper };

	add_row(rows, xgft_name(&spec), &is,
		&(struct printed){ spec.parents[1], 2ul * spec.height, (double)xgft_bisection_formula_twice(&spec) / 2 });
}

/* The rows of the print in its order, for h = 2 and 3. */
json_t *xgft_table_1(void)
{
	json_t *rows = json_array();

	for (unsigned h = 2; h <= 3; h++) {
		const unsigned side = 1u << h;
		const struct xgft_shape trees[] = {
			{ h, { 3, 3, 3 }, { 2, 2, 2 } }, { h, { 4, 4, 4 }, { 4, 4, 4 } }, { h, { 4, 4, 4 }, { 2 * h, 2 * h, 2 * h } },
			{ h, { 2, 3, 4 }, { 3, 1, 2 } }, { h, { 4, 4, 4 }, { 2 * h, 1, 1 } }, { h, { 4, 4, 4 }, { 2, 3, 4 } },
			{ h, { 3, 3, 3 }, { 2 * h, 1, 1 } }, { h, { 5, 5, 5 }, { 4 * h, 1, 1 } },
		};

		add_generalized_hypercube(rows, "hypercube", 2, 2 * h);
		add_generalized_hypercube(rows, "generalized hypercube", 3, h);
		add_generalized_hypercube(rows, "generalized hypercube", 4, h);
		add_torus(rows, &(struct sides){ 2, { 2 * side, side } });
		add_torus(rows, &(struct sides){ 2, { side, side } });
		add_torus(rows, &(struct sides){ h, { 4, 6, 8 } });
		for (size_t i = 0; i < sizeof trees / sizeof *trees; i++)
			if (i != 2 || 2 * h != 4)	/* the row above is the same tree */
				add_tree(rows, &trees[i]);
	}
	return rows;
}

void xgft_table_1_text(const json_t *rows, struct text *out)
{
	static const struct column columns[] = {
		{ "network", -26, "{network}" }, { "nodes", 5, "{nodes}" }, { "degree", 6, "{degree}" },
		{ "diameter  print", 15, "{diameter:8} {print.diameter:6}" }, { "cost  print", 11, "{cost:4} {print.cost:6}" },
		{ "edge bisection", 14, "{edge_bisection}" }, { "at least", 8, "{edge_bisection_at_least}" },
		{ "print", 5, "{print.edge_bisection:.6g}" }, { .label = NULL },
	};

	text_add(out, "\nTable 1: the networks of each row for h = 2 and 3\n"
		      "Nodes of trees are leaves, but bisections halve switches, too: the least found, and a lower bound.\n\n");
	figures_table(rows, columns, out);
}
