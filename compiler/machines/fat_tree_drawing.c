/* fat_tree_drawing.c: draws the tree with its capacities.
 *
 * The root is on top. A channel is a bundle of wires, up in one colour and down in another: the drawing is as fat as
 * the tree. Where single wires do not fit, a ribbon replaces the bundle. A table beside it gives the vertices of each
 * level and the wires of its channels.
 *
 * Up to MOST_LEAVES leaves are drawn one by one. Of a larger tree the drawing shows the top, the whole left and right
 * edge, and the first and last leaves.
 */
#include <math.h>
#include <stdlib.h>

#include "machines/fat_tree_common.h"
#include "network/machine.h"
#include "network/network.h"
#include "plan/drawing.h"
#include "util/output.h"
#include "util/svg.h"

enum { MOST_LEAVES = 64, TOP_LEVELS = 2, BOTTOM_LEVELS = 2, MOST_LINES = 48, MOST_INPUTS = 32 };

static const double margin = 28, table_width = 262, header_height = 92, bundle_limit = 120, corner = 7;

struct picture {
	const struct network *net;
	struct text body;
	bool lines;			/* one line per wire; else one ribbon per direction */
	double pitch;			/* of lines */
	unsigned widest;		/* capacity of the widest channel */
	double leaf_pitch;
	double left;			/* x of leaf position 0 */
	double y[MAXIMUM_LEVELS + 1];	/* middle of each row of vertices */
	double half[MAXIMUM_LEVELS + 1];	/* half the height of its vertices */
	double width, height;
};

/* The position of a vertex. */
struct spot {
	double x, y;
	double half_width, half_height;
	unsigned level, index;		/* of the vertex */
	bool outside;			/* none */
};

enum side { FROM_LEFT, FROM_RIGHT, FROM_BELOW };

/* Width of one direction of a channel. */
static double band(const struct picture *p, unsigned capacity)
{
	if (p->lines)
		return capacity * p->pitch;
	return fmax(1.4, 44 * pow((double)capacity / p->widest, 0.4));
}

static double bundle(const struct picture *p, unsigned capacity)
{
	return capacity > 0 ? 2 * band(p, capacity) + 2.5 : 0;
}

static unsigned level_capacity(const struct network *net, unsigned level)
{
	unsigned most = 0;

	for (size_t i = 0; i < net->subtree_count; i++)
		if (net->subtree[i]->level == level && net->subtree[i]->capacity > most)
			most = net->subtree[i]->capacity;
	return most;
}

static double half_width(const struct picture *p, const struct subtree *v)
{
	return fmax(bundle(p, v->capacity) / 2 + 2, 4.5);
}

/* The position of v, in leaf positions, if its leftmost leaf is at `first`. */
static double centre(const struct subtree *v, double first)
{
	double left;

	if (!v->child[0])
		return first;
	left = centre(v->child[0], first);
	return v->child[1] ? (left + centre(v->child[1], first + v->child[0]->leaves)) / 2 : left;
}

/* The leaf pitch that keeps v's children clear of v. */
static double needed_pitch(const struct picture *p, const struct subtree *v)
{
	double pitch = 0;

	for (int side = 0; side < 2 && v->child[side]; side++)
		pitch = fmax(pitch, needed_pitch(p, v->child[side]));
	if (v->child[1]) {
		double apart = centre(v->child[1], v->child[0]->leaves) - centre(v->child[0], 0);
		double most = fmax(bundle(p, v->child[0]->capacity), bundle(p, v->child[1]->capacity));

		pitch = fmax(pitch, (half_width(p, v) + most / 2 + 3) * 2 / apart);
	}
	return pitch;
}

/* One strand (a wire or a whole direction) from a child's top to its parent: up, round the corner, into the side.
 * `offset` is its distance from the middle of the bundle, `inner` that of the innermost strand. */
