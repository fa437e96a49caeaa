/* drawing.c: a plan as a picture.
 *
 * In:  a finished plan. Out: an SVG. Every wire keeps its line: an element's output `first` continues the line of a,
 * `second` that of b. The elements of a clock occupy as few columns as possible without overlap. A rule separates the
 * clocks; a small square on it is a register that only delays. Parities and the wires that lead them to the exchanges
 * have lines of their own below. Plans of more than MOST_LINES lines are drawn as a bar chart of elements by clock.
 */
#include "plan/drawing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "plan/ways.h"
#include "util/svg.h"

enum { MOST_LINES = 64, NO_LINE = -1, CALL_COLUMNS = 6 };

static const double margin = 28, header_height = 84, label_width = 26, least_column = 9, clock_gap = 12, least_width = 520,
		    most_column = 40;

/* One element of an array, or a call, on its lines. */
struct mark {
	const struct element *element;
	unsigned which;			/* of the array */
	int top, bottom;		/* lines that it covers */
	unsigned column;		/* within its clock */
};

struct sheet {
	const struct plan *plan;
	size_t *base;			/* by signal: where its wires start in line[] */
	int *line;			/* by wire */
	int lines;
	struct mark *mark;
	size_t mark_count;
	struct wire_places places;	/* of comparators: ways.h */
	unsigned *columns;		/* by clock */
	double *start;			/* by clock: x of its first column; one more for the end */
	double pitch, column_width;
	struct text body;
};

/* The wire at position i of an operand, as an index of line[]; NO_LINE for constant 0. */
static int wire_of(const struct sheet *s, const struct operand *o, unsigned i)
{
	for (size_t k = 0; k < o->count; k++) {
		if (i < o->slice[k].width)
			return o->slice[k].signal == PLAN_ZERO ? NO_LINE
			       : (int)(s->base[o->slice[k].signal] + o->slice[k].low + i);
		i -= o->slice[k].width;
	}
	return NO_LINE;
}

static int line_of(const struct sheet *s, const struct operand *o, unsigned i)
{
	int wire = wire_of(s, o, i);

	return wire == NO_LINE ? NO_LINE : s->line[wire];
}

/* The line that output k of an element continues. */
static int output_line(struct sheet *s, const struct element *e, int k, unsigned i)
{
	if (e->kind == ELEMENT_PARITY || e->kind == ELEMENT_PICK ||
	    (e->kind == ELEMENT_SPREAD && (unsigned)k >= e->in_count))
		return s->lines++;
	return line_of(s, &e->in[e->kind == ELEMENT_CALL || e->kind == ELEMENT_DELAY ? 0 : k], i);
}

static void cover(struct mark *m, int line)
{
	if (line == NO_LINE)
		return;
	m->top = line < m->top ? line : m->top;
	m->bottom = line > m->bottom ? line : m->bottom;
}

static void add_mark(struct sheet *s, const struct element *e, unsigned which)
{
	struct mark m = {.element = e, .which = which, .top = s->lines, .bottom = 0};
	unsigned inputs = e->kind == ELEMENT_CALL ? operand_width(&e->in[0]) : 1;

	for (unsigned k = 0; k < e->in_count; k++)
		for (unsigned i = 0; i < inputs; i++)
			cover(&m, line_of(s, &e->in[k], which + i));
	if (e->kind == ELEMENT_PARITY || e->kind == ELEMENT_PICK)
		cover(&m, s->line[s->base[e->out[0]] + which]);
	s->mark = reallocate(s->mark, (s->mark_count + 1) * sizeof *s->mark);
	s->mark[s->mark_count++] = m;
}

static void lay_out_lines(struct sheet *s)
{
	const struct plan *p = s->plan;

	s->lines = (int)p->inputs;
	for (unsigned i = 0; i < p->inputs; i++)
		s->line[i] = (int)i;
	for (size_t n = 0; n < p->element_count; n++) {
		const struct element *e = &p->element[n];

		for (int k = 0; k < 2; k++)
			for (unsigned i = 0; e->out[k] != PLAN_NO_SIGNAL && i < p->signal[e->out[k]].width; i++)
				s->line[s->base[e->out[k]] + i] = output_line(s, e, k, i);
		for (unsigned i = 0; i < (e->kind == ELEMENT_CALL ? 1 : e->count); i++)
			if (e->kind != ELEMENT_DELAY)
				add_mark(s, e, i);
	}
}

