/* embedding.h: a guest graph in an XGFT: nodes on leaves, links on paths (Oehring et al. 1995, section 6).
 *
 * One step makes and places a guest, by the construction of one theorem. docs/papers/embeddings.md says what is built where
 * the paper leaves a choice or has a misprint.
 */
#ifndef FTC_EMBED_EMBEDDING_H
#define FTC_EMBED_EMBEDDING_H

#include <stdbool.h>
#include <stddef.h>

#include "machines/xgft.h"
#include "parse/spec.h"

/* A link between two guest nodes. Its path rises to the level where paths between the two leaves turn, at the node
 * whose betas form the number `way` (q in xgft.h), and descends by the same betas. */
struct guest_link {
	unsigned a, b, way;
};

struct embedding {
	const struct spec *spec;
	unsigned nodes;
	unsigned *leaf;			/* [nodes]: where each guest node is */
	struct guest_link *links;
	size_t link_count;
};

/* The quality that a theorem promises; 0 where none covers this tree. */
struct claim {
	const char *theorem;		/* "Theorem 4", or NULL */
	unsigned dilation, congestion;	/* load is always 1 */
};

struct embedding_measures {
	unsigned dilation;		/* the longest path, in links */
	unsigned load;			/* the most guest nodes on a leaf */
	unsigned congestion;		/* the most guest links over one link of the tree */
	unsigned degree;		/* the most links of a guest node */
};

/* Starts an embedding of `nodes` guest nodes. */
void embedding_start(struct embedding *e, const struct spec *spec, unsigned nodes);
/* Adds a guest link; beta[1] .. beta[turn level] are taken modulo w_1, w_2, .. */
void embedding_link(struct embedding *e, unsigned a, unsigned b, const unsigned *beta);
void embedding_free(struct embedding *e);

/* Measures an embedding. Memory is in proportion to the tree's links, of which there may be at most
 * EMBED_MOST_LINKS. */
enum { EMBED_MOST_LINKS = 1 << 26 };
void embedding_measure(const struct embedding *e, struct embedding_measures *measures);

/* spread.c. The paths of the guest links, a fresh array. */
struct xgft_ends;
struct xgft_ends *embedding_paths(const struct embedding *e);
/* The most guest links over one link of the tree. */
unsigned embedding_congestion(const struct embedding *e);
/* Moves guest links to ways whose links are less full (xgft_spread.h); the congestion never grows. */
void embedding_spread(struct embedding *e);
/* The least congestion that any choice of ways has with these places (xgft_cut_bound()). */
unsigned embedding_cut_bound(const struct embedding *e);

/* The digits of a leaf: alpha[1] .. alpha[h]. */
void leaf_digits(const struct spec *spec, unsigned leaf, unsigned *alpha);

/* The guests. Each needs a tree that it fits; guest.c checks. */

/* Theorems 4, 6 and 7: a product of arrays, or with `wrap` of rings, of `count` sides. Side i lies on the levels
 * first[i] + 1 .. first[i] + height[i], whose children multiply to it; the levels of all sides are the lowest of the
 * tree. Guest nodes are numbered with the last side fastest. */
struct product {
	bool wrap;
	unsigned count;
	unsigned side[MAXIMUM_LEVELS], first[MAXIMUM_LEVELS], height[MAXIMUM_LEVELS];
	/* For sides that share levels: the prime factors of each level's children, lowest level first, and the side
	 * of each. */
	struct piece {
		unsigned level, side, prime;
	} piece[MAXIMUM_LEVELS];
	unsigned piece_count;		/* 0: the sides have levels of their own */
};
void embed_product(struct embedding *e, const struct spec *spec, const struct product *product);

/* The same for sides that share levels; no theorem covers these. product_split() gives each prime to a side; false
 * when one has no taker. */
bool product_split(const struct spec *spec, struct product *product);
void embed_quadrants(struct embedding *e, const struct spec *spec, const struct product *product);

/* For both kinds: the number of guest nodes, a node's place on each side, and every link, from `node` to the next
 * node along a side, or around. */
unsigned product_nodes(const struct product *product);
void product_place(const struct product *product, unsigned node, unsigned *place);
typedef void add_product_link(struct embedding *e, const struct product *product, unsigned side, unsigned node,
			      unsigned next);
void product_links(struct embedding *e, const struct product *product, add_product_link *add);

/* Theorem 8: Q(lg n) of n leaves, all children powers of two. Node x is on leaf x. */
void embed_hypercube(struct embedding *e, const struct spec *spec);

/* Theorem 5: the complete binary tree of n - 1 nodes, all children powers of two. Nodes are numbered in inorder and lie
 * on the leaf of that number; the last leaf is spare. */
void embed_binary_tree(struct embedding *e, const struct spec *spec);

/* Theorem 9: three pyramids of height h - 1 in a tree of height h, all children 4. Pyramid after pyramid, level after
 * level from the base, row after row; the last leaf is spare. */
void embed_pyramids(struct embedding *e, const struct spec *spec);

#endif
