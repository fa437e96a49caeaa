/* picture.c: throughput over cost: a dot for each point, the front as a line, names beside the points on it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fpga/board.h"
#include "network/machine.h"
#include "points/points.h"
#include "util/plot.h"
#include "util/text.h"

/* The picture, and the plot in it, in pixels. */
enum { WIDTH = 1000, HEIGHT = 640, LEFT = 80, RIGHT = 20, BELOW = 90, ABOVE = 50 };
static const double plot_width = WIDTH - LEFT - RIGHT, plot_height = HEIGHT - BELOW - ABOVE;

/* A logarithmic axis. */
struct axis {
	double low, high;
};

static bool is_shown(const struct point *p, enum figure_name cost)
{
	return !p->failure && p->figure[cost].source != FIGURE_UNKNOWN && p->figure[FIGURE_MBPS].source != FIGURE_UNKNOWN;
}

static struct axis find_axis(const struct points *p, enum figure_name cost, enum figure_name name)
{
	struct axis a = { INFINITY, 0 };

	for (size_t i = 0; i < p->count; i++) {
		double value = p->point[i].figure[name].value;

		if (!is_shown(&p->point[i], cost))
			continue;
		a.low = fmin(a.low, value);
		a.high = fmax(a.high, value);
	}
	/* Room for labels. */
	double share = pow(a.high / a.low, 0.08) * 1.15;

	return (struct axis){ a.low / share, a.high * share };
}

static double place_on(const struct axis *a, double value, double pixels)
{
	return pixels * log(value / a->low) / log(a->high / a->low);
}

/* A label of the plot's own letters and, where it stands apart from its dot, a line to it. */
static void print_label(const struct label *l, const char *name, struct text *out)
{
	double middle = l->base + 4, length = 6.2 * l->letters;
	double near = l->left > l->x ? l->left - 1 : l->left + length < l->x ? l->left + length + 1 : l->x;

	text_print(out, "set label \"%s\" at screen %.4f,%.4f font ',9' noenhanced front\n", name, (LEFT + l->left) / WIDTH,
		   (BELOW + middle) / HEIGHT);
	if (hypot(near - l->x, middle - l->y) > 16)
		text_print(out, "set arrow from screen %.4f,%.4f to screen %.4f,%.4f nohead lc rgb '#999999' lw 0.7\n",
			   (LEFT + l->x) / WIDTH, (BELOW + l->y) / HEIGHT, (LEFT + near) / WIDTH,
			   (BELOW + (middle > l->y + 4 ? l->base : middle)) / HEIGHT);
}

static void print_labels(const struct points *p, enum figure_name cost, const struct axis *x, const struct axis *y,
			 struct text *out)
{
	struct label *label = allocate_array(p->count + 1, sizeof *label);

	for (size_t i = 0; i < p->count; i++) {
		const struct point *point = &p->point[i];

		if (!is_shown(point, cost)) {
			label[i].x = label[i].y = -1000;
			continue;
		}
		label[i].x = place_on(x, point->figure[cost].value, plot_width);
		label[i].y = place_on(y, point->figure[FIGURE_MBPS].value, plot_height);
		label[i].letters = point->front || point->yours ? (unsigned)strlen(point->name) : 0;
	}
	labels_place(label, p->count, plot_width, plot_height);
	for (size_t i = 0; i < p->count; i++)
		if (label[i].placed)
			print_label(&label[i], p->point[i].name, out);
	free(label);
}

static int by_cost(const void *one, const void *other)
{
	const double *a = one, *b = other;

	return a[0] < b[0] ? -1 : a[0] > b[0];
}

/* The front as steps: what a given number of LUTs delivers at most. */
static void print_front(const struct points *p, enum figure_name cost, struct text *out)
{
	double (*at)[2] = allocate_array(p->count + 1, sizeof *at);
	size_t count = 0;

	for (size_t i = 0; i < p->count; i++)
		if (p->point[i].front) {
			at[count][0] = p->point[i].figure[cost].value;
			at[count++][1] = p->point[i].figure[FIGURE_MBPS].value;
		}
	qsort(at, count, sizeof *at, by_cost);
	text_add(out, "$front << EOD\n");
	for (size_t i = 0; i < count; i++)
		text_print(out, "%.6g %.6g\n", at[i][0], at[i][1]);
	text_add(out, "EOD\n");
	free(at);
}

