/* generate_guest.c: guests that need no file, each with its own layout.
 *
 * mesh                side by side; a third side is the height; further sides share the axes in ever coarser steps
 * torus               the same, folded: 0, n-1, 1, n-2, .. along each side; no wire is longer than two steps
 * array, ring         along a Z-curve: the bits of a number go to the two axes in turn, highest first
 * hypercube           the same in space, with three axes
 * de-bruijn           by landmarks, like a guest without places (placed.h)
 * butterfly           rows in a rectangle, bits alternately; levels above each other
 * mesh-of-trees       leaves in a square; the tree of each row and column between its leaves, in inorder
 * binary-tree         an H-tree
 * random-geometric    at random in a square
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "embed/guest.h"
#include "random.h"
#include "schedule/tree.h"
#include "universal/placed.h"
#include "util/budget.h"
#include "util/message.h"
#include "util/number.h"

/* Starts a guest with all places 0 and the smallest cube. */
static void start(struct placed *guest, unsigned processors, unsigned dimensions)
{
	guest->processors = processors;
	guest->dimensions = dimensions;
	guest->at = allocate_array((size_t)processors * dimensions, sizeof *guest->at);
}

/* The place of number i of a ring of n that is folded flat. */
static unsigned folded(unsigned i, unsigned n)
{
	return i < (n + 1) / 2 ? 2 * i : 2 * (n - 1 - i) + 1;
}

static void place_product(struct placed *guest, const struct product *product)
{
	unsigned at[MAXIMUM_LEVELS];

	for (unsigned v = 0; v < guest->processors; v++) {
		unsigned scale[MOST_DIMENSIONS] = { 1, 1, 1 };

		product_place(product, v, at);
		for (unsigned side = 0; side < product->count; side++) {
			unsigned axis = side % guest->dimensions, n = product->side[side];

			placed_at(guest, v)[axis] += scale[axis] * (product->wrap ? folded(at[side], n) : at[side]);
			scale[axis] *= n;
		}
	}
}

/* The bits of a label go to the axes in turn, highest first: the order of the cutting planes. */
static void place_bits(struct placed *guest, unsigned bits)
{
	for (unsigned v = 0; v < guest->processors; v++) {
		for (unsigned bit = bits; bit-- > 0;) {
			double *own = placed_at(guest, v) + (bits - 1 - bit) % guest->dimensions;

			*own = 2 * *own + (v >> bit & 1);
		}
	}
}

static void make_product(struct placed *guest, const struct product *product)
{
	unsigned nodes = product_nodes(product), at[MAXIMUM_LEVELS];

	start(guest, nodes, product->count > 2 ? 3 : 2);
	if (product->count == 1)
		place_bits(guest, bit_length(nodes - 1));
	else
		place_product(guest, product);
	for (unsigned v = 0; v < nodes; v++) {
		unsigned stride = nodes;

		product_place(product, v, at);
		for (unsigned side = 0; side < product->count; side++) {
			unsigned n = product->side[side];

			stride /= n;
			if (at[side] + 1 < n)
				placed_wire(guest, v, v + stride, 1);
			else if (product->wrap && n > 2)
				placed_wire(guest, v, v - (n - 1) * stride, 1);
		}
	}
}

static void make_hypercube(struct placed *guest, unsigned nodes)
{
	unsigned bits = bit_length(nodes) - 1;

	start(guest, nodes, bits > 2 ? 3 : 2);
	place_bits(guest, bits);
	for (unsigned v = 0; v < nodes; v++)
		for (unsigned bit = 0; bit < bits; bit++)
			if (!(v >> bit & 1))
				placed_wire(guest, v, v | 1u << bit, 1);
}

/* Joins x to 2x and 2x + 1 modulo n, without loops. A pair that would be joined from both of its ends is joined
 * once. */
static void make_de_bruijn(struct placed *guest, unsigned nodes)
{
	guest->processors = nodes;
	for (unsigned x = 0; x < nodes; x++) {
		for (unsigned bit = 0; bit < 2; bit++) {
			unsigned y = (2 * x + bit) % nodes;
			bool both = x == (2 * y) % nodes || x == (2 * y + 1) % nodes;

			if (y != x && !(both && y < x))
				placed_wire(guest, x, y, 1);
		}
	}
	placed_by_landmarks(guest);
}

/* Rows 0 .. 2^k - 1, levels 0 .. k: (level, row) is joined, on the next level, to row and to row with bit `level`
 * inverted. */
static void make_butterfly(struct placed *guest, unsigned rows)
{
	unsigned k = bit_length(rows) - 1;

	start(guest, rows * (k + 1), 3);
	for (unsigned level = 0; level <= k; level++) {
		for (unsigned row = 0; row < rows; row++) {
			unsigned v = level * rows + row;

			for (unsigned bit = 0; bit < k; bit++)
				placed_at(guest, v)[bit % 2] += (row >> bit & 1) << bit / 2;
			placed_at(guest, v)[2] = level;
			if (level == k)
				continue;
			placed_wire(guest, v, v + rows, 1);
			placed_wire(guest, v, (level + 1) * rows + (row ^ 1u << level), 1);
		}
	}
}

