/* curve_picture.c: latency over throughput, both in the time of each network's own clock. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fpga/board.h"
#include "network/machine.h"
#include "points/curves.h"
#include "util/plot.h"
#include "util/text.h"

enum { WIDTH = 1000, HEIGHT = 520, MOST_COLOURS = 8 };

/* Of axes whose greatest value is more than so many times the least one, a logarithmic one shows more. */
static const double wide = 5;
static const char *const colours[MOST_COLOURS] = {
	"#1b6ca8", "#d1495b", "#66a182", "#e07b1a", "#7d4fa3", "#008b8b", "#8c6d31", "#555555",
};

/* What is drawn: the least and the greatest latency, throughput and saturation throughput. */
struct frame {
	double ns[2], bits[2], walls[2];
};

static void stretch(double range[2], double value)
{
	range[0] = fmin(range[0], value);
	range[1] = fmax(range[1], value);
}

/* Has the load a latency that lasts, known or, with `converged` false, not known well enough? */
static bool is_shown(const struct trials *l, bool converged)
{
	return !l->saturated && !l->undecided && l->messages > 0 && l->converged == converged;
}

static struct frame find_frame(const struct points *p, const struct curves_request *r, const struct curve *curve)
{
	struct frame f = { { INFINITY, 0 }, { INFINITY, 0 }, { INFINITY, 0 } };

	for (size_t i = 0; i < p->count * r->patterns; i++) {
		const struct point *point = &p->point[i / r->patterns];

		for (size_t k = 0; k < curve[i].count; k++)
			if (is_shown(&curve[i].at[k], true)) {
				stretch(f.ns, curve_ns(point, curve[i].at[k].latency.mean));
				stretch(f.ns, curve_ns(point, curve[i].at[k].latency.mean + curve[i].at[k].latency.half));
				stretch(f.bits, curve_bits_per_ns(point, curve[i].at[k].accepted.mean));
			}
		if (curve[i].done)
			stretch(f.walls, curve_bits_per_ns(point, curve[i].saturation.mean));
	}
	return f;
}

/* Ticks at 1, 2 and 5 times powers of ten. */
static void print_ticks(const char *axis, struct text *out)
{
	text_print(out, "set %stics (", axis);
	for (int power = -4; power < 8; power++)
		text_print(out, "%s%g,%g,%g", power > -4 ? "," : "", pow(10, power), 2 * pow(10, power), 5 * pow(10, power));
	text_add(out, ")\n");
}

static void print_axes(const struct frame *f, struct text *out)
{
	if (!(f->bits[1] > 0))
		return;
	if (f->walls[1] > wide * f->walls[0]) {
		text_print(out, "set logscale x\nset xrange [%.6g:%.6g]\n", 0.8 * f->bits[0], 1.2 * f->walls[1]);
		print_ticks("x", out);
	} else {
		text_print(out, "set xrange [0:%.6g]\n", 1.05 * f->walls[1]);
	}
	text_print(out, "set logscale y\nset yrange [%.6g:%.6g]\n", 0.8 * f->ns[0], 1.1 * f->ns[1]);
	print_ticks("y", out);
}

/* Such loads of a curve, by throughput: bits per ns, its half interval, ns, its half, p99 in ns. False: there are none. */
static bool print_block(const struct point *point, const struct curve *c, bool converged, const char *block, struct text *out)
{
	bool any = false;

	text_print(out, "%s << EOD\n", block);
	for (size_t i = 0; i < c->count; i++) {
		const struct trials *l = &c->at[i];

		if (!is_shown(l, converged))
			continue;
		any = true;
		text_print(out, "%.6g %.6g %.6g %.6g %.6g\n", curve_bits_per_ns(point, l->accepted.mean),
			   curve_bits_per_ns(point, l->accepted.half), curve_ns(point, l->latency.mean),
			   curve_ns(point, l->latency.half), curve_ns(point, (double)l->p99));
	}
	text_add(out, "EOD\n");
	return any;
}

