/* pictures.c: drawings of a schedule: its load by channel and by cycle. */
#include "schedule/pictures.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/svg.h"
#include "util/text.h"

enum { MOST_LEAVES = 64, SHADES = 11, MOST_COLUMNS = 300, MOST_ROWS = 240 };

static const double margin = 28, table_width = 300, header_height = 92, legend_width = 220;

/* From empty to full. */
static const char *const shades[SHADES] = {
	"#eef1f5", "#dde9f3", "#bcd7ea", "#92c0df", "#64a3cf", "#f3d28b", "#f0b252",
	"#e98b34", "#dc6127", "#c63a22", "#9c1420",
};

struct picture {
	const struct scheduled *s;
	struct text body;
	double left, width, height;
	double leaf_pitch;
	double y[MAXIMUM_LEVELS + 1];	/* of each row */
	unsigned widest;		/* capacity */
};

static const char *shade(double share)
{
	double index = share * (SHADES - 1);

	/* The first and the last shade are reserved for exactly empty and full. */
	if (share <= 0)
		return shades[0];
	if (share >= 1)
		return shades[SHADES - 1];
	return shades[index < 1 ? 1 : index > SHADES - 2 ? SHADES - 2 : (unsigned)(index + 0.5)];
}

/* The share that `load` is of the capacity of a channel of `level` over all cycles. */
static double share_of(const struct scheduled *s, uint32_t load, unsigned level)
{
	double most = (double)s->tree->capacity[level] * s->schedule->cycles;

	return most > 0 ? load / most : 0;
}

static void draw_legend(struct picture *p, const char *what)
{
	double x = p->width - margin - legend_width, cell = legend_width / SHADES;

	svg_text(&p->body, x, 34, "head", SVG_LEFT, "%s", what);
	for (unsigned i = 0; i < SHADES; i++)
		text_print(&p->body, "<rect x=\"%.1f\" y=\"42\" width=\"%.1f\" height=\"12\" fill=\"%s\"/>\n",
			   x + i * cell, cell, shades[i]);
	svg_text(&p->body, x, 68, "head", SVG_LEFT, "nothing");
	svg_text(&p->body, x + legend_width, 68, "head", SVG_RIGHT, "full");
}

/* Title and legend, and room for both. */
static void draw_header(struct picture *p, const char *what, const char *legend)
{
	const struct scheduled *s = p->s;
	char leaves[48], messages[48], cycles[48];
	char *subtitle = format_string("%s leaves, %s messages (%s), %s cycles by %s", grouped(s->tree->leaves, leaves),
				       grouped(s->set->count, messages), s->source,
				       grouped(s->schedule->cycles, cycles),
				       schedule_method_names[s->schedule->method]);

	p->width = fmax(p->width, 2 * margin + 7.6 * (double)strlen(subtitle) + 24 + legend_width);
	svg_text(&p->body, margin, 36, "title", SVG_LEFT, "%s: %s", s->name, what);
	svg_text(&p->body, margin, 57, "subtitle", SVG_LEFT, "%s", subtitle);
	draw_legend(p, legend);
	free(subtitle);
}

static void draw_table(struct picture *p)
{
	static const char *const heads[] = { "level", "wires", "most up", "most down", "load factor" };
	static const double columns[] = { 34, 82, 142, 208, 276 };
	const struct channel_tree *tree = p->s->tree;

	for (int i = 0; i < 5; i++)
		svg_text(&p->body, margin + columns[i], header_height - 6, "head", SVG_RIGHT, "%s", heads[i]);
	svg_line(&p->body, margin, header_height, margin + columns[4], header_height, "rule");
	for (unsigned k = 1; k <= tree->levels; k++) {
		uint32_t up = channel_loads_most(p->s->loads->up, k), down = channel_loads_most(p->s->loads->down, k);
		double y = p->y[k] + 4.5;
		char number[48];

		svg_box(&p->body, margin - 2, y - 14, columns[4] + 4, 18, 3, "band");
		svg_text(&p->body, margin + columns[0], y, "cell", SVG_RIGHT, "%u", k);
		svg_text(&p->body, margin + columns[1], y, "cell", SVG_RIGHT, "%s", grouped(tree->capacity[k], number));
		svg_text(&p->body, margin + columns[2], y, "cell", SVG_RIGHT, "%s", grouped(up, number));
		svg_text(&p->body, margin + columns[3], y, "cell", SVG_RIGHT, "%s", grouped(down, number));
		svg_text(&p->body, margin + columns[4], y, "strong", SVG_RIGHT, "%.2f",
			 (double)(up > down ? up : down) / tree->capacity[k]);
	}
}

