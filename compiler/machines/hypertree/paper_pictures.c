/* paper_pictures.c: draws Figures 2, 3, 5 and 6 of Goodman and Séquin from what has been counted. */
#include "machines/hypertree/paper.h"

#include <stdlib.h>

#include "util/plot.h"
#include "util/process.h"
#include "util/svg.h"

static const double margin = 28, column = 34, row_height = 30, header_height = 104, label_width = 60;

static double x_of(unsigned bit)
{
	return margin + label_width + (bit - 0.5) * column;
}

static double y_of(unsigned level)
{
	return header_height + (level - 0.5) * row_height;
}

/* The links of Hypertree I lie on rays: on ray r are the levels with r - 1 zeros at the end. */
static void draw_rays(struct text *body)
{
	for (unsigned first = 1; first <= FIGURE_LEVELS; first *= 2) {
		unsigned steps = (FIGURE_LEVELS - first) / (2 * first);

		svg_line(body, x_of(1), y_of(first), x_of(1 + steps), y_of(first + 2 * first * steps), "idle");
	}
}

/* The links of Hypertree II are pairs. */
static void draw_pairs(struct text *body)
{
	for (unsigned m = 1; m < FIGURE_LEVELS; m++)
		for (unsigned b = 1; b <= m; b++)
			/* One pair begins on each level: its second link is that of the next level. */
			if (is_link_bit(HYPERTREE_2, m, b) && is_link_bit(HYPERTREE_2, m + 1, b + 1))
				svg_line(body, x_of(b), y_of(m), x_of(b + 1), y_of(m + 1), "idle");
}

static void draw_choice(const struct counted *c, enum hypertree_kind kind, struct output *out)
{
	const char *which = kind == HYPERTREE_1 ? "I" : "II";
	struct text body = {0}, svg = {0};
	char *title = format_string("Links of Hypertree %s", which);
	char *path = format_string("figure-%u.svg", kind == HYPERTREE_1 ? 2 : 3);
	double width = x_of(FIGURE_LEVELS) + column / 2 + margin;

	svg_text(&body, margin, 36, "title", SVG_LEFT, "%s", title);
	svg_text(&body, margin, 57, "subtitle", SVG_LEFT, "Distances between nodes of a level whose numbers differ in one "
		 "bit, by links above;");
	svg_text(&body, margin, 74, "subtitle", SVG_LEFT, "circles: the level gets links of this bit.");
	svg_text(&body, margin, header_height - 4, "head", SVG_LEFT, "level");
	svg_text(&body, x_of(1) - 12, header_height - 4, "head", SVG_RIGHT, "bit");
	(kind == HYPERTREE_1 ? draw_rays : draw_pairs)(&body);
	for (unsigned m = 1; m <= FIGURE_LEVELS; m++) {
		svg_text(&body, x_of(m), header_height - 4, "head", SVG_MIDDLE, "%u", m);
		svg_text(&body, margin + 26, y_of(m) + 4, "head", SVG_RIGHT, "%u", m);
		for (unsigned b = 1; b <= m; b++) {
			bool link = is_link_bit(kind, m, b);

			if (link)
				svg_dot(&body, x_of(b), y_of(m), 12.5, "node");
			svg_text(&body, x_of(b), y_of(m) + 4.5, link ? "strong" : "cell", SVG_MIDDLE, "%u",
				 c->before[kind][m][b]);
		}
	}
	svg_page(&svg, width, y_of(FIGURE_LEVELS) + row_height / 2 + margin / 2, title,
		 "A triangle of distances by level and bit; those that get links are circled.", &body);
	output_add(out, path, &svg);
	text_free(&body);
	free(path);
	free(title);
}

/* Figures 5 and 6: a line for each n, a column for each network. */
static void write_csv(const struct counted *c, unsigned figure, struct text *csv)
{
	text_add(csv, "n");
	for (enum rival r = 0; r < RIVAL_IN_FIGURES; r++)
		text_print(csv, ",%s", rival_names[r]);
	text_add(csv, "\n");
	for (unsigned n = 1; n <= MOST_RIVAL_LEVELS; n++) {
		text_print(csv, "%u", n);
		for (enum rival r = 0; r < RIVAL_IN_FIGURES; r++) {
			const struct rival_count *count = &c->rival[r][n];

			if (figure == 5)
				text_print(csv, ",%.6f", counted_mean(count, true));
			else
				text_print(csv, ",%llu", count->traffic.busiest * count->ports);
		}
		text_add(csv, "\n");
	}
}

static void write_script(unsigned figure, struct text *script)
{
	static const char *const colours[] = { "7a8594", "1f9d55", "e07b1a", "7d4fa3", "d1495b", "1b6ca8" };

	text_print(script,
		   "set datafile separator ','\nset key top left Left reverse samplen 2 spacing 1.2\n"
		   "set grid lc rgb '#dddddd'\nset border 3\nset tics nomirror out\nset xrange [0.5:%u.5]\nset xtics 1\n"
		   "set xlabel 'n = lg N, N leaves'\n", MOST_RIVAL_LEVELS);
	if (figure == 5)
		text_add(script, "set title 'Mean distance between leaves, times ports'\nset yrange [0:*]\n"
				 "set ylabel 'links x ports'\n");
	else
		text_add(script, "set title 'Messages over the busiest link, every leaf to every leaf, times ports'\n"
				 "set logscale y\nset format y '10^{%T}'\nset ylabel 'messages x ports'\n");
	text_add(script, "plot ");
	for (enum rival r = 0; r < RIVAL_IN_FIGURES; r++)
		text_print(script, "%s'figure-%u.csv' skip 1 using 1:%u with linespoints lw %u pt %u ps 0.6 lc rgb '#%s'"
			   " title '%s'", r ? ", \\\n     " : "", figure, r + 2, r >= RIVAL_HYPERTREE_1 ? 3 : 2,
			   5 + 2 * r, colours[r], rival_names[r]);
	text_add(script, "\n");
}

static bool draw_curves(const struct counted *c, unsigned figure, const char *gnuplot, struct output *out)
{
	struct text csv = {0}, script = {0};
	char *name = format_string("figure-%u", figure), *data = format_string("%s.csv", name);
	char *script_path = format_string("%s.gp", name);

	write_csv(c, figure, &csv);
	write_script(figure, &script);
	bool good = plot_add(gnuplot, data, &csv, &script, name, 860, 520, out);
	output_add(out, data, &csv);
	output_add(out, script_path, &script);
	free(script_path);
	free(data);
	free(name);
	return good;
}

bool paper_pictures(const struct counted *c, struct output *out)
{
	char *gnuplot = require_tool("gnuplot");
	bool good = gnuplot && draw_curves(c, 5, gnuplot, out) && draw_curves(c, 6, gnuplot, out);

	draw_choice(c, HYPERTREE_1, out);
	draw_choice(c, HYPERTREE_2, out);
	free(gnuplot);
	return good;
}
