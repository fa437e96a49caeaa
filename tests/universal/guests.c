/* guests.c: guests that need no file are the graphs that their names say, and survive writing and reading a file. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "random_guests.h"
#include "universal/cutting.h"
#include "util/output.h"

/* joined[a * n + b]: wires between a and b. */
static unsigned *matrix(const struct placed *guest)
{
	unsigned n = guest->processors, *joined = allocate_array((size_t)n * n, sizeof *joined);

	for (size_t i = 0; i < guest->wires; i++) {
		const struct wire *wire = &guest->wire[i];

		assert_true(wire->a < n && wire->b < n && wire->a != wire->b);
		joined[wire->a * n + wire->b] += wire->messages;
		joined[wire->b * n + wire->a] += wire->messages;
	}
	return joined;
}

static void make(struct placed *guest, const char *name, unsigned leaves, unsigned processors)
{
	struct cutting cutting;

	assert_true(placed_generate(guest, name, NULL, leaves, 7));
	assert_int_equal(guest->processors, processors);
	/* No two in one place. */
	assert_true(cutting_make(&cutting, guest));
	cutting_free(&cutting);
}

/* Is it the graph whose edges (a, b) are those for which `wanted` holds? */
static void check(const char *name, unsigned leaves, unsigned processors,
		  bool (*wanted)(unsigned a, unsigned b, const unsigned *sizes), const unsigned *sizes)
{
	struct placed guest;
	unsigned *joined;

	make(&guest, name, leaves, processors);
	joined = matrix(&guest);
	for (unsigned a = 0; a < processors; a++)
		for (unsigned b = 0; b < processors; b++)
			if (joined[a * processors + b] != (wanted(a, b, sizes) || wanted(b, a, sizes)))
				fail_msg("%s: %u and %u are joined by %u wires", name, a, b,
					 joined[a * processors + b]);
	free(joined);
	placed_free(&guest);
}

/* sizes: wrap, the sides from the first on, 0. One further along one side. */
static bool in_product(unsigned a, unsigned b, const unsigned *sizes)
{
	unsigned count = 0, steps = 0;

	while (sizes[count + 1])
		count++;
	for (unsigned i = count; i > 0; i--) {
		unsigned side = sizes[i], from = a % side, to = b % side;

		a /= side;
		b /= side;
		if (from == to)
			continue;
		if (to == from + 1 || (sizes[0] && side > 2 && to == (from + 1) % side))
			steps++;
		else
			steps += 2;
	}
	return steps == 1;
}

static bool in_binary_tree(unsigned a, unsigned b, const unsigned *sizes)
{
	(void)sizes;
	return b > 0 && a == (b - 1) / 2;
}

static bool in_hypercube(unsigned a, unsigned b, const unsigned *sizes)
{
	(void)sizes;
	return __builtin_popcount(a ^ b) == 1;
}

static bool in_butterfly(unsigned a, unsigned b, const unsigned *sizes)
{
	unsigned rows = sizes[0], level = a / rows, difference = a % rows ^ b % rows;

	return b / rows == level + 1 && (difference == 0 || difference == 1u << level);
}

static bool in_de_bruijn(unsigned a, unsigned b, const unsigned *sizes)
{
	unsigned n = sizes[0];

	return a != b && (b == 2 * a % n || b == (2 * a + 1) % n);
}

static void test_products(void **state)
{
	(void)state;
	check("mesh 4x6", 24, 24, in_product, (unsigned[]){ 0, 4, 6, 0 });
	check("mesh 3x4x5", 64, 60, in_product, (unsigned[]){ 0, 3, 4, 5, 0 });
	check("mesh 2x3x2x3x2", 72, 72, in_product, (unsigned[]){ 0, 2, 3, 2, 3, 2, 0 });
	check("torus 4x7", 28, 28, in_product, (unsigned[]){ 1, 4, 7, 0 });
	check("torus 2x3x4", 24, 24, in_product, (unsigned[]){ 1, 2, 3, 4, 0 });
	check("ring", 19, 19, in_product, (unsigned[]){ 1, 19, 0 });
	check("ring 2", 19, 2, in_product, (unsigned[]){ 1, 2, 0 });
	check("array 10", 16, 10, in_product, (unsigned[]){ 0, 10, 0 });
}

