/* guest.c: the guests of `ftc embed`: which there are, whether they fit, and what the paper claims of them. */
#include "embed/guest.h"

#include <stdlib.h>
#include <string.h>

#include "machines/rivals.h"
#include "util/message.h"
#include "util/number.h"
#include "util/text.h"

static const char *const names[] = {
	[GUEST_RING] = "ring", [GUEST_ARRAY] = "array", [GUEST_MESH] = "mesh", [GUEST_TORUS] = "torus",
	[GUEST_BINARY_TREE] = "binary-tree", [GUEST_HYPERCUBE] = "hypercube", [GUEST_PYRAMID] = "pyramid",
};
enum { KINDS = sizeof names / sizeof *names };

static bool has_sides(enum guest_kind kind)
{
	return kind == GUEST_MESH || kind == GUEST_TORUS;
}

static bool unknown(const char *name)
{
	const char *nearest = nearest_name(name, names, KINDS);

	error("--guest is '%s': expected ring, array, mesh SIDES, torus SIDES, binary-tree, hypercube or pyramid",
	      name);
	return suggest("--guest %s", nearest ? nearest : "ring");
}

bool guest_read_sides(const char *name, const char *text, struct product *product)
{
	const char *at = text;

	for (product->count = 0; at && product->count < MAXIMUM_LEVELS; product->count++) {
		size_t length = strcspn(at, "x");
		char *number = format_string("%.*s", (int)length, at);
		unsigned long side;
		bool good = text_to_unsigned(number, &side) && side >= 1 && side <= MAXIMUM_LEAVES;

		free(number);
		if (!good)
			break;
		product->side[product->count] = (unsigned)side;
		at = at[length] ? at + length + 1 : NULL;
	}
	if (text && !at)
		return true;
	error("the sides of the %s are '%s': expected numbers with x between them, from 1 to %d each and at most %d",
	      name, text ? text : "", MAXIMUM_LEAVES, MAXIMUM_LEVELS);
	return suggest("--guest %s 4x4", name);
}

bool guest_read(const char *name, const char *sides, struct guest *guest)
{
	const char *blank = strchr(name, ' ');
	char *word = format_string("%.*s", (int)strcspn(name, " "), name);
	unsigned kind = 0;
	bool good;

	while (kind < KINDS && strcmp(word, names[kind]) != 0)
		kind++;
	*guest = (struct guest){ .kind = kind, .product = { .wrap = kind == GUEST_RING || kind == GUEST_TORUS } };
	if (blank && !sides)
		sides = blank + 1;
	if (kind == KINDS) {
		good = unknown(word);
	} else if (has_sides(kind)) {
		good = guest_read_sides(word, sides, &guest->product);
	} else {
		good = !sides;
		if (sides) {
			error("'%s' behind --guest %s: expected nothing, it takes up the whole tree", sides, word);
			suggest("--guest %s", word);
		}
	}
	free(word);
	return good;
}

static bool all_powers_of_two(const struct spec *spec)
{
	return is_power_of_2(spec->leaves);
}

/* Whether all levels have as many children, or parents: list[1 .. height]. */
static bool constant(const struct spec *spec, const unsigned *list, unsigned number)
{
	for (unsigned i = 1; i <= spec->height; i++)
		if (list[i] != number)
			return false;
	return true;
}

/* Reports that a guest needs other children than the tree's. Returns false. */
static bool refuse_children(const struct spec *spec, enum guest_kind kind, const char *expected)
{
	struct text t = {0};

	for (unsigned i = 1; i <= spec->height; i++)
		text_print(&t, "%s%u", i == 1 ? "" : ", ", spec->children[i]);
	error("the %s does not fit: expected %s; the tree's are %s", names[kind], expected, t.bytes);
	text_free(&t);
	return false;
}

/* Puts the sides outside `used` on the levels above `level`, trying the last side first. */
static bool place_sides(const struct spec *spec, struct product *product, unsigned level, unsigned long used)
{
	for (unsigned i = product->count; i-- > 0;) {
		unsigned top = level;
		unsigned long leaves = 1;

		if (used >> i & 1)
			continue;
		while (leaves < product->side[i] && top < spec->height)
			leaves *= spec->children[++top];
		if (leaves != product->side[i])
			continue;
		product->first[i] = level;
		product->height[i] = top - level;
		if (place_sides(spec, product, top, used | 1ul << i))
			return true;
	}
	return used == (1ul << product->count) - 1;
}

/* As many sides as wanted, or fewer, each the product of neighbouring levels: "16x4". A fresh string. */
static char *sides_that_fit(const struct spec *spec, unsigned wanted)
{
	unsigned count = wanted < spec->height ? wanted : spec->height, level = 0;
	struct text t = {0};

	for (unsigned i = count; i > 0; i--) {
		unsigned end = level + (spec->height - level) / i, side = 1;

		while (level < end)
			side *= spec->children[++level];
		text_print(&t, "%s%u", i == count ? "" : "x", side);
	}
	return t.bytes;
}

