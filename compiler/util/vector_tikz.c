/* vector_tikz.c: a drawing as a tikzpicture: see vector.h. */
#include "util/vector.h"

#include <string.h>

static const double point = 0.75;	/* of a pixel; a PostScript point: bp */

/* What LaTeX gives a meaning, and what its fonts may lack. */
static const struct { const char *sign, *shown; } signs[] = {
	{ "\\", "\\textbackslash{}" }, { "{", "\\{" }, { "}", "\\}" }, { "$", "\\$" }, { "&", "\\&" }, { "#", "\\#" }, { "%", "\\%" }, { "_", "\\_" },
	{ "^", "\\textasciicircum{}" }, { "~", "\\textasciitilde{}" }, { "<", "\\textless{}" }, { ">", "\\textgreater{}" },
	{ "\xc3\x97", "$\\times$" }, { "\xe2\x80\xaf", "\\," }, { "\xe2\x86\x92", "$\\rightarrow$" }, { "\xe2\x80\x93", "--" },
	{ "\xe2\x88\x92", "$-$" }, { "\xc2\xb1", "$\\pm$" }, { "\xe2\x89\xa4", "$\\le$" },
};

static void add_words(const char *words, struct text *out)
{
	while (*words) {
		size_t i = 0;

		while (i < sizeof signs / sizeof *signs && strncmp(words, signs[i].sign, strlen(signs[i].sign)) != 0)
			i++;
		if (i < sizeof signs / sizeof *signs) {
			text_add(out, signs[i].shown);
			words += strlen(signs[i].sign);
		} else {
			text_add_bytes(out, words++, 1);
		}
	}
}

static void add_colour(const char *what, unsigned colour, struct text *out)
{
	text_print(out, "%s={rgb,255:red,%u;green,%u;blue,%u}", what, colour >> 16 & 255, colour >> 8 & 255, colour & 255);
}

static void add_text(const struct vector_shape *s, struct text *out)
{
	text_print(out, "\\node[anchor=base%s,", s->anchor == 0 ? " west" : s->anchor == 1 ? " east" : "");
	add_colour("text", s->paint.fill, out);
	text_print(out, ",font=\\fontsize{%.2fbp}{%.2fbp}\\selectfont\\sffamily%s] at (%.2f,%.2f) {", s->paint.size * point, s->paint.size * point * 1.2,
		   s->paint.bold ? "\\bfseries" : "", s->x, s->y);
	add_words(s->text, out);
	text_add(out, "};\n");
}

static void add_outline(const struct vector *v, const struct vector_shape *s, struct text *out)
{
	if (!s->paint.fills && !s->paint.strokes)
		return;
	text_add(out, "\\path[");
	if (s->paint.fills)
		add_colour("fill", s->paint.fill, out);
	if (s->paint.strokes) {
		add_colour(s->paint.fills ? ",draw" : "draw", s->paint.stroke, out);
		text_print(out, ",line width=%.2fbp", s->paint.width * point);
	}
	if (s->paint.strokes && s->paint.dash[0] > 0)
		text_print(out, ",dash pattern=on %.2fbp off %.2fbp", s->paint.dash[0] * point, s->paint.dash[1] * point);
	text_add(out, "]");
	for (size_t i = s->first; i < s->first + s->count; i++) {
		const struct vector_point *p = &v->point[i];

		if (p->step == VECTOR_CLOSE)
			text_add(out, " -- cycle");
		else if (p->step == VECTOR_CURVE)
			text_print(out, " .. controls (%.2f,%.2f) and (%.2f,%.2f) .. (%.2f,%.2f)", p->x[0], p->y[0], p->x[1], p->y[1], p->x[2], p->y[2]);
		else
			text_print(out, "%s (%.2f,%.2f)", p->step == VECTOR_MOVE ? "" : " --", p->x[0], p->y[0]);
	}
	text_add(out, ";\n");
}

void vector_tikz(const struct vector *v, struct text *out)
{
	text_print(out, "%% Needs \\usepackage{tikz}.\n\\begin{tikzpicture}[x=%.2fbp,y=-%.2fbp,every node/.style={inner sep=0pt,outer sep=0pt}]\n", point, point);
	for (size_t i = 0; i < v->shapes; i++)
		if (v->shape[i].text)
			add_text(&v->shape[i], out);
		else
			add_outline(v, &v->shape[i], out);
	text_add(out, "\\end{tikzpicture}\n");
}
