/* area_emulation.c: a competitor's step: what leaves each subtree, eta and the loss, counted anew from the leaves of the processors. */
#include "networks.h"

#include <math.h>
#include <stdlib.h>

#include "network/network.h"
#include "random_guests.h"
#include "universal/area_emulation.h"

/* Messages that leave leaves first .. first + size - 1, and equally many enter. */
static unsigned leaving(const struct placed *guest, const unsigned *leaf, unsigned first, unsigned size)
{
	unsigned out = 0;

	for (size_t i = 0; i < guest->wires; i++) {
		bool a = leaf[guest->wire[i].a] - first < size, b = leaf[guest->wire[i].b] - first < size;

		out += a != b ? guest->wire[i].messages : 0;
	}
	return out;
}

/* sqrt(N) / 2^ceil(d / 2) edges at depth d, for N a power of 4 and of 2. */
static double standard(unsigned levels, unsigned depth)
{
	return exp2((levels - depth) / 2);
}

/* Chapter 5: A T^2 / (b^2 eta^2 N), and Theorem 9's over lg^2(N / eta^2), for eta below sqrt(N / 2). */
static void check_bounds(const struct area_universal *u, const struct loaded_set *set, double eta)
{
	double n = u->spec->leaves, b = u->spec->payload_bits + u->network->label_bits, t = (double)set->delivery.clocks, lg = log2(n / eta / eta);
	double at2 = u->layout.area * t * t / (b * b * eta * eta * n);

	assert_near(area_universal_at2(u, set), at2, 1e-9 * at2);
	if (2 * eta * eta > n)
		assert_true(area_universal_theorem_9(u, set) == 0);
	else
		assert_near(area_universal_theorem_9(u, set), at2 / lg / lg, 1e-9 * at2);
}

/* Of a side in which a message of a step passes each unit of the busiest border. */
static double area_of(const struct area_emulation *e)
{
	double side = e->cutting.side * e->cutting.gamma;

	return side * side > e->guest->processors ? side * side : e->guest->processors;
}

static void check_step(const struct area_emulation *e, unsigned way)
{
	const unsigned *leaf = e->by[way].leaf;
	unsigned leaves = e->network.spec->leaves, levels = e->network.standard.levels;
	const struct reference_factor *eta = &e->network.set[way].standard.both;
	double lemma = 0, load = 0;
	bool *taken = allocate_array(leaves, sizeof *taken);

	for (unsigned p = 0; p < e->guest->processors; p++) {
		assert_true(leaf[p] < leaves && !taken[leaf[p]]);
		taken[leaf[p]] = true;
	}
	for (unsigned d = 1; d <= levels; d++)
		for (unsigned v = 0; v < 1u << d; v++) {
			unsigned out = leaving(e->guest, leaf, v * (leaves >> d), leaves >> d);

			lemma = fmax(lemma, out / sqrt(area_of(e) / exp2(d)));
			load = fmax(load, 2 * out / standard(levels, d));
		}
	assert_near(e->by[way].lemma_14, lemma, 1e-9 * lemma);
	assert_near((double)eta->load / (double)eta->capacity, load, 1e-9 * load);
	check_bounds(&e->network, &e->network.set[way], load);
	free(taken);
}

/* The loss is the clocks of the model over the word's bits. */
static void check_json(const struct area_emulation *e)
{
	json_t *object = area_emulation_json(e), *step = json_array_get(json_object_get(object, "steps"), 0);
	double bits = e->network.spec->payload_bits + e->network.network->label_bits;
	double loss = (double)e->network.set[0].delivery.clocks / bits, area = area_of(e);

	assert_true(e->network.set[0].delivery.clocks > 0);
	assert_near(json_real_value(json_object_get(step, "loss")), loss, 1e-9 * loss);
	assert_near(json_real_value(json_object_get(step, "by_theorem")),
		    loss / (sqrt(area / e->network.spec->leaves) * e->network.standard.levels), 1e-9 * loss);
	json_decref(object);
}

static void check(const char *yaml, const struct placed *guest, uint64_t seed)
{
	struct area_emulation e;
	struct spec spec;

	spec_from(&spec, yaml);
	assert_true(area_emulation_make(&e, &spec, guest, seed));
	assert_int_equal(e.network.sets, IDENTIFICATIONS);
	for (unsigned way = 0; way < IDENTIFICATIONS; way++)
		check_step(&e, way);
	check_json(&e);
	area_emulation_free(&e);
	spec_free(&spec);
}

static const char *const networks[] = {
	"network: pruned-butterfly\nleaves: 16\n", "network: pruned-butterfly\nleaves: 64\nrouting: deterministic\n",
	"network: sorting-fat-tree\nleaves: 32\nmesh-side: 2\n", "network: sorting-fat-tree\nleaves: 16\nmesh-side: 1\n",
	"network: fat-tree\nleaves: 32\n",
};

/* The same guest in other units has the same area. */
static void units_do_not_matter(void **state)
{
	double lemma[2];

	(void)state;
	for (unsigned scale = 0; scale < 2; scale++) {
		struct area_emulation e;
		struct placed guest;
		struct spec spec;

		assert_true(placed_generate(&guest, "mesh", "4x8", 32, 1));
		for (unsigned i = 0; i < 2 * guest.processors; i++)
			guest.at[i] *= scale ? 1000 : 1;
		guest.low[0] *= scale ? 1000 : 1;
		guest.low[1] *= scale ? 1000 : 1;
		guest.side *= scale ? 1000 : 1;
		spec_from(&spec, networks[1]);
		assert_true(area_emulation_make(&e, &spec, &guest, 1));
		lemma[scale] = e.by[0].lemma_14;
		area_emulation_free(&e);
		spec_free(&spec);
		placed_free(&guest);
	}
	assert_near(lemma[0], lemma[1], 1e-9);
}

static void steps_of_any_guest(void **state)
{
	(void)state;
	for (size_t n = 0; n < sizeof networks / sizeof *networks; n++)
		for (uint64_t seed = 1; seed <= 20; seed++) {
			struct random random;
			struct placed guest;

			random_start(&random, seed, n);
			random_guest(&guest, &random, 2 + (unsigned)random_below(&random, 14), 2, 9, false, 1 + (unsigned)random_below(&random, 30));
			check(networks[n], &guest, seed);
			placed_free(&guest);
		}
}

/* Squares of a mesh have a border of four sides, two of them at most inside: Lemma 14's constant stays below 6 by pearls. */
static void meshes_have_a_constant(void **state)
{
	(void)state;
	for (unsigned side = 4; side <= 32; side *= 2) {
		char *yaml = format_string("network: pruned-butterfly\nleaves: %u\n", side * side), *size = format_string("%ux%u", side, side);
		struct placed guest;
		struct area_emulation e;
		struct spec spec;

		assert_true(placed_generate(&guest, "mesh", size, side * side, 1));
		spec_from(&spec, yaml);
		assert_true(area_emulation_make(&e, &spec, &guest, 1));
		printf("# mesh %s: %.2f\n", size, e.by[IDENTIFY_PEARLS].lemma_14);
		assert_true(e.by[IDENTIFY_PEARLS].lemma_14 < 6);
		area_emulation_free(&e);
		spec_free(&spec);
		placed_free(&guest);
		free(yaml);
		free(size);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(steps_of_any_guest), cmocka_unit_test(units_do_not_matter),
		cmocka_unit_test(meshes_have_a_constant) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
