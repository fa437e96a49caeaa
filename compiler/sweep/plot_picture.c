/* plot_picture.c: the points of a sweep over two of its columns, their Pareto front, and lines through their means. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "points/front.h"
#include "sweep/sweep.h"
#include "util/interval.h"
#include "util/message.h"
#include "util/plot.h"

enum { WIDTH = 1000, HEIGHT = 640, MOST_COLOURS = 8, MOST_GROUPS = 40 };

/* Of axes whose greatest value is more than so many times the least one, a logarithmic one shows more; below lines, whose x are
 * chosen and mostly at even distances, later. */
static const double wide = 5, wide_lines = 20;
static const char *const colours[MOST_COLOURS] = {
	"#1b6ca8", "#d1495b", "#66a182", "#e07b1a", "#7d4fa3", "#008b8b", "#8c6d31", "#555555",
};

/* What is drawn. */
struct drawing {
	const struct results *results;
	const char *x, *y, *by, *also;	/* by, also: NULL if not given */
	bool lines, front;
	bool *bars;			/* [label]: the means of this group have intervals */
	struct front_point *point;	/* [row]; counts: it has both values */
	double gain_sign;		/* -1: less of y is better */
	char **group;			/* [row]: its value of `by`, or "" */
	char **label;			/* of the groups, in the order of their first rows */
	size_t label_count, shown;
};

static char *group_of(const struct drawing *d, const struct result_row *row)
{
	json_t *value = d->by ? json_object_get(row->values, d->by) : NULL;

	if (!d->by)
		return copy_string("");
	if (!value || json_is_null(value))
		return copy_string("none");
	if (json_is_string(value))
		return copy_string(json_string_value(value));
	return json_is_number(value) ? format_string("%.9g", json_number_value(value))
				     : copy_string(json_is_true(value) ? "true" : "false");
}

static void add_label(struct drawing *d, char *group)
{
	for (size_t i = 0; i < d->label_count; i++)
		if (strcmp(d->label[i], group) == 0)
			return;
	d->label = room_for_one(d->label, d->label_count, sizeof *d->label);
	d->label[d->label_count++] = group;
}

static void find_points(struct drawing *d)
{
	const struct results *r = d->results;

	d->point = allocate_array(r->count + 1, sizeof *d->point);
	d->group = allocate_array(r->count + 1, sizeof *d->group);
	for (size_t i = 0; i < r->count; i++) {
		const json_t *x = json_object_get(r->row[i].values, d->x), *y = json_object_get(r->row[i].values, d->y);
		bool counts = r->row[i].state == POINT_DONE && json_is_number(x) && json_is_number(y);

		d->point[i] = (struct front_point){ .cost = json_number_value(x), .gain = d->gain_sign * json_number_value(y),
						    .counts = counts };
		d->group[i] = group_of(d, &r->row[i]);
		if (counts)
			add_label(d, d->group[i]);
		d->shown += counts;
	}
	front_mark(d->point, r->count);
}

static void drawing_free(struct drawing *d)
{
	for (size_t i = 0; d->group && i < d->results->count; i++)
		free(d->group[i]);
	free(d->group);
	free(d->point);
	free(d->label);
	free(d->bars);
}

static double y_of(const struct drawing *d, size_t i)
{
	return d->gain_sign * d->point[i].gain;
}

/* Is this the latency of a saturated run? It grows with the run, and would leave no room for the others. */
static bool grows(const struct drawing *d, const char *axis, size_t i)
{
	return strstr(*axis == 'x' ? d->x : d->y, "latency") && json_is_true(json_object_get(d->results->row[i].values, "saturated"));
}

static bool lasts_somewhere(const struct drawing *d, const char *axis)
{
	for (size_t i = 0; i < d->results->count; i++)
		if (d->point[i].counts && !grows(d, axis, i))
			return true;
	return false;
}

