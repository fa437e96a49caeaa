/* picture_mesh.c: draws the meshes of a compiled circuit: elements by their use, wires by the clock in which they are steady.
 *
 * Between two neighbours each direction has its own lane, on the right of whoever goes along it, so that every wire of the
 * drawing is a wire of the device. What one source drives is a group, whose title a browser shows. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "overlay/element.h"
#include "overlay/picture.h"
#include "util/number.h"
#include "util/svg.h"

/* In parts of a cell. */
static const double lane = 0.11, box = 0.23, corner = 0.16;
/* In pixels. */
static const double letter = 5.3, beside_name = 22, arrow = 11;

/* A piece of a wire within a cell: what leaves on `side`, or what the gate reads there. */
struct piece {
	int source;
	unsigned element, side, clock;
	bool operand, critical;
};

struct pieces {
	struct piece *item;
	size_t count;
};

/* ---- Geometry ---- */

static struct layout_point middle(const struct picture *p, unsigned element)
{
	unsigned m = p->o->side;

	return layout_element(&p->layout, element / (m * m), element / m % m, element % m);
}

/* The point at which the lane that leaves by side k, or enters there, is so far from the middle of its cell. */
static struct layout_point on_lane(const struct picture *p, unsigned element, unsigned k, bool out, double away)
{
	struct layout_point at = middle(p, element);
	double aside = (out ? lane : -lane) * p->layout.cell;

	switch ((enum compass)k) {
	case NORTH:
		return (struct layout_point){ at.x + aside, at.y - away };
	case EAST:
		return (struct layout_point){ at.x + away, at.y + aside };
	case SOUTH:
		return (struct layout_point){ at.x - aside, at.y + away };
	default:
		return (struct layout_point){ at.x - away, at.y - aside };
	}
}

/* From one side to another: straight, or round a corner where the lanes cross. */
static void through(const struct picture *p, unsigned element, unsigned from, unsigned to, struct text *d)
{
	double half = p->layout.cell / 2, radius = corner * p->layout.cell;
	struct layout_point a = on_lane(p, element, from, false, half), b = on_lane(p, element, to, true, half);

	if ((from + 2) % SIDES == to) {
		text_print(d, "M%.1f %.1fL%.1f %.1f", a.x, a.y, b.x, b.y);
		return;
	}
	bool across = from == EAST || from == WEST;
	struct layout_point bend = across ? (struct layout_point){ b.x, a.y } : (struct layout_point){ a.x, b.y };
	double before = fmin(radius, fabs(across ? bend.x - a.x : bend.y - a.y)), behind = fmin(radius, fabs(across ? b.y - bend.y : b.x - bend.x));
	double dx = across ? copysign(before, bend.x - a.x) : 0, dy = across ? 0 : copysign(before, bend.y - a.y);
	double ex = across ? 0 : copysign(behind, b.x - bend.x), ey = across ? copysign(behind, b.y - bend.y) : 0;

	text_print(d, "M%.1f %.1fL%.1f %.1fQ%.1f %.1f %.1f %.1fL%.1f %.1f", a.x, a.y, bend.x - dx, bend.y - dy, bend.x, bend.y, bend.x + ex,
		   bend.y + ey, b.x, b.y);
}

static void path_of(const struct picture *p, const struct piece *piece, struct text *d)
{
	unsigned choice = element_choice(p->image->control[piece->element], piece->side);
	double half = p->layout.cell / 2, edge = box * p->layout.cell;

	if (!piece->operand && choice < CHOICE_GATE) {
		through(p, piece->element, element_from(piece->side, choice), piece->side, d);
		return;
	}
	struct layout_point a = on_lane(p, piece->element, piece->side, !piece->operand, half);
	struct layout_point b = on_lane(p, piece->element, piece->side, !piece->operand, edge);

	text_print(d, "M%.1f %.1fL%.1f %.1f", a.x, a.y, b.x, b.y);
}

/* ---- Wires ---- */

static void add_piece(struct pieces *all, struct piece piece)
{
	all->item = room_for_one(all->item, all->count, sizeof *all->item);
	all->item[all->count++] = piece;
}

static void add_sides(const struct picture *p, struct pieces *all, unsigned element)
{
	for (unsigned k = 0; k < SIDES; k++) {
		const struct side_wire *w = &p->wire[SIDES * element + k];

		if (w->source != NO_SOURCE)
			add_piece(all, (struct piece){ w->source, element, k, w->clock, false, w->critical });
	}
}

/* What the gate of a cell reads on that side. */
static void add_operand(const struct picture *p, struct pieces *all, unsigned element, unsigned side)
{
	struct picture_input in = picture_input(p, element, side);

	if (in.source != NO_SOURCE)
		add_piece(all, (struct piece){ in.source, element, side, in.clock, true,
					       p->critical_side[element] == (int)side });
}

static void add_cell(const struct picture *p, struct pieces *all, unsigned element)
{
	uint16_t control = p->image->control[element];

	add_operand(p, all, element, element_operand(control, 0));
	if (element_operand(control, 1) != element_operand(control, 0))
		add_operand(p, all, element, element_operand(control, 1));
}

