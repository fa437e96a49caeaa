/* drawing.c: draws a rotor: sources on the left, the switch that turns, bins with their leaves on the right. */
#include <stdlib.h>

#include "machines/rotor/rotor.h"
#include "util/output.h"
#include "util/svg.h"

enum { ROW = 44, LEFT = 150, RIGHT = 610, TOP = 90, BOX = 110, SHOWN_BINS = 16, RADIUS = 46 };

/* The middle of a row. */
static double row_at(unsigned k)
{
	return TOP + ROW * k;
}

static void draw_row(const struct rotor_shape *s, unsigned k, unsigned row, double middle, struct text *body)
{
	double y = row_at(row);

	svg_box(body, LEFT - BOX, y - 15, BOX, 30, 5, "node");
	if (s->banks == 1)
		svg_text(body, LEFT - BOX / 2, y + 5, "label", SVG_MIDDLE, "source %u", k);
	else
		svg_text(body, LEFT - BOX / 2, y + 5, "label", SVG_MIDDLE, "sources %u, %u", k, k + s->bins);
	svg_line(body, LEFT, y, (LEFT + RIGHT) / 2.0 - RADIUS, middle, "wire");
	svg_line(body, (LEFT + RIGHT) / 2.0 + RADIUS, middle, RIGHT, y, "wire");
	svg_box(body, RIGHT, y - 15, BOX, 30, 5, "node");
	svg_text(body, RIGHT + BOX / 2, y + 5, "label", SVG_MIDDLE, s->banks == 1 ? "bin %u" : "bin %u: 2 banks", k);
	svg_text(body, RIGHT + BOX + 10, y + 5, "label", SVG_LEFT, "leaves %u, %u ..", k, k + s->bins);
}

void rotor_draw(const struct network *net, struct output *out)
{
	struct rotor_shape s = rotor_shape(net->spec);
	unsigned shown = s.bins < SHOWN_BINS ? s.bins : SHOWN_BINS;
	double middle = (row_at(0) + row_at(shown - 1)) / 2, centre = (LEFT + RIGHT) / 2.0;
	struct text body = {0}, svg = {0};
	char *path = format_string("%s.svg", net->spec->name), *title = format_string("Rotor of %u leaves", s.leaves);

	svg_text(&body, LEFT - BOX, 36, "title", SVG_LEFT, "%s", title);
	svg_text(&body, LEFT - BOX, 58, "subtitle", SVG_LEFT, "%u bins of %u places; leaf {place, %s} sends by source %s ^ place",
		 s.bins, s.places * s.banks, s.banks == 1 ? "bin" : "bus, bin", s.banks == 1 ? "bin" : "{bus, bin}");
	for (unsigned row = 0; row < shown; row++)
		draw_row(&s, row, row, middle, &body);
	svg_box(&body, centre - RADIUS, middle - RADIUS, 2 * RADIUS, 2 * RADIUS, RADIUS, "node");
	svg_text(&body, centre, middle - 2, "label", SVG_MIDDLE, s.banks == 1 ? "turn t:" : "both, turn t:");
	svg_text(&body, centre, middle + 16, "label", SVG_MIDDLE, "s to s - t");
	if (shown < s.bins)
		svg_text(&body, centre, row_at(shown), "subtitle", SVG_MIDDLE, "and %u more of each", s.bins - shown);
	svg_page(&svg, RIGHT + BOX + 170, row_at(shown) + 24, title, "Sources, the switch that turns, and bins.", &body);
	output_add(out, path, &svg);
	text_free(&body);
	free(title);
	free(path);
}
