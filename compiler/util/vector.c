/* vector.c: reads a drawing of svg.h; see vector.h. */
#include "util/vector.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A circle's quarter as a curve: its control points are so many radii from its ends. */
static const double quarter = 0.5522847498;
static const char sheet_begins[] = "<style>\n", sheet_ends[] = "</style>";

/* A tag and its attributes: what is between < and >. */
struct tag {
	const char *at;
	size_t length;
};

/* The value of an attribute, up to its quote. NULL: it has none. */
static const char *attribute(const struct tag *tag, const char *name)
{
	size_t length = strlen(name);

	for (const char *c = tag->at; (c = strchr(c, ' ')) && c < tag->at + tag->length; c++)
		if (strncmp(c + 1, name, length) == 0 && strncmp(c + 1 + length, "=\"", 2) == 0)
			return c + length + 3;
	return NULL;
}

static double number(const struct tag *tag, const char *name)
{
	const char *value = attribute(tag, name);

	return value ? strtod(value, NULL) : 0;
}

/* ---- styles ---- */

static bool is_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

static bool has_class(const struct tag *tag, const char *name, size_t length)
{
	const char *class = attribute(tag, "class");

	for (; class && *class != '"'; class++)
		if (strncmp(class, name, length) == 0 && !is_word(class[length]) && !is_word(class[-1]))
			return true;
	return false;
}

static void set_colour(const char *value, bool *paints, unsigned *colour)
{
	*paints = *value == '#';
	if (*paints)
		*colour = (unsigned)strtoul(value + 1, NULL, 16);
}

static void set_property(struct vector_paint *paint, const char *name, size_t length, const char *value)
{
	const struct { const char *name; double *to; } numbers[] = { { "stroke-width", &paint->width }, { "font-size", &paint->size } };
	char *end;

	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		if (strlen(numbers[i].name) == length && strncmp(name, numbers[i].name, length) == 0)
			*numbers[i].to = strtod(value, NULL);
	if (length == 4 && strncmp(name, "fill", length) == 0)
		set_colour(value, &paint->fills, &paint->fill);
	else if (length == 6 && strncmp(name, "stroke", length) == 0)
		set_colour(value, &paint->strokes, &paint->stroke);
	else if (length == 11 && strncmp(name, "font-weight", length) == 0)
		paint->bold = *value == 'b';
	else if (length == 16 && strncmp(name, "stroke-dasharray", length) == 0) {
		paint->dash[0] = strtod(value, &end);
		paint->dash[1] = strtod(end, NULL);
	}
}

/* "{ fill: none; stroke: #1f77b4 }" */
static void apply_rule(struct vector_paint *paint, const char *rule)
{
	const char *name = rule + 1;

	while (*(name += strspn(name, " ;")) != '}') {
		size_t length = strcspn(name, ":");

		set_property(paint, name, length, name + length + 2);
		name += strcspn(name, ";}");
	}
}

/* A rule a line. Later ones win, as in CSS, and all of them over attributes. */
static struct vector_paint paint_of(const char *sheet, const struct tag *tag, bool text)
{
	struct vector_paint paint = { .fills = true, .width = 1, .size = 12 };

	for (const char *const *name = (const char *const[]){ "stroke-width", "fill", "stroke", NULL }; *name; name++)
		if (attribute(tag, *name))
			set_property(&paint, *name, strlen(*name), attribute(tag, *name));
	for (const char *line = sheet; strncmp(line, sheet_ends, sizeof sheet_ends - 1) != 0; line = text_next_line(line)) {
		size_t length = strcspn(line, " \n");

		if (*line == '.' ? has_class(tag, line + 1, length - 1) : text && strncmp(line, "text ", 5) == 0)
			apply_rule(&paint, line + length + 1);
	}
	return paint;
}

/* ---- outlines ---- */

static void add_point(struct vector *v, struct vector_point p)
{
	v->point = room_for_one(v->point, v->points, sizeof *v->point);
	v->point[v->points++] = p;
}

static void go(struct vector *v, enum vector_step step, double x, double y)
{
	add_point(v, (struct vector_point){ step, { x }, { y } });
}

/* A quarter of an ellipse from (x, y), around a corner that is (dx, 0) away, then (0, dy); or first along y. */
static void turn(struct vector *v, double x, double y, double dx, double dy, bool first_x)
{
	double ax = first_x ? quarter * dx : 0, ay = first_x ? 0 : quarter * dy, bx = first_x ? 0 : quarter * dx, by = first_x ? quarter * dy : 0;

	add_point(v, (struct vector_point){ VECTOR_CURVE, { x + ax, x + dx - bx, x + dx }, { y + ay, y + dy - by, y + dy } });
}

static void add_box(struct vector *v, double x, double y, double w, double h, double r)
{
	go(v, VECTOR_MOVE, x + r, y);
	go(v, VECTOR_LINE, x + w - r, y);
	turn(v, x + w - r, y, r, r, true);
	go(v, VECTOR_LINE, x + w, y + h - r);
	turn(v, x + w, y + h - r, -r, r, false);
	go(v, VECTOR_LINE, x + r, y + h);
	turn(v, x + r, y + h, -r, -r, true);
	go(v, VECTOR_LINE, x, y + r);
	turn(v, x, y + r, r, -r, false);
	go(v, VECTOR_CLOSE, 0, 0);
}

