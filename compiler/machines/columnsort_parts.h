/* columnsort_parts.h: parts of a flexible sorter, clock by clock, that nodes of a sorting fat-tree have, too. */
#ifndef FTC_MACHINES_COLUMNSORT_PARTS_H
#define FTC_MACHINES_COLUMNSORT_PARTS_H

#include "machines/columnsort.h"

/* rtl-templates/flexible-sorter/flexible_rotator.v */
struct flexible_rotator {
	unsigned lines, layers;		/* log2 of the lines */
	unsigned stage;			/* layers between registers */
	unsigned latency;
	uint8_t *bits;			/* [register * lines + line] */
	unsigned *turn;			/* [register]: the turn that goes with them */
};
struct flexible_rotator flexible_rotator_new(unsigned lines, unsigned stage, unsigned latency);
void flexible_rotator_free(struct flexible_rotator *r);
/* One clock edge with this turn and these lines. */
void flexible_rotator_clock(struct flexible_rotator *r, unsigned turn, const uint8_t *in);
/* The lines behind it; valid until the next clock. */
const uint8_t *flexible_rotator_out(const struct flexible_rotator *r);

/* rtl-templates/flexible-sorter/flexible_count.v: `none` of each line, 0 or 1. */
unsigned flexible_count(unsigned lines, const uint8_t *none);
/* rtl-templates/flexible-sorter/flexible_move.v */
unsigned flexible_move_number(unsigned depth, unsigned pass);
/* Of the deepest recursion, at least 1. */
unsigned flexible_depth(const struct flexible_moves *m);
/* rtl-templates/flexible-sorter/flexible_widths.v: the number of the least width with a column `furthest`. */
unsigned flexible_least_width(const struct flexible_moves *m, unsigned furthest);
/* The first row of a move of a width; 0 if it has no such move. */
unsigned flexible_first_row(const struct flexible_width *w, unsigned move);

#endif
