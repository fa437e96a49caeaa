/* drawing.c: draws the tree of a sorting fat-tree: nodes as wide as their sorters, channels with all their wires, blocks of
 * leaves. A table beside it gives the sizes of each level. Of a large tree only the left part is drawn, and each subtree beside it
 * by its uppermost node: all subtrees of a level are alike. */
#include <stdlib.h>

#include "machines/sorting-fat-tree/hardware.h"
#include "network/network.h"
#include "util/output.h"
#include "util/svg.h"

enum {
	MOST_BLOCKS = 32,		/* of a tree that is drawn as a whole */
	FEW_BLOCKS_LEVELS = 3,		/* drawn at the left end of a larger one */
	MOST_MESH_DRAWN = 8,
	LEAVES_APART = 64,		/* of so many there is room for more than a dot */
};

static const double margin = 28, table_width = 322, header_height = 110, widest_node = 230, wire_pitch = 10, node_height = 22,
		    least_width = 26, gap = 10;

struct picture {
	struct sorting_shape shape;
	struct text body;
	double pitch, cell;		/* of wires, and of leaves */
	unsigned whole;			/* from this level on all vertices are drawn */
	/* [level]; the blocks are level H. Where a vertex begins is its x; its middle is `middle` behind that. */
	double width[MOST_SORTING_LEVELS + 1], middle[MOST_SORTING_LEVELS + 1], y[MOST_SORTING_LEVELS + 1];
};

static double at_least(double least, double value)
{
	return value > least ? value : least;
}

static double node_width(const struct picture *p, unsigned level)
{
	return at_least(least_width, p->shape.level[level].lines * p->pitch);
}

static double mesh_width(const struct picture *p)
{
	unsigned side = p->shape.mesh_side;

	return at_least(side > MOST_MESH_DRAWN ? 80 : least_width, side > MOST_MESH_DRAWN ? 0 : side * p->cell);
}

static bool has_sorters(const struct sorting_shape *s)
{
	return s->mesh_side > 1;
}

static double block_width(const struct picture *p)
{
	return at_least(mesh_width(p), has_sorters(&p->shape) ? p->shape.mesh_side * p->pitch : 0);
}

/* ---- where everything is --------------------------------------------------------------------------------------------- */

static void place(struct picture *p)
{
	const struct sorting_shape *s = &p->shape;
	unsigned h = s->height;

	p->pitch = s->level[0].lines * wire_pitch > widest_node ? widest_node / s->level[0].lines : wire_pitch;
	p->cell = s->leaves <= LEAVES_APART ? 20 : 9;
	p->whole = s->leaves / s->block > MOST_BLOCKS ? h - FEW_BLOCKS_LEVELS : 0;
	p->width[h] = block_width(p);
	p->middle[h] = p->width[h] / 2;
	for (unsigned level = h; level-- > 0;) {
		double beside = level >= p->whole ? p->width[level + 1] : node_width(p, level + 1);
		double first = p->middle[level + 1], second = p->width[level + 1] + gap + beside / 2;

		p->width[level] = p->width[level + 1] + gap + beside;
		p->middle[level] = (first + second) / 2;
	}
	p->y[0] = header_height + 20;
	for (unsigned level = 0; level < h; level++)
		p->y[level + 1] = p->y[level] + node_height + 34 + (p->middle[level] - p->middle[level + 1]) / 6;
}

/* ---- vertices and channels ------------------------------------------------------------------------------------------- */

static void draw_node(struct picture *p, unsigned level, unsigned index, double middle)
{
	double width = node_width(p, level);

	svg_part(&p->body, "data-node=\"%u.%u\"", level, index);
	svg_box(&p->body, middle - width / 2, p->y[level], width, node_height, 3, "node");
	svg_part_end(&p->body);
	svg_text(&p->body, middle, p->y[level] + node_height / 2 + 4, "cell", SVG_MIDDLE, "%u", p->shape.level[level].lines);
}

/* The number of its first leaf stands below a block. */
static void draw_block(struct picture *p, unsigned leaf, double middle)
{
	const struct sorting_shape *s = &p->shape;
	unsigned side = s->mesh_side;
	double y = p->y[s->height], left = middle - mesh_width(p) / 2;

	if (has_sorters(s)) {
		svg_part(&p->body, "data-node=\"%u.%u\"", s->height, leaf / s->block);
		svg_box(&p->body, middle - p->width[s->height] / 2, y, p->width[s->height], node_height, 3, "node");
		svg_part_end(&p->body);
		svg_text(&p->body, middle, y + node_height / 2 + 4, "cell", SVG_MIDDLE, "%u", s->block);
		y += node_height + 6;
	}
	if (side > MOST_MESH_DRAWN) {
		svg_box(&p->body, left, y, mesh_width(p), node_height, 3, "leaf");
		svg_text(&p->body, middle, y + node_height + 14, "small", SVG_MIDDLE, "%u .. %u", leaf, leaf + s->block - 1);
		return;
	}
	left = middle - side * p->cell / 2;
	for (unsigned k = 0; k < s->block; k++) {
		svg_part(&p->body, "data-node=\"%u.%u\" data-leaf=\"%u\"", s->height + has_sorters(s), leaf + k, leaf + k);
		svg_box(&p->body, left + k % side * p->cell + 1, y + k / side * p->cell + 1, p->cell - 2, p->cell - 2, 1, "leaf");
		svg_part_end(&p->body);
	}
	svg_text(&p->body, middle, y + side * p->cell + 12, "small", SVG_MIDDLE, "%u", leaf);
}

