/* chips_drawing.h: the drawing of two joined chips, for the page of a run. */
#ifndef FTC_SIMULATE_CHIPS_DRAWING_H
#define FTC_SIMULATE_CHIPS_DRAWING_H

#include "util/text.h"

/* Appends the drawing of a chip with so many leaves, which svg_page() has made, twice, side by side. In the second one leaves and vertices have
 * numbers above those of the first one by that, and data-shift says how far it is to the right. */
void chips_drawing_add(const struct text *chip, unsigned leaves, struct text *out);

#endif
