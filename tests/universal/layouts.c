/* layouts.c: areas of H-trees against sums by hand: side(n) = 2 side(n/4) + the cross. */
#include "network/h_tree.h"
#include "network/machine.h"
#include "networks.h"

static struct h_tree layout_of(const char *yaml)
{
	struct reference_tree tree;
	struct spec spec;

	spec_from(&spec, yaml);
	assert_true(spec.machine->shape.reference(&spec, &tree));
	struct h_tree h = h_tree_of(&tree);
	spec_free(&spec);
	return h;
}

static void expect(const char *yaml, unsigned width, unsigned height)
{
	struct h_tree h = layout_of(yaml);

	if (h.width != width || h.height != height)
		fail_msg("%s: %llu x %llu, expected %u x %u", yaml, (unsigned long long)h.width, (unsigned long long)h.height, width,
			 height);
	assert_true(h.area == (double)width * height);
}

static void test_even(void **state)
{
	(void)state;
	/* Channels of 2 edges are 4 wires. A leaf: its node, 1, and its channel, 4. Root: 2 nodes of 2 edges; below it 2 nodes
	 * of 3 edges and a channel of 4: 2 x 5 + 2 + (2 + 4). */
	expect("network: pruned-butterfly\nleaves: 4\n", 18, 18);
	/* Depth 2 has 2 nodes and 8 wires, depth 3 has 2 nodes and 4 wires: 2 x 5 + (2 + 8) + (2 + 4) = 26. Root: 4 nodes; depth
	 * 1: 4 nodes and 8 wires: 2 x 26 + 4 + (4 + 8). */
	expect("network: pruned-butterfly\nleaves: 16\n", 68, 68);
	/* All nodes have at most 4 edges. Leaf 1 + 2; 2 x 3 + 1 + (1 + 4). */
	expect("network: fat-tree\nleaves: 4\ncapacities: [4, 2, 1]\n", 12, 12);
	/* A crossbar of 6 edges at the root, of 5 below it: 2 x (1 + 4) + 6 + (7 + 6), where channels have 3 edges and 2. */
	expect("network: fat-tree\nleaves: 4\ncapacities: [6, 3, 2]\n", 2 * 5 + 6 + 7 + 6, 2 * 5 + 6 + 7 + 6);
}

/* Two squares with the root's channels along their edge. */
static void test_odd(void **state)
{
	(void)state;
	/* Square of 4 leaves, a crossbar of 8 lines under 8 wires: 2 x 3 + (8 + 8) + (1 + 4) = 27; a root of 8 lines and a
	 * channel of 8 wires beside it, and along both. */
	expect("network: fat-tree\nleaves: 8\ncapacities: [8, 4, 2, 1]\n", 2 * 27 + 16, 27 + 16);
	/* Two leaves of 1 + 2 tracks, a root of 1 and a channel of 2. */
	expect("network: fat-tree\nleaves: 2\ncapacities: [2, 1]\n", 2 * 3 + 3, 3 + 3);
}

/* Vertices with other than two children. */
static void test_wide(void **state)
{
	(void)state;
	/* Four children: pairs whose channel is that of both children, 2 x 16 wires, then 2 x 4. A node of depth 1 has 8 edges,
	 * two of them make 16 lines. Leaves 1 + 4; 2 x 5 + (16 + 16) + 8 = 50; 2 x 50 + 8 + 32. */
	expect("network: cm-5\nleaves: 16\n", 140, 140);
	/* Three children: as four. 2 x (1 + 4) + 2 + 2 x 4. */
	expect("network: xgft\nchildren: [3]\nparents: [2]\n", 20, 20);
	expect("network: xgft\nchildren: [4]\nparents: [2]\n", 20, 20);
	/* An only child lies beside its parent, with the channel between: 2 x (1 + 2) + (1 + 5 + 2) + 2 x 2. */
	expect("network: xgft\nchildren: [4, 1]\nparents: [1, 1]\n", 18, 18);
}

/* A cross over n leaves takes 8 sqrt(n) tracks, of which the root's, without a channel above, lacks 4 sqrt(N); a leaf takes 5.
 * So the side is sqrt(N) (4 lg N + 1): as N lg^2 N, which Theorem 8 asks for. */
static void test_growth(void **state)
{
	(void)state;
	for (unsigned q = 1; q <= 10; q++) {
		unsigned leaves = 1u << 2 * q, side = (1u << q) * (8 * q + 1);
		char *yaml = format_string("network: pruned-butterfly\nleaves: %u\n", leaves);

		expect(yaml, side, side);
		assert_true(layout_of(yaml).bound == (double)leaves * (2 * q) * (2 * q));
		free(yaml);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_even), cmocka_unit_test(test_odd), cmocka_unit_test(test_wide), cmocka_unit_test(test_growth),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