/* Width of one direction of a channel. */
static double strand_width(const struct picture *p, unsigned level)
{
	return fmax(2.5, fmin(14, p->leaf_pitch / 3) * sqrt((double)p->s->tree->capacity[level] / p->widest));
}

/* The middle of the leaves below a vertex. */
static double vertex_x(const struct picture *p, unsigned level, uint32_t index)
{
	unsigned below = 1u << (p->s->tree->levels - level);
	double first = (double)index * below, end = fmin(first + below, p->s->tree->leaves);

	return p->left + (first + end) / 2 * p->leaf_pitch;
}

/* One direction of the channel above a vertex: on the outside upwards, on the inside downwards. */
static void draw_strand(struct picture *p, unsigned level, uint32_t index, bool up)
{
	const struct scheduled *s = p->s;
	uint32_t load = (up ? s->loads->up : s->loads->down)[(1u << level) + index];
	double width = strand_width(p, level), offset = (up ? 1 : -1) * (width / 2 + 0.75);
	double x = vertex_x(p, level, index), parent = vertex_x(p, level - 1, index / 2);
	double towards = parent > x + 0.01 ? 1 : parent < x - 0.01 ? -1 : 0;

	text_print(&p->body, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"%.2f\" d=\"M%.1f %.1fV%.1f",
		   shade(share_of(s, load, level)), width,
		   x - (towards < 0 ? -1 : 1) * offset, p->y[level], p->y[level - 1] - (towards != 0 ? offset : 0));
	if (towards != 0)
		text_print(&p->body, "H%.1f", parent);
	text_add(&p->body, "\"/>\n");
}

static void draw_load_labels(struct picture *p, unsigned level, uint32_t index)
{
	const struct channel_loads *loads = p->s->loads;
	uint32_t up = loads->up[(1u << level) + index], down = loads->down[(1u << level) + index];
	double x = vertex_x(p, level, index), y = p->y[level] - 26, beside = strand_width(p, level) + 4;
	double label = 6.5 * (snprintf(NULL, 0, "%u", up > down ? up : down) + 1) + 2;
	double room = p->leaf_pitch * (1u << (p->s->tree->levels - level)), lower = 0;

	/* Between two vertices stand a label of each: beside each other, one lower than the other, or not at all. */
	if (room < 2 * (beside + label) + 6)
		lower = 12;
	if (room < 2 * beside + label)
		return;
	svg_text(&p->body, x - beside, y - lower / 2, "small", SVG_RIGHT, "%u\xe2\x86\x91", up);
	svg_text(&p->body, x + beside, y + lower / 2, "small", SVG_LEFT, "%u\xe2\x86\x93", down);
}

static void draw_vertices(struct picture *p)
{
	const struct channel_tree *tree = p->s->tree;

	for (unsigned k = 0; k <= tree->levels; k++) {
		for (uint32_t i = 0; i < level_channels(tree, k); i++) {
			double widest = k < tree->levels ? fmax(strand_width(p, k + 1), k ? strand_width(p, k) : 0) : 1;
			double half = widest + 3;

			svg_box(&p->body, vertex_x(p, k, i) - half, p->y[k] - half, 2 * half, 2 * half, 3,
				k < tree->levels ? "node" : "leaf");
			if (k == tree->levels)
				svg_text(&p->body, vertex_x(p, k, i), p->y[k] + half + 12, "small", SVG_MIDDLE, "%u",
					 i);
		}
	}
}

static void draw_lines(struct picture *p)
{
	const struct channel_tree *tree = p->s->tree;

	for (unsigned k = 1; k <= tree->levels; k++)
		p->widest = tree->capacity[k] > p->widest ? tree->capacity[k] : p->widest;
	p->leaf_pitch = tree->leaves <= 8 ? 84 : tree->leaves <= 16 ? 62 : tree->leaves <= 32 ? 44 : 24;
	p->width = fmax(p->left + tree->leaves * p->leaf_pitch + margin, 760);
	for (unsigned k = tree->levels; k > 0; k--) {
		for (uint32_t i = 0; i < level_channels(tree, k); i++) {
			draw_strand(p, k, i, true);
			draw_strand(p, k, i, false);
			draw_load_labels(p, k, i);
		}
	}
	draw_vertices(p);
}

/* Each channel as a bar above its leaves, upwards over downwards; of bars thinner than a pixel the fullest of each
 * pixel. */
