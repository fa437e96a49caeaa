/* drawing.c: draws a device: its meshes of elements, and the fat-tree between them as an H.
 *
 * A channel is a ribbon for each way, as wide as it has wires: each wire is a line where that is readable. */
#include "machines/area-universal/area_universal.h"

#include <math.h>
#include <stdlib.h>

#include "network/network.h"
#include "overlay/layout.h"
#include "util/output.h"
#include "util/svg.h"

enum { MOST_LINES = 32 };		/* wires each way of a channel that is drawn line by line */

static const double page_margin = 30, header_height = 84, footer_height = 74, wanted = 900, most_cell = 26, least_cell = 2,
	border = 15, readable_cell = 7, least_width = 640, least_node = 18, node_margin = 8;

struct picture {
	const struct network *net;
	const struct overlay *o;
	struct layout l;
	struct text body;
};

static double cell_of(const struct overlay *o)
{
	unsigned columns = 1u << ((o->levels + 1) / 2);

	return fmin(most_cell, fmax(least_cell, floor(2 * wanted / (columns * o->side)) / 2));
}

/* ---- Meshes ---- */

/* An element, and half of the wires to its neighbours: a tile of each mesh. */
static void define_element(struct picture *p)
{
	double c = p->l.cell, box = 0.56 * c, low = 0.43 * c, high = 0.57 * c, edge = 0.22 * c;

	text_print(&p->body, "<defs><pattern id=\"element\" width=\"%.2f\" height=\"%.2f\" patternUnits=\"userSpaceOnUse\">\n", c, c);
	if (c >= readable_cell)
		text_print(&p->body, "<path class=\"idle\" d=\"M%.2f 0V%.2fM%.2f 0V%.2fM0 %.2fH%.2fM0 %.2fH%.2f\"/>\n", low, c, high, c, low, c,
			   high, c);
	text_print(&p->body, "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" rx=\"%.2f\" fill=\"#9db8d6\" stroke=\"#33455c\" "
		   "stroke-width=\"%.2f\"/>\n</pattern></defs>\n", edge, edge, box, box, 0.12 * c, c >= readable_cell ? 0.7 : 0.2);
}

/* A line that ends in an arrow of that size. */
static void draw_pin(struct picture *p, struct layout_point at, double size)
{
	text_print(&p->body, "<path class=\"choose\" d=\"M%.1f %.1fh%.1fM%.1f %.1fl%.1f %.1fv%.1fz\" stroke=\"#e07b1a\"/>\n", at.x - border,
		   at.y, border - 1, at.x - 1, at.y, -size, -size / 2, size);
}

static bool shows_positions(const struct picture *p)
{
	return p->o->positions > 0 && p->l.cell >= readable_cell;
}

/* Short lines at the positions that belong to the tree, in one path. */
static void draw_positions(struct picture *p, unsigned mesh)
{
	struct text d = { 0 };
	double out = fmin(6, 0.5 * p->l.cell);

	for (unsigned position = 0; position < p->o->positions; position++) {
		unsigned b = overlay_tree_border(p->o, position);
		struct layout_point from = layout_border(&p->l, mesh, b, 0), to = layout_border(&p->l, mesh, b, out);

		text_print(&d, "M%.1f %.1fL%.1f %.1f", from.x, from.y, to.x, to.y);
	}
	text_print(&p->body, "<path class=\"wire\" d=\"%s\"/>\n", d.bytes);
	text_free(&d);
}

static void draw_mesh(struct picture *p, unsigned mesh)
{
	struct layout_point at = p->l.mesh[mesh];
	double side = p->o->side * p->l.cell;

	svg_box(&p->body, at.x - border + 3, at.y - border + 3, side + 2 * border - 6, side + 2 * border - 6, 5, "band");
	if (shows_positions(p))
		draw_positions(p, mesh);
	for (unsigned pin = 0; pin < p->o->pins; pin++)
		draw_pin(p, layout_border(&p->l, mesh, overlay_pin_border(p->o, pin), 0), fmin(5, 0.42 * p->l.cell));
	/* The pattern begins at the corner of the mesh. */
	text_print(&p->body, "<g transform=\"translate(%.1f %.1f)\"><rect width=\"%.1f\" height=\"%.1f\" fill=\"url(#element)\" "
		   "class=\"mesh\"/></g>\n", at.x, at.y, side, side);
	if (p->o->meshes > 1)
		svg_text(&p->body, at.x - border / 2, at.y - border / 2 + 4, "small", SVG_MIDDLE, "%u", mesh);
}

/* ---- The tree ---- */

/* A way of a channel, along its middle line; `aside` is the distance of its own middle from it. */
static void draw_way(struct picture *p, struct layout_point from, struct layout_point to, unsigned wires, double aside, const char *class)
{
	bool lines = wires <= MOST_LINES, flat = from.y == to.y;
	unsigned strands = lines ? wires : 1;
	double step = lines ? p->l.pitch : wires * p->l.pitch, first = aside - (strands - 1) * step / 2;
	struct text d = { 0 };

	for (unsigned i = 0; i < strands; i++) {
		double off = first + i * step;

		text_print(&d, "M%.1f %.1fL%.1f %.1f", from.x + (flat ? 0 : off), from.y + (flat ? off : 0), to.x + (flat ? 0 : off),
			   to.y + (flat ? off : 0));
	}
	text_print(&p->body, "<path class=\"%s\" stroke-width=\"%.2f\" d=\"%s\"/>\n", class, lines ? 0.5 * p->l.pitch : step, d.bytes);
	text_free(&d);
}

