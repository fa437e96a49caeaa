/* paper_figure_8.c: draws Figure 8 of Goodman and Séquin, the de Bruijn network of 16 nodes as a tree. */
#include "machines/hypertree/paper.h"

#include "util/svg.h"

enum { LEVELS = 3, NODES = 2 << LEVELS };

static const double margin = 28, pitch = 62, row = 92, top = 112;

/* Node 0 stands above the tree's root. */
static double x_of(unsigned node)
{
	unsigned level = node ? hypertree_level(node) : 0;

	return margin + ((node ? node - (1u << level) : 0) + 0.5) * pitch * (1u << (LEVELS - level));
}

static double y_of(unsigned node)
{
	return top + (node ? 1 + hypertree_level(node) : 0) * row;
}

/* A link from x to 2x or 2x + 1: to a child, or back up to another node, as a curve. */
static void draw_link(struct text *body, unsigned from, unsigned to)
{
	double bend = from == to ? 40 : 0.25 * row;

	svg_part(body, "data-link=\"%u to %u\"", from, to);
	if (to > from)
		svg_line(body, x_of(from), y_of(from), x_of(to), y_of(to), "link");
	else
		text_print(body, "<path class=\"down\" d=\"M%.1f %.1fC%.1f %.1f %.1f %.1f %.1f %.1f\"/>\n", x_of(from), y_of(from),
			   x_of(from) - bend, y_of(from) + 1.6 * bend, x_of(to) + bend, y_of(to) + 1.6 * bend, x_of(to), y_of(to));
	svg_part_end(body);
}

void paper_figure_8(struct output *out)
{
	struct text body = {0}, svg = {0};
	const double width = 2 * margin + pitch * (1u << LEVELS);

	svg_text(&body, margin, 36, "title", SVG_LEFT, "De Bruijn's network as a tree");
	svg_text(&body, margin, 57, "subtitle", SVG_LEFT, "Node x is joined to 2x and 2x + 1, without the first of %u bits;", LEVELS + 1);
	svg_text(&body, margin, 74, "subtitle", SVG_LEFT, "orange: links that are none of the tree.");
	for (unsigned x = 0; x < NODES; x++)
		for (unsigned bit = 0; bit < 2; bit++)
			draw_link(&body, x, (2 * x + bit) % NODES);
	for (unsigned x = 0; x < NODES; x++) {
		svg_dot(&body, x_of(x), y_of(x), 13, "node");
		svg_text(&body, x_of(x), y_of(x) + 4.5, "strong", SVG_MIDDLE, "%u", x);
	}
	svg_page(&svg, width, y_of(NODES - 1) + 72, "De Bruijn's network as a tree", "A binary tree with a node above its root; the leaves "
		 "have links back to nodes of all levels.", &body);
	output_add(out, "figure-8.svg", &svg);
	text_free(&body);
}
