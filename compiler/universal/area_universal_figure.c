/* area_universal_figure.c: one figure of the networks: the capacities of their reference trees and the load factors; if the sets
 * were sent, their clocks and the loss against competitors.
 *
 * The data are blocks, as gnuplot counts them: for each network its channels; those of the standard tree; then the load
 * factors, a row for each set and a column for each network, the last one for eta. If the sets were sent, then clocks / (b eta)
 * in such rows, and for each network its loss at four areas. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "universal/area_universal.h"
#include "util/plot.h"

enum { WIDTH = 1100, HEIGHT = 460 /* of a row of two plots */, MOST_COLORS = 8, MOST_MARKS = 10, MOST_PLAIN = 8192 /* written as it is on an axis */ };
static const char *const colors[MOST_COLORS] = {
	"#1b6ca8", "#d1495b", "#2e8b57", "#b8860b", "#6a4c93", "#0f9ba8", "#a0522d", "#556b2f",
};

/* Names that gnuplot shows as they are, whatever the user called the file. */
static void add_name(const char *name, struct text *out)
{
	text_add(out, "\"");
	plot_add_name(out, name);
	text_add(out, "\"");
}

static void add_channels(const struct reference_tree *tree, struct text *out)
{
	for (unsigned k = 1; k <= tree->levels; k++)
		text_print(out, "%u %u\n", tree->below[k], tree->capacity[k]);
	text_add(out, "\n\n");
}

/* The standard tree that has the most leaves. */
static const struct area_universal *with_standard(const struct area_universal *networks, size_t count)
{
	const struct area_universal *most = NULL;

	for (size_t i = 0; i < count; i++)
		if (networks[i].has_standard && (!most || networks[i].spec->leaves > most->spec->leaves))
			most = &networks[i];
	return most;
}

static const struct loaded_set *find_set(const struct area_universal *u, const char *name)
{
	for (size_t i = 0; i < u->sets; i++)
		if (strcmp(u->set[i].name, name) == 0)
			return &u->set[i];
	return NULL;
}

static double quotient(const struct reference_factor *factor)
{
	return (double)factor->load / (double)factor->capacity;
}

/* What bars show of a set. */
enum bars { LOADS, RATES };
static double size_of_bar(const struct area_universal *u, const struct loaded_set *set, enum bars bars)
{
	return bars == RATES ? area_universal_rate(u, set) : quotient(&set->load.both);
}

/* There is no place for 0 on a logarithmic axis. */
static void add_size(double size, struct text *out)
{
	if (size > 0)
		text_print(out, " %.6g", size);
	else
		text_add(out, " NaN");
}

static void add_row(const struct area_universal *networks, size_t count, const char *name, enum bars bars, struct text *out)
{
	const struct area_universal *standard = with_standard(networks, count);
	const struct loaded_set *set = standard ? find_set(standard, name) : NULL;

	add_name(name, out);
	for (size_t i = 0; i < count; i++) {
		const struct loaded_set *own = find_set(&networks[i], name);

		add_size(own ? size_of_bar(&networks[i], own, bars) : 0, out);
	}
	if (bars == LOADS)
		add_size(set ? quotient(&set->standard.both) : 0, out);
	text_add(out, "\n");
}

/* All sets, in the order in which they first occur. Returns how many. */
static unsigned add_rows(const struct area_universal *networks, size_t count, enum bars bars, struct text *out)
{
	unsigned rows = 0;

	for (size_t i = 0; i < count; i++)
		for (size_t s = 0; s < networks[i].sets; s++) {
			const char *name = networks[i].set[s].name;
			size_t before = 0;

			while (before < i && !find_set(&networks[before], name))
				before++;
			if (before == i) {
				add_row(networks, count, name, bars, out);
				rows++;
			}
		}
	return rows;
}

/* Competitors' area over the leaves, and the loss: N, N lg N, N lg^2 N and the network's own area. */
static void add_losses(const struct area_universal *u, struct text *out)
{
	for (unsigned logs = 0; logs <= 3; logs++) {
		double area = logs < 3 ? u->spec->leaves * pow(u->standard.levels, logs) : u->layout.area;

		text_print(out, "%.6g", area / u->spec->leaves);
		add_size(area_universal_loss(u, area), out);
		text_add(out, "\n");
	}
	text_add(out, "\n\n");
}

static void title_of(const struct area_universal *u, struct text *out)
{
	struct text name = {0};

	text_print(&name, "%s, %u leaves", u->title, u->spec->leaves);
	add_name(name.bytes, out);
	text_free(&name);
}