static void test_others(void **state)
{
	(void)state;
	check("binary-tree", 64, 63, in_binary_tree, NULL);
	check("binary-tree 3", 64, 3, in_binary_tree, NULL);
	check("hypercube", 100, 64, in_hypercube, NULL);
	check("hypercube 2", 100, 2, in_hypercube, NULL);
	check("butterfly", 100, 80, in_butterfly, (unsigned[]){ 16 });
	check("butterfly 2", 100, 4, in_butterfly, (unsigned[]){ 2 });
	for (unsigned n = 2; n <= 64; n *= 2) {
		char *name = format_string("de-bruijn %u", n);

		check(name, 64, n, in_de_bruijn, (unsigned[]){ n });
		free(name);
	}
}

/* Distances from `start` without the processors that are `gone`. */
static void walk(const unsigned *joined, unsigned n, unsigned start, const bool *gone, unsigned *distance)
{
	for (unsigned v = 0; v < n; v++)
		distance[v] = v == start ? 0 : n;
	for (unsigned round = 0; round < n; round++)
		for (unsigned a = 0; a < n; a++)
			for (unsigned b = 0; b < n; b++)
				if (joined[a * n + b] && !gone[a] && !gone[b] && distance[a] == round &&
				    distance[b] > round + 1)
					distance[b] = round + 1;
}

/* Without the columns' inner nodes, each row is a complete binary tree on its leaves; and the other way round. */
static void check_tree_lines(unsigned side, bool columns)
{
	char *name = format_string("mesh-of-trees %u", side);
	unsigned leaves = side * side, inner = side * (side - 1), n = leaves + 2 * inner, height = 0;
	bool *gone = allocate_array(n, sizeof *gone);
	unsigned *distance = allocate_array(n, sizeof *distance), *joined;
	struct placed guest;

	make(&guest, name, 4096, n);
	joined = matrix(&guest);
	assert_int_equal(guest.wires, 2 * side * (2 * side - 2));
	for (unsigned v = 0; v < inner; v++)
		gone[columns ? leaves + v : leaves + inner + v] = true;
	while (1u << height < side)
		height++;
	for (unsigned line = 0; line < side; line++) {
		unsigned first = leaves + (columns ? inner : 0) + line * (side - 1), root = first + side / 2 - 1;
		unsigned far = 0, inside = 0;

		walk(joined, n, root, gone, distance);
		for (unsigned v = 0; v < n; v++) {
			bool leaf = v < leaves, inner_own = v >= first && v < first + side - 1;
			bool own = leaf ? (columns ? v % side : v / side) == line : inner_own;
			unsigned degree = 0;

			assert_int_equal(distance[v] < n, own);
			for (unsigned b = 0; own && b < n; b++)
				degree += joined[v * n + b] && !gone[b];
			if (own)
				assert_int_equal(degree, leaf ? 1 : v == root ? 2 : 3);
			far += own && leaf && distance[v] == height;
			inside += own;
		}
		assert_int_equal(far, side);
		assert_int_equal(inside, 2 * side - 1);
	}
	free(name);
	free(gone);
	free(distance);
	free(joined);
	placed_free(&guest);
}

static void test_mesh_of_trees(void **state)
{
	(void)state;
	for (unsigned side = 2; side <= 8; side *= 2) {
		check_tree_lines(side, false);
		check_tree_lines(side, true);
	}
}

/* The nearer pairs are joined. */
static void test_random_geometric(void **state)
{
	double longest = 0, shortest_gap = INFINITY;
	struct placed guest;
	unsigned *joined;

	(void)state;
	make(&guest, "random-geometric 90", 100, 90);
	joined = matrix(&guest);
	for (unsigned a = 0; a < 90; a++)
		for (unsigned b = 0; b < a; b++) {
			double distance = hypot(guest.at[2 * a] - guest.at[2 * b],
						guest.at[2 * a + 1] - guest.at[2 * b + 1]);

			if (joined[a * 90 + b])
				longest = fmax(longest, distance);
			else
				shortest_gap = fmin(shortest_gap, distance);
			assert_true(joined[a * 90 + b] <= 1);
		}
	assert_true(longest > 0 && longest < shortest_gap);
	free(joined);
	placed_free(&guest);
}

static void check_same(const struct placed *a, const struct placed *b)
{
	assert_int_equal(a->processors, b->processors);
	assert_int_equal(a->dimensions, b->dimensions);
	assert_int_equal(a->wires, b->wires);
	assert_true(a->side == b->side);
	for (size_t i = 0; i < (size_t)a->processors * a->dimensions; i++)
		assert_true(a->at[i] == b->at[i]);
	for (size_t i = 0; i < a->wires; i++) {
		assert_int_equal(a->wire[i].a, b->wire[i].a);
		assert_int_equal(a->wire[i].b, b->wire[i].b);
		assert_int_equal(a->wire[i].messages, b->wire[i].messages);
	}
}

