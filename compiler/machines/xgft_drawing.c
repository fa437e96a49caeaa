/* xgft_drawing.c: draws an XGFT with its links, its faults and paths through it.
 *
 * Leaves are at the bottom. The nodes of a sub-tree are spread evenly above its leaves: links stay within its width. */
#include "machines/xgft_drawing.h"

#include <math.h>
#include <stdlib.h>

#include "machines/xgft_kinds.h"
#include "machines/spans.h"
#include "machines/xgft.h"
#include "machines/xgft_spread.h"
#include "network/machine.h"
#include "network/network.h"
#include "util/output.h"
#include "util/svg.h"

enum { MOST_NODES = 160, MOST_LINKS = 2600, COLOURS = 6, MOST_LEGENDS = 8 };

static const double margin = 28, table_width = 210, header_height = 98, node_pitch = 17, sketch_pitch = 96;

struct picture {
	const struct spec *spec;
	unsigned bits;			/* in a clock on a link, each way */
	const struct xgft_path *paths;
	size_t path_count;
	size_t of_a_tree;		/* paths with one colour; 0: each has its own */
	bool sketch;			/* only the nodes of paths */
	unsigned *shown[MAXIMUM_LEVELS + 1];	/* sketch: their indices, ascending */
	size_t shown_count[MAXIMUM_LEVELS + 1];
	struct text body;
	double left, leaf_pitch, width, height;
	double y[MAXIMUM_LEVELS + 1];
};

bool xgft_is_sketched(const struct spec *spec)
{
	for (unsigned l = 0; l <= spec->height; l++)
		if (spec->level_nodes[l] > MOST_NODES)
			return true;
	return xgft_all_links(spec) > MOST_LINKS;
}

/* The nodes of the paths on a level. */
static void collect(struct picture *p, unsigned level)
{
	unsigned *nodes = allocate_array(2 * p->path_count + 1, sizeof *nodes);
	size_t count = 0;

	for (size_t i = 0; i < p->path_count; i++) {
		const struct xgft_path *path = &p->paths[i];

		if (level > path->top)
			continue;
		nodes[count++] = path->node[level];
		nodes[count++] = path->node[2 * path->top - level];
	}
	p->shown[level] = nodes;
	p->shown_count[level] = sort_distinct(nodes, count);
}

static double x_of(const struct picture *p, unsigned level, unsigned index)
{
	if (p->sketch) {
		size_t at = 0;

		while (p->shown[level][at] != index)
			at++;
		return p->left + ((double)at + 0.5) * (p->width - margin - p->left) / (double)p->shown_count[level];
	}
	double roots = xgft_subtree_roots(p->spec, level), leaves = xgft_subtree_leaves(p->spec, level);
	double subtree = floor(index / roots), within = index - subtree * roots;
	return p->left + (subtree + (within + 0.5) / roots) * leaves * p->leaf_pitch;
}

static void place_whole(struct picture *p)
{
	const struct spec *spec = p->spec;

	p->leaf_pitch = spec->leaves <= 16 ? 40 : spec->leaves <= 32 ? 26 : node_pitch;
	for (unsigned l = 0; l <= spec->height; l++)
		p->leaf_pitch = fmax(p->leaf_pitch,
				     node_pitch * xgft_subtree_roots(spec, l) / xgft_subtree_leaves(spec, l));
	p->width = fmax(p->left + spec->leaves * p->leaf_pitch + margin, 700);
}

static void place_sketch(struct picture *p)
{
	size_t widest = 1;

	for (unsigned l = 0; l <= p->spec->height; l++) {
		collect(p, l);
		widest = p->shown_count[l] > widest ? p->shown_count[l] : widest;
	}
	p->width = fmax(p->left + (double)widest * sketch_pitch + margin, 700);
}

static void place_rows(struct picture *p)
{
	double y = header_height + 26;

	for (unsigned l = p->spec->height + 1; l-- > 0;) {
		double wide = xgft_subtree_leaves(p->spec, l) * p->leaf_pitch;

		p->y[l] = y;
		y += p->sketch ? 56 : fmin(fmax(0.11 * wide, 56), 150);
	}
	p->height = p->y[0] + 46;
}

