/* xgft_paper.c: `ftc report --paper gft`: what sections 4.4 to 6.2 state of trees, counted, as JSON and text. */
#include "machines/xgft_paper.h"

#include <stdlib.h>

#include "machines/xgft_drawing.h"
#include "machines/xgft_measures.h"
#include "network/paper.h"
#include "util/figures.h"
#include "util/json.h"
#include "util/message.h"
#include "util/output.h"

/* Figures 2 and 3, the CM-5, and some whose w is not m. */
static const struct xgft_shape shapes[] = {
	{ 2, { 2, 2 }, { 1, 1 } }, { 2, { 4, 4 }, { 1, 1 } }, { 3, { 2, 2, 2 }, { 2, 2, 2 } }, { 2, { 4, 4 }, { 4, 4 } },
	{ 2, { 3, 3 }, { 3, 3 } }, { 2, { 2, 2 }, { 3, 3 } }, { 2, { 4, 4 }, { 2, 2 } },
	{ 4, { 4, 4, 4, 4 }, { 2, 2, 2, 4 } }, { 3, { 3, 3, 3 }, { 2, 2, 2 } }, { 3, { 4, 4, 4 }, { 2, 2, 2 } },
	{ 3, { 4, 4, 4 }, { 6, 1, 1 } }, { 3, { 2, 3, 4 }, { 3, 1, 2 } },
};
enum { SHAPES = sizeof shapes / sizeof *shapes, FIGURE_4 = 2 };

/* Trees ------------------------------------------------------------------------------------------------------------ */

static char *label_text(const struct xgft_label *label, unsigned height)
{
	struct text t = {0};

	text_print(&t, "(%u;", label->level);
	for (unsigned i = height; i >= 1; i--)
		text_print(&t, " %u", label->digit[i]);
	text_add(&t, ")");
	return t.bytes;
}

/* "leaf 0 to 1: (1; 0 0) and (1; 0 2) both go to (1; 0 1)" */
static json_t *failure_json(const struct spec *spec, const struct xgft_symmetry *s)
{
	if (s->printed == spec->leaves)
		return json_null();
	char *node = label_text(&s->node, spec->height), *image = label_text(&s->image, spec->height),
	     *other = label_text(&s->other, spec->height);
	char *said = s->is_node ? format_string("leaf 0 to %u: %s and %s both go to %s", s->leaf, other, node, image) :
				  format_string("leaf 0 to %u: %s goes to %s, which is no node", s->leaf, node, image);
	json_t *failure = json_string(said);

	free(node);
	free(image);
	free(other);
	free(said);
	return failure;
}

static json_t *symmetry_json(const struct spec *spec)
{
	struct xgft_symmetry s;
	json_t *object = json_object();

	xgft_symmetry(spec, &s);
	JSON_NUMBERS(object, { "shifts", spec->leaves }, { "alphas", s.alphas }, { "printed", s.printed });
	json_object_set_new(object, "failure", failure_json(spec, &s));
	return object;
}

static json_t *routes_json(const struct spec *spec)
{
	struct fraction mean = xgft_mean_distance(spec);
	json_t *object = json_object();

	JSON_NUMBERS(object, { "links_by_root", 2ul * spec->height }, { "root", xgft_busiest(spec, XGFT_BY_ROOT) },
			     { "zeros", xgft_busiest(spec, XGFT_BY_ZEROS) },
			     { "destination", xgft_busiest(spec, XGFT_BY_DESTINATION) },
			     { "both", xgft_busiest(spec, XGFT_BY_BOTH) }, { "least", xgft_least_busiest(spec) });
	json_add_real(object, "mean_links", (double)mean.numerator / (double)mean.denominator);
	return object;
}

