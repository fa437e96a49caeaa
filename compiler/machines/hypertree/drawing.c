/* drawing.c: draws a hypertree or a ring tree.
 *
 * The root is on top. A link between neighbours of a level is a line from one to the other. Every other link of a level
 * runs below it, on the first track that is free between its ends. */
#include "machines/hypertree/drawing.h"

#include <math.h>
#include <stdlib.h>

#include "network/network.h"
#include "util/svg.h"

enum { MOST_TRACKS = 64 };		/* half the nodes of the lowest level */

static const double margin = 28, label_width = 120, header_height = 92, radius = 10, track_pitch = 5, row_gap = 34;

struct picture {
	const struct hypertree *h;
	struct text body;
	double pitch;			/* of the lowest level's places */
	double y[MOST_HYPERTREE_LEVELS + 1];
};

static double x_of(const struct picture *p, unsigned node)
{
	unsigned m = hypertree_level(node), below = 1u << (p->h->levels - m);

	return margin + label_width + (node - (1u << m) + 0.5) * below * p->pitch;
}

/* The other end of a link of the level, if it is the higher one; 0: none, or drawn from there. */
static unsigned higher_end(const struct hypertree *h, unsigned node, enum hypertree_port port)
{
	unsigned other = hypertree_neighbour(h, node, port);

	return other > node ? other : 0;
}

/* The first track that is free from `node` to `end`, which takes it. taken[t] is the highest node on track t. */
static unsigned take_track(unsigned taken[MOST_TRACKS], unsigned node, unsigned end)
{
	unsigned t = 0;

	while (taken[t] >= node)
		t++;
	taken[t] = end;
	return t;
}

/* Places the rows: a level needs the room of its tracks. Returns the y of the lower edge. */
static double place_rows(struct picture *p)
{
	double y = header_height + radius;

	for (unsigned m = 0; m <= p->h->levels; m++) {
		unsigned taken[MOST_TRACKS] = {0}, tracks = 0;

		p->y[m] = y;
		for (unsigned x = 1u << m; x < 2u << m && x <= p->h->nodes; x++)
			for (enum hypertree_port port = PORT_CROSS_0; port <= PORT_CROSS_1; port++) {
				unsigned end = higher_end(p->h, x, port);

				if (end > x + 1)
					tracks = fmax(tracks, take_track(taken, x, end) + 1);
			}
		y += 2 * radius + row_gap + tracks * track_pitch;
	}
	return y;
}

/* The first link bit of a level in one colour, the second in the other; a ring has one colour. */
static const char *link_class(const struct hypertree *h, unsigned node, enum hypertree_port port)
{
	if (hypertree_is_dead(h, node, port))
		return "dead";
	return h->kind == HYPERTREE_2 && port == PORT_CROSS_1 ? "down" : "up";
}

static void name_link(struct picture *p, unsigned from, unsigned to)
{
	svg_part(&p->body, "data-link=\"%u.%u to %u.%u\"", hypertree_level(from), from, hypertree_level(to), to);
}

static void draw_link(struct picture *p, unsigned node, enum hypertree_port port, unsigned taken[MOST_TRACKS])
{
	unsigned end = higher_end(p->h, node, port);
	const char *class = link_class(p->h, node, port);
	double y = p->y[hypertree_level(node)], apart = port == PORT_CROSS_0 ? -2.5 : 2.5;

	if (!end)
		return;
	name_link(p, node, end);
	if (end == node + 1) {
		svg_line(&p->body, x_of(p, node) + radius, y, x_of(p, end) - radius, y, class);
		svg_part_end(&p->body);
		return;
	}
	double track = y + radius + 7 + take_track(taken, node, end) * track_pitch;

	text_print(&p->body, "<path class=\"%s\" style=\"fill:none\" d=\"M%.1f %.1fV%.1fH%.1fV%.1f\"/>\n", class,
		   x_of(p, node) + apart, y + radius - 1, track, x_of(p, end) + apart, y + radius - 1);
	svg_part_end(&p->body);
}

static void draw_links(struct picture *p)
{
	for (unsigned x = 2; x <= p->h->nodes; x++) {
		name_link(p, x / 2, x);
		svg_line(&p->body, x_of(p, x / 2), p->y[hypertree_level(x / 2)], x_of(p, x), p->y[hypertree_level(x)],
			 hypertree_is_dead(p->h, x, PORT_UP) ? "dead" : "idle");
		svg_part_end(&p->body);
	}
	for (unsigned m = 1; m <= p->h->levels; m++) {
		unsigned taken[MOST_TRACKS] = {0};

		for (unsigned x = 1u << m; x < 2u << m && x <= p->h->nodes; x++) {
			draw_link(p, x, PORT_CROSS_0, taken);
			draw_link(p, x, PORT_CROSS_1, taken);
		}
	}
}

static void draw_nodes(struct picture *p)
{
	for (unsigned x = 1; x <= p->h->nodes; x++) {
		double y = p->y[hypertree_level(x)];

		svg_part(&p->body, "data-node=\"%u.%u\" data-leaf=\"%u\"", hypertree_level(x), x, x - 1);
		svg_dot(&p->body, x_of(p, x), y, radius, p->h->dead_node[x] ? "dead" : "node");
		svg_part_end(&p->body);
		svg_text(&p->body, x_of(p, x), y + 3.5, x < 100 ? "small" : "tiny", SVG_MIDDLE, "%u", x);
	}
}

static void draw_labels(struct picture *p)
{
	for (unsigned m = 0; m <= p->h->levels; m++) {
		const unsigned *bit = p->h->link_bit[m];
		char *bits = bit[1] ? format_string(", bits %u, %u", bit[0], bit[1])
			     : bit[0] ? format_string(", bit %u", bit[0]) : copy_string("");

		svg_text(&p->body, margin, p->y[m] + 4, "head", SVG_LEFT, "level %u%s", m, bits);
		free(bits);
	}
}

static const char *subtitle(const struct hypertree *h)
{
	if (h->kind == HYPERTREE_1)
		return "Links across flip one bit of the node's number. The leading 1 is bit 0.";
	if (h->kind == HYPERTREE_2)
		return "Links across flip one bit of the node's number. The leading 1 is bit 0. Orange: the second of"
		       " two bits.";
	return "Every node is a processor.";
}

void hypertree_drawing(const struct hypertree *h, const char *title, struct text *svg)
{
	struct picture p = { .h = h, .pitch = h->levels <= 4 ? 44 : 27 };
	double height = place_rows(&p), width = fmax(2 * margin + label_width + (1u << h->levels) * p.pitch, 700);

	svg_text(&p.body, margin, 36, "title", SVG_LEFT, "%s", title);
	svg_text(&p.body, margin, 57, "subtitle", SVG_LEFT, "%s%s", subtitle(h), h->any_dead ? " Dashed: dead." : "");
	draw_links(&p);
	draw_nodes(&p);
	draw_labels(&p);
	svg_page(svg, width, height, title, "A binary tree with the links between nodes of a level.", &p.body);
	text_free(&p.body);
}

void hypertree_add_drawing(const struct spec *spec, const struct hypertree *h, struct output *out)
{
	char *title = format_string("%s: %s of %u nodes", spec->name, spec->kind->word, h->nodes);
	char *path = format_string("%s.svg", spec->name);
	struct text svg = {0};

	hypertree_drawing(h, title, &svg);
	output_add(out, path, &svg);
	free(path);
	free(title);
}

void hypertree_draw(const struct network *net, struct output *out)
{
	struct hypertree *h = hypertree_of(net->spec);

	hypertree_add_drawing(net->spec, h, out);
	hypertree_free(h);
}
