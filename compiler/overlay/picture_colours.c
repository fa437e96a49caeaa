/* picture_colours.c: what all parts of a picture use: colours by time, and titles. */
#include "overlay/picture.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "util/number.h"
#include "util/svg.h"

void picture_title(struct picture *p, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	char *s = format_list(format, args);
	va_end(args);
	text_add(&p->body, "<title>");
	svg_escaped(&p->body, s);
	text_add(&p->body, "</title>");
	free(s);
}

struct rgb {
	double red, green, blue;
};
static const struct rgb stops[] = {
	{ 36, 84, 164 }, { 24, 152, 168 }, { 104, 168, 52 }, { 238, 154, 20 }, { 215, 38, 61 },
};
enum { STOPS = sizeof stops / sizeof *stops };

struct colour picture_colour_at(double share)
{
	double at = fmin(fmax(share, 0), 1) * (STOPS - 1);
	unsigned k = (unsigned)fmin(STOPS - 2, floor(at));
	double rest = at - k;
	const struct rgb *a = &stops[k], *b = &stops[k + 1];
	struct colour colour;

	snprintf(colour.hex, sizeof colour.hex, "#%02x%02x%02x", (unsigned)(a->red + rest * (b->red - a->red)) & 255,
		 (unsigned)(a->green + rest * (b->green - a->green)) & 255, (unsigned)(a->blue + rest * (b->blue - a->blue)) & 255);
	return colour;
}

unsigned picture_last_clock(const struct picture *p)
{
	return at_least_1(p->image->step - 1);
}

struct colour picture_colour(const struct picture *p, unsigned clock)
{
	return picture_colour_at((double)clock / picture_last_clock(p));
}
