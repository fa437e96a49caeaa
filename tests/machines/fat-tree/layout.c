/* layout.c: boxes of fat-trees, placed one by one: each slab is as large as Lemma 3 asks, no two parts overlap, slabs of a node and
 * of its parent touch; and the wires of H-trees, whose squares are placed one by one, too. */
#include "networks.h"

#include <math.h>
#include <stdlib.h>

#include "machines/fat_tree_layout.h"
#include "machines/fat_tree_measures.h"
#include "network/h_tree.h"
#include "network/machine.h"

struct part {
	uint64_t from[3], to[3];
};

struct placing {
	const struct fat_tree_layout *layout;
	const unsigned *capacity;
	struct part *part;		/* leaves and slabs */
	size_t parts;
	uint64_t longest[MAXIMUM_LEVELS + 1];
};

static bool apart(const struct part *a, const struct part *b)
{
	for (unsigned i = 0; i < 3; i++)
		if (a->to[i] <= b->from[i] || b->to[i] <= a->from[i])
			return true;
	return false;
}

static bool touch(const struct part *a, const struct part *b)
{
	for (unsigned i = 0; i < 3; i++)
		if (a->to[i] < b->from[i] || b->to[i] < a->from[i])
			return false;
	return true;
}

static uint64_t walk(const struct part *a)
{
	return a->to[0] - a->from[0] + a->to[1] - a->from[1] + a->to[2] - a->from[2];
}

/* h sqrt(m) = sqrt(area), so the third side is sqrt(m) / h = m / sqrt(area), and h is 1 .. sqrt(m). */
static void check_slab(const struct placing *p, unsigned k, const struct part *slab)
{
	const unsigned *c = p->capacity;
	double m = 2.0 * c[k] + 4.0 * c[k + 1], area = 1, thick = 0;

	for (unsigned i = 0; i < 3; i++)
		if (i == p->layout->box[k].axis)
			thick = (double)(slab->to[i] - slab->from[i]);
		else
			area *= (double)(slab->to[i] - slab->from[i]);
	assert_true(area >= m);
	assert_true(thick >= m / sqrt(area) - 1e-9);
	assert_true(thick < m / sqrt(area) + 1);
}

static struct part place(struct placing *p, unsigned k, const uint64_t *from, const struct part *parent)
{
	const struct fat_tree_box *b = &p->layout->box[k];
	struct part whole, middle;

	for (unsigned i = 0; i < 3; i++) {
		whole.from[i] = from[i];
		whole.to[i] = from[i] + b->side[i];
	}
	middle = whole;
	if (k < p->layout->levels) {
		uint64_t half = p->layout->box[k + 1].side[b->axis], second[3] = { from[0], from[1], from[2] };

		middle.from[b->axis] += half;
		middle.to[b->axis] = middle.from[b->axis] + b->slab;
		second[b->axis] = middle.to[b->axis];
		check_slab(p, k, &middle);
		for (unsigned side = 0; side < 2; side++) {
			struct part child = place(p, k + 1, side ? second : from, &middle);

			for (unsigned i = 0; i < 3; i++)
				assert_true(child.from[i] >= whole.from[i] && child.to[i] <= whole.to[i]);
		}
	}
	p->part[p->parts++] = middle;
	if (parent) {
		uint64_t wire = walk(parent) + (k < p->layout->levels ? walk(&middle) : 1);

		assert_true(touch(&middle, parent));
		p->longest[k] = wire > p->longest[k] ? wire : p->longest[k];
	}
	return whole;
}

static void check_boxes(unsigned leaves, unsigned root_capacity)
{
	char *yaml = format_string("network: fat-tree\nleaves: %u\nroot-capacity: %u\n", leaves, root_capacity);
	struct spec spec;
	struct network *net = network_from(&spec, yaml);
	struct fat_tree_layout l;

	fat_tree_layout(net, &l);
	struct placing p = { .layout = &l, .capacity = spec.capacity, .part = allocate_array(2ul * leaves, sizeof *p.part) };
	const uint64_t origin[3] = {0};
	struct part all = place(&p, 0, origin, NULL);

	assert_int_equal(p.parts, 2 * leaves - 1);
	for (size_t i = 0; i < p.parts; i++)
		for (size_t j = 0; j < i; j++)
			assert_true(apart(&p.part[i], &p.part[j]));
	for (unsigned k = 1; k <= l.levels; k++)
		assert_int_equal(l.wire[k], p.longest[k]);
	assert_true(l.volume == (double)all.to[0] * (double)all.to[1] * (double)all.to[2]);
	free(p.part);
	free(yaml);
	network_done(&spec, net);
}