static int by_clock_then_line(const void *a, const void *b)
{
	const struct mark *x = a, *y = b;

	if (x->element->clock != y->element->clock)
		return x->element->clock < y->element->clock ? -1 : 1;
	if (x->element != y->element)
		return x->element < y->element ? -1 : 1;
	return x->which < y->which ? -1 : x->which > y->which;
}

/* Puts each mark into the first column without overlap that is right of all marks it reads. */
static void lay_out_columns(struct sheet *s)
{
	int *last = allocate_array((size_t)s->lines + 1, sizeof *last);	/* by line: first free column */
	unsigned clock = 0;

	if (s->mark_count > 0)
		qsort(s->mark, s->mark_count, sizeof *s->mark, by_clock_then_line);
	for (size_t i = 0; i < s->mark_count; i++) {
		struct mark *m = &s->mark[i];
		int column = 0;

		if (m->element->clock != clock)
			memset(last, 0, ((size_t)s->lines + 1) * sizeof *last);
		clock = m->element->clock;
		for (int line = m->top; line <= m->bottom; line++)
			column = last[line] > column ? last[line] : column;
		m->column = (unsigned)column;
		column += m->element->kind == ELEMENT_CALL ? CALL_COLUMNS : 1;
		for (int line = m->top; line <= m->bottom; line++)
			last[line] = column;
		if (s->columns[clock] < (unsigned)column)
			s->columns[clock] = (unsigned)column;
	}
	free(last);
}

/* Small plans get wide columns: the page is as wide as its title and key. */
static void choose_columns(struct sheet *s)
{
	double fixed = margin + label_width + (s->plan->latency + 1) * clock_gap + 30 + margin;
	unsigned columns = 0;

	for (unsigned k = 0; k <= s->plan->latency; k++)
		columns += s->columns[k];
	s->column_width = fmin(most_column, fmax(least_column, (least_width - fixed) / (columns ? columns : 1)));
}

static void lay_out_clocks(struct sheet *s)
{
	double x = margin + label_width;

	for (unsigned k = 0; k <= s->plan->latency; k++) {
		s->start[k] = x;
		x += clock_gap + s->columns[k] * s->column_width;
	}
	s->start[s->plan->latency + 1] = x;
}

static double line_y(const struct sheet *s, int line)
{
	return header_height + 22 + s->pitch * line + (line >= (int)s->plan->inputs ? s->pitch : 0);
}

static double mark_x(const struct sheet *s, const struct mark *m)
{
	return s->start[m->element->clock] + clock_gap / 2 + (m->column + 0.5) * s->column_width;
}

/* x of a wire's start and of its last reader. */
struct extent {
	double from, to;
};

static void reach(const struct sheet *s, struct extent *extent, const struct operand *o, unsigned i, double x)
{
	int wire = wire_of(s, o, i);

	if (wire != NO_LINE && x > extent[wire].to)
		extent[wire].to = x;
}

static void begin(const struct sheet *s, struct extent *extent, int signal, unsigned i, double x)
{
	struct extent *e;

	if (signal == PLAN_NO_SIGNAL)
		return;
	e = &extent[s->base[signal] + i];
	e->from = x;
	e->to = x > e->to ? x : e->to;
}

/* Whether an input is drawn: a `before` only if it is a parity's output. */
static bool is_drawn(const struct sheet *s, const struct mark *m, unsigned input)
{
	if (m->element->kind == ELEMENT_PARITY || input < 2)
		return true;
	return line_of(s, &m->element->in[input], m->which) >= (int)s->plan->inputs;
}

static void find_mark_extents(const struct sheet *s, struct extent *extent)
{
	for (size_t n = 0; n < s->mark_count; n++) {
		const struct mark *m = &s->mark[n];
		const struct element *e = m->element;
		double x = mark_x(s, m);

		if (e->kind == ELEMENT_CALL) {
			for (unsigned i = 0; i < e->plan->inputs; i++)
				reach(s, extent, &e->in[0], i, x);
			for (unsigned i = 0; i < e->plan->outputs; i++)
				begin(s, extent, e->out[0], i, x);
			continue;
		}
		for (unsigned k = 0; k < e->in_count; k++)
			if (is_drawn(s, m, k))
				reach(s, extent, &e->in[k], m->which, x);
		for (int k = 0; k < 2; k++)
			begin(s, extent, e->out[k], m->which, x);
	}
}

