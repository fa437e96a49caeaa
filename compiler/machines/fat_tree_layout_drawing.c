/* fat_tree_layout_drawing.c: layout.svg: the boxes of a fat-tree, seen from above one of its edges.
 *
 * The two halves of a box are drawn apart from the slab between them, so that the nodes inside can be seen. Seen from the far end of
 * all three axes a slab hides the half before it, and is hidden by the one behind: so parts are drawn in that order. Of a tree of more
 * than DRAWN_LEVELS levels the boxes at that level are drawn whole. */
#include <math.h>

#include "machines/fat_tree_common.h"
#include "machines/fat_tree_layout.h"
#include "util/output.h"
#include "util/svg.h"

enum { DRAWN_LEVELS = 6, TABLE_WIDTH = 430, PICTURE = 640, TOP = 80, ROW = 22, EDGE = 30 };

struct point {
	double at[3];
};

struct picture {
	struct fat_tree_layout layout;
	unsigned drawn;				/* levels of slabs */
	struct point size[MAXIMUM_LEVELS + 1];	/* [k]: of a box with its halves apart */
	double gap[MAXIMUM_LEVELS + 1];		/* [k]: between a half and the slab */
	double scale, left, bottom;
	struct text body;
};

static const char *const level_colors[][3] = {	/* of the upper, the left and the right face */
	{ "#f4c7cc", "#d1495b", "#a93545" }, { "#c9dcec", "#1b6ca8", "#145182" }, { "#cdeeda", "#1f9d55", "#177841" },
	{ "#fbe0c4", "#e07b1a", "#b46113" }, { "#e2d5ed", "#7d4fa3", "#613c80" }, { "#c7e8e8", "#008b8b", "#006b6b" },
};
enum { COLORS = sizeof level_colors / sizeof *level_colors };
static const char *const leaf_colors[3] = { "#8796a8", "#4d5b6b", "#33455c" };

static void take_apart(struct picture *p)
{
	const struct fat_tree_layout *l = &p->layout;

	for (unsigned k = p->drawn + 1; k-- > 0;) {
		const struct fat_tree_box *b = &l->box[k];

		for (unsigned a = 0; a < 3; a++)
			p->size[k].at[a] = k < p->drawn ? fmax((double)b->side[a], p->size[k + 1].at[a]) : (double)b->side[a];
		if (k == p->drawn)
			continue;
		p->gap[k] = 0.3 * p->size[k + 1].at[b->axis];
		p->size[k].at[b->axis] = 2 * (p->size[k + 1].at[b->axis] + p->gap[k]) + (double)b->slab;
	}
}

/* The first axis goes down to the right, the second one down to the left, the third one up. */
static struct point project(const struct picture *p, double x, double y, double z)
{
	return (struct point){ { p->left + p->scale * (x - y) * 0.866, p->bottom + p->scale * ((x + y) * 0.5 - z), 0 } };
}

static void draw_face(struct picture *p, const double (*corner)[3], const char *color)
{
	text_add(&p->body, "<path d=\"");
	for (unsigned i = 0; i < 4; i++) {
		struct point at = project(p, corner[i][0], corner[i][1], corner[i][2]);

		text_print(&p->body, "%c%.1f %.1f", i > 0 ? 'L' : 'M', at.at[0], at.at[1]);
	}
	text_print(&p->body, "Z\" fill=\"%s\" stroke=\"#ffffff\" stroke-width=\"0.4\"/>\n", color);
}

/* The three faces that one sees. */
static void draw_box(struct picture *p, const struct point *from, const struct point *size, const char *const color[3])
{
	double x = from->at[0], y = from->at[1], z = from->at[2], X = x + size->at[0], Y = y + size->at[1], Z = z + size->at[2];
	const double upper[4][3] = { { x, y, Z }, { X, y, Z }, { X, Y, Z }, { x, Y, Z } };
	const double left[4][3] = { { x, Y, z }, { X, Y, z }, { X, Y, Z }, { x, Y, Z } };
	const double right[4][3] = { { X, y, z }, { X, Y, z }, { X, Y, Z }, { X, y, Z } };

	draw_face(p, upper, color[0]);
	draw_face(p, left, color[1]);
	draw_face(p, right, color[2]);
}

/* In the middle of a room of this size. */
static struct point centre(const struct point *from, const struct point *room, const struct point *size)
{
	struct point at;

	for (unsigned a = 0; a < 3; a++)
		at.at[a] = from->at[a] + (room->at[a] - size->at[a]) / 2;
	return at;
}

