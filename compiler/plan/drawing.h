/* drawing.h: a plan as a picture: wires as lines from left to right, elements on them, a column per clock. */
#ifndef FTC_PLAN_DRAWING_H
#define FTC_PLAN_DRAWING_H

#include "plan/plan.h"
#include "util/text.h"

/* The whole SVG. Comparators are drawn as Knuth draws them (The Art of Computer Programming 3, 5.3.4). */
void plan_drawing(const struct plan *plan, const char *title, struct text *svg);

#endif
