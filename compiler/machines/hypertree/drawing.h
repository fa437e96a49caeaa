/* drawing.h: a hypertree as a drawing: Goodman and Séquin's Figures 1 and 4. */
#ifndef FTC_MACHINES_HYPERTREE_DRAWING_H
#define FTC_MACHINES_HYPERTREE_DRAWING_H

#include "machines/hypertree/hypertree.h"
#include "util/output.h"
#include "util/text.h"

/* Writes the drawing: the tree, the links of its levels, and what is dead. */
void hypertree_drawing(const struct hypertree *h, const char *title, struct text *svg);
/* Adds it to `out` as NAME.svg, with the title of the spec, which `h` was made of. */
void hypertree_add_drawing(const struct spec *spec, const struct hypertree *h, struct output *out);
/* The same for a network (struct machine). */
void hypertree_draw(const struct network *net, struct output *out);

#endif