/* The complete binary tree over s leaves, s a power of two. Inner nodes 0 .. s - 2 are in inorder: node i is between
 * leaves i and i + 1, and its height is the number of trailing ones of i. Calls `add` for each wire: leaves are 0 ..
 * s - 1, inner nodes s + i. */
static void tree_wires(unsigned s, void (*add)(void *context, unsigned a, unsigned b), void *context)
{
	for (unsigned i = 0; i + 1 < s; i++) {
		unsigned half = 1;

		while (i & half)
			half <<= 1;
		/* Each child is in the middle of the `half` leaves on its side. */
		add(context, s + i, half == 1 ? i : s + i - half / 2);
		add(context, s + i, half == 1 ? i + 1 : s + i + half / 2);
	}
}

/* One row or column of the mesh of trees: the processor numbers of its leaves and inner nodes. */
struct tree_line {
	struct placed *guest;
	unsigned side, first_leaf, step, first_inner;
};

static void add_tree_wire(void *context, unsigned a, unsigned b)
{
	const struct tree_line *line = context;
	unsigned s = line->side;

	placed_wire(line->guest, a < s ? line->first_leaf + a * line->step : line->first_inner + a - s,
		    b < s ? line->first_leaf + b * line->step : line->first_inner + b - s, 1);
}

static void make_mesh_of_trees(struct placed *guest, unsigned side)
{
	unsigned leaves = side * side, inner = side - 1;

	start(guest, leaves + 2 * side * inner, 2);
	for (unsigned v = 0; v < leaves; v++) {
		placed_at(guest, v)[0] = 2 * (v % side);
		placed_at(guest, v)[1] = 2 * (v / side);
	}
	for (unsigned i = 0; i < side; i++) {
		struct tree_line row = { guest, side, i * side, 1, leaves + i * inner };
		struct tree_line column = { guest, side, i, side, leaves + (side + i) * inner };

		for (unsigned k = 0; k < inner; k++) {
			placed_at(guest,
				  row.first_inner + k)[0] = placed_at(guest, column.first_inner + k)[1] = 2 * k + 1;
			placed_at(guest, row.first_inner + k)[1] = placed_at(guest, column.first_inner + k)[0] = 2 * i;
		}
		tree_wires(side, add_tree_wire, &row);
		tree_wires(side, add_tree_wire, &column);
	}
}

/* 2^k - 1 nodes: node 1 is the root, 2v and 2v + 1 are the children of v; node v is processor v - 1. */
static void make_binary_tree(struct placed *guest, unsigned nodes)
{
	start(guest, nodes, 2);
	for (unsigned v = 2; v <= nodes; v++) {
		unsigned depth = bit_length(v) - 1, height = bit_length(nodes) - 1 - depth;
		const double *parent = placed_at(guest, v / 2 - 1);
		double *own = placed_at(guest, v - 1);

		placed_wire(guest, v / 2 - 1, v - 1, 1);
		own[0] = parent[0];
		own[1] = parent[1];
		own[depth % 2] += (v % 2 ? 1.0 : -1.0) * (1u << (height + 1) / 2);
	}
}

/* Places in a square of GRID x GRID. Two are joined when nearer than 1.2 times the radius at which such graphs
 * become connected. */
static void make_random_geometric(struct placed *guest, unsigned nodes, uint64_t seed)
{
	enum { GRID = 1 << 20, COMPARING = 10 };	/* the second in steps of the budget, for each pair */
	double radius = 1.2 * GRID * sqrt(log(nodes) / (nodes * 3.14159265358979323846));
	struct random random;

	start(guest, nodes, 2);
	random_start(&random, seed, nodes);
	for (unsigned v = 0; v < nodes; v++) {
		double *own = placed_at(guest, v);
		bool free_place = false;

		budget_spend(COMPARING * (uint64_t)v);
		while (!free_place) {
			own[0] = (double)random_below(&random, GRID);
			own[1] = (double)random_below(&random, GRID);
			free_place = true;
			for (unsigned u = 0; u < v && free_place; u++)
				free_place = placed_at(guest, u)[0] != own[0] || placed_at(guest, u)[1] != own[1];
		}
		for (unsigned u = 0; u < v; u++)
			if (hypot(placed_at(guest, u)[0] - own[0], placed_at(guest, u)[1] - own[1]) < radius)
				placed_wire(guest, u, v, 1);
	}
}

/* The guests, the meaning of the number after their name, and its range. */
static const struct known {
	const char *name;
	bool sides;			/* a list of numbers */
	bool wrap;			/* rings, not arrays */
	unsigned most;
	const char *wanted;
} known[] = {
	{ "ring", false, true, MAXIMUM_LEAVES, "processors" },
	{ "array", false, false, MAXIMUM_LEAVES, "processors" },
	{ "mesh", true, false, MAXIMUM_LEAVES, "sides" },
	{ "torus", true, true, MAXIMUM_LEAVES, "sides" },
	{ "binary-tree", false, false, MAXIMUM_LEAVES, "processors, a power of two less one" },
	{ "hypercube", false, false, MAXIMUM_LEAVES, "processors, a power of two" },
	{ "butterfly", false, false, 1 << 15, "rows, a power of two" },
	{ "mesh-of-trees", false, false, 1 << 9, "leaves along a side, a power of two" },
	{ "de-bruijn", false, false, MAXIMUM_LEAVES, "processors, a power of two" },
	{ "random-geometric", false, false, 1 << 14, "processors" },
};
enum { RING, ARRAY, MESH, TORUS, BINARY_TREE, HYPERCUBE, BUTTERFLY, MESH_OF_TREES, DE_BRUIJN, RANDOM_GEOMETRIC, KNOWN };

