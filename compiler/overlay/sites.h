/* sites.h: who is where in a mesh, while placer and router move cells and pads.
 *
 * Cells and pads are bodies: the cells have the first numbers. A cell's place is its element, row by row; a pad's is its
 * border position, which a pad of the other way may have, too.
 */
#ifndef FTC_OVERLAY_SITES_H
#define FTC_OVERLAY_SITES_H

#include "overlay/compile.h"
#include "random.h"

enum { NOBODY = -1 };

struct body {
	int row, column;			/* of its element */
	unsigned place;
};
struct sites {
	const struct mesh_task *t;
	const struct overlay *o;
	unsigned side, bodies;
	struct body *body;
	int *on_element;			/* [element] the cell there, or NOBODY */
	int *on_border[2];			/* [in][position] the pad there, as a body, or NOBODY */
	unsigned **choice, *choices;		/* [pad] the positions that it may have */
};

/* Every cell on an element of its own, drawn by chance, and every pad on the first position that is left. The task, which
 * must outlive it, must have room for both. */
void sites_start(struct sites *b, const struct mesh_task *t, const struct overlay *o, struct random *random);
void sites_free(struct sites *b);

/* Who is there, where `body` might go: the cell at an element, or the pad of its own way at a position. */
int *sites_at(const struct sites *b, unsigned body, unsigned place);
/* The body goes there; who is there, if anybody, goes where the body was. */
void sites_exchange(struct sites *b, unsigned body, unsigned place);
/* Another place for the body, by chance, a cell's at most `reach` rows and columns away; its own: none was found. */
unsigned sites_draw(const struct sites *b, struct random *random, unsigned body, int reach);

static inline bool sites_is_pad(const struct sites *b, unsigned body)
{
	return body >= b->t->cells;
}
/* The body of a net's end. */
static inline unsigned sites_end(const struct sites *b, struct net_end end)
{
	return end.is_pad ? b->t->cells + end.index : end.index;
}
static inline int sites_distance(const struct body *a, const struct body *b)
{
	int rows = a->row - b->row, columns = a->column - b->column;

	return (rows < 0 ? -rows : rows) + (columns < 0 ? -columns : columns);
}

#endif