static void strand(struct text *d, const struct spot *from, const struct spot *to, enum side side,
		   double offset, double inner)
{
	double x = from->x + offset, top = from->y - from->half_height;
	double towards = side == FROM_LEFT ? 1 : -1;
	double y = to->y + towards * offset;
	double end = to->x - towards * to->half_width;
	double room = fmin(fabs(end - from->x - towards * fabs(inner)), top - to->y - fabs(inner));
	double radius = fmax(0, fmin(corner, room)) + fabs(inner - offset);

	if (side == FROM_BELOW) {
		text_print(d, "M%.1f %.1fV%.1f", x, top, to->y + to->half_height);
		return;
	}
	text_print(d, "M%.1f %.1fV%.1fA%.1f %.1f 0 0 %d %.1f %.1fH%.1f", x, top, y + radius, radius, radius,
		   towards > 0, x + towards * radius, y, end);
}

static void draw_strands(struct picture *p, const char *d, bool down, double step)
{
	text_print(&p->body, "<path class=\"%s\" stroke-width=\"%.2f\" d=\"%s\"/>\n", down ? "down" : "up",
		   p->lines ? fmin(1.5, 0.62 * p->pitch) : step, d);
}

static void draw_direction(struct picture *p, const char *d, bool down, double step, const struct spot *from, const struct spot *to)
{
	if (from->outside || to->outside) {
		draw_strands(p, d, down, step);
		return;
	}
	svg_part(&p->body, "data-link=\"%u.%u to %u.%u\"", from->level, from->index, to->level, to->index);
	draw_strands(p, d, down, step);
	svg_part_end(&p->body);
}

/* A channel: the outer half of the bundle leads up, the inner half down. */
static void draw_channel(struct picture *p, unsigned capacity, const struct spot *from, const struct spot *to,
			 enum side side)
{
	unsigned strands = p->lines ? capacity : 1;
	double step = p->lines ? p->pitch : band(p, capacity);
	double outwards = side == FROM_RIGHT ? 1 : -1;
	double outermost = bundle(p, capacity) / 2 - step / 2;

	for (int direction = 0; direction < 2 && capacity > 0; direction++) {
		struct text d = {0};

		for (unsigned i = 0; i < strands; i++) {
			double offset = outermost - i * step;

			strand(&d, from, to, side, (direction ? -offset : offset) * outwards,
			       -outermost * outwards);
		}
		draw_direction(p, d.bytes, direction, step, direction ? to : from, direction ? from : to);
		text_free(&d);
	}
}

/* Of a vertex whose leftmost leaf has this number. */
static struct spot spot_of(const struct picture *p, const struct subtree *v, double x, unsigned leaf)
{
	return (struct spot){x, p->y[v->level], v->node ? half_width(p, v) : fmin(5, p->leaf_pitch / 2 - 2),
			     p->half[v->level], v->level, leaf >> (p->net->levels - v->level), false};
}

static void draw_vertex(struct picture *p, const struct subtree *v, const struct spot *at)
{
	if (v->node)
		svg_part(&p->body, "data-node=\"%u.%u\"", at->level, at->index);
	else
		svg_part(&p->body, "data-node=\"%u.%u\" data-leaf=\"%u\"", at->level, at->index, at->index);
	svg_box(&p->body, at->x - at->half_width, at->y - at->half_height, 2 * at->half_width,
		2 * at->half_height, v->node ? 3 : 2, v->node ? "node" : "leaf");
	svg_part_end(&p->body);
}

static void draw_leaf_label(struct picture *p, const struct spot *at, unsigned leaf)
{
	svg_text(&p->body, at->x, at->y + at->half_height + (p->leaf_pitch < 24 ? 11 : 14),
		 p->leaf_pitch < 24 ? "tiny" : "small", SVG_MIDDLE, "%u", leaf);
}

/* Draws v and everything below it; its leftmost leaf is number `leaf` at `first` (leaf positions). */
static struct spot draw_subtree(struct picture *p, const struct subtree *v, unsigned leaf, double first)
{
	struct spot at = spot_of(p, v, p->left + centre(v, first) * p->leaf_pitch, leaf);

	for (int side = 0; side < 2 && v->child[side]; side++) {
		struct spot child = draw_subtree(p, v->child[side], leaf, first);

		draw_channel(p, v->child[side]->capacity, &child, &at,
			     !v->child[1] ? FROM_BELOW : side ? FROM_RIGHT : FROM_LEFT);
		leaf += v->child[side]->leaves;
		first += v->child[side]->leaves;
	}
	draw_vertex(p, v, &at);
	if (!v->node)
		draw_leaf_label(p, &at, leaf);
	return at;
}

