/* heat_map.c: see heat_map.h. */
#include "simulate/heat_map.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "network/machine.h"
#include "simulate/run_ways.h"
#include "simulate/table_head.h"
#include "trails.h"
#include "util/message.h"
#include "util/output.h"
#include "util/svg.h"

enum { LEGEND_HEIGHT = 48, SHADES = 10, SHADE_WIDTH = 22 };

static const double ASIDE = 1.6;

void run_drawing_add(const struct network *net, struct text *svg)
{
	struct output drawings = { .first_only = true };
	char *wanted = format_string("%s.svg", net->spec->name);

	if (net->spec->machine->report.draw)
		net->spec->machine->report.draw(net, &drawings);
	for (size_t i = 0; i < drawings.count; i++)
		if (strcmp(drawings.files[i].path, wanted) == 0)
			text_add_bytes(svg, drawings.files[i].content.bytes, drawings.files[i].content.length);
	output_free(&drawings);
	free(wanted);
}

bool heat_map_check(const struct simulation *s)
{
	const char *file = s->options.heat_map;
	struct text svg = { 0 };
	unsigned shown = 0;

	if (!file)
		return true;
	if (!text_ends_with(file, ".svg") && !text_ends_with(file, ".pdf") && !text_ends_with(file, ".tex"))
		return error("--heat-map is %s: expected a name that ends with .svg, .pdf or .tex", shell_word(file))
		       || suggest("--heat-map heat-map.svg");
	text_add(&svg, "");
	run_drawing_add(s->network, &svg);
	for (const char *at = svg.bytes; (at = strstr(at, " data-leaf=\"")); at++)
		shown++;
	text_free(&svg);
	return shown == run_ends(s)
	       || error("--heat-map: the drawing of this network does not show every %s", s->network->spec->machine->end)
	       || suggest("--channels FILE, or --html FILE, which shows rows of links");
}

/* What a link carries of what it can, 0 to 1; a line for both ways: of both. */
static double use_of(const struct trails *t, const uint64_t *carried, const char *name, const char *drawing)
{
	unsigned from[2], to[2];
	double words = 0, room = 0;
	char *back;

	if (sscanf(name, "%u.%u to %u.%u", &from[0], &from[1], &to[0], &to[1]) != 4)
		return 0;
	back = format_string(" data-link=\"%u.%u to %u.%u\"", to[0], to[1], from[0], from[1]);
	uint64_t a = trail_vertex(from[0], from[1]), b = trail_vertex(to[0], to[1]);
	bool both = !strstr(drawing, back);

	free(back);
	for (size_t i = 0; i < t->links; i++)
		if ((t->link[i].from == a && t->link[i].to == b) || (both && t->link[i].from == b && t->link[i].to == a)) {
			words += (double)carried[i];
			/* A way that no word has entered has as many wires. */
			room = (double)t->link[i].wires * (double)t->steps * (both ? 2 : 1);
		}
	return room > 0 ? words / room : 0;
}

/* The middle of a vertex. */
static bool place_of(const char *drawing, uint64_t vertex, double *x, double *y)
{
	char *name = format_string(" data-node=\"%" PRIu64 ".%" PRIu64 "\"", vertex >> 32, vertex & UINT32_MAX);
	const char *at = strstr(drawing, name), *shape = at ? strchr(at, '<') : NULL;
	double width = 0, height = 0;
	bool known = shape && (sscanf(shape, "<rect x=\"%lf\" y=\"%lf\" width=\"%lf\" height=\"%lf\"", x, y, &width, &height) == 4
			       || sscanf(shape, "<circle cx=\"%lf\" cy=\"%lf\"", x, y) == 2);

	free(name);
	*x += width / 2;
	*y += height / 2;
	return known;
}

/* As compiler/page/colours.js. */
static void add_colour(double share, struct text *out)
{
	static const int ends[3][3] = { { 225, 232, 240 }, { 59, 130, 196 }, { 20, 40, 90 } };
	int k = share < 0.5 ? 0 : 1;
	double f = 2 * (share < 1 ? share : 1) - k;

	text_add(out, "#");
	for (int c = 0; c < 3; c++)
		text_print(out, "%02x", (unsigned)(ends[k][c] + (ends[k + 1][c] - ends[k][c]) * f + 0.5));
}

/* Replaces the class of the line that follows by its colour; a dead link stays as it is drawn. */
static const char *add_line(const char *name, const char *at, double use, struct text *out)
{
	const char *class = strstr(name, " class=\"");

	if (!class || strncmp(class + strlen(" class=\""), "dead\"", strlen("dead\"")) == 0)
		return at;
	text_add_bytes(out, at, (size_t)(class - at));
	text_add(out, " fill=\"none\" stroke=\"");
	add_colour(use, out);
	text_add(out, "\"");
	return strchr(class + strlen(" class=\""), '"') + 1;
}