static unsigned processors_of(unsigned kind, unsigned size)
{
	if (kind == BUTTERFLY)
		return size * bit_length(size);
	if (kind == MESH_OF_TREES)
		return size * size + 2 * size * (size - 1);
	return size;
}

/* Is this number allowed after the guest's name? */
static bool size_allowed(unsigned kind, unsigned long size)
{
	if (size < 2 || size > known[kind].most)
		return false;
	switch (kind) {
	case BINARY_TREE: return is_power_of_2(size + 1);
	case HYPERCUBE: case BUTTERFLY: case MESH_OF_TREES: case DE_BRUIJN: return is_power_of_2(size);
	}
	return true;
}

/* The largest that fits the leaves. */
static unsigned largest(unsigned kind, unsigned leaves)
{
	unsigned best = 0;

	for (unsigned size = 2; size <= leaves && size <= known[kind].most; size++)
		if (size_allowed(kind, size) && processors_of(kind, size) <= leaves)
			best = size;
	return best;
}

static bool unknown(const char *name)
{
	const char *names[KNOWN];

	for (unsigned i = 0; i < KNOWN; i++)
		names[i] = known[i].name;
	const char *nearest = nearest_name(name, names, KNOWN);
	error("--guest is '%s': expected ring, array, mesh SIDES, torus SIDES, binary-tree, hypercube, butterfly, "
	      "mesh-of-trees, de-bruijn or random-geometric", name);
	return suggest("--guest %s", nearest ? nearest : "hypercube");
}

/* The number after a name; NULL: the largest that fits. 0 after a message. */
static unsigned read_size(unsigned kind, const char *size, unsigned leaves)
{
	unsigned long number = largest(kind, leaves);

	if (!size && number)
		return (unsigned)number;
	if (!size)
		error("no %s fits into %u leaves: expected a larger tree", known[kind].name, leaves);
	else if (text_to_unsigned(size, &number) && size_allowed(kind, number))
		return (unsigned)number;
	else
		error("--guest %s has '%s' behind it: expected a number of %s, at most %u", known[kind].name, size,
		      known[kind].wanted, known[kind].most);
	if (largest(kind, leaves))
		suggest("--guest %s %u", known[kind].name, largest(kind, leaves));
	return 0;
}

static void make(struct placed *guest, unsigned kind, unsigned size, uint64_t seed)
{
	struct product line = { .wrap = known[kind].wrap, .count = 1, .side = { size } };

	switch (kind) {
	case RING: case ARRAY: make_product(guest, &line); break;
	case BINARY_TREE: make_binary_tree(guest, size); break;
	case HYPERCUBE: make_hypercube(guest, size); break;
	case BUTTERFLY: make_butterfly(guest, size); break;
	case MESH_OF_TREES: make_mesh_of_trees(guest, size); break;
	case DE_BRUIJN: make_de_bruijn(guest, size); break;
	default: make_random_geometric(guest, size, seed); break;
	}
}

static bool make_sides(struct placed *guest, unsigned kind, const char *size)
{
	struct product product = { .wrap = known[kind].wrap };
	unsigned long nodes = 1;

	if (!guest_read_sides(known[kind].name, size, &product))
		return false;
	for (unsigned i = 0; i < product.count && nodes <= MAXIMUM_LEAVES; i++)
		nodes *= product.side[i];
	if (nodes < 2 || nodes > MAXIMUM_LEAVES)
		return error("the %s has %s: expected 2 to %d", known[kind].name,
			     nodes < 2 ? "one processor" : "more processors than any tree has leaves", MAXIMUM_LEAVES);
	make_product(guest, &product);
	guest->title = format_string("%s %s", known[kind].name, size);
	return true;
}

bool placed_generate(struct placed *guest, const char *name, const char *size, unsigned leaves, uint64_t seed)
{
	const char *blank = strchr(name, ' ');
	char *word = format_string("%.*s", (int)strcspn(name, " "), name);
	unsigned kind = 0, number = 0;
	bool good;

	*guest = (struct placed){0};
	if (blank && !size)
		size = blank + 1;
	while (kind < KNOWN && strcmp(word, known[kind].name) != 0)
		kind++;
	if (kind == KNOWN) {
		good = unknown(word);
	} else if (known[kind].sides) {
		good = make_sides(guest, kind, size);
	} else {
		number = read_size(kind, size, leaves);
		good = number > 0;
		if (good) {
			make(guest, kind, number, seed);
			guest->title = format_string("%s %u", known[kind].name, number);
		}
	}
	free(word);
	return good;
}
