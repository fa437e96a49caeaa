/* plot.c: the points of a sweep over two of its columns, and their Pareto front. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "points/front.h"
#include "sweep/sweep.h"
#include "util/message.h"
#include "util/plot.h"

enum { WIDTH = 1000, HEIGHT = 640, MOST_COLOURS = 8, MOST_GROUPS = 40, TOLD_COLUMNS = 8 };

/* Of axes whose greatest value is more than so many times the least one, a logarithmic one shows more. */
static const double wide = 5;
static const char *const colours[MOST_COLOURS] = {
	"#1b6ca8", "#d1495b", "#66a182", "#e07b1a", "#7d4fa3", "#008b8b", "#8c6d31", "#555555",
};

/* ---- the value of --plot ----------------------------------------------------------------------------------------- */

static bool take_front(struct sweep_plot *plot, const char *word)
{
	static const char *const words[] = { "more", "less", "none" };

	for (unsigned i = 0; i < 3; i++)
		if (strcmp(words[i], word) == 0) {
			plot->front = i;
			return true;
		}
	error("--plot: front is '%s': expected more, less or none", word);
	return suggest("front=more, if more of y is better");
}

static bool take_piece(const char *piece, void *context)
{
	static const char *const names[] = { "x", "y", "by", "front" };
	struct sweep_plot *plot = context;
	char **places[] = { &plot->x, &plot->y, &plot->by };
	size_t length = strcspn(piece, "=");

	for (unsigned i = 0; i < 4; i++) {
		if (strlen(names[i]) != length || strncmp(names[i], piece, length) != 0 || !piece[length] || !piece[length + 1])
			continue;
		if (i == 3)
			return take_front(plot, piece + length + 1);
		if (*places[i]) {
			error("--plot gives %s twice: expected it once", names[i]);
			return suggest("without the second one");
		}
		*places[i] = copy_string(piece + length + 1);
		return true;
	}
	error("--plot holds '%s': expected x=COLUMN, y=COLUMN, by=COLUMN or front=more, less or none", piece);
	return suggest("--plot x=lut4,y=accepted_mbps,by=leaves");
}

bool sweep_plot_read(struct sweep_plot *plot, const char *text)
{
	*plot = (struct sweep_plot){0};
	if (!text_each_piece(text, take_piece, plot))
		return false;
	if (plot->x && plot->y)
		return true;
	error("--plot gives no %s: expected x=COLUMN,y=COLUMN", plot->x ? "y" : "x");
	return suggest("--plot %s,%s", text, plot->x ? "y=accepted_mbps" : "x=lut4");
}

void sweep_plot_free(struct sweep_plot *plot)
{
	free(plot->x);
	free(plot->y);
	free(plot->by);
	*plot = (struct sweep_plot){0};
}

/* ---- columns ----------------------------------------------------------------------------------------------------- */

/* Equal, or the same but for '-' and '_'. */
static bool same_name(const char *a, const char *b)
{
	for (; *a && *b; a++, b++)
		if (*a != *b && !((*a == '-' || *a == '_') && (*b == '-' || *b == '_')))
			return false;
	return *a == *b;
}

static bool unknown_column(const struct results *r, const char *axis, const char *name)
{
	size_t count = 0;
	const char **names = allocate_array(json_object_size(r->columns) + 1, sizeof *names), *column;
	json_t *ignored;

	json_object_foreach(r->columns, column, ignored)
		names[count++] = column;
	const char *nearest = nearest_name(name, names, count);

	error("--plot: %s is %s, but the results have no such column: expected one of results.csv", axis, name);
	/* The network's own cost, or another value inside an object. */
	for (size_t i = 0; i < count && !nearest; i++) {
		const char *dot = strrchr(names[i], '.');

		nearest = dot && same_name(dot + 1, name) ? names[i] : NULL;
	}
	free(names);
	return nearest ? suggest("%s=%s", axis, nearest) : suggest("head -n 1 results.csv, in the directory of -o");
}