static bool fit_sides(const struct spec *spec, struct guest *guest)
{
	struct product *product = &guest->product;
	unsigned long nodes = 1;

	if (!has_sides(guest->kind)) {
		product->count = 1;
		product->side[0] = spec->leaves;
		product->height[0] = spec->height;
		return true;
	}
	for (unsigned i = 0; i < product->count && nodes <= spec->leaves; i++)
		nodes *= product->side[i];
	if (nodes >= 2 && nodes <= spec->leaves && (place_sides(spec, product, 0, 0) || product_split(spec, product)))
		return true;
	if (nodes > spec->leaves)
		error("the %s does not fit: it has more nodes than the tree's %u leaves", names[guest->kind],
		      spec->leaves);
	else if (nodes < 2)
		error("the %s has one node: expected at least 2", names[guest->kind]);
	else
		refuse_children(spec, guest->kind,
				"sides that together are the children of the lowest levels multiplied");
	char *fitting = sides_that_fit(spec, product->count);
	suggest("--guest %s %s", names[guest->kind], fitting);
	free(fitting);
	return false;
}

bool guest_fit(const struct spec *spec, struct guest *guest)
{
	bool binary = guest->kind == GUEST_BINARY_TREE || guest->kind == GUEST_HYPERCUBE;
	const char *expected = binary && !all_powers_of_two(spec) ? "children that are powers of two"
			       : guest->kind == GUEST_PYRAMID && !constant(spec, spec->children, 4)
			       ? "4 children everywhere" : NULL;

	if (expected)
		return refuse_children(spec, guest->kind, expected) || suggest("--guest ring");
	if (xgft_all_links(spec) > EMBED_MOST_LINKS)
		return error("the tree has %lu links: expected at most %d to embed something", xgft_all_links(spec),
			     EMBED_MOST_LINKS);
	return guest->kind > GUEST_TORUS || fit_sides(spec, guest);
}

char *guest_name(const struct spec *spec, const struct guest *guest)
{
	const struct product *product = &guest->product;
	struct text t = {0};

	if (guest->kind == GUEST_PYRAMID) {
		text_print(&t, "three pyramids of height %u", spec->height - 1);
		return t.bytes;
	}
	text_add(&t, names[guest->kind]);
	for (unsigned i = 0; has_sides(guest->kind) && i < product->count; i++)
		text_print(&t, "%s%u", i ? "x" : " ", product->side[i]);
	return t.bytes;
}

static struct claim claim_of_line(const struct spec *spec, bool ring)
{
	unsigned m = spec->children[1], w = spec->parents[1], factor = w == 1 ? 2 : 1;

	if (!constant(spec, spec->children, m) || !constant(spec, spec->parents, w))
		return (struct claim){0};
	return (struct claim){ "Theorem 4", 2 * spec->height, factor * (ring && m % 2 ? 2 : 1) };
}

/* For sides that are powers of m in a tree with m children and m parents per node. A torus needs an even m. */
static struct claim claim_of_product(const struct spec *spec, const struct product *product)
{
	unsigned m = spec->children[1], levels = 0, sides = 0;

	for (unsigned i = 0; i < product->count; i++) {
		levels += product->height[i];
		sides += product->side[i] > 1;
	}
	if (product->piece_count || !constant(spec, spec->children, m) || !constant(spec, spec->parents, m)
	    || levels != spec->height || (product->wrap && m % 2))
		return (struct claim){0};
	return (struct claim){ sides == 2 ? "Theorem 6" : "Theorem 7", 2 * spec->height, 2 * sides - 1 };
}

struct claim guest_claim(const struct spec *spec, const struct guest *guest)
{
	unsigned h = spec->height;
	bool binary = constant(spec, spec->children, 2) && constant(spec, spec->parents, 2);

	if (guest->kind == GUEST_RING || guest->kind == GUEST_ARRAY)
		return claim_of_line(spec, guest->kind == GUEST_RING);
	if (has_sides(guest->kind))
		return claim_of_product(spec, &guest->product);
	if (guest->kind == GUEST_BINARY_TREE && binary && h >= 2)
		return (struct claim){ "Theorem 5", 2 * h, 3 };
	if (guest->kind == GUEST_HYPERCUBE && binary)
		return (struct claim){ "Theorem 8", 2 * h, (h + 1) / 2 };
	if (guest->kind == GUEST_PYRAMID && constant(spec, spec->parents, 4) && h == 2)
		return (struct claim){ "Theorem 9, figure 10", 2 * h, 1 };
	if (guest->kind == GUEST_PYRAMID && constant(spec, spec->parents, 4) && h > 2)
		return (struct claim){ "Theorem 9", 2 * h, 5 };
	return (struct claim){0};
}

void guest_embed(const struct spec *spec, const struct guest *guest, struct embedding *e)
{
	switch (guest->kind) {
	case GUEST_RING: case GUEST_ARRAY: case GUEST_MESH: case GUEST_TORUS:
		(guest->product.piece_count ? embed_quadrants : embed_product)(e, spec, &guest->product);
		break;
	case GUEST_BINARY_TREE: embed_binary_tree(e, spec); break;
	case GUEST_HYPERCUBE: embed_hypercube(e, spec); break;
	case GUEST_PYRAMID: embed_pyramids(e, spec); break;
	}
	if (!guest_claim(spec, guest).theorem)
		embedding_spread(e);
}

unsigned long guest_bisection(const struct spec *spec, const struct guest *guest)
{
	struct sides sides = { .count = guest->product.count };

	for (unsigned i = 0; i < sides.count; i++)
		sides.side[i] = guest->product.side[i];
	switch (guest->kind) {
	case GUEST_RING: case GUEST_TORUS: return torus(&sides).bisection_lower;
	case GUEST_ARRAY: case GUEST_MESH: return mesh(&sides).bisection_lower;
	case GUEST_HYPERCUBE: return spec->leaves / 2;
	case GUEST_BINARY_TREE: return 1;	/* cutting one link of the root halves it */
	case GUEST_PYRAMID: break;
	}
	return 0;
}