static void draw_channel(struct picture *p, unsigned level, unsigned index)
{
	unsigned wires = p->net->capacity[level];
	double aside = wires * p->l.pitch / 2;
	struct layout_point from, to;

	layout_channel(&p->l, level, index, &from, &to);
	draw_way(p, from, to, wires, -aside, "up");
	draw_way(p, from, to, wires, aside, "down");
}

/* As large as the crossing of its channels. */
static void draw_node(struct picture *p, unsigned level, unsigned index)
{
	const struct layout_node *node = layout_node(&p->l, level, index);
	double below = layout_bundle(&p->l, level + 1) + node_margin, above = fmax(least_node, layout_bundle(&p->l, level) + node_margin);
	double width = node->across ? above : below, height = node->across ? below : above;

	svg_box(&p->body, node->at.x - width / 2, node->at.y - height / 2, width, height, 4, "node");
}

static void draw_tree(struct picture *p)
{
	for (unsigned level = 1; level <= p->o->levels; level++)
		for (unsigned index = 0; index < 1u << level; index++)
			draw_channel(p, level, index);
	for (unsigned level = 0; level < p->o->levels; level++)
		for (unsigned index = 0; index < 1u << level; index++)
			draw_node(p, level, index);
}

/* ---- What is written ---- */

/* "channels of level 1: 16 wires each way, turns wait 1 clock": a line for each level. */
static void write_levels(struct picture *p, double y)
{
	for (unsigned k = 1; k <= p->o->levels; k++) {
		unsigned waits = k < p->o->levels ? network_node(p->net, k)->turn_delay : 0;
		char *turns = waits > 0 ? format_string("; what turns below waits %u clock%s", waits, waits > 1 ? "s" : "") : copy_string("");

		svg_text(&p->body, 0, y + 17 * k, "cell", SVG_LEFT, "level %u: %u channels of %u wires each way%s", k, 1u << k,
			 p->net->capacity[k], turns);
		free(turns);
	}
}

static bool lines_are_wires(const struct overlay *o)
{
	for (unsigned k = 1; k <= o->levels; k++)
		if (o->net->capacity[k] > MOST_LINES)
			return false;
	return true;
}

static void draw_legend(struct picture *p, double y)
{
	draw_pin(p, (struct layout_point){ border, y - 4 }, 5);
	svg_text(&p->body, 22, y, "head", SVG_LEFT, "pin: in and out");
	if (p->o->levels == 0)
		return;
	text_print(&p->body, "<path class=\"up\" stroke-width=\"4\" d=\"M130 %.1fh20\"/>\n", y - 4);
	svg_text(&p->body, 156, y, "head", SVG_LEFT, "up");
	text_print(&p->body, "<path class=\"down\" stroke-width=\"4\" d=\"M190 %.1fh20\"/>\n", y - 4);
	svg_text(&p->body, 216, y, "head", SVG_LEFT, "down%s", lines_are_wires(p->o) ? ": a line is a wire" : "");
	if (!shows_positions(p))
		return;
	svg_line(&p->body, 344, y - 4, 352, y - 4, "wire");
	svg_text(&p->body, 358, y, "head", SVG_LEFT, "place at the border that belongs to the tree");
}

static char *subtitle_of(const struct picture *p)
{
	const struct overlay *o = p->o;
	char *between = o->levels > 0 ? format_string(", %u clock%s from mesh to mesh", o->latency, o->latency > 1 ? "s" : "") :
			copy_string("");
	char *text = format_string("area-universal device of %u mesh%s of %u x %u elements, %u pins each way%s", o->meshes,
				   o->meshes > 1 ? "es" : "", o->side, o->side, o->meshes * o->pins, between);

	free(between);
	return text;
}

static void write_page(struct picture *p, struct text *svg)
{
	double width = fmax(p->l.width + 2 * page_margin, least_width), levels = 17.0 * p->o->levels;
	char *subtitle = subtitle_of(p);
	struct text all = { 0 };

	svg_text(&all, page_margin, 38, "title", SVG_LEFT, "%s", p->net->spec->name);
	svg_text(&all, page_margin, 60, "subtitle", SVG_LEFT, "%s", subtitle);
	text_print(&all, "<g transform=\"translate(%.1f %.1f)\">\n%s</g>\n", page_margin, header_height, p->body.bytes);
	svg_page(svg, width, header_height + p->l.height + footer_height + levels, p->net->spec->name, subtitle, &all);
	text_free(&all);
	free(subtitle);
}

void area_universal_draw(const struct network *net, struct output *out)
{
	struct overlay o;
	struct text svg = { 0 };
	char *path = format_string("%s.svg", net->spec->name);

	area_universal_overlay(net, &o);
	struct picture p = { .net = net, .o = &o, .l = layout_make(&o, cell_of(&o), border, 0) };

	define_element(&p);
	for (unsigned mesh = 0; mesh < o.meshes; mesh++)
		draw_mesh(&p, mesh);
	draw_tree(&p);
	draw_legend(&p, p.l.height + 34);
	write_levels(&p, p.l.height + 40);
	write_page(&p, &svg);
	output_add(out, path, &svg);
	layout_free(&p.l);
	text_free(&p.body);
	free(path);
}