static void draw_table(struct picture *p)
{
	const struct spec *spec = p->spec;
	double x = margin, end = margin + table_width - 34;
	char number[48];

	svg_text(&p->body, x + 32, header_height - 6, "head", SVG_RIGHT, "level");
	svg_text(&p->body, x + 96, header_height - 6, "head", SVG_RIGHT, "nodes");
	svg_text(&p->body, x + 136, header_height - 6, "head", SVG_RIGHT, "m");
	svg_text(&p->body, end, header_height - 6, "head", SVG_RIGHT, "w");
	svg_line(&p->body, x, header_height, end, header_height, "rule");
	for (unsigned l = 0; l <= spec->height; l++) {
		double y = p->y[l] + 4.5;

		svg_line(&p->body, x, p->y[l], p->width - margin, p->y[l], "guide");
		svg_box(&p->body, x - 2, p->y[l] - 9, end - x + 4, 18, 3, "band");
		svg_text(&p->body, x + 32, y, "cell", SVG_RIGHT, "%u", l);
		svg_text(&p->body, x + 96, y, "strong", SVG_RIGHT, "%s", grouped(spec->level_nodes[l], number));
		if (l > 0)
			svg_text(&p->body, x + 136, y, "cell", SVG_RIGHT, "%u", spec->children[l]);
		if (l < spec->height)
			svg_text(&p->body, end, y, "cell", SVG_RIGHT, "%u", spec->parents[l + 1]);
	}
}

/* Between the rows of the table: what the links carry. */
static void draw_bits(struct picture *p)
{
	char number[48];

	for (unsigned l = 0; l < p->spec->height; l++)
		svg_text(&p->body, margin + table_width - 34, (p->y[l] + p->y[l + 1]) / 2 + 4, "small", SVG_RIGHT,
			 "%s links of %u bits a clock", grouped(xgft_links(p->spec, l), number), p->bits);
}

static void draw_link(struct picture *p, unsigned level, unsigned low, unsigned high, const char *class)
{
	svg_line(&p->body, x_of(p, level, low), p->y[level], x_of(p, level + 1, high), p->y[level + 1], class);
}

static void draw_all_links(struct picture *p)
{
	for (unsigned l = 0; l < p->spec->height; l++)
		for (unsigned i = 0; i < p->spec->level_nodes[l]; i++)
			for (unsigned parent = 0; parent < p->spec->parents[l + 1]; parent++)
				draw_link(p, l, i, xgft_parent(p->spec, l, i, parent), "idle");
}

static void draw_node(struct picture *p, unsigned level, unsigned index, const char *class)
{
	double x = x_of(p, level, index), half = level ? 6 : 5;

	svg_box(&p->body, x - half, p->y[level] - half, 2 * half, 2 * half, level ? 3 : 2, class);
}

static void draw_all_nodes(struct picture *p)
{
	for (unsigned l = 0; l <= p->spec->height; l++)
		for (unsigned i = 0; i < p->spec->level_nodes[l]; i++) {
			svg_part(&p->body, l ? "data-node=\"%u.%u\"" : "data-node=\"%u.%u\" data-leaf=\"%u\"", l, i, i);
			draw_node(p, l, i, l ? "node" : "leaf");
			svg_part_end(&p->body);
			if (l == 0)
				svg_text(&p->body, x_of(p, 0, i), p->y[0] + 18, p->leaf_pitch < 20 ? "tiny" : "small",
					 SVG_MIDDLE, "%u", i);
		}
}

static void draw_faults(struct picture *p)
{
	for (size_t i = 0; i < p->spec->fault_count; i++) {
		const struct fault *f = &p->spec->faults[i];

		if (f->is_link)
			draw_link(p, f->level, f->index, xgft_parent(p->spec, f->level, f->index, f->parent), "dead");
		else
			draw_node(p, f->level, f->index, "dead");
	}
}

/* The class of a path, or of a tree of them: "path3". */
static const char *colour(size_t number)
{
	static const char *const classes[COLOURS] = { "path0", "path1", "path2", "path3", "path4", "path5" };

	return classes[number % COLOURS];
}

