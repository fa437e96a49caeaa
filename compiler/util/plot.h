/* plot.h: pictures made by gnuplot. */
#ifndef FTC_UTIL_PLOT_H
#define FTC_UTIL_PLOT_H

#include <stdbool.h>

#include "util/output.h"

/* Adds a name that a user chose as it may stand in data or between quotes of a script: what gnuplot gives a meaning there, and what
 * a terminal would obey, is '?'. Gnuplot runs what stands between backquotes. */
void plot_add_name(struct text *out, const char *name);

/* Runs gnuplot (its path) on `script`, which reads the file `data_name` with the content `data`, once for each format,
 * and adds NAME.svg and NAME.png to `out`. `width` and `height` are the SVG's in pixels; the PNG is 1.5 times as large.
 * Names that a user chose stand there by plot_add_name() only. Prints a message and returns false on failure. */
bool plot_add(const char *gnuplot, const char *data_name, const struct text *data, const struct text *script,
	      const char *name, unsigned width, unsigned height, struct output *out);
/* Likewise NAME.pdf. */
bool plot_add_pdf(const char *gnuplot, const char *data_name, const struct text *data, const struct text *script,
	      const char *name, unsigned width, unsigned height, struct output *out);

#endif