/* The saturation throughput, as a line up to the top. */
static void print_wall(const struct point *point, const struct curve *c, size_t number, struct text *out)
{
	double at = curve_bits_per_ns(point, c->saturation.mean);

	if (c->done && c->saturates)
		text_print(out, "set arrow from %.6g,graph 0 to %.6g,graph 1 nohead lw 1 dt 3 lc rgb '%s'\n", at, at,
			   colours[number % MOST_COLOURS]);
}

/* A curve's data and, for `plot`, how it is drawn. */
static void print_curve(const struct point *point, const struct curve *c, size_t number, size_t pattern, struct text *out,
			struct text *plot)
{
	const char *colour = colours[number % MOST_COLOURS];
	size_t mark = 4 + 2 * (number % 5) + 1;
	char *block = format_string("$curve_%zu_%zu", number, pattern), *open = format_string("$open_%zu_%zu", number, pattern);
	bool shown = print_block(point, c, true, block, out), loose = print_block(point, c, false, open, out);

	print_wall(point, c, number, out);
	if (c->done && shown) {
		text_print(plot, "%s %s using 1:3:2:4 with xyerrorbars pt %zu ps 0.6 lw 1 lc rgb '%s' notitle, \\\n"
			   "     '' using 1:3 with linespoints pt %zu ps 0.6 lw 2 lc rgb '%s' title '",
			   plot->length ? ", \\\n    " : "plot", block, mark, colour, mark, colour);
		plot_add_name(plot, point->name);
		text_print(plot, ": ~%.0f cells, ~%.0f MHz'", point->figure[FIGURE_CELLS].value, point->figure[FIGURE_MHZ].value);
	}
	if (c->done && loose) {
		text_print(plot, "%s %s using 1:3 with points pt 1 ps 1 lw 1 lc rgb '%s' title '",
			   plot->length ? ", \\\n    " : "plot", open, colour);
		plot_add_name(plot, point->name);
		text_add(plot, ": not converged'");
	}
	free(open);
	free(block);
}

static void print_plot(const struct points *p, const struct curves_request *r, const struct curve *curve, size_t pattern,
		       struct text *out)
{
	struct text plot = { 0 };

	char *traffic = simulation_traffic_name(&r->demand[pattern]);

	text_add(out, "unset arrow\nset title '");
	plot_add_name(out, traffic);
	free(traffic);
	text_add(out, p->board ? ", clocks on the " : "");
	plot_add_name(out, p->board ? p->board->title : "");
	text_add(out, "' noenhanced\n");
	for (size_t i = 0; i < p->count; i++)
		print_curve(&p->point[i], &curve[i * r->patterns + pattern], i, pattern, out, &plot);
	text_print(out, "%s\n", plot.bytes ? plot.bytes : "");
	text_free(&plot);
}

bool curves_picture(const struct points *p, const struct curves_request *r, const struct curve *curve, const char *gnuplot,
		    const struct text *csv, struct output *out)
{
	struct text script = { 0 };
	struct frame frame = find_frame(p, r, curve);

	text_add(&script, "set grid lt 1 lw 0.7 lc rgb '#dddddd'\nset border 3\nset tics nomirror out\n"
			    "set key outside right top vertical reverse Left noenhanced samplen 2\n"
			    "set xlabel 'delivered payload bits a ns, whole network; dotted: saturation'\n"
			    "set ylabel 'mean latency from creation, ns'\n");
	print_axes(&frame, &script);
	if (r->patterns > 1)
		text_print(&script, "set multiplot layout %zu,1\n", r->patterns);
	for (size_t k = 0; k < r->patterns; k++)
		print_plot(p, r, curve, k, &script);
	if (r->patterns > 1)
		text_add(&script, "unset multiplot\n");
	bool drawn = plot_add(gnuplot, "compare.csv", csv, &script, "compare", WIDTH, HEIGHT * (unsigned)r->patterns, out);

	output_add(out, "compare.gp", &script);
	return drawn;
}
