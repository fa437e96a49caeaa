/* svg.h: writes drawings. Coordinates in pixels, y downwards. */
#ifndef FTC_UTIL_SVG_H
#define FTC_UTIL_SVG_H

#include "util/text.h"

enum svg_anchor { SVG_LEFT, SVG_MIDDLE, SVG_RIGHT };

/* Writes a complete drawing around `body`: a white page, readable on dark backgrounds, and the styles of all classes.
 * `title` and `description` are for screen readers. */
void svg_page(struct text *svg, double width, double height, const char *title, const char *description,
	      const struct text *body);

/* Text between tags: special characters are escaped. */
void svg_escaped(struct text *body, const char *text);

/* Text of a class, `x` being its left end, middle or right end; special characters are escaped. */
void svg_text(struct text *body, double x, double y, const char *class, enum svg_anchor anchor,
	      const char *format, ...) __attribute__((format(printf, 6, 7)));
void svg_line(struct text *body, double x1, double y1, double x2, double y2, const char *class);
void svg_box(struct text *body, double x, double y, double width, double height, double radius, const char *class);
void svg_dot(struct text *body, double x, double y, double radius, const char *class);
/* Around what shows one part of the network, for programs that read the drawing: a vertex, "data-node=\"LEVEL.INDEX\"", at
 * an end of the network also "data-leaf=\"NUMBER\"", number 0 being the first; or a link, "data-link=\"FROM to TO\"". */
void svg_part(struct text *body, const char *format, ...) __attribute__((format(printf, 2, 3)));
void svg_part_end(struct text *body);

/* A drawing that svg_page() has made, without its styles, for a page that has its own. */
void svg_unstyled(const struct text *svg, struct text *out);

/* A number with its digits in groups of three: "1 048 576" (narrow spaces). Returns `buffer`. */
const char *grouped(unsigned long long number, char buffer[48]);

#endif
