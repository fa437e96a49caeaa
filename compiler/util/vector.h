/* vector.h: a drawing of svg.h in formats for papers: PDF, and TikZ for LaTeX.
 *
 * The drawing's text is read, with its style sheet: the geometry and the colours have one home, the machine's drawing. Of SVG this
 * knows what svg.h and the machines write: texts, boxes, circles and paths, by classes. */
#ifndef FTC_UTIL_VECTOR_H
#define FTC_UTIL_VECTOR_H

#include <stdbool.h>
#include <stddef.h>

#include "util/text.h"

/* Formats that a user may want beside SVG. */
enum drawn { DRAWN_PDF = 1, DRAWN_TIKZ = 2 };

enum vector_step { VECTOR_MOVE, VECTOR_LINE, VECTOR_CURVE, VECTOR_CLOSE };

/* A step of an outline: MOVE and LINE lead to point 0, CURVE by the control points 0 and 1 to point 2. */
struct vector_point {
	enum vector_step step;
	double x[3], y[3];
};

struct vector_paint {
	bool fills, strokes;
	unsigned fill, stroke;		/* 0xRRGGBB */
	double width;			/* of the stroke */
	double dash[2];			/* drawn and left out; 0: not dashed */
	double size;			/* of a text's letters */
	bool bold;
};

struct vector_shape {
	struct vector_paint paint;
	char *text;			/* NULL: an outline */
	double x, y;			/* of a text .. */
	double anchor;			/* .. which begins there, 0, or ends, 1 */
	size_t first, count;		/* of the outline's points */
};

struct vector {
	double width, height;		/* pixels, of which 96 are an inch; y downwards */
	struct vector_shape *shape;
	size_t shapes;
	struct vector_point *point;
	size_t points;
};

/* False: the drawing is not one of svg_page(), or has shapes that this does not know. Free it in any case. */
bool vector_read(const char *svg, struct vector *v);
void vector_free(struct vector *v);

/* A page of the drawing's size. Texts are in Helvetica, which every reader of PDF has. */
void vector_pdf(const struct vector *v, struct text *out);
/* A tikzpicture, whose texts LaTeX sets: needs the package tikz. */
void vector_tikz(const struct vector *v, struct text *out);

#endif