/* Marks powers of two on an axis whose numbers are too large to be written out. */
static void add_powers(char axis, double most, struct text *out)
{
	unsigned powers = (unsigned)ceil(log2(most)), step = (powers + MOST_MARKS - 1) / MOST_MARKS;

	if (most <= MOST_PLAIN)
		return;
	text_print(out, "set %ctics ('1' 1", axis);
	for (unsigned k = step; k <= powers; k += step)
		text_print(out, ", '2^{%u}' %llu", k, 1ULL << k);
	text_add(out, ")\n");
}

/* The most leaves below a channel. */
static double widest(const struct area_universal *networks, size_t count)
{
	double most = 1;

	for (size_t i = 0; i < count; i++)
		most = fmax(most, networks[i].tree.below[1]);
	for (size_t i = 0; i < count; i++)
		if (networks[i].has_standard)
			most = fmax(most, networks[i].standard.below[1]);
	return most;
}

/* The share of a logarithmic axis that the key takes, above what is drawn: a line for each network and one more. */
static double room_for_key(double least, double most, size_t count)
{
	return pow(most / least, 0.07 * (double)(count + 1));
}

static double most_capacity(const struct area_universal *networks, size_t count)
{
	unsigned most = 1;

	for (size_t i = 0; i < count; i++)
		for (unsigned k = 1; k <= networks[i].tree.levels; k++)
			most = networks[i].tree.capacity[k] > most ? networks[i].tree.capacity[k] : most;
	return most;
}

/* Whether both have channels of the same capacities above the same numbers of leaves. */
static bool are_alike(const struct reference_tree *a, const struct reference_tree *b)
{
	bool alike = a->levels == b->levels;

	for (unsigned k = 1; alike && k <= a->levels; k++)
		alike = a->below[k] == b->below[k] && a->capacity[k] == b->capacity[k];
	return alike;
}

/* Lines that lie on one another all show: each is wider than that which is drawn over it. */
static unsigned line_width(const struct area_universal *networks, size_t count, size_t i)
{
	enum { LEAST = 2, MOST = 8, STEP = 3 };
	unsigned width = LEAST;

	for (size_t j = i + 1; j < count && width + STEP <= MOST; j++)
		width += are_alike(&networks[i].tree, &networks[j].tree) ? STEP : 0;
	return width;
}

static void add_capacity_plot(const struct area_universal *networks, size_t count, struct text *out)
{
	const double least = 0.9;
	double most = most_capacity(networks, count);
	const struct area_universal *standard = with_standard(networks, count);

	text_add(out, "set title 'capacity of a channel (edges)' font ',11'\nset xlabel 'leaves below it'\n"
		      "set logscale x 2\nset logscale y 2\n");
	add_powers('x', widest(networks, count), out);
	text_print(out, "set xrange [%g:0.9]\nset yrange [%g:%.6g]\nset key top right\nplot ", widest(networks, count) * 1.1, least,
		   most * fmax(1.1, room_for_key(least, most, count)));
	for (size_t i = 0; i < count; i++) {
		text_print(out, "'universality.dat' index %zu using 1:2 with linespoints lw %u pt %zu lc rgb '%s' title ", i,
			   line_width(networks, count, i), 5 + i % 8, colors[i % MOST_COLORS]);
		title_of(&networks[i], out);
		text_add(out, i + 1 < count ? ", \\\n     " : "");
	}
	if (standard)
		text_print(out, ", \\\n     '' index %zu using 1:2 with lines dt 2 lw 2 lc rgb '#555555' title "
				"'standard tree, %u leaves'", count, standard->spec->leaves);
	text_add(out, "\n");
}

/* The greatest size of all bars, at least 1. */
static double greatest(const struct area_universal *networks, size_t count, enum bars bars)
{
	double most = 1;

	for (size_t i = 0; i < count; i++)
		for (size_t s = 0; s < networks[i].sets; s++) {
			const struct loaded_set *set = &networks[i].set[s];

			most = fmax(most, size_of_bar(&networks[i], set, bars));
			if (bars == LOADS && networks[i].has_standard)
				most = fmax(most, quotient(&set->standard.both));
		}
	return most;
}

/* Where the axis begins: at half of the least size, at most 1 / 4. */
static double lowest(const struct area_universal *networks, size_t count, enum bars bars)
{
	double least = 0.5;

	for (size_t i = 0; i < count; i++)
		for (size_t s = 0; s < networks[i].sets; s++) {
			double size = size_of_bar(&networks[i], &networks[i].set[s], bars);

			least = size > 0 ? fmin(least, size) : least;
		}
	return least / 2;
}

