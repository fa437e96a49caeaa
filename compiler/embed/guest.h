/* guest.h: the guests of `ftc embed`: which there are, whether they fit, and what the paper claims of them. */
#ifndef FTC_EMBED_GUEST_H
#define FTC_EMBED_GUEST_H

#include <stdbool.h>

#include "embed/embedding.h"

enum guest_kind {
	GUEST_RING, GUEST_ARRAY, GUEST_MESH, GUEST_TORUS, GUEST_BINARY_TREE, GUEST_HYPERCUBE, GUEST_PYRAMID,
};

struct guest {
	enum guest_kind kind;
	struct product product;		/* ring to torus: its sides, and where they lie */
};

/* Reads "ring", or "mesh" with its sides "8x8", which may also follow in `name`; `sides` is NULL where there are
 * none. Prints one message and returns false when there is no such guest. */
bool guest_read(const char *name, const char *sides, struct guest *guest);

/* Reads the sides, "8x4", of a mesh or torus, called `name` in messages. NULL: none given. Prints one message and
 * returns false when they are not valid sides. */
bool guest_read_sides(const char *name, const char *text, struct product *product);

/* Does it fit the tree? Sets where the sides lie. Prints one message and returns false when it does not. */
bool guest_fit(const struct spec *spec, struct guest *guest);

/* "mesh 8x8", "three pyramids of height 2". A fresh string. */
char *guest_name(const struct spec *spec, const struct guest *guest);

/* Builds the embedding of a guest that fits. */
void guest_embed(const struct spec *spec, const struct guest *guest, struct embedding *e);

/* The paper's claim for this guest in this tree. */
struct claim guest_claim(const struct spec *spec, const struct guest *guest);

/* The fewest links between two halves of the guest; 0: unknown. */
unsigned long guest_bisection(const struct spec *spec, const struct guest *guest);

#endif