/* Draws the beginning of a channel to an omitted part, and three dots. */
static void draw_stub(struct picture *p, unsigned capacity, const struct spot *to, enum side side)
{
	double width = bundle(p, capacity), towards = side == FROM_LEFT ? -1 : 1;
	double start = to->x + towards * to->half_width, length = 9;

	for (int direction = 0; direction < 2; direction++) {
		double y = to->y + (direction ? 1 : -1) * width / 4;

		text_print(&p->body, "<path class=\"%s\" stroke-width=\"%.2f\" d=\"M%.1f %.1fh%.1f\" "
			   "opacity=\"0.45\"/>\n", direction ? "down" : "up", width / 2 - 1, start, y,
			   towards * length);
	}
	for (int i = 0; i < 3; i++)
		svg_dot(&p->body, start + towards * (length + 6 + 6 * i), to->y, 1.2, "leaf");
}

/* Draws the left or right edge of a large tree from v down: every vertex, with its other child as a stub. */
static struct spot draw_edge(struct picture *p, const struct subtree *v, double x, bool right, unsigned leaf)
{
	struct spot at = spot_of(p, v, x, leaf), child;
	bool turn = right && v->child[1];	/* equal children are one object */
	const struct subtree *next = v->child[turn];

	if (p->net->levels - v->level <= BOTTOM_LEVELS)
		return draw_subtree(p, v, leaf, (x - p->left) / p->leaf_pitch - centre(v, 0));
	if (turn)
		leaf += v->child[0]->leaves;
	child = draw_edge(p, next, x, right, leaf);
	draw_channel(p, next->capacity, &child, &at, FROM_BELOW);
	if (v->child[1])
		draw_stub(p, v->child[!right]->capacity, &at, right ? FROM_LEFT : FROM_RIGHT);
	draw_vertex(p, v, &at);
	return at;
}

/* Draws the top of a large tree: v is in the middle of the columns left .. right (x of its first and last). */
static struct spot draw_top(struct picture *p, const struct subtree *v, double left, double right,
			    bool first, bool last, unsigned leaf)
{
	struct spot at = spot_of(p, v, (left + right) / 2, leaf);
	double columns = (double)(1u << (TOP_LEVELS - v->level)), step = (right - left) / fmax(1, columns - 1);

	if (v->level == TOP_LEVELS) {
		if (first || last)
			return draw_edge(p, v, at.x, last, leaf);
		draw_vertex(p, v, &at);
		for (int i = 0; i < 3; i++)
			svg_dot(&p->body, at.x, at.y + at.half_height + 12 + 9 * i, 1.7, "leaf");
		return at;
	}
	for (int side = 0; side < 2 && v->child[side]; side++) {
		double middle = step * columns / 2;
		struct spot child = draw_top(p, v->child[side], left + side * middle,
					     right - (1 - side) * middle, first && side == 0,
					     last && (side == 1 || !v->child[1]), leaf);

		draw_channel(p, v->child[side]->capacity, &child, &at, side ? FROM_RIGHT : FROM_LEFT);
		leaf += v->child[side]->leaves;
	}
	draw_vertex(p, v, &at);
	return at;
}

static void draw_outside(struct picture *p, const struct spot *root)
{
	struct spot above = { .x = root->x, .y = header_height + 6, .outside = true };

	if (network_root(p->net)->capacity == 0)
		return;
	draw_channel(p, network_root(p->net)->capacity, root, &above, FROM_BELOW);
	svg_text(&p->body, root->x + root->half_width + 6, above.y + 10, "small", SVG_LEFT, "outside");
}

static bool is_large(const struct network *net)
{
	return net->spec->leaves > MOST_LEAVES;
}

static void choose_scale(struct picture *p)
{
	for (unsigned k = 0; k <= p->net->levels; k++) {
		unsigned capacity = level_capacity(p->net, k);

		p->widest = capacity > p->widest ? capacity : p->widest;
	}
	p->lines = p->widest <= MOST_LINES;
	p->pitch = fmin(3.6, bundle_limit / (2.0 * p->widest));
}

