/* universality.c: the cost of a guest's step on a fat-tree, and what Theorem 10 allows. */
#include "universal/universality.h"

#include <math.h>
#include <stdlib.h>

#include "network/network.h"
#include "util/budget.h"
#include "util/limit.h"
#include "util/message.h"

/* Leiserson's lg: at least 1. */
static double lg(double x)
{
	return x > 2 ? log2(x) : 1;
}

static uint64_t most(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

enum { ADDING = 8 };			/* steps of the budget, for each wire and level */

void universality_loads(const struct placed *guest, const struct leaf_tree *tree, const unsigned *leaf, uint64_t *out)
{
	uint64_t *load = allocate_array((size_t)1 << tree->levels, sizeof *load);

	for (unsigned level = 0; level <= tree->levels; level++) {
		unsigned shift = tree->levels - level;

		budget_spend(ADDING * ((uint64_t)guest->wires + (1u << level)));
		for (unsigned v = 0; v < 1u << level; v++)
			load[v] = 0;
		for (size_t i = 0; i < guest->wires; i++) {
			unsigned a = leaf[guest->wire[i].a] >> shift, b = leaf[guest->wire[i].b] >> shift;

			if (a == b)
				continue;
			load[a] += guest->wire[i].messages;
			load[b] += guest->wire[i].messages;
		}
		out[level] = 0;
		for (unsigned v = 0; v < 1u << level; v++)
			out[level] = most(out[level], load[v]);
	}
	free(load);
}

/* The sum over a set's forest. */
struct forest_sum {
	const struct cutting *cutting;
	uint64_t sum;
};

static void add_tree(void *context, unsigned height, leaf_number index)
{
	struct forest_sum *f = context;

	(void)index;
	f->sum += f->cutting->level[f->cutting->depth - height].most_out;
}

static void see_set(void *context, const struct balanced_set *set)
{
	struct universality *u = context;
	struct universal_level *level = &u->level[set->level];
	struct necklace necklace = { u->cutting.leaf, u->cutting.processors };
	struct forest_sum forest = { .cutting = &u->cutting };
	unsigned long even = u->guest->processors + (1ul << set->level) - 1;

	for (unsigned i = 0; i < 2; i++)
		pearls_forest(&necklace, &set->pearls.string[i], add_tree, &forest);
	level->forest = most(level->forest, forest.sum);
	level->most_processors = (unsigned)most(level->most_processors, set->processors);
	u->balanced &= set->processors <= even >> set->level;
}

/* w'_k of Theorem 8, and of Corollary 9. */
static void bound_levels(struct universality *u)
{
	const struct cutting *c = &u->cutting;

	for (unsigned k = 0; k <= u->spec->levels; k++) {
		struct universal_level *level = &u->level[k];

		level->by_degree = (uint64_t)u->degree * level->most_processors;
		for (unsigned i = k < c->depth ? k : c->depth; i <= c->depth && u->balanced; i++) {
			level->theorem_8 += 4 * c->level[i].most_out;
			level->corollary_9 += 4 * fmax(c->gamma * c->level[i].surface_bound, (double)u->degree);
		}
		level->bound = u->balanced ? level->theorem_8 : level->forest;
		if (level->bound > level->by_degree)
			level->bound = level->by_degree;
	}
}

/* Theorem 1: one cycle if lambda <= 1, else at most 2^ceil(lg lambda) for each level at which messages turn. */
static uint64_t cycles_allowed(const struct universality *u, double load_factor)
{
	uint64_t cycles = 1;

	while ((double)cycles < load_factor)
		cycles *= 2;
	return load_factor <= 1 ? 1 : cycles * u->spec->levels;
}

static void allow(const struct universality *u, bool by_volume, struct allowance *a)
{
	for (unsigned k = 1; k <= u->spec->levels; k++) {
		const struct universal_level *level = &u->level[k];
		double messages = by_volume ? fmin(level->corollary_9, (double)level->by_degree) : (double)level->bound;
		double lambda = messages / level->capacity;

		if (lambda > a->load_factor)
			*a = (struct allowance){ .load_factor = lambda, .level = k };
	}
	a->cycles = cycles_allowed(u, a->load_factor);
}

/* In the volume gamma^(3/2) v, every unit of surface lets one message through. A universal fat-tree of volume v has
 * a root of v^(2/3) / lg(n / v^(2/3)). The plane has corresponding formulas. */
static void compare_hardware(struct universality *u)
{
	double surface = u->cutting.gamma * pow(u->cutting.side, u->cutting.dimensions - 1);

	u->fair_root_capacity = surface / lg(u->guest->processors / surface);
}


static void find_schedules(const struct channel_tree *tree, struct identified *by)
{
	struct schedule schedule;

	by->lambda = load_factor(tree, &by->set);
	if (schedule_make(&schedule, tree, &by->set, SCHEDULE_THEOREM_1)) {
		by->theorem_1_cycles = schedule.cycles;
		schedule_free(&schedule);
	}
	if (schedule_make(&schedule, tree, &by->set, SCHEDULE_AUTO)) {
		by->cycles = schedule.cycles;
		by->method = schedule.method;
		schedule_free(&schedule);
	}
}

static void measure_identification(struct universality *u, enum identification way, const struct channel_tree *tree,
				   uint64_t seed)
{
	struct leaf_tree leaves = { u->spec->leaves, u->spec->levels };
	uint64_t out[MAXIMUM_LEVELS + 1];

	progress("%s: %s", u->guest->title, identification_words[way]);
	u->by[way].leaf = identify(u->guest, &u->cutting, way, &leaves, seed, see_set, u);
	universality_loads(u->guest, &leaves, u->by[way].leaf, out);
	for (unsigned k = 0; k <= u->spec->levels; k++)
		u->level[k].out[way] = out[k];
	placed_step(u->guest, u->by[way].leaf, &u->by[way].set);
	find_schedules(tree, &u->by[way]);
}

static void count_guest(struct universality *u)
{
	unsigned long *degree = placed_degrees(u->guest);
	unsigned *component = allocate_array(u->guest->processors, sizeof *component);

	for (unsigned i = 0; i < u->guest->processors; i++) {
		u->degree = degree[i] > u->degree ? degree[i] : u->degree;
		u->messages += degree[i];
	}
	u->components = placed_components(u->guest, component);
	free(component);
	free(degree);
}

bool universality_measure(struct universality *u, const struct spec *spec, const struct placed *guest, uint64_t seed)
{
	struct network *net = network_elaborate(spec);
	struct channel_tree tree = channel_tree_of(net);

	*u = (struct universality){ .spec = spec, .guest = guest, .balanced = true, .slot_clocks = net->slot_clocks };
	network_free(net);
	limit_stage("the embedding", "a smaller guest");
	limit_because(NULL);
	if (!cutting_make(&u->cutting, guest))
		return false;
	count_guest(u);
	for (unsigned k = 1; k <= spec->levels; k++)
		u->level[k].capacity = tree.capacity[k];
	for (unsigned way = 0; way < IDENTIFICATIONS; way++)
		measure_identification(u, way, &tree, seed);
	bound_levels(u);
	allow(u, false, &u->by_cuts);
	if (u->balanced)
		allow(u, true, &u->by_volume);
	compare_hardware(u);
	return true;
}

void universality_free(struct universality *u)
{
	for (unsigned way = 0; way < IDENTIFICATIONS; way++) {
		free(u->by[way].leaf);
		free(u->by[way].set.demand);
	}
	cutting_free(&u->cutting);
}