static void print_axis(const struct drawing *d, const char *axis, struct text *out)
{
	double low = INFINITY, high = -INFINITY;
	bool steady = lasts_somewhere(d, axis);

	for (size_t i = 0; i < d->results->count; i++) {
		double value = *axis == 'x' ? d->point[i].cost : y_of(d, i);

		if (!d->point[i].counts || (steady && grows(d, axis, i)))
			continue;
		low = fmin(low, value);
		high = fmax(high, value);
		const json_t *also = *axis == 'y' && d->also ? json_object_get(d->results->row[i].values, d->also) : NULL;

		if (json_is_number(also)) {
			low = fmin(low, json_number_value(also));
			high = fmax(high, json_number_value(also));
		}
	}
	if (low > 0 && high > (*axis == 'x' && d->lines ? wide_lines : wide) * low) {
		text_print(out, "set logscale %s\nset %srange [%.6g:%.6g]\nset %stics (", axis, axis, low / 1.25, high * 1.25, axis);
		for (int power = -9; power < 13; power++)
			text_print(out, "%s%g,%g,%g", power > -9 ? "," : "", pow(10, power), 2 * pow(10, power), 5 * pow(10, power));
		text_add(out, ")\n");
		return;
	}
	double room = high > low ? 0.06 * (high - low) : fmax(0.1 * fabs(high), 0.1);

	text_print(out, "set %srange [%.6g:%.6g]\n", axis, low >= 0 && low < room ? 0 : low - room, high + room);
}

static int by_cost(const void *one, const void *other)
{
	const struct front_point *a = one, *b = other;

	return a->cost != b->cost ? (a->cost > b->cost) - (a->cost < b->cost) : (a->gain > b->gain) - (a->gain < b->gain);
}

/* The front as steps: what is behind them is beaten. */
static void print_front(const struct drawing *d, struct text *data)
{
	struct front_point *front = allocate_array(d->results->count + 1, sizeof *front);
	size_t count = 0;

	for (size_t i = 0; i < d->results->count; i++)
		if (d->point[i].front)
			front[count++] = d->point[i];
	qsort(front, count, sizeof *front, by_cost);
	for (size_t i = 0; i < count; i++)
		text_print(data, "%.9g\t%.9g\n", front[i].cost, d->gain_sign * front[i].gain);
	free(front);
}

/* A block of the data, whose first line is the title. */
static void print_group(const struct drawing *d, size_t group, struct text *data)
{
	if (d->by) {
		plot_add_name(data, d->by);
		text_add(data, " ");
	}
	plot_add_name(data, d->by ? d->label[group] : "points");
	text_add(data, "\n");
	for (size_t i = 0; i < d->results->count; i++)
		if (d->point[i].counts && strcmp(d->group[i], d->label[group]) == 0)
			text_print(data, "%.9g\t%.9g\n", d->point[i].cost, y_of(d, i));
	text_add(data, "\n\n");
}

/* A point of a line. */
struct seen {
	double x, y;
	size_t row;
};

static int by_x(const void *one, const void *other)
{
	const struct seen *a = one, *b = other;

	return (a->x > b->x) - (a->x < b->x);
}

/* A line through the means of `column` in a group: x, mean, and half of its interval, 0 where there is none. Where one point stands
 * alone, the interval is that of its own seeds, `half`. True if there is an interval. */
static bool print_means(const struct drawing *d, size_t group, const char *column, const char *half, struct text *data)
{
	struct seen *at = allocate_array(d->results->count + 1, sizeof *at);
	double *y = allocate_array(d->results->count + 1, sizeof *y);
	size_t count = 0;
	bool bars = false;

	for (size_t i = 0; i < d->results->count; i++) {
		const json_t *values = d->results->row[i].values, *value = json_object_get(values, column);

		if (d->point[i].counts && json_is_number(value) && strcmp(d->group[i], d->label[group]) == 0)
			at[count++] = (struct seen){ d->point[i].cost, json_number_value(value), i };
	}
	qsort(at, count, sizeof *at, by_x);
	for (size_t i = 0, n; i < count; i += n) {
		for (n = 0; i + n < count && at[i + n].x == at[i].x; n++)
			y[n] = at[i + n].y;
		struct interval mean = interval_of(y, n);

		if (n == 1)
			mean.half = json_number_value(json_object_get(d->results->row[at[i].row].values, half));
		bars |= isfinite(mean.half) && mean.half > 0;
		text_print(data, "%.9g\t%.9g\t%.9g\n", at[i].x, mean.mean, isfinite(mean.half) ? mean.half : 0);
	}
	text_add(data, "\n\n");
	free(at);
	free(y);
	return bars;
}