static void draw_bars(struct picture *p, unsigned level, bool up)
{
	const struct scheduled *s = p->s;
	const uint32_t *load = (up ? s->loads->up : s->loads->down) + (1u << level);
	unsigned below = 1u << (s->tree->levels - level), count = level_channels(s->tree, level);

	for (unsigned i = 0; i < count;) {
		double x = floor(i * (double)below * p->leaf_pitch), end;
		uint32_t most = 0;

		do {
			most = load[i] > most ? load[i] : most;
			end = fmin((double)++i * below, s->tree->leaves) * p->leaf_pitch;
		} while (i < count && end < x + 1);
		text_print(&p->body, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"13\" fill=\"%s\"/>\n",
			   p->left + x, p->y[level] + (up ? -13.5 : 0.5), fmax(end - x - (end - x > 4 ? 1 : 0), 1),
			   shade(share_of(s, most, level)));
	}
}

static void draw_all_bars(struct picture *p)
{
	const double room = 900;

	p->leaf_pitch = room / p->s->tree->leaves;
	p->width = p->left + room + margin + 46;
	for (unsigned k = 1; k <= p->s->tree->levels; k++) {
		draw_bars(p, k, true);
		draw_bars(p, k, false);
		svg_text(&p->body, p->left + room + 8, p->y[k] - 4, "small", SVG_LEFT, "up");
		svg_text(&p->body, p->left + room + 8, p->y[k] + 11, "small", SVG_LEFT, "down");
	}
	svg_text(&p->body, p->left, p->y[p->s->tree->levels] + 32, "small", SVG_LEFT, "leaf 0");
	svg_text(&p->body, p->left + room, p->y[p->s->tree->levels] + 32, "small", SVG_RIGHT, "leaf %u",
		 p->s->tree->leaves - 1);
}

void load_picture(const struct scheduled *s, struct text *svg)
{
	struct picture p = { .s = s, .left = margin + table_width + 20 };
	bool lines = s->tree->leaves <= MOST_LEAVES;
	char *title = format_string("%s: load of the channels", s->name);

	for (unsigned k = 0; k <= s->tree->levels; k++)
		p.y[k] = header_height + 34 + (lines ? 76 : 42) * (k - (lines ? 0.0 : 1.0));
	p.height = p.y[s->tree->levels] + 48;
	if (lines)
		draw_lines(&p);
	else
		draw_all_bars(&p);
	draw_table(&p);
	draw_header(&p, "load of the channels", "load over all cycles");
	svg_page(svg, p.width, p.height, title,
		 "How full the channels of a fat-tree are over a schedule, and the greatest loads of each level.",
		 &p.body);
	free(title);
	text_free(&p.body);
}

/* The chart of cycles and channels: sums of utilizations, in cells that several may share. */
struct chart {
	const struct scheduled *s;
	unsigned columns, rows;
	unsigned first_row[2 * MAXIMUM_LEVELS + 1];	/* [2 (level - 1) + down] */
	unsigned level_rows[MAXIMUM_LEVELS + 1];
	double *sum;			/* [row * columns + column] */
};

/* One row for each channel of a level, up to the level's share of the picture. */
static void choose_rows(struct chart *c)
{
	const struct channel_tree *tree = c->s->tree;
	unsigned most = MOST_ROWS / (2 * tree->levels);

	for (unsigned k = 1; k <= tree->levels; k++) {
		unsigned channels = level_channels(tree, k);

		c->level_rows[k] = channels < most || tree->leaves <= 32 ? channels : most;
		for (int down = 0; down < 2; down++) {
			c->first_row[2 * (k - 1) + (unsigned)down] = c->rows;
			c->rows += c->level_rows[k];
		}
	}
}

/* How many of `count` things share cell number `cell` of `cells`. */
static double sharing(unsigned count, unsigned cells, unsigned cell)
{
	uint64_t first = ((uint64_t)cell * count + cells - 1) / cells;
	uint64_t end = ((uint64_t)(cell + 1) * count + cells - 1) / cells;

	return (double)(end - first);
}

static void add_channel(struct chart *c, unsigned level, int down, uint32_t index, uint32_t cycle)
{
	const struct channel_tree *tree = c->s->tree;
	unsigned rows = c->level_rows[level], channels = level_channels(tree, level);
	unsigned row = (unsigned)((uint64_t)index * rows / channels);
	unsigned column = (unsigned)((uint64_t)cycle * c->columns / c->s->schedule->cycles);
	double shared = sharing(channels, rows, row) * sharing(c->s->schedule->cycles, c->columns, column);

	row += c->first_row[2 * (level - 1) + (unsigned)down];
	c->sum[(size_t)row * c->columns + column] += 1 / (shared * tree->capacity[level]);
}