/* A series: the points of a machine, or the user's own, measured or not. */
static size_t print_series(const struct points *p, enum figure_name cost, const char *machine, bool measured, const char *block,
			   struct text *out)
{
	size_t count = 0;

	text_print(out, "%s << EOD\n", block);
	for (size_t i = 0; i < p->count; i++) {
		const struct point *point = &p->point[i];
		bool is_measured = point->figure[FIGURE_PER_LUT4].source == FIGURE_MEASURED;

		if (!is_shown(point, cost) || is_measured != measured || (machine ? strcmp(point->spec.machine->name, machine) != 0
									  : !point->yours))
			continue;
		text_print(out, "%.6g %.6g\n", point->figure[cost].value, point->figure[FIGURE_MBPS].value);
		count++;
	}
	text_add(out, "EOD\n");
	return count;
}

static void print_head(const struct points *p, enum figure_name cost, const struct axis *x, const struct axis *y, struct text *out)
{
	text_print(out, "set grid lc rgb '#dddddd'\nset border 3\nset tics nomirror out\n"
		   "set lmargin at screen %.4f\nset rmargin at screen %.4f\nset bmargin at screen %.4f\nset tmargin at screen %.4f\n",
		   (double)LEFT / WIDTH, 1 - (double)RIGHT / WIDTH, (double)BELOW / HEIGHT, 1 - (double)ABOVE / HEIGHT);
	text_print(out, "set logscale xy\nset xrange [%.6g:%.6g]\nset yrange [%.6g:%.6g]\n", x->low, x->high, y->low, y->high);
	text_print(out, "set xtics (100,200,500,1000,2000,5000,10000,20000,50000,100000,200000,500000,1000000)\n"
		   "set ytics (1,2,5,10,20,50,100,200,500,1000,2000,5000,10000,20000,50000,100000,200000,500000,1000000)\n"
		   "set xlabel '%s'\nset ylabel 'Mbit/s'\n", cost == FIGURE_CELLS ? "logic cells (the greater of LUT4 and flip-flops)"
		   : "LUT4");
	text_print(out, "set title \"%u leaves, words of %u bits%s%s\" noenhanced\n", p->ends, p->payload_bits, p->board ? ", " : "",
		   p->board ? p->board->title : "");
	text_add(out, "set key below horizontal reverse Left\n");
}

bool points_picture(const struct points *p, enum figure_name cost, const char *gnuplot, const struct text *csv,
		    struct output *out)
{
	static const char *const colours[] = { "#1b6ca8", "#d1495b", "#66a182", "#e07b1a", "#7d4fa3", "#008b8b" };
	struct axis x = find_axis(p, cost, cost), y = find_axis(p, cost, FIGURE_MBPS);
	struct text script = {0}, plot = {0};

	if (!(x.high > x.low))
		return true;		/* nothing to show */
	print_head(p, cost, &x, &y, &script);
	print_labels(p, cost, &x, &y, &script);
	print_front(p, cost, &script);
	text_add(&plot, "plot $front with lines lw 1.5 dt 2 lc rgb '#777777' title 'front'");
	for (size_t i = 0; network_machines[i]; i++)
		for (int measured = 0; measured < 2; measured++) {
			char *block = format_string("$series%zu%d", i, measured);

			if (print_series(p, cost, network_machines[i]->name, measured, block, &script))
				text_print(&plot, ", \\\n     %s with points pt %d ps 0.9 lw 1.3 lc rgb '%s' title '%s%s'", block,
					   measured ? 7 : 6, colours[i % (sizeof colours / sizeof *colours)], network_machines[i]->name,
					   measured ? ", measured" : ", estimated");
			free(block);
		}
	for (int measured = 0; measured < 2; measured++)
		if (print_series(p, cost, NULL, measured, measured ? "$yours1" : "$yours0", &script))
			text_print(&plot, ", \\\n     %s with points pt 4 ps 1.8 lw 1.5 lc rgb '#000000' title 'yours'",
				   measured ? "$yours1" : "$yours0");
	text_print(&script, "%s\n", plot.bytes);
	bool drawn = plot_add(gnuplot, "points.csv", csv, &script, "points", WIDTH, HEIGHT, out);

	text_free(&script);
	text_free(&plot);
	return drawn;
}
