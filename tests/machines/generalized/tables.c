/* tables.c: recomputes every line of the tables in this folder with ftc's functions.
 *
 *   tables FOLDER            compares, one TAP line a table
 *   tables FOLDER --print    prints the tables as ftc makes them
 *
 * A '-' in a table means: not computed there, not compared. */
#include "machines/pruned_butterfly.h"
#include "machines/rivals.h"
#include "machines/xgft.h"
#include "machines/xgft_measures.h"
#include "trees.h"
#include "util/text.h"

enum { LONGEST_LINE = 400 };

static void add_numbers(struct text *t, const unsigned *numbers, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		text_print(t, "%s%u", i ? " " : "", numbers[i]);
}

/* topology: h ; m ; w | nodes | links | |V| |E| | degrees | diameter | mean | node diameter | connectivity | paths */
static void topology(const char *line, struct text *out)
{
	const char *at = strchr(line, ';') + 1;
	struct spec spec = read_tree(&at);
	struct fraction mean = xgft_mean_distance(&spec);

	text_print(out, "%u ; ", spec.height);
	add_numbers(out, spec.children + 1, spec.height);
	text_add(out, " ; ");
	add_numbers(out, spec.parents + 1, spec.height);
	text_add(out, " | ");
	add_numbers(out, spec.level_nodes, spec.height + 1);
	text_add(out, " |");
	for (unsigned l = 0; l < spec.height; l++)
		text_print(out, " %lu", xgft_links(&spec, l));
	text_print(out, " | %lu %lu |", xgft_all_nodes(&spec), xgft_all_links(&spec));
	for (unsigned l = 0; l <= spec.height; l++)
		text_print(out, " %u", xgft_degree(&spec, l));
	text_print(out, " | %u | %lu/%lu | %u | %u | %u", xgft_diameter(&spec), mean.numerator, mean.denominator,
		   xgft_node_diameter(&spec), xgft_node_connectivity(&spec), xgft_leaf_connectivity(&spec));
}

/* The tree that the lines of `examples` are about. */
static struct spec example;

static void add_label(struct text *out, const struct xgft_label *label)
{
	for (unsigned i = example.height; i >= 1; i--)
		text_print(out, " %u", label->digit[i]);
}

static void example_node(unsigned level, unsigned index, struct text *out)
{
	struct xgft_label label;

	xgft_label(&example, level, index, &label);
	text_print(out, "NODE %u %u :", level, xgft_index(&example, &label));
	add_label(out, &label);
	text_add(out, " ;");
	for (unsigned p = 0; level < example.height && p < example.parents[level + 1]; p++)
		text_print(out, " %u", xgft_parent(&example, level, index, p));
	text_print(out, "%s ;", level < example.height ? "" : " -");
	for (unsigned c = 0; level > 0 && c < example.children[level]; c++)
		text_print(out, " %u", xgft_child(&example, level, index, c));
	text_add(out, level > 0 ? "" : " -");
}

static void example_path(unsigned source, unsigned destination, unsigned i, struct text *out)
{
	struct xgft_path path;

	xgft_disjoint_path(&example, source, destination, example.height, i, &path);
	text_print(out, "PATH %u %u %u :", source, destination, i);
	for (unsigned j = 0; j <= 2 * path.top; j++)
		text_print(out, " (%u,%u)", xgft_path_level(&path, j), path.node[j]);
}

static void examples(const char *line, struct text *out)
{
	unsigned a, b, c;

	if (strncmp(line, "NET ", 4) == 0) {
		const char *at = strchr(line, ';') + 1;

		example = read_tree(&at);
		text_add(out, line);
	} else if (sscanf(line, "NODE %u %u", &a, &b) == 2) {
		example_node(a, b, out);
	} else if (sscanf(line, "PATH %u %u %u", &a, &b, &c) == 3) {
		example_path(a, b, c, out);
	}
}

static void add_bounds(struct text *out, const struct bisection_bounds *b)
{
	if (b->lower == b->upper)
		text_print(out, "%lu", b->lower);
	else
		text_print(out, "%lu..%lu", b->lower, b->upper);
}