static void draw_path(struct picture *p, size_t number)
{
	const struct xgft_path *path = &p->paths[number];
	const char *class = colour(p->of_a_tree ? number / p->of_a_tree : number);

	for (unsigned j = 0; j < 2 * path->top; j++) {
		bool up = j < path->top;

		draw_link(p, up ? j : 2 * path->top - j - 1, path->node[up ? j : j + 1], path->node[up ? j + 1 : j],
			  class);
	}
	for (unsigned j = 0; j <= 2 * path->top; j++) {
		unsigned level = xgft_path_level(path, j);

		draw_node(p, level, path->node[j], level ? class : "leaf");
		if (p->sketch)
			svg_text(&p->body, x_of(p, level, path->node[j]) + 11, p->y[level] + 4, "cell", SVG_LEFT, "%u",
				 path->node[j]);
	}
}

static void draw_header(struct picture *p, const char *subtitle)
{
	double x = p->width - margin;
	size_t count = p->of_a_tree ? p->path_count / p->of_a_tree : p->path_count;

	svg_text(&p->body, margin, 36, "title", SVG_LEFT, "%s", p->spec->name);
	svg_text(&p->body, margin, 57, "subtitle", SVG_LEFT, "%s", subtitle);
	for (size_t i = 0; i < count && i < MOST_LEGENDS && count > 1; i++) {
		double at = x - 66 * (double)((count < MOST_LEGENDS ? count : MOST_LEGENDS) - i);

		svg_line(&p->body, at, 76, at + 18, 76, colour(i));
		svg_text(&p->body, at + 23, 80, "head", SVG_LEFT, "%s %zu", p->of_a_tree ? "tree" : "path", i);
	}
}

static void draw(struct picture *p, struct text *svg)
{
	char *name = xgft_name(p->spec), leaves[48];
	struct text subtitle = {0};

	p->left = margin + table_width;
	if (p->sketch)
		place_sketch(p);
	else
		place_whole(p);
	place_rows(p);
	draw_table(p);
	if (p->bits > 1)
		draw_bits(p);
	if (!p->sketch) {
		draw_all_links(p);
		draw_all_nodes(p);
		draw_faults(p);
	}
	for (size_t i = 0; i < p->path_count; i++)
		draw_path(p, i);
	text_print(&subtitle, "%s, %s leaves", name, grouped(p->spec->leaves, leaves));
	if (p->of_a_tree)
		text_print(&subtitle, "; trees from leaf %u to all leaves", p->paths[0].node[0]);
	else if (p->path_count)
		text_print(&subtitle, "; from leaf %u to leaf %u", p->paths[0].node[0],
			   p->paths[0].node[2 * p->paths[0].top]);
	if (p->sketch)
		text_add(&subtitle, "; only nodes on these paths are drawn");
	draw_header(p, subtitle.bytes);
	svg_page(svg, p->width, p->height, p->spec->name, subtitle.bytes, &p->body);
	for (unsigned l = 0; l <= p->spec->height; l++)
		free(p->shown[l]);
	text_free(&subtitle);
	text_free(&p->body);
	free(name);
}

void xgft_drawing(const struct spec *spec, unsigned bits, const struct xgft_path *paths, size_t count, struct text *svg)
{
	struct picture p = { .spec = spec, .bits = bits, .paths = paths, .path_count = count, .sketch = xgft_is_sketched(spec) };
	struct xgft_path *examples = NULL;

	if (p.sketch && count == 0) {
		examples = allocate_array(spec->parents[1], sizeof *examples);
		for (unsigned i = 0; i < spec->parents[1]; i++)
			xgft_disjoint_path(spec, 0, spec->leaves - 1, xgft_turn_level(spec, 0, spec->leaves - 1), i,
					   &examples[i]);
		p.paths = examples;
		p.path_count = spec->parents[1];
	}
	draw(&p, svg);
	free(examples);
}

void xgft_way(const struct xgft_path *path, unsigned wires, struct word_way *way)
{
	way->count = 2 * path->top + 1;
	for (unsigned j = 0; j < way->count; j++) {
		way->vertex[j].level = xgft_path_level(path, j);
		way->vertex[j].index = path->node[j];
		way->vertex[j].wires = j + 1 < way->count ? wires : 0;
	}
}

void xgft_draw(const struct spec *spec, unsigned bits, const struct xgft_path *paths, size_t count, struct output *out)
{
	char *path = format_string("%s.svg", spec->name);
	struct text svg = {0};

	xgft_drawing(spec, bits, paths, count, &svg);
	output_add(out, path, &svg);
	free(path);
}