/* "latency.half95" of "latency.mean": the interval that several seeds of one point have. */
static char *half_of(const char *column)
{
	const char *dot = strrchr(column, '.');

	return format_string("%.*s.half95", dot ? (int)(dot - column) : 0, column);
}

/* What is drawn: a block for each group, then its line or two, and one for the front. Only groups have titles. */
static void print_data(struct drawing *d, struct text *data)
{
	char *half = half_of(d->y);

	d->bars = allocate_array(d->label_count + 1, sizeof *d->bars);
	for (size_t i = 0; i < d->label_count; i++)
		print_group(d, i, data);
	for (size_t i = 0; i < d->label_count && d->lines; i++) {
		d->bars[i] = print_means(d, i, d->y, half, data);
		if (d->also)
			print_means(d, i, d->also, "", data);
	}
	print_front(d, data);
	free(half);
}

/* The lines through the means, with their intervals; dashed those of `also`. */
static void print_lines(const struct drawing *d, struct text *out)
{
	for (size_t i = 0; i < d->label_count; i++) {
		size_t block = d->label_count + i * (d->also ? 2 : 1);
		const char *colour = colours[i % MOST_COLOURS];

		text_print(out, ", \\\n     'points.dat' index %zu with %s lw 1.5 lc rgb '%s' notitle", block,
			   d->bars[i] ? "yerrorlines pt 7 ps 0.1" : "lines", colour);
		if (!d->also)
			continue;
		text_print(out, ", \\\n     'points.dat' index %zu with lines dt 2 lw 1.5 lc rgb '%s' ", block + 1, colour);
		text_add(out, i ? "notitle" : "title '");
		if (i)
			continue;
		plot_add_name(out, d->also);
		text_add(out, "'");
	}
}

static void print_plots(const struct drawing *d, struct text *out)
{
	size_t front = d->label_count * (d->lines ? (d->also ? 3 : 2) : 1);

	for (size_t i = 0; i < d->label_count; i++)
		text_print(out, "%s'points.dat' index %zu with points pt %zu ps %s lw 1.3 lc rgb '%s' title columnheader(1)",
			   i ? ", \\\n     " : "plot ", i, (size_t)7 + 2 * (i / MOST_COLOURS % 3), d->lines ? "0.7" : "1.3",
			   colours[i % MOST_COLOURS]);
	if (d->lines)
		print_lines(d, out);
	if (d->front) {
		text_print(out, ", \\\n     'points.dat' index %zu with %s lw 1.5 dt 2 lc rgb '#333333' title 'front'",
			   front, d->gain_sign > 0 ? "steps" : "fsteps");
		text_print(out, ", \\\n     'points.dat' index %zu with points pt 6 ps 2.4 lw 1.2 lc rgb '#333333' notitle", front);
	}
	text_add(out, "\n");
}

static void print_script(const struct drawing *d, struct text *out)
{
	text_add(out, "set grid xtics ytics lt 1 lw 0.7 lc rgb '#dddddd'\nset border 3\nset tics nomirror out\n"
		      "set datafile separator '\t'\nset datafile commentschars ''\n"
		      "set key outside right top vertical reverse Left noenhanced samplen 2\nset xlabel '");
	plot_add_name(out, d->x);
	text_add(out, "' noenhanced\nset ylabel '");
	plot_add_name(out, d->y);
	text_print(out, "' noenhanced\nset title '%zu points'\n", d->shown);
	print_axis(d, "x", out);
	print_axis(d, "y", out);
	print_plots(d, out);
}

