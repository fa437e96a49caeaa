/* picture_tree.c: draws the tree of a compiled circuit: which wires of its channels are in use, and the messages of each
 * delivery cycle. */
#include <math.h>
#include <stdlib.h>

#include "network/network.h"
#include "overlay/picture.h"
#include "util/svg.h"

/* ---- The wires of a message ---- */

static void add_step(struct picture_way *way, unsigned level, unsigned vertex, bool down, unsigned wire)
{
	way->step[way->steps++] = (struct picture_wire){ level, vertex, wire, down };
}

/* The input that an output of a concentrator shows in a cycle. */
static unsigned shown(const struct picture *p, const struct plan *plan, struct overlay_ram ram, unsigned low, unsigned cycle,
		      unsigned output)
{
	for (unsigned stage = plan ? plan_stages(plan) : 0; stage-- > 0;) {
		struct choice choice = plan_choice(plan, stage, output);
		unsigned number = 0;

		for (unsigned bit = 0; bit < digit_bits(choice.count); bit++)
			number |= image_get(p->image, ram, cycle, low + choice.setting + bit * choice.step, 1) << bit;
		output = choice.wire ? choice.wire[number] : choice.first + number;
	}
	return output;
}

/* From a vertex's wire down to what the node above it shows there: the node's own wire down, or one of the sibling's up. */
static bool back_down(const struct picture *p, const struct message *m, struct picture_wire *at)
{
	unsigned side = at->vertex % 2;
	const struct node *node = network_node(p->o->net, at->level - 1);
	unsigned low = side == 1 && node->down[0] ? node->down[0]->settings : 0;
	unsigned input = shown(p, node->down[side], overlay_node_ram(p->o, at->level - 1, at->vertex / 2, true), low, m->cycle, at->wire);

	if (input < node->parent_wires)
		*at = (struct picture_wire){ at->level - 1, at->vertex / 2, input, true };
	else
		*at = (struct picture_wire){ at->level, at->vertex ^ 1, input - node->parent_wires, false };
	return at->down;
}

struct picture_way picture_way_of(const struct picture *p, const struct message *m)
{
	struct picture_way way = { .steps = 0 };
	struct picture_wire at = { p->o->levels, m->to, m->wire, true };

	add_step(&way, at.level, at.vertex, true, at.wire);
	while (back_down(p, m, &at))
		add_step(&way, at.level, at.vertex, true, at.wire);
	add_step(&way, at.level, at.vertex, false, at.wire);
	while (at.level < p->o->levels) {
		const struct node *node = network_node(p->o->net, at.level);
		unsigned input = shown(p, node->up, overlay_node_ram(p->o, at.level, at.vertex, false), 0, m->cycle, at.wire);
		bool right = input >= node->child_wires[0];

		at = (struct picture_wire){ at.level + 1, 2 * at.vertex + right, input - (right ? node->child_wires[0] : 0), false };
		add_step(&way, at.level, at.vertex, false, at.wire);
	}
	return way;
}

/* ---- Channels between the meshes ---- */

/* The line of a wire: ways up on the one side of the middle, ways down on the other. */
static void add_line(const struct picture *p, const struct picture_wire *w, struct text *d)
{
	struct layout_point from, to;
	double aside = (w->down ? w->wire + 0.5 : -(w->wire + 0.5)) * p->layout.pitch;

	layout_channel(&p->layout, w->level, w->vertex, &from, &to);
	bool flat = from.y == to.y;

	text_print(d, "M%.1f %.1fL%.1f %.1f", from.x + (flat ? 0 : aside), from.y + (flat ? aside : 0), to.x + (flat ? 0 : aside),
		   to.y + (flat ? aside : 0));
}

static void draw_lines(struct picture *p, const char *class, struct text *d)
{
	if (d->length > 0)
		text_print(&p->body, "<path class=\"%s\" stroke-width=\"%.2f\" d=\"%s\"/>\n", class, 0.45 * p->layout.pitch, d->bytes);
	text_free(d);
}