static void fill_chart(struct chart *c)
{
	const struct channel_tree *tree = c->s->tree;

	for (size_t i = 0; i < c->s->set->count; i++) {
		uint32_t up = c->s->set->demand[i].source, down = c->s->set->demand[i].destination;

		for (unsigned level = tree->levels; up != down; level--, up /= 2, down /= 2) {
			add_channel(c, level, 0, up, c->s->schedule->cycle[i]);
			add_channel(c, level, 1, down, c->s->schedule->cycle[i]);
		}
	}
}

/* Draws neighbouring cells of one colour as one box. */
static void draw_row(struct picture *p, const struct chart *c, unsigned row, double y, double width, double height)
{
	for (unsigned column = 0; column < c->columns;) {
		const char *colour = shade(c->sum[(size_t)row * c->columns + column] + 1e-9);
		unsigned end = column + 1;

		if (c->sum[(size_t)row * c->columns + column] <= 0)
			colour = shades[0];
		while (end < c->columns && (c->sum[(size_t)row * c->columns + end] <= 0 ? shades[0]
					    : shade(c->sum[(size_t)row * c->columns + end] + 1e-9)) == colour)
			end++;
		if (colour != shades[0])
			text_print(&p->body,
				   "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" fill=\"%s\"/>\n",
				   p->left + column * width, y, (end - column) * width - (width > 6 ? 1 : 0), height,
				   colour);
		column = end;
	}
}

static void draw_cycle_numbers(struct picture *p, const struct chart *c, double y, double width)
{
	static const unsigned nice[] = { 1, 2, 5 };
	unsigned cycles = c->s->schedule->cycles, power = 1, k = 0, step;
	double room = 6.5 * snprintf(NULL, 0, "%u", cycles) + 14;

	for (step = 1; step * width * c->columns / cycles < room; step = nice[k] * power) {
		k = (k + 1) % 3;
		power *= k == 0 ? 10 : 1;
	}
	for (unsigned i = 0; i < cycles; i += step)
		svg_text(&p->body, p->left + (i + 0.5) * width * c->columns / cycles, y, "small", SVG_MIDDLE, "%u", i);
	svg_text(&p->body, p->left + c->columns * width / 2, y + 18, "head", SVG_MIDDLE, "cycle");
}

static void draw_chart(struct picture *p, const struct chart *c)
{
	/* As wide as the head at least. */
	double width = fmin(fmax(34, (720 - margin - p->left) / c->columns), 900.0 / c->columns), height = fmax(2.5, fmin(11, 620.0 / c->rows));
	double y = header_height + 8;
	unsigned row = 0;

	p->width = fmax(p->left + c->columns * width + margin, 720);
	for (unsigned k = 1; k <= c->s->tree->levels; k++) {
		for (int down = 0; down < 2; down++) {
			double rows = c->level_rows[k] * height;

			text_print(&p->body,
				   "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>\n",
				   p->left, y, c->columns * width, rows, shades[0]);
			svg_text(&p->body, p->left - 8, y + rows / 2 + 4, "cell", SVG_RIGHT, "level %u %s", k,
				 down ? "\xe2\x86\x93" : "\xe2\x86\x91");
			for (unsigned i = 0; i < c->level_rows[k]; i++)
				draw_row(p, c, row++, y + i * height, width, height - (height > 5 ? 1 : 0));
			y += fmax(rows, 11) + (down ? 10 : 3);
		}
	}
	draw_cycle_numbers(p, c, y + 8, width);
	p->height = y + 44;
}

void cycle_picture(const struct scheduled *s, struct text *svg)
{
	struct picture p = { .s = s, .left = margin + 80 };
	struct chart c = { .s = s, .columns = s->schedule->cycles < MOST_COLUMNS ? s->schedule->cycles : MOST_COLUMNS };
	char *title = format_string("%s: schedule", s->name);

	choose_rows(&c);
	if (c.columns > 0) {
		c.sum = allocate_array((size_t)c.rows * c.columns, sizeof *c.sum);
		fill_chart(&c);
		draw_chart(&p, &c);
	} else {
		p.width = 720;
		p.height = header_height + 40;
		svg_text(&p.body, margin, header_height, "cell", SVG_LEFT, "Nothing passes any channel.");
	}
	draw_header(&p, "schedule", c.columns < s->schedule->cycles ? "how full, mean of neighbors" : "how full");
	svg_page(svg, p.width, p.height, title, "How full each channel of a fat-tree is in each cycle of a schedule.",
		 &p.body);
	free(c.sum);
	free(title);
	text_free(&p.body);
}