static void find_extents(const struct sheet *s, struct extent *extent)
{
	const struct plan *p = s->plan;

	for (unsigned i = 0; i < p->inputs; i++)
		extent[i].from = s->start[0];
	find_mark_extents(s, extent);
	for (size_t n = 0; n < p->element_count; n++) {
		const struct element *e = &p->element[n];

		for (unsigned i = 0; e->kind == ELEMENT_DELAY && i < e->count; i++) {
			reach(s, extent, &e->in[0], i, s->start[e->clock + 1]);
			begin(s, extent, e->out[0], i, s->start[e->clock + 1]);
		}
	}
	for (unsigned i = 0; i < p->outputs; i++)
		reach(s, extent, &p->output, i, s->start[p->latency + 1]);
}

static void draw_wires(struct sheet *s, size_t wires)
{
	struct extent *extent = allocate_array(wires, sizeof *extent);

	find_extents(s, extent);
	for (size_t w = 0; w < wires; w++)
		if (extent[w].to > extent[w].from)
			svg_line(&s->body, extent[w].from, line_y(s, s->line[w]), extent[w].to,
				 line_y(s, s->line[w]), s->line[w] < (int)s->plan->inputs ? "wire" : "control");
	free(extent);
}

static void draw_clocks(struct sheet *s)
{
	double bottom = line_y(s, s->lines - 1) + s->pitch;

	for (unsigned k = 1; k <= s->plan->latency; k++)
		svg_line(&s->body, s->start[k], header_height, s->start[k], bottom, "guide");
	for (unsigned k = 0; k <= s->plan->latency; k++)
		if (s->columns[k] > 1)
			svg_text(&s->body, (s->start[k] + s->start[k + 1]) / 2, header_height + 6, "small",
				 SVG_MIDDLE, "%u", k);
	svg_text(&s->body, margin + label_width - 6, header_height + 6, "small", SVG_RIGHT, "clock");
}

static void draw_registers(struct sheet *s)
{
	double size = s->pitch < 12 ? 4 : 5;

	for (size_t n = 0; n < s->plan->element_count; n++) {
		const struct element *e = &s->plan->element[n];

		for (unsigned i = 0; e->kind == ELEMENT_DELAY && i < e->count; i++)
			svg_box(&s->body, s->start[e->clock + 1] - size / 2,
				line_y(s, s->line[s->base[e->out[0]] + i]) - size / 2, size, size, 0, "register");
	}
}

static void draw_call(struct sheet *s, const struct mark *m)
{
	double x = s->start[m->element->clock] + clock_gap / 2 + m->column * s->column_width;
	double top = line_y(s, m->top) - s->pitch * 0.4, height = line_y(s, m->bottom) + s->pitch * 0.4 - top;

	svg_box(&s->body, x, top, s->column_width * CALL_COLUMNS, height, 3, "call");
	svg_text(&s->body, x + s->column_width * CALL_COLUMNS / 2, top + height / 2 + 4, "small", SVG_MIDDLE,
		 "%u \xe2\x86\x92 %u", m->element->plan->inputs, m->element->plan->outputs);
}

/* Parities: from every wire that is counted to the square that yields their parity. */
static void draw_parity(struct sheet *s, const struct mark *m)
{
	const struct element *e = m->element;
	double x = mark_x(s, m), y = line_y(s, s->line[s->base[e->out[0]] + m->which]);

	for (unsigned k = 0; k < e->in_count; k++) {
		int line = line_of(s, &e->in[k], m->which);

		if (line == NO_LINE)
			continue;
		svg_line(&s->body, x, line_y(s, line), x, y, "control");
		svg_dot(&s->body, x, line_y(s, line), 1.6, "parity");
	}
	svg_box(&s->body, x - 3, y - 3, 6, 6, 1, "parity");
}

/* Picks: from both wires to the dot on the wire that shows one of them. */
static void draw_pick(struct sheet *s, const struct mark *m)
{
	const struct element *e = m->element;
	double x = mark_x(s, m), y = line_y(s, s->line[s->base[e->out[0]] + m->which]);

	for (unsigned k = 0; k < 2; k++) {
		double from = line_y(s, line_of(s, &e->in[k], m->which));

		svg_line(&s->body, x, from, x, y, "keep");
		svg_dot(&s->body, x, from, 1.6, "choose");
	}
	svg_dot(&s->body, x, y, s->pitch < 12 ? 2.2 : 3, "choose");
}