static void draw_all_wires(struct picture *p)
{
	struct text d = { 0 };

	for (unsigned level = 1; level <= p->o->levels; level++)
		for (unsigned vertex = 0; vertex < 1u << level; vertex++)
			for (unsigned i = 0; i < 2 * p->o->net->capacity[level]; i++)
				add_line(p, &(struct picture_wire){ level, vertex, i / 2, i % 2 == 1 }, &d);
	draw_lines(p, "unused", &d);
}

static void draw_used_wires(struct picture *p, bool critical)
{
	const struct messages *m = &p->r->c->messages;
	struct text d = { 0 };

	for (size_t i = 0; i < m->count; i++) {
		struct picture_way way = picture_way_of(p, &m->message[i]);

		for (unsigned k = 0; k < way.steps && (!critical || p->critical_message[i]); k++)
			add_line(p, &way.step[k], &d);
	}
	draw_lines(p, critical ? "late" : "used", &d);
}

static void draw_nodes(struct picture *p)
{
	enum { LEAST = 14, MORE = 6 };

	for (unsigned level = 0; level < p->o->levels; level++)
		for (unsigned index = 0; index < 1u << level; index++) {
			const struct layout_node *node = layout_node(&p->layout, level, index);
			double below = layout_bundle(&p->layout, level + 1) + MORE, above = fmax(LEAST, layout_bundle(&p->layout, level) + MORE);
			double width = node->across ? above : below, height = node->across ? below : above;

			svg_box(&p->body, node->at.x - width / 2, node->at.y - height / 2, width, height, 4, "node");
		}
}

void picture_channels(struct picture *p)
{
	if (p->o->levels == 0)
		return;
	draw_all_wires(p);
	draw_used_wires(p, false);
	draw_used_wires(p, true);
	draw_nodes(p);
}

/* ---- Delivery cycles ---- */

static const double leaf_pitch = 44, row_pitch = 52, named_width = 180, line_height = 11.5, panel_gap = 26, title_height = 20;
enum { MOST_NAMED = 11 };

/* A small tree: the page's place of its corner. */
struct panel {
	struct picture *p;
	double x, y;
	unsigned cycle;
};

static double tree_width(const struct overlay *o)
{
	return o->meshes * leaf_pitch;
}

static double panel_height(const struct overlay *o)
{
	return title_height + fmax(o->levels * row_pitch + 26, (MOST_NAMED + 1) * line_height) + 12;
}

static struct layout_point vertex_at(const struct panel *a, unsigned level, unsigned vertex)
{
	double leaves = 1u << (a->p->o->levels - level), pitch = tree_width(a->p->o) / a->p->o->meshes;

	return (struct layout_point){ a->x + (vertex + 0.5) * leaves * pitch, a->y + title_height + 10 + level * row_pitch };
}

static void draw_small_tree(struct panel *a)
{
	struct text *body = &a->p->body;

	for (unsigned level = 1; level <= a->p->o->levels; level++)
		for (unsigned vertex = 0; vertex < 1u << level; vertex++) {
			struct layout_point from = vertex_at(a, level, vertex), to = vertex_at(a, level - 1, vertex / 2);

			svg_line(body, from.x, from.y, to.x, to.y, "branch");
		}
	for (unsigned level = 0; level < a->p->o->levels; level++)
		for (unsigned vertex = 0; vertex < 1u << level; vertex++)
			svg_dot(body, vertex_at(a, level, vertex).x, vertex_at(a, level, vertex).y, 3, "leaf");
	for (unsigned leaf = 0; leaf < a->p->o->meshes; leaf++) {
		struct layout_point at = vertex_at(a, a->p->o->levels, leaf);

		svg_box(body, at.x - 13, at.y - 1, 26, 18, 3, "node");
		svg_text(body, at.x, at.y + 12, "small", SVG_MIDDLE, "%u", leaf);
	}
}

