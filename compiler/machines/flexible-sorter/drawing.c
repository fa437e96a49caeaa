/* drawing.c: draws the moves of a flexible sorter: from which column to which the words go, move by move. */
#include "machines/flexible-sorter/flexible_sorter.h"

#include <stdlib.h>

#include "util/output.h"
#include "util/svg.h"

enum { MOST_DRAWN_COLUMNS = 8 };		/* of wider sorters, the moves of fewer words are drawn */

static const double margin = 28, label_width = 150, header_height = 92, pitch = 84, box_width = 44, box_height = 22, row_gap = 76;

struct picture {
	const struct flexible_moves *m;
	const struct flexible_width *w;
	struct text body;
};

static double x_of(unsigned column)
{
	return margin + label_width + (column + 0.5) * pitch;
}

static double y_of(unsigned row)
{
	return header_height + row * (box_height + row_gap);
}

static void draw_columns(struct picture *p, unsigned row)
{
	for (unsigned c = 0; c < p->w->columns; c++) {
		svg_box(&p->body, x_of(c) - box_width / 2, y_of(row), box_width, box_height, 3, "node");
		svg_text(&p->body, x_of(c), y_of(row) + box_height / 2 + 4, "cell", SVG_MIDDLE, "%u", c);
	}
}

static void label(struct picture *p, unsigned row, const char *what)
{
	svg_text(&p->body, margin, y_of(row) + box_height / 2 + 4, "cell", SVG_LEFT, "%s", what);
}

/* Words of a column that go to each of the next; half of a column or more is drawn as a thick line. */
static void draw_move(struct picture *p, unsigned move)
{
	unsigned lines = p->m->lines;

	for (unsigned c = 0; c < p->w->columns; c++) {
		unsigned words[MOST_FLEXIBLE_COLUMNS] = { 0 }, row = p->w->row + move * p->w->columns + c;

		for (unsigned bank = 0; bank < lines; bank++)
			words[p->m->column[row * lines + bank]]++;
		for (unsigned next = 0; next < p->w->columns; next++)
			if (words[next] > 0)
				svg_line(&p->body, x_of(c), y_of(move) + box_height, x_of(next), y_of(move + 1),
					 2 * words[next] >= lines ? "link" : "wire");
	}
}

static const struct flexible_width *widest(const struct flexible_moves *m)
{
	unsigned k = m->widths - 1;

	while (m->width[k].columns > MOST_DRAWN_COLUMNS)
		k--;
	return &m->width[k];
}

/* "behind passes 0, 4, 8, ..": the first ones. */
static void label_move(struct picture *p, unsigned move)
{
	enum { NAMED = 3 };
	struct text t = { 0 };
	unsigned named = 0;

	text_add(&t, "behind pass");
	for (unsigned pass = 0; pass < p->w->passes && named <= NAMED; pass++)
		if (flexible_move_behind(p->w, pass) == move && named++ < NAMED)
			text_print(&t, "%s %u", named > 1 ? "," : "", pass + 1);
	if (named > NAMED)
		text_add(&t, ", ..");
	svg_text(&p->body, margin, y_of(move) + box_height + row_gap / 2 + 4, "small", SVG_LEFT, "%s", t.bytes);
	text_free(&t);
}

void flexible_draw(const struct network *net, struct output *out)
{
	struct flexible_shape s = flexible_shape(net->spec);
	struct flexible_moves m = flexible_moves_make(s.lines, s.lines * s.columns);
	struct picture p = { .m = &m, .w = widest(&m) };
	struct text svg = { 0 };
	char *path = format_string("%s.svg", net->spec->name);
	char *title = format_string("%s: %u words through %u lines", net->spec->name, s.lines * s.columns, s.lines);

	svg_text(&p.body, margin, 40, "title", SVG_LEFT, "%s", title);
	svg_text(&p.body, margin, 62, "subtitle", SVG_LEFT, p.w->moves > 0 ? "moves of %u columns of %u words, each behind a sort of all columns"
								      : "%u column of %u words: sorted as it comes", p.w->columns, s.lines);
	for (unsigned move = 0; move < p.w->moves; move++) {
		draw_columns(&p, move);
		label(&p, move, "columns, sorted");
		label_move(&p, move);
		draw_move(&p, move);
	}
	draw_columns(&p, p.w->moves);
	label(&p, p.w->moves, "columns, sorted");
	svg_page(&svg, x_of(p.w->columns) + margin, y_of(p.w->moves) + box_height + margin, title,
		 "Columns of words as boxes, and the columns to which their words move.", &p.body);
	output_add(out, path, &svg);
	text_free(&p.body);
	free(title);
	free(path);
	flexible_moves_free(&m);
}