static void draw_tree(struct picture *p, unsigned k, const struct point *from)
{
	const struct fat_tree_box *b = &p->layout.box[k];
	unsigned axis = b->axis;

	if (k == p->drawn) {
		draw_box(p, from, &p->size[k], leaf_colors);
		return;
	}
	struct point slab = { { (double)b->side[0], (double)b->side[1], (double)b->side[2] } };
	slab.at[axis] = (double)b->slab;
	struct point half = centre(from, &p->size[k], &p->size[k + 1]), middle = centre(from, &p->size[k], &slab);

	half.at[axis] = from->at[axis];
	draw_tree(p, k + 1, &half);
	draw_box(p, &middle, &slab, level_colors[k % COLORS]);
	half.at[axis] = middle.at[axis] + (double)b->slab + p->gap[k];
	draw_tree(p, k + 1, &half);
}

static void draw_row(struct picture *p, unsigned k)
{
	const struct fat_tree_box *b = &p->layout.box[k];
	double y = TOP + (k + 1.5) * ROW;
	bool slab = k < p->layout.levels;

	if (k < p->drawn)
		text_print(&p->body, "<rect x=\"%d\" y=\"%.1f\" width=\"11\" height=\"11\" fill=\"%s\"/>\n", EDGE, y - 10,
			   level_colors[k % COLORS][1]);
	else if (k == p->drawn)
		text_print(&p->body, "<rect x=\"%d\" y=\"%.1f\" width=\"11\" height=\"11\" fill=\"%s\"/>\n", EDGE, y - 10, leaf_colors[1]);
	svg_text(&p->body, EDGE + 40, y, "cell", SVG_RIGHT, "%u", k);
	svg_text(&p->body, EDGE + 190, y, "cell", SVG_RIGHT, "%llu x %llu x %llu", (unsigned long long)b->side[0],
		 (unsigned long long)b->side[1], (unsigned long long)b->side[2]);
	svg_text(&p->body, EDGE + 260, y, "cell", SVG_RIGHT, slab ? "%llu" : "\xe2\x80\x93", (unsigned long long)b->slab);
	svg_text(&p->body, EDGE + 330, y, "cell", SVG_RIGHT, k > 0 ? "%llu" : "\xe2\x80\x93", (unsigned long long)p->layout.wire[k]);
	svg_text(&p->body, EDGE + 400, y, "cell", SVG_RIGHT, p->layout.flat[k] ? "%llu" : "\xe2\x80\x93",
		 (unsigned long long)p->layout.flat[k]);
}

static void draw_table(struct picture *p)
{
	static const struct { int at; const char *name; } head[] = {
		{ 40, "level" }, { 190, "box" }, { 260, "slab" }, { 330, "wire up" }, { 400, "in an H-tree" },
	};

	for (size_t i = 0; i < sizeof head / sizeof *head; i++)
		svg_text(&p->body, EDGE + head[i].at, TOP + ROW / 2.0, "head", SVG_RIGHT, "%s", head[i].name);
	for (unsigned k = 0; k <= p->layout.levels; k++)
		draw_row(p, k);
}

void fat_tree_layout_draw(const struct network *net, struct output *out)
{
	struct picture p = { .drawn = net->spec->levels < DRAWN_LEVELS ? net->spec->levels : DRAWN_LEVELS };
	struct text svg = {0}, subtitle = {0};
	const struct point *all = &p.size[0];
	double height;

	fat_tree_layout(net, &p.layout);
	take_apart(&p);
	p.scale = PICTURE / fmax((all->at[0] + all->at[1]) * 0.866, all->at[2] + (all->at[0] + all->at[1]) * 0.5);
	p.left = TABLE_WIDTH + 2 * EDGE + p.scale * all->at[1] * 0.866;
	p.bottom = TOP + p.scale * all->at[2];
	height = fmax(TOP + p.scale * (all->at[2] + (all->at[0] + all->at[1]) * 0.5), TOP + (p.layout.levels + 2) * ROW) + EDGE;
	text_print(&subtitle, "fat-tree of %u leaves in boxes (Leiserson's Lemma 3, its constants 1): volume %.0f; halves are drawn apart%s",
		   net->spec->leaves, p.layout.volume, p.drawn < p.layout.levels ? "; a grey box holds the levels below" : "");
	svg_text(&p.body, EDGE, 36, "title", SVG_LEFT, "%s", net->spec->name);
	svg_text(&p.body, EDGE, 57, "subtitle", SVG_LEFT, "%s", subtitle.bytes);
	draw_table(&p);
	draw_tree(&p, 0, &(struct point){ { 0, 0, 0 } });
	svg_page(&svg, p.left + p.scale * all->at[0] * 0.866 + EDGE, height, net->spec->name, subtitle.bytes, &p.body);
	output_add(out, "layout.svg", &svg);
	text_free(&p.body);
	text_free(&subtitle);
}