/* The print claims ceil(m/w)^(h-1) for a GFT. */
static json_t *lemma_1_json(const struct spec *spec)
{
	unsigned long printed = xgft_climb(spec, XGFT_CLIMB_PRINTED), claim = 1;
	bool gft = true;
	json_t *object = json_object();

	for (unsigned i = 2; i <= spec->height; i++) {
		gft = gft && spec->children[i] == spec->children[1] && spec->parents[i] == spec->parents[1];
		claim *= (spec->children[i] + spec->parents[i] - 1) / spec->parents[i];
	}
	json_object_set_new(object, "claimed", json_known(gft, claim));
	json_object_set_new(object, "printed", json_known(printed > 0, printed));
	JSON_NUMBERS(object, { "modulo", xgft_climb(spec, XGFT_CLIMB_MODULO) }, { "evenly", xgft_climb(spec, XGFT_CLIMB_EVENLY) },
			     { "least", xgft_least_climb(spec) });
	return object;
}

static json_t *spanning_json(const struct spec *spec)
{
	struct xgft_spanning s;
	json_t *object = json_object();

	xgft_spanning(spec, &s);
	JSON_NUMBERS(object, { "trees", spec->parents[1] }, { "links", s.links }, { "leaves", s.leaves }, { "height", 2ul * spec->height },
			     { "shared_links", s.shared_links }, { "shared_nodes", s.shared_nodes });
	return object;
}

static json_t *tree_json(const struct xgft_shape *shape)
{
	const struct spec spec = xgft_shape_spec(shape);
	char *name = xgft_name(&spec);
	json_t *object = json_pack("{s:s, s:i, s:o, s:o, s:o, s:o}", "tree", name, "leaves", (int)spec.leaves, "symmetry",
				   symmetry_json(&spec), "routes", routes_json(&spec), "lemma_1", lemma_1_json(&spec), "broadcast",
				   spanning_json(&spec));

	free(name);
	return object;
}

static void say_trees(const json_t *trees, struct text *out)
{
	static const struct column symmetry[] = {
		{ "tree", -27, "{tree}" }, { "leaves", 6, "{leaves}" }, { "alphas", 6, "{symmetry.alphas}" },
		{ "printed", 7, "{symmetry.printed}" }, { "where the printed map fails first", -60, "{symmetry.failure}" }, { .label = NULL },
	};
	static const struct column routes[] = {
		{ "tree", -27, "{tree}" }, { "links  mean", 11, "{routes.links_by_root:5} {routes.mean_links:5.2f}" },
		{ "root", 6, "{routes.root}" }, { "zeros", 6, "{routes.zeros}" }, { "destination", 11, "{routes.destination}" },
		{ "both", 6, "{routes.both}" }, { "least", 6, "{routes.least}" }, { .label = NULL },
	};
	static const struct column broadcast[] = {
		{ "tree", -27, "{tree}" }, { "w_1", 4, "{broadcast.trees}" }, { "links of each", 13, "{broadcast.links}" },
		{ "leaves in all", 13, "{broadcast.leaves}" }, { "shared links", 12, "{broadcast.shared_links}" },
		{ "shared nodes", 12, "{broadcast.shared_nodes}" }, { "height", 6, "{broadcast.height}" }, { .label = NULL },
	};
	static const struct column lemma_1[] = {
		{ "tree", -27, "{tree}" }, { "claimed", 7, "{lemma_1.claimed}" }, { "printed", 7, "{lemma_1.printed}" },
		{ "modulo", 6, "{lemma_1.modulo}" }, { "evenly", 6, "{lemma_1.evenly}" }, { "least", 6, "{lemma_1.least}" }, { .label = NULL },
	};

	text_add(out, "\nSection 4.4: leaf symmetry. Shifts of the digits of leaves that are automorphisms, of one for each leaf\n"
		      "Alphas: of these digits alone. Printed: of the betas, too, modulo m_i.\n\n");
	figures_table(trees, symmetry, out);
	text_add(out, "\nSection 5.1: self-routing. Messages on the busiest link, one way, if each leaf sends one to each other\n"
		      "Root: as printed, by one root, with so many links. The others turn where they can, and go so many in the mean,\n"
		      "by betas 0; by the digits of the destination; or, by a source that knows both, of both. Least: any betas.\n\n");
	figures_table(trees, routes, out);
	text_add(out, "\nSection 5.2, Theorem 3: spanning trees, walked from their roots\n\n");
	figures_table(trees, broadcast, out);
	text_add(out, "\nSection 6.2, Lemma 1: w_1 paths from each leaf to roots, paths on the busiest link\n"
		      "Claimed: ceil(m/w)^(h-1). Betas: as printed, floor(alpha/w), - where one is none; alpha mod w; spread evenly.\n\n");
	figures_table(trees, lemma_1, out);
}