static void tell_front(const struct drawing *d, struct text *told)
{
	const json_t *columns = json_object_get(d->results->record, "columns");

	text_print(told, "front of %s and %s:\n", d->x, d->y);
	for (size_t i = 0; i < d->results->count; i++) {
		size_t k;
		json_t *column;

		if (!d->point[i].front)
			continue;
		text_print(told, "  %s %.6g, %s %.6g:", d->x, d->point[i].cost, d->y, y_of(d, i));
		json_array_foreach(columns, k, column) {
			json_t *value = json_object_get(d->results->row[i].values, json_string_value(column));
			char *shown = value ? json_dumps(value, JSON_ENCODE_ANY | JSON_REAL_PRECISION(9)) : NULL;

			if (shown)
				text_print(told, " %s=%s", json_string_value(column),
					   name_shown(json_is_string(value) ? json_string_value(value) : shown));
			free(shown);
		}
		text_print(told, ", point %s\n", d->results->row[i].name);
	}
}

/* "lut4-accepted_mbps": as a file may be called. Plots that differ in what they draw have two names. */
static char *picture_name(const struct drawing *d)
{
	char *name = format_string("%s-%s%s%s%s%s%s", d->x, d->y, d->by ? "-" : "", d->by ? d->by : "", d->lines ? "-lines" : "",
				   d->also ? "-" : "", d->also ? d->also : "");

	for (char *c = name; *c; c++)
		if (*c == '/' || *c == ' ')
			*c = '_';
	return name;
}

static bool has_numbers(const struct drawing *d)
{
	for (size_t i = 0; i < d->results->count; i++)
		if (d->point[i].counts && json_is_number(json_object_get(d->results->row[i].values, d->also)))
			return true;
	return false;
}

static bool draw(struct drawing *d, const char *gnuplot, struct output *out, struct text *told, int *status)
{
	struct text script = {0}, data = {0};

	if (d->shown == 0) {
		*status = EXIT_WORK_FAILED;
		return error("--plot: no point that is done has both %s and %s as numbers", d->x, d->y);
	}
	if (d->also && !has_numbers(d)) {
		*status = EXIT_WORK_FAILED;
		return error("--plot: also is %s, which no point that is drawn has as a number", d->also);
	}
	if (d->label_count > MOST_GROUPS) {
		*status = EXIT_USAGE;
		return error("--plot: by is %s, which has %zu values: expected at most %d", d->by, d->label_count, MOST_GROUPS);
	}
	char *name = picture_name(d);

	print_data(d, &data);
	print_script(d, &script);
	bool drawn = plot_add(gnuplot, "points.dat", &data, &script, name, WIDTH, HEIGHT, out);
	if (drawn && d->front)
		tell_front(d, told);
	text_free(&data);
	text_free(&script);
	free(name);
	return drawn;
}

bool sweep_plot_draw(const struct sweep_plot *plot, const struct results *r, const char *gnuplot, struct output *out,
		     struct text *told, int *status)
{
	struct drawing d = { .results = r, .gain_sign = plot->front == FRONT_LESS ? -1 : 1,
			     .front = plot->front != FRONT_NONE, .lines = plot->lines };

	*status = EXIT_USAGE;
	if (!(d.x = sweep_plot_column(r, "x", plot->x)) || !(d.y = sweep_plot_column(r, "y", plot->y))
	    || (plot->by && !(d.by = sweep_plot_column(r, "by", plot->by)))
	    || (plot->also && !(d.also = sweep_plot_column(r, "also", plot->also))))
		return false;
	*status = EXIT_WORK_FAILED;
	find_points(&d);
	bool drawn = draw(&d, gnuplot, out, told, status);
	drawing_free(&d);
	return drawn;
}