/* From leaf to leaf, so far beside the branches. */
static void draw_message(struct panel *a, size_t i, double aside)
{
	struct picture *p = a->p;
	const struct message *m = &p->r->c->messages.message[i];
	struct picture_way way = picture_way_of(p, m);
	struct text d = { 0 };
	const char *move = "M";
	unsigned from = p->r->c->messages.traveller[m->traveller].mesh;

	for (unsigned k = way.steps; k-- > 0;) {
		struct layout_point at = vertex_at(a, way.step[k].level, way.step[k].vertex);

		if (way.step[k].down && (k + 1 == way.steps || !way.step[k + 1].down)) {
			struct layout_point turn = vertex_at(a, way.step[k].level - 1, way.step[k].vertex / 2);

			text_print(&d, "L%.1f %.1f", turn.x + aside, turn.y + fabs(aside) / 2);
		}
		text_print(&d, "%s%.1f %.1f", move, at.x + aside, at.y);
		move = "L";
	}
	if (p->critical_message[i])
		text_print(&p->body, "<path class=\"critical\" d=\"%s\"/>\n", d.bytes);
	text_add(&p->body, "<g class=\"net\">");
	picture_title(p, "from mesh %u to mesh %u, steady there at clock %u", from, m->to, p->message_clock[i]);
	text_print(&p->body, "<path d=\"%s\" stroke=\"%s\"/></g>\n", d.bytes, picture_colour(p, p->message_clock[i]).hex);
	text_free(&d);
}

/* "1 to 0: gate (1,9,3), clock 38" */
static void name_message(struct panel *a, size_t i, unsigned line)
{
	const struct messages *all = &a->p->r->c->messages;
	const struct message *m = &all->message[i];
	const struct traveller *t = &all->traveller[m->traveller];
	struct overlay_place place = overlay_border(a->p->o, picture_traveller_border(a->p, m->traveller));
	unsigned element = overlay_element(a->p->o, t->mesh, place.row, place.column);
	char *name = picture_source_name(a->p, a->p->wire[4 * element + place.side].source);

	svg_text(&a->p->body, a->x + tree_width(a->p->o) + 14, a->y + title_height + 12 + line * line_height, "small", SVG_LEFT,
		 "%u to %u: %s", t->mesh, m->to, name);
	free(name);
}

static void draw_panel(struct panel *a)
{
	const struct messages *m = &a->p->r->c->messages;
	unsigned count = 0, drawn = 0;

	for (size_t i = 0; i < m->count; i++)
		count += m->message[i].cycle == a->cycle;
	svg_text(&a->p->body, a->x, a->y + 12, "cell", SVG_LEFT, "Delivery cycle %u: %u message%s", a->cycle, count, count == 1 ? "" : "s");
	draw_small_tree(a);
	double apart = count > 1 ? fmin(3, 24.0 / (count - 1)) : 0;

	for (size_t i = 0; i < m->count; i++) {
		if (m->message[i].cycle != a->cycle)
			continue;
		draw_message(a, i, (drawn - (count - 1) / 2.0) * apart);
		if (drawn < MOST_NAMED)
			name_message(a, i, drawn);
		drawn++;
	}
	if (count > MOST_NAMED)
		svg_text(&a->p->body, a->x + tree_width(a->p->o) + 14, a->y + title_height + 12 + MOST_NAMED * line_height, "small",
			 SVG_LEFT, "and %u more", count - MOST_NAMED);
}

double picture_cycles(struct picture *p, double y, double width)
{
	double panel = tree_width(p->o) + named_width, height = panel_height(p->o);
	unsigned columns = (unsigned)fmax(1, floor((width + panel_gap) / (panel + panel_gap)));

	if (p->o->levels == 0 || p->r->c->messages.count == 0)
		return 0;
	for (unsigned cycle = 0; cycle < p->r->c->messages.cycles; cycle++) {
		struct panel a = { p, cycle % columns * (panel + panel_gap), y + cycle / columns * height, cycle };

		draw_panel(&a);
	}
	return (p->r->c->messages.cycles + columns - 1) / columns * height;
}
