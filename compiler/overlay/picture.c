/* picture.c: the page with the drawing of a compiled circuit: what it is, a legend, meshes and tree, delivery cycles. */
#include "overlay/picture.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "util/message.h"
#include "util/number.h"
#include "util/svg.h"

static const double page_margin = 30, header_height = 118, footer_height = 24, mesh_margin = 24, wanted = 1440, least_cell = 13,
	most_cell = 44, least_width = 900;

static const char styles[] =
	"<style>\n"
	".net path, .net circle { fill: none; stroke-width: 1.5; stroke-linecap: round; stroke-linejoin: round }\n"
	".net:hover path, .net:hover circle { stroke-width: 4 }\n"
	".gate { fill: #d7e5f5; stroke: #2f5f93; stroke-width: 1.1 }\n"
	".latch { fill: #ffe0b8; stroke: #b8620b; stroke-width: 1.1 }\n"
	".edge { fill: #b8620b }\n"
	".gate.late, .latch.late { stroke: #d7263d; stroke-width: 2 }\n"
	".critical { fill: none; stroke: #ffd33d; stroke-width: 6.5; stroke-linejoin: round; stroke-linecap: round }\n"
	".port { font-size: 9px }\n"
	".unused { fill: none; stroke: #e3e8ee }\n"
	".used { fill: none; stroke: #33455c }\n"
	"path.late { fill: none; stroke: #d7263d }\n"
	".branch { stroke: #edf0f5; stroke-width: 26; stroke-linecap: round }\n"
	"</style>\n";

/* ---- The legend ---- */

static void draw_scale(struct picture *p, double x, double y)
{
	enum { BARS = 40, BAR = 4 };

	for (unsigned i = 0; i < BARS; i++)
		text_print(&p->body, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%d.4\" height=\"8\" fill=\"%s\"/>\n", x + i * BAR, y, BAR,
			   picture_colour_at((double)i / (BARS - 1)).hex);
	svg_text(&p->body, x - 6, y + 8, "head", SVG_RIGHT, "wire, steady at clock 0");
	svg_text(&p->body, x + BARS * BAR + 6, y + 8, "head", SVG_LEFT, "%u: the last clock of a step", picture_last_clock(p));
}

static void draw_legend(struct picture *p, double y)
{
	svg_box(&p->body, 0, y - 9, 11, 11, 2, "gate");
	svg_text(&p->body, 17, y, "head", SVG_LEFT, "gate");
	svg_box(&p->body, 60, y - 9, 11, 11, 2, "latch");
	text_print(&p->body, "<path class=\"edge\" d=\"M63.5 %.1fl2 -3.5l2 3.5z\"/>\n", y + 2);
	svg_text(&p->body, 77, y, "head", SVG_LEFT, "gate with flip-flop");
	text_print(&p->body, "<path class=\"critical\" d=\"M196 %.1fh22\"/>\n<g class=\"net\"><path d=\"M196 %.1fh22\" stroke=\"#d7263d\"/></g>\n", y - 4,
		   y - 4);
	svg_text(&p->body, 228, y, "head", SVG_LEFT, "critical way, with clocks");
	draw_scale(p, 520, y - 9);
	if (p->o->levels == 0)
		return;
	text_print(&p->body, "<path class=\"used\" stroke-width=\"1.8\" d=\"M0 %.1fh20\"/>\n<path class=\"unused\" stroke-width=\"1.8\" "
		   "d=\"M166 %.1fh20\"/>\n", y + 15, y + 15);
	svg_text(&p->body, 26, y + 19, "head", SVG_LEFT, "wire of the tree in use");
	svg_text(&p->body, 192, y + 19, "head", SVG_LEFT, "not in use");
	text_print(&p->body, "<g class=\"net\"><circle cx=\"264\" cy=\"%.1f\" r=\"2.2\" stroke=\"#33455c\" style=\"fill: #33455c\"/>"
		   "<circle cx=\"414\" cy=\"%.1f\" r=\"2.2\" stroke=\"#33455c\"/></g>\n", y + 15, y + 15);
	svg_text(&p->body, 272, y + 19, "head", SVG_LEFT, "message to the tree");
	svg_text(&p->body, 422, y + 19, "head", SVG_LEFT, "message from the tree");
}

/* ---- The page ---- */

static double cell_of(const struct overlay *o)
{
	unsigned columns = 1u << ((o->levels + 1) / 2);

	return fmin(most_cell, fmax(least_cell, floor(wanted / (columns * o->side))));
}

static char *description_of(const struct compile_report *r)
{
	const struct messages *m = &r->c->messages;
	size_t latches = 0;

	for (size_t i = 0; i < r->c->logic.cell_count; i++)
		latches += r->c->logic.cell[i].latch;
	char *messages = m->count > 0 ? format_string("; %zu messages in %u delivery cycle%s", m->count, m->cycles, m->cycles > 1 ? "s" : "") :
			 copy_string("");
	char *text = format_string("%zu gates, %zu of them with a flip-flop, in %u of %u mesh%s of %u x %u elements%s; a step of %u clocks: %.0f steps "
				   "a second at %g MHz", r->c->logic.cell_count, latches, r->c->partition.meshes, r->o->meshes,
				   r->o->meshes == 1 ? "" : "es", r->o->side, r->o->side, messages, r->c->timing.step,
				   r->mhz * 1e6 / r->c->timing.step, r->mhz);

	free(messages);
	return text;
}

static void write_page(struct picture *p, double height, struct text *svg)
{
	char *title = format_string("%s on %s", p->r->c->netlist.name, p->r->device), *description = description_of(p->r);
	double width = fmax(p->layout.width + 2 * page_margin, least_width);
	struct text all = { 0 };

	text_add(&all, styles);
	text_print(&all, "<style>.clock { font-size: %.1fpx; font-weight: bold }</style>\n", 0.24 * p->layout.cell);
	svg_text(&all, page_margin, 38, "title", SVG_LEFT, "%s", title);
	svg_text(&all, page_margin, 60, "subtitle", SVG_LEFT, "%s", description);
	text_print(&all, "<g transform=\"translate(%.1f %.1f)\">\n%s</g>\n", page_margin, header_height, p->body.bytes);
	svg_page(svg, width, header_height + height + footer_height, title, description, &all);
	text_free(&all);
	free(title);
	free(description);
}

void compile_picture(const struct compile_report *r, struct text *svg)
{
	struct picture p = { .r = r, .o = r->o, .image = &r->c->image };
	char *why = NULL;

	if (!image_decode(&p.decoded, p.o, p.image, &why)) {
		free(why);	/* the compiler has checked its image */
		return;
	}
	p.layout = layout_make(p.o, cell_of(p.o), mesh_margin, picture_west(r));
	picture_trace(&p);
	draw_legend(&p, -36);
	picture_channels(&p);
	picture_meshes(&p);
	double cycles = picture_cycles(&p, p.layout.height + 20, fmax(p.layout.width, least_width - 2 * page_margin));

	write_page(&p, p.layout.height + (cycles > 0 ? cycles + 20 : 0), svg);
	picture_trace_free(&p);
	decoded_free(&p.decoded);
	layout_free(&p.layout);
	text_free(&p.body);
}