/* Figure 4 b --------------------------------------------------------------------------------------------------------- */

/* The nodes of each spanning tree, by level, roots first. */
static json_t *figure_4(void)
{
	const struct spec spec = xgft_shape_spec(&shapes[FIGURE_4]);
	json_t *list = json_array();

	for (unsigned tree = 0; tree < spec.parents[1]; tree++)
		for (unsigned l = spec.height; l >= 1; l--) {
			json_t *nodes = json_array();

			for (unsigned leaf = 0; leaf < spec.leaves; leaf += xgft_subtree_leaves(&spec, l))
				json_array_append_new(nodes, json_integer(xgft_spanning_node(&spec, tree, l, leaf)));
			json_array_append_new(list, json_pack("{s:i, s:i, s:o}", "tree", (int)tree, "level", (int)l, "nodes", nodes));
		}
	return list;
}

static void say_figure_4(const json_t *list, struct text *out)
{
	static const struct column columns[] = {
		{ "tree", 4, "{tree}" }, { "level", 5, "{level}" }, { "nodes", -20, "{nodes}" }, { .label = NULL },
	};

	text_add(out, "\nFigure 4 b: the spanning trees of GFT(3, 2, 2); below level 1 are all leaves\n\n");
	figures_table(list, columns, out);
}

/* Both trees as one graph with leaf 0 as its root, as in Figure 5 b. */
static void draw_figure_4(struct output *out)
{
	struct spec spec = xgft_shape_spec(&shapes[FIGURE_4]);
	unsigned each = spec.leaves - 1;
	struct xgft_path *path = allocate_array((size_t)spec.parents[1] * each, sizeof *path);

	for (unsigned i = 0; i < spec.parents[1] * each; i++)
		xgft_disjoint_path(&spec, 0, 1 + i % each, spec.height, i / each, &path[i]);
	spec.name = copy_string("figure-4-b");
	xgft_draw_trees(&spec, path, (size_t)spec.parents[1] * each, each, out);
	free(spec.name);
	free(path);
}

/* All -------------------------------------------------------------------------------------------------------------- */

static int report(bool files, struct findings *found)
{
	json_t *trees = json_array();

	for (size_t i = 0; i < SHAPES; i++)
		json_array_append_new(trees, tree_json(&shapes[i]));
	json_t *object = json_pack("{s:s, s:o, s:o, s:o}", "paper", xgft_paper.name, "table_1", xgft_table_1(), "trees", trees, "figure_4_b",
				   figure_4());

	text_print(&found->text, "%s\nIts table and statements, counted in trees.\n", xgft_paper.title);
	xgft_table_1_text(json_object_get(object, "table_1"), &found->text);
	say_trees(trees, &found->text);
	say_figure_4(json_object_get(object, "figure_4_b"), &found->text);
	json_print(object, &found->json);
	if (files) {
		output_add_copy(&found->files, "report.json", &found->json);
		draw_figure_4(&found->files);
	}
	return EXIT_DONE;
}

const struct paper xgft_paper = {
	.name = "gft",
	.title = "\xc3\x96hring, Ibel, Das and Kumar, On Generalized Fat Trees (1995)",
	.report = report,
};
