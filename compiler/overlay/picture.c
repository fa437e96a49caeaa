/* picture.c: the meshes of an image, element by element: what is a gate, what holds a flip-flop, and where wires go.
 *
 * Between two neighbours each direction has its own lane, so that every wire of the drawing is a wire of the device. */
#include <math.h>
#include <stdlib.h>

#include "overlay/compile_report.h"
#include "overlay/element.h"
#include "util/number.h"
#include "util/svg.h"

static const double PITCH = 18, LANE = 3, BOX = 3.5, MARGIN = 28, GAP = 40, HEADER = 84;

struct picture {
	const struct compile_report *r;
	struct text body;
	unsigned columns;			/* meshes side by side */
	double x, y;				/* of the mesh's north-west corner */
};

struct point {
	double x, y;
};

/* Where what leaves an element (`out`) or enters it crosses side k; from the element's centre. */
static struct point crossing(enum compass k, bool out)
{
	double half = PITCH / 2, lane = out ? LANE : -LANE;

	switch (k) {
	case NORTH:
		return (struct point){ lane, -half };
	case EAST:
		return (struct point){ half, lane };
	case SOUTH:
		return (struct point){ -lane, half };
	default:
		return (struct point){ -half, -lane };
	}
}

static void draw_line(struct picture *p, struct point centre, struct point from, struct point to, const char *class)
{
	svg_line(&p->body, centre.x + from.x, centre.y + from.y, centre.x + to.x, centre.y + to.y, class);
}

static void draw_wires(struct picture *p, struct point centre, uint16_t control)
{
	struct point none = { 0, 0 };

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

static void draw_cell(struct picture *p, struct point centre, uint16_t control, bool latch)
{
	struct point none = { 0, 0 };

	for (unsigned which = 0; which < 2; which++)
		draw_line(p, centre, crossing(element_operand(control, which), false), none, "control");
	svg_box(&p->body, centre.x - BOX, centre.y - BOX, 2 * BOX, 2 * BOX, 0, latch ? "choose" : "element");
}

static struct point centre_of(const struct picture *p, unsigned row, unsigned column)
{
	return (struct point){ p->x + (column + 0.5) * PITCH, p->y + (row + 0.5) * PITCH };
}

/* Names of the circuit's port bits that are on pins of the mesh: inputs left of the mesh, outputs, too. */
static void draw_pins(struct picture *p, unsigned mesh, const struct image_pin *pin, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct overlay_place place;

		if (pin[i].mesh != mesh)
			continue;
		place = overlay_border(p->r->o, overlay_pin_border(p->r->o, pin[i].pin));
		struct point centre = centre_of(p, place.row, place.column), at = crossing(place.side, pin != p->r->c->image.input);
		svg_dot(&p->body, centre.x + at.x, centre.y + at.y, 1.5, "leaf");
	}
}

static void draw_mesh(struct picture *p, unsigned mesh)
{
	const struct overlay *o = p->r->o;
	const struct mesh_task *t = &p->r->c->task[mesh];
	const uint16_t *control = p->r->c->image.control + overlay_element(o, mesh, 0, 0);
	double side = o->side * PITCH;

	p->x = MARGIN + (mesh % p->columns) * (side + GAP);
	p->y = HEADER + mesh / p->columns * (side + GAP);
	svg_text(&p->body, p->x, p->y - 6, "head", SVG_LEFT, "mesh %u: %u gates", mesh, t->cells);
	svg_box(&p->body, p->x, p->y, side, side, 0, "register");
	for (unsigned e = 0; e < o->side * o->side; e++)
		draw_wires(p, centre_of(p, e / o->side, e % o->side), control[e]);
	for (unsigned i = 0; i < t->cells; i++)
		draw_cell(p, centre_of(p, t->row[i], t->column[i]), control[t->row[i] * o->side + t->column[i]],
			  p->r->c->logic.cell[t->cell[i]].latch);
	draw_pins(p, mesh, p->r->c->image.input, p->r->c->image.input_count);
	draw_pins(p, mesh, p->r->c->image.output, p->r->c->image.output_count);
}

static void draw_legend(struct picture *p)
{
	static const struct { const char *class, *what; bool box; } items[] = {
		{ "element", "gate", true }, { "choose", "gate with a flip-flop", true }, { "up", "wire through", false },
		{ "down", "wire from a gate", false }, { "control", "wire into a gate", false },
	};
	double x = MARGIN;

	for (size_t i = 0; i < sizeof items / sizeof *items; i++, x += 130) {
		if (items[i].box)
			svg_box(&p->body, x, 55, 2 * BOX, 2 * BOX, 0, items[i].class);
		else
			svg_line(&p->body, x - 4, 58, x + 10, 58, items[i].class);
		svg_text(&p->body, x + 15, 62, "head", SVG_LEFT, "%s", items[i].what);
	}
}

void compile_picture(const struct compile_report *r, struct text *svg)
{
	struct picture p = { .r = r, .columns = (unsigned)ceil(sqrt(r->o->meshes)) };
	double side = r->o->side * PITCH, width = 2 * MARGIN + p.columns * (side + GAP) - GAP;
	unsigned rows = (r->o->meshes + p.columns - 1) / p.columns;
	const char *name = r->c->netlist.name;
	char *title = format_string("%s on %s", name, r->device);
	char *description = format_string("%u meshes of %u x %u elements; a step of %u clocks", r->o->meshes, r->o->side, r->o->side,
					  r->c->timing.step);

	svg_text(&p.body, MARGIN, 32, "title", SVG_LEFT, "%s", title);
	svg_text(&p.body, MARGIN, 48, "head", SVG_LEFT, "%s", description);
	draw_legend(&p);
	for (unsigned mesh = 0; mesh < r->o->meshes; mesh++)
		draw_mesh(&p, mesh);
	svg_page(svg, fmax(width, 700), HEADER + rows * (side + GAP) - GAP + MARGIN, title, description, &p.body);
	free(title);
	free(description);
	text_free(&p.body);
}