/* The column's full name, or NULL after a message. */
static const char *find_column(const struct results *r, const char *axis, const char *name)
{
	const char *column;
	json_t *ignored;

	json_object_foreach(r->columns, column, ignored)
		if (same_name(column, name))
			return column;
	unknown_column(r, axis, name);
	return NULL;
}

/* ---- the picture ------------------------------------------------------------------------------------------------- */

/* What is drawn. */
struct drawing {
	const struct results *results;
	const char *x, *y, *by;
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
	}
	if (low > 0 && high > wide * low) {
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

/* What is drawn, a block for each group and one for the front, which has no title. */
static void print_data(const struct drawing *d, struct text *data)
{
	for (size_t i = 0; i < d->label_count; i++)
		print_group(d, i, data);
	print_front(d, data);
}

static void print_plots(const struct drawing *d, bool front, struct text *out)
{
	for (size_t i = 0; i < d->label_count; i++)
		text_print(out, "%s'points.dat' index %zu with points pt %zu ps 1.3 lw 1.3 lc rgb '%s' title columnheader(1)",
			   i ? ", \\\n     " : "plot ", i, (size_t)7 + 2 * (i / MOST_COLOURS % 3), colours[i % MOST_COLOURS]);
	if (front) {
		text_print(out, ", \\\n     'points.dat' index %zu with %s lw 1.5 dt 2 lc rgb '#333333' title 'front'",
			   d->label_count, d->gain_sign > 0 ? "steps" : "fsteps");
		text_print(out, ", \\\n     'points.dat' index %zu with points pt 6 ps 2.4 lw 1.2 lc rgb '#333333' notitle",
			   d->label_count);
	}
	text_add(out, "\n");
}

static void print_script(const struct drawing *d, bool front, struct text *out)
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
	print_plots(d, front, out);
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

/* "lut4-accepted_mbps": as a file may be called. */
static char *picture_name(const struct drawing *d)
{
	char *name = format_string("%s-%s%s%s", d->x, d->y, d->by ? "-" : "", d->by ? d->by : "");

	for (char *c = name; *c; c++)
		if (*c == '/' || *c == ' ')
			*c = '_';
	return name;
}

static bool draw(struct drawing *d, bool front, const char *gnuplot, struct output *out, struct text *told, int *status)
{
	struct text script = {0}, data = {0};

	if (d->shown == 0) {
		*status = EXIT_WORK_FAILED;
		return error("--plot: no point that is done has both %s and %s as numbers", d->x, d->y);
	}
	if (d->label_count > MOST_GROUPS) {
		*status = EXIT_USAGE;
		return error("--plot: by is %s, which has %zu values: expected at most %d", d->by, d->label_count, MOST_GROUPS);
	}
	char *name = picture_name(d);

	print_script(d, front, &script);
	print_data(d, &data);
	bool drawn = plot_add(gnuplot, "points.dat", &data, &script, name, WIDTH, HEIGHT, out);
	if (drawn && front)
		tell_front(d, told);
	text_free(&data);
	text_free(&script);
	free(name);
	return drawn;
}

bool sweep_plot_draw(const struct sweep_plot *plot, const struct results *r, const char *gnuplot, struct output *out,
		     struct text *told, int *status)
{
	struct drawing d = { .results = r, .gain_sign = plot->front == FRONT_LESS ? -1 : 1 };

	*status = EXIT_USAGE;
	if (!(d.x = find_column(r, "x", plot->x)) || !(d.y = find_column(r, "y", plot->y))
	    || (plot->by && !(d.by = find_column(r, "by", plot->by))))
		return false;
	*status = EXIT_WORK_FAILED;
	find_points(&d);
	bool drawn = draw(&d, plot->front != FRONT_NONE, gnuplot, out, told, status);
	drawing_free(&d);
	return drawn;
}