/* Lines for links that have none of their own in the drawing: each on its right. */
static void add_links(const struct simulation *s, const char *drawing, const uint64_t *carried, struct text *out)
{
	const struct trails *t = s->trails;
	double x[2], y[2];

	for (size_t i = 0; i < t->links; i++) {
		const struct trail_link *l = &t->link[i];

		if (!place_of(drawing, l->from, &x[0], &y[0]) || !place_of(drawing, l->to, &x[1], &y[1]))
			continue;
		double length = hypot(x[1] - x[0], y[1] - y[0]) + 1e-6, aside_x = ASIDE * (y[0] - y[1]) / length, aside_y = ASIDE * (x[1] - x[0]) / length;

		text_add(out, "<path fill=\"none\" stroke-width=\"2.2\" stroke=\"");
		add_colour((double)carried[i] / ((double)l->wires * (double)t->steps), out);
		text_print(out, "\" d=\"M%.1f %.1fL%.1f %.1f\"/>\n", x[0] + aside_x, y[0] + aside_y, x[1] + aside_x, y[1] + aside_y);
	}
}

static void add_legend(const struct simulation *s, double width, double top, struct text *out)
{
	double x = width - 70 - SHADES * SHADE_WIDTH;
	struct text traffic = { 0 };

	result_title(s, &traffic);
	svg_text(out, x - 10, top + 17, "head", SVG_RIGHT, "use of links in %zu slots: 0 %%", s->trails->steps);
	svg_text(out, width - 30, top + 36, "head", SVG_RIGHT, "%s", traffic.bytes);
	text_free(&traffic);
	for (unsigned i = 0; i < SHADES; i++) {
		text_print(out, "<path fill=\"none\" stroke-width=\"12\" stroke=\"");
		add_colour((i + 0.5) / SHADES, out);
		text_print(out, "\" d=\"M%.1f %.1fh%d\"/>\n", x + i * SHADE_WIDTH, top + 13, SHADE_WIDTH);
	}
	svg_text(out, x + SHADES * SHADE_WIDTH + 6, top + 17, "head", SVG_LEFT, "100 %%");
}

/* Leaves out what the drawing says of its own colours. */
static void strip_keys(struct text *drawing)
{
	static const char *const keys[] = { "<path class=\"up\" stroke-width=\"4\"", "<path class=\"down\" stroke-width=\"4\"" };

	for (unsigned k = 0; k < sizeof keys / sizeof *keys; k++) {
		char *key = strstr(drawing->bytes, keys[k]);

		if (!key)
			continue;
		const char *rest = text_next_line(text_next_line(key));	/* the line, and its name */

		memmove(key, rest, strlen(rest) + 1);
	}
	drawing->length = strlen(drawing->bytes);
}

/* The drawing with lines of these colours, and room for the legend. */
static void colour(const struct simulation *s, const char *drawing, const uint64_t *carried, struct text *svg)
{
	const char *at = strstr(drawing, "<title>"), *name, *end = strstr(drawing, "</svg>");
	unsigned width, height;

	if (sscanf(drawing, "<svg xmlns=\"%*[^\"]\" width=\"%u\" height=\"%u\"", &width, &height) != 2)
		abort();
	text_print(svg, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"%u\" viewBox=\"0 0 %u %u\" role=\"img\">\n",
		   width, height + LEGEND_HEIGHT, width, height + LEGEND_HEIGHT);
	const char *page = strstr(at, "<rect");

	text_add_bytes(svg, at, (size_t)(page - at));
	svg_box(svg, 0.5, 0.5, width - 1, height + LEGEND_HEIGHT - 1, 6, "page");
	at = strchr(page, '\n') + 1;
	if (!strstr(drawing, " data-link=\"")) {
		const char *first = strstr(at, "<g data-node=\"");

		text_add_bytes(svg, at, (size_t)(first - at));
		at = first;
		add_links(s, drawing, carried, svg);
	}
	while ((name = strstr(at, " data-link=\""))) {
		const char *value = name + strlen(" data-link=\"");

		text_add_bytes(svg, at, (size_t)(value - at));
		at = add_line(value, value, use_of(s->trails, carried, value, drawing), svg);
	}
	text_add_bytes(svg, at, (size_t)(end - at));
	add_legend(s, width, height, svg);
	text_add(svg, "</svg>\n");
}

bool heat_map_print(const struct simulation *s, struct text *svg)
{
	const struct trails *t = s->trails;
	struct text drawing = { 0 };

	if (!trails_complete(s, "--heat-map"))
		return false;
	uint64_t *carried = allocate_array(t->links + 1, sizeof *carried);

	for (size_t i = 0; i < t->hops; i++)
		carried[t->hop[i].link]++;
	run_drawing_add(s->network, &drawing);
	strip_keys(&drawing);
	colour(s, drawing.bytes, carried, svg);
	text_free(&drawing);
	free(carried);
	return true;
}