/* The file stays until the test ends: a new file could take the inode of a removed one, which was an input, and would
 * not be replaced. */
static void check_round_trip(const struct placed *guest, char path[])
{
	struct text text = {0};
	struct placed again;
	int file = mkstemp(path);

	assert_true(file >= 0);
	close(file);
	placed_write(guest, &text);
	assert_true(write_file(path, &text));
	assert_true(placed_read(&again, path, NULL));
	check_same(guest, &again);
	placed_free(&again);
	text_free(&text);
}

static void test_files(void **state)
{
	static const char *const names[] = { "mesh 5x4", "hypercube 32", "butterfly 8", "mesh-of-trees 4",
					     "de-bruijn 32",
					     "random-geometric 40" };
	enum { named = sizeof names / sizeof *names, all = named + 10 };
	char path[all][sizeof "/tmp/ftc-guest-XXXXXX"];
	struct placed guest;
	struct random random;

	(void)state;
	for (unsigned i = 0; i < all; i++)
		snprintf(path[i], sizeof path[i], "/tmp/ftc-guest-XXXXXX");
	for (unsigned i = 0; i < named; i++) {
		assert_true(placed_generate(&guest, names[i], NULL, 64, 3));
		check_round_trip(&guest, path[i]);
		placed_free(&guest);
	}
	random_start(&random, 1, 1);
	for (unsigned i = named; i < all; i++) {
		random_guest(&guest, &random, 30, 2 + i % 2, 100, i % 3, 60);
		check_round_trip(&guest, path[i]);
		placed_free(&guest);
	}
	for (unsigned i = 0; i < all; i++)
		unlink(path[i]);
}

/* Places by landmarks: all different, inside the cube, and the cutting planes halve the processors all the way. */
static void test_landmarks(void **state)
{
	struct random random;

	(void)state;
	random_start(&random, 4, 4);
	for (unsigned n = 2; n <= 150; n++) {
		struct placed guest;
		struct cutting c;

		/* Few wires: in parts; many: in one. */
		random_guest(&guest, &random, n, 2, 100, false, n % 3 * n);
		free(guest.at);
		placed_by_landmarks(&guest);
		assert_true(guest.landmarks && guest.dimensions == 3);
		assert_true(cutting_make(&c, &guest));
		for (unsigned i = 0; i <= c.depth; i++)
			assert_true(c.level[i].most_processors <= (n + (1ul << i) - 1) >> i);
		assert_int_equal(c.level[c.depth].most_processors, 1);
		assert_int_equal(1u << c.depth >= n && 1u << c.depth < 2 * n, true);
		cutting_free(&c);
		placed_free(&guest);
	}
}

/* On a path the landmarks are its ends: halves are halves of the path. */
static void test_landmarks_of_a_path(void **state)
{
	struct placed guest = { .processors = 64 };
	struct cutting c;

	(void)state;
	for (unsigned i = 0; i < 63; i++)
		placed_wire(&guest, i * 37 % 64, (i + 1) * 37 % 64, 1);
	placed_by_landmarks(&guest);
	assert_true(cutting_make(&c, &guest));
	for (unsigned i = 1; i <= c.depth; i++)
		assert_int_equal(c.level[i].most_out, i == 1 ? 1 : 2);
	cutting_free(&c);
	placed_free(&guest);
}

static void test_parts(void **state)
{
	struct placed guest = { .processors = 6 };
	unsigned component[6];

	(void)state;
	placed_wire(&guest, 0, 4, 1);
	placed_wire(&guest, 5, 2, 1);
	placed_wire(&guest, 2, 3, 1);
	assert_int_equal(placed_components(&guest, component), 3);
	assert_memory_equal(component, ((unsigned[]){ 0, 1, 2, 2, 0, 2 }), sizeof component);
	placed_free(&guest);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_products),
		cmocka_unit_test(test_others),
		cmocka_unit_test(test_mesh_of_trees),
		cmocka_unit_test(test_random_geometric),
		cmocka_unit_test(test_files),
		cmocka_unit_test(test_landmarks),
		cmocka_unit_test(test_landmarks_of_a_path),
		cmocka_unit_test(test_parts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