/* bisection: m ; w | |V| leaves | formula | Theorem 1 | halves of all nodes | halves of the leaves */
static void bisection(const char *line, struct text *out)
{
	const char *at = line;
	struct spec spec = read_tree(&at);
	struct bisection_bounds edge = xgft_graph_bisection(&spec), leaf = xgft_leaf_bisection(&spec);
	unsigned long twice = xgft_bisection_formula_twice(&spec);

	add_numbers(out, spec.children + 1, spec.height);
	text_add(out, " ; ");
	add_numbers(out, spec.parents + 1, spec.height);
	text_print(out, " | %lu %u | %lu | %lu | ", xgft_all_nodes(&spec), spec.leaves, twice / 2, twice);
	add_bounds(out, &edge);
	text_add(out, " | ");
	add_bounds(out, &leaf);
}

static struct spec butterfly_spec(unsigned leaves)
{
	unsigned m[MOST_HEIGHT], w[MOST_HEIGHT], height = 0;

	for (; 1u << height < leaves; height++) {
		m[height] = 2;
		w[height] = height % 2 ? 1 : 2;
	}
	return tree_spec(height, m, w);
}

/* Bay counts levels from the root. */
static void butterfly_counts(const struct spec *spec, struct text *out)
{
	unsigned h = spec->height;

	text_print(out, "%u %lu %lu | V", spec->leaves, xgft_all_nodes(spec), xgft_all_links(spec));
	for (unsigned l = h + 1; l-- > 0;)
		text_print(out, " %u", spec->level_nodes[l]);
	text_add(out, " | nv");
	for (unsigned l = h + 1; l-- > 0;)
		text_print(out, " %u", xgft_subtree_roots(spec, l));
	text_add(out, " | E");
	for (unsigned l = h; l-- > 0;)
		text_print(out, " %lu", xgft_links(spec, l));
	text_add(out, " | cap");
	for (unsigned l = h; l-- > 0;)
		text_print(out, " %u", xgft_subtree_roots(spec, l + 1));
	text_add(out, " | deg");
	for (unsigned l = h + 1; l-- > 0;)
		text_print(out, " %u", xgft_degree(spec, l));
}

static void butterfly_path(const struct spec *spec, unsigned leaf, unsigned root, struct text *out)
{
	struct bay_label top = { 0, 0, root };
	struct xgft_label label;
	struct xgft_path path;

	xgft_label(spec, spec->height, bay_index(spec, top), &label);
	xgft_path(spec, leaf, leaf, spec->height, label.digit, &path);
	text_print(out, "PATH %u leaf %u root %u:", spec->leaves, leaf, root);
	for (unsigned l = 0; l <= spec->height; l++) {
		struct bay_label bay = bay_label(spec, l, path.node[l]);

		text_print(out, " (%u,%u,%u)", bay.i, bay.j, bay.k);
	}
}

static void pruned_butterfly(const char *line, struct text *out)
{
	unsigned leaves, leaf, root;

	if (sscanf(line, "PATH %u leaf %u root %u", &leaves, &leaf, &root) == 3) {
		struct spec spec = butterfly_spec(leaves);

		butterfly_path(&spec, leaf, root, out);
	} else if (sscanf(line, "%u", &leaves) == 1) {
		struct spec spec = butterfly_spec(leaves);

		butterfly_counts(&spec, out);
	}
}

static void add_rival(struct text *out, const struct rival *r)
{
	text_print(out, "(%lu, %u, %u, ", r->nodes, r->degree, r->diameter);
	if (r->bisection_lower == r->bisection_upper)
		text_print(out, "%lu)", r->bisection_lower);
	else
		text_print(out, "%lu..%lu)", r->bisection_lower, r->bisection_upper);
}

/* table1: "torus (3, 3) : (nodes, degree, diameter, bisection)", then what the paper prints, which is not made
 * again. */
static void table_1(const char *line, struct text *out)
{
	struct sides sides = {0};
	const char *at = strchr(line, '('), *colon = strchr(line, ':');
	unsigned base, count;
	struct rival rival;

	if (sscanf(line, "GQ base %u dim %u", &base, &count) == 2) {
		for (sides.count = 0; sides.count < count; sides.count++)
			sides.side[sides.count] = base;
		rival = generalized_hypercube(&sides);
	} else {
		for (at++; at < colon; at += strcspn(at, ",)") + 1)
			if (sscanf(at, " %u", &sides.side[sides.count]) == 1)
				sides.count++;
		rival = line[0] == 't' ? torus(&sides) : mesh(&sides);
	}
	text_print(out, "%.*s: ", (int)(colon - line), line);
	add_rival(out, &rival);
	text_add(out, strchr(line, '|') ? " " : "");
	text_add(out, strchr(line, '|') ? strchr(line, '|') : "");
}