void xgft_draw_trees(const struct spec *spec, const struct xgft_path *paths, size_t count, size_t of_a_tree, struct output *out)
{
	struct picture p = { .spec = spec, .bits = 1, .paths = paths, .path_count = count, .of_a_tree = of_a_tree };
	char *path = format_string("%s.svg", spec->name);
	struct text svg = {0};

	draw(&p, &svg);
	output_add(out, path, &svg);
	free(path);
}

/* ---- a graph on the leaves ------------------------------------------------------------------------------------------------ */

enum { GUEST_ROW = 34 };

/* How far an arc's control points lie below its ends; the arc goes three quarters of that. */
static double arc_depth(const struct picture *p, double wide)
{
	return 12 + 195 * wide / p->width;
}

/* [link]: the paths over it, counted as xgft_path_links() numbers links. */
static unsigned *count_loads(const struct spec *spec, const struct xgft_guest *g)
{
	unsigned *load = allocate_array(xgft_all_links(spec), sizeof *load);
	size_t link[2 * MAXIMUM_LEVELS];

	for (size_t i = 0; i < g->paths; i++) {
		const struct xgft_ends *e = &g->path[i];
		unsigned links = xgft_path_links(spec, e->a, e->b, xgft_turn_level(spec, e->a, e->b), e->way, 0, link);

		for (unsigned k = 0; k < links; k++)
			load[link[k]]++;
	}
	return load;
}

static void draw_loads(struct picture *p, const unsigned *load)
{
	size_t link = 0;

	for (unsigned l = 0; l < p->spec->height; l++)
		for (unsigned i = 0; i < p->spec->level_nodes[l]; i++)
			for (unsigned parent = 0; parent < p->spec->parents[l + 1]; parent++, link++) {
				unsigned high = xgft_parent(p->spec, l, i, parent);

				draw_link(p, l, i, high, "idle");
				if (load[link] > 0)
					text_print(&p->body, "<path d=\"M%.1f %.1fL%.1f %.1f\" stroke=\"#1b6ca8\" stroke-width=\"%.1f\"/>\n",
						   x_of(p, l, i), p->y[l], x_of(p, l + 1, high), p->y[l + 1], 0.8 + 1.2 * load[link]);
			}
}

static void draw_graph(struct picture *p, const struct xgft_guest *g)
{
	double y = p->y[0] + GUEST_ROW;

	for (unsigned i = 0; i < g->nodes; i++)
		svg_text(&p->body, x_of(p, 0, g->leaf[i]), y, "strong", SVG_MIDDLE, "%u", i);
	for (size_t i = 0; i < g->paths; i++) {
		double a = x_of(p, 0, g->path[i].a), b = x_of(p, 0, g->path[i].b), deep = arc_depth(p, fabs(b - a));

		text_print(&p->body, "<path d=\"M%.1f %.1fC%.1f %.1f %.1f %.1f %.1f %.1f\" fill=\"none\" stroke=\"#d1495b\" stroke-width=\"1.2\"/>\n",
			   a, y + 5, a, y + 5 + deep, b, y + 5 + deep, b, y + 5);
	}
}

void xgft_draw_guest(const struct spec *spec, const struct xgft_guest *guest, struct output *out)
{
	struct picture p = { .spec = spec, .bits = 1, .left = margin + table_width };
	char *name = xgft_name(spec), *file = format_string("%s.svg", spec->name);
	struct text subtitle = {0}, svg = {0};
	unsigned *load = NULL;

	if (!xgft_is_sketched(spec)) {
		load = count_loads(spec, guest);
		place_whole(&p);
		place_rows(&p);
		p.height += GUEST_ROW + 0.75 * arc_depth(&p, spec->leaves * p.leaf_pitch);
		draw_table(&p);
		draw_loads(&p, load);
		draw_all_nodes(&p);
		draw_graph(&p, guest);
		text_print(&subtitle, "%s on the leaves of %s; congestion %u. Below: leaves, guest nodes, guest links", guest->name, name,
			   xgft_congestion(spec, guest->path, guest->paths, false));
		draw_header(&p, subtitle.bytes);
		svg_page(&svg, p.width, p.height, spec->name, subtitle.bytes, &p.body);
		output_add(out, file, &svg);
	}
	text_free(&subtitle);
	text_free(&p.body);
	free(load);
	free(file);
	free(name);
}
