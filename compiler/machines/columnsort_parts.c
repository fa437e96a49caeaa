/* columnsort_parts.c: what the control of a flexible sorter looks up. */
#include "machines/columnsort_parts.h"

unsigned flexible_depth(const struct flexible_moves *m)
{
	unsigned depth = 1;

	for (unsigned k = 0; k < m->widths; k++)
		if (m->width[k].depth > depth)
			depth = m->width[k].depth;
	return depth;
}

unsigned flexible_least_width(const struct flexible_moves *m, unsigned furthest)
{
	unsigned width = 0;

	for (unsigned k = 0; k + 1 < m->widths; k++)
		if (furthest > m->width[k].columns - 1)
			width = k + 1;
	return width;
}

unsigned flexible_first_row(const struct flexible_width *w, unsigned move)
{
	return move < w->moves ? w->row + move * w->columns : 0;
}
