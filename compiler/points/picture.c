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
enum { WIDTH = 1000, HEIGHT = 640, LEFT = 90, RIGHT = 20, BELOW = 130, ABOVE = 50, LINE_STEP = 8 };
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

	text_add(out, "set label '");
	plot_add_name(out, name);
	text_print(out, "' at screen %.4f,%.4f font ',9' noenhanced front\n", (LEFT + l->left) / WIDTH, (BELOW + middle) / HEIGHT);
	if (hypot(near - l->x, middle - l->y) > 16)
		text_print(out, "set arrow from screen %.4f,%.4f to screen %.4f,%.4f nohead lc rgb '#999999' lw 0.7\n",
			   (LEFT + l->x) / WIDTH, (BELOW + l->y) / HEIGHT, (LEFT + near) / WIDTH,
			   (BELOW + (middle > l->y + 4 ? l->base : middle)) / HEIGHT);
}

/* A dot of the front, in pixels of the plot. */
struct spot {
	double cost, mbps, x, y;
};

static int by_cost(const void *one, const void *other)
{
	const struct spot *a = one, *b = other;

	return a->cost < b->cost ? -1 : a->cost > b->cost;
}

/* The points of the front, the cheapest first. A fresh array. */
static struct spot *find_front(const struct points *p, enum figure_name cost, const struct axis *x, const struct axis *y,
			       size_t *count)
{
	struct spot *spot = allocate_array(p->count + 1, sizeof *spot);

	*count = 0;
	for (size_t i = 0; i < p->count; i++) {
		double at = p->point[i].figure[cost].value, mbps = p->point[i].figure[FIGURE_MBPS].value;

		if (p->point[i].front)
			spot[(*count)++] = (struct spot){ at, mbps, place_on(x, at, plot_width), place_on(y, mbps, plot_height) };
	}
	qsort(spot, *count, sizeof *spot, by_cost);
	return spot;
}

/* Labels keep away from the line, too: adds dots on it. */
static size_t add_line(const struct spot *spot, size_t count, struct label **label, size_t labels)
{
	for (size_t i = 0; i + 1 < count; i++) {
		const struct spot *a = &spot[i], *b = &spot[i + 1];
		double steps = ceil(hypot(b->x - a->x, b->y - a->y) / LINE_STEP);

		for (double k = 1; k < steps; k++) {
			*label = room_for_one(*label, labels, sizeof **label);
			(*label)[labels++] = (struct label){ .x = a->x + (b->x - a->x) * k / steps,
							     .y = a->y + (b->y - a->y) * k / steps };
		}
	}
	return labels;
}

static void print_labels(const struct points *p, enum figure_name cost, const struct axis *x, const struct axis *y,
			 const struct spot *front, size_t front_count, struct text *out)
{
	struct label *label = NULL;
	size_t count = 0;

	for (size_t i = 0; i < p->count; i++) {
		const struct point *point = &p->point[i];
		bool shown = is_shown(point, cost), named = point->front || point->yours;

		label = room_for_one(label, count, sizeof *label);
		label[count++] = (struct label){
			.x = shown ? place_on(x, point->figure[cost].value, plot_width) : -1000,
			.y = shown ? place_on(y, point->figure[FIGURE_MBPS].value, plot_height) : -1000,
			.letters = shown && named ? (unsigned)strlen(point->name) : 0,
		};
	}
	count = add_line(front, front_count, &label, count);
	labels_place(label, count, plot_width, plot_height);
	for (size_t i = 0; i < p->count; i++)
		if (label[i].placed)
			print_label(&label[i], p->point[i].name, out);
	free(label);
}

static void print_front(const struct spot *spot, size_t count, struct text *out)
{
	text_add(out, "$front << EOD\n");
	for (size_t i = 0; i < count; i++)
		text_print(out, "%.6g %.6g\n", spot[i].cost, spot[i].mbps);
	text_add(out, "EOD\n");
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
	text_print(out, "set grid xtics ytics lt 1 lw 0.7 lc rgb '#dddddd'\nset border 3\nset tics nomirror out\n"
		   "set lmargin at screen %.4f\nset rmargin at screen %.4f\nset bmargin at screen %.4f\nset tmargin at screen %.4f\n",
		   (double)LEFT / WIDTH, 1 - (double)RIGHT / WIDTH, (double)BELOW / HEIGHT, 1 - (double)ABOVE / HEIGHT);
	text_print(out, "set logscale xy\nset xrange [%.6g:%.6g]\nset yrange [%.6g:%.6g]\n", x->low, x->high, y->low, y->high);
	text_print(out, "set xtics (100,200,500,1000,2000,5000,10000,20000,50000,100000,200000,500000,1000000)\n"
		   "set ytics (1,2,5,10,20,50,100,200,500,1000,2000,5000,10000,20000,50000,100000,200000,500000,1000000)\n"
		   "set label '%s' at graph 0.5,0 center offset 0,-2.4\nset label 'Mbit/s' at graph 0,1 right offset -1,1.2\n",
		   cost == FIGURE_CELLS ? "logic cells (the greater of LUT4 and flip-flops)" : "LUT4");
	text_print(out, "set title '%u leaves, words of %u bits%s", p->ends, p->payload_bits, p->board ? ", " : "");
	plot_add_name(out, p->board ? p->board->title : "");
	text_add(out, "' noenhanced\nset key at screen 0.5,0.01 center bottom vertical maxrows 4 reverse Left width 2\n");
}

bool points_picture(const struct points *p, enum figure_name cost, const char *gnuplot, const struct text *csv,
		    struct output *out)
{
	static const char *const colours[] = { "#1b6ca8", "#d1495b", "#66a182", "#e07b1a", "#7d4fa3", "#008b8b", "#444444", "#b8860b",
					       "#c71585", "#5f9ea0", "#8b4513", "#6b8e23" };
	struct axis x = find_axis(p, cost, cost), y = find_axis(p, cost, FIGURE_MBPS);
	struct text script = {0}, plot = {0};
	struct spot *spot;
	size_t count;

	if (!(x.high > x.low))
		return true;		/* nothing to show */
	print_head(p, cost, &x, &y, &script);
	spot = find_front(p, cost, &x, &y, &count);
	print_labels(p, cost, &x, &y, spot, count, &script);
	print_front(spot, count, &script);
	free(spot);
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