static void add_bar_plot(const struct area_universal *networks, size_t count, enum bars bars, unsigned rows, struct text *out)
{
	const struct area_universal *standard = bars == LOADS ? with_standard(networks, count) : NULL;
	double most = greatest(networks, count, bars), least = lowest(networks, count, bars);
	size_t block = count + 1 + bars;

	add_powers('y', most, out);
	text_print(out, "set title '%s' font ',11'\nunset xlabel\nunset logscale x\n"
			"set logscale y %d\nset xrange [-0.6:%u.6] noreverse\nset yrange [%.6g:%.6g]\n"
			"set style data histograms\nset style histogram clustered gap 1\nset style fill solid 0.9\n"
			"set xtics autofreq rotate by 40 right font ',9' noenhanced\nset key top left\nplot ",
		   bars == LOADS ? "load factor of a set of messages" : "clocks / (b eta) of a set of messages", bars == LOADS ? 2 : 10,
		   rows - 1, least, most * fmax(1.2, room_for_key(least, most, count)));
	for (size_t i = 0; i < count; i++) {
		text_print(out, "'universality.dat' index %zu using %zu:xtic(1) lc rgb '%s' title ", block, i + 2,
			   colors[i % MOST_COLORS]);
		title_of(&networks[i], out);
		text_add(out, i + 1 < count ? ", \\\n     " : "");
	}
	if (standard)
		text_print(out, ", \\\n     '' index %zu using %zu:xtic(1) lc rgb '#aaaaaa' title 'eta, %u leaves'", block, count + 2,
			   standard->spec->leaves);
	text_add(out, "\n");
}

/* The last point of a line, that of the network's own area, is the larger one. */
static void add_loss_plot(const struct area_universal *networks, size_t count, struct text *out)
{
	text_add(out, "set title 'loss against a competitor of area A, large mark: the own area' font ',11'\nset xlabel 'A / N'\n"
		      "set logscale xy 10\nset format x '10^{%L}'\nset rmargin 4\nset xtics autofreq norotate center font ',12' enhanced\nset ytics autofreq\n"
		      "set xrange [0.9:*] noreverse\nset yrange [*:*]\nset key bottom right\nplot ");
	for (size_t i = 0; i < count; i++) {
		const char *color = colors[i % MOST_COLORS];

		text_print(out, "'universality.dat' index %zu using 1:2 every ::0::2 with linespoints lw 2 pt %zu lc rgb '%s' title ",
			   count + 3 + i, 5 + i % 8, color);
		title_of(&networks[i], out);
		text_print(out, ", \\\n     '' index %zu using 1:2 every ::3::3 with points pt %zu ps 2.2 lc rgb '%s' notitle%s", count + 3 + i,
			   5 + i % 8, color, i + 1 < count ? ", \\\n     " : "\n");
	}
}

bool area_universal_figure(const struct area_universal *networks, size_t count, const char *gnuplot, struct output *out)
{
	const struct area_universal *standard = with_standard(networks, count);
	bool sent = false;
	struct text data = {0}, script = {0};

	for (size_t i = 0; i < count; i++) {
		add_channels(&networks[i].tree, &data);
		sent |= area_universal_worst(&networks[i]) > 0;
	}
	if (standard)
		add_channels(&standard->standard, &data);
	else
		text_add(&data, "1 1\n\n\n");
	unsigned rows = add_rows(networks, count, LOADS, &data);
	if (sent) {
		text_add(&data, "\n\n");
		add_rows(networks, count, RATES, &data);
		text_add(&data, "\n\n");
		for (size_t i = 0; i < count; i++)
			add_losses(&networks[i], &data);
	}
	text_print(&script, "set grid y lc rgb '#dddddd'\nset border 3\nset tics nomirror out\nset key noenhanced font ',9'\n"
			    "set lmargin 8\nset rmargin 2\nset bmargin 6\nset multiplot layout %d,2\n", sent ? 2 : 1);
	add_capacity_plot(networks, count, &script);
	add_bar_plot(networks, count, LOADS, rows, &script);
	if (sent) {
		text_add(&script, "set ytics autofreq\n");
		add_bar_plot(networks, count, RATES, rows, &script);
		add_loss_plot(networks, count, &script);
	}
	text_add(&script, "unset multiplot\n");
	bool good = plot_add(gnuplot, "universality.dat", &data, &script, "universality", WIDTH, sent ? 2 * HEIGHT : HEIGHT, out);
	output_add(out, "universality.dat", &data);
	output_add(out, "universality.gp", &script);
	return good;
}