static void draw_exchange(struct sheet *s, const struct mark *m)
{
	const struct element *e = m->element;
	int a = line_of(s, &e->in[0], m->which), b = line_of(s, &e->in[1], m->which);
	bool one = e->out[0] == PLAN_NO_SIGNAL || e->out[1] == PLAN_NO_SIGNAL;
	double x = mark_x(s, m), radius = s->pitch < 12 ? 2.2 : 3;

	for (unsigned k = 2; k < e->in_count; k++) {
		int line = line_of(s, &e->in[k], m->which);

		if (!is_drawn(s, m, k))
			continue;
		svg_line(&s->body, x, line_y(s, b > a ? b : a), x, line_y(s, line), "control");
		svg_dot(&s->body, x, line_y(s, line), 1.6, "parity");
	}
	svg_line(&s->body, x, line_y(s, a), x, line_y(s, b), one ? "keep" : "link");
	svg_dot(&s->body, x, line_y(s, a), radius, one ? "choose" : "element");
	svg_dot(&s->body, x, line_y(s, b), one ? radius / 2 : radius, one ? "choose" : "element");
}

static void draw_marks(struct sheet *s)
{
	for (size_t i = 0; i < s->mark_count; i++) {
		const struct mark *m = &s->mark[i];

		if (m->element->kind == ELEMENT_CALL)
			draw_call(s, m);
		else if (m->element->kind == ELEMENT_PARITY)
			draw_parity(s, m);
		else if (m->element->kind == ELEMENT_PICK)
			draw_pick(s, m);
		else
			draw_exchange(s, m);
	}
}

/* For programs that show where words are: a vertex for each line in each column of ways.h, column 0 being the inputs. */
static void draw_vertices(struct sheet *s)
{
	double *x = allocate_array(s->places.columns + 1, sizeof *x);

	x[0] = s->start[0];
	for (size_t i = 0; i < s->mark_count; i++) {
		const struct mark *m = &s->mark[i];
		unsigned column = s->places.column[s->base[m->element->out[m->element->out[0] == PLAN_NO_SIGNAL]] + m->which];

		x[column] = fmax(x[column], mark_x(s, m));
	}
	for (unsigned column = 0; column <= s->places.columns; column++)
		for (unsigned line = 0; line < s->plan->inputs; line++) {
			if (column == 0)
				svg_part(&s->body, "data-node=\"0.%u\" data-leaf=\"%u\"", line, line);
			else
				svg_part(&s->body, "data-node=\"%u.%u\"", column, line);
			svg_dot(&s->body, x[column], line_y(s, (int)line), column == 0 ? 2.5 : 0.5, "leaf");
			svg_part_end(&s->body);
		}
	free(x);
}

static void draw_labels(struct sheet *s)
{
	const char *class = s->pitch < 12 ? "tiny" : "small";

	for (unsigned i = 0; i < s->plan->inputs; i++)
		svg_text(&s->body, s->start[0] - 6, line_y(s, (int)i) + 3.5, class, SVG_RIGHT, "%u", i);
	for (unsigned i = 0; i < s->plan->outputs; i++) {
		int line = line_of(s, &s->plan->output, i);

		if (line != NO_LINE)
			svg_text(&s->body, s->start[s->plan->latency + 1] + 6, line_y(s, line) + 3.5, class,
				 SVG_LEFT, "%u", i);
	}
}

struct key {
	const char *shape, *says;
};

/* A legend of the marks in this plan, in one line. */
static void draw_key(struct sheet *s, double y)
{
	static const struct key keys[] = {
		[ELEMENT_EXCHANGE] = {"element", "exchange"},
		[ELEMENT_CHOOSE] = {"choose", "keeps one of two"},
		[ELEMENT_PARITY] = {"parity", "parity"},
		[ELEMENT_COMPARE] = {"element", "compare and exchange"},
		[ELEMENT_SELECT] = {"choose", "reads a route bit"},
		[ELEMENT_GATHER] = {"element", "reads the way up"},
		[ELEMENT_SPREAD] = {"element", "reads the way down"},
		[ELEMENT_PICK] = {"choose", "picks one of two, as set"},
		[ELEMENT_CALL] = {"call", "concentrator"},
		[ELEMENT_DELAY] = {"register", "register"},
	};
	bool used[sizeof keys / sizeof *keys] = {false};
	double x = margin + label_width;

	for (size_t i = 0; i < s->plan->element_count; i++)
		used[s->plan->element[i].kind] = true;
	for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
		if (!used[k])
			continue;
		svg_box(&s->body, x, y - 8.5, 8, 8, k == ELEMENT_CALL || k == ELEMENT_DELAY ? 1 : 4, keys[k].shape);
		svg_text(&s->body, x + 13, y, "head", SVG_LEFT, "%s", keys[k].says);
		x += 40 + 6.2 * (double)strlen(keys[k].says);
	}
}

static unsigned long long count_elements(const struct plan *plan)
{
	unsigned long long elements = 0;

	for (size_t i = 0; i < plan->element_count; i++) {
		if (plan->element[i].kind == ELEMENT_CALL)
			elements += count_elements(plan->element[i].plan);
		else if (plan->element[i].kind != ELEMENT_DELAY)
			elements += plan->element[i].count;
	}
	return elements;
}