static void place_rows(struct picture *p)
{
	unsigned L = p->net->levels;
	double y = header_height + 26;

	if (level_capacity(p->net, 0) > 0)
		y += 24;
	for (unsigned k = 0; k <= L; k++) {
		double child = k < L ? bundle(p, level_capacity(p->net, k + 1)) : 0;
		bool edge = is_large(p->net) && k > TOP_LEVELS && k + BOTTOM_LEVELS < L;

		p->half[k] = k < L ? fmax(child / 2 + 3, 6) : 5;
		p->y[k] = y + p->half[k];
		y = p->y[k] + p->half[k] + (edge ? 9 : 16 + child / 4);
		if (is_large(p->net) && k == TOP_LEVELS)
			y += 8;
	}
	p->height = p->y[L] + p->half[L] + 34;
	if (is_large(p->net))
		p->height += 4;
}

static void draw_table(struct picture *p)
{
	double x = margin, width = table_width - 34;
	char number[48];

	svg_text(&p->body, x + 32, header_height - 6, "head", SVG_RIGHT, "level");
	svg_text(&p->body, x + 112, header_height - 6, "head", SVG_RIGHT, "vertices");
	svg_text(&p->body, x + width, header_height - 6, "head", SVG_RIGHT, "wires each way");
	svg_line(&p->body, x, header_height, x + width, header_height, "rule");
	for (unsigned k = 0; k <= p->net->levels; k++) {
		double y = p->y[k] + 4.5;
		unsigned capacity = level_capacity(p->net, k);

		svg_line(&p->body, x, p->y[k], p->width - margin, p->y[k], "guide");
		svg_box(&p->body, x - 2, p->y[k] - 9, width + 4, 18, 3, "band");
		svg_text(&p->body, x + 32, y, "cell", SVG_RIGHT, "%u", k);
		svg_text(&p->body, x + 112, y, "cell", SVG_RIGHT, "%s",
			 grouped(network_vertices(p->net, k), number));
		/* The root's channel upwards counts in the capacities, and exists only where the tree has an outside. */
		if (!capacity && p->net->spec->capacity[k])
			svg_text(&p->body, x + width, y, "cell", SVG_RIGHT, "%s if external",
				 grouped(p->net->spec->capacity[k], number));
		else
			svg_text(&p->body, x + width, y, "strong", SVG_RIGHT, "%s",
				 capacity ? grouped(capacity, number) : "\xe2\x80\x93");
	}
}

static void draw_header(struct picture *p, struct text *subtitle)
{
	const struct spec *spec = p->net->spec;
	char leaves[48], root[48];
	double x = p->width - margin;

	text_print(subtitle, "fat-tree of %s leaves", grouped(spec->leaves, leaves));
	if (spec->root_capacity)
		text_print(subtitle, ", root capacity %s", grouped(spec->root_capacity, root));
	if (spec->connections > 1)
		text_print(subtitle, ", %u connections per leaf", spec->connections);
	text_print(subtitle, ", %u payload bits, %u clocks from leaf to leaf", spec->payload_bits, p->net->latency);
	svg_text(&p->body, margin, 36, "title", SVG_LEFT, "%s", spec->name);
	svg_text(&p->body, margin, 57, "subtitle", SVG_LEFT, "%s", subtitle->bytes);
	text_print(&p->body, "<path class=\"up\" stroke-width=\"4\" d=\"M%.1f 30h20\"/>\n", x - 70);
	svg_text(&p->body, x - 44, 34, "head", SVG_LEFT, "up");
	text_print(&p->body, "<path class=\"down\" stroke-width=\"4\" d=\"M%.1f 46h20\"/>\n", x - 70);
	svg_text(&p->body, x - 44, 50, "head", SVG_LEFT, "down");
	svg_text(&p->body, x, 68, "head", SVG_RIGHT, p->lines ? "one line = one wire"
		 : "width: capacity to the power 0.4");
}