/* A circle's arc of less than a half from (x0, y0) to (x, y); `sweep`: clockwise on the screen. */
static void add_arc(struct vector *v, double x0, double y0, double radius, bool sweep, double x, double y)
{
	double chord = hypot(x - x0, y - y0), r = fmax(radius, chord / 2), half = chord > 0 ? asin(chord / 2 / r) : 0;
	double bend = 4.0 / 3 * tan(half / 2) * r, along = atan2(y - y0, x - x0), lean = sweep ? -half : half;

	add_point(v, (struct vector_point){ VECTOR_CURVE, { x0 + bend * cos(along + lean), x - bend * cos(along - lean), x },
					    { y0 + bend * sin(along + lean), y - bend * sin(along - lean), y } });
}

struct path {
	const char *at;			/* behind the letter */
	double x, y;
};

static double take(struct path *p)
{
	char *end;

	p->at += strspn(p->at, " ,");
	double value = strtod(p->at, &end);

	p->at = end;
	return value;
}

static bool has_number(const struct path *p)
{
	const char *c = p->at + strspn(p->at, " ,");

	return *c && strchr("-.0123456789", *c);
}

/* What a letter means for its next numbers. False: unknown. */
static bool path_step(struct vector *v, struct path *p, char letter)
{
	bool relative = letter >= 'a';
	double x = relative ? p->x : 0, y = relative ? p->y : 0, x0 = p->x, y0 = p->y;

	switch (letter & ~32) {
	case 'M':
	case 'L':
		p->x = x + take(p);
		p->y = y + take(p);
		break;
	case 'H': p->x = x + take(p); break;
	case 'V': p->y = y + take(p); break;
	case 'A': {
		double radius = take(p);

		for (int skipped = 0; skipped < 3; skipped++)	/* the other radius, the turn, which arc: the small one */
			take(p);
		bool sweep = take(p) > 0;

		p->x = x + take(p);
		p->y = y + take(p);
		add_arc(v, x0, y0, radius, sweep, p->x, p->y);
		return true;
	}
	default: return false;
	}
	go(v, (letter & ~32) == 'M' ? VECTOR_MOVE : VECTOR_LINE, p->x, p->y);
	return true;
}

static bool add_path(struct vector *v, const char *d)
{
	struct path p = { .at = d };
	bool known = true;

	while (known && *(p.at += strspn(p.at, " ,")) != '"') {
		char letter = *p.at++;

		if (letter == 'z' || letter == 'Z') {
			go(v, VECTOR_CLOSE, 0, 0);
			continue;
		}
		do
			known = path_step(v, &p, letter);
		while (known && has_number(&p));
	}
	return known;
}

/* ---- shapes ---- */

/* The text behind a tag, with its signs. */
static char *content_of(const struct tag *tag)
{
	static const struct { const char *name; char sign; } signs[] = { { "&amp;", '&' }, { "&lt;", '<' }, { "&gt;", '>' }, { "&quot;", '"' } };
	struct text t = { 0 };

	text_add(&t, "");
	for (const char *c = tag->at + tag->length + 1; *c && *c != '<';) {
		char sign = *c;
		size_t length = 1;

		for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
			if (strncmp(c, signs[i].name, strlen(signs[i].name)) == 0) {
				sign = signs[i].sign;
				length = strlen(signs[i].name);
			}
		text_add_bytes(&t, &sign, 1);
		c += length;
	}
	return t.bytes;
}

static void add_text(struct vector *v, const struct tag *tag, struct vector_shape *s)
{
	const char *anchor = attribute(tag, "text-anchor");

	s->text = content_of(tag);
	s->x = number(tag, "x");
	s->y = number(tag, "y");
	s->anchor = !anchor || *anchor == 's' ? 0 : *anchor == 'm' ? 0.5 : 1;
	s->count = v->points - s->first;
}

static bool is(const struct tag *tag, const char *name)
{
	size_t length = strlen(name);

	return strncmp(tag->at, name, length) == 0 && !is_word(tag->at[length]);
}

/* False: it is not known. */
static bool add_shape(struct vector *v, const char *sheet, const struct tag *tag)
{
	struct vector_shape s = { .paint = paint_of(sheet, tag, is(tag, "text")), .first = v->points };
	bool known = true;

	if (is(tag, "text")) {
		add_text(v, tag, &s);
	} else if (is(tag, "rect")) {
		add_box(v, number(tag, "x"), number(tag, "y"), number(tag, "width"), number(tag, "height"), number(tag, "rx"));
	} else if (is(tag, "circle")) {
		double r = number(tag, "r");

		add_box(v, number(tag, "cx") - r, number(tag, "cy") - r, 2 * r, 2 * r, r);
	} else {
		known = is(tag, "path") && attribute(tag, "d") && add_path(v, attribute(tag, "d"));
	}
	s.count = v->points - s.first;
	v->shape = room_for_one(v->shape, v->shapes, sizeof *v->shape);
	v->shape[v->shapes++] = s;
	return known;
}

bool vector_read(const char *svg, struct vector *v)
{
	const char *sheet = strstr(svg, sheet_begins), *end = sheet ? strstr(sheet, sheet_ends) : NULL;
	struct tag whole = { svg, strcspn(svg, ">") };
	bool known = end;

	*v = (struct vector){ number(&whole, "width"), number(&whole, "height"), NULL, 0, NULL, 0 };
	for (const char *c = end; known && (c = strchr(c + 1, '<'));) {
		struct tag tag = { c + 1, strcspn(c + 1, ">") };

		/* Groups say which part of the network something is. */
		if (*tag.at != '/' && !(is(&tag, "g") && !attribute(&tag, "transform")))
			known = add_shape(v, sheet + sizeof sheet_begins - 1, &tag);
	}
	return known;
}

void vector_free(struct vector *v)
{
	for (size_t i = 0; i < v->shapes; i++)
		free(v->shape[i].text);
	free(v->shape);
	free(v->point);
}