static void describe(const struct plan *plan, struct text *t)
{
	char elements[48];

	if (plan->kind == PLAN_SORTER)
		text_print(t, "sorter of %u words", plan->inputs);
	else if (plan->kind == PLAN_ROUTER_UP || plan->kind == PLAN_ROUTER_DOWN)
		text_print(t, "router, %s, %u to %u wires", plan->kind == PLAN_ROUTER_UP ? "up" : "down", plan->inputs,
			   plan->outputs);
	else
		text_print(t, "%s concentrator, %u to %u wires", plan_kind_name(plan->kind), plan->inputs,
			   plan->outputs);
	text_print(t, ", %s elements, %u clocks", grouped(count_elements(plan), elements), plan->latency);
}

/* A plan that is too large for lines: a column for each clock, as high as its elements. */
static void draw_columns(struct sheet *s, double *width, double *height)
{
	unsigned most = 1, clocks = s->plan->latency + 1;
	unsigned *elements = allocate_array(clocks, sizeof *elements);
	double step = 960.0 / clocks, full = 260, foot = header_height + 20 + full;
	char number[48];

	for (size_t i = 0; i < s->plan->element_count; i++) {
		const struct element *e = &s->plan->element[i];

		if (e->kind != ELEMENT_DELAY)
			elements[e->clock] += e->count;
		most = elements[e->clock] > most ? elements[e->clock] : most;
	}
	for (unsigned k = 0; k < clocks; k++)
		if (elements[k] > 0)
			svg_box(&s->body, margin + 60 + k * step, foot - full * elements[k] / most, step * 0.8,
				full * elements[k] / most, 0, "element");
	svg_line(&s->body, margin + 60, foot, margin + 60 + 960, foot, "rule");
	svg_text(&s->body, margin + 54, foot - full + 10, "small", SVG_RIGHT, "%s", grouped(most, number));
	svg_text(&s->body, margin + 54, foot, "small", SVG_RIGHT, "0");
	svg_text(&s->body, margin + 60, foot + 18, "head", SVG_LEFT, "elements in each clock, 0 to %u", clocks - 1);
	*width = margin + 60 + 960 + margin;
	*height = foot + 40;
	free(elements);
}

static void draw_lines(struct sheet *s, size_t wires, double *width, double *height)
{
	s->pitch = s->lines > 32 ? 9 : s->lines > 16 ? 13 : 18;
	lay_out_columns(s);
	choose_columns(s);
	lay_out_clocks(s);
	draw_clocks(s);
	draw_wires(s, wires);
	draw_registers(s);
	draw_marks(s);
	if (s->places.columns > 0)
		draw_vertices(s);
	draw_labels(s);
	*width = s->start[s->plan->latency + 1] + 30 + margin;
	*width = fmax(*width, least_width);
	*height = line_y(s, s->lines - 1) + s->pitch + 2 * margin;
	draw_key(s, *height - margin + 6);
}

void plan_drawing(const struct plan *plan, const char *title, struct text *svg)
{
	struct sheet s = {.plan = plan};
	struct text subtitle = {0};
	size_t wires = 0;
	double width, height;

	s.base = allocate_array(plan->signal_count, sizeof *s.base);
	for (size_t i = 0; i < plan->signal_count; i++) {
		s.base[i] = wires;
		wires += plan->signal[i].width;
	}
	s.line = allocate_array(wires, sizeof *s.line);
	s.places = wire_places_new(plan);
	s.columns = allocate_array(plan->latency + 2, sizeof *s.columns);
	s.start = allocate_array(plan->latency + 2, sizeof *s.start);
	describe(plan, &subtitle);
	if (plan->inputs <= MOST_LINES)
		lay_out_lines(&s);
	if (plan->inputs <= MOST_LINES && s.lines <= 2 * MOST_LINES)
		draw_lines(&s, wires, &width, &height);
	else
		draw_columns(&s, &width, &height);
	svg_text(&s.body, margin, 36, "title", SVG_LEFT, "%s", title);
	svg_text(&s.body, margin, 57, "subtitle", SVG_LEFT, "%s", subtitle.bytes);
	svg_page(svg, width, height, title, subtitle.bytes, &s.body);
	text_free(&subtitle);
	text_free(&s.body);
	wire_places_free(&s.places);
	free(s.base);
	free(s.line);
	free(s.columns);
	free(s.start);
	free(s.mark);
}