static void boxes_hold_their_nodes(void **state)
{
	(void)state;
	for (unsigned leaves = 2; leaves <= 256; leaves *= 2)
		for (unsigned w = 1; w <= leaves; w *= 2)
			check_boxes(leaves, w);
	check_boxes(64, 27);
	check_boxes(512, 147);
}

/* Theorem 4 says O(..): the quotient stays where it is while the trees grow 4,096 times. */
static void volumes_grow_as_in_the_theorem(void **state)
{
	(void)state;
	for (unsigned levels = 3; levels <= 18; levels += 3)
		for (unsigned wide = 0; wide < 2; wide++) {
			unsigned n = 1u << levels, w = wide ? n : 1u << (levels / 3 * 2);
			char *yaml = format_string("network: fat-tree\nleaves: %u\nroot-capacity: %u\n", n, w);
			struct spec spec;
			struct network *net = network_from(&spec, yaml);
			struct fat_tree_layout l;

			fat_tree_layout(net, &l);
			double quotient = l.volume / fat_tree_components(net).volume;

			printf("# %u leaves, w = %u: %.1f\n", n, w, quotient);
			assert_true(quotient > 25 && quotient < 60);
			/* No side is more than 2.5 times another: a cube, but for a constant. */
			for (unsigned a = 0; a < 3; a++)
				assert_true(10 * l.box[0].side[a] <= 25 * l.box[0].side[(a + 1) % 3] || n < 64);
			free(yaml);
			network_done(&spec, net);
		}
}

/* ---- the H-tree --------------------------------------------------------------------------------------------------------- */

/* Tracks of the only node of a vertex, and of the wires above it. */
static uint64_t tracks(const struct reference_tree *t, unsigned k, bool channel)
{
	uint64_t edges = (k > 0 ? t->capacity[k] : 0) + (k < t->levels ? 2ull * t->capacity[k + 1] : 0);

	return (edges > 4 ? edges : 1) + (channel && k > 0 ? t->wires[k] : 0);
}

/* The side of a square whose vertex is of depth k; an even number of levels lies below it. */
static uint64_t side(const struct reference_tree *t, unsigned k)
{
	return k == t->levels ? tracks(t, k, true) : 2 * side(t, k + 2) + tracks(t, k, true) + tracks(t, k + 1, true);
}

static void wires_of_h_trees_go_from_middle_to_middle(void **state)
{
	(void)state;
	for (unsigned leaves = 2; leaves <= 4096; leaves *= 2) {
		char *yaml = format_string("network: fat-tree\nleaves: %u\nroot-capacity: %u\n", leaves, leaves / 2);
		struct reference_tree t;
		struct spec spec;
		uint64_t wire[MAXIMUM_LEVELS + 1] = {0};

		spec_from(&spec, yaml);
		assert_true(spec.machine->shape.reference(&spec, &t));
		h_tree_wires(&t, wire);
		for (unsigned k = t.levels % 2; k + 2 <= t.levels; k += 2) {
			/* The four squares in the corners: their middles are half a square from the border. */
			double middle = (double)side(&t, k) / 2 - (double)side(&t, k + 2) / 2;

			assert_true(fabs((double)wire[k + 1] - middle) <= 0.5 && fabs((double)wire[k + 2] - middle) <= 0.5);
		}
		if (t.levels % 2)
			assert_int_equal(wire[1], (side(&t, 1) + tracks(&t, 0, false) + t.wires[1] + 1) / 2);
		spec_free(&spec);
		free(yaml);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(boxes_hold_their_nodes), cmocka_unit_test(volumes_grow_as_in_the_theorem),
		cmocka_unit_test(wires_of_h_trees_go_from_middle_to_middle),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