/* ohring-table1: "T(4,4) | nodes degree diameter cost bisection" */
static void ohring_table_1(const char *line, struct text *out)
{
	struct sides sides = {0};
	const char *at = strchr(line, '(') + 1, *bar = strchr(line, '|');
	struct rival r;
	unsigned a, b;

	text_print(out, "%.*s| ", (int)(bar - line), line);
	if (line[0] == 'X') {
		char *numbers = copy_string(at);

		for (char *c = numbers; *c; c++)
			*c = *c == ',' ? ' ' : *c;
		const char *rest = numbers;
		struct spec spec = read_tree(&rest);
		unsigned long twice = xgft_bisection_formula_twice(&spec);

		free(numbers);
		text_print(out, "%u %u %u %lu %lu%s", spec.leaves, xgft_leaf_connectivity(&spec), xgft_diameter(&spec),
			   xgft_cost(&spec), twice % 2 ? twice : twice / 2, twice % 2 ? "/2" : "");
		return;
	}
	if (sscanf(line, "GQ(%u,%u)", &a, &b) == 2) {
		for (sides.count = 0; sides.count < a; sides.count++)
			sides.side[sides.count] = b;
		r = generalized_hypercube(&sides);
	} else if (sscanf(line, "Q(%u)", &a) == 1) {
		sides = hypercube_sides(1u << a);
		r = generalized_hypercube(&sides);
	} else {
		for (; at < bar && sscanf(at, "%u", &a) == 1; at += strcspn(at, ",)") + 1)
			sides.side[sides.count++] = a;
		r = torus(&sides);
	}
	text_print(out, "%lu %u %u %lu %lu", r.nodes, r.degree, r.diameter, r.cost, r.bisection_upper);
	if (r.bisection_lower != r.bisection_upper)
		text_add(out, " at most");
}

/* The same, but for fields that are '-' on the left, quoted ('-') in one of the tables. */
static bool same(const char *expected, const char *got)
{
	while (*expected) {
		bool quoted = strncmp(expected, "'-'", 3) == 0;

		if (quoted || (strncmp(expected, " - |", 4) == 0 && *got == ' ')) {
			expected += quoted ? 3 : 2;
			got += quoted ? 0 : 1;
			got += strspn(got, "0123456789");
		} else if (*expected++ != *got++) {
			return false;
		}
	}
	return !*got;
}

static const struct table {
	const char *name;
	void (*make)(const char *line, struct text *out);
	unsigned lines;
} tables[] = {
	{ "topology", topology, 14 }, { "examples", examples, 139 }, { "bisection", bisection, 13 },
	{ "pruned-butterfly", pruned_butterfly, 8 }, { "table1", table_1, 19 },
	{ "ohring-table1", ohring_table_1, 109 },
};

/* Returns whether all lines are as they stand in the file. */
static bool check(const char *folder, const struct table *table, bool print)
{
	char line[LONGEST_LINE], *path = format_string("%s/%s.txt", folder, table->name);
	FILE *f = fopen(path, "r");
	unsigned lines = 0, wrong = 0;

	while (f && fgets(line, sizeof line, f)) {
		struct text made = {0};

		line[strcspn(line, "\n")] = 0;
		if (line[0] == '#')
			continue;
		table->make(line, &made);
		lines++;
		if (print)
			puts(made.bytes);
		else if (!same(line, made.length ? made.bytes : "") && ++wrong)
			printf("# %s\n# %s\n", line, made.length ? made.bytes : "(nothing)");
		text_free(&made);
	}
	if (f)
		fclose(f);
	free(path);
	return wrong == 0 && lines == table->lines;
}

int main(int argc, char **argv)
{
	unsigned count = sizeof tables / sizeof *tables, failed = 0;
	bool print = argc == 3 && strcmp(argv[2], "--print") == 0;

	if (argc < 2)
		return 99;
	for (unsigned i = 0; i < count; i++) {
		bool good = check(argv[1], &tables[i], print);

		failed += !good;
		if (!print)
			printf("%sok %u - %s, %u lines\n", good ? "" : "not ", i + 1, tables[i].name, tables[i].lines);
	}
	if (!print)
		printf("1..%u\n", count);
	return failed > 0;
}
