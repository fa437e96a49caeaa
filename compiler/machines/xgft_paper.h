/* xgft_paper.h: what Oehring et al. (1995) say of a tree, counted in it node by node and link by link.
 *
 * Every function needs a spec of generalized_machine, and goes through all nodes or all pairs of leaves. */
#ifndef FTC_MACHINES_XGFT_PAPER_H
#define FTC_MACHINES_XGFT_PAPER_H

#include "machines/xgft.h"
#include "util/json.h"

/* An XGFT with its levels in the order of the paper: m[0] is m_1. */
enum { XGFT_SHAPE_HEIGHT = 4 };
struct xgft_shape {
	unsigned height, m[XGFT_SHAPE_HEIGHT], w[XGFT_SHAPE_HEIGHT];
};
struct spec xgft_shape_spec(const struct xgft_shape *shape);

/* Section 4.4. A shift by the digits d_i adds them to the digits of each leaf, modulo m_i: there are as many as leaves. The
 * print's tau adds them to the betas, too, up to the highest that is not 0. */
struct xgft_symmetry {
	unsigned alphas, printed;	/* shifts that are automorphisms: of the alphas alone, and as printed */
	/* Where tau first fails, if printed < leaves: the leaf to which leaf 0 goes, a node, and where it goes. */
	unsigned leaf;
	struct xgft_label node, image;
	bool is_node;			/* `image` is one, and `other` goes there, too */
	struct xgft_label other;
};
void xgft_symmetry(const struct spec *spec, struct xgft_symmetry *s);

/* Section 5.1: by which betas a message goes from leaf a to leaf b. */
enum xgft_rule {
	XGFT_BY_ROOT,			/* the print's: 0, up to the root (h; 0 .. 0) */
	XGFT_BY_ZEROS,			/* 0, turning at the smallest sub-tree with both: what a router can do that knows b */
	XGFT_BY_DESTINATION,		/* beta_i = b_i: likewise */
	XGFT_BY_BOTH,			/* beta_1 = b_1, beta_i = b_i + a_(i-1): the source knows both */
	XGFT_RULES
};
/* The messages on the busiest link, one way, if each leaf sends one to each other, with betas modulo w_i. */
unsigned long xgft_busiest(const struct spec *spec, enum xgft_rule rule);
/* The least that any betas allow: some link above a sub-tree has its share of what leaves it. */
unsigned long xgft_least_busiest(const struct spec *spec);

/* Lemma 1: w_1 paths from each leaf to the roots, beta_1 = 0, 1, .. */
enum xgft_climb {
	XGFT_CLIMB_PRINTED,		/* beta_(i+1) = floor(alpha_i / w) */
	XGFT_CLIMB_MODULO,		/* beta_(i+1) = alpha_i mod w */
	XGFT_CLIMB_EVENLY,		/* the root at the place that beta_1 alpha_1 alpha_2 .. have among all of them */
	XGFT_CLIMBS
};
/* The paths on the busiest link; 0: a beta is none. */
unsigned long xgft_climb(const struct spec *spec, enum xgft_climb climb);
/* The least that any paths allow, by the links above sub-trees. */
unsigned long xgft_least_climb(const struct spec *spec);

/* Theorem 3: the w_1 trees below the roots beta_1 = 0, 1, .., other betas 0, each walked from its root down. */
struct xgft_spanning {
	unsigned long links;			/* of each tree; 0: they differ */
	unsigned long leaves;			/* in all trees */
	unsigned long shared_links, shared_nodes;	/* of two trees or more; leaves are no nodes here */
};
void xgft_spanning(const struct spec *spec, struct xgft_spanning *s);
/* The node of a tree on `level` >= 1 above a leaf. */
unsigned xgft_spanning_node(const struct spec *spec, unsigned tree, unsigned level, unsigned leaf);

/* xgft_paper_table.c: Table 1, each row in the networks of h = 2 and 3. A fresh list, and its text. */
json_t *xgft_table_1(void);
void xgft_table_1_text(const json_t *rows, struct text *out);

/* xgft_paper.c: `ftc report --paper gft`. */
extern const struct paper xgft_paper;

#endif