/* Every wire, from the top of a child, with that index, to its side of the parent. */
static void draw_channel(struct picture *p, unsigned level, unsigned index, double parent, double child)
{
	bool right = index % 2;
	unsigned wires = p->shape.level[level].below;
	double half = wires * p->pitch / 2, from = parent + (right ? 1 : -1) * half;

	svg_part(&p->body, "data-link=\"%u.%u to %u.%u\"", level + 1, index, level, index / 2);
	text_add(&p->body, "<path class=\"link\" d=\"");
	for (unsigned k = 0; k < wires; k++) {
		double offset = (k + 0.5) * p->pitch - half;

		text_print(&p->body, "M%.1f %.1fL%.1f %.1f", child + offset, p->y[level + 1], from + offset, p->y[level] + node_height);
	}
	text_add(&p->body, "\"/>\n");
	svg_part_end(&p->body);
}

/* A vertex that stands for its whole subtree. */
static void draw_stub(struct picture *p, unsigned level, unsigned index, double middle)
{
	draw_node(p, level, index, middle);
	for (unsigned k = 0; k < 3; k++)
		svg_dot(&p->body, middle, p->y[level] + node_height + 8 + 7 * k, 1.7, "leaf");
	svg_text(&p->body, middle, p->y[level] + node_height + 38, "small", SVG_MIDDLE, "%u leaves", p->shape.level[level].terminals);
}

/* The vertex whose subtree begins at x with that leaf; returns its middle. */
static double draw_subtree(struct picture *p, unsigned level, unsigned leaf, double x)
{
	double middle = x + p->middle[level], second = x + p->width[level + 1] + gap;
	unsigned child = level < p->shape.height ? leaf / (p->shape.level[level].terminals / 2) : 0;

	if (level == p->shape.height) {
		draw_block(p, leaf, middle);
		return middle;
	}
	double left = draw_subtree(p, level + 1, leaf, x), right;

	if (level >= p->whole) {
		right = draw_subtree(p, level + 1, leaf + p->shape.level[level].terminals / 2, second);
	} else {
		right = second + node_width(p, level + 1) / 2;
		draw_stub(p, level + 1, child + 1, right);
	}
	draw_channel(p, level, child, middle, left);
	draw_channel(p, level, child + 1, middle, right);
	draw_node(p, level, child / 2, middle);
	return middle;
}

/* ---- the table, and the page ------------------------------------------------------------------------------------------ */

enum { COLUMNS = 5 };
static const double column_right[COLUMNS] = { 34, 86, 158, 214, 294 };

static void draw_row(struct picture *p, double y, const char *class, const char *const *cell_text)
{
	for (unsigned k = 0; k < COLUMNS; k++)
		svg_text(&p->body, margin + column_right[k], y, class, SVG_RIGHT, "%s", cell_text[k]);
}

static void draw_table(struct picture *p)
{
	const struct sorting_shape *s = &p->shape;

	draw_row(p, header_height - 6, "head", (const char *const []){ "level", "nodes", "wires up", "lines", "columns" });
	svg_line(&p->body, margin, header_height, margin + column_right[COLUMNS - 1], header_height, "rule");
	for (unsigned level = 0; level <= s->height; level++) {
		bool blocks = level == s->height;
		unsigned lines = !blocks ? s->level[level].lines : has_sorters(s) ? s->block : 0;
		char number[COLUMNS][48] = { "" };

		grouped(level, number[0]);
		grouped(1ul << level, number[1]);
		if (level > 0)
			grouped(sorting_capacity(s, level), number[2]);
		if (lines > 0)
			grouped(lines, number[3]);
		if (!blocks)
			grouped(s->level[level].columns, number[4]);
		svg_line(&p->body, margin + column_right[COLUMNS - 1] + 8, p->y[level] + node_height / 2, margin + table_width + p->width[0],
			 p->y[level] + node_height / 2, "guide");
		const char *last = !blocks ? number[4] : has_sorters(s) ? "blocks" : "leaves";

		draw_row(p, p->y[level] + node_height / 2 + 4.5, "cell",
			 (const char *const []){ number[0], number[1], number[2], number[3], last });
	}
}

void sorting_add_drawing(const struct spec *spec, struct output *out)
{
	struct picture p = { .shape = sorting_shape(spec) };
	const struct sorting_shape *s = &p.shape;
	struct text svg = { 0 }, subtitle = { 0 };
	char *path = format_string("%s.svg", spec->name), leaves[48];

	place(&p);
	text_print(&subtitle, "sorting fat-tree of %s leaves", grouped(s->leaves, leaves));
	if (has_sorters(s))
		text_print(&subtitle, " in blocks of %u x %u", s->mesh_side, s->mesh_side);
	text_print(&subtitle, ", %u payload bits, %u batch%s", s->payload_bits, s->batches, s->batches == 1 ? "" : "es");
	svg_text(&p.body, margin, 36, "title", SVG_LEFT, "%s", spec->name);
	svg_text(&p.body, margin, 57, "subtitle", SVG_LEFT, "%s", subtitle.bytes);
	svg_text(&p.body, margin, 74, "head", SVG_LEFT, "boxes: sorters and their lines; one line between them: a wire up and a wire down");
	draw_table(&p);
	draw_subtree(&p, 0, 0, margin + table_width);
	unsigned rows = s->mesh_side > MOST_MESH_DRAWN ? 3 : s->mesh_side;
	double width = margin + table_width + p.width[0] + margin;

	svg_page(&svg, at_least(640, width), p.y[s->height] + (has_sorters(s) ? node_height + 6 : 0) + rows * p.cell + 20 + margin,
		 spec->name, subtitle.bytes, &p.body);
	output_add(out, path, &svg);
	text_free(&subtitle);
	text_free(&p.body);
	free(path);
}

void sorting_draw(const struct network *net, struct output *out)
{
	sorting_add_drawing(net->spec, out);
}
