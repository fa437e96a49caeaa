/* pyramid.c: three pyramids side by side (Theorem 9).
 *
 * A pyramid of height n has meshes of 2^(n-k) by 2^(n-k) nodes on its levels k = 0 .. n. The digits of a node's leaf
 * are, last digit first: as many 3s as the node's level, the pyramid's number, and the quadrants that contain it,
 * finest first, each 2 rowbit + colbit. */
#include "embed/embedding.h"

enum { PYRAMIDS = 3, SPARE = 3 };

/* A node; `row` and `column` in the mesh of its level. */
struct place {
	unsigned pyramid, level, row, column;
};

enum direction { HORIZONTAL, VERTICAL, TREE };

/* The betas of a link, from its left, upper or child end: beta_1 by the end's quadrant, beta_(j+1) by the digit alpha_j
 * of the end's leaf and, where it is also the other end's, by the quadrant. A search found these tables. Pyramids of
 * height 1 and 2 have with them the congestions 1 and 2 that the nodes' degrees require, and higher ones 3. */
static const struct choice {
	unsigned first[4], first_of[PYRAMIDS];	/* beta_1: by quadrant, xor by pyramid */
	unsigned same[4], same_of[PYRAMIDS];	/* where the ends' digits are equal: the digit, xor both of these */
	unsigned different[4];			/* where they differ: by the digit */
} choices[] = {
	[HORIZONTAL] = { { 3, 1, 0, 2 }, { 0, 1, 0 }, { 2, 1, 1, 2 }, { 0, 0, 3 }, { 0, 1, 0, 2 } },
	[VERTICAL] = { { 1, 2, 3, 0 }, { 0, 2, 0 }, { 1, 2, 3, 0 }, { 0, 1, 0 }, { 0, 0, 0, 2 } },
	[TREE] = { { 0, 1, 2, 3 }, { 0 }, { 0, 1, 0, 1 }, { 0 }, { 0, 1, 2, 3 } },
};

struct pyramids {
	struct embedding *e;
	unsigned height;
};

/* Nodes of one pyramid below a level. */
static unsigned nodes_below(const struct pyramids *p, unsigned level)
{
	unsigned nodes = 0;

	for (unsigned k = 0; k < level; k++)
		nodes += 1u << 2 * (p->height - k);
	return nodes;
}

static unsigned number_of(const struct pyramids *p, const struct place *at)
{
	return at->pyramid * nodes_below(p, p->height + 1) + nodes_below(p, at->level)
	       + (at->row << (p->height - at->level)) + at->column;
}

static unsigned quadrant(const struct place *at)
{
	return 2 * (at->row & 1) + (at->column & 1);
}

static unsigned leaf_of(const struct pyramids *p, const struct place *at)
{
	struct xgft_label label = { .level = 0 };

	for (unsigned i = 1; i <= at->level; i++)
		label.digit[i] = SPARE;
	label.digit[at->level + 1] = at->pyramid;
	for (unsigned j = at->level + 1; j <= p->height; j++) {
		unsigned shift = j - at->level - 1;

		label.digit[j + 1] = 2 * (at->row >> shift & 1) + (at->column >> shift & 1);
	}
	return xgft_index(p->e->spec, &label);
}

static void add_link(const struct pyramids *p, const struct place *from, const struct place *to,
		     enum direction direction)
{
	const struct spec *spec = p->e->spec;
	const struct choice *choice = &choices[direction];
	unsigned a = number_of(p, from), b = number_of(p, to);
	unsigned alpha[MAXIMUM_LEVELS + 1], other[MAXIMUM_LEVELS + 1], beta[MAXIMUM_LEVELS + 1];

	leaf_digits(spec, p->e->leaf[a], alpha);
	leaf_digits(spec, p->e->leaf[b], other);
	beta[1] = choice->first[quadrant(from)] ^ choice->first_of[from->pyramid];
	for (unsigned j = 1; j < spec->height; j++)
		beta[j + 1] = alpha[j] == other[j]
			      ? alpha[j] ^ choice->same[quadrant(from)] ^ choice->same_of[from->pyramid]
			      : choice->different[alpha[j]];
	embedding_link(p->e, a, b, beta);
}

static void add_links(const struct pyramids *p, const struct place *at)
{
	unsigned side = 1u << (p->height - at->level);
	struct place right = *at, below = *at, parent = { at->pyramid, at->level + 1, at->row / 2, at->column / 2 };

	right.column++;
	below.row++;
	if (right.column < side)
		add_link(p, at, &right, HORIZONTAL);
	if (below.row < side)
		add_link(p, at, &below, VERTICAL);
	if (at->level < p->height)
		add_link(p, at, &parent, TREE);
}

static void for_each_node(const struct pyramids *p, void (*visit)(const struct pyramids *p, const struct place *at))
{
	struct place at;

	for (at.pyramid = 0; at.pyramid < PYRAMIDS; at.pyramid++)
		for (at.level = 0; at.level <= p->height; at.level++)
			for (at.row = 0; at.row < 1u << (p->height - at.level); at.row++)
				for (at.column = 0; at.column < 1u << (p->height - at.level); at.column++)
					visit(p, &at);
}

static void set_leaf(const struct pyramids *p, const struct place *at)
{
	p->e->leaf[number_of(p, at)] = leaf_of(p, at);
}

void embed_pyramids(struct embedding *e, const struct spec *spec)
{
	struct pyramids p = { e, spec->height - 1 };

	embedding_start(e, spec, PYRAMIDS * nodes_below(&p, p.height + 1));
	for_each_node(&p, set_leaf);
	for_each_node(&p, add_links);
}