static int by_source(const void *left, const void *right)
{
	const struct piece *a = left, *b = right;

	if (a->source != b->source)
		return a->source < b->source ? -1 : 1;
	if (a->element != b->element)
		return a->element < b->element ? -1 : 1;
	return a->side != b->side ? (a->side < b->side ? -1 : 1) : a->operand - b->operand;
}

static struct pieces pieces_of(const struct picture *p, unsigned mesh)
{
	const struct mesh_task *t = &p->r->c->task[mesh];
	struct pieces all = { 0 };

	for (unsigned i = 0; i < p->o->side * p->o->side; i++)
		add_sides(p, &all, overlay_element(p->o, mesh, 0, 0) + i);
	for (unsigned i = 0; i < t->cells; i++)
		add_cell(p, &all, overlay_element(p->o, mesh, t->row[i], t->column[i]));
	if (all.count > 0)
		qsort(all.item, all.count, sizeof *all.item, by_source);
	return all;
}

/* The critical way lies under all else. */
static void draw_critical(struct picture *p, const struct pieces *all)
{
	struct text d = { 0 };

	for (size_t i = 0; i < all->count; i++)
		if (all->item[i].critical)
			path_of(p, &all->item[i], &d);
	if (d.length > 0)
		text_print(&p->body, "<path class=\"critical\" d=\"%s\"/>\n", d.bytes);
	text_free(&d);
}

static void draw_net(struct picture *p, const struct piece *piece, size_t count)
{
	char *name = picture_source_name(p, piece->source);

	text_add(&p->body, "<g class=\"net\">");
	picture_title(p, "%s", name);
	for (size_t i = 0; i < count; i++) {
		struct text d = { 0 };

		path_of(p, &piece[i], &d);
		text_print(&p->body, "<path d=\"%s\" stroke=\"%s\"/>", d.bytes, picture_colour(p, piece[i].clock).hex);
		text_free(&d);
	}
	text_add(&p->body, "</g>\n");
	free(name);
}

static void draw_nets(struct picture *p, const struct pieces *all)
{
	for (size_t i = 0, end; i < all->count; i = end) {
		for (end = i; end < all->count && all->item[end].source == all->item[i].source; end++)
			;
		draw_net(p, &all->item[i], end - i);
	}
}

/* ---- Elements ---- */

static void draw_cell(struct picture *p, unsigned mesh, unsigned i)
{
	const struct mesh_task *t = &p->r->c->task[mesh];
	const struct cell *cell = &p->r->c->logic.cell[t->cell[i]];
	unsigned element = overlay_element(p->o, mesh, t->row[i], t->column[i]), clock = p->decoded.steady[element];
	struct layout_point at = middle(p, element);
	double half = box * p->layout.cell;
	char *name = picture_source_name(p, (int)(SIDES * element) + (cell->latch ? CHOICE_LATCH - CHOICE_GATE : 0));

	text_add(&p->body, "<g>");
	picture_title(p, "%s; its gate is steady at clock %u", name, clock);
	text_print(&p->body, "<rect class=\"%s%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"%.1f\"/>",
		   cell->latch ? "latch" : "gate", p->critical_side[element] >= 0 ? " late" : "", at.x - half, at.y - half, 2 * half, 2 * half,
		   0.3 * half);
	if (cell->latch)
		text_print(&p->body, "<path class=\"edge\" d=\"M%.1f %.1fl%.1f %.1fl%.1f %.1fz\"/>", at.x - 0.4 * half, at.y + half,
			   0.4 * half, -0.6 * half, 0.4 * half, 0.6 * half);
	text_add(&p->body, "</g>\n");
	free(name);
}

/* The clocks of the critical way, above all else. */
static void draw_clocks(struct picture *p, unsigned mesh)
{
	const struct mesh_task *t = &p->r->c->task[mesh];

	for (unsigned i = 0; i < t->cells; i++) {
		unsigned element = overlay_element(p->o, mesh, t->row[i], t->column[i]);
		struct layout_point at = middle(p, element);
		bool latch = p->r->c->logic.cell[t->cell[i]].latch;

		if (p->critical_side[element] >= 0)
			svg_text(&p->body, at.x, at.y + (latch ? 0.02 : 0.09) * p->layout.cell, "clock", SVG_MIDDLE, "%u",
				 p->decoded.steady[element]);
	}
}

static void draw_ground(struct picture *p, unsigned mesh)
{
	const struct mesh_task *t = &p->r->c->task[mesh];
	struct layout_point at = p->layout.mesh[mesh];
	double side = p->o->side * p->layout.cell;

	svg_box(&p->body, at.x - 4, at.y - 4, side + 8, side + 8, 5, "band");
	text_print(&p->body, "<g transform=\"translate(%.1f %.1f)\"><rect width=\"%.1f\" height=\"%.1f\" fill=\"url(#idle)\"/></g>\n", at.x, at.y,
		   side, side);
	if (p->o->meshes > 1)
		svg_text(&p->body, at.x, at.y - 13, "head", SVG_LEFT, "mesh %u: %u gate%s", mesh, t->cells, t->cells == 1 ? "" : "s");
}

