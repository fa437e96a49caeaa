/* picture.c: the meshes of an image, element by element: what is a gate, what holds a flip-flop, and where wires go.
 *
 * Between two neighbours each direction has its own lane, so that every wire of the drawing is a wire of the device. */
#include <math.h>
#include <stdlib.h>

#include "overlay/compile_report.h"
#include "overlay/element.h"
#include "overlay/layout.h"
#include "schedule/tree.h"
#include "util/svg.h"

static const double PITCH = 18, LANE = 3, BOX = 3.5, BORDER = 18, MARGIN = 28, HEADER = 84, LEAST_WIDTH = 780;

struct picture {
	const struct compile_report *r;
	struct text body;
	struct layout layout;
};

/* Where what leaves an element (`out`) or enters it crosses side k; from the element's centre. */
static struct layout_point crossing(enum compass k, bool out)
{
	double half = PITCH / 2, lane = out ? LANE : -LANE;

	switch (k) {
	case NORTH:
		return (struct layout_point){ lane, -half };
	case EAST:
		return (struct layout_point){ half, lane };
	case SOUTH:
		return (struct layout_point){ -lane, half };
	default:
		return (struct layout_point){ -half, -lane };
	}
}

static void draw_line(struct picture *p, struct layout_point centre, struct layout_point from, struct layout_point to, const char *class)
{
	svg_line(&p->body, centre.x + from.x, centre.y + from.y, centre.x + to.x, centre.y + to.y, class);
}

static void draw_wires(struct picture *p, struct layout_point centre, uint16_t control)
{
	struct layout_point none = { 0, 0 };

	for (unsigned k = 0; k < SIDES; k++) {
		unsigned choice = element_choice(control, k);

		if (choice == CHOICE_NOTHING)
			continue;
		if (choice >= CHOICE_GATE)
			draw_line(p, centre, none, crossing(k, true), "down");
		else
			draw_line(p, centre, crossing(element_from(k, choice), false), crossing(k, true), "up");
	}
}

static void draw_cell(struct picture *p, struct layout_point centre, uint16_t control, bool latch)
{
	struct layout_point none = { 0, 0 };

	for (unsigned which = 0; which < 2; which++)
		draw_line(p, centre, crossing(element_operand(control, which), false), none, "control");
	svg_box(&p->body, centre.x - BOX, centre.y - BOX, 2 * BOX, 2 * BOX, 0, latch ? "choose" : "element");
}

/* A point of the layout on the page. */
static struct layout_point on_page(struct layout_point at)
{
	return (struct layout_point){ at.x + MARGIN, at.y + HEADER };
}

/* Dots for the bits of the circuit's ports. */
static void draw_pins(struct picture *p, const struct image_pin *pin, size_t count, bool out)
{
	for (size_t i = 0; i < count; i++) {
		unsigned b = overlay_pin_border(p->r->o, pin[i].pin);
		struct layout_point at = on_page(layout_border(&p->layout, pin[i].mesh, b, BORDER / 4));

		svg_dot(&p->body, at.x, at.y + (out ? -LANE : LANE), 1.5, "leaf");
	}
}

static void draw_mesh(struct picture *p, unsigned mesh)
{
	const struct overlay *o = p->r->o;
	const struct mesh_task *t = &p->r->c->task[mesh];
	const uint16_t *control = p->r->c->image.control + overlay_element(o, mesh, 0, 0);
	struct layout_point corner = on_page(p->layout.mesh[mesh]);

	svg_text(&p->body, corner.x, corner.y - 6, "head", SVG_LEFT, "mesh %u: %u gates", mesh, t->cells);
	svg_box(&p->body, corner.x, corner.y, o->side * PITCH, o->side * PITCH, 0, "register");
	for (unsigned e = 0; e < o->side * o->side; e++)
		draw_wires(p, on_page(layout_element(&p->layout, mesh, e / o->side, e % o->side)), control[e]);
	for (unsigned i = 0; i < t->cells; i++)
		draw_cell(p, on_page(layout_element(&p->layout, mesh, t->row[i], t->column[i])),
			  control[t->row[i] * o->side + t->column[i]], p->r->c->logic.cell[t->cell[i]].latch);
}

/* The channels of the tree, and in each the messages up and down in all cycles. */
static void draw_tree(struct picture *p)
{
	struct channel_loads loads;

	if (!p->r->tree)
		return;
	loads = channel_loads_of(p->r->tree, &p->r->c->messages.set);
	for (unsigned k = 1; k <= p->r->o->levels; k++)
		for (unsigned i = 0; i < 1u << k; i++) {
			struct layout_point from, to;

			layout_channel(&p->layout, k, i, &from, &to);
			from = on_page(from);
			to = on_page(to);
			svg_line(&p->body, from.x, from.y, to.x, to.y, "wire");
			svg_text(&p->body, (from.x + to.x) / 2 + 4, (from.y + to.y) / 2 - 4, "head", SVG_LEFT, "%u up, %u down",
				 loads.up[(1u << k) + i], loads.down[(1u << k) + i]);
		}
	channel_loads_free(&loads);
}

static void draw_legend(struct picture *p)
{
	static const struct { const char *class, *what; bool box; } items[] = {
		{ "element", "gate", true }, { "choose", "gate with a flip-flop", true }, { "up", "wire through", false },
		{ "down", "wire from a gate", false }, { "control", "wire into a gate", false },
	};
	double x = MARGIN;

	for (size_t i = 0; i < sizeof items / sizeof *items; i++, x += 146) {
		if (items[i].box)
			svg_box(&p->body, x, 55, 2 * BOX, 2 * BOX, 0, items[i].class);
		else
			svg_line(&p->body, x - 4, 58, x + 10, 58, items[i].class);
		svg_text(&p->body, x + 15, 62, "head", SVG_LEFT, "%s", items[i].what);
	}
}

void compile_picture(const struct compile_report *r, struct text *svg)
{
	struct picture p = { .r = r, .layout = layout_make(r->o, PITCH, BORDER) };
	const struct image *image = &r->c->image;
	char *title = format_string("%s on %s", r->c->netlist.name, r->device);
	char *description = format_string("%u mesh%s of %u x %u elements; a step of %u clocks", r->o->meshes,
					  r->o->meshes == 1 ? "" : "es", r->o->side, r->o->side, r->c->timing.step);

	svg_text(&p.body, MARGIN, 32, "title", SVG_LEFT, "%s", title);
	svg_text(&p.body, MARGIN, 48, "head", SVG_LEFT, "%s", description);
	draw_legend(&p);
	draw_tree(&p);
	for (unsigned mesh = 0; mesh < r->o->meshes; mesh++)
		draw_mesh(&p, mesh);
	draw_pins(&p, image->input, image->input_count, false);
	draw_pins(&p, image->output, image->output_count, true);
	svg_page(svg, fmax(p.layout.width + 2 * MARGIN, LEAST_WIDTH), p.layout.height + HEADER + MARGIN, title, description,
		 &p.body);
	layout_free(&p.layout);
	free(title);
	free(description);
	text_free(&p.body);
}