static void draw_small(struct picture *p)
{
	const struct subtree *root = network_root(p->net);
	double room = root->leaves <= 8 ? 62 : root->leaves <= 16 ? 46 : root->leaves <= 32 ? 30 : 19;
	struct spot at;

	p->leaf_pitch = fmax(room, needed_pitch(p, root));
	p->left = margin + table_width + fmax(p->leaf_pitch / 2, half_width(p, root) - p->leaf_pitch * centre(root, 0));
	p->width = fmax(p->left + (root->leaves - 0.5) * p->leaf_pitch + margin, 720);
	draw_table(p);
	at = draw_subtree(p, root, 0, 0);
	draw_outside(p, &at);
}

static void draw_large(struct picture *p)
{
	const struct subtree *root = network_root(p->net);
	unsigned below = 1u << BOTTOM_LEVELS;
	char number[48];
	struct spot at;

	p->leaf_pitch = fmax(root->leaves > 99999 ? 58 : 42, bundle(p, level_capacity(p->net, p->net->levels)) + 14);
	p->left = margin + table_width + p->leaf_pitch / 2;
	p->width = p->left + margin + fmax(860, 3.4 * below * p->leaf_pitch);
	draw_table(p);
	at = draw_top(p, root, p->left + (below - 1) / 2.0 * p->leaf_pitch,
		      p->width - margin - below / 2.0 * p->leaf_pitch, true, true, 0);
	draw_outside(p, &at);
	svg_text(&p->body, at.x, p->y[p->net->levels] + 5, "more", SVG_MIDDLE,
		 "\xc2\xb7 \xc2\xb7 \xc2\xb7   %s leaves   \xc2\xb7 \xc2\xb7 \xc2\xb7", grouped(root->leaves, number));
}

static void tree_drawing(const struct network *net, struct text *svg)
{
	struct picture p = {.net = net};
	struct text subtitle = {0};

	choose_scale(&p);
	place_rows(&p);
	if (is_large(net))
		draw_large(&p);
	else
		draw_small(&p);
	draw_header(&p, &subtitle);
	svg_page(svg, p.width, p.height, net->spec->name, subtitle.bytes, &p.body);
	text_free(&subtitle);
	text_free(&p.body);
}

/* Draws the concentrators of the nodes, up to a readable size. */
static void add_concentrators(const struct network *net, struct output *out)
{
	for (size_t i = 0; i < net->plans.count && !out->first_only; i++) {
		const struct plan *plan = net->plans.plan[i];
		struct text svg = {0};
		char *path;

		if (plan->kind == PLAN_WIRES || plan->inputs > MOST_INPUTS)
			continue;
		path = format_string("plans/%s.svg", plan->name);
		plan_drawing(plan, plan->name, &svg);
		output_add(out, path, &svg);
		free(path);
	}
}

void fat_tree_draw(const struct network *net, struct output *out)
{
	struct text svg = {0};
	char *path = format_string("%s.svg", net->spec->name);

	tree_drawing(net, &svg);
	output_add(out, path, &svg);
	add_concentrators(net, out);
	free(path);
}

/* Words that the channel above a vertex takes. */
static unsigned wires_above(const struct network *net, unsigned height, unsigned index)
{
	unsigned leaves = net->spec->leaves - (index << height), whole = 1u << height;

	return fat_tree_channel_capacity(net->spec, net->levels - height, leaves < whole ? leaves : whole);
}

bool fat_tree_way(const struct network *net, unsigned source, unsigned destination, struct word_way *way)
{
	unsigned climb = 0;

	while (source >> climb != destination >> climb)
		climb++;
	way->count = 2 * climb + 1;
	for (unsigned i = 0; i <= climb; i++) {
		way->vertex[i].level = way->vertex[2 * climb - i].level = net->levels - i;
		way->vertex[2 * climb - i].index = destination >> i;
		way->vertex[i].index = source >> i;
		way->vertex[2 * climb - i].wires = 0;
	}
	for (unsigned i = 0; i < climb; i++) {
		way->vertex[i].wires = wires_above(net, i, source >> i);
		way->vertex[2 * climb - i - 1].wires = wires_above(net, i, destination >> i);
	}
	return true;
}