/* ---- The border ---- */

double picture_west(const struct compile_report *r)
{
	const struct image *image = &r->c->image;
	size_t longest = 0;

	for (size_t i = 0; i < image->input_count + image->output_count; i++) {
		char *name = picture_pin_name(i < image->input_count ? &image->input[i] : &image->output[i - image->input_count]);

		longest = strlen(name) > longest ? strlen(name) : longest;
		free(name);
	}
	return letter * (double)longest + beside_name;
}

/* An arrow on the lane of a border position, and the port's name behind it. */
static void draw_pin(struct picture *p, const struct image_pin *pin, bool out)
{
	unsigned b = overlay_pin_border(p->o, pin->pin);
	struct overlay_place place = overlay_border(p->o, b);
	unsigned element = overlay_element(p->o, pin->mesh, place.row, place.column);
	double half = p->layout.cell / 2;
	struct layout_point edge = on_lane(p, element, WEST, out, half), tip = on_lane(p, element, WEST, out, half + arrow);
	unsigned clock = out ? p->wire[SIDES * element + WEST].clock : 0;
	char *name = picture_pin_name(pin);
	struct colour colour = picture_colour(p, clock);

	text_add(&p->body, "<g class=\"net\">");
	picture_title(p, "%s %s, steady at clock %u", out ? "output" : "input", name, clock);
	text_print(&p->body, "<path d=\"M%.1f %.1fL%.1f %.1f\" stroke=\"%s\"/>", edge.x, edge.y, tip.x, tip.y, colour.hex);
	text_print(&p->body, "<path d=\"M%.1f %.1fl%.1f -2.2v4.4z\" style=\"stroke: none; fill: %s\"/></g>\n", out ? tip.x - 2 : edge.x + 1,
		   edge.y, out ? 5.0 : -5.0, colour.hex);
	svg_text(&p->body, tip.x - 5, tip.y + (out ? 0.5 : 5), "port", SVG_RIGHT, "%s", name);
	free(name);
}

/* A dot where a message goes to the tree, or comes from it. */
static void draw_position(struct picture *p, unsigned mesh, const struct pad *pad)
{
	struct overlay_place place = overlay_border(p->o, pad->border);
	unsigned element = overlay_element(p->o, mesh, place.row, place.column);
	double half = p->layout.cell / 2;
	struct layout_point edge = on_lane(p, element, place.side, !pad->in, half), tip = on_lane(p, element, place.side, !pad->in, half + 7);
	unsigned clock = pad->in ? p->message_clock[pad->index] : p->wire[SIDES * element + place.side].clock;
	struct colour colour = picture_colour(p, clock);

	text_add(&p->body, "<g class=\"net\">");
	picture_title(p, pad->in ? "message, steady at clock %u" : "to the tree, steady at clock %u", clock);
	text_print(&p->body, "<path d=\"M%.1f %.1fL%.1f %.1f\" stroke=\"%s\"/>", edge.x, edge.y, tip.x, tip.y, colour.hex);
	text_print(&p->body, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.2\" stroke=\"%s\" style=\"fill: %s\"/></g>\n", tip.x, tip.y, colour.hex,
		   pad->in ? "#ffffff" : colour.hex);
}

static void draw_border(struct picture *p, unsigned mesh)
{
	const struct mesh_task *t = &p->r->c->task[mesh];

	for (unsigned i = 0; i < t->pads; i++)
		if (!t->pad[i].pin)
			draw_position(p, mesh, &t->pad[i]);
	for (size_t i = 0; i < p->image->input_count; i++)
		if (p->image->input[i].mesh == mesh)
			draw_pin(p, &p->image->input[i], false);
	for (size_t i = 0; i < p->image->output_count; i++)
		if (p->image->output[i].mesh == mesh)
			draw_pin(p, &p->image->output[i], true);
}

static void draw_mesh(struct picture *p, unsigned mesh)
{
	struct pieces all = pieces_of(p, mesh);

	draw_ground(p, mesh);
	draw_critical(p, &all);
	for (unsigned i = 0; i < p->r->c->task[mesh].cells; i++)
		draw_cell(p, mesh, i);
	draw_nets(p, &all);
	draw_clocks(p, mesh);
	draw_border(p, mesh);
	free(all.item);
}

void picture_meshes(struct picture *p)
{
	double c = p->layout.cell;

	text_print(&p->body, "<defs><pattern id=\"idle\" width=\"%.2f\" height=\"%.2f\" patternUnits=\"userSpaceOnUse\">"
		   "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" rx=\"1\" fill=\"#e3e8ee\"/></pattern></defs>\n", c, c, 0.41 * c,
		   0.41 * c, 0.18 * c, 0.18 * c);
	for (unsigned mesh = 0; mesh < p->o->meshes; mesh++)
		draw_mesh(p, mesh);
}
