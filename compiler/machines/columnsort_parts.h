/* columnsort_parts.h: what the control of a flexible sorter looks up, and that of nodes of a sorting fat-tree. */
#ifndef FTC_MACHINES_COLUMNSORT_PARTS_H
#define FTC_MACHINES_COLUMNSORT_PARTS_H

#include "machines/columnsort.h"

/* Of the deepest recursion, at least 1. */
unsigned flexible_depth(const struct flexible_moves *m);
/* rtl-templates/flexible-sorter/flexible_widths.v: the number of the least width with a column `furthest`. */
unsigned flexible_least_width(const struct flexible_moves *m, unsigned furthest);
/* The first row of a move of a width; 0 if it has no such move. */
unsigned flexible_first_row(const struct flexible_width *w, unsigned move);

#endif
