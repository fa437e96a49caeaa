/* drawing.h: a hypertree as a drawing: Goodman and Séquin's Figures 1 and 4. */
#ifndef FTC_MACHINES_HYPERTREE_DRAWING_H
#define FTC_MACHINES_HYPERTREE_DRAWING_H

#include "machines/hypertree/hypertree.h"
#include "util/text.h"

/* Writes the drawing: the tree, the links of its levels, and what is dead. */
void hypertree_drawing(const struct hypertree *h, const char *title, struct text *svg);

#endif
